//! Counts as OpenAI's own tokenizer gives them (tiktoken-rs 0.12.1, o200k_base), and what packing relies on.

use proptest::prelude::{ProptestConfig, proptest};

use super::{Tokenizer, pieces};

#[track_caller]
fn check(text: &str, expected: usize) {
    assert_eq!(Tokenizer::O200k.count(text), expected, "{text:?}");
}

#[test]
fn counts_are_those_of_the_published_tokenizer() {
    check("", 0);
    check("hello world", 2);
    check("fn main() {\n    println!(\"{}\", 12345);\n}\n", 12);
    check("getUserById(user_id)", 7);
    check("   \n\n\t\tx", 3);
    check("don't DON'T l'été", 4);
    check("漢字かな交じり文", 7);
    check("naïve café über ﬀ", 7);
    check("a  b   c    ", 6);
    check("\r\n\r\n//---///\n", 4);
    check("https://example.com/a?b=c#d", 10);
    check("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 8);
    check("👩\u{200d}👩\u{200d}👧\u{200d}👦 e\u{301}\u{300}", 14);
    check("0x7fffffff 3.14159 1_000_000", 16);
    check("SELECT * FROM t WHERE a='b';", 9);
}

#[test]
fn a_quarter_of_the_letters_rounds_up() {
    assert_eq!(["", "a", "abcd", "abcde", "žluť"].map(|text| Tokenizer::Chars.count(text)), [0, 1, 1, 2, 1]);
}

#[test]
fn a_long_run_of_anything_is_counted_in_no_time() {
    for unit in ["a", " ", "\n \n", "漢", "-=", "\u{301}"] {
        let text = unit.repeat(200_000 / unit.len());
        assert!(Tokenizer::O200k.count(&text) > 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn pieces_are_the_text(text in "(\\PC|[ \t\r\n'a-zA-Z0-9/]){0,80}") {
        assert_eq!(pieces::of(&text).collect::<String>(), text);
    }

    #[test]
    fn blocks_that_end_with_a_newline_add_up(
        first in "(\\PC|[ \t\r\n'a-zA-Z0-9/]){0,60}",
        start in "[#<a-zA-Z`-]",
        second in "(\\PC|[ \t\r\n'a-zA-Z0-9/]){0,60}",
    ) {
        let (first, second) = (format!("{first}\n"), format!("{start}{second}"));
        let count = |text: &str| Tokenizer::O200k.count(text);
        assert_eq!(count(&format!("{first}{second}")), count(&first) + count(&second));
    }
}
