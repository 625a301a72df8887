//! Following the code graph as typed: definitions, users, what is used, what a change is felt by, and the ways between.

use std::fmt::Write;

use expect_test::{Expect, expect};
use fs_err as fs;
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

#[track_caller]
fn check_error(args: &[&str], code: i32, expected: Expect) {
    check(&shop().run(args), code, expect![[""]], expected);
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
fn a_name_in_five_languages_is_told_apart_by_them() {
    check(
        &shop().run(&["symbol", "send", "-q"]),
        0,
        expect![[r#"
            mail/Mailer.java:2: method Mailer.send  (java)
                void send()

            mail/send.go:3: function send  (go)
                func send()

            mail/send.php:2: function send  (php)
                function send()

            mail/send.rb:1: function send  (ruby)
                def send

            mail/send.rs:1: function send  (rust)
                pub fn send()

        "#]],
        expect![[""]],
    );
    check(
        &shop().run(&["symbol", "send", "--kind", "method", "-q"]),
        0,
        expect![[r#"
            mail/Mailer.java:2: method Mailer.send  (java)
                void send()

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
fn nothing_found_is_said_with_what_may_be_there() {
    let shop = shop();
    check(
        &shop.run(&["callers", "never_called"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no caller found; `quarry grep -w never_called` shows every place that says it
        "#]],
    );
    check(
        &shop.run(&["callers", "close", "--confidence", "unique_name"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no caller found; 1 less sure site; --confidence ambiguous shows what is less sure
        "#]],
    );
    check(
        &shop.run(&["callees", "rounded"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no callee found
        "#]],
    );
    check(
        &shop.run(&["impact", "never_called"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no affected file found within 3 steps
        "#]],
    );
    check(
        &shop.run(&["refs", "Cart", "--kind", "extends"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no use found; `quarry grep -w Cart` shows every place that says it
        "#]],
    );
    check(
        &shop.run(&["symbol", "Cart", "--kind", "macro"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no definition of `Cart` is of such a kind
        "#]],
    );
    assert_eq!(shop.json(&["callers", "close", "-c", "import", "--json"])["ambiguous_sites"], 1);
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
fn imports_in_a_circle_end() {
    let shop = shop();
    check(
        &shop.run(&["deps", "web/first.ts", "--depth", "50"]),
        0,
        expect![[r#"
            web/first.ts imports
            web/first.ts:1: import { second } from './second';  → web/second.ts · import
            what leads to no other file here, with lines: ./gone (2)

            web/first.ts is imported by
            web/second.ts:1: import { first } from './first';  import

            imports 1 file · imported by 1 file · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["impact", "web/first.ts", "--depth", "50", "-q"]),
        0,
        expect![[r#"
            web/first.ts:1: file first.ts  (typescript)

            1 step away
            web/second.ts:1: import { first } from './first';  import · also on line 4

        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["callers", "first", "--depth", "50", "-q"]),
        0,
        expect![[r#"
            web/first.ts:4: function first  (typescript)

            web/second.ts:4: return first();  calls function first · in function second · import

        "#]],
        expect![[""]],
    );
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

#[test]
fn what_is_not_there_is_said_with_what_is_like_it() {
    check_error(
        &["symbol", "totl_of"],
        1,
        expect![[r#"
                error: nothing is called `totl_of`
                 help: did you mean `total_of`, or `total`?
    "#]],
    );
    check_error(
        &["callers", "Basket.total"],
        1,
        expect![[r#"
            error: nothing is called `Basket.total`
             help: did you mean `Cart.total`?
        "#]],
    );
    check_error(
        &["refs", "zzz"],
        1,
        expect![[r#"
            error: nothing is called `zzz`
             help: `quarry search` finds definitions by other words
        "#]],
    );
    check_error(
        &["path", "pay", "zzz"],
        1,
        expect![[r#"
            error: nothing is called `zzz`
             help: `quarry search` finds definitions by other words
        "#]],
    );
    check_error(
        &["impact", "shop/gone.py"],
        2,
        expect![[r#"
            error: shop/gone.py is not in the index: there is no such file
             help: name a file from here or from the root; `quarry status --skipped` names what was left out
        "#]],
    );
    check_error(
        &["outline", "cart.py"],
        2,
        expect![[r#"
            error: cart.py is not in the index: there is no such file
             help: did you mean `shop/cart.py`?
        "#]],
    );
    check_error(
        &["outline", "logo.png"],
        2,
        expect![[r#"
            error: logo.png is not in the index: left out by default (*.png)
             help: name a file from here or from the root; `quarry status --skipped` names what was left out
        "#]],
    );
    check_error(
        &["deps", "shop"],
        2,
        expect![[r#"
            error: shop is not in the index: it is a directory
             help: name a file from here or from the root; `quarry status --skipped` names what was left out
        "#]],
    );
    check_error(
        &["callers", "shop/cart.py:1"],
        2,
        expect![[r#"
            error: no definition stands around line 1 of shop/cart.py
             help: `quarry outline shop/cart.py` lists its definitions
        "#]],
    );
    assert_eq!(shop().run(&["refs", "Cart", "--kind", "contains"]).code, 2);
}

#[test]
fn a_deleted_file_is_gone_unless_the_index_is_taken_as_it_is() {
    let shop = shop();
    assert_eq!(shop.run(&["outline", "shop/checkout.py"]).code, 0);
    fs::remove_file(shop.root.join("shop/checkout.py")).expect("removed");
    let old = shop.run(&["outline", "shop/checkout.py", "--no-refresh"]);
    assert!(old.code == 0 && old.out.contains("def pay"), "{old:?}");
    assert!(old.err.contains("shop/checkout.py is another one now, or gone; shown is what was indexed"), "{old:?}");
    check(
        &shop.run(&["outline", "shop/checkout.py"]),
        2,
        expect![[""]],
        expect![[r#"
            error: shop/checkout.py is not in the index: there is no such file
             help: name a file from here or from the root; `quarry status --skipped` names what was left out
        "#]],
    );
    assert_eq!(shop.json(&["callers", "Cart.total", "--json"])["total"], 1);
}

#[test]
fn a_name_with_500_definitions_is_counted_and_cut() {
    let shop = Sandbox::new(&[]);
    let mut many = String::new();
    for number in 0..500 {
        let _ = write!(many, "class C{number}:\n    def same(self):\n        return {number}\n\n");
    }
    shop.write("many.py", &many);
    shop.write("use.py", "def use(thing):\n    return thing.same()\n");
    check(
        &shop.run(&["symbol", "same", "-n", "1"]),
        0,
        expect![[r#"
            many.py:2: method C0.same  (python)
                def same(self)

            … 499 more not shown; -n shows more
            500 definitions · N UNITS · index fresh
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["callers", "same"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no caller found; 1 ambiguous site; `quarry grep -w same` shows every place that says it
        "#]],
    );
    check(
        &shop.run(&["callers", "C7.same"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no caller found; 1 ambiguous site; `quarry grep -w same` shows every place that says it
        "#]],
    );
    check(
        &shop.run(&["callees", "use"]),
        1,
        expect![[""]],
        expect![[r#"
            note: no callee found; 1 ambiguous site
        "#]],
    );
}
