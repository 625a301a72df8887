//! The model that the settings name, ready to embed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use quarry_models::{
    Access, Builtin, CachePlace, EmbedError, Embedder, External, Identity, ModelConfig, Probe, RerankError, Secret,
    Stop,
};
use quarry_store::VectorModel;

use crate::settings::{ModelProvider, ModelSettings};

/// Names the server of a model that embeds.
const URL_VARIABLE: &str = "QUARRY_MODEL_URL";

/// What only the user decides, never a repository: where code may be sent, and the key that opens the door.
#[derive(Clone, Debug, Default)]
pub struct ModelAccess {
    /// Address of a server, in place of the settings'.
    pub url: Option<String>,
    /// Key of a service.
    pub key: Option<Secret>,
    /// Address of the server of a model that re-ranks, in place of the settings'.
    pub rerank_url: Option<String>,
    /// Key of its service.
    pub rerank_key: Option<Secret>,
    /// Ends the work early.
    pub stop: Stop,
}

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It does not answer, or not as it should.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// It does not judge, or not as it should.
    #[error(transparent)]
    Rerank(#[from] RerankError),
    /// The settings of a repository would send its code away.
    #[error(
        "the settings name a model at {url}, which is not on this machine; code is sent there only if you say so: set {variable}={url}"
    )]
    ForeignAddress {
        /// Where.
        url: String,
        /// The environment variable by which the user says so.
        variable: &'static str,
    },
}

impl ModelError {
    /// What to do about it, if there is something beside what the error says itself.
    pub fn help(&self) -> Option<String> {
        match self {
            ModelError::Embed(error) => error.help(),
            ModelError::Rerank(error) => error.help(),
            ModelError::ForeignAddress { .. } => None,
        }
    }
}

/// The model that the settings name, before it is asked anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredModel {
    /// Provider and model, as an index names it.
    pub name: String,
    /// Where its server is, if it has one.
    pub url: Option<String>,
    /// Whether it is outside of Quarry.
    pub external: bool,
    /// What an index says of its vectors, if that is known without asking.
    pub stamp: Option<VectorModel>,
}

/// What a model outside of Quarry answered when it was asked for one vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelProbe {
    /// What an index says of its vectors.
    pub stamp: VectorModel,
    /// How long it took to be ready: loading, or the first request, with which a server may load the model.
    pub opening: Duration,
    /// How long one question took after that.
    pub answering: Duration,
}

/// An open model.
pub(crate) enum Model {
    Builtin(Box<Builtin>),
    External(Box<External>),
}

impl Model {
    pub(crate) fn embedder(&self) -> &dyn Embedder {
        match self {
            Model::Builtin(model) => model.as_ref(),
            Model::External(model) => model.as_ref(),
        }
    }

    /// What an index says of vectors of this model.
    pub(crate) fn stamp(&self) -> VectorModel {
        stamp_of(self.embedder().identity())
    }

    /// What went less well than it could since this was last asked.
    pub(crate) fn take_notices(&self) -> Vec<String> {
        match self {
            Model::Builtin(_) => Vec::new(),
            Model::External(model) => model.take_notices(),
        }
    }
}

/// Where models come from.
pub(crate) struct Models<'a> {
    pub(crate) settings: &'a ModelSettings,
    pub(crate) access: &'a ModelAccess,
    /// Folder of vectors that were paid for.
    pub(crate) cache: PathBuf,
}

impl Models<'_> {
    /// The model of the settings, or none if they want none. `indexed` is what the index holds: a server need not be asked
    /// what is known from there.
    pub(crate) fn open(&self, indexed: Option<&VectorModel>) -> Result<Option<Model>, ModelError> {
        let Some((config, access)) = self.external(indexed)? else {
            return self.builtin();
        };
        Ok(Some(Model::External(Box::new(External::open(&config, &access)?))))
    }

    fn builtin(&self) -> Result<Option<Model>, ModelError> {
        if self.settings.provider != ModelProvider::Builtin {
            return Ok(None);
        }
        let weights = (&self.settings.parts).into();
        let model = match self.settings.name.as_str() {
            "" => Builtin::shipped(weights),
            path => Builtin::from_file(Path::new(path), weights)?,
        };
        Ok(Some(Model::Builtin(Box::new(model))))
    }

    /// The model of the settings, without asking it anything; none if they want none.
    pub(crate) fn configured(&self) -> Result<Option<ConfiguredModel>, ModelError> {
        if let Some((config, _)) = self.outside(None) {
            let name = format!("{}/{}", config.provider.as_str(), config.model);
            let url = Some(config.url).filter(|url| !url.is_empty());
            return Ok(Some(ConfiguredModel { name, url, external: true, stamp: None }));
        }
        let stamp = self.builtin()?.map(|model| model.stamp());
        let configured = |stamp: VectorModel| ConfiguredModel {
            name: stamp.name.clone(),
            url: None,
            external: false,
            stamp: Some(stamp),
        };
        Ok(stamp.map(configured))
    }

    /// Asks a model outside of Quarry for one vector, once; `None` if the settings name no such model.
    pub(crate) fn probe(&self) -> Result<Option<ModelProbe>, ModelError> {
        let Some((config, access)) = self.external(None)? else { return Ok(None) };
        let Probe { identity, opening, answering } = External::probe(&ModelConfig { retries: 0, ..config }, &access)?;
        Ok(Some(ModelProbe { stamp: stamp_of(&identity), opening, answering }))
    }

    /// How the model is asked, if it is outside of Quarry and may be asked.
    pub(crate) fn external(&self, indexed: Option<&VectorModel>) -> Result<Option<(ModelConfig, Access)>, ModelError> {
        match self.outside(indexed) {
            Some((config, _)) if self.access.url.is_none() && is_elsewhere(&config.url) => {
                Err(ModelError::ForeignAddress { url: config.url, variable: URL_VARIABLE })
            }
            asked => Ok(asked),
        }
    }

    /// How the model would be asked, if it is outside of Quarry.
    pub(crate) fn outside(&self, indexed: Option<&VectorModel>) -> Option<(ModelConfig, Access)> {
        let provider = self.settings.provider.external()?;
        let mut config = self.settings.config(provider);
        if let Some(url) = &self.access.url {
            config.url = url.clone();
        }
        let name = config.identity_name();
        let access = Access {
            key: self.access.key.clone(),
            known_dimension: indexed.filter(|model| model.name == name).map(|model| model.dimension as usize),
            cache: Some(CachePlace { folder: self.cache.clone(), max_bytes: CachePlace::DEFAULT_MAX_BYTES }),
            stop: self.access.stop.clone(),
        };
        Some((config, access))
    }
}

fn stamp_of(identity: &Identity) -> VectorModel {
    let Identity { name, revision, dimension } = identity.clone();
    VectorModel { name, revision, dimension: dimension as u32 }
}

/// Whether an address is not this machine's. A folder has none.
pub(crate) fn is_elsewhere(url: &str) -> bool {
    let Some((_, behind)) = url.split_once("://") else { return !url.is_empty() };
    let authority = behind.split(['/', '?', '#']).next().unwrap_or_default();
    // What stands before an @ is a name and a password, and could be made to look like this machine.
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    match host.parse::<std::net::IpAddr>() {
        Ok(address) => !address.is_loopback(),
        Err(_) => host != "localhost",
    }
}

#[cfg(test)]
mod tests {
    use super::is_elsewhere;

    #[test]
    fn only_loopback_is_here() {
        for here in ["http://127.0.0.1:11434", "http://localhost/v1", "https://[::1]:8080/v1", ""] {
            assert!(!is_elsewhere(here), "{here}");
        }
        for away in ["https://api.example.com/v1", "http://127.0.0.1@evil.test/", "http://localhost.evil.test", "evil"]
        {
            assert!(is_elsewhere(away), "{away}");
        }
    }
}
