//! Indexed files and their lines as resources.

use rmcp::model::{ErrorData, ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use crate::address::{Address, Lines};
use crate::budget::{Budget, MAX_TOKENS, tokens};
use crate::failure::{Failure, FailureKind};
use crate::repositories::Repositories;
use crate::repository::Readiness;
use crate::work::blocking;

/// Resources of one page of the list.
const PAGE: usize = 200;
const TEXT: &str = "text/plain";

/// What resources there can be.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new("quarry://{repository}/{+path}", "file")
            .with_title("File")
            .with_description("An indexed file of a repository, by its path below the top.")
            .with_mime_type(TEXT),
        ResourceTemplate::new("quarry://{repository}/{+path}#L{first}-L{last}", "lines")
            .with_title("Lines of a file")
            .with_description("Some lines of an indexed file, counted from 1, the last included.")
            .with_mime_type(TEXT),
    ]
}

/// Every indexed file, page by page, by repository and path.
pub(super) async fn list(
    repositories: &Repositories,
    cursor: Option<String>,
) -> Result<ListResourcesResult, ErrorData> {
    let offset = match cursor {
        Some(cursor) => cursor.parse().map_err(|_| ErrorData::invalid_params("the cursor cannot be read", None))?,
        None => 0,
    };
    let mut resources = Vec::new();
    let mut n_before = 0;
    let mut is_more = false;
    for repository in repositories.iter() {
        let Readiness::Ready(basis) = repository.ready().await else { continue };
        let files = &basis.searcher.manifest().files;
        let begin = usize::min(offset.max(n_before) - n_before, files.len());
        let end = usize::min(begin + (PAGE - resources.len()), files.len());
        resources.extend(files[begin..end].iter().map(|record| {
            let path = record.path.as_str();
            let uri = Address::of_file(repository.name(), path).to_string();
            Resource::new(uri, path).with_mime_type(TEXT).with_size(record.stamp.size)
        }));
        is_more |= end < files.len();
        n_before += files.len();
    }
    let mut result = ListResourcesResult::with_all_items(resources);
    result.next_cursor = is_more.then(|| (offset + result.resources.len()).to_string());
    Ok(result)
}

/// The text behind an address.
pub(super) async fn read(repositories: &Repositories, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let text = text_of(repositories, uri).await.map_err(|failure| match failure.kind {
        FailureKind::Internal => ErrorData::internal_error(failure.sentence(), None),
        _ => ErrorData::resource_not_found(failure.sentence(), Some(serde_json::json!({ "uri": uri }))),
    })?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri)]))
}

async fn text_of(repositories: &Repositories, uri: &str) -> Result<String, Failure> {
    let address = Address::parse(uri)?;
    let repository = repositories.find(Some(&address.repository))?;
    let searcher = match repository.ready().await {
        Readiness::Ready(basis) => basis.searcher,
        Readiness::NotYet(reading) => {
            return Err(Failure::not_found(format!("the first index is being made: {}", reading.sentence())));
        }
        Readiness::Failed(problem) => return Err(Failure::no_index(problem)),
    };
    blocking(move || {
        let unknown = || Failure::not_found(format!("{} is not an indexed file", address.path));
        let file = searcher.file(&address.path)?.ok_or_else(unknown)?;
        shown(file.text(), &address)
    })
    .await
}

/// The lines that are asked for, as many as fit into an answer.
fn shown(text: &str, address: &Address) -> Result<String, Failure> {
    let n_lines = text.lines().count();
    let Lines { first, last } = address.lines.unwrap_or(Lines { first: 1, last: n_lines.max(1) });
    if first > n_lines.max(1) {
        return Err(Failure::not_found(format!("{} has {n_lines} lines, there is no line {first}", address.path)));
    }
    let mut budget = Budget::of_tokens(MAX_TOKENS);
    let mut shown = String::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')).skip(first - 1).take(last - first + 1) {
        if !budget.take(tokens(line)) {
            let rest = Address { lines: Some(Lines { first: number, last: last.min(n_lines) }), ..address.clone() };
            shown.push_str(&format!("… for the rest, read {rest}\n"));
            break;
        }
        shown.push_str(line);
    }
    Ok(shown)
}
