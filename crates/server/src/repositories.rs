//! The repositories of a server, by name. Few, so a list. A daemon opens further ones when it is asked for them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use quarry_engine::{
    Engine, ModelAccess, OpenError, Settings, SettingsError, causes, is_everything, is_repository, locate, nearest,
};

use crate::repository::{Place, Repository};

/// All repositories that a server answers for; at least one, unless they are named by questions.
pub(crate) struct Repositories {
    all: RwLock<Vec<Arc<Repository>>>,
    newcomers: Option<Newcomers>,
}

/// How repositories are opened that were not named at the start. Only where all callers are the user.
#[derive(Clone, Debug)]
pub struct Newcomers {
    /// The folder of all indexes.
    pub home: PathBuf,
    /// What the user says about models.
    pub access: ModelAccess,
    /// Who names them.
    pub named_by: NamedBy,
}

/// Who names repositories in questions, and so which are opened.
#[derive(Clone, Debug)]
pub enum NamedBy {
    /// The command line, which has seen to it that the user means it: any directory.
    User,
    /// A model: only what is a repository already, so that no other directory is read because a text said so.
    Model {
        /// The user's own directory, which is never opened unless it has an index.
        user_home: Option<PathBuf>,
    },
}

/// A name that no repository has, or none where one is needed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RepositoryError {
    #[error("there is no repository `{name}`; there are: {known}")]
    Unknown { name: String, known: String, nearest: Option<String> },
    #[error("name a repository; there are: {known}")]
    Unnamed { known: String },
    #[error("{root} cannot be opened: {why}")]
    NotOpened { root: String, why: String },
    #[error("it is not known which repository is meant: Quarry runs outside of one, and nobody has named one")]
    NoneKnown,
}

impl Repositories {
    /// Opens nothing yet. Repositories are called like their folders, with a number where that is not enough.
    pub(crate) fn new(places: Vec<Place>, newcomers: Option<Newcomers>) -> Result<Repositories, SettingsError> {
        let repositories = Repositories { all: RwLock::default(), newcomers };
        for place in places {
            repositories.add(place)?;
        }
        Ok(repositories)
    }

    /// Every repository, in the order they were named.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Arc<Repository>> + use<> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).clone().into_iter()
    }

    /// The repository of a name or root; the only one needs no name.
    pub(crate) fn find(&self, name: Option<&str>) -> Result<Arc<Repository>, RepositoryError> {
        let all: Vec<Arc<Repository>> = self.iter().collect();
        let known = || all.iter().map(|repository| repository.name()).collect::<Vec<_>>().join(", ");
        match (name, all.as_slice()) {
            (None, [only]) => Ok(Arc::clone(only)),
            (None, []) => Err(RepositoryError::NoneKnown),
            (None, _) => Err(RepositoryError::Unnamed { known: known() }),
            (Some(name), all) => {
                let is_meant = |one: &&Arc<Repository>| one.name() == name || one.root().as_os_str() == name;
                if let Some(found) = all.iter().find(is_meant) {
                    return Ok(Arc::clone(found));
                }
                if let Some(newcomers) = self.newcomers.as_ref().filter(|_| Path::new(name).is_absolute()) {
                    return self.open(name, newcomers);
                }
                if all.is_empty() {
                    return Err(RepositoryError::NoneKnown);
                }
                let nearest = nearest(name, all.iter().map(|one| one.name())).map(str::to_owned);
                Err(RepositoryError::Unknown { name: name.to_owned(), known: known(), nearest })
            }
        }
    }

    /// Opens a repository that nobody has asked for yet.
    fn open(&self, root: &str, newcomers: &Newcomers) -> Result<Arc<Repository>, RepositoryError> {
        let failed = |why: String| RepositoryError::NotOpened { root: root.to_owned(), why };
        let Newcomers { home, access, named_by } = newcomers.clone();
        // To look for such a path is to say hello to another machine, with the user's name and a hash of the password.
        if matches!(named_by, NamedBy::Model { .. }) && (root.starts_with(r"\\") || root.starts_with("//")) {
            return Err(failed("it is not on this machine".to_owned()));
        }
        let found = locate(Path::new(root), &home).map_err(|error| failed(causes(&error)))?;
        if let NamedBy::Model { user_home } = named_by
            && (!is_repository(&found.root, &home) || must_be_meant(&found.root, &home, user_home.as_deref()))
        {
            return Err(failed("it is not a repository".to_owned()));
        }
        if found.root != Path::new(root) {
            return Err(failed(format!("the repository is {}", found.root.display())));
        }
        self.add(Place { root: found.root, home, access }).map_err(|error| failed(causes(&error)))
    }

    /// Adds a repository unless it is there.
    fn add(&self, place: Place) -> Result<Arc<Repository>, SettingsError> {
        let settings = Settings::load(&place.root)?;
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| known.root() == place.root) {
            return Ok(Arc::clone(known));
        }
        let folder = place.root.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = unused_name(&folder.unwrap_or_else(|| "root".to_owned()), &all);
        let repository = Repository::new(name, place, settings);
        all.push(Arc::clone(&repository));
        Ok(repository)
    }

    /// Starts looking at all of them, so that the first question finds an index.
    pub(crate) fn warm_up(&self) {
        self.iter().for_each(|repository| repository.check_if_due());
    }

    /// Ends all indexing at the next file, and waits until it has.
    pub(crate) async fn stop(&self) {
        self.iter().for_each(|repository| repository.stop());
        for repository in self.iter() {
            repository.checked().await;
        }
    }
}

/// Whether an index of a directory would hold all of the disk or of a user's files. One that exists was meant.
pub(crate) fn must_be_meant(root: &Path, home: &Path, user_home: Option<&Path>) -> bool {
    let is_indexed = || !matches!(Engine::new(root, home, Settings::default()).open(), Err(OpenError::Missing { .. }));
    is_everything(root, user_home) && !is_indexed()
}

fn unused_name(folder: &str, all: &[Arc<Repository>]) -> String {
    let is_free = |name: &String| all.iter().all(|known| known.name() != name);
    let numbered = (2..).map(|number| format!("{folder}-{number}"));
    std::iter::once(folder.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
