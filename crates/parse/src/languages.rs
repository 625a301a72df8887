//! The table of languages and dialects: `languages.toml`, read once, with lookups by name, path and first line.
//!
//! A grammar's queries are compiled when the first file of that language is parsed, because compiling all of them
//! would cost more than indexing a small repository. Users may replace them: `Languages::with_overrides`.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use globset::{Glob, GlobSet, GlobSetBuilder};
use quarry_source::{ContentType, Language, RepoPath};
use serde::Deserialize;

use crate::grammars::GRAMMARS;
use crate::syntax::Syntax;

const TABLE: &str = include_str!("../languages.toml");

/// One language of the table.
#[derive(Debug)]
pub struct LanguageInfo {
    /// Canonical name.
    pub language: Language,
    /// Other names users may type.
    pub aliases: Vec<String>,
    /// File endings without the dot.
    pub extensions: Vec<String>,
    /// Whole file names.
    pub file_names: Vec<String>,
    /// Interpreters named in a `#!` line.
    pub shebangs: Vec<String>,
    /// What its files are for.
    pub content_type: ContentType,
    /// Joins the parts of a qualified name.
    pub separator: String,
    /// Whether chunks carry block_type and hierarchy.
    pub blocks: bool,
    pub(crate) wrappers: Vec<String>,
    pub(crate) merge_clauses: bool,
    pub(crate) types: TypePlace,
    pub(crate) grammar: Option<usize>,
    syntax: OnceLock<Option<Syntax>>,
}

/// Where a variable's type stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TypePlace {
    /// `x: Client`
    #[default]
    BehindColon,
    /// `x Client`
    BehindName,
    /// `Client x`
    BeforeName,
}

impl LanguageInfo {
    /// Whether files of this language are parsed, not only cut by lines.
    pub fn has_grammar(&self) -> bool {
        self.grammar.is_some()
    }
}

/// An infrastructure dialect: a file of some language that is something more special.
#[derive(Debug)]
pub(crate) struct Dialect {
    pub(crate) language: Language,
    pub(crate) name: Language,
    pub(crate) paths: Option<GlobSet>,
    pub(crate) contains: Vec<String>,
    /// Holds actions in double braces that its grammar does not know.
    pub(crate) is_template: bool,
    /// Key path patterns and the block type they give, most specific first.
    pub(crate) blocks: Vec<(Vec<String>, String)>,
}

/// All languages, ready to detect and to parse. Share one per process: compiled queries live in it.
#[derive(Debug)]
pub struct Languages {
    infos: Vec<LanguageInfo>,
    by_name: HashMap<String, usize>,
    by_extension: HashMap<String, usize>,
    by_file_name: HashMap<String, usize>,
    by_name_prefix: Vec<(String, usize)>,
    by_shebang: HashMap<String, usize>,
    pub(crate) dialects: Vec<Dialect>,
    overrides: HashMap<String, QueryOverride>,
}

/// The user's own queries for one language; a missing part keeps the built-in one.
#[derive(Clone, Debug, Default)]
pub struct QueryOverride {
    /// Replaces `symbols.scm`.
    pub symbols: Option<String>,
    /// Replaces `references.scm`.
    pub references: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    language: Vec<LanguageRow>,
    dialect: Vec<DialectRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageRow {
    name: String,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    extensions: Vec<String>,
    #[serde(default)]
    file_names: Vec<String>,
    #[serde(default)]
    shebangs: Vec<String>,
    grammar: Option<String>,
    content: Option<String>,
    separator: Option<String>,
    #[serde(default)]
    wrappers: Vec<String>,
    #[serde(default)]
    merge_clauses: bool,
    #[serde(default)]
    types: TypePlace,
    #[serde(default)]
    blocks: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DialectRow {
    name: String,
    language: String,
    #[serde(default)]
    paths: Vec<String>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    template: bool,
    blocks: std::collections::BTreeMap<String, String>,
}

impl Default for Languages {
    fn default() -> Self {
        Self::with_overrides(HashMap::new())
    }
}

impl Languages {
    /// The built-in table with the user's queries in place of ours, by language name.
    #[expect(clippy::expect_used, reason = "the table is compiled in and a test reads it")]
    pub fn with_overrides(overrides: HashMap<String, QueryOverride>) -> Self {
        let table: Table = toml::from_str(TABLE).expect("languages.toml is valid");
        let mut languages = Languages {
            infos: Vec::with_capacity(table.language.len()),
            by_name: HashMap::new(),
            by_extension: HashMap::new(),
            by_file_name: HashMap::new(),
            by_name_prefix: Vec::new(),
            by_shebang: HashMap::new(),
            dialects: table.dialect.into_iter().map(Dialect::from_row).collect(),
            overrides,
        };
        for row in table.language {
            languages.add(row);
        }
        languages
    }

    fn add(&mut self, row: LanguageRow) {
        let index = self.infos.len();
        for name in row.aliases.iter().chain([&row.name]) {
            self.by_name.insert(name.clone(), index);
        }
        for extension in &row.extensions {
            self.by_extension.entry(extension.clone()).or_insert(index);
        }
        for file_name in &row.file_names {
            match file_name.strip_suffix('*') {
                Some(prefix) => self.by_name_prefix.push((prefix.to_owned(), index)),
                None => drop(self.by_file_name.insert(file_name.clone(), index)),
            }
        }
        for shebang in &row.shebangs {
            self.by_shebang.insert(shebang.clone(), index);
        }
        self.infos.push(LanguageInfo {
            language: Language::new(&row.name),
            aliases: row.aliases,
            extensions: row.extensions,
            file_names: row.file_names,
            shebangs: row.shebangs,
            content_type: row.content.as_deref().and_then(ContentType::from_name).unwrap_or(ContentType::Code),
            separator: row.separator.unwrap_or_else(|| ".".to_owned()),
            blocks: row.blocks,
            wrappers: row.wrappers,
            merge_clauses: row.merge_clauses,
            types: row.types,
            grammar: row.grammar.and_then(|name| GRAMMARS.iter().position(|grammar| grammar.name == name)),
            syntax: OnceLock::new(),
        });
    }

    /// Every language, in table order.
    pub fn iter(&self) -> impl Iterator<Item = &LanguageInfo> {
        self.infos.iter()
    }

    /// The names of all dialects, each once, in table order.
    pub fn dialect_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for dialect in &self.dialects {
            if !names.contains(&dialect.name.as_str()) {
                names.push(dialect.name.as_str());
            }
        }
        names
    }

    /// Finds a language by canonical name or alias, in any case.
    pub fn find(&self, name: &str) -> Option<&LanguageInfo> {
        self.by_name.get(&name.to_lowercase()).map(|&index| &self.infos[index])
    }

    pub(crate) fn by_file_name(&self, name: &str) -> Option<&LanguageInfo> {
        let by_prefix = || self.by_name_prefix.iter().find(|(prefix, _)| name.starts_with(prefix.as_str()));
        let index = self.by_file_name.get(name).or_else(|| by_prefix().map(|(_, index)| index))?;
        Some(&self.infos[*index])
    }

    pub(crate) fn by_extension(&self, extension: &str) -> Option<&LanguageInfo> {
        self.by_extension
            .get(extension)
            .or_else(|| self.by_extension.get(&extension.to_lowercase()))
            .map(|&index| &self.infos[index])
    }

    pub(crate) fn by_shebang(&self, interpreter: &str) -> Option<&LanguageInfo> {
        self.by_shebang.get(interpreter).map(|&index| &self.infos[index])
    }

    /// The grammar of a language without its queries.
    pub(crate) fn grammar(&self, info: &LanguageInfo) -> Option<tree_sitter::Language> {
        info.grammar.map(|index| (GRAMMARS[index].load)())
    }

    /// The compiled grammar and queries of a language; `None` without a grammar.
    pub(crate) fn syntax<'a>(&'a self, info: &'a LanguageInfo) -> Option<&'a Syntax> {
        let compile = || {
            let source = &GRAMMARS[info.grammar?];
            Some(Syntax::compile(source, self.overrides.get(info.language.as_str())))
        };
        info.syntax.get_or_init(compile).as_ref()
    }

    /// The languages with a grammar that files of these paths are sure to have by their names alone, those with the most files first.
    pub fn of_paths<'a>(&self, paths: impl Iterator<Item = &'a RepoPath>) -> Vec<&LanguageInfo> {
        let mut n_files = vec![0usize; self.infos.len()];
        let telling = paths.filter(|path| path.extension() != Some("h"));
        for info in telling.filter_map(|path| crate::detect::by_path(self, path)) {
            let index = self.by_name.get(info.language.as_str());
            index.into_iter().for_each(|&index| n_files[index] += 1);
        }
        let is_parsed = |index: &usize| n_files[*index] > 0 && self.infos[*index].grammar.is_some();
        let mut found: Vec<usize> = (0..self.infos.len()).filter(is_parsed).collect();
        found.sort_by_key(|&index| Reverse(n_files[index]));
        found.into_iter().map(|index| &self.infos[index]).collect()
    }

    /// Compiles the queries of a language, so that who first parses a file of it need not wait.
    pub fn compile(&self, info: &LanguageInfo) {
        self.syntax(info);
    }

    /// Compiles the overridden queries and says which do not compile, so that the caller can tell the user.
    pub fn override_problems(&self) -> Vec<String> {
        let mut names: Vec<&String> = self.overrides.keys().collect();
        names.sort();
        let mut problems = Vec::new();
        for name in names {
            match self.find(name) {
                None => problems.push(format!("queries/{name}: there is no language of this name")),
                Some(info) => match self.syntax(info) {
                    None => problems.push(format!("queries/{name}: this language has no grammar to query")),
                    Some(syntax) => problems.extend(syntax.problems.iter().cloned()),
                },
            }
        }
        problems
    }
}

impl Dialect {
    #[expect(clippy::expect_used, reason = "the table is compiled in and a test reads it")]
    fn from_row(row: DialectRow) -> Self {
        let mut globs = GlobSetBuilder::new();
        for path in &row.paths {
            globs.add(Glob::new(path).expect("a glob of languages.toml"));
        }
        let mut blocks: Vec<(Vec<String>, String)> = row
            .blocks
            .into_iter()
            .map(|(keys, block_type)| (keys.split('.').map(str::to_owned).collect(), block_type))
            .collect();
        // A key that is spelled out says more than a star.
        blocks.sort_by_key(|(keys, _)| keys.iter().filter(|key| *key == "*").count());
        Dialect {
            language: Language::new(&row.language),
            name: Language::new(&row.name),
            paths: (!row.paths.is_empty()).then(|| globs.build().expect("globs of languages.toml")),
            contains: row.contains,
            is_template: row.template,
            blocks,
        }
    }

    pub(crate) fn matches_path(&self, path: &str) -> bool {
        self.paths.as_ref().is_none_or(|globs| globs.is_match(Path::new(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::Languages;
    use crate::grammars::GRAMMARS;
    use crate::syntax::Syntax;
    use quarry_source::RepoPath;

    #[test]
    fn every_grammar_is_used_and_every_named_grammar_exists() {
        let languages = Languages::default();
        let used: Vec<usize> = languages.iter().filter_map(|info| info.grammar).collect();
        for (index, grammar) in GRAMMARS.iter().enumerate() {
            assert!(used.contains(&index), "{} has no language", grammar.name);
        }
        let named = super::TABLE.lines().filter(|line| line.starts_with("grammar = ")).count();
        assert_eq!(named, used.len(), "a grammar is named that is not compiled in");
    }

    #[test]
    fn every_query_compiles() {
        let languages = Languages::default();
        let problems: Vec<&String> =
            languages.iter().filter_map(|info| languages.syntax(info)).flat_map(|syntax| &syntax.problems).collect();
        assert!(problems.is_empty(), "{problems:#?}");
        // Patterns that are matched without a query fit the grammar too.
        let problems: Vec<String> = GRAMMARS.iter().filter_map(|grammar| Syntax::usual(grammar).err()).collect();
        assert!(problems.is_empty(), "{problems:#?}");
    }

    #[test]
    fn paths_tell_which_languages_will_be_parsed() {
        let languages = Languages::default();
        let paths = ["a.py", "b.rs", "Makefile", "c.rs", "may/be/cpp.h", "LICENSE"].map(RepoPath::new);
        let found: Vec<&str> = languages.of_paths(paths.iter()).iter().map(|info| info.language.as_str()).collect();
        assert_eq!(found, ["rust", "python", "make"]);
    }

    #[test]
    fn usual_aliases_are_known() {
        let languages = Languages::default();
        for (alias, name) in [
            ("terraform", "hcl"),
            ("shell", "bash"),
            ("sh", "bash"),
            ("JS", "javascript"),
            ("ts", "typescript"),
            ("py", "python"),
            ("c++", "cpp"),
        ] {
            assert_eq!(languages.find(alias).map(|info| info.language.as_str()), Some(name));
        }
    }
}
