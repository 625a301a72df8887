//! One line that is typed: its text and where the next letter goes.

/// A line of input. The cursor stands between two letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Input {
    text: String,
    /// Bytes before the cursor.
    cursor: usize,
}

/// A change of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    Insert(String),
    Backspace,
    Delete,
    DeleteWord,
    Clear,
    Left,
    Right,
    Home,
    End,
}

impl Input {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the cursor.
    pub(crate) fn before(&self) -> &str {
        &self.text[..self.cursor]
    }

    pub(crate) fn set(&mut self, text: &str) {
        self.text = text.to_owned();
        self.cursor = text.len();
    }

    /// Changes the line; `true` if its text is another one now.
    pub(crate) fn edit(&mut self, edit: &Edit) -> bool {
        let n_before = self.text.len();
        match edit {
            Edit::Insert(text) => {
                // What is pasted stays one line, and nothing in it is a command.
                let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
                self.text.insert_str(self.cursor, &text);
                self.cursor += text.len();
            }
            Edit::Backspace => self.remove(self.left()..self.cursor),
            Edit::Delete => self.remove(self.cursor..self.right()),
            Edit::DeleteWord => self.remove(self.word()..self.cursor),
            Edit::Clear => self.remove(0..self.text.len()),
            Edit::Left => self.cursor = self.left(),
            Edit::Right => self.cursor = self.right(),
            Edit::Home => self.cursor = 0,
            Edit::End => self.cursor = self.text.len(),
        }
        self.text.len() != n_before
    }

    fn remove(&mut self, range: std::ops::Range<usize>) {
        self.cursor = range.start;
        self.text.replace_range(range, "");
    }

    fn left(&self) -> usize {
        self.before().char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn right(&self) -> usize {
        self.text[self.cursor..].chars().next().map_or(self.cursor, |letter| self.cursor + letter.len_utf8())
    }

    /// Where the word before the cursor begins.
    fn word(&self) -> usize {
        let before = self.before().trim_end();
        before.rfind(char::is_whitespace).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Input};

    /// The line after some changes, with `|` at the cursor.
    fn typed(edits: &[Edit]) -> String {
        let mut input = Input::default();
        for edit in edits {
            input.edit(edit);
        }
        let mut text = input.text().to_owned();
        text.insert(input.before().len(), '|');
        text
    }

    #[test]
    fn letters_of_several_bytes_are_one_letter() {
        let insert = |text: &str| Edit::Insert(text.to_owned());
        assert_eq!(typed(&[insert("größe"), Edit::Left, Edit::Backspace, Edit::Left]), "gr|öe");
        assert_eq!(typed(&[insert("größe"), Edit::Home, Edit::Delete, Edit::Right, Edit::Right]), "rö|ße");
        assert_eq!(typed(&[insert("open the   "), Edit::DeleteWord]), "open |");
        assert_eq!(typed(&[insert("größe"), Edit::DeleteWord, Edit::Backspace, Edit::Left, Edit::Delete]), "|");
        assert_eq!(typed(&[insert("a\nb\u{1b}c")]), "a b c|");
    }
}
