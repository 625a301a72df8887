//! What every feature counts: `weights.toml`, read once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::feature::{Feature, Features};
use crate::search::recall::Recalled;
use crate::settings::Ranker;

static TABLES: LazyLock<BTreeMap<String, BTreeMap<String, f32>>> =
    LazyLock::new(|| toml::from_str(include_str!("weights.toml")).expect("weights.toml is checked by a test"));

/// Factors of the features.
#[derive(Clone, Debug)]
pub(in crate::search) struct Weights(Vec<f32>);

impl Weights {
    /// Those of a ranker for what was recalled; `None` if nobody ranks.
    pub(in crate::search) fn of(ranker: Ranker, recalled: &Recalled<'_>) -> Option<Weights> {
        let table = match ranker {
            Ranker::Learned if recalled.by_meaning.is_empty() => "learned-without-model",
            Ranker::Learned => "learned",
            Ranker::Rules => "rules",
            Ranker::None => return None,
        };
        let weight = |feature: &Feature| TABLES.get(table).and_then(|table| table.get(feature.as_str())).copied();
        Some(Weights(Feature::ALL.iter().map(|feature| weight(feature).unwrap_or_default()).collect()))
    }

    /// The sum, feature by feature in their order: always the same bits.
    pub(in crate::search) fn score(&self, features: &Features) -> f32 {
        self.contributions(features).sum()
    }

    pub(in crate::search) fn contributions<'a>(&'a self, features: &'a Features) -> impl Iterator<Item = f32> + 'a {
        features.as_slice().iter().zip(&self.0).map(|(value, weight)| value * weight)
    }
}

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::search::rank::feature::Feature;

    #[test]
    fn every_weight_is_that_of_a_feature() {
        assert_eq!(TABLES.keys().collect::<Vec<_>>(), ["learned", "learned-without-model", "rules"]);
        for name in TABLES.values().flat_map(|table| table.keys()) {
            assert!(Feature::ALL.iter().any(|feature| feature.as_str() == name), "{name} is no feature");
        }
    }
}
