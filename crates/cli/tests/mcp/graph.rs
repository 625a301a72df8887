//! The tools that answer from the code graph: `symbol` and `impact`.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::{Agent, n_tokens, text};
use crate::support::Sandbox;

const REVISION: &str = "2025-11-25";

/// A function with a caller, a test of the caller, and one that nobody calls for sure.
const PRICES: &[(&str, &str)] = &[
    ("shop/price.py", "def with_tax(net):\n    return net * 1.2\n\n\ndef unused():\n    return 0\n"),
    (
        "shop/cart.py",
        "from shop.price import with_tax\n\n\nclass Cart:\n    def total(self):\n        return with_tax(self.net)\n",
    ),
    (
        "tests/test_cart.py",
        "from shop.cart import Cart\n\n\ndef test_total():\n    cart = Cart()\n    assert cart.total() == 0\n",
    ),
];

#[track_caller]
fn check(agent: &mut Agent, (tool, arguments): (&str, Value), expected: Expect) {
    expected.assert_eq(text(&agent.call(tool, arguments)));
}

#[test]
fn a_name_is_looked_up_in_every_direction() {
    let sandbox = Sandbox::new(PRICES);
    let mut agent = Agent::greeting(&sandbox, REVISION, "test");
    let mut symbol = |action: &str, target: &str, expected: Expect| {
        check(&mut agent, ("symbol", json!({ "action": action, "target": target })), expected);
    };
    symbol(
        "definition",
        "with_tax",
        expect![[r#"
        shop/price.py:1-2  function with_tax
        def with_tax(net):
            return net * 1.2
        [1 definition]
    "#]],
    );
    symbol(
        "references",
        "with_tax",
        expect![[r#"
        of shop/price.py:1  function with_tax
        shop/cart.py:1  (references, import)
            from shop.price import with_tax
        shop/cart.py:6  method Cart.total  (calls, import)
            return with_tax(self.net)
        [2 references]
    "#]],
    );
    symbol(
        "callers",
        "with_tax",
        expect![[r#"
        of shop/price.py:1  function with_tax
        shop/cart.py:6  method Cart.total  (calls, import)
            return with_tax(self.net)
        [1 caller]
    "#]],
    );
    symbol(
        "callees",
        "Cart.total",
        expect![[r#"
        of shop/cart.py:5  method Cart.total
        shop/price.py:1  function with_tax  (calls, import)
            used in shop/cart.py:6: return with_tax(self.net)
        [1 callee]
    "#]],
    );
    symbol(
        "outline",
        "shop/cart.py",
        expect![[r#"
        shop/cart.py:4-6  class Cart
          class Cart
        shop/cart.py:5-6  method Cart.total
            def total(self)
        [2 definitions]
    "#]],
    );
    symbol(
        "callers",
        "unused",
        expect![[r#"
        of shop/price.py:5  function unused
        [no caller found]
        [note: uses through values, templates or reflection are not known; grep for the name shows them]
    "#]],
    );
    symbol(
        "definition",
        "with_tex",
        expect![[r#"
        nothing is called `with_tex`
        help: did you mean `with_tax`?"#]],
    );
    symbol("outline", "shop/gone.py", expect!["shop/gone.py is not in the index: there is no such file"]);
    check(
        &mut agent,
        ("impact", json!({ "target": "shop/price.py:2" })),
        expect![[r#"
        of shop/price.py:1  function with_tax
        shop/cart.py:1  (import)
            from shop.price import with_tax
        tests/test_cart.py:6  (import, 2 steps away, test)
            assert cart.total() == 0
        [2 affected files]
    "#]],
    );
    check(
        &mut agent,
        ("impact", json!({ "target": "test_total" })),
        expect![[r#"
        of tests/test_cart.py:4  function test_total
        [no affected file found]
    "#]],
    );
    agent.leave();
}

#[test]
fn a_zero_says_what_may_be_meant_all_the_same() {
    let sandbox = Sandbox::new(PRICES);
    sandbox.write("shop/order.py", "class Order:\n    def total(self):\n        return 0\n");
    sandbox.write("shop/print.py", "def show(thing):\n    print(thing.total())\n");
    let mut agent = Agent::greeting(&sandbox, REVISION, "test");
    let arguments = json!({ "action": "callers", "target": "Order.total", "confidence": "same_file" });
    check(
        &mut agent,
        ("symbol", arguments),
        expect![[r#"
        of shop/order.py:2  method Order.total
        [no caller found; 1 less sure site]
        [note: uses through values, templates or reflection are not known; grep for the name shows them]
    "#]],
    );
    check(
        &mut agent,
        ("symbol", json!({ "action": "callers", "target": "Order.total" })),
        expect![[r#"
        of shop/order.py:2  method Order.total
        shop/print.py:2  function show  (calls, ambiguous)
            print(thing.total())
        [1 caller]
    "#]],
    );
    agent.leave();
}

#[test]
fn the_structured_form_holds_the_code_for_clients_that_read_it() {
    let sandbox = Sandbox::new(PRICES);
    let mut agent = Agent::greeting(&sandbox, REVISION, "claude-code");
    let root = sandbox.root.join("shop/price.py");
    let result = agent.call("symbol", json!({ "target": format!("{}:2", root.display()) }));
    let found = &result["structuredContent"]["found"];
    assert_eq!((&found[0]["path"], &found[0]["symbol"]), (&json!("shop/price.py"), &json!("function with_tax")));
    assert_eq!(found[0]["text"], "def with_tax(net):\n    return net * 1.2\n", "{result}");
    assert!(!text(&result).contains("net * 1.2"));
    let affected = agent.call("impact", json!({ "target": "with_tax" }))["structuredContent"].clone();
    assert_eq!((&affected["total"], &affected["fresh"]), (&json!(2), &json!(true)), "{affected}");
    agent.leave();
}

#[test]
fn uses_stay_within_the_budget_and_go_on_with_a_cursor() {
    let files: Vec<(String, String)> = (0..60)
        .map(|number| {
            let code =
                format!("from shop.price import with_tax\n\n\ndef price_{number}():\n    return with_tax({number})\n");
            (format!("shop/part_{number}.py"), code)
        })
        .collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
    files.push(PRICES[0]);
    let sandbox = Sandbox::new(&files);
    for client in ["cursor", "claude-code"] {
        let mut agent = Agent::greeting(&sandbox, REVISION, client);
        for (tool, mut arguments) in [
            ("symbol", json!({ "action": "callers", "target": "with_tax", "max_tokens": 600 })),
            ("impact", json!({ "target": "with_tax", "max_tokens": 600 })),
        ] {
            let mut paths: Vec<String> = Vec::new();
            loop {
                let result = agent.call(tool, arguments.clone());
                let taken = n_tokens(&result);
                assert!(taken <= 600, "{taken} tokens in {result}");
                let found = result["structuredContent"]["found"].as_array().expect("places");
                paths.extend(found.iter().map(|place| place["path"].as_str().expect("a path").to_owned()));
                match result["structuredContent"].get("next_cursor") {
                    Some(cursor) => arguments["cursor"] = cursor.clone(),
                    None => break,
                }
            }
            paths.sort();
            paths.dedup();
            assert_eq!(paths.len(), 60, "{client} {tool}");
            arguments["target"] = json!("price_1");
            assert_eq!(agent.call(tool, arguments)["isError"], true);
        }
        agent.leave();
    }
}
