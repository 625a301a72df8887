//! A model's folder on disk: which files it consists of, what they say about the model, and their hash.
//!
//! The layout is that of sentence-transformers: beside weights and tokenizer, small JSON files may tell pooling, length and
//! prompts. They are believed before the table of families is, and overruled by the user. Never here: running anything.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::config::{ModelConfig, Pooling};
use crate::error::EmbedError;

const WEIGHTS: &str = "model.onnx";
const TOKENIZER: &str = "tokenizer.json";
/// Where exporters put the weights.
const WEIGHTS_FOLDERS: [&str; 2] = ["", "onnx"];
/// What stands in a file that git has not fetched.
const LFS_POINTER: &[u8] = b"version https://git-lfs";

/// The files of a model that is there.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) weights: PathBuf,
    pub(crate) tokenizer: PathBuf,
}

impl Folder {
    /// Finds the files; a missing one is named.
    pub(crate) fn open(path: &Path) -> Result<Folder, EmbedError> {
        let missing = |what| move |source| EmbedError::Read { what, source };
        fs_err::read_dir(path).map_err(missing("folder"))?;
        let places = WEIGHTS_FOLDERS.map(|folder| path.join(folder).join(WEIGHTS));
        let weights = places.iter().find(|place| place.is_file()).unwrap_or(&places[0]);
        let tokenizer = path.join(TOKENIZER);
        fs_err::metadata(weights).map_err(missing("weights"))?;
        fs_err::metadata(&tokenizer).map_err(missing("tokenizer"))?;
        Ok(Folder { weights: weights.clone(), tokenizer })
    }

    /// A hash of everything that decides the vectors: weights, also where they lie in files of their own, and tokenizer.
    pub(crate) fn hash(&self) -> Result<String, EmbedError> {
        let unread = |source| EmbedError::Read { what: "weights", source };
        let mut files = vec![self.tokenizer.clone()];
        for entry in fs_err::read_dir(self.weights.parent().unwrap_or(Path::new("."))).map_err(unread)? {
            let path = entry.map_err(unread)?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(WEIGHTS)) {
                files.push(path);
            }
        }
        files.sort();
        let mut hasher = blake3::Hasher::new();
        for file in files {
            let content = fs_err::File::open(&file).map_err(unread)?;
            hasher.update_reader(content).map_err(unread)?;
        }
        Ok(hasher.finalize().to_hex().to_string())
    }
}

/// The configuration with what the folder itself says where the user says nothing.
pub(crate) fn completed(config: &ModelConfig) -> ModelConfig {
    let folder = Path::new(&config.model);
    let prompts = json(&folder.join("config_sentence_transformers.json"));
    let prompt = |names: &[&str]| names.iter().find_map(|name| Some(prompts["prompts"][*name].as_str()?.to_owned()));
    let length = json(&folder.join("sentence_bert_config.json"))["max_seq_length"].as_u64();
    ModelConfig {
        passage_prefix: config.passage_prefix.clone().or_else(|| prompt(&["document", "passage"])),
        query_prefix: config.query_prefix.clone().or_else(|| prompt(&["query"])),
        pooling: config.pooling.or_else(|| pooling_of(&json(&folder.join("1_Pooling").join("config.json")))),
        max_tokens: config.max_tokens.or_else(|| length.map(|length| length as usize)),
        ..config.clone()
    }
}

fn pooling_of(json: &Value) -> Option<Pooling> {
    let ways = [
        ("pooling_mode_mean_tokens", Pooling::Mean),
        ("pooling_mode_cls_token", Pooling::Cls),
        ("pooling_mode_lasttoken", Pooling::LastToken),
    ];
    ways.into_iter().find(|(key, _)| json[key] == true).map(|(_, pooling)| pooling)
}

/// These files are optional: one that is missing or unreadable says nothing.
fn json(path: &Path) -> Value {
    fs_err::read(path).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

/// Why a file makes no sense, in better words where they are known.
#[cfg_attr(not(feature = "onnx"), expect(dead_code, reason = "only a runtime finds files corrupt"))]
pub(crate) fn corrupt(what: &'static str, path: &Path, why: &dyn std::fmt::Display) -> EmbedError {
    let is_pointer = fs_err::read(path).is_ok_and(|content| content.starts_with(LFS_POINTER));
    let why = if is_pointer { "it is a pointer of Git LFS, not the file itself".to_owned() } else { why.to_string() };
    EmbedError::Corrupt { what, path: path.to_owned(), why }
}
