//! `quarry doctor`: settings, index and model, checked one by one, each with what to do if it is not right.
//!
//! The only command that asks a model outside of Quarry without embedding anything. Never here: repairs.

use anstyle::{AnsiColor, Style};
use quarry_engine::{
    ConfiguredModel, EmbedError, Engine, ModelError, ModelProbe, OpenError, RerankProbe, Settings, Status, VectorModel,
};
use quarry_server::wire::json_line;

use crate::End;
use crate::args::DoctorArgs;
use crate::config::{Environment, Target};
use crate::console::{Console, DIM, printable};
use crate::wire::doctor::DoctorDocument;
use crate::{figures, report};

const OK: Style = AnsiColor::Green.on_default().bold();
const PROBLEM: Style = AnsiColor::Red.on_default().bold();

/// What one look found.
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) is_ok: bool,
    pub(crate) said: String,
    pub(crate) help: Option<String>,
}

impl Check {
    fn ok(name: &'static str, said: impl Into<String>) -> Check {
        Check { name, is_ok: true, said: said.into(), help: None }
    }

    fn problem(name: &'static str, said: impl Into<String>, help: Option<String>) -> Check {
        Check { name, is_ok: false, said: said.into(), help }
    }
}

pub(crate) fn run(args: &DoctorArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let target = environment.target(args.path.as_deref())?;
    let checks = checks(&target);
    let root = target.root().to_string_lossy();
    console.print(&match args.json {
        true => json_line(&DoctorDocument::of(&checks, &root))?,
        false => checks.iter().map(line).collect(),
    })?;
    Ok(if checks.iter().all(|check| check.is_ok) { End::Done } else { End::Failed })
}

fn line(check: &Check) -> String {
    let (style, word) = if check.is_ok { (OK, "ok") } else { (PROBLEM, "problem") };
    let mut text = format!("{style}{word:<7}{style:#} {:<9} {}\n", check.name, printable(&check.said));
    if let Some(help) = &check.help {
        text.push_str(&format!("{DIM}{:<17} {}{DIM:#}\n", "", printable(help)));
    }
    text
}

fn checks(target: &Target) -> Vec<Check> {
    let settings = target.settings();
    let mut checks = vec![of_settings(target, settings.as_ref())];
    // Where the index lies does not depend on settings.
    let engine = target.engine(settings.as_ref().map_or_else(|_| Settings::default(), Clone::clone));
    let status = engine.status();
    checks.push(of_index(status.as_ref()));
    if settings.is_ok() {
        let stamp = of_model(&engine, &mut checks);
        if let (Some(stamp), Ok(status)) = (stamp, &status) {
            checks.push(of_vectors(&stamp, status));
        }
        checks.extend(of_reranker(&engine));
    }
    checks
}

fn of_settings(target: &Target, settings: Result<&Settings, &anyhow::Error>) -> Check {
    let file = target.settings_file();
    match settings {
        Ok(_) if file.exists() => Check::ok("settings", format!("{} is right", file.display())),
        Ok(_) => Check::ok("settings", format!("the defaults hold; {} is not there", file.display())),
        Err(error) => {
            let help = "`quarry config check` shows where, `quarry config show` every key";
            Check::problem("settings", report::one_line(error), Some(help.to_owned()))
        }
    }
}

fn of_index(status: Result<&Status, &OpenError>) -> Check {
    let run = |command: &str| Some(format!("run `{command}`"));
    match status {
        Ok(status) if status.manifest.complete => {
            let manifest = &status.manifest;
            let files = figures::counted(manifest.files.len(), "file");
            let age = figures::ago(manifest.committed_at);
            Check::ok("index", format!("generation {}, made {age}, complete: {files}", manifest.generation))
        }
        Ok(status) => {
            let said = format!("generation {} is not complete", status.manifest.generation);
            Check::problem("index", said, run("quarry index"))
        }
        Err(error @ OpenError::Missing { .. }) => Check::problem("index", error.to_string(), run("quarry index")),
        Err(error) => Check::problem("index", error.to_string(), run("quarry index --rebuild")),
    }
}

/// Checks the model of the settings; returns whose vectors an index should hold, if that could be found out.
fn of_model(engine: &Engine, checks: &mut Vec<Check>) -> Option<VectorModel> {
    let model = match engine.configured_model() {
        Ok(Some(model)) => model,
        Ok(None) => {
            checks.push(Check::ok("model", "none is wanted; answers go by keyword"));
            return None;
        }
        Err(error) => {
            checks.push(Check::problem("model", said(&error), error.help()));
            return None;
        }
    };
    checks.push(Check::ok("model", described(&model)));
    if !model.external {
        return model.stamp;
    }
    match engine.probe_model() {
        Ok(probe) => probe.map(|probe| answered(&model, probe, checks)),
        Err(error) => {
            refused(&model, &error, checks);
            None
        }
    }
}

fn described(model: &ConfiguredModel) -> String {
    match &model.url {
        Some(url) => format!("{} at {url}", model.name),
        None if model.external => format!("{}, run by quarry", model.name),
        None => format!("{}, inside quarry", model.name),
    }
}

fn answered(model: &ConfiguredModel, probe: ModelProbe, checks: &mut Vec<Check>) -> VectorModel {
    let first = figures::duration(probe.opening);
    let (reached, known) = match model.url {
        Some(_) => (format!("answered, the first time in {first}"), "the server has the model"),
        None => (format!("loaded in {first}"), "the folder holds a model"),
    };
    checks.push(Check::ok("reachable", reached));
    checks.push(Check::ok("known", known));
    let time = figures::duration(probe.answering);
    checks.push(Check::ok("answers", format!("{} numbers, one request took {time}", probe.stamp.dimension)));
    probe.stamp
}

/// A model that fails late has passed what comes before.
fn refused(model: &ConfiguredModel, error: &ModelError, checks: &mut Vec<Check>) {
    let failed = match error {
        ModelError::ForeignAddress { .. } => "reachable",
        ModelError::Embed(error) => stage(error),
        ModelError::Rerank(_) => "answers",
    };
    if failed != "reachable" && model.url.is_some() {
        checks.push(Check::ok("reachable", "the server answers"));
    }
    if failed == "answers" && model.url.is_some() {
        checks.push(Check::ok("known", "the server has the model"));
    }
    checks.push(Check::problem(failed, said(error), error.help()));
}

/// The check that an error of the model belongs to.
fn stage(error: &EmbedError) -> &'static str {
    match error {
        EmbedError::Unreachable { .. } | EmbedError::TimedOut { .. } | EmbedError::Unavailable { .. } => "reachable",
        EmbedError::Dimension { .. } | EmbedError::NotFinite { .. } | EmbedError::Count { .. } => "answers",
        EmbedError::UnknownModel { .. } => "known",
        EmbedError::KeyMissing { .. } | EmbedError::KeyRefused { .. } => "key",
        EmbedError::Refused { .. } | EmbedError::Malformed { .. } => "protocol",
        _ => "usable",
    }
}

/// Whether the index holds vectors of the model, for all files.
fn of_vectors(stamp: &VectorModel, status: &Status) -> Check {
    let help = Some("run `quarry index`; until then answers go by keyword".to_owned());
    let manifest = &status.manifest;
    match &manifest.model {
        None if manifest.files.is_empty() => Check::ok("vectors", "the index is empty"),
        None => Check::problem("vectors", "the index holds none", help),
        Some(indexed) if indexed != stamp => {
            let difference = match indexed.name == stamp.name {
                true => format!("another revision of {}", stamp.name),
                false => indexed.name.clone(),
            };
            Check::problem("vectors", format!("the index holds those of {difference}"), help)
        }
        Some(_) if status.embedded.n_files < manifest.files.len() => {
            Check::problem("vectors", super::status::vectors_of(status), help)
        }
        Some(_) => Check::ok("vectors", super::status::vectors_of(status)),
    }
}

/// Asks the model that re-ranks about one passage, if there is one.
fn of_reranker(engine: &Engine) -> Option<Check> {
    match engine.probe_reranker() {
        Ok(None) => None,
        Ok(Some(RerankProbe { name, url, elapsed })) => {
            let place = url.map_or(", run by quarry".to_owned(), |url| format!(" at {url}"));
            let time = figures::duration(elapsed);
            Some(Check::ok("rerank", format!("{name}{place}, one passage took {time}")))
        }
        Err(error) => Some(Check::problem("rerank", said(&error), error.help())),
    }
}

fn said(error: &ModelError) -> String {
    let mut text = error.to_string();
    if let Some(cause) = std::error::Error::source(error) {
        text.push_str(&format!(": {cause}"));
    }
    text
}
