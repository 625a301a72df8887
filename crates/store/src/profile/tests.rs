//! Looking for hashes finds what reading all definitions finds.

use proptest::prelude::*;

use super::{HashFilter, Profile, SymbolKind};

proptest! {
    #[test]
    fn looking_for_hashes_misses_no_definition_that_has_one(
        definitions in prop::collection::vec((0u32..400, prop::collection::vec(0u32..400, 0..7)), 0..40),
        sought in prop::collection::vec(0u32..400, 0..9),
        n_cut in 0usize..20,
    ) {
        // No stem, no directories, no used names.
        let mut bytes = vec![0; 6];
        for (folded, words) in &definitions {
            bytes.extend([SymbolKind::Function as u8, 1, 0, 0]);
            [0, *folded, 0].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
            bytes.push(words.len() as u8);
            words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        bytes.truncate(bytes.len().saturating_sub(n_cut).max(6));
        let profile = Profile::decode(&bytes, 0).unwrap();
        let is_sought = |hash: u32| sought.contains(&hash);
        let plain: Vec<u32> = profile
            .definitions()
            .filter(|one| is_sought(one.folded) || one.words.iter().any(is_sought))
            .map(|one| one.folded)
            .collect();
        let (mut n_kinds, mut shown) = (0, Vec::new());
        let filter = HashFilter::of(sought.iter().copied());
        profile.look_for(&filter, |_| n_kinds += 1, |one| {
            if is_sought(one.folded) || one.words.iter().any(is_sought) {
                shown.push(one.folded);
            }
        });
        prop_assert_eq!(n_kinds, profile.definitions().count());
        prop_assert_eq!(shown, plain);
    }
}
