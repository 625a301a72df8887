//! `quarry models`: who can turn code into vectors, what each needs, and what the index of a repository uses.

use quarry_engine::{ModelProvider, OpenError, Settings, Status};
use quarry_server::wire::json_line;

use crate::End;
use crate::args::ModelsArgs;
use crate::config::{Environment, KEY_VARIABLES, Target, URL_VARIABLE};
use crate::console::{Console, DIM, printable};
use crate::table::{Align, Table};
use crate::wire::ModelsDocument;

/// A provider of models.
pub(crate) struct Offer {
    pub(crate) provider: &'static str,
    /// The model that is or would be used.
    pub(crate) model: String,
    pub(crate) needs: String,
    pub(crate) is_configured: bool,
}

pub(crate) fn run(args: &ModelsArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let target = environment.target(args.path.as_deref())?;
    let settings = target.settings()?;
    let offers = ModelProvider::ALL.map(|provider| offer(provider, &settings, &target));
    let status = match target.engine(settings).status() {
        Ok(status) => Some(status),
        Err(OpenError::Missing { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let root = target.root().to_string_lossy();
    console.print(&match args.json {
        true => json_line(&ModelsDocument::of(&offers, status.as_ref(), &root))?,
        false => table(&offers) + &in_index(status.as_ref()),
    })?;
    Ok(End::Done)
}

fn offer(provider: ModelProvider, settings: &Settings, target: &Target) -> Offer {
    let is_configured = settings.model.provider == provider;
    let named = Some(settings.model.name.clone()).filter(|name| is_configured && !name.is_empty());
    let usual = provider.external().map_or("", |external| external.default_model());
    let model = named.unwrap_or_else(|| match provider {
        ModelProvider::Builtin => "quarry's own".to_owned(),
        ModelProvider::None => "none: words alone".to_owned(),
        ModelProvider::Onnx => "any".to_owned(),
        ModelProvider::Ollama | ModelProvider::OpenAi => usual.to_owned(),
    });
    Offer { provider: provider.as_str(), model, needs: needs(provider, settings, target), is_configured }
}

fn needs(provider: ModelProvider, settings: &Settings, target: &Target) -> String {
    let is_configured = settings.model.provider == provider;
    let usual = provider.external().map_or("", |external| external.default_url());
    let named = Some(&settings.model.url).filter(|url| is_configured && !url.is_empty());
    let given = target.access().url.as_ref().filter(|_| is_configured);
    let url = given.or(named).map_or(usual, String::as_str);
    match provider {
        ModelProvider::Builtin | ModelProvider::None => "nothing".to_owned(),
        ModelProvider::Ollama => format!("an Ollama server at {url}"),
        ModelProvider::OpenAi => {
            let set = |is_set: Option<()>| if is_set.is_some() { " (set)" } else { "" };
            let [own, usual] = KEY_VARIABLES;
            let (address, key) = (target.access().url.as_ref().map(drop), target.access().key.as_ref().map(drop));
            format!("{URL_VARIABLE}={url}{}, a key in {own} or {usual}{}", set(address), set(key))
        }
        ModelProvider::Onnx if cfg!(feature = "onnx") => {
            "model.name: a folder with model.onnx and tokenizer.json".to_owned()
        }
        ModelProvider::Onnx => "a build of quarry with the feature `onnx`; this one has none".to_owned(),
    }
}

fn table(offers: &[Offer]) -> String {
    let mut table = Table::new(&["HERE", "PROVIDER", "MODEL", "NEEDS"].map(|name| (name, Align::Left)));
    for offer in offers {
        let here = if offer.is_configured { "yes" } else { "-" };
        table.row([here.to_owned(), offer.provider.to_owned(), offer.model.clone(), offer.needs.clone()]);
    }
    table.render()
}

fn in_index(status: Option<&Status>) -> String {
    let Some(status) = status else {
        return format!("\n{DIM}index{DIM:#}    none yet; `quarry index` makes it\n");
    };
    let vectors = super::status::vectors_of(status);
    let mut text = format!("\n{DIM}index{DIM:#}    {vectors}\n");
    if let Some(model) = &status.manifest.model {
        text.push_str(&format!("{DIM}revision{DIM:#} {}\n", printable(&model.revision)));
    }
    text
}
