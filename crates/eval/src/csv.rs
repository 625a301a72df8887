//! Comma-separated values: the little of RFC 4180 that our own tables need, read and written.

/// One line, with its line end; a field is quoted only where it must be.
pub fn line(fields: &[String]) -> String {
    let quoted = |field: &String| match field.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    fields.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// All lines of a text, each as its fields.
pub fn lines(text: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut in_quotes = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if in_quotes && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => in_quotes = !in_quotes,
            ',' if !in_quotes => fields.push(std::mem::take(&mut field)),
            '\r' if !in_quotes => {}
            '\n' if !in_quotes => {
                fields.push(std::mem::take(&mut field));
                all.push(std::mem::take(&mut fields));
            }
            _ => field.push(letter),
        }
    }
    if !field.is_empty() || !fields.is_empty() {
        fields.push(field);
        all.push(fields);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{line, lines};

    #[test]
    fn what_was_written_is_read_back() {
        let fields = ["plain", "", "a, b", "say \"hi\"", "two\nlines"].map(str::to_owned);
        let text = line(&fields);
        assert_eq!(text, "plain,,\"a, b\",\"say \"\"hi\"\"\",\"two\nlines\"\n");
        assert_eq!(lines(&(text.clone() + &text)), [fields.to_vec(), fields.to_vec()]);
        assert_eq!(lines(text.trim_end()), [fields.to_vec()]);
    }
}
