//! How a setting is declared once: the struct field, its documentation, its default, its range and its key in
//! `quarry.toml` all come from one line inside [`settings_group!`].
//!
//! Reading, printing and listing settings walk the same [`Entry`] list, so none of them can forget a setting.
//! Never here: which settings exist (`settings.rs`) or how TOML looks (`read.rs`, `write.rs`).

use std::ops::RangeInclusive;

use super::{Fusion, KeywordProfile, ModelProvider, PoolingChoice, Ranker, RerankProvider, SearchMode};
use crate::tokens::Tokenizer;

/// One line of the settings: a value that can be set, or the heading of a group of values.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    /// Full dotted key, `keyword.fields.name.weight`; empty for the root group.
    pub(crate) key: String,
    /// What it does and why its default is what it is, as one line.
    pub(crate) doc: &'static str,
    /// The values a number may take.
    pub(crate) range: Option<RangeInclusive<f64>>,
    /// Where the value lives.
    pub(crate) slot: Slot<'a>,
}

/// The place of one value, by its type.
#[derive(Debug)]
pub(crate) enum Slot<'a> {
    Group,
    Switch(&'a mut bool),
    Bytes(&'a mut u64),
    Count(&'a mut usize),
    Number(&'a mut f32),
    Text(&'a mut String),
    Globs(&'a mut Vec<String>),
    Choice(&'a mut dyn Choice),
}

/// A value that is one of a few words.
pub(crate) trait Choice: std::fmt::Debug {
    /// The words, the default first.
    fn words(&self) -> Vec<&'static str>;
    /// The word in force.
    fn word(&self) -> &'static str;
    /// Takes a word; `false` if it is none of them.
    fn choose(&mut self, word: &str) -> bool;
}

impl Slot<'_> {
    /// What a user has to write here.
    pub(crate) fn wanted(&self) -> &'static str {
        match self {
            Slot::Group => "a table",
            Slot::Switch(_) => "true or false",
            Slot::Bytes(_) | Slot::Count(_) => "a whole number",
            Slot::Number(_) => "a number",
            Slot::Text(_) | Slot::Choice(_) => "a text in quotes",
            Slot::Globs(_) => "a list of globs",
        }
    }
}

/// Anything that can stand in the settings: a value gives one entry, a group gives a heading and its members.
pub(crate) trait Setting {
    fn describe<'a>(&'a mut self, place: Place, entries: &mut Vec<Entry<'a>>);
}

/// Where in the settings something stands, and what its declaration says about it.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) key: String,
    pub(crate) doc: &'static str,
    pub(crate) range: Option<RangeInclusive<f64>>,
}

impl Place {
    /// The key of a member of this group.
    pub(crate) fn key_of(&self, member: &str) -> String {
        if self.key.is_empty() { member.to_owned() } else { format!("{}.{member}", self.key) }
    }

    /// The heading of this group.
    pub(crate) fn heading<'a>(&self) -> Entry<'a> {
        Entry { key: self.key.clone(), doc: self.doc.trim(), range: None, slot: Slot::Group }
    }

    fn entry(self, slot: Slot<'_>) -> Entry<'_> {
        Entry { key: self.key, doc: self.doc.trim(), range: self.range, slot }
    }
}

macro_rules! value {
    ($type:ty, $slot:ident) => {
        impl Setting for $type {
            fn describe<'a>(&'a mut self, place: Place, entries: &mut Vec<Entry<'a>>) {
                entries.push(place.entry(Slot::$slot(self)));
            }
        }
    };
}

value!(bool, Switch);
value!(u64, Bytes);
value!(usize, Count);
value!(f32, Number);
value!(String, Text);
value!(Vec<String>, Globs);

macro_rules! choice {
    ($type:ty) => {
        impl Choice for $type {
            fn words(&self) -> Vec<&'static str> {
                <$type>::ALL.into_iter().map(<$type>::as_str).collect()
            }

            fn word(&self) -> &'static str {
                self.as_str()
            }

            fn choose(&mut self, word: &str) -> bool {
                let chosen = <$type>::from_name(word);
                chosen.inspect(|chosen| *self = *chosen).is_some()
            }
        }

        value!($type, Choice);
    };
}

choice!(KeywordProfile);
choice!(SearchMode);
choice!(Ranker);
choice!(Fusion);
choice!(ModelProvider);
choice!(PoolingChoice);
choice!(RerankProvider);
choice!(Tokenizer);

/// Declares a group: `name: type = default;` or `name: type = default, from low to high;` with doc comments.
macro_rules! settings_group {
    (
        $(#[doc = $group_doc:literal])*
        pub struct $group:ident {
            $(
                $(#[doc = $doc:literal])*
                $name:ident: $type:ty = $default:expr $(, from $low:literal to $high:literal)?;
            )*
        }
    ) => {
        $(#[doc = $group_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $group {
            $(
                $(#[doc = $doc])*
                #[doc = concat!("\n\nDefault: `", stringify!($default), "`.")]
                pub $name: $type,
            )*
        }

        impl Default for $group {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl crate::settings::declare::Setting for $group {
            fn describe<'a>(
                &'a mut self,
                place: crate::settings::declare::Place,
                entries: &mut Vec<crate::settings::declare::Entry<'a>>,
            ) {
                entries.push(place.heading());
                $(
                    let member = crate::settings::declare::Place {
                        key: place.key_of(stringify!($name)),
                        doc: concat!($($doc),*),
                        range: [$(($low as f64)..=($high as f64))?].into_iter().next(),
                    };
                    self.$name.describe(member, entries);
                )*
            }
        }
    };
}
pub(crate) use settings_group;
