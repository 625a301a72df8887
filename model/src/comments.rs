//! Comments by their marks at the beginning of lines: good enough to pair them with the code below.

use std::ops::Range;

/// Lines of code taken below a comment.
const CODE_LINES: usize = 14;

fn marks(language: &str) -> &'static [&'static str] {
    match language {
        "python" | "ruby" | "bash" | "r" | "elixir" | "perl" | "yaml" | "toml" | "nix" | "cmake" | "make"
        | "dockerfile" | "hcl" | "julia" | "fish" | "powershell" => &["#"],
        "lua" | "haskell" | "sql" | "elm" | "ada" => &["--"],
        "clojure" | "scheme" | "commonlisp" | "emacs-lisp" => &[";"],
        "erlang" | "latex" => &["%"],
        "fortran" => &["!"],
        "ocaml" => &["(*"],
        "markdown" | "mdx" | "json" | "html" | "xml" | "css" | "csv" | "text" => &[],
        _ => &["//", "/*", "*"],
    }
}

fn comment_text<'a>(line: &'a str, marks: &[&str]) -> Option<&'a str> {
    let line = line.trim();
    let mark = marks.iter().find(|mark| line.starts_with(**mark))?;
    // A pointer at the beginning of a statement, a shebang and a directive are code.
    if (*mark == "*" && !matches!(line.as_bytes().get(1), None | Some(b' ' | b'/'))) || line.starts_with("#!") {
        return None;
    }
    Some(line.trim_matches(|letter: char| letter.is_whitespace() || "/*#-;!%()".contains(letter)))
}

/// Every comment of at least a line's worth of words, with the bytes of the code below it.
pub(crate) fn with_code_below(text: &str, language: &str) -> Vec<(String, Range<usize>)> {
    let marks = marks(language);
    let mut found = Vec::new();
    let mut comment = String::new();
    for (_, line) in lines_with_offsets(text) {
        if let Some(words) = comment_text(line, marks) {
            comment.push_str(words);
            comment.push(' ');
            continue;
        }
        if comment.split_whitespace().nth(3).is_some() && !line.trim().is_empty() {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let end = code_end(&text[start..], marks) + start;
            found.push((std::mem::take(&mut comment), start..end));
        }
        comment.clear();
    }
    found
}

/// Until the next comment, a blank line after something, or enough.
fn code_end(text: &str, marks: &[&str]) -> usize {
    let mut end = 0;
    for (n_lines, (offset, line)) in lines_with_offsets(text).enumerate() {
        let stop = n_lines >= CODE_LINES
            || (n_lines > 0 && comment_text(line, marks).is_some())
            || (n_lines > 3 && line.trim().is_empty());
        if stop {
            break;
        }
        end = offset + line.len();
    }
    end
}

/// The comment or docstring at the beginning of a file, unless it is a licence.
pub(crate) fn head(text: &str, language: &str) -> Option<String> {
    let marks = marks(language);
    let mut head = String::new();
    let trimmed = text.trim_start();
    if language == "python"
        && let Some(rest) = trimmed.strip_prefix("\"\"\"")
    {
        head.push_str(rest.split("\"\"\"").next().unwrap_or_default());
    } else {
        for (_, line) in lines_with_offsets(text) {
            match comment_text(line, marks) {
                Some(words) => {
                    head.push_str(words);
                    head.push('\n');
                }
                None if line.trim().is_empty() && !is_about_rights(&head) => {
                    if !head.is_empty() {
                        break;
                    }
                }
                None if line.trim().is_empty() => head.clear(),
                None => break,
            }
        }
    }
    (head.split_whitespace().nth(3).is_some() && !is_about_rights(&head)).then_some(head)
}

fn is_about_rights(comment: &str) -> bool {
    let lower = comment.to_lowercase();
    ["copyright", "license", "licence", "spdx", "eslint", "vim:", "-*-", "generated"]
        .iter()
        .any(|word| lower.contains(word))
}

fn lines_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |offset, line| {
        let start = *offset;
        *offset += line.len();
        Some((start, line))
    })
}
