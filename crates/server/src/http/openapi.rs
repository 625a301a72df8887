//! The OpenAPI document, made from the types that requests are read into and answers are written from.
//!
//! OpenAPI 3.1 describes shapes in JSON Schema 2020-12, which is what the shapes already have for MCP. So this file adds the
//! routes, and nothing is described twice (see docs/decisions/0006-one-schema-language.md).

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::problem::CONTENT_TYPE as PROBLEM_TYPE;
use super::{Service, routes};
use crate::wire::ProblemShape;

/// What a request is and what it gets.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    /// Of an object: its properties are the parameters.
    pub(super) query: Option<SchemaOf>,
    pub(super) body: Option<SchemaOf>,
    pub(super) answer: Answer,
}

/// What an operation answers when all goes well.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// A document, with this status.
    Json(u16, SchemaOf),
    /// A stream of documents.
    Events(SchemaOf),
    /// This very document.
    OpenApi,
}

/// Makes the schema of a type.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, kept by its name.
pub(super) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

pub(super) const DOCUMENT: Operation = Operation {
    method: "get",
    path: "/api/v1/openapi.json",
    id: "openapi",
    summary: "This document.",
    query: None,
    body: None,
    answer: Answer::OpenApi,
};

static TEXT: LazyLock<String> = LazyLock::new(|| document().to_string());

/// `GET /api/v1/openapi.json`.
pub(super) async fn show(State(_): State<Arc<Service>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.as_str()).into_response()
}

fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let problem = schema_of::<ProblemShape>(&mut generator);
    let mut paths: Map<String, Value> = Map::new();
    for operation in &routes::OPERATIONS {
        let described = described(operation, &problem, &mut generator);
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = described;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quarry",
            "description": "Finds code: the few places of a repository that answer a question.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        // A server on loopback may do without tokens.
        "security": [{ "token": [] }, {}],
    })
}

fn described(operation: &Operation, problem: &Schema, generator: &mut SchemaGenerator) -> Value {
    let mut parameters = in_path(operation.path);
    if let Some(query) = operation.query {
        parameters.extend(in_query(query(generator), generator));
    }
    let failure = |what: &str| json!({ "description": what, "content": { PROBLEM_TYPE: { "schema": problem } } });
    let mut responses = json!({
        "400": failure("The request cannot be meant."),
        "401": failure("A token is needed."),
        "403": failure("The token does not open this, or the request comes from another site."),
        "404": failure("What is named is not there."),
        "405": failure("The path does not take the method."),
        "413": failure("The body is too large."),
        "429": failure("Too many requests."),
        "500": failure("Quarry failed."),
        "503": failure("There is no index yet; ask again after the time in `Retry-After`."),
    });
    let (status, content) = match operation.answer {
        Answer::Json(status, schema) => (status, json!({ "application/json": { "schema": schema(generator) } })),
        Answer::Events(schema) => (200, json!({ "text/event-stream": { "x-event-data": schema(generator) } })),
        Answer::OpenApi => (200, json!({ "application/json": { "schema": { "type": "object" } } })),
    };
    responses[status.to_string()] = json!({ "description": "As asked.", "content": content });
    let mut described = json!({
        "operationId": operation.id,
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses,
    });
    if let Some(body) = operation.body {
        let content = json!({ "application/json": { "schema": body(generator) } });
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    described
}

/// Names in braces.
fn in_path(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })).collect()
}

/// Properties of an object as parameters of a query.
fn in_query(schema: Schema, generator: &mut SchemaGenerator) -> Vec<Value> {
    // The object itself is never sent, so it is looked up where the generator keeps it.
    let reference = schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
    let object = match reference {
        Some(name) => generator.definitions_mut().remove(name).unwrap_or_default(),
        None => schema.to_value(),
    };
    let required = object["required"].as_array().cloned().unwrap_or_default();
    let properties = object["properties"].as_object().cloned().unwrap_or_default();
    let parameter = |(name, mut schema): (String, Value)| {
        let is_required = required.iter().any(|one| *one == name);
        let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        let mut parameter = json!({ "name": name, "in": "query", "required": is_required, "schema": schema });
        // Several values are separated by commas.
        if parameter["schema"]["type"] == "array" {
            (parameter["style"], parameter["explode"]) = (json!("form"), json!(false));
        }
        if let Some(description) = description {
            parameter["description"] = description;
        }
        parameter
    };
    properties.into_iter().map(parameter).collect()
}
