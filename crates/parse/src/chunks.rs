//! A text and its tree -> chunks of about the wished size, cut where the syntax has its joints.
//!
//! First the places where a cut is allowed are collected: before every child of a node that is too large, before the
//! comments that belong to it, always at a line start. Each has a depth: the shallower, the better the joint. Then the
//! text is packed from the front: as much as fits, but not across a shallower joint once a chunk is worth keeping.
//! Every non-blank line ends up in a chunk; a line longer than a chunk is cut at blanks or letters.

use std::ops::Range;

use quarry_source::{Chunk, Symbol};
use tree_sitter::{Node, Tree};

use crate::lines::Lines;
use crate::symbols::{leading_start, running_at, starting_in};

/// How large chunks are and how far they overlap, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSize {
    /// No chunk is larger, unless a single letter is.
    pub max_bytes: usize,
    /// How far a chunk reaches back into the one before it.
    pub overlap_bytes: usize,
}

impl Default for ChunkSize {
    fn default() -> Self {
        Self { max_bytes: 1000, overlap_bytes: 0 }
    }
}

/// Below this share of the wished size a chunk may run on across a better joint.
const SMALL_SHARE: usize = 4;

/// A place where the text may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Joint {
    byte: usize,
    depth: usize,
}

/// What the cutting needs to know of a file.
pub(crate) struct File<'a> {
    pub(crate) text: &'a str,
    pub(crate) lines: &'a Lines,
    pub(crate) leading: &'a [Range<usize>],
    pub(crate) symbols: &'a [Symbol],
}

/// Cuts a file. Without a tree, paragraphs and lines are the joints.
pub(crate) fn cut(file: &File<'_>, tree: Option<&Tree>, size: ChunkSize) -> Vec<Chunk> {
    let max_bytes = size.max_bytes.max(1);
    let mut joints = match tree {
        Some(tree) => syntax_joints(file, tree.root_node(), max_bytes),
        None => paragraph_joints(file),
    };
    joints.push(Joint { byte: 0, depth: 0 });
    joints.sort();
    joints.dedup_by_key(|joint| joint.byte);
    let joints = with_fallbacks(file, joints, max_bytes);
    let mut chunks: Vec<Chunk> = Vec::new();
    for piece in packed(&joints, file.text.len(), max_bytes) {
        let Some(piece) = visible(file, piece) else { continue };
        let previous = chunks.last().map_or(0, |chunk| chunk.span.start as usize);
        let start = overlapped(file, &piece, size.overlap_bytes).max(previous);
        chunks.push(Chunk {
            span: file.lines.span(start..piece.end),
            symbols: starting_in(file.symbols, piece.clone()),
            enclosing: running_at(file.symbols, piece.start),
            block_type: None,
            hierarchy: None,
        });
    }
    chunks
}

/// Joints before the children of every node that does not fit. Walks with its own stack: code can be nested deeper than
/// any call stack.
fn syntax_joints(file: &File<'_>, root: Node<'_>, max_bytes: usize) -> Vec<Joint> {
    let mut joints = Vec::new();
    let mut cursor = root.walk();
    let mut depth = 0;
    loop {
        let node = cursor.node();
        if depth > 0
            && let Some(byte) = cut_before(file, node.start_byte())
        {
            joints.push(Joint { byte, depth });
        }
        if node.byte_range().len() > max_bytes && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return joints;
            }
            depth -= 1;
        }
    }
}

/// The line start before `start` and before the comments that belong to it; nothing if code stands before it on its
/// line, or if `start` itself is a comment that belongs to what follows.
fn cut_before(file: &File<'_>, start: usize) -> Option<usize> {
    let start = leading_start(file.text, file.leading, start);
    let line_start = file.lines.start_of_line_at(start);
    file.text[line_start..start].bytes().all(|byte| byte.is_ascii_whitespace()).then_some(line_start)
}

/// Without syntax: a line after a blank line is a good joint.
fn paragraph_joints(file: &File<'_>) -> Vec<Joint> {
    let mut joints = Vec::new();
    let mut after_blank = true;
    for &start in file.lines.starts_in(0..file.text.len()) {
        let start = start as usize;
        let line = file.text[start..].split('\n').next().unwrap_or_default();
        let blank = line.trim().is_empty();
        if after_blank && !blank {
            joints.push(Joint { byte: start, depth: 1 });
        }
        after_blank = blank;
    }
    joints
}

/// Adds joints inside pieces that are still too large: line starts, then blanks, then letters.
fn with_fallbacks(file: &File<'_>, joints: Vec<Joint>, max_bytes: usize) -> Vec<Joint> {
    let mut all = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        all.push(*joint);
        let end = joints.get(index + 1).map_or(file.text.len(), |next| next.byte);
        if end - joint.byte <= max_bytes {
            continue;
        }
        let mut line_start = joint.byte;
        let inner = file.lines.starts_in(joint.byte + 1..end).iter().map(|&start| start as usize);
        for next in inner.chain([end]) {
            cut_long_line(file.text, line_start..next, max_bytes, &mut all);
            if next < end {
                all.push(Joint { byte: next, depth: usize::MAX - 1 });
            }
            line_start = next;
        }
    }
    all
}

fn cut_long_line(text: &str, line: Range<usize>, max_bytes: usize, joints: &mut Vec<Joint>) {
    let mut start = line.start;
    while line.end - start > max_bytes {
        let limit = text.floor_char_boundary(start + max_bytes);
        let cut = text[start..limit].rfind(char::is_whitespace).map_or(limit, |blank| start + blank);
        // A letter wider than the limit still has to go somewhere.
        let cut = if cut > start { cut } else { text.ceil_char_boundary(start + 1).max(limit) };
        if cut >= line.end {
            return;
        }
        joints.push(Joint { byte: cut, depth: usize::MAX });
        start = cut;
    }
}

/// Packs the stretches between joints, front to back.
fn packed(joints: &[Joint], end: usize, max_bytes: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = joints[0];
    let mut shallowest = start.depth;
    for (index, joint) in joints.iter().enumerate().skip(1) {
        let next_end = joints.get(index + 1).map_or(end, |next| next.byte);
        let worth_keeping = (joint.byte - start.byte) * SMALL_SHARE >= max_bytes;
        let leaves_better_joint = joint.depth < shallowest && worth_keeping;
        if next_end - start.byte > max_bytes || leaves_better_joint {
            pieces.push(start.byte..joint.byte);
            start = *joint;
            shallowest = joint.depth;
        }
        shallowest = shallowest.min(joint.depth);
    }
    pieces.push(start.byte..end);
    pieces
}

/// Without blank lines at either end; `None` if nothing is left.
fn visible(file: &File<'_>, piece: Range<usize>) -> Option<Range<usize>> {
    let slice = &file.text[piece.clone()];
    let end = piece.start + slice.trim_end().len();
    let first = piece.start + (slice.len() - slice.trim_start().len());
    if first >= end {
        return None;
    }
    Some(file.lines.start_of_line_at(first).max(piece.start)..end)
}

/// The line start up to `overlap_bytes` before a piece.
fn overlapped(file: &File<'_>, piece: &Range<usize>, overlap_bytes: usize) -> usize {
    if overlap_bytes == 0 {
        return piece.start;
    }
    let earliest = piece.start.saturating_sub(overlap_bytes);
    file.lines.starts_in(earliest..piece.start).first().map_or(piece.start, |&start| start as usize)
}
