"""Rules of the station – größere Teile stehen in lib.bzl."""

load("@bazel_skylib//lib:paths.bzl", "paths")
load("//tools:lib.bzl", "compile", run = "run_tool")

# Where results go.
OUTPUT_DIR = "out"
_FLAGS = ["-O2", "-Wall"]

SensorInfo = provider(
    doc = "What a sensor knows.",
    fields = ["pin", "name"],
)

def _sensor_impl(ctx):
    """Makes one sensor.

    Args:
      ctx: the rule context
    """
    out = ctx.actions.declare_file(paths.join(OUTPUT_DIR, ctx.label.name))
    compile(ctx, out, _FLAGS)

    def describe(pin):
        return "Pin %d" % pin

    return [DefaultInfo(files = depset([out])), SensorInfo(pin = ctx.attr.pin, name = describe(3))]

# A sensor as a target.
sensor = rule(
    implementation = _sensor_impl,
    attrs = {
        "pin": attr.int(mandatory = True),
        "deps": attr.label_list(),
    },
)

def sensors(name, pins = [], **kwargs):
    # No docstring here.
    for pin in pins:
        sensor(name = "%s_%d" % (name, pin), pin = pin, **kwargs)

# All of the roof.
sensors(
    name = "roof",
    pins = [1, 2],
)

native.filegroup(
    srcs = glob(["*.txt"]),
    name = "texts",
)
