//! The tool `impact`: which files are affected if something changes.

use std::sync::LazyLock;

use quarry_engine::{AffectedFile, AskError};

use super::graph::{self, Found, GraphArguments, Row, Source};
use super::{Call, Said};
use crate::failure::Failure;
use crate::parameters::{Form, UseQuestion};
use crate::wire::{AgentGraph, AgentPlace};

pub(super) const TITLE: &str = "Impact of a change";
pub(super) const DESCRIPTION: &str = "\
Lists the files that a change of a function, type or file affects, directly and through others, nearest first, tests marked. \
Use it before you change or remove a signature, rename, or move code, and to choose which tests to run. Each file says how sure it \
is and shows its first use.";

/// The structured form of an answer.
pub(super) type Answer = AgentGraph;
pub(super) type Arguments = GraphArguments;

static FORM: LazyLock<Form<Arguments>> = LazyLock::new(Form::new);

pub(super) async fn call(mut call: Call<'_>) -> Result<Said, Failure> {
    let arguments = FORM.read(std::mem::take(&mut call.arguments))?;
    let walk = arguments.about.walk(UseQuestion::Impact);
    let look_up = move |source: &Source<'_>| {
        let answer = source.searcher.impact(source.asked, &walk)?;
        let rows = answer.files.iter().take(source.n_rows).map(|file| row(file, source));
        Ok(Found {
            rows: rows.collect::<Result<_, Failure>>()?,
            subjects: answer.subjects,
            n_all: answer.files.len(),
            noun: ("affected file", "affected files"),
            n_uncertain: answer.n_uncertain,
            uncertain: graph::uncertain(&walk),
            is_cut: answer.is_cut,
            notices: Vec::new(),
        })
    };
    graph::answer(call, arguments, "impact", look_up).await
}

/// A file with the line of its first use.
fn row(file: &AffectedFile, source: &Source<'_>) -> Result<Row, Failure> {
    let line = file.lines.first().copied().unwrap_or(1);
    let place = AgentPlace {
        path: file.path.to_string(),
        line,
        confidence: Some(file.confidence.as_str()),
        depth: Some(file.depth),
        test: Some(file.is_test),
        ..AgentPlace::default()
    };
    let text = source.searcher.line_text(&file.path, line).map_err(AskError::from)?;
    Ok(Row { place, code: format!("    {text}") })
}
