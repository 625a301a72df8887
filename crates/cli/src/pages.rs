//! How large the pages are that the system gives out.

/// From now on 4 kB at once, not two megabytes, which Linux may hand out where an allocator asks for much.
///
/// Memory is touched here and there: a search would spend a fifth of its time on clearing what it does not use, and indexing takes a
/// tenth longer and a quarter more memory with large pages (docs/benchmarks.md).
#[cfg(target_os = "linux")]
pub(crate) fn keep_small() {
    // Where the system cannot be told, everything takes a little longer.
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_small() {}
