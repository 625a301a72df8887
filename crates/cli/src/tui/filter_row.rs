//! The row of filters below the question: what is typed there is added to the question as the words that filter in it.
//!
//! So a filter means the same wherever it is typed, and a mistake in it gets the same message.

use quarry_source::{ContentType, SymbolKind};

use super::input::Input;

/// What can be filtered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Language,
    Path,
    Kind,
    Type,
}

impl Field {
    pub(crate) const ALL: [Field; 4] = [Field::Language, Field::Path, Field::Kind, Field::Type];

    /// The word before the colon.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Field::Language => "lang",
            Field::Path => "path",
            Field::Kind => "kind",
            Field::Type => "type",
        }
    }
}

/// What is typed into the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FilterRow {
    inputs: [Input; 4],
    /// Languages of the index, the most frequent first.
    pub(crate) languages: Vec<String>,
}

impl FilterRow {
    pub(crate) fn input(&self, field: Field) -> &Input {
        &self.inputs[field as usize]
    }

    pub(crate) fn input_mut(&mut self, field: Field) -> &mut Input {
        &mut self.inputs[field as usize]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.inputs.iter().all(|input| input.text().trim().is_empty())
    }

    /// ` lang:rust lang:go -path:tests`, to be put behind a question.
    pub(crate) fn words(&self) -> String {
        let mut words = String::new();
        for field in Field::ALL {
            let typed = self.input(field).text();
            for value in typed.split([',', ' ']).filter(|value| !value.is_empty()) {
                let (sign, value) = match value.strip_prefix('-') {
                    Some(excluded) if field == Field::Path => ("-", excluded),
                    _ => ("", value),
                };
                words.push_str(&format!(" {sign}{}:{value}", field.key()));
            }
        }
        words
    }

    /// Puts the next known value into a field; the one after the last is none.
    pub(crate) fn turn(&mut self, field: Field, direction: Direction) -> bool {
        let mut values = vec![String::new()];
        match field {
            Field::Language => values.extend(self.languages.iter().cloned()),
            Field::Path => return false,
            Field::Kind => values.extend(SymbolKind::ALL.map(|kind| kind.as_str().to_owned())),
            Field::Type => values.extend(ContentType::ALL.map(|kind| kind.as_str().to_owned())),
        }
        let at = values.iter().position(|value| value == self.input(field).text()).unwrap_or(0);
        let next = match direction {
            Direction::Down => (at + 1) % values.len(),
            Direction::Up => (at + values.len() - 1) % values.len(),
        };
        self.input_mut(field).set(&values[next]);
        true
    }
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

#[cfg(test)]
mod tests {
    use super::{Direction, Field, FilterRow};

    #[test]
    fn fields_become_the_words_that_filter_in_a_question() {
        let mut row = FilterRow::default();
        row.input_mut(Field::Language).set("rust, go");
        row.input_mut(Field::Path).set("src -tests");
        row.input_mut(Field::Type).set("code");
        assert_eq!(row.words(), " lang:rust lang:go path:src -path:tests type:code");
        assert_eq!(FilterRow::default().words(), "");
    }

    #[test]
    fn known_values_go_round() {
        let mut row = FilterRow { languages: vec!["rust".to_owned(), "go".to_owned()], ..FilterRow::default() };
        let seen: Vec<String> = (0..4)
            .map(|_| {
                assert!(row.turn(Field::Language, Direction::Down));
                row.input(Field::Language).text().to_owned()
            })
            .collect();
        assert_eq!(seen, ["rust", "go", "", "rust"]);
        row.turn(Field::Type, Direction::Up);
        assert_eq!(row.input(Field::Type).text(), "config");
        assert!(!row.turn(Field::Path, Direction::Up));
    }
}
