//! Text -> the words a static model knows: the parts of identifiers in lower case.

use quarry_source::{identifiers, lower_into, next_part};

/// Longer runs are data (base64, hashes), not names.
const MAX_IDENTIFIER_BYTES: usize = 160;
/// Longer parts are cut.
const MAX_WORD_BYTES: usize = 40;

/// Calls `emit` with every word of `text`, in order. Single letters say nothing and are left out.
pub fn for_each_word(text: &str, mut emit: impl FnMut(&str)) {
    let mut word = String::new();
    for mut rest in identifiers(text).filter(|identifier| identifier.len() <= MAX_IDENTIFIER_BYTES) {
        while let Some((part, behind)) = next_part(rest) {
            rest = behind;
            if part.len() > 1 {
                lower_into(part, &mut word);
                word.truncate(word.floor_char_boundary(MAX_WORD_BYTES));
                emit(&word);
            }
        }
    }
}
