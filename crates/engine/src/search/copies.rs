//! Near-identical chunks: vendored files, generated twins, a function pasted into every example. Shown once, with a count.

use std::collections::HashSet;

use quarry_store::{for_each_word, name_hash};

/// Texts whose words are at least this alike (shared / all) are copies.
const LIKENESS: f32 = 0.9;
/// Shorter texts are alike by chance.
const MIN_WORDS: usize = 12;

/// The words of a text, each once.
pub(super) struct Fingerprint(HashSet<u32>);

impl Fingerprint {
    pub(super) fn of(text: &str) -> Fingerprint {
        let mut words = HashSet::new();
        for_each_word(text, |word| {
            words.insert(name_hash(word));
        });
        Fingerprint(words)
    }

    pub(super) fn is_copy_of(&self, other: &Fingerprint) -> bool {
        let (few, many) = if self.0.len() < other.0.len() { (&self.0, &other.0) } else { (&other.0, &self.0) };
        if few.len() < MIN_WORDS || (few.len() as f32) < LIKENESS * many.len() as f32 {
            return false;
        }
        let n_shared = few.intersection(many).count();
        n_shared as f32 >= LIKENESS * (few.len() + many.len() - n_shared) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn a_copy_with_another_name_is_a_copy_and_other_code_is_not() {
        let code = "fn open(path: &Path, mode: Mode) -> Result<File> { let file = File::open(path)?; lock(&file, mode)?; \
                    check_header(&file)?; read_footer(&file)?; verify_sum(&file)?; map_pages(&file, Access::Random)?; \
                    remember(path, owner, permissions, generation)?; announce_opened(&file); Ok(file) }";
        let renamed = code.replace("owner", "holder");
        let of = Fingerprint::of;
        assert!(of(code).is_copy_of(&of(&renamed)));
        assert!(!of(code).is_copy_of(&of("fn close(file: File) { drop(file) }")));
        assert!(!of("x = 1").is_copy_of(&of("x = 1")));
    }
}
