//! `cargo xtask vocabulary FILE`: a tokenizer's vocabulary as it is published -> as the engine reads it.
//!
//! In:  lines of base64 and rank. Out: crates/engine/vocabulary/o200k.tokens, a quarter of the size and without base64.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const MADE: &str = "crates/engine/vocabulary/o200k.tokens";

pub(crate) fn write(root: &Path, published: &Path) -> Result<()> {
    let bytes = packed(&fs_err::read_to_string(published)?)?;
    fs_err::write(root.join(MADE), &bytes)?;
    println!("wrote {MADE}, {} bytes", bytes.len());
    Ok(())
}

fn packed(published: &str) -> Result<Vec<u8>> {
    let mut lengths = Vec::new();
    let mut tokens = Vec::new();
    for (rank, line) in published.lines().enumerate() {
        let (token, said) =
            line.split_once(' ').with_context(|| format!("line {} is no token with a rank", rank + 1))?;
        ensure!(said.parse::<usize>()? == rank, "ranks must count up from 0; line {} says {said}", rank + 1);
        let token = STANDARD.decode(token)?;
        lengths.push(u8::try_from(token.len()).with_context(|| format!("token {rank} is too long"))?);
        tokens.extend(token);
    }
    let n_tokens = u32::try_from(lengths.len())?;
    Ok([&n_tokens.to_le_bytes()[..], &lengths, &tokens].concat())
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn tokens_stand_in_order_of_rank_behind_their_lengths() {
        assert_eq!(packed("IQ== 0\nYWI= 1\n").unwrap(), [2, 0, 0, 0, 1, 2, b'!', b'a', b'b']);
        assert!(packed("IQ== 1\n").is_err());
    }
}
