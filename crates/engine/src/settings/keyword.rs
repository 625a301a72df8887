//! Keyword ranking: the weights of BM25F, as two profiles that can be changed number by number.
//!
//! tf' = sum over fields of weight x tf / (1 - b + b x length / average length); a word scores
//! idf x tf' x (k1 + 1) / (tf' + k1).

use super::declare::settings_group;

/// A named set of keyword weights to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordProfile {
    /// Quarry's own weights, tuned on 31 repositories and confirmed on 32 others.
    Quarry,
    /// The weights that CodeContext documents.
    Codecontext,
}

impl KeywordProfile {
    /// Every profile, the default first.
    pub const ALL: [KeywordProfile; 2] = [KeywordProfile::Quarry, KeywordProfile::Codecontext];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            KeywordProfile::Quarry => "quarry",
            KeywordProfile::Codecontext => "codecontext",
        }
    }

    /// The inverse of [`KeywordProfile::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.as_str() == name)
    }
}

settings_group! {
    /// How words are weighed: BM25F over the fields of a chunk.
    pub struct KeywordSettings {
        /// The weights to start from: `quarry` (tuned on 31 repositories) or `codecontext` (CodeContext's weights).
        /// Every number below may still be set on its own.
        profile: KeywordProfile = KeywordProfile::Quarry;
        /// How slowly repetition stops counting. 10: with fields that weigh up to 12, a small number would make every
        /// match in a name count the same. NDCG@10 on the tuning repositories: .794 at 3, .806 at 5, .814 at 8, .818 at 10.
        k1: f32 = 10.0, from 0.0 to 100.0;
        /// What two neighbouring query words count as one (`hash map` finds hashmap). 0.5: +.003, and 1 is no better.
        joined_weight: f32 = 0.5, from 0.0 to 10.0;
        /// What a query word that is the project's own name counts: nearly every file holds it. 0.2: +.004.
        project_word_weight: f32 = 0.2, from 0.0 to 10.0;
        /// What words that mean the same as one of the question's count (`config` also finds settings). 0: they are not looked
        /// for; what the vectors know of meaning serves better.
        synonym_weight: f32 = 0.0, from 0.0 to 10.0;
        /// The fields of a chunk.
        fields: FieldWeights = FieldWeights::default();
    }
}

settings_group! {
    /// The fields of a chunk that words are looked up in.
    pub struct FieldWeights {
        /// Names of the definitions that begin in the chunk. 3, with the path weights below: .776 against .755 at 2.
        name: FieldWeight = FieldWeight { weight: 3.0, b: 0.4 };
        /// The same names with what they stand in. 0: `name` and `enclosing` already hold these words.
        qualified_name: FieldWeight = FieldWeight { weight: 0.0, b: 0.4 };
        /// Heads of the definitions. 0: the same text is in `content`.
        signature: FieldWeight = FieldWeight { weight: 0.0, b: 0.75 };
        /// Doc comments of the definitions, counted once more on top of `content`: +.001.
        docstring: FieldWeight = FieldWeight { weight: 1.0, b: 0.6 };
        /// The code itself: the unit that the other weights are compared to.
        content: FieldWeight = FieldWeight { weight: 1.0, b: 0.75 };
        /// The file's name without its ending. 12: people name files after what is in them (at k1 = 10: .807 with 8,
        /// .817 with 12).
        filename: FieldWeight = FieldWeight { weight: 12.0, b: 0.6 };
        /// The directories above the file.
        file_path: FieldWeight = FieldWeight { weight: 2.0, b: 0.4 };
        /// Names of definitions that began in an earlier chunk and still run here: +.004.
        enclosing: FieldWeight = FieldWeight { weight: 1.0, b: 0.4 };
    }
}

settings_group! {
    /// How one field counts.
    pub struct FieldWeight {
        /// How much a word in this field counts, content being 1; 0 leaves the field out.
        weight: f32 = 1.0, from 0.0 to 1000.0;
        /// How much a long field is held against it: 0 not at all, 1 in full proportion.
        b: f32 = 0.75, from 0.0 to 1.0;
    }
}

impl KeywordSettings {
    /// All numbers of a profile.
    pub fn of(profile: KeywordProfile) -> KeywordSettings {
        match profile {
            KeywordProfile::Quarry => KeywordSettings::default(),
            KeywordProfile::Codecontext => codecontext(),
        }
    }
}

/// CodeContext's numbers: one b for all fields, no joined words, the project's name a word like any other.
fn codecontext() -> KeywordSettings {
    let field = |weight| FieldWeight { weight, b: 0.75 };
    KeywordSettings {
        profile: KeywordProfile::Codecontext,
        k1: 1.2,
        joined_weight: 0.0,
        project_word_weight: 1.0,
        synonym_weight: 0.0,
        fields: FieldWeights {
            name: field(15.0),
            qualified_name: field(12.0),
            signature: field(10.0),
            docstring: field(8.0),
            content: field(6.0),
            filename: field(4.0),
            file_path: field(2.0),
            enclosing: field(0.0),
        },
    }
}

/// The weights as the store takes them.
impl From<&FieldWeights> for quarry_store::KeywordFields {
    fn from(fields: &FieldWeights) -> Self {
        let weight = |field: &FieldWeight| quarry_store::FieldWeight { weight: field.weight, b: field.b };
        quarry_store::KeywordFields {
            name: weight(&fields.name),
            qualified_name: weight(&fields.qualified_name),
            signature: weight(&fields.signature),
            docstring: weight(&fields.docstring),
            content: weight(&fields.content),
            filename: weight(&fields.filename),
            file_path: weight(&fields.file_path),
            enclosing: weight(&fields.enclosing),
        }
    }
}
