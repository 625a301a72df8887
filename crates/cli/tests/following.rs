//! Following the code graph as typed: definitions, users, what is used, what a change is felt by, and the ways between.

mod trouble;

use expect_test::{Expect, expect};
use quarry_test_support::files;

use crate::support::{Ran, Sandbox};

/// A shop in Python with its test, a cycle in TypeScript, and a name in five languages.
const SHOP: &str = r#"
    //- shop/price.py
    def total_of(items):
        return sum(rounded(item) for item in items)

    def rounded(item):
        return item

    def never_called():
        return 0
    //- shop/cart.py
    import decimal
    from shop.price import total_of

    class Cart:
        """What a customer wants.

        Not paid for yet."""

        def total(self):
            """Sum of all prices."""
            return total_of(self.items)
    //- shop/checkout.py
    from shop.cart import Cart

    def pay(cart: Cart):
        return cart.total()
    //- tests/test_cart.py
    from shop.cart import Cart

    def test_total():
        assert Cart().total() == 0
    //- web/first.ts
    import { second } from './second';
    import { gone } from './gone';

    export function first() {
        return second() + gone();
    }
    //- web/second.ts
    import { first } from './first';

    export function second() {
        return first();
    }
    //- mail/send.go
    package mail

    func send() {}
    //- mail/send.rs
    pub fn send() {}
    //- mail/send.rb
    def send
    end
    //- mail/Mailer.java
    class Mailer {
        void send() {}
    }
    //- mail/send.php
    <?php
    function send() {}
    //- doors/front.js
    export class Front {
        close() {}
    }
    //- doors/back.js
    export class Back {
        close() {}
    }
    //- doors/leave.js
    export function leave(door) {
        door.close();
    }
    //- logo.png
    no picture
"#;

fn shop() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for (path, text) in files(SHOP) {
        sandbox.write(path.as_str(), &text);
    }
    sandbox
}

#[track_caller]
fn check(ran: &Ran, code: i32, out: Expect, err: Expect) {
    assert_eq!(ran.code, code, "{ran:?}");
    out.assert_eq(&ran.out);
    err.assert_eq(&ran.err);
}

#[test]
fn definitions_are_shown_with_signature_and_doc() {
    check(
        &shop().run(&["symbol", "Cart"]),
        0,
        expect![[r#"
            shop/cart.py:4: class Cart  (python)
                class Cart
                What a customer wants.

            1 definition · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop().run(&["symbol", "Cart.total", "-q"]),
        0,
        expect![[r#"
            shop/cart.py:9: method Cart.total  (python)
                def total(self)
                Sum of all prices.

        "#]],
        expect![[""]],
    );
    check(
        &shop().run(&["symbol", "shop/price.py:5", "-q"]),
        0,
        expect![[r#"
            shop/price.py:4: function rounded  (python)
                def rounded(item)

        "#]],
        expect![[""]],
    );
}

#[test]
fn names_that_differ_in_case_are_found_and_said_to() {
    check(
        &shop().run(&["symbol", "TotalOf", "-q"]),
        0,
        expect![[r#"
            shop/price.py:1: function total_of  (python)
                def total_of(items)

        "#]],
        expect![[""]],
    );
    check(
        &shop().run(&["callers", "TotalOf"]),
        0,
        expect![[r#"
            shop/price.py:1: function total_of  (python)

            shop/cart.py:11: return total_of(self.items)  in method Cart.total · import

            1 call in 1 file · N UNITS · index fresh
        "#]],
        expect![[r#"
            note: nothing is written `TotalOf`; shown is what differs in case and underscores
        "#]],
    );
}

#[test]
fn users_stand_with_their_line_and_how_sure_they_are() {
    let shop = shop();
    check(
        &shop.run(&["refs", "Cart"]),
        0,
        expect![[r#"
            shop/cart.py:4: class Cart  (python)

            shop/checkout.py:1: from shop.cart import Cart  references · import
            shop/checkout.py:3: def pay(cart: Cart):  references · in function pay · import
            tests/test_cart.py:1: from shop.cart import Cart  references · import
            tests/test_cart.py:4: assert Cart().total() == 0  calls · in function test_total · import

            4 uses in 2 files · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["callers", "total_of", "--depth", "3"]),
        0,
        expect![[r#"
            shop/price.py:1: function total_of  (python)

            1 step away
            shop/cart.py:11: return total_of(self.items)  calls function total_of · in method Cart.total · import

            2 steps away
            shop/checkout.py:4: return cart.total()  calls method Cart.total · in function pay · import
            tests/test_cart.py:4: assert Cart().total() == 0  calls method Cart.total · in function test_total · import

            3 calls in 3 files · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["refs", "shop/price.py", "-q"]),
        0,
        expect![[r#"
            shop/price.py:1: file price.py  (python)

            shop/cart.py:2: from shop.price import total_of  imports shop/price.py · import
            shop/cart.py:2: from shop.price import total_of  references function total_of · import
            shop/cart.py:11: return total_of(self.items)  calls function total_of · in method Cart.total · import

        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["callers", "close", "-q"]),
        0,
        expect![[r#"
            doors/back.js:2: method Back.close  (javascript)
            doors/front.js:2: method Front.close  (javascript)

            doors/leave.js:2: door.close();  in function leave · ambiguous, 2 candidates

        "#]],
        expect![[""]],
    );
    let from_below = shop.command(&["callers", "price.py:1", "-q"]).current_dir(shop.root.join("shop")).output();
    let out = String::from_utf8(from_below.expect("the binary runs").stdout).expect("text");
    assert!(out.contains("\n../shop/cart.py:11: return total_of(self.items)"), "{out}");
}

#[test]
fn what_is_used_stands_above_where_it_is_used() {
    let shop = shop();
    check(
        &shop.run(&["callees", "Cart"]),
        0,
        expect![[r#"
            shop/cart.py:4: class Cart  (python)

            shop/price.py:1: function total_of  (python)
                shop/cart.py:11: return total_of(self.items)  import

            1 call into 1 file · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["callees", "shop/checkout.py", "--depth", "2", "-q"]),
        0,
        expect![[r#"
            shop/checkout.py:1: file checkout.py  (python)

            1 step away
            shop/cart.py:9: method Cart.total  (python)
                shop/checkout.py:4: return cart.total()  import

            2 steps away
            shop/price.py:1: function total_of  (python)
                shop/cart.py:11: return total_of(self.items)  import

        "#]],
        expect![[""]],
    );
}

#[test]
fn outlines_are_trees() {
    let shop = shop();
    check(
        &shop.run(&["outline", "shop/cart.py"]),
        0,
        expect![[r#"
            shop/cart.py  (python)
            4-11  class   class Cart
            9-11  method    def total(self)

            2 definitions · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["outline", "shop/cart.py", "--depth", "1", "-q"]),
        0,
        expect![[r#"
            shop/cart.py  (python)
            4-11  class  class Cart

        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["outline", "shop/cart.py", "--kind", "enum"]),
        1,
        expect![[""]],
        expect![[r#"
            note: shop/cart.py defines nothing of that kind
        "#]],
    );
    let document = shop.json(&["outline", "shop/cart.py", "--json"]);
    assert_eq!((&document["schema"], &document["stale"]), (&"quarry.outline.v1".into(), &false.into()));
    assert_eq!(document["symbols"][1]["qualified_name"], "Cart.total");
    assert_eq!((&document["symbols"][0]["parent"], &document["symbols"][1]["parent"]), (&().into(), &0.into()));
}

#[test]
fn imports_are_shown_both_ways_and_those_that_lead_nowhere() {
    let shop = shop();
    check(
        &shop.run(&["deps", "shop/cart.py"]),
        0,
        expect![[r#"
            shop/cart.py imports
            shop/cart.py:2: from shop.price import total_of  → shop/price.py · import
            what leads to no other file here, with lines: decimal (1)

            shop/cart.py is imported by
            shop/checkout.py:1: from shop.cart import Cart  import
            tests/test_cart.py:1: from shop.cart import Cart  import

            imports 1 file · imported by 2 files · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["deps", "mail/send.rs"]),
        1,
        expect![[r#"
            imports 0 files · imported by 0 files · N UNITS · index fresh
        "#]],
        expect![[r#"
            note: mail/send.rs imports no other file of this repository
            note: no file imports mail/send.rs
        "#]],
    );
    let missing = shop.json(&["deps", "web/first.ts", "--json"]);
    assert_eq!(missing["schema"], "quarry.deps.v1");
    assert_eq!(missing["outside"], serde_json::json!([{ "import": "./gone", "line": 2 }]));
}

#[test]
fn what_a_change_is_felt_by_has_its_distance_and_tests_apart() {
    let shop = shop();
    check(
        &shop.run(&["impact", "total_of"]),
        0,
        expect![[r#"
            shop/price.py:1: function total_of  (python)

            1 step away
            shop/cart.py:2: from shop.price import total_of  import · also on line 11

            2 steps away
            shop/checkout.py:4: return cart.total()  import

            tests
            tests/test_cart.py:4: assert Cart().total() == 0  2 steps · import

            3 files affected within 3 steps (1 + 2), 1 of them tests · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["impact", "shop/price.py", "--depth", "1", "-n", "1"]),
        0,
        expect![[r#"
            shop/price.py:1: file price.py  (python)

            1 step away
            shop/cart.py:2: from shop.price import total_of  import · also on line 11

            1 file affected within 1 step (1), 0 of them tests · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    let document = shop.json(&["impact", "total_of", "--json", "-n", "1"]);
    assert_eq!(document["schema"], "quarry.impact.v1");
    expect![[r#"{"files":3,"files_by_depth":[1,2],"tests":1}"#]].assert_eq(&document["totals"].to_string());
    expect![[
        r#"[{"confidence":"import","depth":1,"language":"python","lines":[2,11],"path":"shop/cart.py","test":false}]"#
    ]]
    .assert_eq(&document["files"].to_string());
}

#[test]
fn a_file_is_as_sure_as_the_weakest_step_and_only_what_uses_the_change_is_felt() {
    let shop = shop();
    shop.write("doors/evening.js", "import { leave } from './leave';\nexport const evening = () => leave(1);\n");
    check(
        &shop.run(&["impact", "Front.close", "-q"]),
        0,
        expect![[r#"
            doors/front.js:2: method Front.close  (javascript)

            1 step away
            doors/leave.js:2: door.close();  ambiguous

            2 steps away
            doors/evening.js:1: import { leave } from './leave';  ambiguous · also on line 2

        "#]],
        expect![[""]],
    );
    // That the report imports `rounded` does not make the page, which uses the rest of it, use `rounded`.
    shop.write("shop/report.py", "from shop.price import rounded\n\ndef report():\n    return 1\n");
    shop.write("shop/page.py", "from shop.report import report\n\ndef page():\n    return report()\n");
    let document = shop.json(&["impact", "rounded", "--json"]).to_string();
    assert!(document.contains("shop/report.py") && !document.contains("shop/page.py"), "{document}");
    assert!(shop.json(&["impact", "shop/price.py", "--json"]).to_string().contains("shop/page.py"));
}

#[test]
fn headings_of_documents_come_after_code() {
    let shop = shop();
    shop.write("docs/cart.md", "# Cart\n\nWhat is wanted.\n");
    let symbols = shop.json(&["symbol", "Cart", "--json"])["symbols"].clone();
    assert_eq!((&symbols[0]["path"], &symbols[1]["path"]), (&"shop/cart.py".into(), &"docs/cart.md".into()));
}

#[test]
fn the_way_between_two_places_is_shown_and_else_the_other_way_round() {
    let shop = shop();
    check(
        &shop.run(&["path", "pay", "rounded"]),
        0,
        expect![[r#"
            shop/checkout.py:4: return cart.total()  function pay calls method Cart.total · import
            shop/cart.py:11: return total_of(self.items)  method Cart.total calls function total_of · import
            shop/price.py:2: return sum(rounded(item) for item in items)  function total_of calls function rounded · same file
            shop/price.py:4: function rounded  (python)

            3 steps · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["path", "rounded", "pay", "-q"]),
        1,
        expect![[r#"
            pay uses rounded
            shop/checkout.py:4: return cart.total()  function pay calls method Cart.total · import
            shop/cart.py:11: return total_of(self.items)  method Cart.total calls function total_of · import
            shop/price.py:2: return sum(rounded(item) for item in items)  function total_of calls function rounded · same file
            shop/price.py:4: function rounded  (python)

        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["path", "rounded", "leave"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no way found between `rounded` and `leave` within 8 steps, either way
        "#]],
    );
    check(
        &shop.run(&["path", "rounded", "shop/checkout.py", "-q"]),
        1,
        expect![[r#"
            shop/checkout.py uses rounded
            shop/checkout.py:1: from shop.cart import Cart  shop/checkout.py imports shop/cart.py · import
            shop/cart.py:2: from shop.price import total_of  shop/cart.py references function total_of · import
            shop/price.py:2: return sum(rounded(item) for item in items)  function total_of calls function rounded · same file
            shop/price.py:4: function rounded  (python)

        "#]],
        expect![[""]],
    );
    let document = shop.json(&["path", "rounded", "pay", "--json"]);
    assert_eq!((&document["schema"], &document["reversed"]), (&"quarry.path.v1".into(), &true.into()));
    assert_eq!(document["steps"][0]["from"]["symbol"]["name"], "pay");
}

#[test]
fn documents_name_their_schema_and_every_use_its_place() {
    let shop = shop();
    for command in ["symbol", "refs", "callers", "callees", "impact"] {
        let document = shop.json(&[command, "Cart.total", "--json"]);
        assert_eq!(document["schema"], format!("quarry.{command}.v1"));
        assert_eq!((&document["fresh"], &document["asked"]), (&true.into(), &"Cart.total".into()));
    }
    let document = shop.json(&["callers", "Cart.total", "--json", "-n", "1"]);
    assert_eq!((&document["total"], &document["files"]), (&2.into(), &2.into()));
    expect![[r#"
                [
                  {
                    "candidates": 1,
                    "confidence": "import",
                    "depth": 1,
                    "from": {
                      "language": "python",
                      "path": "shop/checkout.py",
                      "symbol": {
                        "end_line": 4,
                        "kind": "function",
                        "line": 3,
                        "name": "pay",
                        "qualified_name": "pay",
                        "start_line": 3
                      }
                    },
                    "kind": "calls",
                    "line": 4,
                    "text": "return cart.total()",
                    "to": {
                      "language": "python",
                      "path": "shop/cart.py",
                      "symbol": {
                        "end_line": 11,
                        "kind": "method",
                        "line": 9,
                        "name": "total",
                        "qualified_name": "Cart.total",
                        "start_line": 9
                      }
                    }
                  }
                ]"#]]
    .assert_eq(&serde_json::to_string_pretty(&document["uses"]).expect("JSON"));
    let symbol = shop.json(&["symbol", "Cart", "--json"]);
    expect![[r#"
                [
                  {
                    "doc": "What a customer wants.\nNot paid for yet.",
                    "language": "python",
                    "path": "shop/cart.py",
                    "signature": "class Cart",
                    "symbol": {
                      "end_line": 11,
                      "kind": "class",
                      "line": 4,
                      "name": "Cart",
                      "qualified_name": "Cart",
                      "start_line": 4
                    }
                  }
                ]"#]]
    .assert_eq(&serde_json::to_string_pretty(&symbol["symbols"]).expect("JSON"));
}
