//! The files of a plan in the making: each read once, then changed by whoever wants to, in turn.

use std::path::{Path, PathBuf};

use super::super::Action;
use super::super::entry::Unreadable;
use super::super::ledger::{Ledger, Record};
use super::{Change, read, without_mark};

/// All files looked at so far.
pub(super) struct Drafts<'a> {
    pub(super) ledger: &'a Ledger,
    files: Vec<Draft>,
}

/// One file, as it is and as it will be.
pub(super) struct Draft {
    path: PathBuf,
    real: PathBuf,
    before: Option<String>,
    after: Option<String>,
    agents: Vec<&'static str>,
    /// It held something of ours before.
    is_update: bool,
    made_key: bool,
}

impl<'a> Drafts<'a> {
    pub(super) fn new(ledger: &'a Ledger) -> Drafts<'a> {
        Drafts { ledger, files: Vec::new() }
    }

    /// The file that a path leads to.
    pub(super) fn open(&mut self, path: &Path) -> Result<&mut Draft, Unreadable> {
        let real = resolved(path);
        let index = match self.files.iter().position(|draft| draft.real == real) {
            Some(index) => index,
            None => {
                let before = read(&real)?;
                let (path, after) = (path.to_owned(), before.clone());
                let agents = Vec::new();
                self.files.push(Draft { path, real, before, after, agents, is_update: false, made_key: false });
                self.files.len() - 1
            }
        };
        Ok(&mut self.files[index])
    }

    /// Whether anything changes for an agent.
    pub(super) fn touches(&self, agent: &str) -> bool {
        self.files.iter().any(|draft| draft.before != draft.after && draft.agents.contains(&agent))
    }

    /// What is to be written. Of what is taken back nothing is remembered.
    pub(super) fn into_changes(self, action: Action) -> Vec<Change> {
        let ledger = self.ledger;
        let changed = self.files.into_iter().filter(|draft| draft.before != draft.after);
        changed.map(|draft| draft.into_change(action, ledger)).collect()
    }
}

impl Draft {
    /// The text as it will be, without a byte order mark; `None`: no file.
    pub(super) fn text(&self) -> Option<&str> {
        self.after.as_deref().map(without_mark)
    }

    pub(super) fn record<'a>(&self, ledger: &'a Ledger) -> Option<&'a Record> {
        ledger.get(&self.real)
    }

    /// Whether the file is what Quarry left there.
    pub(super) fn is_as_left(&self, ledger: &Ledger) -> bool {
        let text = self.before.as_deref();
        text.is_some_and(|text| self.record(ledger).is_some_and(|record| record.is_of(text)))
    }

    /// Changes the text, for an agent; a byte order mark stays.
    pub(super) fn set(&mut self, agent: &'static str, text: Option<String>) {
        let had_mark = self.before.as_deref().is_some_and(|before| before.starts_with('\u{feff}'));
        self.after = text.map(|text| if had_mark { format!("\u{feff}{text}") } else { text });
        self.belongs_to(agent);
    }

    pub(super) fn belongs_to(&mut self, agent: &'static str) {
        if !self.agents.contains(&agent) {
            self.agents.push(agent);
        }
    }

    pub(super) fn is_update(&mut self) {
        self.is_update = true;
    }

    pub(super) fn makes_key(&mut self) {
        self.made_key = true;
    }

    /// Goes back to before Quarry, if that is known to the byte.
    pub(super) fn restore(&mut self, agent: &'static str, ledger: &Ledger) -> bool {
        let restored = self.before.as_deref().and_then(|text| self.record(ledger)?.restored(text));
        let Some(restored) = restored else { return false };
        self.after = restored;
        self.belongs_to(agent);
        true
    }

    fn into_change(self, action: Action, ledger: &Ledger) -> Change {
        let installed = self.after.as_deref().filter(|_| action == Action::Install);
        let record = installed.map(|after| self.record_of(after, ledger));
        let Draft { path, real, before, after, agents, .. } = self;
        Change { path, real, before, after, agents, record }
    }

    /// What to remember: the way back to before the first change, not to before this one.
    fn record_of(&self, after: &str, ledger: &Ledger) -> Record {
        let earlier = self.record(ledger);
        let restored = self.before.as_deref().and_then(|before| earlier?.restored(before));
        let mut record = match (restored, self.is_update) {
            (Some(origin), _) => Record::of(&self.real, origin.as_deref(), after),
            (None, true) => Record::of_update(&self.real, after),
            (None, false) => Record::of(&self.real, self.before.as_deref(), after),
        };
        record.made_key = self.made_key || earlier.is_some_and(|earlier| self.is_update && earlier.made_key);
        record
    }
}

/// Where a path leads, as far as that exists; a link that leads nowhere yet is followed all the same.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(real) = fs_err::canonicalize(path) {
        return real;
    }
    if let (Ok(target), Some(dir)) = (fs_err::read_link(path), path.parent()) {
        return resolved(&dir.join(target));
    }
    match (path.parent(), path.file_name()) {
        (Some(dir), Some(name)) if !dir.as_os_str().is_empty() => resolved(dir).join(name),
        _ => path.to_owned(),
    }
}
