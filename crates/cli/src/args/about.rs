//! `quarry languages`, `models`, `doctor`, `config`, `completions`, `man`: Quarry itself and its settings.

use std::path::PathBuf;

use clap::{ArgAction, Args, Subcommand};

pub(super) const LANGUAGES_EXAMPLES: &str = "\
Examples:
  quarry languages
  quarry languages --json | jq -r '.languages[] | select(.grammar) | .name'";

pub(super) const MODELS_EXAMPLES: &str = "\
Examples:
  quarry models
  quarry models --json | jq .index

A model is chosen in quarry.toml: `[model]`, `provider = \"ollama\"`. A server that is not on this machine is named by you
alone: set QUARRY_MODEL_URL. Its key is read from QUARRY_MODEL_KEY or OPENAI_API_KEY.";

pub(super) const DOCTOR_EXAMPLES: &str = "\
Examples:
  quarry doctor                     asks a model outside of quarry for one vector
  quarry doctor --json | jq '.checks[] | select(.ok | not)'";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  quarry completions bash > ~/.local/share/bash-completion/completions/quarry
  quarry completions zsh  > ~/.zfunc/_quarry
  quarry completions fish > ~/.config/fish/completions/quarry.fish";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  quarry man | man -l -             read the page of quarry
  quarry man search | man -l -      and of one command
  quarry man --dir ~/.local/share/man/man1";

pub(super) const CONFIG_EXAMPLES: &str = "\
Examples:
  quarry config show                the settings in effect, every key with its reason
  quarry config show > quarry.toml  a settings file to start from
  quarry config check               is quarry.toml right?
  quarry config path                where settings and index lie";

#[derive(Debug, Args)]
pub(crate) struct LanguagesArgs {
    /// Print one JSON document (schema `quarry.languages.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ModelsArgs {
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
    /// Print one JSON document (schema `quarry.models.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
    /// Print one JSON document (schema `quarry.doctor.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command [default: quarry itself].
    pub(crate) command: Option<String>,
    /// Write the pages of all commands into this directory.
    #[arg(long, value_name = "DIR", action = ArgAction::Set, conflicts_with = "command")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the settings in effect as a quarry.toml.
    Show(ConfigArgs),
    /// Check quarry.toml; exit code 2 if something in it is wrong.
    Check(ConfigArgs),
    /// Print where settings, home and index lie.
    Path(ConfigArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
}
