//! A small kettle — heizt auf 100 °C.
const std = @import("std");
const Allocator = std.mem.Allocator;
const heat = @import("heat.zig").heat;

/// Highest temperature.
pub const max_celsius: u32 = 100;
var kettles_open: usize = 0;
threadlocal var last_error: ?[]const u8 = null;

/// What went wrong.
pub const KettleError = error{
    Empty,
    TooHot,
};

/// A kettle
/// for tea.
pub const Kettle = struct {
    /// In millilitres.
    water: u32 = 0,
    state: State,
    allocator: Allocator,

    const Self = @This();
    pub const default_volume = 1500;

    pub const State = enum(u8) {
        off,
        /// Under way.
        heating = 1,
        done,

        pub fn isHot(self: State) bool {
            return self == .done;
        }
    };

    /// Fills a new one.
    pub fn init(allocator: Allocator, water: u32) KettleError!Self {
        if (water == 0) return error.Empty;
        const result = Self{ .water = water, .state = .off, .allocator = allocator };
        return result;
    }

    pub inline fn boil(self: *Self, comptime step: u32) !void {
        while (self.water < step) : (self.water += 1) {
            try heat(self.water);
            std.debug.print("größer {d}\n", .{self.water});
        }
    }
};

const Drink = union(enum) {
    tea: []const u8,
    coffee: struct { shots: u8 },
    nothing,
};

pub extern "c" fn usleep(microseconds: c_uint) c_int;

pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        pub fn first(self: @This()) ?T {
            return if (self.items.len > 0) self.items[0] else null;
        }
    };
}

const Handle = opaque {
    pub fn close(self: *Handle) void {
        _ = self;
    }
};

export fn kettle_main(argc: c_int) callconv(.C) c_int {
    _ = argc;
    return 0;
}

test "boils" {
    var kettle = try Kettle.init(std.testing.allocator, 5);
    try kettle.boil(10);
}

test Kettle {
    try std.testing.expect(true);
}

comptime {
    _ = Kettle;
}
