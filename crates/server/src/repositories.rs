//! The repositories of a server, by name. Few, so a list.

use std::sync::Arc;

use quarry_engine::{Settings, SettingsError, nearest};

use crate::repository::{Place, Repository};

/// All repositories that a server answers for; at least one.
pub(crate) struct Repositories {
    all: Vec<Arc<Repository>>,
}

/// A name that no repository has, or none where one is needed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RepositoryError {
    #[error("there is no repository `{name}`; there are: {known}")]
    Unknown { name: String, known: String, nearest: Option<String> },
    #[error("name a repository; there are: {known}")]
    Unnamed { known: String },
}

impl Repositories {
    /// Opens nothing yet. Repositories are called like their folders, with a number where that is not enough.
    pub(crate) fn new(places: Vec<Place>) -> Result<Repositories, SettingsError> {
        let mut all: Vec<Arc<Repository>> = Vec::new();
        for place in places {
            if all.iter().any(|known| known.root() == place.root) {
                continue;
            }
            let settings = Settings::load(&place.root)?;
            let folder = place.root.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = unused_name(&folder.unwrap_or_else(|| "root".to_owned()), &all);
            all.push(Repository::new(name, place, settings));
        }
        Ok(Repositories { all })
    }

    /// Every repository, in the order they were named.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Repository>> {
        self.all.iter()
    }

    /// The repository of a name or root; the only one needs no name.
    pub(crate) fn find(&self, name: Option<&str>) -> Result<&Arc<Repository>, RepositoryError> {
        let known = || self.all.iter().map(|repository| repository.name()).collect::<Vec<_>>().join(", ");
        match (name, self.all.as_slice()) {
            (None, [only]) => Ok(only),
            (None, _) => Err(RepositoryError::Unnamed { known: known() }),
            (Some(name), all) => {
                let is_meant = |one: &&Arc<Repository>| one.name() == name || one.root().as_os_str() == name;
                let near = || nearest(name, all.iter().map(|one| one.name())).map(str::to_owned);
                let unknown = || RepositoryError::Unknown { name: name.to_owned(), known: known(), nearest: near() };
                all.iter().find(is_meant).ok_or_else(unknown)
            }
        }
    }

    /// Starts looking at all of them, so that the first question finds an index.
    pub(crate) fn warm_up(&self) {
        self.all.iter().for_each(Repository::check_if_due);
    }

    /// Ends all indexing at the next file, and waits until it has.
    pub(crate) async fn stop(&self) {
        self.all.iter().for_each(|repository| repository.stop());
        for repository in &self.all {
            repository.checked().await;
        }
    }
}

fn unused_name(folder: &str, all: &[Arc<Repository>]) -> String {
    let is_free = |name: &String| all.iter().all(|known| known.name() != name);
    let numbered = (2..).map(|number| format!("{folder}-{number}"));
    std::iter::once(folder.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
