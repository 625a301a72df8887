//! Who may ask, and for what: bearer tokens, kept as hashes.

use std::path::{Path, PathBuf};

/// A shorter token could be guessed.
const MIN_CHARS: usize = 24;

/// What a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Questions.
    Read,
    /// Questions, and work: indexing.
    Admin,
}

impl Scope {
    /// Every scope, the smallest first.
    pub(super) const ALL: [Scope; 2] = [Scope::Read, Scope::Admin];

    /// The word in the file of tokens and in headers.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Admin => "admin",
        }
    }
}

/// All tokens of a server.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<Token>);

#[derive(Clone, Debug)]
struct Token {
    /// Whose it is, for the audit log.
    name: String,
    scope: Scope,
    hash: blake3::Hash,
}

/// Why there are no tokens.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// The file cannot be read.
    #[error("cannot read tokens")]
    Read(#[source] std::io::Error),
    /// A line is not as it should be.
    #[error("{}:{line}: {problem}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong; never the token itself.
        problem: String,
    },
}

/// A caller whose token is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Caller {
    pub(super) name: String,
    pub(super) scope: Scope,
}

impl Tokens {
    /// Reads a file with a token a line: `read ana 7f0c…`, that is scope, name and token. `#` begins a comment.
    pub fn load(file: &Path) -> Result<Tokens, TokensError> {
        let text = fs_err::read_to_string(file).map_err(TokensError::Read)?;
        let wrong = |line, problem: String| TokensError::Line { file: file.to_owned(), line, problem };
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let tokens: Vec<Token> = lines
            .map(|(number, line)| token(line).map_err(|problem| wrong(number, problem)))
            .collect::<Result<_, _>>()?;
        match tokens.is_empty() {
            true => Err(wrong(1, "no token in it".to_owned())),
            false => Ok(Tokens(tokens)),
        }
    }

    /// One token that opens everything.
    pub fn only(name: &str, token: &str) -> Tokens {
        let hash = blake3::hash(token.as_bytes());
        Tokens(vec![Token { name: name.to_owned(), scope: Scope::Admin, hash }])
    }

    /// Whether nobody needs one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whose token this is. Every token is compared, each in constant time, so that time tells nothing.
    pub(super) fn caller(&self, token: &str) -> Option<Caller> {
        let hash = blake3::hash(token.as_bytes());
        let mut found = None;
        for known in &self.0 {
            if known.hash == hash {
                found = Some(known);
            }
        }
        found.map(|token| Caller { name: token.name.clone(), scope: token.scope })
    }
}

fn token(line: &str) -> Result<Token, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [scope, name, token] = words[..] else {
        return Err("a line is a scope, a name and a token: `read ana 7f0c…`".to_owned());
    };
    let scope = Scope::ALL.into_iter().find(|known| known.as_str() == scope);
    let scope = scope.ok_or("the scope is `read` or `admin`")?;
    if token.chars().count() < MIN_CHARS {
        return Err(format!("a token has at least {MIN_CHARS} characters; `openssl rand -hex 32` makes a good one"));
    }
    Ok(Token { name: name.to_owned(), scope, hash: blake3::hash(token.as_bytes()) })
}
