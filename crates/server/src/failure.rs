//! Why a caller gets no answer: what went wrong, what to do about it, and whose fault it is.
//!
//! MCP and REST word it their own way; both say the same.

use quarry_engine::{AskError, OpenError, PatternError, RelatedError, SearchError, StorageError, causes};

use crate::parameters::{FilterProblem, ParameterError};
use crate::repositories::RepositoryError;

/// What to do where no repository is known.
const NAME_ONE: &str = "set `repository` to the absolute path of the repository you work in; for good, put that path into the \
    agent's MCP settings: `quarry mcp /path/to/repository`";
/// What to do about an index that cannot be read.
const REBUILD: &str = "run `quarry index --rebuild` in the repository";

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) what: String,
    pub(crate) help: Option<String>,
}

/// Whose fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The caller asks for something that cannot be meant.
    WrongRequest,
    /// The caller names something that is not there.
    NotFound,
    /// Nothing has the name that is asked about, and that is an answer.
    NoSymbol,
    /// There is no index to ask.
    NoIndex,
    /// There is none yet, but it is being made.
    NotYet,
    /// The caller does not want an answer any more.
    Cancelled,
    /// Ours.
    Internal,
}

impl FailureKind {
    /// The word that programs tell it by.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            FailureKind::WrongRequest => "wrong_request",
            FailureKind::NotFound => "not_found",
            FailureKind::NoSymbol => "no_symbol",
            FailureKind::NoIndex => "no_index",
            FailureKind::NotYet => "not_yet",
            FailureKind::Cancelled => "cancelled",
            FailureKind::Internal => "internal",
        }
    }
}

impl Failure {
    pub(crate) fn wrong(what: impl Into<String>, help: Option<String>) -> Failure {
        Failure { kind: FailureKind::WrongRequest, what: what.into(), help }
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Failure {
        Failure { kind: FailureKind::NotFound, what: what.into(), help: None }
    }

    pub(crate) fn no_index(problem: String) -> Failure {
        Failure { kind: FailureKind::NoIndex, what: problem, help: Some(REBUILD.to_owned()) }
    }

    pub(crate) fn not_yet(what: String) -> Failure {
        Failure { kind: FailureKind::NotYet, what, help: Some("ask again in a few seconds".to_owned()) }
    }

    pub(crate) fn cancelled() -> Failure {
        Failure { kind: FailureKind::Cancelled, what: "the request was cancelled".to_owned(), help: None }
    }

    pub(crate) fn internal(what: impl Into<String>) -> Failure {
        Failure { kind: FailureKind::Internal, what: what.into(), help: None }
    }

    /// The sentence a reader gets.
    pub(crate) fn sentence(&self) -> String {
        match &self.help {
            Some(help) => format!("{}\nhelp: {help}", self.what),
            None => self.what.clone(),
        }
    }
}

impl From<ParameterError> for Failure {
    fn from(error: ParameterError) -> Failure {
        Failure::wrong(error.what, error.help)
    }
}

impl From<FilterProblem> for Failure {
    fn from(problem: FilterProblem) -> Failure {
        ParameterError::from(problem).into()
    }
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Failure {
        let what = error.to_string();
        match error {
            RepositoryError::Unknown { nearest, .. } => {
                let help = nearest.map(|near| format!("did you mean `{near}`?"));
                Failure { kind: FailureKind::NotFound, what, help }
            }
            RepositoryError::Unnamed { .. } => Failure::wrong(what, Some("set `repository`".to_owned())),
            RepositoryError::NotOpened { .. } => Failure::wrong(what, None),
            RepositoryError::NoneKnown => Failure::wrong(what, Some(NAME_ONE.to_owned())),
        }
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::EmptyQuery => {
                Failure::wrong(error.to_string(), Some("ask for a word or a name: \"open file\"".to_owned()))
            }
            SearchError::FilterWord(error) => FilterProblem::from(error).into(),
            SearchError::Filter(error) => FilterProblem::from(error).into(),
            SearchError::Open(error) => error.into(),
            SearchError::Read(error) => Failure { help: Some(REBUILD.to_owned()), ..Failure::internal(causes(&error)) },
            other => Failure::internal(causes(&other)),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        Failure::no_index(causes(&error))
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Failure {
        Failure::internal(causes(&error))
    }
}

impl From<RelatedError> for Failure {
    fn from(error: RelatedError) -> Failure {
        match error {
            RelatedError::Search(error) => error.into(),
            RelatedError::NotIndexed { .. } | RelatedError::NoSuchLine { .. } => Failure::not_found(error.to_string()),
            RelatedError::NoWord => Failure::wrong(error.to_string(), None),
        }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Failure {
        let alike: Vec<String> = match &error {
            AskError::NoFile { alike, .. } => alike.iter().map(|path| format!("`{path}`")).collect(),
            AskError::NoSymbol { alike, .. } => alike.iter().map(|name| format!("`{name}`")).collect(),
            AskError::NoSymbolAt { .. } => Vec::new(),
            AskError::Read(error) => {
                return Failure { help: Some(REBUILD.to_owned()), ..Failure::internal(causes(error)) };
            }
        };
        let help = (!alike.is_empty()).then(|| format!("did you mean {}?", alike.join(" or ")));
        let kind = match error {
            AskError::NoSymbol { .. } => FailureKind::NoSymbol,
            _ => FailureKind::NotFound,
        };
        Failure { kind, what: error.to_string(), help }
    }
}

impl From<PatternError> for Failure {
    fn from(error: PatternError) -> Failure {
        let help = "put `\\` before a character that means itself, or ask for `fixed` text".to_owned();
        Failure::wrong(causes(&error), Some(help))
    }
}
