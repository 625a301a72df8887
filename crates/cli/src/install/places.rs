//! The folders that agents keep their settings in, and the program they are told to start.
//!
//! In:  what the environment says, read by `config`.
//! Out: paths for the templates of the table of agents.

use std::path::{Path, PathBuf};

use super::Scope;
use super::agents::Agent;

/// Where things lie on this machine, for this user and this repository.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Each name that a template may begin with, and its folder.
    pub(crate) folders: Vec<(&'static str, PathBuf)>,
    /// Where programs are looked for.
    pub(crate) search_path: Vec<PathBuf>,
    /// This program.
    pub(crate) program: PathBuf,
}

impl Places {
    /// The path that a template of the table means.
    pub(super) fn path(&self, template: &str) -> PathBuf {
        let (name, rest) = template.trim_start_matches('{').split_once('}').unwrap_or(("", template));
        let folder = self.folders.iter().find(|(known, _)| *known == name).map(|(_, path)| path.as_path());
        let folder = folder.unwrap_or_else(|| unreachable!("the table names {{{name}}}, a folder that nobody knows"));
        rest.split('/').filter(|part| !part.is_empty()).fold(folder.to_owned(), |path, part| path.join(part))
    }

    /// The paths that templates mean.
    pub(super) fn all_of(&self, templates: &[&str]) -> Vec<PathBuf> {
        templates.iter().map(|template| self.path(template)).collect()
    }

    /// Of several files the first that is there, or else the first whose folder is, or else the first.
    pub(super) fn first_of(&self, templates: &[&str]) -> PathBuf {
        let paths = self.all_of(templates);
        let has_folder = |path: &PathBuf| path.parent().is_some_and(Path::exists);
        let found = paths.iter().find(|path| path.exists()).or_else(|| paths.iter().find(|path| has_folder(path)));
        found.or(paths.first()).cloned().unwrap_or_default()
    }

    /// Whether there are signs of an agent.
    pub(crate) fn has(&self, agent: &Agent, scope: Scope) -> bool {
        let signs = match scope {
            Scope::User => agent.signs,
            Scope::Project => agent.project_signs,
        };
        let is_there = |template: &&str| self.path(template).exists();
        signs.iter().any(is_there)
            || (scope == Scope::User && agent.programs.iter().any(|name| self.program_called(name).is_some()))
    }

    /// What agents are told to start. A file that is shared with others names the program alone; in the user's own
    /// settings it is named with its path, for editors are often started without the shell's PATH.
    pub(super) fn command(&self, scope: Scope) -> String {
        match scope {
            Scope::Project => "quarry".to_owned(),
            Scope::User => self.own_program().display().to_string(),
        }
    }

    /// This program by the path under which the shell finds it, which outlives an update more often than where it
    /// leads to.
    fn own_program(&self) -> PathBuf {
        let is_this = |path: &PathBuf| fs_err::canonicalize(path).is_ok_and(|real| real == self.program);
        self.program_called("quarry").filter(is_this).unwrap_or_else(|| self.program.clone())
    }

    fn program_called(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let mut found = self.search_path.iter().filter(|dir| dir.is_absolute()).map(|dir| dir.join(&name));
        found.find(|path| path.is_file())
    }

    /// The path as people write it: from the home directory, or from the repository.
    pub(crate) fn short(&self, path: &Path) -> String {
        let below = |name: &str| {
            let (_, folder) = self.folders.iter().find(|(known, _)| *known == name)?;
            path.strip_prefix(folder).ok()
        };
        match (below("project"), below("home")) {
            (Some(rest), _) => rest.display().to_string(),
            (None, Some(rest)) => format!("~/{}", rest.display()),
            (None, None) => path.display().to_string(),
        }
    }
}
