//! Patterns in, outlines of everything that matches out: one small repository, real files, a real index.

use expect_test::{Expect, expect};
use quarry_engine::{
    Case, Engine, GrepLine, GrepPattern, GrepRequest, GrepResponse, Mode, NamePattern, PathPattern, PatternStyle,
    Quiet, Settings,
};
use quarry_source::{ContentType, Language, SymbolKind};
use quarry_test_support::Repository;

const SHOP: &str = "
    //- src/cart.rs
    use crate::price::total;

    /// Holds items until total is asked.
    pub struct Cart {
        items: Vec<Item>,
    }

    impl Cart {
        pub fn checkout(&self) -> u32 {
            let sum = total(&self.items) + total(&[]);
            sum
        }
    }
    //- src/price.rs
    pub fn total(items: &[Item]) -> u32 {
        items.iter().map(|item| item.price).sum()
    }

    pub fn total_with_tax(items: &[Item]) -> u32 {
        total(items) * 12 / 10
    }
    //- tests/cart_test.rs
    #[test]
    fn totals() {
        assert_eq!(total(&[]), 0);
        assert_eq!(total(&[]), total(&[]));
        assert_eq!(total(&[]), total(&[]));
    }
    //- docs/guide.md
    # Totals

    Call `total`.
    //- deploy.yml
    services:
      total: 1
";

struct Bench {
    repository: Repository,
    settings: Settings,
}

impl Bench {
    fn new(fixture: &str) -> Bench {
        Bench { repository: Repository::new(fixture), settings: Settings::default() }
    }

    fn engine(&self) -> Engine {
        Engine::new(self.repository.path(), &self.repository.beside("home"), self.settings.clone())
    }

    fn index(&self) {
        self.engine().index(Mode::Changed, &Quiet).expect("the repository is indexed");
    }

    fn grep(&self, request: &GrepRequest) -> GrepResponse {
        self.engine().open().expect("an index").grep(request)
    }

    /// Indexes, searches, and compares the outline.
    #[track_caller]
    fn check(&self, request: &GrepRequest, expected: Expect) {
        self.index();
        expected.assert_eq(&outline(&self.grep(request)));
    }
}

fn request(pattern: &str) -> GrepRequest {
    styled(pattern, PatternStyle::default())
}

fn styled(pattern: &str, style: PatternStyle) -> GrepRequest {
    GrepRequest {
        pattern: GrepPattern::new(pattern, style).expect("a pattern"),
        filter: Default::default(),
        limit: None,
        lines_before: 0,
        lines_after: 0,
    }
}

/// Files, symbols, and lines with their matches in brackets; then the totals.
fn outline(response: &GrepResponse) -> String {
    let mut text = String::new();
    for file in &response.files {
        let test = if file.is_test { " test" } else { "" };
        text += &format!("{} {:?}{test} {}\n", file.path, file.defines, file.n_matches);
        for group in &file.groups {
            let symbol = group.symbol.as_ref().map_or("top level".to_owned(), |symbol| {
                let lines = format!("{}-{}", symbol.span.start_line, symbol.span.end_line);
                format!("{} {} {lines}", symbol.kind.as_str(), symbol.qualified_name)
            });
            text += &format!("  {symbol} {:?} {}\n", group.defines, group.n_matches);
            group.lines.iter().for_each(|line| text += &format!("    {}\n", marked(line)));
        }
    }
    let totals = response.totals;
    text += &format!(
        "{} matches, {} lines, {} symbols, {} files; {} shown, {} searched\n",
        totals.n_matches,
        totals.n_lines,
        totals.n_symbols,
        totals.n_files,
        response.n_lines_shown,
        response.n_files_searched
    );
    response.notices.iter().for_each(|notice| text += &format!("note: {notice}\n"));
    text
}

fn marked(line: &GrepLine) -> String {
    // A zero in an expectation would make this file binary.
    let mut text = line.text.replace('\0', "0");
    for found in line.matches.iter().rev() {
        text.insert(found.end, ']');
        text.insert(found.start, '[');
    }
    format!("{}{} {text}", line.number, if line.n_matches > 0 { ':' } else { '-' })
}

#[test]
fn every_match_is_found_and_definitions_come_first() {
    Bench::new(SHOP).check(
        &styled("total", PatternStyle { whole_words: true, ..Default::default() }),
        expect![[r#"
            src/price.rs Whole 2
              function total 1-3 Whole 1
                1: pub fn [total](items: &[Item]) -> u32 {
              function total_with_tax 5-7 Nothing 1
                6:     [total](items) * 12 / 10
            src/cart.rs Nothing 4
              method Cart::checkout 9-12 Nothing 2
                10:         let sum = [total](&self.items) + [total](&[]);
              top level Nothing 1
                1: use crate::price::[total];
              struct Cart 3-6 Nothing 1
                3: /// Holds items until [total] is asked.
            deploy.yml Nothing 1
              block services.total 2-2 Nothing 1
                2:   [total]: 1
            docs/guide.md Nothing 1
              section Totals 1-3 Nothing 1
                3: Call `[total]`.
            tests/cart_test.rs Nothing test 5
              function totals 1-6 Nothing 5
                3:     assert_eq!([total](&[]), 0);
                4:     assert_eq!([total](&[]), [total](&[]));
                5:     assert_eq!([total](&[]), [total](&[]));
            13 matches, 10 lines, 7 symbols, 5 files; 10 shown, 5 searched
        "#]],
    );
}

#[test]
fn a_part_of_a_name_ranks_below_a_whole_one() {
    Bench::new(SHOP).check(
        &request("tot"),
        expect![[r#"
            src/price.rs Part 3
              function total_with_tax 5-7 Part 2
                5: pub fn [tot]al_with_tax(items: &[Item]) -> u32 {
                6:     [tot]al(items) * 12 / 10
              function total 1-3 Part 1
                1: pub fn [tot]al(items: &[Item]) -> u32 {
            tests/cart_test.rs Part test 6
              function totals 1-6 Part 6
                2: fn [tot]als() {
                3:     assert_eq!([tot]al(&[]), 0);
                4:     assert_eq!([tot]al(&[]), [tot]al(&[]));
                5:     assert_eq!([tot]al(&[]), [tot]al(&[]));
            src/cart.rs Nothing 4
              method Cart::checkout 9-12 Nothing 2
                10:         let sum = [tot]al(&self.items) + [tot]al(&[]);
              top level Nothing 1
                1: use crate::price::[tot]al;
              struct Cart 3-6 Nothing 1
                3: /// Holds items until [tot]al is asked.
            docs/guide.md Nothing 2
              section Totals 1-3 Nothing 2
                1: # [Tot]als
                3: Call `[tot]al`.
            deploy.yml Nothing 1
              block services.total 2-2 Nothing 1
                2:   [tot]al: 1
            16 matches, 13 lines, 7 symbols, 5 files; 13 shown, 5 searched
        "#]],
    );
}

#[test]
fn literals_mean_what_they_say() {
    let literal = PatternStyle { is_literal: true, ..Default::default() };
    Bench::new(SHOP).check(
        &styled("total(&[])", literal),
        expect![[r#"
            src/cart.rs Nothing 1
              method Cart::checkout 9-12 Nothing 1
                10:         let sum = total(&self.items) + [total(&[])];
            tests/cart_test.rs Nothing test 5
              function totals 1-6 Nothing 5
                3:     assert_eq!([total(&[])], 0);
                4:     assert_eq!([total(&[])], [total(&[])]);
                5:     assert_eq!([total(&[])], [total(&[])]);
            6 matches, 4 lines, 2 symbols, 2 files; 4 shown, 5 searched
        "#]],
    );
}

#[test]
fn filters_hold_for_files_and_for_symbols_at_any_depth() {
    let bench = Bench::new(SHOP);
    bench.index();
    let found = |change: fn(&mut GrepRequest)| {
        let mut request = request("total");
        change(&mut request);
        let response = bench.grep(&request);
        let paths: Vec<&str> = response.files.iter().map(|file| file.path.as_str()).collect();
        format!("{} {}", paths.join(" "), response.totals.n_matches)
    };
    assert_eq!(found(|request| request.filter.languages = vec![Language::new("markdown")]), "docs/guide.md 2");
    assert_eq!(found(|request| request.filter.content_types = vec![ContentType::Config]), "deploy.yml 1");
    assert_eq!(found(|request| request.filter.extensions = vec!["yml".to_owned()]), "deploy.yml 1");
    assert_eq!(found(|request| request.filter.within = "tests".to_owned()), "tests/cart_test.rs 6");
    assert_eq!(
        found(|request| request.filter.excluded_paths = vec![PathPattern::new("{src,tests,docs}/**").expect("a glob")]),
        "deploy.yml 1"
    );
    assert_eq!(found(|request| request.filter.kinds = vec![SymbolKind::Implementation]), "src/cart.rs 2");
    assert_eq!(found(|request| request.filter.kinds = vec![SymbolKind::Struct]), "src/cart.rs 1");
    assert_eq!(
        found(|request| request.filter.names = vec![NamePattern::new("*_tax").expect("a glob")]),
        "src/price.rs 2"
    );
}

#[test]
fn the_limit_hides_lines_and_counts_them_all_the_same() {
    let mut few = request("total");
    few.limit = Some(3);
    few.lines_before = 1;
    few.lines_after = 1;
    Bench::new(SHOP).check(
        &few,
        expect![[r#"
            src/price.rs Whole 3
              function total 1-3 Whole 1
                1: pub fn [total](items: &[Item]) -> u32 {
                2-     items.iter().map(|item| item.price).sum()
              function total_with_tax 5-7 Part 2
                4- 
                5: pub fn [total]_with_tax(items: &[Item]) -> u32 {
                6:     [total](items) * 12 / 10
                7- }
            tests/cart_test.rs Part test 6
              function totals 1-6 Part 6
            src/cart.rs Nothing 4
              method Cart::checkout 9-12 Nothing 2
              top level Nothing 1
              struct Cart 3-6 Nothing 1
            docs/guide.md Nothing 2
              section Totals 1-3 Nothing 2
            deploy.yml Nothing 1
              block services.total 2-2 Nothing 1
            16 matches, 13 lines, 7 symbols, 5 files; 3 shown, 5 searched
        "#]],
    );
}

#[test]
fn lines_around_a_match_are_told_apart_and_shown_once() {
    let mut wide = request("sum");
    wide.filter.within = "src".to_owned();
    wide.lines_before = 2;
    wide.lines_after = 1;
    Bench::new(SHOP).check(
        &wide,
        expect![[r#"
            src/cart.rs Nothing 2
              method Cart::checkout 9-12 Nothing 2
                8- impl Cart {
                9-     pub fn checkout(&self) -> u32 {
                10:         let [sum] = total(&self.items) + total(&[]);
                11:         [sum]
                12-     }
            src/price.rs Nothing 1
              function total 1-3 Nothing 1
                1- pub fn total(items: &[Item]) -> u32 {
                2:     items.iter().map(|item| item.price).[sum]()
                3- }
            3 matches, 3 lines, 2 symbols, 2 files; 3 shown, 2 searched
        "#]],
    );
}

#[test]
fn files_are_read_as_indexing_reads_them() {
    let bench = Bench::new("//- plain.txt\nstraße\n");
    bench.repository.write("crlf.rs", "fn one() {\r\n    café();\r\n}\r\n");
    bench.repository.write("latin.rs", b"// caf\xe9 \x80\n".as_slice());
    let wide: Vec<u8> = "// café\r\nfn two() {}\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bench.repository.write("wide.rs", [b"\xff\xfe".as_slice(), &wide].concat());
    bench.repository.write("marked.rs", "\u{feff}café();\n");
    bench.repository.write("zero.txt", format!("{}\ncafé \0 café\n", "x".repeat(9000)));
    bench.repository.write("picture.bin", b"caf\xc3\xa9\0\0\0".as_slice());
    bench.check(
        &request(r"CAFÉ|(?i)caf.\b.*$"),
        expect![[r#"
            crlf.rs Nothing 1
              function one 1-3 Nothing 1
                2:     [café();]
            latin.rs Nothing 1
              top level Nothing 1
                1: // [café €]
            marked.rs Nothing 1
              top level Nothing 1
                1: [café();]
            wide.rs Nothing 1
              function two 1-2 Nothing 1
                1: // [café]
            zero.txt Nothing 1
              top level Nothing 1
                2: [café 0 café]
            5 matches, 5 lines, 2 symbols, 5 files; 5 shown, 6 searched
        "#]],
    );
    bench.check(
        &request(r"\)[;] ?$"),
        expect![[r#"
            crlf.rs Nothing 1
              function one 1-3 Nothing 1
                2:     café([);]
            marked.rs Nothing 1
              top level Nothing 1
                1: café([);]
            2 matches, 2 lines, 1 symbols, 2 files; 2 shown, 6 searched
        "#]],
    );
}

#[test]
fn a_pattern_that_fits_nothing_counts_lines() {
    Bench::new("//- a.rs\nfn a() {}\n\nfn b() {}\n").check(
        &request("^$"),
        expect![[r#"
            a.rs Nothing 1
              top level Nothing 1
                2: 
            1 matches, 1 lines, 0 symbols, 1 files; 1 shown, 1 searched
        "#]],
    );
}

#[test]
fn a_file_that_changed_after_indexing_is_searched_and_parsed_as_it_is() {
    let bench = Bench::new("//- a.rs\nfn apple() {}\n//- b.rs\nfn apple_b() {}\n//- c.rs\nfn apple_c() {}\n");
    bench.index();
    bench.repository.write("a.rs", "// new\nfn pear() {\n    apple();\n}\n");
    bench.repository.remove("b.rs");
    bench.repository.write("c.rs", [0; 9]);
    let found = outline(&bench.grep(&request("apple|pear")));
    let root = bench.repository.path().to_string_lossy().into_owned();
    expect![[r#"
        a.rs Whole 2
          function pear 1-4 Whole 2
            2: fn [pear]() {
            3:     [apple]();
        2 matches, 2 lines, 1 symbols, 1 files; 2 shown, 3 searched
        note: not searched: failed to open file `ROOT/b.rs`: No such file or directory (os error 2); and 1 more
    "#]]
    .assert_eq(&found.replace(&root, "ROOT"));
}

#[test]
fn threads_change_nothing() {
    let mut bench = Bench::new(SHOP);
    for number in 0..60 {
        let calls = "    total();\n".repeat(number % 7);
        bench.repository.write(&format!("src/many/f{number}.rs"), format!("fn f{number}() {{\n{calls}}}\n"));
    }
    bench.index();
    let found: Vec<String> = [1, 2, 8]
        .map(|threads| {
            bench.settings.index.threads = threads;
            let limited = GrepRequest { limit: Some(40), ..request("total") };
            outline(&bench.grep(&request("total"))) + &outline(&bench.grep(&limited))
        })
        .to_vec();
    assert!(found.iter().all(|outline| *outline == found[0]), "{found:#?}");
}

#[test]
fn case_is_smart_unless_told() {
    let bench = Bench::new("//- a.txt\nHTTP\nhttp\nHttp\n");
    bench.index();
    let n_found =
        |pattern: &str, case| bench.grep(&styled(pattern, PatternStyle { case, ..Default::default() })).totals.n_lines;
    assert_eq!([n_found("http", Case::Smart), n_found("Http", Case::Smart)], [3, 1]);
    assert_eq!([n_found("http", Case::Sensitive), n_found("HTTP", Case::Insensitive)], [1, 3]);
}
