//! What a name is reached through: `self.client` in `self.client.send()`, part by part.

use quarry_store::name_hash;

use crate::graph::modules::{Family, chain};

/// One part of a qualifier: `client` in `self.client.send()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The object itself, or its type.
    Own,
    /// What its type is derived from.
    Super,
    Name(u32),
    /// The value of a call.
    Value(u32),
    /// An expression that names nothing.
    Unknown,
}

/// The parts of a qualifier as a file writes it.
pub(super) fn parts(qualifier: &str, family: Family) -> impl Iterator<Item = Part> {
    let pieces = qualifier.split(['.', ':', '\\', '>', '?', '!', '&']);
    let pieces = pieces.map(|piece| piece.trim_end_matches('-')).filter(|piece| !piece.is_empty());
    let known = pieces.map(move |piece| match piece.strip_suffix("()") {
        _ if is_own(piece, family) => Part::Own,
        _ if is_super(piece, family) => Part::Super,
        Some(called) => Part::Value(name_hash(called)),
        None => Part::Name(name_hash(piece.trim_start_matches(['@', '$']))),
    });
    // `@name` in Ruby is a field of the object.
    let field = (family == Family::Ruby && qualifier.starts_with('@')).then_some(Part::Own);
    let unknown = (qualifier == "?").then_some(Part::Unknown);
    unknown.into_iter().chain(field).chain(known)
}

/// Whether a word is the object that a method works on, or its type. In other languages it is a variable as any.
fn is_own(word: &str, family: Family) -> bool {
    match word {
        "self" => !matches!(family, Family::JavaScript | Family::Go | Family::Jvm | Family::CSharp),
        "this" => !matches!(
            family,
            Family::Python | Family::Rust | Family::Go | Family::Ruby | Family::Swift | Family::Lua | Family::Elixir
        ),
        "Self" => matches!(family, Family::Rust | Family::Swift | Family::Own(_)),
        "cls" => family == Family::Python,
        "$this" | "static" => family == Family::Php,
        _ => false,
    }
}

/// Whether a word is what the object's type is derived from.
fn is_super(word: &str, family: Family) -> bool {
    match word {
        "super" | "super()" => true,
        "parent" => family == Family::Php,
        "base" => family == Family::CSharp,
        _ => false,
    }
}

/// One number for a whole qualifier.
pub(crate) fn chain_of(parts: &[Part]) -> u32 {
    chain(parts.iter().map(|part| match part {
        Part::Own => name_hash("self"),
        Part::Super => name_hash("super"),
        Part::Name(name) | Part::Value(name) => *name,
        Part::Unknown => 0,
    }))
}

#[cfg(test)]
mod tests {
    use quarry_store::name_hash;

    use super::{Part, parts};
    use crate::graph::modules::Family;

    #[test]
    fn words_mean_the_object_only_where_the_language_says_so() {
        let of = |qualifier, family| parts(qualifier, family).collect::<Vec<_>>();
        assert_eq!(of("this.client", Family::JavaScript), [Part::Own, Part::Name(name_hash("client"))]);
        assert_eq!(of("parent", Family::JavaScript), [Part::Name(name_hash("parent"))]);
        assert_eq!(of("parent", Family::Php), [Part::Super]);
        assert_eq!(of("base", Family::Python), [Part::Name(name_hash("base"))]);
        assert_eq!(of("super()", Family::Python), [Part::Super]);
        assert_eq!(of("@client", Family::Ruby), [Part::Own, Part::Name(name_hash("client"))]);
        assert_eq!(of("open()", Family::Python), [Part::Value(name_hash("open"))]);
        assert_eq!(of("?", Family::Go), [Part::Unknown]);
    }
}
