//! The code graph asked for what is not there, is there too often, or leads in a circle.

use std::fmt::Write;

use expect_test::{Expect, expect};
use fs_err as fs;

use super::{check, shop};
use crate::support::Sandbox;

#[track_caller]
fn check_error(args: &[&str], code: i32, expected: Expect) {
    check(&shop().run(args), code, expect![[""]], expected);
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
