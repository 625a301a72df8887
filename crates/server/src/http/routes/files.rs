//! `GET /api/v1/files`, and `/api/v1/files/{path}` for the text of one.
//!
//! A path is looked up in the index, never opened: nothing outside of the root, and nothing that was left out, can be read.

use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::FileRecord;

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{FileParameters, FilesParameters, Form};
use crate::wire::{FileShape, FileTextDocument, FilesDocument};
use crate::work::blocking;

/// Files of one page.
const DEFAULT_PAGE: usize = 1000;

pub(in crate::http) const LIST: Operation = Operation {
    method: "get",
    path: "/api/v1/files",
    id: "listFiles",
    summary: "Lists the indexed files by path.",
    query: Some(schema_of::<FilesParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<FilesDocument<'static>>),
};

pub(in crate::http) const TEXT: Operation = Operation {
    path: "/api/v1/files/{path}",
    id: "readFile",
    summary: "Shows lines of an indexed file. The path may hold slashes.",
    query: Some(schema_of::<FileParameters>),
    answer: Answer::Json(200, schema_of::<FileTextDocument<'static>>),
    ..LIST
};

/// The path as the router wants it: with slashes.
pub(super) const ROUTE: &str = "/api/v1/files/{*path}";

static LIST_FORM: LazyLock<Form<FilesParameters>> = LazyLock::new(Form::new);
static TEXT_FORM: LazyLock<Form<FileParameters>> = LazyLock::new(Form::new);

pub(super) async fn list(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let FilesParameters { prefix, after, limit, repository } = LIST_FORM.read_pairs(pairs)?;
    let (repository, basis) = ready(&service, repository.as_deref()).await?;
    let bytes = blocking(move || {
        let manifest = basis.searcher.manifest();
        let wanted =
            |record: &&FileRecord| record.path.as_str() > after.as_str() && record.path.as_str().starts_with(&prefix);
        let mut wanted = manifest.files.iter().filter(wanted);
        let files: Vec<FileShape<'_>> = wanted.by_ref().take(limit.unwrap_or(DEFAULT_PAGE)).map(shape).collect();
        let is_more = wanted.next().is_some();
        written(&FilesDocument {
            schema: "quarry.files.v1",
            root: repository.root().to_string_lossy().into_owned(),
            generation: manifest.generation,
            next_after: files.last().filter(|_| is_more).map(|file| file.path),
            files,
        })
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}

pub(super) async fn text(
    State(service): State<Arc<Service>>,
    Path(path): Path<String>,
    Pairs(pairs): Pairs,
) -> Result<Response, Failure> {
    let FileParameters { first, last, repository } = TEXT_FORM.read_pairs(pairs)?;
    let (repository, basis) = ready(&service, repository.as_deref()).await?;
    let bytes = blocking(move || {
        let unknown = || Failure::not_found(format!("{path} is not an indexed file"));
        let file = basis.searcher.file(&path)?.ok_or_else(unknown)?;
        let lines: Vec<&str> = file.text().split_inclusive('\n').collect();
        let first_line = first.unwrap_or(1);
        let last_line = last.unwrap_or(lines.len()).min(lines.len());
        if first_line > lines.len().max(1) || last.is_some_and(|last| last < first_line) {
            let what = format!("{path} has {} lines, there are no lines {first_line} to {last_line}", lines.len());
            return Err(Failure::not_found(what));
        }
        let begin: usize = lines[..first_line - 1].iter().map(|line| line.len()).sum();
        let length: usize = lines[first_line - 1..last_line.max(first_line - 1)].iter().map(|line| line.len()).sum();
        written(&FileTextDocument {
            schema: "quarry.file.v1",
            root: repository.root().to_string_lossy().into_owned(),
            generation: basis.searcher.manifest().generation,
            file: shape(&file.record),
            first_line,
            last_line,
            total_lines: lines.len(),
            text: &file.text()[begin..begin + length],
        })
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}

fn shape(record: &FileRecord) -> FileShape<'_> {
    FileShape {
        path: record.path.as_str(),
        bytes: record.stamp.size,
        language: record.language.as_str(),
        dialect: record.dialect.as_ref().map(|dialect| dialect.as_str()),
        content_type: record.content_type.as_str(),
        lines: record.n_lines,
        chunks: record.n_chunks,
        symbols: record.n_symbols,
        health: record.health.status.as_str(),
    }
}
