//! Looking for hashes finds what reading all definitions finds, and damage is noticed.

use proptest::prelude::*;
use quarry_source::{ContentType, Health, Language, ParseStatus, Parsed, Span, Symbol};

use super::{Definitions, HashFilter, SymbolKind, encode};

fn encoded(names: &[String]) -> Vec<u8> {
    let symbol = |name: &String| Symbol {
        kind: SymbolKind::Function,
        name: name.as_str().into(),
        qualified_name: name.as_str().into(),
        signature: "".into(),
        doc: "".into(),
        span: Span { start: 0, end: 1, start_line: 1, end_line: 3 },
        name_line: 1,
        parent: None,
    };
    let parsed = Parsed {
        language: Language::new("rust"),
        dialect: None,
        content_type: ContentType::Code,
        health: Health { status: ParseStatus::Ok, n_errors: 0 },
        chunks: Vec::new(),
        symbols: names.iter().map(symbol).collect(),
        references: Vec::new(),
        imports: Vec::new(),
    };
    let mut bytes = Vec::new();
    encode(&parsed, &mut bytes);
    bytes
}

proptest! {
    #[test]
    fn looking_for_hashes_misses_no_definition_that_has_one(
        names in prop::collection::vec("[a-e]{0,2}(_[a-e]{1,2}){0,5}", 0..40),
        sought in prop::collection::vec("[a-e]{1,2}", 0..9),
    ) {
        let bytes = encoded(&names);
        let definitions = Definitions::decode(&bytes).unwrap();
        let sought: Vec<u32> = sought.iter().map(|word| super::name_hash(word)).collect();
        let is_sought = |hash: u32| sought.contains(&hash);
        let has_one = |one: &super::Definition<'_>| is_sought(one.folded) || one.words.iter().any(is_sought);
        let plain: Vec<u32> = definitions.iter().filter(has_one).map(|one| one.name).collect();
        let mut shown = Vec::new();
        let filter = HashFilter::of(sought.iter().copied());
        definitions.look_for(&filter, &mut Vec::new(), |one| shown.extend(has_one(&one).then_some(one.name)));
        prop_assert_eq!(shown, plain);
        prop_assert_eq!(definitions.iter().count(), names.len());
        prop_assert_eq!(definitions.n_of(1 << SymbolKind::Function as u64), names.len());
        prop_assert_eq!(definitions.n_of(1 << SymbolKind::Class as u64), 0);
    }

    #[test]
    fn damaged_definitions_are_refused_or_read_without_harm(
        names in prop::collection::vec("[a-e]{1,2}(_[a-e]{1,2}){0,3}", 1..9), at in 0usize..999, byte: u8,
    ) {
        let mut bytes = encoded(&names);
        prop_assert!(Definitions::decode(&bytes[..bytes.len() - 1]).is_none());
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Some(definitions) = Definitions::decode(&bytes) {
            definitions.look_for(&HashFilter::of([7].into_iter()), &mut Vec::new(), |_| {});
            prop_assert!(definitions.iter().count() <= names.len());
        }
    }
}
