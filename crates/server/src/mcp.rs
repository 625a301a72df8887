//! MCP: the same tools, resources and prompts over pipes and over HTTP.
//!
//! Protocol revisions: 2026-07-28 (no handshake, every request says who asks), and 2025-11-25, 2025-06-18, 2025-03-26 and
//! 2024-11-05 (initialize first), which most clients still speak. The SDK tells them apart; nothing here does.
//! Never here: how questions are answered; `tools` asks the same engine as REST does.

mod conversation;
mod page;
mod progress;
mod prompts;
mod reader;
mod resources;
mod stdio;
mod tools;
mod workspace;

use std::sync::Arc;

use quarry_engine::SettingsError;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, InputResponses, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};

use crate::failure::Failure;
use crate::repositories::Repositories;
use tools::ToolKind;
use workspace::{Following, Found};

pub use conversation::Conversations;
pub use stdio::{McpError, Subject, serve_stdio};
pub use workspace::Workspace;

/// What an agent is told before it has asked anything. Clients that load tools late show it in place of their descriptions.
const INSTRUCTIONS: &str = include_str!("mcp/instructions.md");
/// How long a client may keep the lists of tools, prompts and templates: they change with the binary alone.
const LISTS_FRESH_MS: u64 = 60 * 60 * 1000;

/// One server for any number of clients.
#[derive(Clone)]
pub(crate) struct Mcp {
    answers_for: AnswersFor,
}

#[derive(Clone)]
enum AnswersFor {
    /// What was named at the start.
    Named(Arc<Repositories>),
    /// The repository that the one client works in.
    Client(Arc<Following>),
}

impl Mcp {
    /// Answers for repositories that are kept by the caller.
    pub(crate) fn new(repositories: Arc<Repositories>) -> Mcp {
        Mcp { answers_for: AnswersFor::Named(repositories) }
    }

    /// Answers one client. Indexing begins now, if it is known of what.
    fn about(subject: Subject) -> Result<Mcp, SettingsError> {
        let answers_for = match subject {
            Subject::Place(place) => {
                let repositories = Repositories::new(vec![place], None)?;
                repositories.warm_up();
                AnswersFor::Named(Arc::new(repositories))
            }
            Subject::Workspace(workspace) => AnswersFor::Client(Arc::new(Following::new(workspace)?)),
        };
        Ok(Mcp { answers_for })
    }

    /// Ends all indexing.
    async fn stop(&self) {
        match &self.answers_for {
            AnswersFor::Named(repositories) => repositories.stop().await,
            AnswersFor::Client(following) => following.stop().await,
        }
    }

    /// What a request is answered from; `told` is what the client was asked for before.
    async fn found(
        &self,
        context: &RequestContext<RoleServer>,
        told: Option<&InputResponses>,
    ) -> Result<Found, Failure> {
        match &self.answers_for {
            AnswersFor::Named(repositories) => Ok(Found::Repositories(Arc::clone(repositories))),
            AnswersFor::Client(following) => following.found(context, told).await,
        }
    }

    async fn look_again(&self, context: &NotificationContext<RoleServer>) {
        if let AnswersFor::Client(following) = &self.answers_for {
            following.look_again(&context.peer).await;
        }
    }
}

/// A fault that is told by the protocol, where there is no other place for it.
fn told(failure: Failure) -> ErrorData {
    ErrorData::internal_error(failure.sentence(), None)
}

/// A list that depends on nothing but the binary.
macro_rules! lasting {
    ($result:ident, $items:expr) => {{
        let mut result = $result::with_all_items($items);
        result.ttl_ms = Some(LISTS_FRESH_MS);
        result.cache_scope = Some(CacheScope::Public);
        result
    }};
}

impl ServerHandler for Mcp {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let identity = Implementation::new("quarry", env!("CARGO_PKG_VERSION")).with_title("Quarry: finds code");
        ServerConfig::new(capabilities).with_server_info(identity).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(lasting!(ListToolsResult, ToolKind::ALL.map(ToolKind::definition).to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        ToolKind::from_name(name).map(ToolKind::definition)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match self.found(&context, request.input_responses.as_ref()).await {
            Ok(Found::Repositories(repositories)) => {
                tools::call(&repositories, request, &context).await.map(CallToolResponse::from)
            }
            Ok(Found::Question(question)) => Ok(question.into()),
            Err(failure) => Ok(tools::failed(&failure).into()),
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        match self.found(&context, None).await.map_err(told)? {
            Found::Repositories(all) => resources::list(&all, request.and_then(|request| request.cursor)).await,
            // A list may not be answered with a question.
            Found::Question(_) => Ok(ListResourcesResult::with_all_items(Vec::new())),
        }
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(lasting!(ListResourceTemplatesResult, resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.found(&context, request.input_responses.as_ref()).await.map_err(told)? {
            Found::Repositories(all) => resources::read(&all, &request.uri).await.map(ReadResourceResponse::from),
            Found::Question(question) => Ok(question.into()),
        }
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(lasting!(ListPromptsResult, prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match self.found(&context, request.input_responses.as_ref()).await.map_err(told)? {
            Found::Repositories(all) => prompts::get(&all, &request).map(GetPromptResponse::from),
            Found::Question(question) => Ok(question.into()),
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.look_again(&context).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.look_again(&context).await;
    }
}
