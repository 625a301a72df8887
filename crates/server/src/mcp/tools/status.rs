//! The tool `status`: what is indexed, what was left out, how fresh it is.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use quarry_engine::Status;
use quarry_source::ParseStatus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ALL_NOTICES_CHARS, Call, Said, few};
use crate::failure::Failure;
use crate::mcp::progress;
use crate::parameters::Form;
use crate::repository::{Doing, Readiness, Repository};
use crate::wire::{AgentLanguage, AgentRepository, AgentSkipped, AgentStatus, IndexingShape};
use crate::work::blocking;

pub(super) const TITLE: &str = "Index status";
pub(super) const DESCRIPTION: &str = "\
Says what Quarry has indexed: repositories, files, languages, what was left out and why, whether the index is fresh, how far \
indexing is. Use it when something you expect is not found, or to see what kind of repository this is.";

/// Languages that are named; the rest are few files.
const MAX_LANGUAGES: usize = 12;

/// The structured form of an answer.
pub(super) type Answer = AgentStatus;

static FORM: LazyLock<Form<Arguments>> = LazyLock::new(Form::new);

/// The arguments of `status`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Which repository [default: all].
    repository: Option<String>,
}

pub(super) async fn call(call: Call<'_>) -> Result<Said, Failure> {
    let Call { repositories, context, arguments, .. } = call;
    let Arguments { repository } = FORM.read(arguments)?;
    let wanted: Vec<Arc<Repository>> = match &repository {
        None if repositories.iter().next().is_some() => repositories.iter().collect(),
        name => vec![repositories.find(name.as_deref())?],
    };
    let mut described = Vec::new();
    for repository in wanted {
        let readiness = progress::wait(repository.ready(), &repository, context).await?;
        described.push(describe(repository, readiness).await?);
    }
    let text = described.iter().map(told).collect();
    Said::new(text, &AgentStatus { repositories: described })
}

async fn describe(repository: Arc<Repository>, readiness: Readiness) -> Result<AgentRepository, Failure> {
    let reading = repository.reading();
    let mut described = AgentRepository {
        name: repository.name().to_owned(),
        root: repository.root().to_string_lossy().into_owned(),
        fresh: false,
        files: 0,
        chunks: 0,
        symbols: 0,
        languages: Vec::new(),
        model: None,
        skipped: Vec::new(),
        unhealthy: 0,
        notices: Vec::new(),
        indexing: (reading.doing != Doing::Nothing).then(|| IndexingShape::from(reading)),
    };
    match readiness {
        Readiness::Ready(basis) => {
            let status = blocking(move || Ok(repository.engine().status()?)).await?;
            described.fresh = basis.ready.is_fresh;
            described.notices = few(basis.ready.notices_with(&[]), ALL_NOTICES_CHARS);
            fill(&mut described, &status);
        }
        Readiness::NotYet(reading) => described.notices.push(format!("not indexed yet: {}", reading.sentence())),
        Readiness::Failed(problem) => described.notices.push(format!("cannot be indexed: {problem}")),
    }
    Ok(described)
}

fn fill(described: &mut AgentRepository, status: &Status) {
    let manifest = &status.manifest;
    described.files = manifest.files.len();
    described.chunks = manifest.n_chunks();
    described.symbols = status.languages.iter().map(|count| count.n_symbols).sum();
    let language =
        |count: &quarry_engine::LanguageCount| AgentLanguage { language: count.language.clone(), files: count.n_files };
    described.languages = status.languages.iter().take(MAX_LANGUAGES).map(language).collect();
    described.model = manifest.model.as_ref().map(|model| model.name.to_string());
    let skipped = |(reason, n_paths): &(String, usize)| AgentSkipped { reason: reason.clone(), paths: *n_paths };
    described.skipped = status.skipped.iter().map(skipped).collect();
    let is_broken = |status: ParseStatus| matches!(status, ParseStatus::Partial | ParseStatus::Error);
    described.unhealthy = status.unhealthy().filter(|record| is_broken(record.health.status)).count();
}

/// One repository for people and models.
fn told(repository: &AgentRepository) -> String {
    let AgentRepository { name, root, files, chunks, symbols, .. } = repository;
    let freshness = if repository.fresh { "fresh" } else { "not fresh" };
    let mut text = format!("{name} ({root}): {files} files, {chunks} chunks, {symbols} symbols; index {freshness}\n");
    let mut list = |title: &str, items: Vec<String>| {
        if !items.is_empty() {
            let _ = writeln!(text, "{title}: {}", items.join(", "));
        }
    };
    list("languages", repository.languages.iter().map(|one| format!("{} {}", one.language, one.files)).collect());
    list("vectors", repository.model.iter().cloned().collect());
    list("skipped", repository.skipped.iter().map(|one| format!("{} {}", one.paths, one.reason)).collect());
    list(
        "parsed with errors",
        Some(repository.unhealthy).filter(|n| *n > 0).map(|n| format!("{n} files")).into_iter().collect(),
    );
    list("note", repository.notices.clone());
    text
}
