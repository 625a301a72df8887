//! The flags of `quarry savings`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry savings                    all repositories, as far back as notes go
  quarry savings --since 7d .       of the repository you are in, in the last seven days
  quarry savings --json | jq .total

Counted are answers that showed code: `search` and `context` of the command line, of MCP and of HTTP, and definitions that
the MCP tool `symbol` showed. Each is noted with its size and the files it came from, never with the question; `[savings]`,
`enabled = false` in quarry.toml stops that.";

#[derive(Debug, Args)]
pub(crate) struct SavingsArgs {
    /// The repository, or a path in it [default: all].
    pub(crate) path: Option<PathBuf>,
    /// Only answers of the last 30m, 12h, 7d or 2w.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) since: Option<Duration>,
    /// Print one JSON document (schema `quarry.savings.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

/// A number and the letter of its unit.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "write a number and its unit, as in 30m, 12h, 7d or 2w".to_owned();
    let (at, unit) = text.char_indices().last().ok_or_else(wrong)?;
    let seconds: u64 = match unit {
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        'w' => 7 * 24 * 60 * 60,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..at].parse().map_err(|_| wrong())?;
    Ok(Duration::from_secs(seconds * u64::from(number)))
}
