//! `quarry context` and `quarry map`: what is printed, in which form, and how it ends.

use expect_test::expect;

use crate::support::Sandbox;

const SHOP: &[(&str, &str)] = &[
    (
        "src/auth.py",
        "from store import load_user\n\ndef check_password(name, given):\n    user = load_user(name)\n    \
         return user.password == given\n",
    ),
    ("src/store.py", "def load_user(name):\n    return open(name)\n"),
    (
        "src/login.py",
        "from auth import check_password\n\ndef login(name, given):\n    return check_password(name, given)\n",
    ),
    ("src/cart.py", "def total(prices):\n    return sum(prices)\n"),
    ("quarry.toml", "[model]\nprovider = \"none\"\n[context]\nhits = 1\n"),
];

#[test]
fn a_context_is_printed_as_markdown() {
    let shop = Sandbox::new(SHOP);
    let ran = shop.run(&["context", "check password"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    expect![[r#"
        ## Primary Results

        ### check_password (function)
        File: src/auth.py [L1-L5]
        ```python
        from store import load_user

        def check_password(name, given):
            user = load_user(name)
            return user.password == given
        ```

        ## Related Context

        - [called_by check_password, distance=1] src/login.py [L3-L4] function: def login(name, given) L4: return check_password(name, given)
        - [calls check_password, distance=1] src/store.py [L1-L2] function: def load_user(name)
        ## Dependency Graph

        src/auth.py --[imports, calls, references]--> src/store.py
        src/login.py --[imports, calls, references]--> src/auth.py
    "#]].assert_eq(&ran.out);
}

#[test]
fn a_prompt_has_tags_and_a_document_has_data() {
    let shop = Sandbox::new(SHOP);
    let tags = shop.run(&["context", "check password", "--format", "xml"]);
    assert!(tags.out.starts_with("<context>\n<primary_results>\n<result path=\"src/auth.py\""), "{tags:?}");
    let document = shop.json(&["context", "check password", "--json"]);
    assert_eq!((&document["schema"], &document["fresh"]), (&"quarry.context.v1".into(), &true.into()));
    let budget = &document["budget"];
    assert_eq!((&budget["total"], &budget["reserved"]), (&8000.into(), &2000.into()));
    assert_eq!((&document["truncated"], &document["primary"][0]["form"]), (&false.into(), &"body".into()));
    let related: Vec<&str> =
        document["related"].as_array().expect("a list").iter().filter_map(|one| one["relationship"].as_str()).collect();
    assert!(related.contains(&"calls") && related.contains(&"called_by"), "{document}");
    assert!(document["graph"]["edges"].as_array().is_some_and(|edges| edges.len() >= 2), "{document}");
}

#[test]
fn a_session_is_shown_new_things_only() {
    let shop = Sandbox::new(SHOP);
    let ask = || shop.run(&["context", "check password", "--session", "task 7"]);
    assert!(ask().out.contains("def check_password"));
    let again = ask();
    assert_eq!((again.code, again.out.as_str()), (1, ""), "{again:?}");
    expect![[r#"
        note: everything that was found has been shown before
    "#]]
    .assert_eq(&again.err);
    assert_eq!(shop.run(&["context", "check password", "--session", "another"]).code, 0);
}

#[test]
fn what_does_not_fit_and_what_cannot_be_meant_is_said() {
    let shop = Sandbox::new(SHOP);
    let small = shop.run(&["context", "check password", "--budget", "5"]);
    assert_eq!((small.code, small.out.as_str()), (1, ""), "{small:?}");
    expect![[r#"
        note: no result fits: the smallest needs 23 tokens, and a budget of 5 leaves 4 for context
    "#]]
    .assert_eq(&small.err);
    assert_eq!(shop.run(&["context", "check password", "--budget", "0"]).code, 2);
    assert_eq!(shop.run(&["context", "?"]).code, 2);
    assert_eq!(shop.run(&["context", "password", "--lang", "go"]).code, 1);
    let lines = shop.run(&["context", "total prices", "--before", "0", "--after", "0"]);
    assert!(lines.out.contains("src/cart.py [L1-L2]"), "{lines:?}");
}

#[test]
fn a_map_shows_what_is_used_and_keeps_to_its_budget() {
    let shop = Sandbox::new(SHOP);
    let ran = shop.run(&["map"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    expect![[r#"
        src/store.py
          def load_user(name)
        src/auth.py
          def check_password(name, given)
        quarry.toml
        src/cart.py
        src/login.py
    "#]]
    .assert_eq(&ran.out);
    let document = shop.json(&["map", "src", "--budget", "12", "--json"]);
    assert_eq!((&document["schema"], &document["truncated"]), (&"quarry.map.v1".into(), &true.into()));
    assert!(document["used"].as_u64() <= Some(12), "{document}");
    let nothing = shop.run(&["map", "--budget", "1"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (1, ""));
    expect![[r#"
        note: no file fits into 1 token
    "#]]
    .assert_eq(&nothing.err);
}
