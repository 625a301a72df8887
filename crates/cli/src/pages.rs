//! How large the pages are that the system gives out.
//!
//! Memory is touched here and there: with pages of two megabytes, which Linux may give out in place of 4 kB, a search would spend a
//! fifth of its time on clearing what it does not use, and indexing takes longer and a quarter more memory (docs/benchmarks.md).

/// From now on small pages alone.
pub(crate) fn keep_small() {
    system::keep_small();
}

/// Starts another program and waits for it. It would inherit what holds here, and is given what held before.
pub(crate) fn as_before<T>(start: impl FnOnce() -> T) -> T {
    system::give_back();
    let result = start();
    system::keep_small();
    result
}

#[cfg(target_os = "linux")]
mod system {
    use std::sync::OnceLock;

    use rustix::thread::{disable_transparent_huge_pages, transparent_huge_pages_are_disabled};

    /// Whether this process was started with small pages alone.
    static WAS_SMALL: OnceLock<bool> = OnceLock::new();

    pub(super) fn keep_small() {
        // Where the system cannot be asked it cannot be told either, and everything takes a little longer.
        WAS_SMALL.get_or_init(|| transparent_huge_pages_are_disabled().unwrap_or(true));
        let _ = disable_transparent_huge_pages(true);
    }

    pub(super) fn give_back() {
        let _ = disable_transparent_huge_pages(WAS_SMALL.get().copied().unwrap_or(true));
    }

    #[cfg(test)]
    mod tests {
        use rustix::thread::transparent_huge_pages_are_disabled;

        #[test]
        fn another_program_finds_what_held_before() {
            let before = transparent_huge_pages_are_disabled().expect("Linux says so");
            super::super::keep_small();
            assert_eq!(transparent_huge_pages_are_disabled(), Ok(true));
            assert_eq!(super::super::as_before(transparent_huge_pages_are_disabled), Ok(before));
            assert_eq!(transparent_huge_pages_are_disabled(), Ok(true));
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn keep_small() {}

    pub(super) fn give_back() {}
}
