//! Shares, budgets and what flows on.

use std::rc::Rc;

use expect_test::{Expect, expect};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use quarry_source::{Confidence, EdgeKind, RepoPath};

use super::{Budget, Choice, Packed, Scale, into_budget};
use crate::context::fixture;
use crate::context::piece::RelatedPiece;
use crate::context::render::ContextLayout;
use crate::graph::{FileEdge, Relationship};
use crate::settings::Settings;

/// A file with one function of so many lines.
fn source(name: &str, n_lines: usize) -> String {
    let body: String = (0..n_lines).map(|n| format!("    step_{n}(value);\n")).collect();
    format!("fn {name}(value: u32) {{\n{body}}}\n")
}

fn related(path: &str) -> RelatedPiece {
    RelatedPiece {
        path: RepoPath::new(path),
        language: quarry_source::Language::new("rust"),
        symbol: None,
        lines: None,
        relationship: Relationship::Calls,
        distance: 1,
        confidence: Confidence::Import,
        of: "first".to_owned(),
        heads: vec![format!("pub fn {}() -> usize", path.replace('.', "_"))],
        site: None,
        n_tokens: 0,
    }
}

/// Results whose functions have so many lines each, two related files and an edge between the first result and the
/// first of them.
fn choice(lines: &[usize]) -> Choice {
    let candidates = lines.iter().zip(1..).map(|(n_lines, rank)| {
        let file = fixture::shared(&format!("src/f{rank}.rs"), &source(&format!("f{rank}"), *n_lines));
        fixture::candidate(&Rc::clone(&file), (1, file.n_lines()), rank)
    });
    let edge = FileEdge {
        from: RepoPath::new("src/f1.rs"),
        to: RepoPath::new("r1.rs"),
        kinds: vec![EdgeKind::Imports, EdgeKind::Calls],
        confidence: Confidence::Import,
        n_uses: 2,
    };
    Choice { candidates: candidates.collect(), related: vec![related("r1.rs"), related("r2.rs")], edges: vec![edge] }
}

fn packed(choice: &Choice, available: usize, settings: &Settings) -> Packed {
    into_budget(choice, available, Scale { layout: ContextLayout::Markdown, settings })
}

/// Says in which form each result is shown, how many related pieces and edges there are, and what it all costs.
fn check(lines: &[usize], available: usize, expected: Expect) {
    let settings = Settings::default();
    let packed = packed(&choice(lines), available, &settings);
    let forms: Vec<String> =
        packed.primary.iter().map(|piece| format!("{}:{}", piece.rank, piece.form.as_str())).collect();
    let n_tokens = settings.context.tokenizer.count(&packed.text);
    assert!(n_tokens <= available, "{n_tokens} of {available}");
    let cut = if packed.is_truncated { ", truncated" } else { "" };
    let told = format!(
        "{}\n{} related, {} edges, {n_tokens} tokens{cut}\n",
        forms.join(" "),
        packed.related.len(),
        packed.edges.len()
    );
    expected.assert_eq(&told);
}

#[test]
fn everything_is_shown_if_it_fits() {
    check(
        &[3, 3],
        1000,
        expect![[r#"
        1:body 2:body
        2 related, 1 edges, 171 tokens
    "#]],
    );
}

#[test]
fn what_one_share_does_not_use_flows_on() {
    // Of 400 tokens 240 are for results; related pieces need 60 of their 120, and results get the rest.
    check(
        &[20, 20],
        400,
        expect![[r#"
        1:body 2:body
        2 related, 1 edges, 375 tokens
    "#]],
    );
}

#[test]
fn signatures_come_before_bodies() {
    check(
        &[40, 40, 40, 40, 40, 40],
        600,
        expect![[r#"
            1:excerpt 2:excerpt 3:excerpt 4:excerpt 5:excerpt 6:excerpt
            2 related, 1 edges, 513 tokens, truncated
        "#]],
    );
    check(
        &[40, 40, 40, 40, 40, 40],
        200,
        expect![[r#"
            1:excerpt 2:signature 3:signature
            2 related, 1 edges, 185 tokens, truncated
        "#]],
    );
}

#[test]
fn a_budget_smaller_than_one_result_says_what_it_needs() {
    let packed = packed(&choice(&[40]), 10, &Settings::default());
    assert!(packed.text.is_empty() && packed.is_truncated && packed.too_small_for.is_some_and(|needed| needed > 10));
}

#[test]
fn a_reserve_is_at_most_a_quarter() {
    let settings = Settings::default().context;
    let of = |total| Budget::of(Some(total), &settings).available();
    assert_eq!([8000, 2000, 100, 3, 1].map(of), [6000, 1500, 75, 3, 1]);
    assert_eq!(Budget::of(None, &settings), Budget { total: 8000, reserved: 2000 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_budget_is_exceeded_whatever_the_shares(
        lines in prop::collection::vec(0..60_usize, 0..8),
        available in 0..3000_usize,
        shares in [0.0..1.0_f32, 0.0..1.0_f32, 0.0..1.0_f32, 0.0..1.0_f32],
        is_tags in any::<bool>(),
    ) {
        let mut settings = Settings::default();
        let context = &mut settings.context;
        [context.primary_share, context.related_share, context.graph_share, context.signature_share] = shares;
        let layout = if is_tags { ContextLayout::Tags } else { ContextLayout::Markdown };
        let packed = into_budget(&choice(&lines), available, Scale { layout, settings: &settings });
        let n_tokens = settings.context.tokenizer.count(&packed.text);
        assert!(n_tokens <= available, "{n_tokens} of {available}");
        assert!(packed.is_truncated || packed.primary.len() == lines.len());
    }
}
