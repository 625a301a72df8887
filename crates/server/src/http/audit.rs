//! The audit log: one line of JSON for every request. Who, from where, what, how it ended; never what was found.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{SyncSender, sync_channel};

use crate::wire::AuditShape;

/// Lines that may wait to be written. A disk that is slower than that slows requests down rather than losing lines.
const MAX_WAITING: usize = 10_000;

/// Writes lines, if there is somewhere to write them.
#[derive(Debug)]
pub(super) struct Audit(Option<Mutex<SyncSender<String>>>);

impl Audit {
    /// Opens the log for appending.
    pub(super) fn open(path: Option<&Path>) -> std::io::Result<Audit> {
        let Some(path) = path else { return Ok(Audit(None)) };
        let mut file = fs_err::OpenOptions::new().create(true).append(true).open(path)?;
        let (sender, lines) = sync_channel::<String>(MAX_WAITING);
        std::thread::spawn(move || {
            for line in lines {
                // A full disk must not end the service; the gap in the log shows when it was.
                let _ = file.write_all(line.as_bytes());
            }
        });
        Ok(Audit(Some(Mutex::new(sender))))
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn write(&self, entry: &AuditShape<'_>) {
        let Some(sender) = &self.0 else { return };
        let Ok(line) = serde_json::to_string(entry) else { return };
        if let Ok(sender) = sender.lock() {
            // The writer lives as long as the process.
            let _ = sender.send(line + "\n");
        }
    }
}
