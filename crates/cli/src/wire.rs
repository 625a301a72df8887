//! The shapes of `--json`: one document per command, each with the name and version of its schema.
//!
//! A field is never renamed, removed or given another meaning within a version; fields may be added.
//! This file and its folder alone derive Serialize. Paths are relative to `root` and use `/`; lines count from 1, bytes from 0.

pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod related;

mod explanation;
pub(crate) mod grep;

use quarry_engine::{
    EmbeddingEstimate, FileRecord, Hit, IndexReport, IndexSummary, LanguageInfo, Languages, SkippedRecord, Status,
    VectorModel,
};
use serde::Serialize;

use crate::commands::models::Offer;

pub(crate) use explanation::ExplanationShape;

/// `quarry search --json`.
#[derive(Debug, Serialize)]
pub(crate) struct SearchDocument<'a> {
    pub(crate) schema: &'static str,
    pub(crate) query: &'a str,
    pub(crate) root: String,
    pub(crate) generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub(crate) fresh: bool,
    pub(crate) notices: &'a [String],
    pub(crate) elapsed_ms: f64,
    pub(crate) hits: Vec<HitShape<'a>>,
    /// With `--explain`: how the answer came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explanation: Option<ExplanationShape<'a>>,
}

impl SearchDocument<'_> {
    pub(crate) const SCHEMA: &'static str = "quarry.search.v1";
}

#[derive(Debug, Serialize)]
pub(crate) struct HitShape<'a> {
    rank: usize,
    path: &'a str,
    start_line: u32,
    end_line: u32,
    start_byte: u32,
    end_byte: u32,
    score: f32,
    match_type: &'static str,
    copies: usize,
    language: &'a str,
    dialect: Option<&'a str>,
    content_type: &'static str,
    symbol: Option<SymbolShape<'a>>,
    block_type: Option<&'a str>,
    hierarchy: Option<&'a str>,
    text: &'a str,
    first_line: u32,
}

#[derive(Debug, Serialize)]
struct SymbolShape<'a> {
    kind: &'static str,
    name: &'a str,
    qualified_name: &'a str,
    signature: &'a str,
    line: u32,
}

/// Hits with their ranks, best first, from 1.
pub(crate) fn hits(hits: &[Hit]) -> Vec<HitShape<'_>> {
    let shape = |(rank, hit)| hit_shape(rank, hit);
    (1..).zip(hits).map(shape).collect()
}

fn hit_shape(rank: usize, hit: &Hit) -> HitShape<'_> {
    HitShape {
        rank,
        path: hit.path.as_str(),
        start_line: hit.span.start_line,
        end_line: hit.span.end_line,
        start_byte: hit.span.start,
        end_byte: hit.span.end,
        score: hit.score,
        match_type: hit.match_type.as_str(),
        copies: hit.n_copies,
        language: hit.language.as_str(),
        dialect: hit.dialect.as_ref().map(|dialect| dialect.as_str()),
        content_type: hit.content_type.as_str(),
        symbol: hit.symbol.as_ref().map(|symbol| SymbolShape {
            kind: symbol.kind.as_str(),
            name: &symbol.name,
            qualified_name: &symbol.qualified_name,
            signature: &symbol.signature,
            line: symbol.line,
        }),
        block_type: hit.block_type.as_deref(),
        hierarchy: hit.hierarchy.as_deref(),
        text: &hit.text,
        first_line: hit.first_line,
    }
}

/// `quarry index --json`.
#[derive(Debug, Serialize)]
pub(crate) struct IndexDocument<'a> {
    schema: &'static str,
    root: &'a str,
    index: String,
    generation: u64,
    complete: bool,
    cancelled: bool,
    added: usize,
    changed: usize,
    removed: usize,
    unchanged: usize,
    files: usize,
    chunks: u64,
    bytes_read: u64,
    elapsed_ms: f64,
    notices: &'a [String],
    /// Whose vectors the index holds.
    model: Option<ModelShape<'a>>,
    /// Chunks that this run gave vectors.
    embedded: usize,
    /// Why some of it has no vectors; answers go by keyword there.
    model_problem: Option<&'a str>,
    skipped: Vec<SkippedShape<'a>>,
}

/// The model of an index.
#[derive(Debug, Serialize)]
pub(crate) struct ModelShape<'a> {
    name: &'a str,
    revision: &'a str,
    dimension: u32,
}

impl<'a> ModelShape<'a> {
    fn of(model: &'a VectorModel) -> ModelShape<'a> {
        ModelShape { name: &model.name, revision: &model.revision, dimension: model.dimension }
    }
}

impl<'a> IndexDocument<'a> {
    pub(crate) fn of(report: &'a IndexReport, index: &std::path::Path) -> IndexDocument<'a> {
        let manifest = &report.manifest;
        IndexDocument {
            schema: "quarry.index.v1",
            root: &manifest.root,
            index: index.to_string_lossy().into_owned(),
            generation: manifest.generation,
            complete: manifest.complete,
            cancelled: report.cancelled,
            added: report.n_added,
            changed: report.n_changed,
            removed: report.n_removed,
            unchanged: report.n_unchanged,
            files: manifest.files.len(),
            chunks: manifest.n_chunks(),
            bytes_read: report.n_bytes,
            elapsed_ms: milliseconds(report.elapsed),
            notices: &report.notices,
            model: manifest.model.as_ref().map(ModelShape::of),
            embedded: report.n_embedded,
            model_problem: report.model_problem.as_deref(),
            skipped: skipped(&manifest.skipped),
        }
    }
}

#[derive(Debug, Serialize)]
struct SkippedShape<'a> {
    path: &'a str,
    reason: &'a str,
    detail: &'a str,
}

fn skipped(records: &[SkippedRecord]) -> Vec<SkippedShape<'_>> {
    records
        .iter()
        .map(|record| SkippedShape { path: record.path.as_str(), reason: &record.reason, detail: &record.detail })
        .collect()
}

/// `quarry status --json`.
#[derive(Debug, Serialize)]
pub(crate) struct StatusDocument<'a> {
    schema: &'static str,
    root: &'a str,
    index: String,
    bytes: u64,
    generation: u64,
    /// Seconds since 1970.
    committed_at: u64,
    complete: bool,
    files: usize,
    chunks: u64,
    symbols: u64,
    lines: u64,
    /// Whose vectors the index holds.
    model: Option<ModelShape<'a>>,
    embedded_files: usize,
    embedded_chunks: u64,
    languages: Vec<LanguageCountShape<'a>>,
    health: HealthShape,
    /// Files that did not parse cleanly.
    unhealthy: Vec<UnhealthyShape<'a>>,
    skipped: Vec<SkippedShape<'a>>,
}

#[derive(Debug, Serialize)]
struct LanguageCountShape<'a> {
    language: &'a str,
    files: usize,
    lines: u64,
    chunks: u64,
    symbols: u64,
}

#[derive(Debug, Serialize)]
struct HealthShape {
    ok: usize,
    partial: usize,
    error: usize,
    no_grammar: usize,
}

#[derive(Debug, Serialize)]
struct UnhealthyShape<'a> {
    path: &'a str,
    status: &'static str,
    errors: u32,
}

impl<'a> StatusDocument<'a> {
    pub(crate) fn of(status: &'a Status, index: &std::path::Path) -> StatusDocument<'a> {
        let manifest = &status.manifest;
        let languages = status.languages.iter().map(|count| LanguageCountShape {
            language: &count.language,
            files: count.n_files,
            lines: count.n_lines,
            chunks: count.n_chunks,
            symbols: count.n_symbols,
        });
        let [ok, partial, error, no_grammar] = status.health.map(|(_, n_files)| n_files);
        let unhealthy = crate::commands::status::unhealthy(status).map(|record: &FileRecord| UnhealthyShape {
            path: record.path.as_str(),
            status: record.health.status.as_str(),
            errors: record.health.n_errors,
        });
        StatusDocument {
            schema: "quarry.status.v1",
            root: &manifest.root,
            index: index.to_string_lossy().into_owned(),
            bytes: status.n_bytes,
            generation: manifest.generation,
            committed_at: manifest.committed_at,
            complete: manifest.complete,
            files: manifest.files.len(),
            chunks: manifest.n_chunks(),
            symbols: status.languages.iter().map(|count| count.n_symbols).sum(),
            lines: status.languages.iter().map(|count| count.n_lines).sum(),
            model: manifest.model.as_ref().map(ModelShape::of),
            embedded_files: status.embedded.n_files,
            embedded_chunks: status.embedded.n_chunks,
            languages: languages.collect(),
            health: HealthShape { ok, partial, error, no_grammar },
            unhealthy: unhealthy.collect(),
            skipped: skipped(&manifest.skipped),
        }
    }
}

/// `quarry list --json`.
#[derive(Debug, Serialize)]
pub(crate) struct ListDocument<'a> {
    schema: &'static str,
    home: String,
    indexes: Vec<IndexShape<'a>>,
}

#[derive(Debug, Serialize)]
struct IndexShape<'a> {
    index: String,
    root: Option<&'a str>,
    /// Whether the root is gone.
    missing: Option<bool>,
    complete: Option<bool>,
    files: Option<usize>,
    chunks: Option<u64>,
    bytes: Option<u64>,
    /// Seconds since 1970.
    committed_at: Option<u64>,
    /// Why the index cannot be read.
    problem: Option<&'a str>,
}

impl<'a> ListDocument<'a> {
    pub(crate) fn of(home: &std::path::Path, summaries: &'a [IndexSummary]) -> ListDocument<'a> {
        let shape = |summary: &'a IndexSummary| {
            let status = summary.status.as_ref().ok();
            IndexShape {
                index: summary.dir.to_string_lossy().into_owned(),
                root: status.map(|status| status.manifest.root.as_str()),
                missing: status.map(crate::commands::list::is_missing),
                complete: status.map(|status| status.manifest.complete),
                files: status.map(|status| status.manifest.files.len()),
                chunks: status.map(|status| status.manifest.n_chunks()),
                bytes: status.map(|status| status.n_bytes),
                committed_at: status.map(|status| status.manifest.committed_at),
                problem: summary.status.as_ref().err().map(String::as_str),
            }
        };
        ListDocument {
            schema: "quarry.list.v1",
            home: home.to_string_lossy().into_owned(),
            indexes: summaries.iter().map(shape).collect(),
        }
    }
}

/// `quarry languages --json`.
#[derive(Debug, Serialize)]
pub(crate) struct LanguagesDocument<'a> {
    schema: &'static str,
    languages: Vec<LanguageShape<'a>>,
    dialects: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct LanguageShape<'a> {
    name: &'a str,
    aliases: &'a [String],
    extensions: &'a [String],
    file_names: &'a [String],
    content_type: &'static str,
    grammar: bool,
}

impl<'a> LanguagesDocument<'a> {
    pub(crate) fn of(languages: &'a Languages) -> LanguagesDocument<'a> {
        let shape = |info: &'a LanguageInfo| LanguageShape {
            name: info.language.as_str(),
            aliases: &info.aliases,
            extensions: &info.extensions,
            file_names: &info.file_names,
            content_type: info.content_type.as_str(),
            grammar: info.has_grammar(),
        };
        LanguagesDocument {
            schema: "quarry.languages.v1",
            languages: languages.iter().map(shape).collect(),
            dialects: languages.dialect_names(),
        }
    }
}

/// `quarry index --dry-run --json`.
#[derive(Debug, Serialize)]
pub(crate) struct EstimateDocument<'a> {
    schema: &'static str,
    root: &'a str,
    /// Who would embed; null if the settings want nobody.
    model: Option<&'a str>,
    url: Option<&'a str>,
    files: usize,
    chunks: usize,
    /// What a model outside of Quarry would be asked; null for Quarry's own.
    cost: Option<CostShape>,
}

#[derive(Debug, Serialize)]
struct CostShape {
    cached: usize,
    empty: usize,
    to_embed: usize,
    /// Estimated.
    tokens: u64,
    requests: usize,
}

impl<'a> EstimateDocument<'a> {
    pub(crate) fn of(found: &'a EmbeddingEstimate, root: &'a str) -> EstimateDocument<'a> {
        EstimateDocument {
            schema: "quarry.estimate.v1",
            root,
            model: found.model.as_ref().map(|model| model.name.as_str()),
            url: found.model.as_ref().and_then(|model| model.url.as_deref()),
            files: found.n_files,
            chunks: found.n_chunks,
            cost: found.cost.map(|cost| CostShape {
                cached: cost.cached,
                empty: cost.empty,
                to_embed: cost.to_embed,
                tokens: cost.tokens,
                requests: cost.requests,
            }),
        }
    }
}

/// `quarry models --json`.
#[derive(Debug, Serialize)]
pub(crate) struct ModelsDocument<'a> {
    schema: &'static str,
    root: &'a str,
    providers: Vec<ProviderShape<'a>>,
    /// What the index holds; null if there is none.
    index: Option<IndexVectorsShape<'a>>,
}

#[derive(Debug, Serialize)]
struct ProviderShape<'a> {
    provider: &'static str,
    /// The model that is or would be used.
    model: &'a str,
    needs: &'a str,
    configured: bool,
}

#[derive(Debug, Serialize)]
struct IndexVectorsShape<'a> {
    model: Option<ModelShape<'a>>,
    files: usize,
    chunks: u64,
    embedded_files: usize,
    embedded_chunks: u64,
}

impl<'a> ModelsDocument<'a> {
    pub(crate) fn of(offers: &'a [Offer], status: Option<&'a Status>, root: &'a str) -> ModelsDocument<'a> {
        let provider = |offer: &'a Offer| ProviderShape {
            provider: offer.provider,
            model: &offer.model,
            needs: &offer.needs,
            configured: offer.is_configured,
        };
        let index = |status: &'a Status| IndexVectorsShape {
            model: status.manifest.model.as_ref().map(ModelShape::of),
            files: status.manifest.files.len(),
            chunks: status.manifest.n_chunks(),
            embedded_files: status.embedded.n_files,
            embedded_chunks: status.embedded.n_chunks,
        };
        ModelsDocument {
            schema: "quarry.models.v1",
            root,
            providers: offers.iter().map(provider).collect(),
            index: status.map(index),
        }
    }
}

/// The document as one line.
pub(crate) fn line(document: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(document)? + "\n")
}

pub(crate) fn milliseconds(time: std::time::Duration) -> f64 {
    // To the microsecond: more digits are noise.
    (time.as_secs_f64() * 1e6).round() / 1e3
}
