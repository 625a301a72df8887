//! Layouts as they are printed.

use expect_test::{Expect, expect};
use quarry_source::{Confidence, EdgeKind, Language, RepoPath};

use super::ContextLayout;
use crate::context::fixture;
use crate::context::piece::{ContextPiece, Form, RelatedPiece, UseSite};
use crate::graph::{FileEdge, Relationship};
use crate::settings::Settings;

const SOURCE: &str = "\
struct Client;

impl Client {
    /// Sends it, as ```text```.
    fn send(&self, text: &str) -> bool {
        true
    }
}
";

#[track_caller]
fn check(layout: ContextLayout, expected: Expect) {
    let settings = Settings::default();
    let file = fixture::shared("src/a \"b\".rs", SOURCE);
    let candidate = fixture::candidate(&file, (4, 7), 1);
    let plain = fixture::candidate(&fixture::shared("notes.txt", "one\ntwo\n"), (1, 2), 2);
    let pieces =
        [(&candidate, Form::Body), (&plain, Form::Body), (&candidate, Form::Signature), (&plain, Form::Signature)];
    let shown = pieces.map(|(candidate, form)| {
        let piece = ContextPiece::of(candidate, form, &settings).expect("something to show");
        layout.piece(&piece)
    });
    let related = RelatedPiece {
        path: RepoPath::new("tests/net.rs"),
        language: Language::new("rust"),
        symbol: None,
        lines: None,
        relationship: Relationship::TestFor,
        distance: 1,
        confidence: Confidence::Import,
        of: "Client::send".to_owned(),
        heads: vec!["fn it_sends()".to_owned()],
        site: Some(UseSite { line: 9, text: "client.send(\"x\");".to_owned() }),
        n_tokens: 0,
    };
    let edge = FileEdge {
        from: RepoPath::new("tests/net.rs"),
        to: RepoPath::new("src/a.rs"),
        kinds: vec![EdgeKind::Imports, EdgeKind::Calls],
        confidence: Confidence::UniqueName,
        n_uses: 3,
    };
    expected.assert_eq(&(shown.concat() + &layout.related(&related) + &layout.edge(&edge)));
}

#[test]
fn markdown_has_headings_fences_and_lists() {
    check(
        ContextLayout::Markdown,
        expect![[r####"
        ### Client::send (method)
        File: src/a "b".rs [L4-L7]
        Inside: impl Client
        ````rust
            /// Sends it, as ```text```.
            fn send(&self, text: &str) -> bool {
                true
            }
        ````

        ### notes.txt [L1-L2]
        ```text
        one
        two
        ```

        - src/a "b".rs [L4-L7] method Client::send: fn send(&self, text: &str) -> bool
        - notes.txt [L1-L2] one
        - [test_for Client::send, distance=1] tests/net.rs fn it_sends() L9: client.send("x");
        tests/net.rs --[imports, calls]--> src/a.rs (by name)
    "####]],
    );
}

#[test]
fn tags_stand_around_each_piece() {
    check(
        ContextLayout::Tags,
        expect![[r#"
        <result path="src/a &quot;b&quot;.rs" lines="4-7" kind="method" name="Client::send" inside="impl Client">
            /// Sends it, as ```text```.
            fn send(&self, text: &str) -> bool {
                true
            }
        </result>
        <result path="notes.txt" lines="1-2">
        one
        two
        </result>
        <signature path="src/a &quot;b&quot;.rs" lines="4-7" kind="method" name="Client::send">fn send(&self, text: &str) -> bool</signature>
        <signature path="notes.txt" lines="1-2">one</signature>
        <related relationship="test_for" of="Client::send" distance="1" path="tests/net.rs">fn it_sends() L9: client.send("x");</related>
        tests/net.rs --[imports, calls]--> src/a.rs (by name)
    "#]],
    );
}
