//! Settings as users write them: what is read, what is refused and in which words, what is printed.

mod printed;

use std::path::Path;

use expect_test::{Expect, expect};

use super::{KeywordProfile, Settings, SettingsError};

#[track_caller]
fn check_refused(text: &str, expected: Expect) {
    let message = match Settings::from_toml(text, Path::new("shop/quarry.toml")) {
        Ok(settings) => format!("accepted: {settings:?}"),
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&message);
}

fn read(text: &str) -> Settings {
    Settings::from_toml(text, Path::new("quarry.toml")).expect("these settings are right")
}

#[test]
fn an_unknown_key_names_the_nearest_one() {
    check_refused(
        "[index]\nmax_file_byte = 10\n",
        expect![[r#"
        shop/quarry.toml:2:1: unknown key `index.max_file_byte`
          |
        2 | max_file_byte = 10
          | ^^^^^^^^^^^^^
          = did you mean `max_file_bytes`?
    "#]],
    );
    check_refused(
        "max_file_bytes = 10\n",
        expect![[r#"
        shop/quarry.toml:1:1: unknown key `max_file_bytes`
          |
        1 | max_file_bytes = 10
          | ^^^^^^^^^^^^^^
          = did you mean `index.max_file_bytes`?
    "#]],
    );
    check_refused(
        "[indx]\nthreads = 1\n",
        expect![[r#"
        shop/quarry.toml:1:2: unknown key `indx`
          |
        1 | [indx]
          |  ^^^^
          = did you mean `index`?
    "#]],
    );
    check_refused(
        "[keyword.fields]\nnames.weight = 2\n",
        expect![[r#"
        shop/quarry.toml:2:1: unknown key `keyword.fields.names`
          |
        2 | names.weight = 2
          | ^^^^^
          = did you mean `name`?
    "#]],
    );
    check_refused(
        "[search]\nxyzzy = 2\n",
        expect![[r#"
        shop/quarry.toml:2:1: unknown key `search.xyzzy`
          |
        2 | xyzzy = 2
          | ^^^^^
    "#]],
    );
}

#[test]
fn a_wrong_type_says_what_is_wanted() {
    check_refused(
        "[index]\n\tthreads = \"four\"\n",
        expect![[r#"
        shop/quarry.toml:2:12: `index.threads` wants a whole number, found a string
          |
        2 | 	threads = "four"
          | 	          ^^^^^^
    "#]],
    );
    check_refused(
        "index = 3\n",
        expect![[r#"
        shop/quarry.toml:1:9: `index` wants a table, found an integer
          |
        1 | index = 3
          |         ^
    "#]],
    );
    check_refused(
        "[index]\nexclude = [\"a\", 7]\n",
        expect![[r#"
        shop/quarry.toml:2:17: `index.exclude` wants a list of globs, found an integer
          |
        2 | exclude = ["a", 7]
          |                 ^
    "#]],
    );
    check_refused(
        "[index]\nhidden = \"ano\" # říjen\n",
        expect![[r#"
        shop/quarry.toml:2:10: `index.hidden` wants true or false, found a string
          |
        2 | hidden = "ano" # říjen
          |          ^^^^^
    "#]],
    );
    check_refused(
        "[index.hidden]\nx = 1\n",
        expect![[r#"
        shop/quarry.toml:1:1: `index.hidden` wants true or false, found a table
          |
        1 | [index.hidden]
          | ^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn a_bad_value_says_why() {
    check_refused(
        "[search]\nlimit = 0\n",
        expect![[r#"
        shop/quarry.toml:2:9: `search.limit` must be from 1 to 1000, found 0
          |
        2 | limit = 0
          |         ^
    "#]],
    );
    check_refused(
        "[search]\nlimit = 99999999999999999999\n",
        expect![[r#"
        shop/quarry.toml:2:9: `search.limit` must be from 1 to 1000, found 99999999999999999999
          |
        2 | limit = 99999999999999999999
          |         ^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
    check_refused(
        "[keyword]\nk1 = nan\n",
        expect![[r#"
        shop/quarry.toml:2:6: `keyword.k1` must be from 0 to 100, found nan
          |
        2 | k1 = nan
          |      ^^^
    "#]],
    );
    check_refused(
        "[index]\ninclude = [\"src/**\", \"[z-a]\"]\n",
        expect![[r#"
        shop/quarry.toml:2:22: `index.include` holds an invalid glob: error parsing glob '[z-a]': invalid range; 'z' > 'a'
          |
        2 | include = ["src/**", "[z-a]"]
          |                      ^^^^^^^
    "#]],
    );
    check_refused(
        "[index]\nchunk_bytes = 300\noverlap_bytes = 300\n",
        expect![[r#"
        shop/quarry.toml:3:17: `index.overlap_bytes` (300) must be less than `index.chunk_bytes` (300)
          |
        3 | overlap_bytes = 300
          |                 ^^^
    "#]],
    );
    check_refused(
        "[keyword]\nprofile = \"bm25\"\n",
        expect![[r#"
        shop/quarry.toml:2:11: `keyword.profile` must be `quarry` or `codecontext`, found `bm25`
          |
        2 | profile = "bm25"
          |           ^^^^^^
    "#]],
    );
}

#[test]
fn broken_toml_points_at_the_place() {
    check_refused(
        "[index]\nthreads = \n",
        expect![[r#"
        shop/quarry.toml:2:11: this is not TOML: string values must be quoted, expected literal string
          |
        2 | threads =
          |           ^
    "#]],
    );
    check_refused(
        "[index\n",
        expect![[r#"
        shop/quarry.toml:1:7: this is not TOML: unclosed table, expected `]`
          |
        1 | [index
          |       ^
    "#]],
    );
    check_refused(
        "[index]\nthreads = 1\nthreads = 2\n",
        expect![[r#"
        shop/quarry.toml:3:1: this is not TOML: duplicate key
          |
        3 | threads = 2
          | ^^^^^^^
    "#]],
    );
}

#[test]
fn the_first_mistake_of_the_file_is_reported() {
    check_refused(
        "[search]\nzzz = 1\n[index]\naaa = 1\n",
        expect![[r#"
        shop/quarry.toml:2:1: unknown key `search.zzz`
          |
        2 | zzz = 1
          | ^^^
    "#]],
    );
}

#[test]
fn a_profile_can_be_changed_number_by_number_in_any_order() {
    let settings = read("[keyword]\nfields.name.weight = 20\nk1 = 2\nprofile = \"codecontext\"\n");
    assert_eq!(settings.keyword.profile, KeywordProfile::Codecontext);
    assert_eq!((settings.keyword.k1, settings.keyword.joined_weight), (2.0, 0.0));
    assert_eq!((settings.keyword.fields.name.weight, settings.keyword.fields.name.b), (20.0, 0.75));
    assert_eq!(settings.keyword.fields.signature.weight, 10.0);
}

#[test]
fn an_empty_file_and_no_file_give_the_defaults() {
    assert_eq!(read(""), Settings::default());
    let root = tempfile::tempdir().expect("a temporary directory");
    assert_eq!(Settings::load(root.path()).expect("no file is fine"), Settings::default());
}

#[test]
fn the_file_of_a_repository_is_read_and_named_in_errors() {
    let root = tempfile::tempdir().expect("a temporary directory");
    let file = root.path().join("quarry.toml");
    fs_err::write(&file, "[search]\nlimit = 25\n").expect("the file is written");
    assert_eq!(Settings::load(root.path()).expect("the file is right").search.limit, 25);
    fs_err::write(&file, "limt = 25\n").expect("the file is written");
    let Err(SettingsError::Invalid(problem)) = Settings::load(root.path()) else { panic!("the key is wrong") };
    assert_eq!((problem.file, problem.line, problem.column), (file, 1, 1));
    assert_eq!((problem.key.as_deref(), problem.length), (Some("limt"), 4));
}
