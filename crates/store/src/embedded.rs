//! The embedded store: one folder on disk, no service, many readers, one writer.
//!
//! ```text
//! FORMAT            the format's number; checked before anything else is read
//! meta.json         tantivy's list of segments; its payload names the manifest of the same generation
//! manifest-<n>      every file with its stamp, hash, language and parse health (`manifest`)
//! profiles-<n>      the names every file defines and uses, for ranking (`profiles`)
//! graph-<n>         how definitions and files use each other (`graph_file`); made after the commit, from the rest
//! <segment>.*       postings, columns and stored texts (tantivy), names of symbols (`names`), vectors (`vectors`)
//! ```
//!
//! Every file is one document with its text and catalog; every chunk is one document with words and columns only. A
//! commit replaces `meta.json` by renaming, so that a killed process leaves the last complete generation.

mod bytes;
mod catalog;
mod contest;
mod documents;
mod evidence;
mod format;
mod graph_draft;
mod graph_file;
mod graph_lists;
mod lists;
mod manifest;
mod merging;
mod names;
mod nearest;
mod opening;
mod picking;
mod profiles;
mod queue;
mod reading;
mod schema;
mod scorer;
mod selection;
mod sharing;
mod snapshot;
mod stored;
mod terms;
mod tokens;
mod vectors;
mod writer;

pub use catalog::{Catalog, Uses};
pub use format::FORMAT;
pub use graph_draft::{GraphDraft, UsesOf};
pub use graph_file::{EdgeSite, Graph};
pub use manifest::Manifest;
pub use scorer::KeywordScorer;
pub use sharing::{at_once, on_free_cores, start_helpers};
pub use snapshot::{RecalledByBoth, Snapshot, StoredFile};
pub use writer::{IndexWriter, WriterSize};
