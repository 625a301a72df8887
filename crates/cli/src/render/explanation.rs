//! How an answer came about, for people: the plan, the times, and what put each file where it stands.

use std::fmt::Write;

use quarry_engine::{CandidateExplanation, Explanation, Feature, Hit, MatchType, Ranker, RerankExplanation};

use crate::console::BOLD;
use crate::table::{Align, Table};

/// Candidates that are shown; `--json` has all of them.
const MAX_CANDIDATES: usize = 15;
/// Pieces of evidence named per candidate, the heaviest first.
const MAX_EVIDENCE: usize = 5;
/// Pieces of evidence named where one result is explained.
const MAX_EVIDENCE_OF_ONE: usize = 12;
/// Letters of the longest bar.
const BAR: f32 = 12.0;
/// What adds less is not worth a word.
const LEAST: f32 = 0.005;

pub(crate) fn explanation(explanation: &Explanation) -> String {
    let mut text = format!("{BOLD}how this answer came about{BOLD:#}\n");
    plan(explanation, &mut text);
    times(explanation, &mut text);
    text.push('\n');
    candidates(explanation, &mut text);
    if let Some(rerank) = &explanation.rerank {
        judged(rerank, &mut text);
    }
    text
}

/// Why one result stands where it stands. Without colours: it is shown inside of other things.
pub(crate) fn why(explanation: &Explanation, hit: &Hit) -> String {
    let how = match hit.match_type {
        MatchType::Keyword => "by its words",
        MatchType::Semantic => "by its meaning",
        MatchType::Both => "by its words and by its meaning",
    };
    let mut text = format!("{}:{}-{}\n", hit.path, hit.span.start_line, hit.span.end_line);
    let _ = writeln!(text, "  {:<10} {how}", "found");
    let Some(candidate) = explanation.candidates.iter().find(|candidate| candidate.path == hit.path) else {
        return text;
    };
    for (label, place) in [("by word", candidate.word_place), ("by meaning", candidate.meaning_place)] {
        let place = place.map_or_else(|| "not among the candidates".to_owned(), |place| format!("place {place}"));
        let _ = writeln!(text, "  {label:<10} {place}");
    }
    let _ = writeln!(text, "  {:<10} {:.2}, {}", "score", candidate.score, ranked_by(explanation.ranker));
    if let Some(judged) = hit.rerank_score {
        let _ = writeln!(text, "  {:<10} {judged:.0} of 100", "judged");
    }
    let adds = contributions(candidate);
    let heaviest = adds.first().map_or(1.0, |(_, adds)| adds.abs());
    for (name, adds) in adds.iter().take(MAX_EVIDENCE_OF_ONE) {
        let bar = "█".repeat((adds.abs() / heaviest * BAR).ceil() as usize);
        let _ = writeln!(text, "  {adds:+6.2} {bar:<width$} {name}", width = BAR as usize);
    }
    text.push_str("\nthe question\n");
    plan(explanation, &mut text);
    times(explanation, &mut text);
    text
}

fn plan(explanation: &Explanation, text: &mut String) {
    let plan = &explanation.plan;
    let terms = |terms: &[(String, f32)]| {
        let shown =
            |(term, weight): &(String, f32)| if *weight == 1.0 { term.clone() } else { format!("{term} x{weight}") };
        terms.iter().map(shown).collect::<Vec<_>>().join(", ")
    };
    let pairs = |terms: &[quarry_engine::WeightedTerm]| {
        terms.iter().map(|one| (one.term.clone(), one.weight)).collect::<Vec<_>>()
    };
    let names: Vec<String> = plan.names.iter().map(|name| format!("{} {}", name.name, name.strength)).collect();
    let suggested: Vec<String> = plan.suggested_filters.iter().map(|filter| format!("{filter} ")).collect();
    let suggested = if suggested.is_empty() { String::new() } else { suggested.concat() + "(not applied)" };
    let lines = [
        ("question", plan.query.clone()),
        ("intent", plan.intent.as_str().to_owned()),
        ("terms", terms(&pairs(&plan.terms))),
        ("synonyms", terms(&pairs(&plan.expansions))),
        ("subject", plan.subject.join(" ")),
        ("names", names.join(", ")),
        ("paths", plan.paths.join(", ")),
        ("suggested", suggested),
    ];
    for (label, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "  {label:<10} {value}");
    }
}

fn times(explanation: &Explanation, text: &mut String) {
    let stages = explanation.stages;
    let by = |found: fn(&CandidateExplanation) -> bool| explanation.candidates.iter().filter(|one| found(one)).count();
    let (by_word, by_meaning) = (by(|one| one.word_place.is_some()), by(|one| one.meaning_place.is_some()));
    let milliseconds = |time: std::time::Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let rerank = explanation.rerank.as_ref().map(|_| format!(", rerank {}", milliseconds(stages.rerank)));
    let _ = writeln!(
        text,
        "  {:<10} plan {}, recall {} ({by_word} files by word, {by_meaning} by meaning), rank {}{}, fetch {}, expand {}",
        "stages",
        milliseconds(stages.plan),
        milliseconds(stages.recall),
        milliseconds(stages.rank),
        rerank.unwrap_or_default(),
        milliseconds(stages.fetch),
        milliseconds(stages.expand)
    );
    let how = ranked_by(explanation.ranker);
    let _ = writeln!(text, "  {:<10} {} files, in order {how}", "candidates", explanation.candidates.len());
}

fn ranked_by(ranker: Ranker) -> &'static str {
    match ranker {
        Ranker::Learned => "by learned weights",
        Ranker::Rules => "by weights set by hand",
        Ranker::None => "by their places in the lists",
    }
}

fn candidates(explanation: &Explanation, text: &mut String) {
    let columns = [
        ("#", Align::Right),
        ("score", Align::Right),
        ("word", Align::Right),
        ("meaning", Align::Right),
        ("file", Align::Left),
        ("because of", Align::Left),
    ];
    let mut table = Table::new(&columns);
    let place = |place: Option<usize>| place.map_or_else(|| "-".to_owned(), |place| place.to_string());
    for (rank, candidate) in (1..=MAX_CANDIDATES).zip(&explanation.candidates) {
        table.row([
            rank.to_string(),
            format!("{:.2}", candidate.score),
            place(candidate.word_place),
            place(candidate.meaning_place),
            candidate.path.to_string(),
            evidence(candidate),
        ]);
    }
    text.push_str(&table.render());
    if explanation.candidates.len() > MAX_CANDIDATES {
        let _ = writeln!(text, "and {} more; --json names all", explanation.candidates.len() - MAX_CANDIDATES);
    }
}

/// What a model made of the order.
fn judged(rerank: &RerankExplanation, text: &mut String) {
    let _ = writeln!(text, "\nthe best, judged by {} from 0 to 100", rerank.model);
    let columns = [("#", Align::Right), ("before", Align::Right), ("score", Align::Right), ("file", Align::Left)];
    let mut table = Table::new(&columns);
    for (rank, one) in (1_usize..).zip(&rerank.judged) {
        let (place, score) = (format!("{}:{}", one.path, one.line), format!("{:.1}", one.score));
        table.row([rank.to_string(), one.place_before.to_string(), score, place]);
    }
    text.push_str(&table.render());
}

/// What counted most, for or against.
fn evidence(candidate: &CandidateExplanation) -> String {
    let adds = contributions(candidate);
    adds.iter().take(MAX_EVIDENCE).map(|(name, adds)| format!("{name} {adds:+.2}")).collect::<Vec<_>>().join(", ")
}

/// What each piece of evidence adds, the heaviest first.
fn contributions(candidate: &CandidateExplanation) -> Vec<(&'static str, f32)> {
    let names = Feature::ALL.iter().map(|feature| feature.as_str());
    let mut adds: Vec<_> = names.zip(candidate.contributions.iter().copied()).collect();
    adds.retain(|(_, adds)| adds.abs() >= LEAST);
    adds.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    adds
}
