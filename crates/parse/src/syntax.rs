//! A grammar with its compiled query: one pass over a tree finds definitions, uses and imports.
//!
//! Captures, the same for every language:
//!
//! ```text
//! @definition.<kind>  the whole definition        @name         its name; several are joined with a dot
//! @scope              text that qualifies a name  @doc          a docstring inside the definition
//! @body               where the signature ends    @block_type   text of the block's type (configuration)
//! @holder             whose field `body` that is
//! @leading            a comment or attribute that belongs to the definition after it
//! @reference.<kind>   a used name                 @import       a whole import statement
//! @import.path        what it imports; several     @import.name  a name it takes
//!                     are one from first to last  @import.alias what all of it is called here
//! @import.default     what a JavaScript module's default export is called here
//! @import.as_default  what it exports as default
//! ```
//!
//! `(#set! block_type "FROM")` gives a pattern a fixed block type. When several patterns name the same node, the
//! one that stands first in the file wins.

use quarry_source::{ReferenceKind, SymbolKind};
use tree_sitter::{Language as Grammar, Query};

use crate::arena;
use crate::grammars::{GRAMMARS, GrammarSource};
use crate::languages::QueryOverride;
use crate::patterns::patterns;
use crate::roots::Roots;

/// What a capture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Definition(SymbolKind),
    Name,
    Scope,
    Doc,
    Body,
    Holder,
    BlockType,
    Leading,
    Reference(ReferenceKind),
    Import,
    ImportPath,
    ImportName,
    ImportAlias,
    ImportDefault,
    ImportAsDefault,
    /// Only for predicates (`@_receiver`).
    Unused,
}

/// A grammar, its query and what the captures mean.
#[derive(Debug)]
pub(crate) struct Syntax {
    pub(crate) grammar: Grammar,
    pub(crate) query: Query,
    /// By capture index.
    pub(crate) roles: Vec<Role>,
    /// What has to be done at which nodes; `None`: the query is run over the whole tree.
    pub(crate) roots: Option<Roots>,
    /// By pattern index of the query.
    pub(crate) block_types: Vec<Option<Box<str>>>,
    /// What was wrong with the queries given; the built-in ones were used instead.
    pub(crate) problems: Vec<String>,
}

impl Syntax {
    /// Compiles the queries of a grammar, the user's where given. What does not compile is put into `problems` and
    /// replaced by the built-in query, or by no query at all if that is the broken one.
    pub(crate) fn compile(source: &GrammarSource, user: Option<&QueryOverride>) -> Self {
        arena::install();
        let grammar = (source.load)();
        let mut problems = Vec::new();
        let user = user.cloned().unwrap_or_default();
        let symbols = checked(&grammar, source, "symbols.scm", user.symbols, &mut problems);
        let references = checked(&grammar, source, "references.scm", user.references, &mut problems);
        let text = format!("{symbols}\n{references}");
        let syntax = Syntax::at_roots(&grammar, &text).or_else(|| Syntax::over_tree(&grammar, &text).ok());
        if let Some(syntax) = syntax {
            return Syntax { problems, ..syntax };
        }
        problems
            .extend(compile_text(&grammar, &text).err().map(|problem| format!("queries/{}: {problem}", source.name)));
        #[expect(clippy::expect_used, reason = "an empty query is valid for every grammar")]
        let empty = Query::new(&grammar, "").expect("the empty query");
        Syntax { problems, ..Syntax::new(&grammar, (empty, Vec::new()), None) }
    }

    /// With a query of only those patterns that need one.
    fn at_roots(grammar: &Grammar, text: &str) -> Option<Self> {
        let patterns = patterns(text);
        let roots = Roots::of(grammar, &patterns)?;
        let for_query: Vec<&str> = roots.for_query.iter().map(|&place| patterns[place].source()).collect();
        let compiled = compile_text(grammar, &for_query.join("\n")).ok()?;
        Some(Syntax::new(grammar, compiled, Some(roots)))
    }

    /// The usual way with the built-in query, which finds the same and takes longer.
    #[cfg(test)]
    pub(crate) fn usual(source: &GrammarSource) -> Result<Self, String> {
        let symbols = resolve_inherits(source.symbols, |parent| parent.symbols);
        let references = resolve_inherits(source.references, |parent| parent.references);
        Syntax::over_tree(&(source.load)(), &format!("{symbols}\n{references}"))
    }

    /// With a query that walks the tree by itself.
    fn over_tree(grammar: &Grammar, text: &str) -> Result<Self, String> {
        Ok(Syntax::new(grammar, compile_text(grammar, text)?, None))
    }

    fn new(grammar: &Grammar, (query, roles): (Query, Vec<Role>), roots: Option<Roots>) -> Self {
        let block_type = |pattern| {
            let settings = query.property_settings(pattern);
            settings.iter().find(|setting| &*setting.key == "block_type").and_then(|setting| setting.value.clone())
        };
        let block_types = (0..query.pattern_count()).map(block_type).collect();
        Syntax { grammar: grammar.clone(), query, roles, roots, block_types, problems: Vec::new() }
    }

    /// The place among all patterns of a pattern of the query.
    pub(crate) fn place(&self, pattern: usize) -> usize {
        self.roots.as_ref().and_then(|roots| roots.for_query.get(pattern).copied()).unwrap_or(pattern)
    }
}

/// The user's query if there is one and it compiles, else the built-in one.
fn checked(
    grammar: &Grammar,
    source: &GrammarSource,
    file: &str,
    user: Option<String>,
    problems: &mut Vec<String>,
) -> String {
    let (own, part): (&str, fn(&GrammarSource) -> &'static str) = match file {
        "symbols.scm" => (source.symbols, |parent| parent.symbols),
        _ => (source.references, |parent| parent.references),
    };
    let built_in = || resolve_inherits(own, part);
    let Some(text) = user.map(|text| resolve_inherits(&text, part)) else { return built_in() };
    match compile_text(grammar, &text) {
        Ok(_) => text,
        Err(problem) => {
            problems.push(format!("queries/{}/{file}: {problem}; the built-in query is used", source.name));
            built_in()
        }
    }
}

/// `; inherits: c` on the first line puts that grammar's query behind, so that a language's own patterns win.
fn resolve_inherits(text: &str, part: fn(&GrammarSource) -> &'static str) -> String {
    let parent = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("; inherits:"))
        .and_then(|name| GRAMMARS.iter().find(|grammar| grammar.name == name.trim()));
    match parent {
        Some(parent) => format!("{text}\n{}", resolve_inherits(part(parent), part)),
        None => text.to_owned(),
    }
}

fn compile_text(grammar: &Grammar, text: &str) -> Result<(Query, Vec<Role>), String> {
    let query = Query::new(grammar, text)
        .map_err(|error| format!("line {}, column {}: {}", error.row + 1, error.column + 1, error.message.trim()))?;
    let roles = query
        .capture_names()
        .iter()
        .map(|name| role(name).ok_or_else(|| format!("unknown capture @{name}")))
        .collect::<Result<_, _>>()?;
    Ok((query, roles))
}

pub(crate) fn role(capture: &str) -> Option<Role> {
    if let Some(kind) = capture.strip_prefix("definition.") {
        return SymbolKind::from_name(kind).map(Role::Definition);
    }
    if let Some(kind) = capture.strip_prefix("reference.") {
        return ReferenceKind::from_name(kind).map(Role::Reference);
    }
    Some(match capture {
        "name" => Role::Name,
        "scope" => Role::Scope,
        "doc" => Role::Doc,
        "body" => Role::Body,
        "holder" => Role::Holder,
        "block_type" => Role::BlockType,
        "leading" => Role::Leading,
        "import" => Role::Import,
        "import.path" => Role::ImportPath,
        "import.name" => Role::ImportName,
        "import.alias" => Role::ImportAlias,
        "import.default" => Role::ImportDefault,
        "import.as_default" => Role::ImportAsDefault,
        other if other.starts_with('_') => Role::Unused,
        _ => return None,
    })
}
