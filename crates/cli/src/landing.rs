//! Where a reader who opens a hit should land: the line that names its definition, or the first that holds a word of the
//! question.
//!
//! In: a hit, the words. Out: a line and a column for editors and lists of places. Never here: how they are written.

use quarry_engine::Hit;

use crate::matches::Wanted;

/// One place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Landing {
    /// From 1.
    pub(crate) line: u32,
    /// Bytes of the line before it.
    pub(crate) offset: usize,
    /// The whole line.
    pub(crate) text: String,
}

impl Landing {
    pub(crate) fn of(hit: &Hit, wanted: &Wanted) -> Landing {
        let lines = || (hit.first_line..).zip(hit.text.lines());
        let at = |line: u32, offset: usize, text: &str| Landing { line, offset, text: text.to_owned() };
        let named = hit.symbol.as_ref().and_then(|symbol| {
            let (line, text) = lines().find(|(line, _)| *line == symbol.line)?;
            // A name that is written over several lines, or made from others, stands where the line begins.
            Some(at(line, text.find(&*symbol.name).unwrap_or_else(|| indent(text)), text))
        });
        let within = || lines().filter(|(line, _)| (hit.span.start_line..=hit.span.end_line).contains(line));
        let answering = || within().find_map(|(line, text)| Some(at(line, wanted.ranges(text).first()?.start, text)));
        let first = || within().find(|(_, text)| !text.trim().is_empty());
        named
            .or_else(answering)
            .or_else(|| first().map(|(line, text)| at(line, indent(text), text)))
            .unwrap_or_else(|| at(hit.span.start_line, 0, ""))
    }
}

/// Bytes of white space that a line begins with.
pub(crate) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::Landing;
    use crate::fixture::hit;
    use crate::matches::Wanted;

    #[track_caller]
    fn check(text: &str, symbol: Option<(&str, u32)>, expected: (u32, usize)) {
        let landing = Landing::of(&hit("src/a.rs", 10, text, symbol), &Wanted::of("open the door"));
        assert_eq!((landing.line, landing.offset), expected, "{landing:?}");
    }

    #[test]
    fn a_definition_is_opened_at_its_name_and_other_code_at_the_first_word_of_the_question() {
        check("/// A door.\n\tpub fn run() {}\n", Some(("run", 11)), (11, 8));
        check("\n  let a = 1;\n  é.open();\n", Some(("run", 4)), (12, 5));
        check("\n  let a = 1;\n", None, (11, 2));
        check("\n", None, (10, 0));
        check("  impl X {\n", Some(("X.y", 10)), (10, 2));
    }
}
