//! Any text as `quarry.toml`: reading never panics, and what is read is read back the same.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quarry_engine::Settings;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let file = Path::new("quarry.toml");
    match Settings::from_toml(&text, file) {
        Ok(settings) => {
            let again = Settings::from_toml(&settings.to_toml(), file).expect("printed settings can be read");
            assert_eq!(again, settings);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
