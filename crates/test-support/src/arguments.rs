//! What a benchmark was given.

/// The words behind `cargo bench ... --`, without the one that cargo adds.
pub fn of_bench() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    words.filter(|word| word != "--bench").collect()
}
