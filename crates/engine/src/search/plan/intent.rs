//! What a question wants to do, told by its phrases. The five intents are CodeRAG's.

use super::phrases;

/// What a question wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Intent {
    /// Where something is defined.
    FindDefinition,
    /// Who uses something.
    FindUsage,
    /// How something works.
    UnderstandModule,
    /// What is like something.
    FindSimilar,
    /// Anything else.
    #[default]
    General,
}

/// Phrases by intent. A phrase is a run of whole words; `*` is any one word. The first intent with a phrase in the question is it.
const PHRASES: [(Intent, &[&str]); 4] = [
    (
        Intent::FindDefinition,
        &[
            "where is * defined",
            "where are * defined",
            "definition of",
            "defined in",
            "declaration of",
            "where is * declared",
        ],
    ),
    (
        Intent::FindUsage,
        &[
            "who calls",
            "what calls",
            "where is * called",
            "where is * used",
            "where are * used",
            "usage of",
            "usages of",
            "uses of",
            "references to",
            "callers of",
            "consumers of",
            "call sites of",
            "who uses",
        ],
    ),
    (
        Intent::FindSimilar,
        &["similar to", "alternatives to", "alternative to", "related to", "like this", "same as", "duplicates of"],
    ),
    (
        Intent::UnderstandModule,
        &[
            "how does",
            "how do",
            "how is",
            "how are",
            "explain",
            "what does",
            "overview of",
            "purpose of",
            "architecture of",
        ],
    ),
];

impl Intent {
    /// Every intent.
    const ALL: [Intent; 5] =
        [Intent::FindDefinition, Intent::FindUsage, Intent::UnderstandModule, Intent::FindSimilar, Intent::General];

    /// The intent of a word in explanations.
    pub fn from_name(name: &str) -> Option<Self> {
        Intent::ALL.into_iter().find(|intent| intent.as_str() == name)
    }

    /// The word in explanations.
    pub fn as_str(self) -> &'static str {
        match self {
            Intent::FindDefinition => "find_definition",
            Intent::FindUsage => "find_usage",
            Intent::UnderstandModule => "understand_module",
            Intent::FindSimilar => "find_similar",
            Intent::General => "general",
        }
    }

    pub(super) fn of(query: &[&str]) -> Intent {
        let found = PHRASES.iter().find(|(_, of)| of.iter().any(|phrase| phrases::occurs(phrase, query)));
        found.map(|(intent, _)| *intent).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Intent;

    #[test]
    fn phrases_tell_the_intent() {
        let of = |query: &str| Intent::of(&query.split(' ').collect::<Vec<_>>());
        assert_eq!(of("where is UsageError defined"), Intent::FindDefinition);
        assert_eq!(of("Who calls open_writer"), Intent::FindUsage);
        assert_eq!(of("how does the router work"), Intent::UnderstandModule);
        assert_eq!(of("code similar to parse_header"), Intent::FindSimilar);
        assert_eq!(of("retry policy"), Intent::General);
    }
}
