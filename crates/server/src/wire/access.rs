//! Who may ask and who has asked, as JSON: the metadata of a protected resource (RFC 9728), and lines of the audit log.

use schemars::JsonSchema;
use serde::Serialize;

/// What an MCP client needs to get a token.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResourceMetadata")]
pub struct ResourceMetadataShape<'a> {
    /// Address of the resource.
    pub resource: String,
    /// For people.
    pub resource_name: &'static str,
    /// Who gives out tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_servers: Option<Vec<&'a str>>,
    /// What tokens may open.
    pub scopes_supported: Vec<&'static str>,
    /// How tokens are sent.
    pub bearer_methods_supported: Vec<&'static str>,
}

/// One request in the audit log.
#[derive(Debug, Serialize)]
pub(crate) struct AuditShape<'a> {
    /// Milliseconds since 1970.
    pub(crate) time: u128,
    /// Whose token it was.
    pub(crate) caller: Option<&'a str>,
    pub(crate) address: Option<String>,
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// As it was sent: what was asked.
    pub(crate) query: Option<&'a str>,
    pub(crate) status: u16,
    pub(crate) elapsed_ms: f64,
}
