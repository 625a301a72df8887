//! What a file defines (symbols), uses (references) and pulls in (imports).

use crate::Span;

/// The sort of thing a symbol is, the same words for every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is its own word, listed with its meaning in the reference")]
pub enum SymbolKind {
    Function,
    Method,
    Class,
    Interface,
    Struct,
    Enum,
    Trait,
    Type,
    Constant,
    Variable,
    Module,
    Field,
    Macro,
    /// `impl`, `extension`, `instance`: adds to something that is defined elsewhere.
    Implementation,
    /// A prototype or signature without a body.
    Declaration,
    /// A block of a configuration file.
    Block,
    /// A heading of a document and what stands under it.
    Section,
}

impl SymbolKind {
    /// Every kind; the position of a kind is its stored number, so new ones go to the end.
    pub const ALL: [SymbolKind; 17] = [
        SymbolKind::Function,
        SymbolKind::Method,
        SymbolKind::Class,
        SymbolKind::Interface,
        SymbolKind::Struct,
        SymbolKind::Enum,
        SymbolKind::Trait,
        SymbolKind::Type,
        SymbolKind::Constant,
        SymbolKind::Variable,
        SymbolKind::Module,
        SymbolKind::Field,
        SymbolKind::Macro,
        SymbolKind::Implementation,
        SymbolKind::Declaration,
        SymbolKind::Block,
        SymbolKind::Section,
    ];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Class => "class",
            SymbolKind::Interface => "interface",
            SymbolKind::Struct => "struct",
            SymbolKind::Enum => "enum",
            SymbolKind::Trait => "trait",
            SymbolKind::Type => "type",
            SymbolKind::Constant => "constant",
            SymbolKind::Variable => "variable",
            SymbolKind::Module => "module",
            SymbolKind::Field => "field",
            SymbolKind::Macro => "macro",
            SymbolKind::Implementation => "implementation",
            SymbolKind::Declaration => "declaration",
            SymbolKind::Block => "block",
            SymbolKind::Section => "section",
        }
    }

    /// The inverse of [`SymbolKind::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether functions defined directly inside are methods.
    pub fn holds_methods(self) -> bool {
        matches!(
            self,
            SymbolKind::Class
                | SymbolKind::Interface
                | SymbolKind::Struct
                | SymbolKind::Enum
                | SymbolKind::Trait
                | SymbolKind::Implementation
        )
    }
}

/// A definition, taken from the syntax tree of the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its own name: `send`.
    pub name: Box<str>,
    /// The name with what it stands in: `Client::send`.
    pub qualified_name: Box<str>,
    /// The head of the definition on one line, at most 200 characters.
    pub signature: Box<str>,
    /// The doc comment or docstring without its comment marks; empty if there is none.
    pub doc: Box<str>,
    /// The definition with its decorators and doc comment.
    pub span: Span,
    /// Line on which the name stands, from 1.
    pub name_line: u32,
    /// The symbol it stands in, as an index into the same list; always smaller than its own.
    pub parent: Option<u32>,
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// Called, constructed or expanded.
    Call,
    /// Extended or implemented.
    Implements,
    /// Named as a type.
    Type,
}

impl ReferenceKind {
    /// Every kind; the position of a kind is its stored number, so new ones go to the end.
    pub const ALL: [ReferenceKind; 3] = [ReferenceKind::Call, ReferenceKind::Implements, ReferenceKind::Type];

    /// The word used in queries (`@reference.call`) and in output.
    pub fn as_str(self) -> &'static str {
        match self {
            ReferenceKind::Call => "call",
            ReferenceKind::Type => "type",
            ReferenceKind::Implements => "implements",
        }
    }

    /// The inverse of [`ReferenceKind::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// A use of a name that is (most likely) defined elsewhere. Not resolved: that needs all files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// How it is used.
    pub kind: ReferenceKind,
    /// The name as written, without its qualifier.
    pub name: Box<str>,
    /// What it is reached through: `client` in `client.send()`, `net::Client` in `net::Client::new()`, `open()` in
    /// `open(path).read()`, `?` if that is something longer. Empty if nothing stands before it.
    pub qualifier: Box<str>,
    /// The variable, parameter or field that gets this type or this call's value: `x` in `x: Client`, in `x = Client()` and in
    /// `Client x`; `self.x` in `self.x = Client()`. Empty if there is none.
    pub bound: Box<str>,
    /// First byte of the name.
    pub start: u32,
    /// Line of the name, from 1.
    pub line: u32,
}

/// A name taken from what is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedName {
    /// What it is called there: `*` for all names, `default` for what a JavaScript module exports without a name.
    pub name: Box<str>,
    /// What it is called here.
    pub local: Box<str>,
}

/// A statement that pulls another file, module or package in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// What is imported, as written without quotes: `./store`, `std::io`, `os.path`.
    pub path: Box<str>,
    /// What the whole of it is called here, if the statement says so: `np` in `import numpy as np`. Else empty.
    pub alias: Box<str>,
    /// The names taken from it, as far as the statement lists them.
    pub names: Vec<ImportedName>,
    /// Line of the statement, from 1.
    pub line: u32,
}
