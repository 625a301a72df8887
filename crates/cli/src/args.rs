//! What may be typed: commands, flags, their help and their examples.
//!
//! In:  the words of the command line.
//! Out: a [`Typed`] line, or clap's own error, which is a usage error.
//!
//! A first word that is no command is a question: `quarry where is the cache` searches. Never here: what commands do.

mod about;
mod context;
mod daemon;
mod eval;
mod graph;
mod grep;
mod indexes;
mod install;
mod mcp;
mod related;
mod repl;
mod savings;
mod search;
mod serve;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

pub(crate) use about::{CompletionsArgs, ConfigCommand, DoctorArgs, LanguagesArgs, ManArgs, ModelsArgs};
pub(crate) use context::{ContextArgs, ContextFormat, MapArgs};
pub(crate) use daemon::{DaemonCommand, DaemonRunArgs, DaemonStatusArgs};
pub(crate) use eval::EvalArgs;
pub(crate) use graph::{DepsArgs, OutlineArgs, PathArgs, SymbolArgs, UsesArgs, UsualWalk};
pub(crate) use grep::GrepArgs;
pub(crate) use indexes::{ClearArgs, IndexArgs, ListArgs, StatusArgs};
pub(crate) use install::{AgentArgs, InitArgs, InstallArgs, ScopeChoice, UninstallArgs};
pub(crate) use mcp::McpArgs;
pub(crate) use related::RelatedArgs;
pub(crate) use repl::ReplArgs;
pub(crate) use savings::SavingsArgs;
pub(crate) use search::{AroundArgs, FilterArgs, RefreshArgs, SearchArgs, SearchOptions};
pub(crate) use serve::ServeArgs;

/// Results that may be asked for at once, as `search.limit` allows.
pub(crate) const MAX_LIMIT: std::ops::RangeInclusive<i64> = 1..=1000;
/// Lines that may be asked for around a hit, as `search.context_before` allows.
const MAX_CONTEXT: std::ops::RangeInclusive<i64> = 0..=50;
/// Threads that may be asked for, as `index.threads` allows.
const MAX_THREADS: std::ops::RangeInclusive<i64> = 0..=1024;

/// What was typed, ready to run.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) color: Color,
    /// `None`: `quarry` alone.
    pub(crate) command: Option<Command>,
    /// The question was typed without `search`, as this many words.
    pub(crate) bare_words: Option<usize>,
}

/// Finds code: give it a question, a symbol or a file.
#[derive(Debug, Parser)]
#[command(
    name = "quarry",
    version,
    about = "Finds code: ask in plain words or by name, get the few places that answer.",
    override_usage = "quarry [OPTIONS] <QUESTION>...\n       quarry [OPTIONS] \"<QUESTION>\" [PATH]\n       quarry <COMMAND> [OPTIONS]",
    subcommand_required = false,
    disable_help_subcommand = false,
    after_help = "\
Examples:
  quarry                                  search while you type, in a terminal
  quarry where are passwords checked      search the repository you are in
  quarry \"fn open_index\" -n 3             by name, three results
  quarry search \"retry policy\" ../shop    another repository, or a part of one
  quarry status                           what the index holds, and what it left out

The first search makes the index, later ones refresh what changed. Nothing leaves this machine.
`quarry help search` lists all filters. Settings: `quarry config show`."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    look: Look,
    #[command(subcommand)]
    command: Option<Command>,
}

/// A question without a command before it.
#[derive(Debug, Parser)]
#[command(name = "quarry", version, about = "Searches; the same as `quarry search`.", after_help = search::EXAMPLES)]
struct BareQuestion {
    /// The question; several words need no quotes. Behind a question in quotes may stand where to look.
    #[arg(required = true, value_name = "QUESTION")]
    words: Vec<String>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    options: SearchOptions,
}

/// Flags of every command.
#[derive(Clone, Copy, Debug, Args)]
struct Look {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Also in a pipe.
    Always,
    /// Not at all.
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search a repository; makes or refreshes its index first.
    #[command(after_help = search::EXAMPLES)]
    Search(SearchArgs),
    /// Search and show how the answer came about: the plan, the candidates, what put each where it stands.
    #[command(after_help = "\
Examples:
  quarry analyze \"where are passwords checked\"
  quarry analyze parse_config --json | jq '.explanation.candidates[:3]'

`quarry search --explain` shows the same below the results.")]
    Analyze(SearchArgs),
    /// Answer one question per line: in a plain terminal, or from a pipe.
    #[command(after_help = repl::EXAMPLES)]
    Repl(ReplArgs),
    /// Find every match of a pattern, grouped by the definition it stands in; makes or refreshes the index first.
    // `-l` lists files, as everybody's fingers know.
    #[command(after_help = grep::EXAMPLES, mut_arg("lang", |arg| arg.short(None)))]
    Grep(GrepArgs),
    /// Find code like the code at a line, or like a text.
    #[command(after_help = related::EXAMPLES)]
    Related(RelatedArgs),
    /// Assemble what an answer needs, inside a budget of tokens: results, what is related to them, how their files depend.
    #[command(after_help = context::CONTEXT_EXAMPLES)]
    Context(ContextArgs),
    /// Show the most central files of a repository and their most used signatures.
    #[command(after_help = context::MAP_EXAMPLES)]
    Map(MapArgs),
    /// Show where a name is defined.
    #[command(after_help = graph::SYMBOL_EXAMPLES)]
    Symbol(SymbolArgs),
    /// Show every use of a definition or file, and how sure each is.
    #[command(after_help = graph::USES_EXAMPLES)]
    Refs(UsesArgs),
    /// Show who calls a definition.
    #[command(after_help = graph::USES_EXAMPLES)]
    Callers(UsesArgs),
    /// Show what a definition or file calls.
    #[command(after_help = graph::USES_EXAMPLES)]
    Callees(UsesArgs),
    /// Show the definitions of a file as a tree.
    #[command(after_help = graph::OUTLINE_EXAMPLES)]
    Outline(OutlineArgs),
    /// Show what a file imports, and who imports it.
    #[command(after_help = graph::DEPS_EXAMPLES)]
    Deps(DepsArgs),
    /// Show which files are affected if a definition or file changes, tests apart.
    #[command(after_help = graph::IMPACT_EXAMPLES)]
    Impact(UsesArgs),
    /// Show the shortest way along which one thing uses another.
    #[command(after_help = graph::PATH_EXAMPLES)]
    Path(PathArgs),
    /// Serve an AI agent over MCP, on standard input and output.
    #[command(after_help = mcp::EXAMPLES)]
    Mcp(McpArgs),
    /// Serve many clients over HTTP: a web page, REST, MCP, events, metrics.
    #[command(after_help = serve::EXAMPLES)]
    Serve(ServeArgs),
    /// Tell AI agents about Quarry: MCP server, instructions, skill. Shows every change and asks first.
    #[command(after_help = install::INSTALL_EXAMPLES)]
    Install(InstallArgs),
    /// Take back what `quarry install` did.
    #[command(after_help = install::UNINSTALL_EXAMPLES)]
    Uninstall(UninstallArgs),
    /// Write a quarry.toml with every setting, its default and the reason.
    #[command(after_help = install::INIT_EXAMPLES)]
    Init(InitArgs),
    /// Show or end the process that keeps indexes open between commands.
    #[command(subcommand, after_help = daemon::EXAMPLES)]
    Daemon(DaemonCommand),
    /// Make the index of a repository, or bring it up to date.
    #[command(after_help = indexes::INDEX_EXAMPLES)]
    Index(IndexArgs),
    /// Show what the index of a repository holds, and what it left out.
    #[command(after_help = indexes::STATUS_EXAMPLES)]
    Status(StatusArgs),
    /// Show how many tokens answers saved, against reading the files they came from.
    #[command(after_help = savings::EXAMPLES)]
    Savings(SavingsArgs),
    /// List all indexes on this machine.
    #[command(after_help = indexes::LIST_EXAMPLES)]
    List(ListArgs),
    /// Remove an index; the repository itself is never touched.
    #[command(after_help = indexes::CLEAR_EXAMPLES)]
    Clear(ClearArgs),
    /// List the languages that are understood.
    #[command(after_help = about::LANGUAGES_EXAMPLES)]
    Languages(LanguagesArgs),
    /// List who can turn code into vectors, and what the index of a repository uses.
    #[command(after_help = about::MODELS_EXAMPLES)]
    Models(ModelsArgs),
    /// Check settings, index and model one by one; exit code 1 if something is wrong.
    #[command(after_help = about::DOCTOR_EXAMPLES)]
    Doctor(DoctorArgs),
    /// Ask questions with known answers and score what comes: is search good here, and do settings make it better?
    #[command(after_help = eval::EXAMPLES)]
    Eval(EvalArgs),
    /// Show, check or locate the settings.
    #[command(subcommand, after_help = about::CONFIG_EXAMPLES)]
    Config(ConfigCommand),
    /// Print a completion script for a shell.
    #[command(after_help = about::COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print a man page, or write all of them.
    #[command(after_help = about::MAN_EXAMPLES)]
    Man(ManArgs),
}

/// Reads a command line; the first word is the program's name.
pub(crate) fn parse(words: &[OsString]) -> Result<Typed, clap::Error> {
    if !is_question(words) {
        let cli = Cli::try_parse_from(words)?;
        return Ok(Typed { color: cli.look.color, command: cli.command, bare_words: None });
    }
    let BareQuestion { words, options, look } = BareQuestion::try_parse_from(words)?;
    let (query, path) = match words.as_slice() {
        [question, place] if is_place_behind(question, place) => (question.clone(), Some(PathBuf::from(place))),
        words => (words.join(" "), None),
    };
    let search = SearchArgs { query, path, options };
    Ok(Typed { color: look.color, command: Some(Command::Search(search)), bare_words: Some(words.len()) })
}

/// Whether what stands behind a question says where to look: the question is in quotes, so it is whole, and one word follows that is
/// written as a path or is a directory.
fn is_place_behind(question: &str, place: &str) -> bool {
    question.contains(char::is_whitespace) && (place.starts_with(['.', '/', '~']) || Path::new(place).is_dir())
}

/// Names of all commands.
pub(crate) fn command_names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Whether the line begins with neither a command nor a flag that stands alone.
fn is_question(words: &[OsString]) -> bool {
    let mut words = words.iter().skip(1).map(|word| word.to_string_lossy());
    let first = loop {
        match words.next() {
            None => return false,
            Some(flag) if flag == "--color" => drop(words.next()),
            Some(flag) if flag.starts_with("--color=") => {}
            Some(word) => break word,
        }
    };
    let stands_alone = ["-h", "--help", "-V", "--version", "help"].contains(&first.as_ref());
    !stands_alone && !Command::has_subcommand(&first)
}

#[cfg(test)]
mod tests {
    use super::{Cli, Command, parse};
    use clap::CommandFactory;
    use expect_test::{Expect, expect};
    use std::ffi::OsString;

    fn check(line: &str, expected: Expect) {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let text = match parse(&words) {
            Ok(typed) => match (typed.command, typed.bare_words) {
                (Some(Command::Search(search)), bare) => {
                    format!("search {:?} in {:?}, bare words {bare:?}", search.query, search.path)
                }
                (Some(_), _) => "another command".to_owned(),
                (None, _) => "help".to_owned(),
            },
            Err(error) => format!("{:?}", error.kind()),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn a_path_behind_a_question_in_quotes_says_where_to_look() {
        let asked = |question: &str, place: &str| {
            let typed = parse(&["quarry", question, place].map(OsString::from)).expect("a question");
            let Some(Command::Search(search)) = typed.command else { panic!("{question} {place} is no question") };
            format!("{:?} in {:?}", search.query, search.path)
        };
        assert_eq!(asked("where is auth", "."), r#""where is auth" in Some(".")"#);
        assert_eq!(asked("where is auth", "../shop"), r#""where is auth" in Some("../shop")"#);
        assert_eq!(asked("where is auth", "src"), r#""where is auth" in Some("src")"#);
        assert_eq!(asked("where is auth", "checked"), r#""where is auth checked" in None"#);
        assert_eq!(asked("auth", "src"), r#""auth src" in None"#);
    }

    #[test]
    fn a_first_word_that_is_no_command_begins_a_question() {
        check("quarry where is auth", expect![[r#"search "where is auth" in None, bare words Some(3)"#]]);
        check("quarry where is status -n 3", expect![[r#"search "where is status" in None, bare words Some(3)"#]]);
        check("quarry --json auth", expect![[r#"search "auth" in None, bare words Some(1)"#]]);
        check("quarry --color never auth", expect![[r#"search "auth" in None, bare words Some(1)"#]]);
        check("quarry search auth src", expect![[r#"search "auth" in Some("src"), bare words None"#]]);
        check("quarry --color never search auth", expect![[r#"search "auth" in None, bare words None"#]]);
        check("quarry status", expect!["another command"]);
        check("quarry --color=never status", expect!["another command"]);
        check("quarry", expect!["help"]);
        check("quarry --help", expect!["DisplayHelp"]);
        check("quarry -V", expect!["DisplayVersion"]);
        check("quarry auth --nonsense", expect!["UnknownArgument"]);
        check("quarry auth -n 0", expect!["ValueValidation"]);
        check("quarry search auth --kind functon", expect!["InvalidValue"]);
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
