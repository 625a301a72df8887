//! `quarry savings --json`.

use std::path::Path;

use quarry_engine::{CallSavings, Savings};
use serde::Serialize;

use crate::commands::savings::{HOW, saved};

/// What answers saved, in tokens.
#[derive(Debug, Serialize)]
pub(crate) struct SavingsDocument<'a> {
    schema: &'static str,
    /// Null: all repositories.
    root: Option<String>,
    /// When the first of these answers was given, in seconds since 1970.
    first: Option<u64>,
    calls: Vec<CallShape<'a>>,
    total: CallShape<'a>,
    counted_files: usize,
    missing_files: usize,
    how: &'static str,
}

#[derive(Debug, Serialize)]
struct CallShape<'a> {
    kind: &'a str,
    answers: u64,
    returned_tokens: u64,
    file_tokens: u64,
    saved_percent: Option<f64>,
}

impl<'a> SavingsDocument<'a> {
    pub(crate) fn of(found: &'a Savings, root: Option<&Path>) -> SavingsDocument<'a> {
        let shape = |kind: &'a str, calls: &CallSavings| CallShape {
            kind,
            answers: calls.n_calls,
            returned_tokens: calls.returned_tokens,
            file_tokens: calls.file_tokens,
            saved_percent: saved(calls).map(|percent| (percent * 10.0).round() / 10.0),
        };
        SavingsDocument {
            schema: "quarry.savings.v1",
            root: root.map(|root| root.display().to_string()),
            first: found.first,
            calls: found.calls.iter().map(|calls| shape(&calls.kind, calls)).collect(),
            total: shape("all", &found.total),
            counted_files: found.n_counted_files,
            missing_files: found.n_missing_files,
            how: HOW,
        }
    }
}
