//! package.json and tsconfig.json: which file an import that is no path means.

use serde_json::Value;

use super::{json, stem};
use crate::graph::tree::joined;

/// The conditions of an export that are looked at, the source first.
const CONDITIONS: [&str; 8] = ["source", "development", "import", "module", "default", "node", "require", "types"];
/// How deep conditions are followed.
const MAX_DEPTH: usize = 4;
/// How many configurations extend each other.
const MAX_EXTENDS: usize = 4;

/// A package of the repository.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) directory: String,
    /// Subpath and target, as written, without the leading `./`.
    exports: Vec<(String, String)>,
}

impl Package {
    /// Name and package, if it has a name.
    pub(super) fn read(text: &str, directory: &str) -> Option<(String, Package)> {
        let value = json::parse(text)?;
        let name = value.get("name")?.as_str()?.to_owned();
        let mut exports = Vec::new();
        match value.get("exports") {
            Some(Value::Object(rows)) if rows.keys().any(|key| key.starts_with('.')) => {
                for (subpath, target) in rows {
                    add(&mut exports, subpath.trim_start_matches("./").trim_start_matches('.'), target, 0);
                }
            }
            Some(target) => add(&mut exports, "", target, 0),
            None => {}
        }
        for key in ["source", "module", "main", "types"] {
            if let Some(target) = value.get(key) {
                add(&mut exports, "", target, 0);
            }
        }
        Some((name, Package { directory: directory.to_owned(), exports }))
    }

    /// Whether an import that names the package, and perhaps a part of it, may mean a file whose name it does not tell.
    pub(super) fn may_open_with(&self, path: &str, file_stem: &str) -> bool {
        let is_inside =
            path.strip_prefix(&self.directory).is_some_and(|below| self.directory.is_empty() || below.starts_with('/'));
        let is_named = |(_, target): &(String, String)| stem(target.rsplit('/').next().unwrap_or(target)) == file_stem;
        is_inside && (file_stem == "index" || self.exports.iter().any(is_named))
    }

    /// The files that an import of `subpath` may mean, as the package says, most likely first. They may not exist: what a
    /// package exports is often built from its sources.
    pub(crate) fn targets(&self, subpath: &str) -> impl Iterator<Item = String> {
        let matching = self.exports.iter().filter_map(move |(pattern, target)| match pattern.split_once('*') {
            None => (pattern == subpath).then(|| target.clone()),
            Some((before, after)) => {
                let middle = subpath.strip_prefix(before)?.strip_suffix(after)?;
                Some(target.replacen('*', middle, 1))
            }
        });
        matching.filter_map(|target| joined(&self.directory, &target))
    }
}

fn add(exports: &mut Vec<(String, String)>, subpath: &str, target: &Value, depth: usize) {
    match target {
        Value::String(path) => exports.push((subpath.to_owned(), path.clone())),
        Value::Object(conditions) if depth < MAX_DEPTH => {
            for condition in CONDITIONS {
                if let Some(target) = conditions.get(condition) {
                    add(exports, subpath, target, depth + 1);
                }
            }
        }
        _ => {}
    }
}

/// The `paths` of a tsconfig.json.
#[derive(Debug, Default)]
pub(crate) struct PathMap {
    /// Pattern and targets from the root of the repository.
    pub(super) rules: Vec<(String, Vec<String>)>,
}

impl PathMap {
    /// With what it extends; `None` if it maps nothing.
    pub(super) fn read(text: &str, directory: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<PathMap> {
        let mut directory = directory.to_owned();
        let mut text = text.to_owned();
        for _ in 0..MAX_EXTENDS {
            let value = json::parse(&text)?;
            let options = value.get("compilerOptions");
            let base = options.and_then(|options| options.get("baseUrl")).and_then(Value::as_str);
            let rows = options.and_then(|options| options.get("paths")).and_then(Value::as_object);
            if rows.is_some() || base.is_some() {
                let base = joined(&directory, base.unwrap_or("."))?;
                let mut rules: Vec<(String, Vec<String>)> = rows
                    .into_iter()
                    .flatten()
                    .map(|(pattern, targets)| {
                        let targets = json::texts(targets).filter_map(|target| joined(&base, target)).collect();
                        (pattern.clone(), targets)
                    })
                    .collect();
                if options.and_then(|options| options.get("baseUrl")).is_some() {
                    rules.push(("*".to_owned(), joined(&base, "*").into_iter().collect()));
                }
                return Some(PathMap { rules });
            }
            let extended = json::texts(value.get("extends")?).next()?.to_owned();
            let path = joined(&directory, &extended).filter(|_| extended.starts_with('.'))?;
            let path = if path.ends_with(".json") { path } else { format!("{path}.json") };
            text = read(&path)?;
            directory = path.rsplit_once('/').map_or(String::new(), |(directory, _)| directory.to_owned());
        }
        None
    }

    /// The patterns that lead to a file of a name which an import by them need not tell.
    pub(super) fn patterns_for(&self, file_stem: &str) -> impl Iterator<Item = &str> {
        let leads = move |target: &String| {
            let last = target.rsplit('/').next().unwrap_or(target);
            !last.contains('*') && stem(last) == file_stem
        };
        self.rules.iter().filter(move |(_, targets)| targets.iter().any(leads)).map(|(pattern, _)| pattern.as_str())
    }

    /// The paths an import may mean, without endings.
    pub(crate) fn targets(&self, import: &str) -> Vec<String> {
        let mut rules: Vec<_> = self.rules.iter().collect();
        // The most exact pattern counts.
        rules.sort_by_key(|(pattern, _)| (pattern.contains('*'), usize::MAX - pattern.len()));
        let mut found = Vec::new();
        for (pattern, targets) in rules {
            match pattern.split_once('*') {
                None if pattern == import => found.extend(targets.iter().cloned()),
                None => {}
                Some((before, after)) => {
                    if let Some(middle) = import.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)) {
                        found.extend(targets.iter().map(|target| target.replacen('*', middle, 1)));
                    }
                }
            }
        }
        found
    }
}
