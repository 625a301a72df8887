//! Farther than one step: impact, and the way between two places.

use expect_test::expect;

use super::{check, shop};

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
    expect![[r#"[{"confidence":"import","depth":1,"language":"python","lines":[2,11],"path":"shop/cart.py","test":false,"text":"from shop.price import total_of"}]"#]]
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
