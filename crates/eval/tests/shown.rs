//! Whether the first result shows the definition that is asked for, on a small repository.

use quarry_engine::Settings;
use quarry_eval::bench::{self, Repository};
use quarry_eval::run::{self, Evidence, Place};
use quarry_eval::shown::Shown;
use quarry_eval::summary::overall;

#[test]
fn a_place_is_asked_for_by_lines_or_by_the_name_of_a_definition() {
    let temporary = tempfile::tempdir().unwrap();
    let root = fs_err::canonicalize(temporary.path()).unwrap().join("shop");
    fs_err::create_dir(&root).unwrap();
    let filler = "fn filler() { let much = \"text\"; }\n".repeat(60);
    fs_err::write(root.join("cart.rs"), format!("struct Cart;\n{filler}fn total_price() -> u32 {{ 1 }}\n")).unwrap();
    let asked = r#"[
        {"query": "total_price", "category": "symbol", "relevant": ["cart.rs"]},
        {"query": "Cart", "category": "symbol", "relevant": [{"path": "cart.rs", "start_line": 30, "end_line": 31}]},
        {"query": "total price", "category": "semantic", "relevant": ["cart.rs"]}
    ]"#;
    fs_err::write(temporary.path().join("questions.json"), asked).unwrap();
    let questions = bench::questions(&temporary.path().join("questions.json")).unwrap();
    let repository = Repository { name: "shop".to_owned(), questions, ..Repository::default() };
    let home = temporary.path().join("home");
    let place = Place { root, home: &home, settings: &Settings::default(), evidence: Evidence::Dropped };
    let run = run::over(&repository, &place).unwrap();
    let shown: Vec<Option<Shown>> = run.answers.iter().map(|answer| answer.shown).collect();
    assert_eq!(shown, [Some(Shown::Place), Some(Shown::File), None]);
    let quality = overall(&[run]).quality;
    assert_eq!((quality.shown, quality.shown_in_file), (Some(0.5), Some(0.5)));
    assert!(quality.recall_within[0] > 0.0 && quality.tokens_to_first.is_some());
}
