//! Cursors: where the next page of an answer begins, and which question it belongs to.
//!
//! A cursor holds the number of hits before it, the generation that counted them, and a hash of the question. Nothing is
//! remembered for it here, so it never expires and any number of clients may hold any number of them.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::failure::Failure;

/// No answer goes on for longer: what was not found among so many hits needs another question.
const MAX_OFFSET: usize = 1_000;

/// Where a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// Hits before it.
    pub(super) offset: usize,
    /// The generation that the page before was made from.
    pub(super) generation: Option<u64>,
    question: u64,
}

impl Page {
    /// The page that a cursor names; without one, the first.
    pub(super) fn of(cursor: Option<&str>, question: &impl Hash) -> Result<Page, Failure> {
        let mut hasher = DefaultHasher::new();
        question.hash(&mut hasher);
        let question = hasher.finish();
        let Some(cursor) = cursor else { return Ok(Page { offset: 0, generation: None, question }) };
        let wrong = |what: &str| {
            let help =
                "repeat the call with the arguments and the `next_cursor` of the page before, or without a cursor";
            Failure::wrong(what, Some(help.to_owned()))
        };
        let page = read(cursor).ok_or_else(|| wrong("the cursor cannot be read"))?;
        match page.question == question {
            true => Ok(page),
            false => Err(wrong("the cursor belongs to another question")),
        }
    }

    /// The cursor of the page after this one, if it holds `n_hits` and more may follow.
    pub(super) fn after(&self, n_hits: usize, generation: u64) -> Option<String> {
        let offset = self.offset + n_hits;
        (offset < MAX_OFFSET).then(|| format!("{offset}.{generation}.{:016x}", self.question))
    }
}

fn read(cursor: &str) -> Option<Page> {
    let mut parts = cursor.split('.');
    let (offset, generation, question) = (parts.next()?, parts.next()?, parts.next()?);
    let page = Page {
        offset: offset.parse().ok().filter(|offset| *offset <= MAX_OFFSET)?,
        generation: Some(generation.parse().ok()?),
        question: u64::from_str_radix(question, 16).ok()?,
    };
    parts.next().is_none().then_some(page)
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn a_cursor_leads_to_the_next_page_of_the_same_question_alone() {
        let first = Page::of(None, &"retry").unwrap();
        let cursor = first.after(7, 3).unwrap();
        let second = Page::of(Some(&cursor), &"retry").unwrap();
        assert_eq!((second.offset, second.generation), (7, Some(3)));
        assert!(Page::of(Some(&cursor), &"other").is_err());
    }

    #[test]
    fn nonsense_is_refused() {
        for cursor in ["", "7", "7.3", "7.3.zz", "-1.3.0", "9999999.3.0", "7.3.0.0", "\u{0}"] {
            assert!(Page::of(Some(cursor), &"retry").is_err(), "{cursor}");
        }
    }
}
