//! Any text: splitting into words never panics, gives no empty word, and both ways of asking agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quarry_store::{for_each_word, words};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let all = words(&text);
    let mut n_words = 0;
    for_each_word(&text, |word| {
        assert!(!word.trim_start_matches('=').is_empty(), "an empty word of {text:?}");
        assert_eq!(word, all[n_words]);
        n_words += 1;
    });
    assert_eq!(n_words, all.len());
});
