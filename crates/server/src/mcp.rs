//! MCP: the same tools, resources and prompts over pipes and over HTTP.
//!
//! Protocol revisions: 2026-07-28 (no handshake, every request says who asks), and 2025-11-25, 2025-06-18, 2025-03-26 and
//! 2024-11-05 (initialize first), which most clients still speak. The SDK tells them apart; nothing here does.
//! Never here: how questions are answered; `tools` asks the same engine as REST does.

mod page;
mod progress;
mod prompts;
mod reader;
mod resources;
mod stdio;
mod tools;

use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::repositories::Repositories;
use tools::ToolKind;

pub use stdio::{McpError, serve_stdio};

/// What an agent is told before it has asked anything. Clients that load tools late show it in place of their descriptions.
const INSTRUCTIONS: &str = include_str!("mcp/instructions.md");
/// How long a client may keep the lists of tools, prompts and templates: they change with the binary alone.
const LISTS_FRESH_MS: u64 = 60 * 60 * 1000;

/// One server for any number of clients.
#[derive(Clone)]
pub(crate) struct Mcp {
    repositories: Arc<Repositories>,
}

impl Mcp {
    pub(crate) fn new(repositories: Arc<Repositories>) -> Mcp {
        Mcp { repositories }
    }
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
        tools::call(&self.repositories, request, &context).await.map(CallToolResponse::from)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(&self.repositories, request.and_then(|request| request.cursor)).await
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
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&self.repositories, &request.uri).await.map(ReadResourceResponse::from)
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
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&self.repositories, &request).map(GetPromptResponse::from)
    }
}
