//! Links that no grammar names: from documents to files, workflows to scripts, services to what they are built from, charts to
//! their values.
//!
//! Each becomes an import of the path as written. Whether there is such a file is not known here; what leads nowhere is dropped
//! when imports are resolved.

use quarry_source::{Import, ImportedName};

/// Endings of what a workflow runs.
const SCRIPTS: [&str; 8] = [".sh", ".bash", ".py", ".js", ".ts", ".rb", ".pl", ".ps1"];
/// Where a chart's templates find its values.
const VALUES: &str = "../values.yaml";
const VALUES_MARK: &str = ".Values.";

/// The links of a file of this language and dialect, in order of their lines.
pub(crate) fn find(language: &str, dialect: Option<&str>, text: &str) -> Vec<Import> {
    match (language, dialect) {
        ("markdown" | "mdx", _) => in_markdown(text),
        (_, Some("github-actions" | "gitlab-ci")) => scripts(text),
        (_, Some("docker-compose")) => build_contexts(text),
        (_, Some("helm-template")) => values(text),
        _ => Vec::new(),
    }
}

fn import(path: &str, line: usize) -> Import {
    Import { path: path.into(), alias: "".into(), names: Vec::new(), line: line as u32 + 1 }
}

/// `[text](path "title")` and `[name]: path`, outside of code.
fn in_markdown(text: &str) -> Vec<Import> {
    let mut links = Vec::new();
    let mut in_code = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        let defined = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")).map(|(_, rest)| rest.trim());
        let paths = inline.chain(defined).map(|path| path.trim_matches(['<', '>']));
        let local = paths.filter(|path| !path.is_empty() && !path.starts_with('#') && !path.contains("://"));
        links.extend(local.filter(|path| !path.starts_with("mailto:")).map(|path| import(path, number)));
    }
    links
}

/// Words that look like scripts of the repository.
fn scripts(text: &str) -> Vec<Import> {
    let mut links = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#')) {
        let words = line.split([' ', '\t', '"', '\'', '=', ';', '&', '|', '(', ')']);
        let is_script = |word: &&str| word.contains('/') && SCRIPTS.iter().any(|ending| word.ends_with(ending));
        let local = words.filter(is_script).filter(|word| !word.contains("://") && !word.starts_with(['/', '$']));
        // Workflows run at the top of the repository, wherever they lie.
        links.extend(local.map(|word| import(&format!("/{}", word.trim_start_matches("./")), number)));
    }
    links
}

/// The folders that services are built from.
fn build_contexts(text: &str) -> Vec<Import> {
    let keyed = text.lines().enumerate().filter_map(|(number, line)| {
        let (key, value) = line.split_once(':')?;
        let path = value.trim().trim_matches(['"', '\'']);
        let is_context = matches!(key.trim(), "build" | "context") && !path.is_empty() && !path.contains("://");
        is_context.then(|| import(path, number))
    });
    keyed.collect()
}

/// The first use of each value of the chart.
fn values(text: &str) -> Vec<Import> {
    let mut links: Vec<Import> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for rest in line.split(VALUES_MARK).skip(1) {
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(rest.len());
            let name: Box<str> = rest[..end].into();
            let is_known = links.iter().any(|link| link.names.iter().any(|taken| taken.name == name));
            if end > 0 && !is_known {
                let names = vec![ImportedName { name: name.clone(), local: name }];
                links.push(Import { names, ..import(VALUES, number) });
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::find;

    #[track_caller]
    fn check(language: &str, dialect: Option<&str>, text: &str, expected: &[&str]) {
        let found = find(language, dialect, text);
        let shown: Vec<String> = found.iter().map(|link| format!("{}@{}", link.path, link.line)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn documents_link_to_files() {
        let text = "See [a](docs/a.md#x \"t\"), [b](https://b.c) and [c](#top).\n```\n[d](e)\n```\n[f]: ../g.md\n";
        check("markdown", None, text, &["docs/a.md#x@1", "../g.md@5"]);
    }

    #[test]
    fn workflows_run_scripts_and_templates_use_values() {
        let text = "steps:\n  # run: old/x.sh\n  - run: ./scripts/test.sh --all && python tools/gen.py\n";
        check("yaml", Some("github-actions"), text, &["/scripts/test.sh@3", "/tools/gen.py@3"]);
        let text = "image: {{ .Values.image.name }}:{{ .Values.image.tag }}\nn: {{ .Values.replicas }}\n";
        check("yaml", Some("helm-template"), text, &["../values.yaml@1", "../values.yaml@2"]);
        check("yaml", None, text, &[]);
    }
}
