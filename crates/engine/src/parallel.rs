//! The same work on many things by several threads. The results stand in the order of the things, whoever finished first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub(crate) fn in_order<T: Sync, R: Send>(things: &[T], n_threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(things.len()));
    let take_on = || {
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(index) else { break };
            own.push((index, work(thing)));
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    };
    std::thread::scope(|scope| {
        for _ in 0..n_threads.min(things.len()) {
            scope.spawn(take_on);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_stand_in_the_order_of_the_things() {
        let things: Vec<u32> = (0..1000).collect();
        for n_threads in [1, 2, 8] {
            assert_eq!(in_order(&things, n_threads, |thing| *thing), things);
        }
        assert!(in_order(&[], 4, |thing: &u32| *thing).is_empty());
    }
}
