//! What is left out by default, and what is never shown: tables, each group with its reason.
//!
//! A name stands here only if it is output or third-party wherever it occurs. Names that are output in one repository
//! and source in the next (`target`, `build`) need evidence: [`OUTPUT_IF_EVIDENT`].

use std::path::Path;
use std::sync::LazyLock;

use super::names::{NameRules, Pattern};

/// Version control's own storage: never read, whatever the settings say, and not worth a word in the status.
pub(crate) const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj"];

/// Names that share a reason for being left out.
#[derive(Debug)]
pub struct ExcludeGroup {
    /// Why nobody asks about these.
    pub reason: &'static str,
    /// `dir/` at any depth; `name`, `*.ending`, `*tail`, `head*`, `*middle*` for files, whatever their case.
    pub patterns: &'static [Pattern],
}

/// Left out unless `index.default_excludes` is off. A `!name` in .quarryignore or an include that spells
/// the name out brings one back.
#[rustfmt::skip]
pub const DEFAULT_EXCLUDES: &[ExcludeGroup] = &[
    ExcludeGroup {
        reason: "installed packages: other people's code",
        patterns: &[
            "node_modules/", "bower_components/", "jspm_packages/", ".yarn/", ".pnpm-store/", "vendor/", "Pods/",
            "Carthage/", ".venv/", "venv/", ".tox/", ".nox/", ".eggs/", ".bundle/", "elm-stuff/", ".terraform/",
        ],
    },
    ExcludeGroup {
        reason: "build output and caches: copies of what is indexed already",
        patterns: &[
            "dist/", "dist-newstyle/", ".stack-work/", "_build/", ".build/", "DerivedData/", "cmake-build-debug/",
            "cmake-build-release/", ".gradle/", ".dart_tool/", ".next/", ".nuxt/", ".svelte-kit/", ".turbo/",
            ".parcel-cache/", ".cache/", ".sass-cache/", ".nyc_output/", "__pycache__/", ".mypy_cache/",
            ".pytest_cache/", ".ruff_cache/", ".hypothesis/", ".ipynb_checkpoints/", "zig-cache/", ".zig-cache/",
            "zig-out/", ".metals/", ".bloop/", ".serverless/", ".direnv/",
        ],
    },
    ExcludeGroup { reason: "settings of one person's editor", patterns: &[".idea/", ".vscode/", ".vs/"] },
    ExcludeGroup {
        reason: "lock files: long, written by a program, and full of every dependency's name",
        patterns: &[
            "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb",
            "deno.lock", "Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "pixi.lock",
            "conda-lock.yml", "Gemfile.lock", "gems.locked", "composer.lock", "go.sum", "go.work.sum", "flake.lock",
            "mix.lock", "rebar.lock", "pubspec.lock", "Podfile.lock", "Package.resolved", "packages.lock.json",
            "paket.lock", "gradle.lockfile", "buildscript-gradle.lockfile", "stack.yaml.lock",
            "cabal.project.freeze", ".terraform.lock.hcl", "Chart.lock", "MODULE.bazel.lock",
        ],
    },
    ExcludeGroup {
        // Not `*.map`: linker version scripts (libbpf.map) are written by hand.
        reason: "minified and bundled: not the source",
        patterns: &[
            "*.min.js", "*.min.mjs", "*.min.css", "*.bundle.js", "*.bundle.css", "*.chunk.js", "*.chunk.css",
            "*.js.map", "*.mjs.map", "*.cjs.map", "*.css.map", "*.ts.map",
        ],
    },
    ExcludeGroup {
        reason: "generated: the definition it was made from is indexed instead",
        patterns: &[
            "*.pb.go", "*.pb.cc", "*.pb.h", "*.pb.swift", "*.pb.dart", "*.pbobjc.h", "*.pbobjc.m", "*_pb2.py",
            "*_pb2.pyi", "*_pb2_grpc.py", "*_pb.js", "*_pb.ts", "*_pb.d.ts", "*.g.dart", "*.freezed.dart",
            "*.designer.cs", "*.g.cs", "*.g.i.cs", "*.generated.*", "zz_generated.*",
        ],
    },
    ExcludeGroup {
        reason: "images, sound and video",
        patterns: &[
            "*.png", "*.jpg", "*.jpeg", "*.gif", "*.bmp", "*.ico", "*.icns", "*.webp", "*.avif", "*.heic", "*.tif",
            "*.tiff", "*.psd", "*.xcf", "*.mp3", "*.wav", "*.ogg", "*.flac", "*.aac", "*.m4a", "*.mp4", "*.m4v",
            "*.mov", "*.avi", "*.mkv", "*.webm",
        ],
    },
    ExcludeGroup {
        reason: "archives, packages and disk images",
        patterns: &[
            "*.zip", "*.tar", "*.gz", "*.tgz", "*.bz2", "*.xz", "*.zst", "*.lz4", "*.br", "*.7z", "*.rar", "*.jar",
            "*.war", "*.ear", "*.aar", "*.whl", "*.egg", "*.gem", "*.nupkg", "*.crate", "*.deb", "*.rpm", "*.apk",
            "*.aab", "*.ipa", "*.dmg", "*.iso", "*.msi",
        ],
    },
    ExcludeGroup {
        // Not `*.lib`: Linux has scripts/Makefile.lib.
        reason: "compiled code and object files",
        patterns: &[
            "*.o", "*.a", "*.so", "*.dylib", "*.dll", "*.exe", "*.obj", "*.pdb", "*.class", "*.pyc", "*.pyo",
            "*.pyd", "*.beam", "*.wasm", "*.rlib", "*.rmeta", "*.ko", "*.node", "*.hi", "*.cmo", "*.cmi", "*.cmx",
        ],
    },
    ExcludeGroup {
        reason: "fonts, office documents, databases and model weights",
        patterns: &[
            "*.ttf", "*.otf", "*.woff", "*.woff2", "*.eot", "*.pdf", "*.docx", "*.xlsx", "*.pptx", "*.odt", "*.ods",
            "*.odp", "*.sqlite", "*.sqlite3", "*.parquet", "*.npy", "*.npz", "*.pkl", "*.h5", "*.onnx", "*.pt",
            "*.safetensors", "*.gguf", "*.tflite",
        ],
    },
];

/// Skipped unless `index.secrets` is on: files whose purpose is to hold a secret. Their names stay in the status.
#[rustfmt::skip]
pub(crate) const SECRETS: &[Pattern] = &[
    ".env", ".env.*", "*.env", ".envrc", "*.pem", "*.key", "*.p12", "*.pfx", "*.p8", "*.jks", "*.keystore", "*.kdbx",
    "*.kdb", "*.ppk", "*.gpg", "*.ovpn", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
    ".netrc", "_netrc", ".pgpass", ".my.cnf", ".pypirc", ".htpasswd", ".git-credentials", "credentials",
    "credentials.json", "client_secret.json", "client_secret_*", "service-account.json", "service_account.json",
    "application_default_credentials.json", "*.tfstate", "*.tfstate.backup",
];

/// Look like secrets but are the empty form that the repository shows to newcomers.
pub(crate) const NOT_SECRETS: &[Pattern] = &["*.example", "*.sample", "*.template", "*.dist", "*.defaults", "*.tmpl"];

/// A directory name that is output in some repositories and source in others (the Linux kernel has `drivers/target`).
#[derive(Debug)]
pub(crate) struct OutputDirectory {
    /// The directory's name with a slash.
    pub pattern: Pattern,
    /// It is output if one of these stands in it.
    pub inside: &'static [&'static str],
    /// It is output if one of these stands beside it: the build tool that writes there.
    pub beside: &'static [&'static str],
}

/// Left out by default, but only with evidence.
pub(crate) const OUTPUT_IF_EVIDENT: &[OutputDirectory] = &[
    OutputDirectory {
        pattern: "target/",
        inside: &["CACHEDIR.TAG", ".rustc_info.json"],
        beside: &["Cargo.toml", "pom.xml", "build.sbt", "build.properties", "project.clj"],
    },
    OutputDirectory {
        pattern: "build/",
        inside: &["CMakeCache.txt", "build.ninja", "CACHEDIR.TAG", "meson-info", "asset-manifest.json"],
        beside: &["build.gradle", "build.gradle.kts", "pubspec.yaml"],
    },
    OutputDirectory { pattern: "out/", inside: &["CMakeCache.txt", "build.ninja", "CACHEDIR.TAG"], beside: &[] },
    OutputDirectory { pattern: "obj/", inside: &["project.assets.json"], beside: &[] },
    OutputDirectory { pattern: "env/", inside: &["pyvenv.cfg"], beside: &[] },
    OutputDirectory { pattern: ".env/", inside: &["pyvenv.cfg"], beside: &[] },
];

static EXCLUDES: LazyLock<NameRules> =
    LazyLock::new(|| NameRules::compile(DEFAULT_EXCLUDES.iter().flat_map(|group| group.patterns.iter().copied())));
static SECRET_NAMES: LazyLock<NameRules> = LazyLock::new(|| NameRules::compile(SECRETS.iter().copied()));
static OPEN_NAMES: LazyLock<NameRules> = LazyLock::new(|| NameRules::compile(NOT_SECRETS.iter().copied()));

/// The pattern for which a file is left out by default.
pub(crate) fn excluded_file(name: &str) -> Option<Pattern> {
    EXCLUDES.file(name)
}

/// The pattern for which a directory is left out by default. Asks the disk only for names that need evidence.
pub(crate) fn excluded_directory(path: &Path, name: &str) -> Option<Pattern> {
    if let Some(pattern) = EXCLUDES.directory(name) {
        return Some(pattern);
    }
    let rule = OUTPUT_IF_EVIDENT.iter().find(|rule| rule.pattern.strip_suffix('/') == Some(name))?;
    let is_inside = rule.inside.iter().any(|file| path.join(file).exists());
    let is_beside = || rule.beside.iter().any(|file| path.with_file_name(file).exists());
    (is_inside || is_beside()).then_some(rule.pattern)
}

/// Whether a file of this name usually holds a secret.
pub(crate) fn is_secret(name: &str) -> bool {
    SECRET_NAMES.file(name).is_some() && OPEN_NAMES.file(name).is_none()
}
