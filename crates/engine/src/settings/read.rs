//! Reading settings: the text of `quarry.toml` laid over the defaults, with every mistake put in its place.
//!
//! TOML is parsed with the position of each key and value; each is then looked up among the declared entries. Serde is
//! not used, because its errors know neither the full key nor the nearest valid one.

use std::ops::Range;
use std::path::Path;

use ignore::gitignore::GitignoreBuilder;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::declare::{Entry, Slot};
use super::error::Mistake;
use super::{KeywordSettings, Settings, SettingsError};

/// Below this likeness (0 to 1) a suggestion would be a guess. "max_file_byte" is .93, "maximum" none.
const LEAST_LIKENESS: f64 = 0.6;

/// One `key = value` of the file, with its full key and where both stand.
struct Assignment<'t> {
    key: String,
    key_span: Range<usize>,
    value: &'t Spanned<DeValue<'t>>,
}

pub(crate) fn settings(text: &str, file: &Path) -> Result<Settings, SettingsError> {
    from_text(text).map_err(|mistake| mistake.locate(text, file))
}

fn from_text(text: &str) -> Result<Settings, Mistake> {
    let table = DeTable::parse(text).map_err(|error| not_toml(&error, text))?;
    let mut settings = Settings::default();
    let assignments = assignments(table.get_ref(), &mut settings)?;
    // The profile comes first wherever it stands, because it sets what the other keys change.
    let is_profile = |assignment: &&Assignment<'_>| assignment.key == "keyword.profile";
    for assignment in assignments.iter().filter(is_profile) {
        assign(&mut settings, assignment)?;
        settings.keyword = KeywordSettings::of(settings.keyword.profile);
    }
    for assignment in &assignments {
        assign(&mut settings, assignment)?;
    }
    check_overlap(&settings, &assignments)?;
    Ok(settings)
}

fn not_toml(error: &toml::de::Error, text: &str) -> Mistake {
    let span = error.span().unwrap_or(text.len()..text.len());
    Mistake { span, key: None, what: format!("this is not TOML: {}", error.message().trim()), help: None }
}

/// Flattens tables into full keys, in the order of the file; refuses keys that are not declared.
fn assignments<'t>(table: &'t DeTable<'t>, settings: &mut Settings) -> Result<Vec<Assignment<'t>>, Mistake> {
    let entries = settings.entries();
    let mut pending = vec![(String::new(), table)];
    let mut found = Vec::new();
    let mut mistakes = Vec::new();
    while let Some((prefix, table)) = pending.pop() {
        for (name, value) in table {
            let key =
                if prefix.is_empty() { name.get_ref().to_string() } else { format!("{prefix}.{}", name.get_ref()) };
            match entries.iter().find(|entry| entry.key == key) {
                None => mistakes.push(unknown(key, name.span(), &entries)),
                Some(Entry { slot: Slot::Group, .. }) => match value.get_ref() {
                    DeValue::Table(inner) => pending.push((key, inner)),
                    other => mistakes.push(wrong_type(&key, value.span(), &Slot::Group, other)),
                },
                Some(_) => found.push(Assignment { key, key_span: name.span(), value }),
            }
        }
    }
    found.sort_by_key(|assignment| assignment.key_span.start);
    match mistakes.into_iter().min_by_key(|mistake| mistake.span.start) {
        Some(first) => Err(first),
        None => Ok(found),
    }
}

fn unknown(key: String, span: Range<usize>, entries: &[Entry<'_>]) -> Mistake {
    let help = nearest(&key, entries).map(|nearest| format!("did you mean `{nearest}`?"));
    Mistake { span, what: format!("unknown key `{key}`"), key: Some(key), help }
}

/// The declared key most like `key`: by its last word, then by the whole. Named as it would be typed in the same place.
fn nearest(key: &str, entries: &[Entry<'_>]) -> Option<String> {
    let (section, word) = key.rsplit_once('.').unwrap_or(("", key));
    let ((likeness, _), best) = entries
        .iter()
        .filter(|entry| !entry.key.is_empty())
        .map(|entry| {
            let last = entry.key.rsplit('.').next().unwrap_or_default();
            let by_word = strsim::normalized_damerau_levenshtein(word, last);
            let whole = strsim::normalized_damerau_levenshtein(key, &entry.key);
            ((by_word, whole), &entry.key)
        })
        .max_by(|(left, _), (right, _)| left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)))?;
    if likeness < LEAST_LIKENESS {
        return None;
    }
    match best.rsplit_once('.') {
        Some((best_section, last)) if best_section == section => Some(last.to_owned()),
        _ => Some(best.clone()),
    }
}

fn wrong_type(key: &str, span: Range<usize>, slot: &Slot<'_>, found: &DeValue<'_>) -> Mistake {
    let article = if found.type_str().starts_with(['a', 'i', 'o']) { "an" } else { "a" };
    let what = format!("`{key}` wants {}, found {article} {}", slot.wanted(), found.type_str());
    Mistake { span, key: Some(key.to_owned()), what, help: None }
}

fn assign(settings: &mut Settings, assignment: &Assignment<'_>) -> Result<(), Mistake> {
    let Some(entry) = settings.entries().into_iter().find(|entry| entry.key == assignment.key) else {
        return Ok(()); // `assignments` has refused unknown keys
    };
    let span = assignment.value.span();
    let bad_value = |what: String| Mistake { span: span.clone(), key: Some(assignment.key.clone()), what, help: None };
    let in_range = |value: &DeValue<'_>| {
        let (number, typed) = number(value);
        match &entry.range {
            Some(range) if !range.contains(&number) => {
                let (low, high) = (range.start(), range.end());
                Err(bad_value(format!("`{}` must be from {low} to {high}, found {typed}", assignment.key)))
            }
            _ => Ok(number),
        }
    };
    match (entry.slot, assignment.value.get_ref()) {
        (Slot::Switch(slot), DeValue::Boolean(on)) => *slot = *on,
        (Slot::Bytes(slot), value @ DeValue::Integer(_)) => *slot = in_range(value)? as u64,
        (Slot::Count(slot), value @ DeValue::Integer(_)) => *slot = in_range(value)? as usize,
        (Slot::Number(slot), value @ (DeValue::Integer(_) | DeValue::Float(_))) => {
            *slot = in_range(value)? as f32;
        }
        (Slot::Text(slot), DeValue::String(text)) => *slot = text.to_string(),
        (Slot::Choice(slot), DeValue::String(word)) => {
            if !slot.choose(word) {
                let known: Vec<String> = slot.words().iter().map(|word| format!("`{word}`")).collect();
                let known = known.join(" or ");
                return Err(bad_value(format!("`{}` must be {known}, found `{word}`", assignment.key)));
            }
        }
        (slot @ Slot::Globs(_), DeValue::Array(items)) => {
            let mut globs = Vec::new();
            for item in items {
                let DeValue::String(glob) = item.get_ref() else {
                    return Err(wrong_type(&assignment.key, item.span(), &slot, item.get_ref()));
                };
                if let Err(error) = GitignoreBuilder::new("").add_line(None, glob) {
                    let what = format!("`{}` holds an invalid glob: {error}", assignment.key);
                    return Err(Mistake { span: item.span(), key: Some(assignment.key.clone()), what, help: None });
                }
                globs.push(glob.to_string());
            }
            if let Slot::Globs(slot) = slot {
                *slot = globs;
            }
        }
        (slot, value) => return Err(wrong_type(&assignment.key, span, &slot, value)),
    }
    Ok(())
}

/// A TOML number and its text; what does not fit becomes NaN, which no range contains.
/// Every whole number that a range allows is far below 2^53, so the float holds it exactly.
fn number<'v>(value: &'v DeValue<'_>) -> (f64, &'v str) {
    match value {
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            (number.map_or(f64::NAN, |number| number as f64), integer.as_str())
        }
        DeValue::Float(float) => (float.as_str().parse().unwrap_or(f64::NAN), float.as_str()),
        _ => (f64::NAN, ""),
    }
}

/// The one rule between two keys: a chunk must move on by at least one byte.
fn check_overlap(settings: &Settings, assignments: &[Assignment<'_>]) -> Result<(), Mistake> {
    let (chunk, overlap) = (settings.index.chunk_bytes, settings.index.overlap_bytes);
    if overlap < chunk {
        return Ok(());
    }
    let typed = |key: &str| assignments.iter().find(|assignment| assignment.key == key);
    let blamed = typed("index.overlap_bytes").or_else(|| typed("index.chunk_bytes"));
    let what = format!("`index.overlap_bytes` ({overlap}) must be less than `index.chunk_bytes` ({chunk})");
    Err(Mistake {
        span: blamed.map_or(0..0, |assignment| assignment.value.span()),
        key: blamed.map(|assignment| assignment.key.clone()),
        what,
        help: None,
    })
}
