//! Related code for people: hits, each with the reasons below its heading.

use quarry_engine::{Excerpts, RelatedHit, RelatedResponse};

use super::{View, body, heading};
use crate::console::{DIM, printable};
use crate::matches::Wanted;

/// Names in common that are shown; the document has all.
const MAX_NAMES: usize = 6;

/// Hits with their reasons; the names in common are marked.
pub(crate) fn related(response: &RelatedResponse, mut view: View) -> String {
    let mut text = String::new();
    for related in &response.hits {
        let shared = related.shared_names.join(" ");
        (view.wanted, view.excerpts) = (Wanted::of(&shared), Excerpts::for_query(&shared));
        text.push_str(&heading(&related.hit, &view));
        text.push_str(&format!("{DIM}{}{DIM:#}\n", printable(&reasons(related))));
        body(&related.hit, &view, &mut text);
        text.push('\n');
    }
    text
}

fn reasons(related: &RelatedHit) -> String {
    let names = &related.shared_names;
    let mut shown = names.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > MAX_NAMES {
        shown.push_str(&format!(" and {} more", names.len() - MAX_NAMES));
    }
    let similarity = related.similarity.map(|similarity| format!("similarity {similarity:.2}"));
    let shared = (!names.is_empty()).then(|| format!("shares {shown}"));
    let reasons: Vec<String> = similarity.into_iter().chain(shared).collect();
    if reasons.is_empty() { "words in common".to_owned() } else { reasons.join(" · ") }
}
