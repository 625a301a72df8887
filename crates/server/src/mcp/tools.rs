//! The tools, one file each. Few, so that an agent needs no second thought to choose one.
//!
//! To add one: a file with `definition` and `call`, a kind here. Its answer is a [`Said`]: a text and a structured form, the code
//! in the one that the client's model reads (see [`Reader`]).

mod code;
mod context;
mod graph;
mod impact;
mod search;
mod status;
mod symbol;

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, ErrorData, JsonObject, Tool, ToolAnnotations};
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::reader::Reader;
use crate::failure::Failure;
use crate::repositories::Repositories;
use crate::savings;

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolKind {
    Search,
    Context,
    Symbol,
    Impact,
    Status,
}

/// A call of a tool.
struct Call<'a> {
    repositories: &'a Repositories,
    context: &'a RequestContext<RoleServer>,
    reader: Reader,
    arguments: JsonObject,
}

/// What a tool answers.
struct Said {
    text: String,
    structured: Value,
}

/// Characters of what went wrong, and of what to do about it.
const MAX_FAILURE_CHARS: usize = 1_000;
/// Characters of a notice that are told.
const MAX_NOTICE_CHARS: usize = 300;
/// Characters of all notices, unless a budget says otherwise.
const ALL_NOTICES_CHARS: usize = 1_500;

/// The first few notices, each bounded, as many as fit into so many characters, and how many there are more.
fn few(notices: Vec<String>, max_chars: usize) -> Vec<String> {
    let n_all = notices.len();
    let cut = |notice: String| match notice.char_indices().nth(MAX_NOTICE_CHARS) {
        Some((at, _)) => format!("{}…", &notice[..at]),
        None => notice,
    };
    let mut left = max_chars;
    let fits = |notice: &String| {
        let n_chars = notice.chars().count();
        let fits = n_chars <= left;
        left = left.saturating_sub(n_chars);
        fits
    };
    let mut told: Vec<String> = notices.into_iter().map(cut).take_while(fits).collect();
    if told.len() < n_all {
        told.push(format!("{} more notices; `quarry index` in the repository tells all", n_all - told.len()));
    }
    told
}

impl Said {
    fn new(text: String, structured: &impl Serialize) -> Result<Said, Failure> {
        let structured = serde_json::to_value(structured).map_err(|error| Failure::internal(error.to_string()))?;
        Ok(Said { text, structured })
    }
}

impl ToolKind {
    /// Every tool, in the order of the list.
    pub(super) const ALL: [ToolKind; 5] =
        [ToolKind::Search, ToolKind::Context, ToolKind::Symbol, ToolKind::Impact, ToolKind::Status];

    pub(super) fn from_name(name: &str) -> Option<ToolKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            ToolKind::Search => "search",
            ToolKind::Context => "context",
            ToolKind::Symbol => "symbol",
            ToolKind::Impact => "impact",
            ToolKind::Status => "status",
        }
    }

    pub(super) fn definition(self) -> Tool {
        let (title, description) = match self {
            ToolKind::Search => (search::TITLE, search::DESCRIPTION),
            ToolKind::Context => (context::TITLE, context::DESCRIPTION),
            ToolKind::Symbol => (symbol::TITLE, symbol::DESCRIPTION),
            ToolKind::Impact => (impact::TITLE, impact::DESCRIPTION),
            ToolKind::Status => (status::TITLE, status::DESCRIPTION),
        };
        let tool = Tool::new(self.name(), description, JsonObject::new()).with_title(title).with_annotations(
            // The index is Quarry's own business: to the caller nothing changes, ever.
            ToolAnnotations::with_title(title).read_only(true).destructive(false).idempotent(true).open_world(false),
        );
        match self {
            ToolKind::Search => shaped::<search::Arguments, search::Answer>(tool),
            ToolKind::Context => shaped::<context::Arguments, context::Answer>(tool),
            ToolKind::Symbol => shaped::<symbol::Arguments, symbol::Answer>(tool),
            ToolKind::Impact => shaped::<impact::Arguments, impact::Answer>(tool),
            ToolKind::Status => shaped::<status::Arguments, status::Answer>(tool),
        }
    }
}

fn shaped<Arguments: JsonSchema + 'static, Answer: JsonSchema + 'static>(tool: Tool) -> Tool {
    let mut tool = tool.with_input_schema::<Arguments>().with_output_schema::<Answer>();
    tool.input_schema = plain(&tool.input_schema);
    tool.output_schema = tool.output_schema.as_ref().map(plain);
    tool
}

/// A schema without what only costs a model's attention: Rust's number formats, empty defaults, the dialect; and without
/// `null` beside a type, which some clients refuse. What is absent is not sent.
fn plain(schema: &Arc<JsonObject>) -> Arc<JsonObject> {
    let mut plain = JsonObject::clone(schema);
    plain.remove("$schema");
    plain.values_mut().for_each(simplify);
    Arc::new(plain)
}

fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.retain(|key, value| key != "format" && !(key == "default" && *value == json!([])));
            if let Some(Value::Array(types)) = object.get("type")
                && let [only, Value::String(null)] = types.as_slice()
                && null == "null"
            {
                let only = only.clone();
                object.insert("type".to_owned(), only);
            }
            object.values_mut().for_each(simplify);
        }
        Value::Array(several) => several.iter_mut().for_each(simplify),
        _ => {}
    }
}

/// Answers a call. What the agent can mend is told as a result that it reads; only an unknown tool is an error of the protocol.
pub(super) async fn call(
    repositories: &Repositories,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let Some(kind) = ToolKind::from_name(&request.name) else {
        return Err(ErrorData::invalid_params(format!("there is no tool `{}`", request.name), None));
    };
    let arguments = request.arguments.unwrap_or_default();
    let asked = arguments.get("repository").and_then(Value::as_str).map(str::to_owned);
    let reader = Reader::behind(context);
    let call = Call { repositories, context, reader, arguments };
    let said = match kind {
        ToolKind::Search => search::call(call).await,
        ToolKind::Context => context::call(call).await,
        ToolKind::Symbol => symbol::call(call).await,
        ToolKind::Impact => impact::call(call).await,
        ToolKind::Status => status::call(call).await,
    };
    Ok(match said {
        Ok(Said { text, structured }) => {
            let n_bytes = match reader {
                Reader::OfText => text.len(),
                Reader::OfStructure => structured.to_string().len(),
            };
            if let Ok(repository) = repositories.find(asked.as_deref()) {
                savings::note_tool(repository, kind.name(), n_bytes, &structured);
            }
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(structured);
            result
        }
        Err(failure) => failed(&failure),
    })
}

/// What is told in place of an answer: within bounds, though it may repeat what the caller wrote.
pub(super) fn failed(failure: &Failure) -> CallToolResult {
    let cut = |text: &str| match text.char_indices().nth(MAX_FAILURE_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    };
    let failure = Failure { what: cut(&failure.what), help: failure.help.as_deref().map(cut), ..failure.clone() };
    CallToolResult::error(vec![ContentBlock::text(failure.sentence())])
}
