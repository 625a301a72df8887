//! Models run in this process: equal to the reference runtime, whatever the text, and clear words when files are wrong.

use std::path::Path;

use expect_test::{Expect, expect};
use quarry_models::{Access, EmbedError, Embedder, Estimator, External, ModelConfig, Passage, Pooling, Provider, Stop};
use quarry_test_support::minilm;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{cosine, embed};

/// Two runtimes add up in another order. What is compared are unit vectors.
const TOLERANCE: f32 = 1e-4;

/// all-MiniLM as it was trained: its tokenizer.json says 128 tokens, the model's card 256.
fn config(folder: &Path) -> ModelConfig {
    ModelConfig {
        model: folder.to_string_lossy().into_owned(),
        max_tokens: Some(256),
        batch_size: 4,
        ..ModelConfig::of(Provider::Onnx)
    }
}

fn open(folder: &Path) -> External {
    External::open(&config(folder), &Access::default()).expect("made for this test")
}

/// Compares all reference texts of a model, as it is pooled.
#[track_caller]
fn check_reference(model: &str, pooling: Option<Pooling>) {
    let reference: Value = serde_json::from_str(&minilm().reference()).expect("JSON");
    let texts: Vec<&str> = reference["texts"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let name = pooling.map_or("pooled", Pooling::as_str);
    let config = ModelConfig { pooling, ..config(&minilm().model(model)) };
    let model = External::open(&config, &Access::default()).expect("made for this test");
    let vectors = embed(&model, &texts).expect("every text has a vector");
    let family = config.model.rsplit(['/', '\\']).next().unwrap_or_default();
    for (n, vector) in vectors.iter().enumerate() {
        let expected = &reference["vectors"][family][name][n];
        let distance =
            |(place, number): (usize, &f32)| (expected[place].as_f64().expect("a number") as f32 - number).abs();
        let furthest = vector.iter().enumerate().map(distance).fold(0.0, f32::max);
        assert!(furthest < TOLERANCE, "{:?}, {name}: off by {furthest}", texts[n]);
    }
}

#[test]
fn the_real_model_gives_the_vectors_of_onnxruntime() {
    for pooling in Pooling::ALL {
        check_reference("minilm", Some(pooling));
    }
}

#[test]
fn models_without_types_or_with_a_pooled_output_are_understood() {
    for pooling in Pooling::ALL {
        check_reference("tiny-states", Some(pooling));
    }
    check_reference("tiny-pooled", None);
}

/// The figures that sentence-transformers prints for these sentences in its introduction.
#[test]
fn sentences_are_as_alike_as_the_models_authors_say() {
    let model = open(&minilm().model("minilm"));
    let sentences = ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."];
    let vectors = embed(&model, &sentences).unwrap();
    expect!["0.6660 0.1046 0.1411"].assert_eq(&format!(
        "{:.4} {:.4} {:.4}",
        cosine(&vectors[0], &vectors[1]),
        cosine(&vectors[0], &vectors[2]),
        cosine(&vectors[1], &vectors[2]),
    ));
}

#[test]
fn a_question_is_nearest_to_its_answer() {
    let model = open(&minilm().model("minilm"));
    let passages = [
        "fn read_file(path: &Path) -> String { std::fs::read_to_string(path).unwrap() }",
        "fn add(left: i32, right: i32) -> i32 { left + right }",
        "fn send_mail(to: &Address, text: &str) { smtp.deliver(to, text) }",
    ];
    let vectors = embed(&model, &passages).unwrap();
    for (n, question) in ["load a file from disk", "sum of two numbers", "send an email"].iter().enumerate() {
        let query = model.embed_query(question).unwrap();
        let nearest = (0..3).max_by(|a, b| cosine(&query, &vectors[*a]).total_cmp(&cosine(&query, &vectors[*b])));
        assert_eq!(nearest, Some(n), "{question}");
    }
}

#[test]
fn a_vector_does_not_depend_on_its_batch() {
    let model = open(&minilm().model("tiny-states"));
    let texts =
        ["a", "fn main() {}", "日本語", "a text that is longer than all the others of this batch, by far", "b c"];
    let together = embed(&model, &texts).unwrap();
    for (text, vector) in texts.iter().zip(&together) {
        let alone = embed(&model, &[text]).unwrap();
        assert!(1.0 - cosine(&alone[0], vector) < TOLERANCE, "{text}");
    }
}

#[test]
fn every_text_has_a_unit_vector_and_no_text_the_zero_vector() {
    let model = open(&minilm().model("tiny-states"));
    let long = "let x = 1; ".repeat(50_000);
    let texts = [long.as_str(), "🦀🦀🦀", "中文注释", "\u{0}\u{1}\u{200d}", "\u{fffd}", "𝔘𝔫𝔦", "e\u{301}", "x", ""];
    let vectors = embed(&model, &texts).unwrap();
    let length = |vector: &Vec<f32>| cosine(vector, vector);
    for (text, vector) in texts.iter().zip(&vectors).take(8) {
        assert!((length(vector) - 1.0).abs() < TOLERANCE, "{}", &text[..1]);
    }
    assert_eq!(vectors[8], vec![0.0; 16]);
    assert_eq!(model.embed_query(" \n").unwrap(), vec![0.0; 16]);
}

#[test]
fn what_a_model_does_not_read_does_not_count() {
    let short = ModelConfig { max_tokens: Some(16), ..config(&minilm().model("tiny-states")) };
    let model = External::open(&short, &Access::default()).unwrap();
    let vectors = embed(&model, &[&"a ".repeat(60), &("a ".repeat(50) + "something else")]).unwrap();
    assert_eq!(vectors[0], vectors[1]);
}

/// A folder with files of the small model, some of them changed.
struct Altered(TempDir);

impl Altered {
    fn new(changes: &[(&str, Option<&[u8]>)]) -> Altered {
        let folder = TempDir::new().expect("a temporary folder");
        for name in ["model.onnx", "tokenizer.json"] {
            fs_err::copy(minilm().model("tiny-states").join(name), folder.path().join(name)).expect("a copy");
        }
        for (name, content) in changes {
            let path = folder.path().join(name);
            fs_err::create_dir_all(path.parent().expect("in a folder")).expect("a folder");
            match content {
                Some(content) => fs_err::write(path, content).expect("a file"),
                None => fs_err::remove_file(path).expect("it was there"),
            }
        }
        Altered(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

/// What people read about such a folder.
#[track_caller]
fn check_refused(folder: &Path, expected: Expect) {
    let error = External::open(&config(folder), &Access::default()).map(|_| ()).expect_err("refused");
    let mut told = error.to_string();
    if let Some(cause) = std::error::Error::source(&error) {
        // The path is told there; the system's own words differ from one to the next.
        let cause = cause.to_string();
        told = format!(
            "{told}: {}",
            cause.split_once("`").map_or(cause.as_str(), |(_, path)| path.split('`').next().unwrap_or(path))
        );
    }
    let told = told.replace(&folder.display().to_string(), "<folder>");
    assert!(error.help().is_some() && !error.is_passing());
    expected.assert_eq(&told);
}

#[test]
fn files_that_are_missing_are_named() {
    check_refused(&Altered::new(&[]).path().join("nowhere"), expect!["cannot read the model's folder: <folder>"]);
    check_refused(
        Altered::new(&[("model.onnx", None)]).path(),
        expect!["cannot read the model's weights: <folder>/model.onnx"],
    );
    check_refused(
        Altered::new(&[("tokenizer.json", None)]).path(),
        expect!["cannot read the model's tokenizer: <folder>/tokenizer.json"],
    );
}

#[test]
fn files_that_make_no_sense_are_named_with_the_reason() {
    let whole = fs_err::read(minilm().model("tiny-states").join("model.onnx")).unwrap();
    let weights = |content: &[u8], expected: Expect| {
        check_refused(Altered::new(&[("model.onnx", Some(content))]).path(), expected);
    };
    weights(b"", expect!["<folder>/model.onnx is no usable ONNX model: it has no input `input_ids`"]);
    weights(
        b"not a model",
        expect![
            "<folder>/model.onnx is no usable ONNX model: parse error: error in message rten_onnx::onnx::ModelProto field 13: invalid wire type"
        ],
    );
    weights(
        &whole[..whole.len() / 2],
        expect![
            "<folder>/model.onnx is no usable ONNX model: parse error: error in message  field 0: io error: failed to fill whole buffer"
        ],
    );
    weights(
        b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
        expect!["<folder>/model.onnx is no usable ONNX model: it is a pointer of Git LFS, not the file itself"],
    );
    let tokenizer = |content: &[u8], expected: Expect| {
        check_refused(Altered::new(&[("tokenizer.json", Some(content))]).path(), expected);
    };
    tokenizer(
        b"",
        expect!["<folder>/tokenizer.json is no usable tokenizer: EOF while parsing a value at line 1 column 0"],
    );
    tokenizer(
        b"{\"model\": {}}",
        expect![
            "<folder>/tokenizer.json is no usable tokenizer: data did not match any variant of untagged enum ModelUntagged at line 1 column 13"
        ],
    );
}

#[test]
fn no_damage_to_the_weights_file_is_the_end_of_the_program() {
    let whole = fs_err::read(minilm().model("tiny-states").join("model.onnx")).unwrap();
    // The graph stands first; behind it there are only numbers.
    let step = 199;
    for place in (0..12_000.min(whole.len())).step_by(step) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x15;
        let folder = Altered::new(&[("model.onnx", Some(&damaged))]);
        if let Ok(model) = External::open(&config(folder.path()), &Access::default()) {
            let _ = embed(&model, &["fn main() {}"]);
        }
    }
}

#[test]
fn what_the_folder_says_about_itself_counts_unless_the_user_says_otherwise() {
    let cls = br#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#;
    let prompts = br#"{"prompts": {"query": "question: ", "document": "code: "}}"#;
    let told =
        Altered::new(&[("1_Pooling/config.json", Some(cls)), ("config_sentence_transformers.json", Some(prompts))]);
    let plain = Altered::new(&[]);
    let vector = |config: &ModelConfig, text: &str| {
        let model = External::open(config, &Access::default()).expect("opens");
        embed(&model, &[text]).expect("a vector").remove(0)
    };
    let by_folder = vector(&config(told.path()), "a b c");
    let by_hand =
        ModelConfig { pooling: Some(Pooling::Cls), passage_prefix: Some("code: ".to_owned()), ..config(plain.path()) };
    assert_eq!(by_folder, vector(&by_hand, "a b c"));
    let overruled =
        ModelConfig { pooling: Some(Pooling::Mean), passage_prefix: Some(String::new()), ..config(told.path()) };
    assert_eq!(vector(&overruled, "a b c"), vector(&config(plain.path()), "a b c"));
}

#[test]
fn a_model_is_what_its_folder_holds_wherever_it_lies() {
    let identity = |config: &ModelConfig| External::open(config, &Access::default()).expect("opens").identity().clone();
    let (here, there) = (Altered::new(&[]), Altered::new(&[]));
    let (here, there) = (here.path().join("m"), there.path().join("m"));
    for folder in [&here, &there] {
        fs_err::create_dir_all(folder).unwrap();
        for name in ["model.onnx", "tokenizer.json"] {
            fs_err::rename(folder.parent().unwrap().join(name), folder.join(name)).unwrap();
        }
    }
    let base = identity(&config(&here));
    assert_eq!(identity(&config(&there)), base);
    assert_eq!((base.name.as_str(), base.dimension), ("onnx/m", 16));
    assert_ne!(identity(&ModelConfig { pooling: Some(Pooling::Cls), ..config(&here) }), base);
    let mut weights = fs_err::read(there.join("model.onnx")).unwrap();
    *weights.last_mut().unwrap() ^= 1;
    fs_err::write(there.join("model.onnx"), weights).unwrap();
    assert_ne!(identity(&config(&there)), base);
}

#[test]
fn weights_may_lie_where_exporters_put_them() {
    let folder = Altered::new(&[]);
    fs_err::create_dir_all(folder.path().join("onnx")).unwrap();
    fs_err::rename(folder.path().join("model.onnx"), folder.path().join("onnx/model.onnx")).unwrap();
    assert_eq!(open(folder.path()).identity().dimension, 16);
}

#[test]
fn vectors_of_another_length_than_expected_are_refused() {
    let wrong = ModelConfig { dimensions: Some(384), ..config(&minilm().model("tiny-states")) };
    let model = External::open(&wrong, &Access::default()).unwrap();
    let error = embed(&model, &["a"]).unwrap_err();
    assert!(matches!(error, EmbedError::Dimension { expected: 384, got: 16, .. }), "{error}");
}

#[test]
fn work_ends_when_it_is_stopped() {
    let stop = Stop::default();
    let access = Access { stop: stop.clone(), ..Access::default() };
    let model = External::open(&config(&minilm().model("tiny-states")), &access).unwrap();
    stop.request();
    assert!(matches!(embed(&model, &["a"]), Err(EmbedError::Stopped)));
}

#[test]
fn an_estimate_of_a_model_in_this_process_has_no_requests() {
    let mut estimator = Estimator::new(&config(&minilm().model("tiny-states")), &Access::default()).unwrap();
    estimator.add(&Passage { body: "fn main() {}", ..Passage::default() });
    expect!["Estimate { passages: 1, empty: 0, cached: 0, to_embed: 1, tokens: 4, requests: 0 }"]
        .assert_eq(&format!("{:?}", estimator.finish()));
}
