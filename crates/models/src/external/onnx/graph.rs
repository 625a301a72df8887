//! The weights, run: token numbers of a batch in, one vector per text out.
//!
//! Inputs are known by their names, as all exporters write them. The output is either the states of all tokens, which are
//! pooled here, or a vector per text, which is taken as it is; the scores of a pair are a vector, too. Never here: text.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rten::{Dimension, Model, NodeId, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::pooling::pooled;
use super::tokens::TokenizedText;
use crate::error::EmbedError;
use crate::external::config::Pooling;
use crate::external::folder::corrupt;

/// Outputs that are a vector per text already.
const SENTENCE_OUTPUTS: [&str; 2] = ["sentence_embedding", "text_embeds"];
/// Outputs that are the states of all tokens.
const STATE_OUTPUTS: [&str; 2] = ["last_hidden_state", "token_embeddings"];
/// Outputs that judge a text, before they are squeezed between 0 and 1.
const SCORE_OUTPUTS: [&str; 2] = ["logits", "scores"];

/// What is read of a model that may give several things.
#[derive(Clone, Copy, Debug)]
pub(super) enum Output {
    /// A vector, pooled in this way if somebody said how; otherwise as the model offers it.
    Vector(Option<Pooling>),
    /// How well a pair fits.
    Scores,
}

pub(super) struct Graph {
    model: Model,
    name: String,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
    pooling: Pooling,
    /// Sizes that the model was exported for; most take any.
    fixed_batch: Option<usize>,
    fixed_tokens: Option<usize>,
}

/// What a model may be told about tokens.
#[derive(Clone, Copy, Debug)]
enum Input {
    Ids,
    Mask,
    Types,
    Positions,
}

impl Input {
    fn from_name(name: &str) -> Option<Input> {
        match name {
            "input_ids" => Some(Input::Ids),
            "attention_mask" => Some(Input::Mask),
            "token_type_ids" => Some(Input::Types),
            "position_ids" => Some(Input::Positions),
            _ => None,
        }
    }
}

impl Graph {
    pub(super) fn load(path: &Path, name: &str, wanted: Output) -> Result<Graph, EmbedError> {
        let unusable = |why: &dyn std::fmt::Display| corrupt("ONNX model", path, why);
        let model = guarded(|| Model::load_file(path)).map_err(|why| unusable(&why))?;
        let model = model.map_err(|error| unusable(&error))?;
        let mut inputs = Vec::new();
        for id in model.input_ids() {
            let name = name_of(&model, *id);
            let input = Input::from_name(&name).ok_or_else(|| unusable(&format!("it wants an input `{name}`")))?;
            inputs.push((*id, input));
        }
        let ids = inputs.iter().find(|(_, input)| matches!(input, Input::Ids));
        let (ids, _) = ids.ok_or_else(|| unusable(&"it has no input `input_ids`"))?;
        let fixed = |axis: usize| match model.node_info(*ids)?.shape()?.get(axis)? {
            Dimension::Fixed(size) => Some(*size),
            Dimension::Symbolic(_) => None,
        };
        let (fixed_batch, fixed_tokens) = (fixed(0), fixed(1));
        let output = output_of(&model, wanted).ok_or_else(|| unusable(&"it has no output"))?;
        let pooling = match wanted {
            Output::Vector(Some(pooling)) => pooling,
            Output::Vector(None) | Output::Scores => Pooling::Mean,
        };
        Ok(Graph { name: name.to_owned(), inputs, output, pooling, fixed_batch, fixed_tokens, model })
    }
}

impl Graph {
    /// Tokens of a text that the model can take.
    pub(super) fn max_tokens(&self) -> usize {
        self.fixed_tokens.unwrap_or(usize::MAX)
    }

    /// Texts that the model can take at once.
    pub(super) fn max_batch(&self) -> usize {
        self.fixed_batch.unwrap_or(usize::MAX).max(1)
    }

    /// The vectors of a batch, in its order.
    pub(super) fn run(&self, batch: &[TokenizedText], padding: i32) -> Result<Vec<Vec<f32>>, EmbedError> {
        let longest = batch.iter().map(|text| text.ids.len()).max().unwrap_or(0);
        let (rows, length) = (self.fixed_batch.unwrap_or(batch.len()), self.fixed_tokens.unwrap_or(longest));
        let tensors: Vec<NdTensor<i32, 2>> =
            self.inputs.iter().map(|(_, input)| tensor(batch, [rows, length], *input, padding)).collect();
        let inputs = self.inputs.iter().zip(&tensors).map(|((id, _), tensor)| (*id, ValueOrView::from(tensor.view())));
        let inputs: Vec<(NodeId, ValueOrView<'_>)> = inputs.collect();
        let failed = |why: &dyn std::fmt::Display| EmbedError::Run { model: self.name.clone(), why: why.to_string() };
        let outputs = guarded(|| self.model.run(inputs, &[self.output], None)).map_err(|why| failed(&why))?;
        let output = outputs.map_err(|error| failed(&error))?.pop().ok_or_else(|| failed(&"it gave no output"))?;
        let output: Tensor<f32> = output.try_into().map_err(|_| failed(&"its output is not of 32-bit numbers"))?;
        let shape = output.shape().to_vec();
        let numbers = output.into_data();
        match shape[..] {
            [n, width] if n == rows && width > 0 => {
                Ok(numbers.chunks_exact(width).take(batch.len()).map(<[f32]>::to_vec).collect())
            }
            [n, n_states, width] if n == rows && n_states == length && width > 0 => {
                let states = numbers.chunks_exact(length * width).zip(batch);
                Ok(states
                    .map(|(states, text)| pooled(&states[..text.ids.len() * width], width, self.pooling))
                    .collect())
            }
            _ => Err(failed(&format!("its output has the shape {shape:?}, of {rows} texts with {length} tokens"))),
        }
    }
}

/// One input of a batch: a row per text, filled up to the longest.
fn tensor(batch: &[TokenizedText], shape: [usize; 2], input: Input, padding: i32) -> NdTensor<i32, 2> {
    let [rows, length] = shape;
    let filler = if matches!(input, Input::Ids) { padding } else { 0 };
    let mut numbers = vec![filler; rows * length];
    for (row, text) in numbers.chunks_exact_mut(length.max(1)).zip(batch) {
        let n_tokens = text.ids.len();
        match input {
            Input::Ids => row[..n_tokens].copy_from_slice(&text.ids),
            Input::Mask => row[..n_tokens].fill(1),
            Input::Types => row[..n_tokens].copy_from_slice(&text.types),
            Input::Positions => row.iter_mut().zip(0..).for_each(|(place, n)| *place = n),
        }
    }
    NdTensor::from_data(shape, numbers)
}

fn name_of(model: &Model, id: NodeId) -> String {
    model.node_info(id).and_then(|info| info.name().map(str::to_owned)).unwrap_or_default()
}

/// The output to read: scores if they are wanted, states if somebody said how to pool them, else a vector per text; whatever
/// stands first if names tell nothing.
fn output_of(model: &Model, wanted: Output) -> Option<NodeId> {
    let named = |names: [&str; 2]| {
        let mut ids = model.output_ids().iter();
        ids.find(|id| names.contains(&name_of(model, **id).as_str())).copied()
    };
    let (states, sentence) = (named(STATE_OUTPUTS), named(SENTENCE_OUTPUTS));
    let preferred = match wanted {
        Output::Scores => named(SCORE_OUTPUTS),
        Output::Vector(Some(_)) => states.or(sentence),
        Output::Vector(None) => sentence.or(states),
    };
    preferred.or_else(|| model.output_ids().first().copied())
}

/// The runtime reads files from anywhere; if one makes it panic, that is the file's error and not the end of the program.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let words =
            panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        format!("the runtime gave up: {}", words.unwrap_or("it does not say why"))
    })
}
