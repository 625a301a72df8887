//! Memory for syntax trees: what a file's tree takes lies together, and is given back at once.
//!
//! tree-sitter allocates a small piece for every few bytes of source and frees each of them when the tree goes. While an arena is open,
//! the pieces of its thread are cut from blocks, one behind the other; what is freed is used again for pieces of the same size; when the arena
//! is closed, all are gone, and the blocks serve the next file. Whatever tree-sitter makes while no arena is open comes from the usual
//! allocator.
//!
//! Invariant: nothing that tree-sitter makes inside [`in_arena`] is used after it. Queries, which live on, are compiled outside.
#![expect(unsafe_code, reason = "an allocator hands out raw memory")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::size_of;
use std::ptr::{copy_nonoverlapping, null_mut, write_bytes};
use std::sync::Once;

/// Before every piece: how many bytes it takes, this number included. A multiple of [`GRAIN`]; one more if it is from the usual allocator.
type Header = usize;
const HEADER_BYTES: usize = size_of::<Header>();
const FROM_OUTSIDE: Header = 1;

/// What pieces are aligned to, as those of libc, and a multiple of which they take.
const GRAIN: usize = 16;
/// One block: trees of most files fit into it.
const BLOCK_BYTES: usize = 1 << 20;
/// Blocks that a thread keeps from file to file.
const N_KEPT: usize = 16;
/// Larger pieces have a block of their own.
const MAX_SHARED_BYTES: usize = BLOCK_BYTES / 4;
/// By size in grains: pieces that were freed. Nodes and their lists of children are smaller than this.
const N_SIZES: usize = 32;

/// Where the pieces of this thread come from.
struct Arena {
    is_open: Cell<bool>,
    /// The header of the next piece.
    next: Cell<*mut u8>,
    end: Cell<*mut u8>,
    n_used: Cell<usize>,
    /// The first of each size; each begins with the address of the next.
    freed: [Cell<*mut u8>; N_SIZES],
}

#[derive(Clone, Copy)]
#[repr(align(16))]
struct Grain(#[expect(dead_code, reason = "room")] [u8; GRAIN]);

/// Room for so many bytes at least; always empty as a list.
type Block = Vec<Grain>;

thread_local! {
    static ARENA: Arena = const { Arena {
        is_open: Cell::new(false),
        next: Cell::new(null_mut()),
        end: Cell::new(null_mut()),
        n_used: Cell::new(0),
        freed: [const { Cell::new(null_mut()) }; N_SIZES],
    } };
    /// Those of the usual size, the used ones first; and those for one piece each.
    static BLOCKS: RefCell<(Vec<Block>, Vec<Block>)> = const { RefCell::new((Vec::new(), Vec::new())) };
}

/// Tells tree-sitter where memory comes from. Must be called before anything else of it is.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let functions = tree_sitter::Allocator { malloc, calloc, realloc, free };
        // SAFETY: the four belong together, never give null, align as libc does, and every piece in use is one of theirs:
        // trees, parsers and queries are made by this crate alone, from `Languages`, which calls this first.
        unsafe { tree_sitter::set_allocator(Some(functions)) };
    });
}

/// Does some work with an open arena. What tree-sitter makes meanwhile must not be used, nor freed, after it.
pub(crate) fn in_arena<R>(work: impl FnOnce() -> R) -> R {
    install();
    let _opened = ARENA.with(|arena| (!arena.is_open.replace(true)).then_some(Opened));
    work()
}

/// Closes the arena of this thread, also when the work panics.
struct Opened;

impl Drop for Opened {
    fn drop(&mut self) {
        ARENA.with(Arena::close);
    }
}

impl Arena {
    fn close(&self) {
        self.is_open.set(false);
        self.next.set(null_mut());
        self.end.set(null_mut());
        self.n_used.set(0);
        self.freed.iter().for_each(|first| first.set(null_mut()));
        BLOCKS.with_borrow_mut(|(blocks, large)| {
            blocks.truncate(N_KEPT);
            large.clear();
        });
    }

    /// A piece of so many bytes, its header included. The answer is what lies behind the header.
    #[inline]
    fn take(&self, n_bytes: usize) -> *mut u8 {
        if let Some(first) = self.freed.get(n_bytes / GRAIN) {
            let piece = first.get();
            if !piece.is_null() {
                // SAFETY: what is freed begins with the address of the next, and its header still says its size.
                first.set(unsafe { piece.cast::<*mut u8>().read() });
                return piece;
            }
        }
        if (self.end.get() as usize) - (self.next.get() as usize) < n_bytes {
            return self.take_from_new_block(n_bytes);
        }
        let header = self.next.get();
        // SAFETY: there are as many bytes before the end of the block.
        unsafe {
            self.next.set(header.add(n_bytes));
            begin_piece(header, n_bytes)
        }
    }

    #[cold]
    fn take_from_new_block(&self, n_bytes: usize) -> *mut u8 {
        BLOCKS.with_borrow_mut(|(blocks, large)| {
            if n_bytes > MAX_SHARED_BYTES {
                large.push(Vec::with_capacity(n_bytes / GRAIN + 1));
                let block = large.last_mut().map_or(null_mut(), |block| block.as_mut_ptr().cast::<u8>());
                // SAFETY: a block has room for a grain more than the piece; the header stands right before the second grain.
                return unsafe { begin_piece(block.add(GRAIN - HEADER_BYTES), n_bytes) };
            }
            let place = self.n_used.replace(self.n_used.get() + 1);
            if place == blocks.len() {
                blocks.push(Vec::with_capacity(BLOCK_BYTES / GRAIN));
            }
            let block = blocks[place].as_mut_ptr().cast::<u8>();
            // SAFETY: both lie in the block, or right behind it; a shared piece is smaller than a block.
            unsafe {
                let header = block.add(GRAIN - HEADER_BYTES);
                self.next.set(header.add(n_bytes));
                self.end.set(block.add(BLOCK_BYTES));
                begin_piece(header, n_bytes)
            }
        })
    }

    /// Makes the last piece of a block longer, if it is that and there is room.
    ///
    /// # Safety
    /// `piece` is one of this arena's and takes `n_before` bytes.
    unsafe fn extend(&self, piece: *mut u8, n_before: usize, n_bytes: usize) -> bool {
        // SAFETY: the header lies right before the piece, and the piece ends in its block or right behind it.
        let (header, end) = unsafe { (piece.sub(HEADER_BYTES), piece.sub(HEADER_BYTES).add(n_before)) };
        let is_last = end == self.next.get() && (self.end.get() as usize) - (header as usize) >= n_bytes;
        if is_last {
            // SAFETY: there are as many bytes before the end of the block.
            unsafe {
                self.next.set(header.add(n_bytes));
                begin_piece(header, n_bytes);
            }
        }
        is_last
    }

    /// # Safety
    /// `piece` is one of this arena's, takes so many bytes and is not used any more.
    unsafe fn put_back(&self, piece: *mut u8, n_bytes: usize) {
        if let Some(first) = self.freed.get(n_bytes / GRAIN)
            && self.is_open.get()
        {
            // SAFETY: the smallest piece has room for an address.
            unsafe { piece.cast::<*mut u8>().write(first.replace(piece)) };
        }
    }
}

/// Writes a header; the piece is what lies behind it.
///
/// # Safety
/// There are `HEADER_BYTES` at `header`, aligned for a number.
#[inline]
unsafe fn begin_piece(header: *mut u8, says: Header) -> *mut u8 {
    // SAFETY: as above.
    unsafe {
        header.cast::<Header>().write(says);
        header.add(HEADER_BYTES)
    }
}

/// How many bytes a piece for so many takes.
#[inline]
fn with_header(n_bytes: usize) -> usize {
    (n_bytes.saturating_add(HEADER_BYTES + GRAIN - 1)) & !(GRAIN - 1)
}

/// What a piece from the usual allocator is part of: a grain before it is kept for the header.
fn outside_layout(n_bytes: usize) -> Layout {
    match Layout::from_size_align(n_bytes.saturating_add(GRAIN), GRAIN) {
        Ok(layout) => layout,
        Err(_) => handle_alloc_error(Layout::new::<Grain>()),
    }
}

fn take_outside(n_bytes: usize) -> *mut u8 {
    let layout = outside_layout(n_bytes);
    // SAFETY: the layout is not empty; what comes is checked; a grain is longer than a header.
    unsafe {
        let start = alloc(layout);
        if start.is_null() {
            handle_alloc_error(layout);
        }
        begin_piece(start.add(GRAIN - HEADER_BYTES), n_bytes | FROM_OUTSIDE)
    }
}

unsafe extern "C" fn malloc(n_bytes: usize) -> *mut c_void {
    let n_bytes = with_header(n_bytes);
    ARENA.with(|arena| if arena.is_open.get() { arena.take(n_bytes) } else { take_outside(n_bytes) }).cast()
}

unsafe extern "C" fn calloc(n_items: usize, n_bytes: usize) -> *mut c_void {
    let n_bytes = n_items.saturating_mul(n_bytes);
    // SAFETY: a new piece has room for that many.
    unsafe {
        let piece = malloc(n_bytes);
        write_bytes(piece.cast::<u8>(), 0, n_bytes);
        piece
    }
}

unsafe extern "C" fn realloc(piece: *mut c_void, n_bytes: usize) -> *mut c_void {
    if piece.is_null() {
        // SAFETY: nothing is asked of it.
        return unsafe { malloc(n_bytes) };
    }
    // SAFETY: tree-sitter gives what it was given here, so a header stands before it that says how long it is.
    unsafe {
        let says = piece.cast::<u8>().sub(HEADER_BYTES).cast::<Header>().read();
        let (n_before, n_after) = (says & !FROM_OUTSIDE, with_header(n_bytes));
        if n_after <= n_before
            || (says & FROM_OUTSIDE == 0 && ARENA.with(|arena| arena.extend(piece.cast(), n_before, n_after)))
        {
            return piece;
        }
        // What lives outside stays there.
        let longer = if says & FROM_OUTSIDE == 0 { malloc(n_bytes) } else { take_outside(n_after).cast() };
        copy_nonoverlapping(piece.cast::<u8>(), longer.cast::<u8>(), n_before - HEADER_BYTES);
        free(piece);
        longer
    }
}

unsafe extern "C" fn free(piece: *mut c_void) {
    if piece.is_null() {
        return;
    }
    // SAFETY: as for `realloc`; what is from outside lies a grain behind the start of its layout.
    unsafe {
        let piece = piece.cast::<u8>();
        let says = piece.sub(HEADER_BYTES).cast::<Header>().read();
        if says & FROM_OUTSIDE == 0 {
            ARENA.with(|arena| arena.put_back(piece, says));
        } else {
            dealloc(piece.sub(GRAIN), outside_layout(says & !FROM_OUTSIDE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ARENA, BLOCK_BYTES, BLOCKS, GRAIN, N_KEPT, calloc, free, in_arena, malloc, realloc};
    use proptest::prelude::*;
    use std::ffi::c_void;
    use std::slice::from_raw_parts_mut;

    /// What tree-sitter may do to memory.
    #[derive(Clone, Debug)]
    enum Wish {
        Take(usize),
        TakeZeros(usize),
        Resize(usize, usize),
        Free(usize),
    }

    fn wishes() -> impl Strategy<Value = Vec<Wish>> {
        let size = prop_oneof![8 => 0..600_usize, 1 => 0..3 * BLOCK_BYTES];
        let wish = prop_oneof![
            4 => size.clone().prop_map(Wish::Take),
            1 => size.clone().prop_map(Wish::TakeZeros),
            3 => (any::<usize>(), size).prop_map(|(which, size)| Wish::Resize(which, size)),
            3 => any::<usize>().prop_map(Wish::Free),
        ];
        prop::collection::vec(wish, 0..200)
    }

    /// A piece, how many bytes were asked for, and what they are all set to.
    type Piece = (*mut c_void, usize, u8);

    fn bytes(&(piece, n_bytes, _): &Piece) -> &'static mut [u8] {
        // SAFETY: that many were asked for, and nobody else looks at them.
        unsafe { from_raw_parts_mut(piece.cast(), n_bytes) }
    }

    /// Grants wishes; every piece must keep what is written into it for as long as it is not freed.
    fn grant(wishes: &[Wish]) {
        let mut pieces: Vec<Piece> = Vec::new();
        for (wish, mark) in wishes.iter().zip((1..=255).cycle()) {
            match *wish {
                // SAFETY: any number may be asked for.
                Wish::Take(n_bytes) => pieces.push((unsafe { malloc(n_bytes) }, n_bytes, mark)),
                Wish::TakeZeros(n_bytes) => {
                    // SAFETY: as above.
                    pieces.push((unsafe { calloc(1, n_bytes) }, n_bytes, 0));
                    continue;
                }
                Wish::Resize(which, n_bytes) if !pieces.is_empty() => {
                    let which = which % pieces.len();
                    let (piece, n_before, before) = pieces[which];
                    // SAFETY: a piece in use, which is forgotten.
                    pieces[which] = (unsafe { realloc(piece, n_bytes) }, n_bytes, before);
                    let kept = &bytes(&pieces[which])[..n_bytes.min(n_before)];
                    assert!(kept.iter().all(|&byte| byte == before), "{wish:?}");
                    pieces[which].2 = mark;
                    bytes(&pieces[which]).fill(mark);
                    continue;
                }
                Wish::Free(which) if !pieces.is_empty() => {
                    let gone = pieces.swap_remove(which % pieces.len());
                    assert!(bytes(&gone).iter().all(|&byte| byte == gone.2), "{wish:?}");
                    // SAFETY: a piece in use, which is forgotten.
                    unsafe { free(gone.0) };
                    continue;
                }
                Wish::Resize(..) | Wish::Free(_) => continue,
            }
            let (piece, _, mark) = pieces[pieces.len() - 1];
            assert_eq!(piece as usize % GRAIN, 0);
            bytes(&pieces[pieces.len() - 1]).fill(mark);
        }
        for piece in pieces {
            assert!(bytes(&piece).iter().all(|&byte| byte == piece.2));
            // SAFETY: a piece in use, which is forgotten.
            unsafe { free(piece.0) };
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn pieces_are_apart_and_keep_what_they_hold(first in wishes(), second in wishes()) {
            in_arena(|| grant(&first));
            grant(&second);
            in_arena(|| grant(&second));
        }
    }

    #[test]
    fn a_closed_arena_keeps_few_blocks_and_is_closed_by_a_panic() {
        let panicked = std::panic::catch_unwind(|| {
            in_arena(|| {
                let lots = vec![Wish::Take(BLOCK_BYTES / 8); 16 * N_KEPT];
                grant(&lots);
                grant(&[Wish::Take(3 * BLOCK_BYTES)]);
                assert!(BLOCKS.with_borrow(|(blocks, large)| blocks.len() > N_KEPT && large.len() == 1));
                panic!("a pattern went wrong");
            })
        });
        assert!(panicked.is_err());
        assert!(!ARENA.with(|arena| arena.is_open.get()));
        assert!(BLOCKS.with_borrow(|(blocks, large)| blocks.len() == N_KEPT && large.is_empty()));
    }
}
