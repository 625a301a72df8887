//! Exact questions, to whoever answers.

use quarry_engine::{Asked, GraphAnswer, ImpactAnswer, Outline, Place, RelationAt, RepoPath, Walk};
use quarry_server::wire::{
    DepsDocument, ImpactDocument, OutlineDocument, OutsideShape, SymbolsDocument, UsesDocument, WayDocument,
};
use quarry_server::{first_lines, surest_way};
use quarry_source::Import;

use super::{Asking, Who};
use crate::remote::graph;
use crate::remote::pairs::{Pairs, target};

/// As many as there are.
const ALL: usize = 1_000_000;

/// What is asked about uses, as a server calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uses {
    Refs,
    Callers,
    Callees,
}

impl Uses {
    fn as_str(self) -> &'static str {
        match self {
            Uses::Refs => "refs",
            Uses::Callers => "callers",
            Uses::Callees => "callees",
        }
    }
}

/// What a file has to do with others.
pub(crate) struct Deps {
    pub(crate) imports: GraphAnswer,
    pub(crate) imported_by: GraphAnswer,
    /// What leads to no other file of the repository.
    pub(crate) outside: Vec<Import>,
}

/// Only where it stands and what it names is told.
fn outside_import(shape: &OutsideShape<'_>) -> Import {
    Import { path: shape.import.as_ref().into(), alias: "".into(), names: Vec::new(), line: shape.line }
}

fn about(asked: &Asked) -> Pairs {
    Pairs::default().with("target", target(asked))
}

impl Asking {
    /// What a word means to the index.
    pub(crate) fn meant_by(&self, word: &str) -> Asked {
        match &self.who {
            Who::Here(here) => Asked::of(word, &here.searcher),
            Who::There(_) => {
                let found = self.symbols(&Asked::Name(word.to_owned())).unwrap_or_default();
                let line = word.rsplit_once(':').and_then(|(_, line)| line.parse().ok());
                match (found.first(), line) {
                    (Some(Place { path, symbol: None, .. }), _) => Asked::File(path.clone()),
                    (Some(Place { path, .. }), Some(line)) => Asked::Line(path.clone(), line),
                    _ => Asked::Name(word.to_owned()),
                }
            }
        }
    }

    pub(crate) fn symbols(&self, asked: &Asked) -> anyhow::Result<Vec<Place>> {
        match &self.who {
            Who::Here(here) => Ok(here.searcher.symbols(asked)?),
            Who::There(there) => {
                let document: SymbolsDocument<'_> = there.get("symbols", about(asked).with("limit", ALL))?;
                Ok(graph::symbols(&document))
            }
        }
    }

    pub(crate) fn uses(&self, question: Uses, asked: &Asked, walk: &Walk, limit: usize) -> anyhow::Result<GraphAnswer> {
        match &self.who {
            Who::Here(here) => Ok(here.searcher.related_by_graph(asked, walk, limit)?),
            Who::There(there) => {
                let pairs = about(asked).with("relation", question.as_str()).with("limit", limit).walked(walk);
                let document: UsesDocument<'_> = there.get("graph", pairs)?;
                Ok(graph::answer(&document.subjects, &document.found))
            }
        }
    }

    /// Who is affected, with the lines of the first uses in the first so many files.
    pub(crate) fn impact(
        &self,
        asked: &Asked,
        walk: &Walk,
        limit: usize,
    ) -> anyhow::Result<(ImpactAnswer, Vec<String>)> {
        match &self.who {
            Who::Here(here) => {
                let answer = here.searcher.impact(asked, walk)?;
                let texts = first_lines(&here.searcher, &answer, limit)?;
                Ok((answer, texts))
            }
            Who::There(there) => {
                let pairs = about(asked).with("relation", "impact").with("limit", ALL).walked(walk);
                let document: ImpactDocument<'_> = there.get("graph", pairs)?;
                let (answer, mut texts) = graph::impact(&document);
                texts.truncate(limit);
                Ok((answer, texts))
            }
        }
    }

    pub(crate) fn outline(&self, path: &RepoPath) -> anyhow::Result<Outline> {
        match &self.who {
            Who::Here(here) => Ok(here.searcher.outline(path)?),
            Who::There(there) => {
                let document: OutlineDocument<'_> = there.get("outline", Pairs::default().with("target", path))?;
                Ok(graph::outline(&document))
            }
        }
    }

    /// What a file imports and who imports it; the walks are those of both.
    pub(crate) fn deps(&self, path: &RepoPath, walks: &[Walk; 2], limit: usize) -> anyhow::Result<Deps> {
        let asked = Asked::File(path.clone());
        match &self.who {
            Who::Here(here) => Ok(Deps {
                imports: here.searcher.related_by_graph(&asked, &walks[0], limit)?,
                imported_by: here.searcher.related_by_graph(&asked, &walks[1], limit)?,
                outside: here.searcher.imports_from_outside(path)?,
            }),
            Who::There(there) => {
                let document: DepsDocument<'_> =
                    there.get("deps", about(&asked).with("limit", limit).walked(&walks[0]))?;
                let outside = document.outside.iter();
                Ok(Deps {
                    imports: graph::answer(&[], &document.imports),
                    imported_by: graph::answer(&[], &document.imported_by),
                    outside: outside.map(outside_import).collect(),
                })
            }
        }
    }

    /// The shortest of the surest ways along which one thing uses another.
    pub(crate) fn way(&self, (from, to): (&Asked, &Asked), walk: &Walk) -> anyhow::Result<Vec<RelationAt>> {
        match &self.who {
            Who::Here(here) => Ok(surest_way(&here.searcher, (from, to), walk)?),
            Who::There(there) => {
                let pairs = about(from).with("to", target(to)).walked(walk);
                let document: WayDocument<'_> = there.get("path", pairs)?;
                let steps = document.steps.iter().map(graph::relation);
                Ok(if document.reversed { Vec::new() } else { steps.collect() })
            }
        }
    }

    /// A line of an indexed file as it stands; empty if there is none.
    pub(crate) fn line(&self, path: &RepoPath, line: u32) -> anyhow::Result<String> {
        let nth = |text: &str| text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default().to_owned();
        match &self.who {
            Who::Here(here) => Ok(here.searcher.file(path.as_str())?.map(|file| nth(file.text())).unwrap_or_default()),
            Who::There(there) => {
                let pairs = Pairs::default().with("first", line).with("last", line);
                let document: serde_json::Value = there.get(&format!("files/{}", encoded(path)), pairs)?;
                Ok(document["text"].as_str().unwrap_or_default().trim_end_matches(['\n', '\r']).to_owned())
            }
        }
    }

    /// A line as it is shown: without the space around it, cut if it is very long.
    pub(crate) fn shown_line(&self, line: &str) -> String {
        let text = line.trim();
        match text.char_indices().nth(self.max_line_chars) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }
}

/// A path as a part of an address.
fn encoded(path: &RepoPath) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let letter = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.as_str().bytes().map(letter).collect()
}
