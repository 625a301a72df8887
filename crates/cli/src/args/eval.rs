//! What may be typed after `quarry eval`.

use std::path::PathBuf;

use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry eval questions.json                        the repository you are in
  quarry eval questions.json ~/src/shop             another one
  quarry eval questions.json --per-question         where each answer came
  quarry eval questions.json --compare other.toml   what other settings would do; your index stays as it is
  quarry eval questions.json --json | jq .overall.ndcg_at_10

questions.json is a list; `category` and `secondary` may be left out:
  [{\"query\": \"where are passwords checked\", \"category\": \"semantic\",
    \"relevant\": [\"src/auth.rs\"], \"secondary\": [{\"path\": \"src/login.rs\", \"start_line\": 10, \"end_line\": 30}]},
   {\"query\": \"Cart\", \"category\": \"symbol\", \"relevant\": [{\"path\": \"src/cart.py\", \"symbol\": \"Cart\"}]}]

An answer is a path, lines of a file, or a definition in a file; `secondary` answers count like `relevant` ones. Ten results of
each question are looked at. A token is 4 characters of shown text, rounded up. Exit code 2: the questions are wrong, or an
answer is not in the index.";

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// A JSON file of questions with their answers.
    pub(crate) questions: PathBuf,
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
    /// List where the answers of each question came.
    #[arg(long)]
    pub(crate) per_question: bool,
    /// Ask the same with the settings of another file, and tell which questions got better or worse.
    #[arg(long, value_name = "OTHER.toml")]
    pub(crate) compare: Option<PathBuf>,
    /// Print one JSON document (schema `quarry.eval.v1`).
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress and no notes.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
