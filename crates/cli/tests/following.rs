//! Following the code graph as typed: definitions, users, what is used, what a change is felt by, and the ways between.

mod distance;
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
