//! The model inside Quarry: whole, the same everywhere, sane for any text.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use quarry_models::{Builtin, Embedder, ModelFile, PartWeights, Passage};

fn model() -> Builtin {
    Builtin::shipped(PartWeights::default())
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The bits of some numbers of a vector: equal on every machine, or the index of one could not be read on another.
#[track_caller]
fn check_bits(vector: &[f32], expected: Expect) {
    let bits: Vec<String> = vector.iter().step_by(32).map(|value| format!("{:08x}", value.to_bits())).collect();
    expected.assert_eq(&bits.join(" "));
}

#[test]
fn the_shipped_file_is_the_one_that_was_made() {
    let bytes = include_bytes!("../weights/static-1.model");
    let file = ModelFile::open(bytes).unwrap();
    assert_eq!(file.hash, ModelFile::content_hash(bytes));
    let hash: String = file.hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let recorded = include_str!("../../../model/README.md");
    assert!(recorded.contains(&hash), "model/README.md does not record the hash of the shipped model: {hash}");
    assert!(bytes.len() <= 16_000_000, "{} bytes", bytes.len());
}

#[test]
fn vectors_are_the_same_on_every_machine() {
    let model = model();
    check_bits(
        &model.embed_query("where are passwords checked").unwrap(),
        expect!["bde87a28 3bcc3aed bd814280 3cb306f0 3d82d68d bd3869d7 3cd79aa9 bcec992e"],
    );
    let passage = Passage {
        path: "src/auth/password.rs",
        enclosing: "PasswordChecker",
        card: "PasswordChecker verify hash",
        body: "pub fn verify(&self, password: &str) -> bool { self.hash == hash(password) }",
    };
    check_bits(
        &model.embed_passages(&[passage]).unwrap()[0],
        expect!["bd31f137 3a0129f5 3bc17df4 3d5a49e7 3da92d36 bd887064 3d98945f bcf0beaa"],
    );
}

#[test]
fn a_question_is_nearest_to_its_code() {
    let model = model();
    let code = |body| Passage { body, ..Passage::default() };
    let passages = [
        code("fn verify(password: &str, hash: &str) -> bool { argon2::verify_encoded(hash, password.as_bytes()) }"),
        code("def read_config(path): return toml.load(open(path))"),
        code("function sendEmail(to, subject, body) { return smtp.send({ to, subject, body }) }"),
    ];
    let vectors = model.embed_passages(&passages).unwrap();
    for (question, nearest) in
        [("check if the user's password is correct", 0), ("load settings from a file", 1), ("send a mail message", 2)]
    {
        let question_vector = model.embed_query(question).unwrap();
        let scores: Vec<f32> = vectors.iter().map(|vector| cosine(vector, &question_vector)).collect();
        let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap();
        assert_eq!(best, nearest, "{question}: {scores:?}");
    }
}

#[test]
fn a_broken_or_missing_file_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cut.model");
    let missing = Builtin::from_file(&path, PartWeights::default()).err().unwrap().to_string();
    assert!(missing.contains("cannot be read"), "{missing}");
    let mut bytes = include_bytes!("../weights/static-1.model").to_vec();
    bytes[100_000] ^= 1;
    fs_err::write(&path, &bytes).unwrap();
    let damaged = Builtin::from_file(&path, PartWeights::default()).err().unwrap().to_string();
    assert!(damaged.contains("not a whole model file"), "{damaged}");
    fs_err::write(&path, &bytes[..1000]).unwrap();
    assert!(Builtin::from_file(&path, PartWeights::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_has_a_unit_vector_or_none(text in any::<String>(), path in "[a-z/é日]{0,30}") {
        let model = model();
        let passage = Passage { path: &path, body: &text, card: &text, enclosing: &path };
        for vector in [model.embed_query(&text).unwrap(), model.embed_passages(&[passage]).unwrap().remove(0)] {
            let length = cosine(&vector, &vector);
            prop_assert!(length == 0.0 || (length - 1.0).abs() < 1e-4, "{length}");
            prop_assert_eq!(vector.len(), 256);
        }
    }
}
