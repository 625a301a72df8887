//! The block of instructions in a file that is the user's, between two markers.
//!
//! Everything outside of the markers is left as it is.

use super::entry::{Unreadable, newline};

const BEGIN: &str = "<!-- quarry:begin -->";
const END: &str = "<!-- quarry:end -->";
const INSTRUCTIONS: &str = include_str!("block.md");

/// The text with the block: in the place of an earlier one, or at the end.
pub(super) fn put(text: &str) -> Result<String, Unreadable> {
    let newline = newline(text);
    let block = format!("{BEGIN}\n{INSTRUCTIONS}{END}\n").replace('\n', newline);
    if let Some((from, to)) = find(text)? {
        return Ok(format!("{}{block}{}", &text[..from], &text[to..]));
    }
    let before = match text {
        "" => "",
        text if text.ends_with(&newline.repeat(2)) => "",
        text if text.ends_with('\n') => newline,
        _ => &newline.repeat(2),
    };
    Ok(format!("{text}{before}{block}"))
}

/// The text without the block, and without the blank line before it if nothing follows.
pub(super) fn remove(text: &str) -> Result<String, Unreadable> {
    let Some((from, to)) = find(text)? else { return Ok(text.to_owned()) };
    let (before, after) = (&text[..from], &text[to..]);
    let newline = newline(text);
    match before.strip_suffix(&newline.repeat(2)) {
        Some(above) if after.is_empty() => Ok(format!("{above}{newline}")),
        _ => Ok(format!("{before}{after}")),
    }
}

/// Where the block lies, its last line end included.
pub(super) fn find(text: &str) -> Result<Option<(usize, usize)>, Unreadable> {
    let Some(from) = text.find(BEGIN) else { return Ok(None) };
    let Some(end) = text[from..].find(END).map(|end| from + end + END.len()) else {
        let line = text[..from].matches('\n').count() + 1;
        return Err(Unreadable { line: Some(line), what: format!("has `{BEGIN}` without `{END}`") });
    };
    let rest = &text[end..];
    let line_end = ["\r\n", "\n"].into_iter().find(|line_end| rest.starts_with(line_end)).map_or(0, str::len);
    Ok(Some((from, end + line_end)))
}

#[cfg(test)]
mod tests {
    use super::{find, put, remove};

    #[test]
    fn a_block_comes_last_and_goes_without_a_trace() {
        for text in ["", "# Notes\n", "# Notes\r\n\r\nDo this.\r\n", "a\n\nb\n"] {
            let with = put(text).unwrap();
            assert!(with.starts_with(text) && with.len() > text.len() + 500, "{with:?}");
            assert_eq!(put(&with).unwrap(), with, "twice is once");
            assert_eq!(remove(&with).unwrap(), text);
            assert_eq!(with.contains('\r'), text.contains('\r'));
        }
    }

    #[test]
    fn an_older_block_is_replaced_where_it_stands() {
        let old = "above\n<!-- quarry:begin -->\nold words\n<!-- quarry:end -->\nbelow\n";
        let new = put(old).unwrap();
        assert!(new.starts_with("above\n<!-- quarry:begin -->\n## ") && new.ends_with("<!-- quarry:end -->\nbelow\n"));
        assert_eq!(remove(&new).unwrap(), "above\nbelow\n");
    }

    #[test]
    fn half_a_block_is_an_error_with_its_line() {
        assert_eq!(find("one\n<!-- quarry:begin -->\n").unwrap_err().line, Some(2));
    }
}
