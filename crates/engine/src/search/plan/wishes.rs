//! Sorts of files that a question is usually not about, unless its words say so.

use std::sync::LazyLock;

use quarry_store::words;

/// Which of them are wished for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Tests, benchmarks, fixtures.
    pub tests: bool,
    /// Examples, documents.
    pub examples: bool,
    /// Interfaces without code: headers, type declarations.
    pub declarations: bool,
    /// What is kept for old users.
    pub legacy: bool,
    /// Settings of tools, build files.
    pub config: bool,
}

/// The terms of words that wish for a sort of files. Stemmed once: every question is compared with all of them.
type Terms = LazyLock<Vec<String>>;

static TESTS: Terms =
    LazyLock::new(|| words("test tests testing spec specs mock mocks fixture assert assertion bench benchmark fuzz"));
static EXAMPLES: Terms = LazyLock::new(|| {
    words("example examples sample demo doc docs documentation readme tutorial guide template changelog")
});
static DECLARATIONS: Terms = LazyLock::new(|| words("header headers declaration declarations typings prototype"));
static LEGACY: Terms = LazyLock::new(|| words("legacy deprecated compat compatibility old v1 shim polyfill backport"));
static CONFIG: Terms = LazyLock::new(|| {
    words("config configuration build ci workflow pipeline docker deploy release package install setting settings lint")
});

impl Wishes {
    pub(super) fn of(query: &[&str]) -> Wishes {
        let stemmed: Vec<String> = query.iter().flat_map(|word| words(word)).collect();
        let names = |terms: &[String]| terms.iter().any(|term| stemmed.contains(term));
        Wishes {
            tests: names(&TESTS),
            examples: names(&EXAMPLES),
            declarations: names(&DECLARATIONS),
            legacy: names(&LEGACY),
            config: names(&CONFIG),
        }
    }
}
