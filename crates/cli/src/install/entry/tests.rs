//! Entries put into files of all sorts and taken out again.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{EmptyKey, Fields, Value, find, put, remove};
use crate::install::agents::Syntax;

fn fields() -> Fields {
    let text = |text: &str| text.to_owned();
    vec![
        ("command", Value::Text(text("/'/quarry"))),
        ("args", Value::List(vec![text("mcp"), text("${w}")])),
        ("x", Value::Switch(true)),
        ("t", Value::Number(300)),
    ]
}

#[track_caller]
fn check(syntax: Syntax, text: &str, expected: Expect) {
    let with = put(syntax, text, "servers", &fields()).unwrap();
    expected.assert_eq(&with);
    let without = remove(syntax, &with, "servers", EmptyKey::Goes).unwrap();
    assert_eq!(find(syntax, &without, "servers"), Ok(None));
}

#[track_caller]
fn check_fault(syntax: Syntax, text: &str, expected: Expect) {
    let fault = put(syntax, text, "servers", &fields()).unwrap_err();
    expected.assert_eq(&format!("{:?} {fault}", fault.line));
}

#[test]
fn json_keeps_comments_indentation_and_commas() {
    check(
        Syntax::Json,
        "{\n    // Mine.\n    \"servers\": {\n        \"a\": { \"command\": \"a\" }, // first\n    },\n}\n",
        expect![[r#"
            {
                // Mine.
                "servers": {
                    "a": { "command": "a" }, // first
                    "quarry": {
                        "command": "/'/quarry",
                        "args": ["mcp", "${w}"],
                        "x": true,
                        "t": 300,
                    },
                },
            }
        "#]],
    );
    let joined = expect![[r#"
        {"servers":{"a":{}, "quarry": {"command": "/'/quarry", "args": ["mcp", "${w}"], "x": true, "t": 300}}}
    "#]];
    check(Syntax::Json, "{\"servers\":{\"a\":{}}}\n", joined);
    check(
        Syntax::Json,
        "{\"a\":1}\n",
        expect![[r#"
        {"a":1, "servers": {"quarry": {"command": "/'/quarry", "args": ["mcp", "${w}"], "x": true, "t": 300}}}
    "#]],
    );
    check(
        Syntax::Json,
        "",
        expect![[r#"
            {
              "servers": {
                "quarry": {
                  "command": "/'/quarry",
                  "args": ["mcp", "${w}"],
                  "x": true,
                  "t": 300
                }
              }
            }
        "#]],
    );
}

#[test]
fn toml_gets_a_table_at_the_end_or_joins_what_is_there() {
    let entry = expect![[r#"
        # Mine.
        model = "x"

        [servers.a]
        command = "a"

        [servers.quarry]
        command = "/'/quarry"
        args = ["mcp", "${w}"]
        x = true
        t = 300
    "#]];
    check(Syntax::Toml, "# Mine.\nmodel = \"x\"\n\n[servers.a]\ncommand = \"a\"\n", entry);
    let joined = expect![[r#"
        servers = { a = {} , quarry = { command = "/'/quarry", args = ["mcp", "${w}"], x = true, t = 300 } }
    "#]];
    check(Syntax::Toml, "servers = { a = {} }\n", joined);
    let dotted = expect![[r#"
        servers.a.command = "a"
        servers.quarry = { command = "/'/quarry", args = ["mcp", "${w}"], x = true, t = 300 }
        other = 1
    "#]];
    check(Syntax::Toml, "servers.a.command = \"a\"\nother = 1\n", dotted);
}

#[test]
fn yaml_gets_an_entry_below_its_key_in_the_style_of_its_neighbours() {
    check(
        Syntax::Yaml,
        "# Mine.\nMODEL: x\nservers:\n    # For work.\n    a:\n        cmd: a # first\n\nother: 1\n",
        expect![[r#"
            # Mine.
            MODEL: x
            servers:
                quarry:
                    command: '/''/quarry'
                    args:
                    - mcp
                    - '${w}'
                    x: true
                    t: 300
                # For work.
                a:
                    cmd: a # first

            other: 1
        "#]],
    );
    let flow = expect![[r#"
        servers: {quarry: {command: '/''/quarry', args: [mcp, '${w}'], x: true, t: 300}, a: {cmd: a}} # all
    "#]];
    check(Syntax::Yaml, "servers: {a: {cmd: a}} # all\n", flow);
    let last = expect![[r#"
        MODEL: x
        servers:
          quarry:
            command: '/''/quarry'
            args:
            - mcp
            - '${w}'
            x: true
            t: 300
    "#]];
    check(Syntax::Yaml, "MODEL: x", last);
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    check_fault(Syntax::Json, "{\n  \"a\": 1\n  \"b\": 2\n}", expect!["Some(2) is not JSON: Expected comma"]);
    check_fault(Syntax::Json, "[]", expect!["Some(1) is not a JSON object"]);
    check_fault(Syntax::Json, "{\"servers\": []}", expect!["None `servers` is not a JSON object"]);
    check_fault(Syntax::Toml, "a = 1\nb = = 2\n", expect!["Some(2) is not TOML: extra `=`, expected nothing"]);
    check_fault(Syntax::Toml, "servers = 1\n", expect!["None `servers` is not a table"]);
    check_fault(Syntax::Yaml, "a: [1\nb: 2\n", expect!["Some(2) is not YAML: illegal placement of ':' indicator"]);
    check_fault(Syntax::Yaml, "- a\n", expect!["Some(1) is not a YAML mapping"]);
    check_fault(Syntax::Yaml, "servers: [a]\n", expect!["None `servers` is not a YAML mapping"]);
}

#[test]
fn other_entries_stay_when_ours_goes() {
    let json = "{\"servers\": {\"quarry\": {\"command\": \"quarry\", \"args\": [\"mcp\"]}, \"b\": {}}}";
    assert_eq!(remove(Syntax::Json, json, "servers", EmptyKey::Goes).unwrap(), "{\"servers\": { \"b\": {}}}");
    let toml = "[servers.quarry]\ncommand = 'quarry'\n[servers.quarry.env]\nA = '1'\n\n# Next.\n[b]\nc = 1\n";
    assert_eq!(remove(Syntax::Toml, toml, "servers", EmptyKey::Goes).unwrap(), "\n# Next.\n[b]\nc = 1\n");
    let yaml = "servers:\n  quarry:\n    cmd: quarry\n    args: [mcp]\n  # Next.\n  b: 1\n";
    assert_eq!(remove(Syntax::Yaml, yaml, "servers", EmptyKey::Goes).unwrap(), "servers:\n  # Next.\n  b: 1\n");
    let flow = "servers: {a: 1, quarry: {cmd: quarry}}\n";
    assert_eq!(remove(Syntax::Yaml, flow, "servers", EmptyKey::Goes).unwrap(), "servers: {a: 1}\n");
}

/// Comments, blanks and line ends between the pieces of a file.
fn between() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", " ", "\n", "\n  ", "\r\n\t", " // ä\n", " /* ö */ ", "\n\n    "])
}

fn json_value() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["1", "true", "null", "\"ü\\\"}\"", "-2.5e3", "[]", "{}", "\"quarry\""]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 16, 4, |inner| {
        let items = prop::collection::vec((between(), inner.clone(), between()), 0..4);
        let list = items.prop_map(|items| {
            let items: Vec<String> = items.iter().map(|(a, item, b)| format!("{a}{item}{b}")).collect();
            format!("[{}]", items.join(","))
        });
        prop_oneof![list, object(inner)]
    })
}

fn object(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["a", "servers", "b.c", "x y", "ž", "other"]);
    let property = (between(), name, between(), value, between());
    (prop::collection::vec(property, 0..4), prop::bool::ANY, between()).prop_map(|(properties, comma, end)| {
        let mut seen = Vec::new();
        let properties = properties.into_iter().filter(|(_, name, ..)| {
            let is_new = !seen.contains(name);
            seen.push(*name);
            is_new
        });
        let written: Vec<String> =
            properties.map(|(a, name, b, value, c)| format!("{a}\"{name}\"{b}:{value}{c}")).collect();
        let comma = if comma && !written.is_empty() { "," } else { "" };
        format!("{{{}{comma}{end}}}", written.join(","))
    })
}

fn toml_file() -> impl Strategy<Value = String> {
    let line =
        prop::sample::select(vec!["a = 1", "# č", "", "b.c = 'x'", "d = [\n 1, # one\n]", "e = \"\"\"\n[f]\n\"\"\""]);
    let head = prop::sample::select(vec!["[x]", "[servers]", "[servers.other]", "[[y]]", "[[y]]\n[y.z]", "[\"q u\"]"]);
    let end = prop::sample::select(vec!["\n", "\r\n"]);
    (prop::collection::vec(line, 0..4), prop::collection::vec(head, 0..3), end, prop::bool::ANY).prop_map(
        |(lines, heads, end, last)| {
            let mut seen: Vec<&str> = Vec::new();
            let lines = lines.into_iter().chain(heads).filter(|line| {
                let is_new = !seen.contains(line);
                seen.push(line);
                is_new
            });
            let text = lines.collect::<Vec<_>>().join("\n").replace('\n', end);
            if last { text + end } else { text }
        },
    )
}

fn yaml_file() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a: 1",
        "# č",
        "",
        "b:\n  - x\n  - y",
        "c: |\n  servers:\n    text",
        "d: {e: f}",
        "g: 'it''s'",
        "h: &i\n  j: 1",
        "servers:",
        "servers: {}",
        "servers: ~",
        "servers:\n    # o\n    other:\n        cmd: x # y",
        "servers: {o: {p: q}}",
    ]);
    let end = prop::sample::select(vec!["\n", "\r\n"]);
    (prop::collection::vec(piece, 0..5), end, prop::bool::ANY, prop::bool::ANY).prop_map(
        |(pieces, end, first, last)| {
            let mut seen: Vec<&str> = Vec::new();
            let pieces = pieces.into_iter().filter(|piece| {
                let key = piece.split(':').next().unwrap_or_default();
                let is_new = key.is_empty() || key.starts_with('#') || !seen.contains(&key);
                seen.push(key);
                is_new
            });
            let first = if first { "---\n" } else { "" };
            let text = format!("{first}{}", pieces.collect::<Vec<_>>().join("\n")).replace('\n', end);
            if last { text + end } else { text }
        },
    )
}

/// Whatever the file: after an entry it holds the entry and all of its own lines, and taken out it is gone.
fn entry_comes_and_goes(syntax: Syntax, text: &str) {
    let Ok(with) = put(syntax, text, "servers", &fields()) else { return };
    let listed = find(syntax, &with, "servers").unwrap().unwrap();
    assert!(listed.is_ours());
    // Nothing of the file is lost, but for blanks inside of empty braces and a null that became a mapping.
    let mut rest = with.chars();
    let is_kept = |letter: char| !letter.is_whitespace() && letter != '~';
    let lost = text.chars().filter(|letter| is_kept(*letter)).find(|letter| !rest.any(|there| there == *letter));
    assert_eq!(lost, None, "{text:?} became {with:?}");
    let without = remove(syntax, &with, "servers", EmptyKey::Stays).unwrap();
    assert_eq!(find(syntax, &without, "servers"), Ok(None), "{with:?}");
    assert_eq!(
        put(syntax, &with, "servers", &fields()).map(|again| find(syntax, &again, "servers")),
        Ok(Ok(Some(listed)))
    );
}

proptest! {
    #[test]
    fn an_entry_comes_and_goes_in_any_json(text in object(json_value())) {
        entry_comes_and_goes(Syntax::Json, &text);
    }

    #[test]
    fn an_entry_comes_and_goes_in_any_toml(text in toml_file()) {
        entry_comes_and_goes(Syntax::Toml, &text);
    }

    #[test]
    fn an_entry_comes_and_goes_in_any_yaml(text in yaml_file()) {
        entry_comes_and_goes(Syntax::Yaml, &text);
    }

    #[test]
    fn no_text_makes_editing_fail_badly(text in "\\PC{0,60}") {
        for syntax in [Syntax::Json, Syntax::Toml, Syntax::Yaml] {
            let _ = put(syntax, &text, "servers", &fields());
        }
    }
}
