//! Cross-encoders run in this process: equal to the reference runtime, in the right order, and clear words when a folder holds
//! something else.

use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect};
use quarry_models::{Passage, Provider, RerankConfig, RerankError, Reranker, Stop};
use quarry_test_support::minilm;
use serde_json::Value;

/// Two runtimes add up in another order. What is compared goes from 0 to 100.
const TOLERANCE: f32 = 0.01;

fn config(folder: &Path) -> RerankConfig {
    RerankConfig { model: folder.to_string_lossy().into_owned(), ..RerankConfig::of(Provider::Onnx) }
}

fn open(name: &str) -> Reranker {
    Reranker::open(&config(&minilm().model(name)), None, Stop::default()).expect("made for this test")
}

fn scores(model: &Reranker, question: &str, bodies: &[&str]) -> Vec<f32> {
    let passages: Vec<Passage<'_>> = bodies.iter().map(|body| Passage { body, ..Passage::default() }).collect();
    let verdicts = model.judge(question, &passages).expect("it judges");
    assert_eq!(verdicts.n_unjudged, 0, "{:?}", verdicts.problem);
    verdicts.scores
}

#[test]
fn scores_are_those_of_onnxruntime_squeezed_between_0_and_100() {
    let reference: Value = serde_json::from_str(&minilm().reference()).expect("JSON");
    for name in ["minilm-pairs", "tiny-pairs"] {
        let model = open(name);
        for (n, pair) in reference["pairs"].as_array().expect("a list").iter().enumerate() {
            let [question, passage] = [&pair[0], &pair[1]].map(|text| text.as_str().expect("a text"));
            // Longer passages are cut before they are read, so that they are not those of the reference.
            if passage.len() > 2000 {
                continue;
            }
            let logit = reference["logits"][name][n].as_f64().expect("a number");
            let expected = (100.0 / (1.0 + (-logit).exp())) as f32;
            let score = scores(&model, question, &[passage])[0];
            assert!((score - expected).abs() < TOLERANCE, "{name}, {pair}: {score} for {expected}");
        }
    }
}

#[test]
fn the_passage_that_answers_comes_first() {
    let model = open("minilm-pairs");
    assert_eq!(model.name(), "onnx/minilm-pairs");
    let passages = [
        "fn add(left: i32, right: i32) -> i32 { left + right }",
        "fn read_file(path: &Path) -> String { std::fs::read_to_string(path).unwrap() }",
        "fn send_mail(to: &Address, text: &str) { smtp.deliver(to, text) }",
    ];
    for (best, question) in [(1, "load a file from disk"), (0, "sum of two numbers"), (2, "send an email")] {
        let scores = scores(&model, question, &passages);
        let first = (0..3).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        assert_eq!(first, Some(best), "{question}: {scores:?}");
    }
}

#[test]
fn a_score_does_not_depend_on_what_else_is_judged_or_on_how_long_it_is() {
    let model = open("tiny-pairs");
    let long = "let x = 1; ".repeat(50_000);
    let bodies = ["a", &long, "日本語", "", "🦀🦀🦀"];
    let together = scores(&model, &long, &bodies);
    for (body, score) in bodies.iter().zip(&together) {
        assert_eq!(scores(&model, &long, &[body]), [*score]);
        assert!((0.0..=100.0).contains(score));
    }
}

#[test]
fn what_does_not_fit_into_the_time_counts_50() {
    let hasty = RerankConfig { time_limit: Duration::from_millis(500), ..config(&minilm().model("minilm-pairs")) };
    let model = Reranker::open(&hasty, None, Stop::default()).expect("made for this test");
    // Enough time for the first, and for thousands more on no machine.
    let passages = vec![Passage { body: "fn main() {}", ..Passage::default() }; 20_000];
    let verdicts = model.judge("a", &passages).expect("the first is judged");
    assert!(verdicts.n_unjudged > 0 && verdicts.scores[0] != 50.0);
    assert_eq!(verdicts.scores.last(), Some(&50.0));
    assert!(matches!(verdicts.problem, Some(RerankError::OutOfTime { .. })), "{:?}", verdicts.problem);
}

#[track_caller]
fn check_refused(folder: &Path, expected: Expect) {
    let judged = Reranker::open(&config(folder), None, Stop::default()).and_then(|model| model.probe());
    let error = judged.expect_err("refused");
    let told = format!("{error}\n{}", error.help().unwrap_or_default());
    expected.assert_eq(&told.replace(&folder.display().to_string(), "<folder>"));
}

#[test]
fn a_folder_that_holds_no_cross_encoder_is_refused_at_the_first_passage() {
    check_refused(
        &minilm().model("tiny-pooled"),
        expect![[r#"
            model onnx/tiny-pooled makes 16 numbers of a question and a passage, where one is wanted
            name a folder with a cross-encoder: a model for re-ranking"#]],
    );
    check_refused(
        Path::new("/nowhere"),
        expect![[r#"
            cannot read the model's folder
            name a folder that holds model.onnx and tokenizer.json, downloaded in full"#]],
    );
    check_refused(
        Path::new(""),
        expect![[r#"
            <folder>t<folder>h<folder>e<folder> <folder>m<folder>o<folder>d<folder>e<folder>l<folder>'<folder>s<folder> <folder>s<folder>e<folder>t<folder>t<folder>i<folder>n<folder>g<folder> <folder>`<folder>m<folder>o<folder>d<folder>e<folder>l<folder>`<folder> <folder>c<folder>a<folder>n<folder>n<folder>o<folder>t<folder> <folder>b<folder>e<folder> <folder>u<folder>s<folder>e<folder>d<folder>:<folder> <folder>i<folder>t<folder> <folder>i<folder>s<folder> <folder>e<folder>m<folder>p<folder>t<folder>y<folder>
            <folder>n<folder>a<folder>m<folder>e<folder> <folder>t<folder>h<folder>e<folder> <folder>m<folder>o<folder>d<folder>e<folder>l<folder> <folder>i<folder>n<folder> <folder>`<folder>r<folder>e<folder>r<folder>a<folder>n<folder>k<folder>.<folder>m<folder>o<folder>d<folder>e<folder>l<folder>`<folder>"#]],
    );
}
