//! Path and first lines -> language and dialect.
//!
//! File name first, then extension, then `#!` line. `.h` is C or C++ by what stands in it, because half of all
//! headers would otherwise be parsed with the wrong grammar.

use quarry_source::RepoPath;

use crate::languages::{Dialect, LanguageInfo, Languages};

/// Bytes looked at for a dialect or a C++ header; both show themselves early or not at all.
const HEAD_BYTES: usize = 16 * 1024;

/// The language of a file; `None` means plain text of no known language.
pub(crate) fn language<'a>(languages: &'a Languages, path: &RepoPath, text: &str) -> Option<&'a LanguageInfo> {
    let found = by_path(languages, path).or_else(|| languages.by_shebang(interpreter(text)?))?;
    if found.language.as_str() == "c" && path.extension() == Some("h") && is_cpp_header(head(text)) {
        return languages.find("cpp");
    }
    Some(found)
}

/// What the name of a file says of its language.
pub(crate) fn by_path<'a>(languages: &'a Languages, path: &RepoPath) -> Option<&'a LanguageInfo> {
    let by_extension = || path.extension().and_then(|extension| languages.by_extension(extension));
    languages.by_file_name(path.file_name()).or_else(by_extension)
}

/// The dialect of a file, if it is one.
pub(crate) fn dialect<'a>(
    languages: &'a Languages,
    info: &LanguageInfo,
    path: &RepoPath,
    text: &str,
) -> Option<&'a Dialect> {
    let head = head(text);
    languages.dialects.iter().filter(|dialect| dialect.language == info.language).find(|dialect| {
        dialect.matches_path(path.as_str()) && dialect.contains.iter().all(|marker| has_marker(head, marker))
    })
}

/// A marker that looks like a key must begin a line; anything else may stand anywhere.
fn has_marker(head: &str, marker: &str) -> bool {
    if !marker.contains(':') {
        return head.contains(marker);
    }
    head.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with(marker))
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(HEAD_BYTES)]
}

/// `#!/usr/bin/env -S python3.12 -u` gives `python`.
fn interpreter(text: &str) -> Option<&str> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_whitespace();
    let program = words.next()?.rsplit('/').next()?;
    let program = match program {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('='))?.rsplit('/').next()?,
        program => program,
    };
    Some(program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.'))
}

fn is_cpp_header(head: &str) -> bool {
    const SIGNS: [&str; 8] =
        ["namespace ", "template <", "template<", "class ", "public:", "private:", "constexpr ", "using "];
    head.lines().any(|line| SIGNS.iter().any(|sign| line.trim_start().starts_with(sign)))
}

#[cfg(test)]
mod tests {
    use super::{dialect, language};
    use crate::Languages;
    use quarry_source::RepoPath;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &str) {
        let languages = Languages::default();
        let path = RepoPath::new(path);
        let found = language(&languages, &path, text);
        let dialect = found.and_then(|info| dialect(&languages, info, &path, text));
        let shown = match (found, dialect) {
            (None, _) => "-".to_owned(),
            (Some(info), None) => info.language.to_string(),
            (Some(info), Some(dialect)) => format!("{}/{}", info.language, dialect.name),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn name_extension_and_shebang_tell_the_language() {
        check("src/main.rs", "", "rust");
        check("ops/Dockerfile.dev", "", "dockerfile");
        check("bin/run", "#!/usr/bin/env -S python3.12 -u\n", "python");
        check("bin/run", "#!/bin/bash -e\n", "bash");
        check("LEGACY.PY", "", "python");
        check("data.bin2", "nothing", "-");
    }

    #[test]
    fn a_header_is_cpp_when_it_says_so() {
        check("a.h", "int f(void);\n", "c");
        check("a.h", "#pragma once\nnamespace x {\n}\n", "cpp");
    }

    #[test]
    fn infrastructure_is_known_by_path_and_content() {
        check(".github/workflows/ci.yml", "on: push\n", "yaml/github-actions");
        check(".gitlab-ci.yml", "stages: [a]\n", "yaml/gitlab-ci");
        check("docker-compose.prod.yml", "services:\n  web:\n", "yaml/docker-compose");
        check("deploy/web.yaml", "apiVersion: v1\nkind: Service\n", "yaml/kubernetes");
        check("deploy/app.yaml", "apiVersion: argoproj.io/v1alpha1\nkind: Application\n", "yaml/argocd");
        check("chart/Chart.yaml", "name: x\n", "yaml/helm-chart");
        check("chart/values-prod.yaml", "a: 1\n", "yaml/helm-values");
        check("chart/templates/web.yaml", "kind: {{ .Values.kind }}\n", "yaml/helm-template");
        check("main.tf", "", "hcl/terraform");
        check("plain.yaml", "a: 1\n", "yaml");
    }
}
