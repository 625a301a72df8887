//! Infrastructure metadata: what block a chunk is and where it stands.
//!
//! The block of a chunk is the first block that begins in it, or else the innermost that it lies in. Its type comes from
//! the query (`resource`, `FROM`), from the dialect's table of key paths (`jobs.*` is a job), or is the symbol's kind.

use quarry_source::{Chunk, Symbol};

use crate::languages::{Dialect, LanguageInfo};
use crate::symbols::Symbols;

/// Fills in block_type and hierarchy where the language or the dialect has them.
pub(crate) fn label(chunks: &mut [Chunk], symbols: &Symbols, info: &LanguageInfo, dialect: Option<&Dialect>) {
    if !info.blocks && dialect.is_none() {
        return;
    }
    for chunk in chunks {
        let candidates = chunk.symbols.clone().chain(chunk.enclosing.iter().rev().copied());
        for index in candidates {
            let symbol = &symbols.symbols[index as usize];
            let own = symbols.block_types[index as usize].clone();
            let block_type = own
                .or_else(|| dialect.and_then(|dialect| typed_by_keys(dialect, symbol)))
                .or_else(|| info.blocks.then(|| symbol.kind.as_str().into()));
            if let Some(block_type) = block_type {
                let named = info.language.as_str() == "hcl" && !symbol.qualified_name.starts_with(&*block_type);
                chunk.hierarchy = Some(match named {
                    true => format!("{block_type}.{}", symbol.qualified_name).into(),
                    false => symbol.qualified_name.clone(),
                });
                chunk.block_type = Some(block_type);
                break;
            }
        }
    }
}

fn typed_by_keys(dialect: &Dialect, symbol: &Symbol) -> Option<Box<str>> {
    let keys: Vec<&str> = symbol.qualified_name.split('.').collect();
    let fits = |pattern: &[String]| {
        pattern.len() == keys.len() && pattern.iter().zip(&keys).all(|(part, key)| part == "*" || part == key)
    };
    dialect.blocks.iter().find(|(pattern, _)| fits(pattern)).map(|(_, block_type)| block_type.as_str().into())
}
