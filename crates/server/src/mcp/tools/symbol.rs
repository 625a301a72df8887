//! The tool `symbol`: where something is defined, who uses it, what it calls, what a file defines.

mod definitions;
mod uses;

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Deserialize;

use super::graph::{self, GraphArguments, Source};
use super::{Call, Said};
use crate::failure::Failure;
use crate::parameters::{Form, UseQuestion};
use crate::wire::AgentGraph;

pub(super) const TITLE: &str = "Definitions and uses";
pub(super) const DESCRIPTION: &str = "\
Answers exactly about a function, type or file whose name you know: its `definition` with code, all `references`, its `callers`, its \
`callees`, or the `outline` of a file. Use it instead of grep for \"where is X defined\", \"who calls X\", \"what does X call\", and instead \
of reading a file to see what is in it. Every use says how sure it is. If you do not know the name, use `search`.";

/// The structured form of an answer.
pub(super) type Answer = AgentGraph;

static FORM: LazyLock<Form<Arguments>> = LazyLock::new(Form::new);

/// The arguments of `symbol`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// What to tell about the target; `outline` takes a file.
    #[serde(default)]
    action: Action,
    #[serde(flatten)]
    graph: GraphArguments,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Action {
    #[default]
    Definition,
    References,
    Callers,
    Callees,
    Outline,
}

pub(super) async fn call(mut call: Call<'_>) -> Result<Said, Failure> {
    let Arguments { action, graph } = FORM.read(std::mem::take(&mut call.arguments))?;
    let about = graph.about.clone();
    let look_up = move |source: &Source<'_>| match action {
        Action::Definition => definitions::of_name(source),
        Action::Outline => definitions::of_file(source),
        Action::References => uses::followed(source, &about.walk(UseQuestion::Refs), ("reference", "references")),
        Action::Callers => uses::followed(source, &about.walk(UseQuestion::Callers), ("caller", "callers")),
        Action::Callees => uses::followed(source, &about.walk(UseQuestion::Callees), ("callee", "callees")),
    };
    graph::answer(call, graph, &format!("symbol {action:?}"), look_up).await
}
