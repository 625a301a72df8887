//! Text in, the same text with its classes marked out.

use super::{Class, classes};
use expect_test::{Expect, expect};

fn check(language: &str, text: &str, expected: Expect) {
    let mut marked = text.to_owned();
    for (range, class) in classes(text, language).into_iter().rev() {
        let letter = match class {
            Class::Comment => 'c',
            Class::Quoted => 'q',
            Class::Number => 'n',
            Class::Keyword => 'k',
            Class::Function => 'f',
            Class::Type => 't',
            Class::Key => 'y',
        };
        marked.insert(range.end, '⟩');
        marked.insert_str(range.start, &format!("{letter}⟨"));
    }
    expected.assert_eq(&marked);
}

#[test]
fn rust_lifetimes_are_not_letters_and_macros_are_calls() {
    check(
        "rust",
        "/// Doc.\npub fn name<'a>(x: &'a Vec<u8>) -> char { println!(\"a \\\" b\", 0x1f, 1.5); '\\n' }",
        expect![[r#"
            c⟨/// Doc.⟩
            k⟨pub⟩ k⟨fn⟩ name<'a>(x: &'a t⟨Vec⟩<k⟨u8⟩>) -> k⟨char⟩ { f⟨println⟩!(q⟨"a \" b"⟩, n⟨0x1f⟩, n⟨1.5⟩); q⟨'\n'⟩ }"#]],
    );
}

#[test]
fn python_quotes_span_lines_and_hashes_begin_comments() {
    check(
        "python",
        "def f(x):\n    \"\"\"Doc\n    more\"\"\"\n    return f'{x}' # don't",
        expect![[r#"
            k⟨def⟩ f⟨f⟩(x):
                q⟨"""Doc
                more"""⟩
                k⟨return⟩ fq⟨'{x}'⟩ c⟨# don't⟩"#]],
    );
}

#[test]
fn a_piece_that_begins_inside_a_block_comment_is_a_comment_first() {
    check(
        "java",
        " * the end\n */\nclass A {}",
        expect![[r#"
            c⟨ * the end
             */⟩
            k⟨class⟩ A {}"#]],
    );
}

#[test]
fn settings_have_keys() {
    check(
        "yaml",
        "name: don't\n- image: foo:1.2 # x\nurl: http://a#b",
        expect![[r##"
        y⟨name⟩: don't
        - y⟨image⟩: foo:n⟨1.2⟩ c⟨# x⟩
        y⟨url⟩: http://a#b"##]],
    );
    check("json", "{\"a\": [1, true, \"b\"]}", expect![[r#"{y⟨"a"⟩: [n⟨1⟩, k⟨true⟩, q⟨"b"⟩]}"#]]);
    check("toml", "a-b = \"c\"", expect![[r#"y⟨a-b⟩ = q⟨"c"⟩"#]]);
}

#[test]
fn tags_and_prose_are_marked_sparsely() {
    check("html", "<a href=\"x\">don't</a><!-- c -->", expect![[r#"<k⟨a⟩ href=q⟨"x"⟩>don't</k⟨a⟩>c⟨<!-- c -->⟩"#]]);
    check(
        "markdown",
        "# Title\nuse `x` and `y",
        expect![[r##"
        k⟨# Title⟩
        use q⟨`x`⟩ and `y"##]],
    );
    check("text", "if (x) \"y\"", expect![[r#"if (x) "y""#]]);
}

#[test]
fn open_ends_and_letters_beyond_ascii_are_no_trouble() {
    check("go", "x := \"größe", expect![[r#"x := q⟨"größe⟩"#]]);
    check("c", "/* öpen", expect!["c⟨/* öpen⟩"]);
    check("rust", "'ö' '", expect!["q⟨'ö'⟩ '"]);
    check("sql", "Select 'ö\\", expect!["k⟨Select⟩ q⟨'ö\\⟩"]);
    check("rust", "'\\", expect!["'\\"]);
}
