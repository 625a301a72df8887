//! The evidence a candidate is judged by, one number each. What they count is data: `weights.toml`.

macro_rules! features {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $name:literal;)+) => {
        /// A sort of evidence about a candidate file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl Feature {
            /// Every feature, in the order they are stored and shown.
            pub const ALL: &'static [Feature] = &[$(Feature::$variant),+];

            /// Its name in `weights.toml` and in explanations.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)+
                }
            }

            /// What it is.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Feature::$variant => concat!($($meaning),+).trim_ascii(),)+
                }
            }
        }
    };
}

features! {
    /// Its best chunk by keyword, the best of all being 1.
    Words = "words";
    /// All of it by keyword, the best of the candidates being 1.
    FileWords = "file_words";
    /// The share of its chunks that fit at least half as well as its best, up to a half.
    Coherence = "coherence";
    /// Its best chunk by meaning, in deviations from the mean of the candidates, up to 2.5.
    Meaning = "meaning";
    /// It was found both ways.
    Both = "both";
    /// One over its place by meaning.
    MeaningPlace = "meaning_place";
    /// How much of the question its name says.
    Stem = "stem";
    /// The same, if its name says nothing else.
    WholeStem = "whole_stem";
    /// How much of the question its directories say.
    Directories = "directories";
    /// How much of the question's subject the best of its definitions is named after.
    SubjectInName = "subject_in_name";
    /// It defines what the question names, by the letter.
    Definition = "definition";
    /// The same, if the name is the whole question.
    NameAlone = "name_alone";
    /// A test, benchmark or fixture.
    Test = "test";
    /// An example or a document.
    Example = "example";
    /// Kept for old users.
    Legacy = "legacy";
    /// Declarations without code: a header, a `.d.ts`.
    Header = "header";
    /// Not code: configuration and data.
    Config = "config";
    /// How many definitions it holds.
    Definitions = "definitions";
    /// Definitions per line.
    Density = "density";
    /// How deep it lies below the folder of its package's sources.
    Depth = "depth";
    /// How many other files use what it defines.
    Used = "used";
}

/// The evidence about one candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features([f32; Feature::ALL.len()]);

impl Default for Features {
    fn default() -> Self {
        Features([0.0; Feature::ALL.len()])
    }
}

impl Features {
    /// One of them.
    pub fn get(&self, feature: Feature) -> f32 {
        self.0[feature as usize]
    }

    /// Sets one of them.
    pub fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    /// All of them, in the order of [`Feature::ALL`].
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }
}
