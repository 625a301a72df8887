//! Near-identical chunks: vendored files, generated twins, a function pasted into every example. Shown once, with a count.

use std::cell::OnceCell;

/// Texts whose words are at least this alike (shared / all) are copies.
const LIKENESS: f32 = 0.9;
/// Shorter texts are alike by chance.
const MIN_WORDS: usize = 12;

/// Which bytes stand between words. Those of letters outside of ASCII do not, nor do those of signs there: both texts are cut
/// alike.
const IS_BETWEEN: [bool; 256] = {
    let mut is_between = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        is_between[byte] = !(byte as u8).is_ascii_alphanumeric() && byte as u8 != b'_';
        byte += 1;
    }
    is_between
};

/// The names and words of a text.
pub(super) struct Fingerprint {
    /// As numbers, as they stand there.
    words: Vec<u32>,
    /// A bit for each, several words to a bit: what nearly all pairs of texts differ in.
    bits: [u64; 4],
    /// In order, each once; known if another text may be a copy.
    sorted: OnceCell<Vec<u32>>,
}

impl Fingerprint {
    pub(super) fn of(text: &str) -> Fingerprint {
        let words = text.as_bytes().split(|byte| IS_BETWEEN[usize::from(*byte)]);
        let words: Vec<u32> = words.filter(|word| !word.is_empty()).map(number).collect();
        let mut bits = [0; 4];
        words.iter().for_each(|word| bits[(word >> 6 & 3) as usize] |= 1 << (word & 63));
        Fingerprint { words, bits, sorted: OnceCell::new() }
    }

    fn sorted(&self) -> &[u32] {
        self.sorted.get_or_init(|| {
            let mut words = self.words.clone();
            words.sort_unstable();
            words.dedup();
            words
        })
    }

    /// Whether they may be alike, told without sorting their words. Every bit that one of them has alone stands for a word that it has
    /// alone; of all words at most so many may be, and there are no more of them all than the shorter has, and those.
    /// One more makes up for rounding.
    fn may_be_copy_of(&self, other: &Fingerprint) -> bool {
        let n_apart: u32 = self.bits.iter().zip(other.bits).map(|(own, other)| (own ^ other).count_ones()).sum();
        let most_words = self.words.len().min(other.words.len()) as f32 / LIKENESS;
        n_apart as f32 <= (1.0 - LIKENESS) * most_words + 1.0
    }

    pub(super) fn is_copy_of(&self, other: &Fingerprint) -> bool {
        if !self.may_be_copy_of(other) {
            return false;
        }
        let (own, others) = (self.sorted(), other.sorted());
        let (few, many) = if own.len() < others.len() { (own, others) } else { (others, own) };
        if few.len() < MIN_WORDS || (few.len() as f32) < LIKENESS * many.len() as f32 {
            return false;
        }
        let n_shared = few.iter().filter(|word| many.binary_search(word).is_ok()).count();
        n_shared as f32 >= LIKENESS * (few.len() + many.len() - n_shared) as f32
    }
}

/// A number for a word, eight letters at a time: every hit's words are numbered in every answer, and kept nowhere.
fn number(word: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |state: u64, letters: u64| {
        let product = u128::from(state ^ letters) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (eights, rest) = word.as_chunks::<8>();
    let state = eights.iter().fold(word.len() as u64, |state, letters| mixed(state, u64::from_le_bytes(*letters)));
    let last = rest.iter().fold(0, |last, letter| last << 8 | u64::from(*letter));
    mixed(mixed(state, last), FACTOR) as u32
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, number};

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

    #[test]
    fn no_copy_is_taken_for_another_text_at_first_sight() {
        let words: Vec<String> = (0..200).map(|word| format!("word{word}")).collect();
        let whole = words.join(" ");
        for n_others in 0..40 {
            let others = (0..n_others).map(|other| format!("other{other}")).chain(words[n_others..].iter().cloned());
            let changed = others.collect::<Vec<_>>().join("\n");
            let (whole, changed) = (Fingerprint::of(&whole), Fingerprint::of(&changed));
            let n_shared = (200 - n_others) as f32;
            let is_copy = n_shared >= 0.9 * (400.0 - n_shared);
            assert_eq!(whole.is_copy_of(&changed), is_copy, "{n_others}");
            assert!(!is_copy || whole.may_be_copy_of(&changed), "{n_others}");
        }
        assert!(!Fingerprint::of(&whole).may_be_copy_of(&Fingerprint::of(&whole.replace("word", "other"))));
    }

    #[test]
    fn words_have_numbers_of_their_own() {
        let mut numbers: Vec<u32> = (0..20_000).map(|word| number(format!("{word}").as_bytes())).collect();
        numbers.extend((0..20_000).map(|word| number(format!("prefix_of_many_{word}_names").as_bytes())));
        numbers.sort_unstable();
        numbers.dedup();
        // By chance one of five such sets has a pair of the same number.
        assert!(numbers.len() > 39_990, "{}", numbers.len());
        assert_ne!(number(b"ab"), number(b"ba"));
        assert_ne!(number(b"a"), number(b"a\0"));
    }
}
