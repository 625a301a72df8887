//! Assembled contexts of small repositories: what is in them, what changed since indexing, what was shown before, and
//! that no budget is exceeded.

use std::collections::HashSet;

use expect_test::{Expect, expect};
use proptest::prelude::{ProptestConfig, Strategy, any, prop, proptest};
use quarry_engine::{
    ContextLayout, ContextRequest, ContextResponse, Engine, Form, Mode, ModelProvider, Quiet, SearchError, Searcher,
    Settings, Shown, Tokenizer,
};
use quarry_test_support::Repository;

const SHOP: &str = "
    //- src/auth.rs
    use crate::store::load_user;

    /// Checks the password of a user.
    pub fn check_password(name: &str, given: &str) -> bool {
        let user = load_user(name);
        user.password == hashed(given)
    }

    fn hashed(text: &str) -> String {
        text.chars().rev().collect()
    }
    //- src/store.rs
    pub struct User {
        pub name: String,
        pub password: String,
    }

    /// Loads one from the database.
    pub fn load_user(name: &str) -> User {
        todo()
    }
    //- src/login.rs
    use crate::auth::check_password;

    pub fn login(name: &str, given: &str) -> Session {
        if check_password(name, given) { Session::open(name) } else { Session::closed() }
    }
    //- tests/auth_test.rs
    use shop::auth::check_password;

    #[test]
    fn wrong_passwords_are_refused() {
        assert!(!check_password(\"ana\", \"wrong\"));
    }
    //- src/cart.rs
    pub fn total(prices: &[u32]) -> u32 {
        prices.iter().sum()
    }
    //- src/lib.rs
    pub mod auth;
    pub mod cart;
    pub mod login;
    pub mod store;
    //- Cargo.toml
    [package]
    name = \"shop\"
";

struct Bench {
    repository: Repository,
    engine: Engine,
}

impl Bench {
    fn new(fixture: &str) -> Bench {
        Bench::with(Repository::new(fixture), Settings::default())
    }

    fn with(repository: Repository, mut settings: Settings) -> Bench {
        settings.model.provider = ModelProvider::None;
        let engine = Engine::new(repository.path(), &repository.beside("home"), settings);
        engine.index(Mode::Changed, &Quiet).expect("the repository is indexed");
        Bench { repository, engine }
    }

    fn open(&self) -> Searcher<'_> {
        self.engine.open().expect("an index")
    }
}

fn asked(query: &str) -> ContextRequest {
    ContextRequest { query: query.to_owned(), ..ContextRequest::default() }
}

#[track_caller]
fn answer(searcher: &Searcher<'_>, request: &ContextRequest) -> ContextResponse {
    searcher.assemble_context(request, &Shown::default()).expect("an answer")
}

/// Asks with so many results of the search.
#[track_caller]
fn check(hits: usize, request: &ContextRequest, expected: Expect) {
    let mut settings = Settings::default();
    settings.context.hits = hits;
    let bench = Bench::with(Repository::new(SHOP), settings);
    let response = answer(&bench.open(), request);
    let head = format!("{} tokens, truncated {}\n", response.n_tokens, response.truncated);
    expected.assert_eq(&(head + &response.text));
}

#[test]
fn results_related_code_and_dependencies_stand_in_sections() {
    check(
        1,
        &asked("check password"),
        expect![[r#"
            298 tokens, truncated false
            ## Primary Results

            ### check_password (function)
            File: src/auth.rs [L1-L11]
            ```rust
            use crate::store::load_user;

            /// Checks the password of a user.
            pub fn check_password(name: &str, given: &str) -> bool {
                let user = load_user(name);
                user.password == hashed(given)
            }

            fn hashed(text: &str) -> String {
                text.chars().rev().collect()
            }
            ```

            ## Related Context

            - [called_by check_password, distance=1] src/login.rs [L3-L5] function: pub fn login(name: &str, given: &str) -> Session L4: if check_password(name, given) { Session::open(name) } else { Session::closed() }
            - [calls check_password, distance=1] src/store.rs [L6-L9] function: pub fn load_user(name: &str) -> User
            - [test_for check_password, distance=1] tests/auth_test.rs L1: use shop::auth::check_password;
            - [sibling check_password, distance=2] src/store.rs [L1-L4] struct: pub struct User
            ## Dependency Graph

            src/auth.rs --[imports, calls, references]--> src/store.rs
            src/login.rs --[imports, calls, references]--> src/auth.rs
            tests/auth_test.rs --[imports, references, tests]--> src/auth.rs
        "#]],
    );
}

#[test]
fn tags_hold_the_same() {
    let request = ContextRequest { layout: ContextLayout::Tags, budget: Some(300), ..asked("check password") };
    check(
        30,
        &request,
        expect![[r#"
            210 tokens, truncated true
            <context>
            <primary_results>
            <result path="src/auth.rs" lines="1-11" kind="function" name="check_password">
            use crate::store::load_user;

            /// Checks the password of a user.
            pub fn check_password(name: &str, given: &str) -> bool {
                let user = load_user(name);
                user.password == hashed(given)
            }

            fn hashed(text: &str) -> String {
                text.chars().rev().collect()
            }
            </result>
            <signature path="src/login.rs" lines="3-5" kind="function" name="login">pub fn login(name: &str, given: &str) -> Session</signature>
            <signature path="tests/auth_test.rs" lines="3-6" kind="function" name="wrong_passwords_are_refused">fn wrong_passwords_are_refused()</signature>
            </primary_results>
            <dependency_graph>
            src/login.rs --[imports, calls, references]--> src/auth.rs
            </dependency_graph>
            </context>
        "#]],
    );
}

#[test]
fn lines_around_a_match_can_be_asked_for() {
    let bench = Bench::new(SHOP);
    let request = ContextRequest { lines_before: Some(1), lines_after: Some(0), ..asked("total prices") };
    let response = answer(&bench.open(), &request);
    assert_eq!(response.primary[0].path.as_str(), "src/cart.rs");
    assert_eq!(response.primary[0].lines.first, 1);
}

#[test]
fn no_line_is_shown_twice() {
    let bench = Bench::new(SHOP);
    for query in ["check password", "user", "login session", "load user name"] {
        let response = answer(&bench.open(), &asked(query));
        let mut seen = HashSet::new();
        for piece in response.primary.iter().filter(|piece| piece.form != Form::Signature) {
            for line in piece.lines.first..=piece.lines.last {
                assert!(seen.insert((piece.path.clone(), line)), "{query}: {} {line}", piece.path);
            }
        }
        for related in &response.related {
            let line = related.symbol.as_ref().map_or(0, |symbol| symbol.line);
            assert!(!seen.contains(&(related.path.clone(), line)), "{query}: {related:?}");
        }
    }
}

#[test]
fn a_changed_file_is_read_again_and_what_moved_is_found() {
    let bench = Bench::new(SHOP);
    let searcher = bench.open();
    let old = String::from_utf8(bench.repository.read("src/auth.rs")).expect("text");
    bench.repository.write("src/auth.rs", format!("// A new line.\n{}", old.replace("let user", "let found_user")));
    let response = answer(&searcher, &asked("check password"));
    let piece = response.primary.iter().find(|piece| piece.path.as_str() == "src/auth.rs").expect("it is found");
    assert!(piece.text.contains("let found_user") && piece.lines.first > 1, "{piece:?}");
    assert!(!response.text.contains("let user ="), "{}", response.text);
}

#[test]
fn what_is_gone_is_told_and_not_shown() {
    let bench = Bench::new(SHOP);
    let searcher = bench.open();
    bench.repository.remove("src/auth.rs");
    bench.repository.write("src/store.rs", "// Nothing is left.\n");
    let response = answer(&searcher, &asked("load user check password"));
    assert!(response.primary.iter().all(|piece| piece.path.as_str() != "src/auth.rs"));
    let notices = response.notices.join("\n");
    assert!(notices.contains("src/auth.rs is left out, it cannot be read any more"), "{notices}");
    assert!(notices.contains("src/store.rs has changed since it was indexed, and line"), "{notices}");
}

#[test]
fn a_session_is_not_shown_the_same_again() {
    let bench = Bench::new(SHOP);
    let searcher = bench.open();
    let sessions = bench.engine.sessions();
    let ask = |query: &str| {
        let shown = sessions.shown("task").expect("a session");
        let response = searcher.assemble_context(&asked(query), &shown).expect("an answer");
        sessions.remember("task", &response.newly_shown).expect("it is kept");
        response
    };
    let first = ask("check password");
    let second = ask("check password");
    assert!(!first.primary.is_empty() && first.n_known == 0);
    assert!(second.primary.is_empty() && second.related.is_empty() && second.n_known > 0, "{}", second.text);
    assert_eq!(second.notices, ["everything that was found has been shown before"]);
    let other = ask("total prices");
    assert!(other.text.contains("prices.iter().sum()"), "{}", other.text);
    let fresh = answer(&searcher, &asked("check password"));
    assert_eq!(fresh.text, first.text, "who names no session is told everything");
}

#[test]
fn the_history_of_an_index_does_not_matter() {
    let at_once = Bench::new(SHOP);
    let bit_by_bit = Bench::new("");
    for (path, text) in quarry_test_support::files(SHOP).into_iter().rev() {
        bit_by_bit.repository.write(path.as_str(), text);
        bit_by_bit.engine.index(Mode::Changed, &Quiet).expect("the repository is indexed");
    }
    for query in ["check password", "user", "login session"] {
        let [one, two] = [&at_once, &bit_by_bit].map(|bench| answer(&bench.open(), &asked(query)).text);
        assert_eq!(one, two, "{query}");
    }
}

#[test]
fn a_budget_that_holds_nothing_says_what_is_needed() {
    let bench = Bench::new(SHOP);
    let response = answer(&bench.open(), &ContextRequest { budget: Some(8), ..asked("check password") });
    assert!(response.text.is_empty() && response.truncated && response.n_left_out > 0);
    expect!["no result fits: the smallest needs 20 tokens, and a budget of 8 leaves 6 for context"]
        .assert_eq(&response.notices.join("\n"));
}

#[test]
fn questions_without_words_and_without_results_are_answered_clearly() {
    let bench = Bench::new(SHOP);
    let searcher = bench.open();
    let empty = searcher.assemble_context(&asked("?"), &Shown::default());
    assert!(matches!(empty, Err(SearchError::EmptyQuery)));
    let nothing = answer(&searcher, &asked("zygomorphic"));
    assert!(nothing.text.is_empty() && !nothing.truncated && nothing.primary.is_empty());
}

/// Languages with what a function looks like in them.
const SHAPES: [(&str, &str); 5] = [
    ("rs", "pub fn NAME(value: u32) -> u32 {\n    OTHER(value) + 1\n}\n"),
    ("py", "def NAME(value):\n    \"\"\"Gives the WORD.\"\"\"\n    return OTHER(value)\n\n"),
    ("ts", "export function NAME(value: number) {\n  return OTHER(value); // WORD\n}\n"),
    ("md", "## NAME\n\nHow the WORD works:\n\n```\nOTHER\n```\n\n"),
    ("txt", "NAME WORD OTHER ČĎ 漢字 '\"`<&>\n"),
];
const WORDS: [&str; 8] = ["cart", "total", "price", "check", "user", "token", "load", "parse"];

/// Of which shape, and of which parts: a name, another name, and how often it is repeated.
fn file() -> impl Strategy<Value = (usize, Vec<(usize, usize, usize)>)> {
    let part = (0..WORDS.len(), 0..WORDS.len(), 1..40_usize);
    (0..SHAPES.len(), prop::collection::vec(part, 1..6))
}

/// Its words, its budget, and whether it wants tags.
fn question() -> impl Strategy<Value = (Vec<usize>, usize, bool)> {
    (prop::collection::vec(0..WORDS.len(), 1..4), 1..3000_usize, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn no_question_exceeds_its_budget(
        files in prop::collection::vec(file(), 1..12),
        questions in prop::collection::vec(question(), 1..12),
        is_exact in any::<bool>(),
    ) {
        let repository = Repository::new("");
        for (number, (shape, parts)) in files.iter().enumerate() {
            let (ending, template) = SHAPES[*shape];
            let text: String = parts.iter().map(|(name, other, n_times)| {
                let part = template.replace("NAME", &format!("{}_{number}", WORDS[*name]));
                let part = part.replace("WORD", WORDS[*other]);
                let part = part.replace("OTHER", &format!("{}_{}", WORDS[*other], number / 2));
                part.repeat(*n_times % 3 + 1) + &"    more();\n".repeat(*n_times)
            }).collect();
            repository.write(&format!("src/{}_{number}.{ending}", WORDS[parts[0].0]), text);
        }
        let mut settings = Settings::default();
        settings.context.tokenizer = if is_exact { Tokenizer::O200k } else { Tokenizer::Chars };
        let bench = Bench::with(repository, settings);
        let searcher = bench.open();
        let mut shown = Shown::default();
        for (words, budget, is_tags) in questions {
            let query: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
            let layout = if is_tags { ContextLayout::Tags } else { ContextLayout::Markdown };
            let request = ContextRequest { budget: Some(budget), layout, ..asked(&query.join(" ")) };
            let response = searcher.assemble_context(&request, &shown).expect("an answer");
            let counted = bench.engine.settings().context.tokenizer.count(&response.text);
            assert_eq!(counted, response.n_tokens);
            assert!(counted <= response.budget.available(), "{counted} of {:?}", response.budget);
            let is_told = response.notices.iter().any(|notice| notice.starts_with("no result fits"));
            let is_known = response.n_known > 0 && response.n_left_out == 0;
            let is_nothing = response.primary.is_empty() && response.n_left_out == 0 && response.n_known == 0;
            assert!(!response.primary.is_empty() || is_told || is_known || is_nothing, "{response:?}");
            shown.remember(&response.newly_shown);
        }
    }
}
