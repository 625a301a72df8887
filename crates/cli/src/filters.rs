//! Filter flags as typed -> the engine's filter, every word checked.

use quarry_engine::{Filter, FilterError, Languages, NamePattern, PathPattern};
use quarry_source::{ContentType, Language, SymbolKind};

use crate::args::FilterArgs;
use crate::report::UsageError;
use crate::suggest::nearest;

pub(crate) fn from_args(args: &FilterArgs) -> anyhow::Result<Filter> {
    let paths = |patterns: &[String]| patterns.iter().map(|text| PathPattern::new(text)).collect::<Result<Vec<_>, _>>();
    let names: Result<Vec<NamePattern>, FilterError> = args.name.iter().map(|text| NamePattern::new(text)).collect();
    Ok(Filter {
        languages: languages(&args.lang)?,
        paths: paths(&args.path)?,
        excluded_paths: paths(&args.exclude)?,
        extensions: args.ext.iter().map(|ending| ending.trim_start_matches('.').to_owned()).collect(),
        // clap has refused other words.
        content_types: args.content_type.iter().filter_map(|name| ContentType::from_name(name)).collect(),
        kinds: args.kind.iter().filter_map(|name| SymbolKind::from_name(name)).collect(),
        names: names?,
    })
}

fn languages(names: &[String]) -> Result<Vec<Language>, UsageError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let known = Languages::default();
    names.iter().map(|name| language(name, &known)).collect()
}

/// A language by name, alias or file ending, or a dialect by name.
fn language(name: &str, known: &Languages) -> Result<Language, UsageError> {
    if let Some(info) = known.find(name) {
        return Ok(info.language.clone());
    }
    let dialects = known.dialect_names();
    if let Some(dialect) = dialects.iter().find(|dialect| dialect.eq_ignore_ascii_case(name)) {
        return Ok(Language::new(dialect));
    }
    let names = known
        .iter()
        .flat_map(|info| [info.language.as_str()].into_iter().chain(info.aliases.iter().map(String::as_str)));
    let help = match nearest(name, names.chain(dialects.iter().copied())) {
        Some(near) => format!("did you mean `{near}`? `quarry languages` lists all"),
        None => "`quarry languages` lists all".to_owned(),
    };
    Err(UsageError { what: format!("`{name}` is no language or dialect"), help: Some(help) })
}

/// A pattern that fits a path below `directory`, whatever letters it is made of. It also fits below a directory of the
/// same name elsewhere.
pub(crate) fn below(directory: &str) -> Result<PathPattern, FilterError> {
    let escaped: String = directory
        .chars()
        .map(|letter| match letter {
            '*' | '?' | '[' | '{' | '}' => format!("[{letter}]"),
            letter => letter.to_string(),
        })
        .collect();
    PathPattern::new(&escaped)
}

/// Whether a path is `directory` or lies below it.
pub(crate) fn is_below(path: &str, directory: &str) -> bool {
    directory.is_empty() || path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{below, is_below, language};
    use quarry_engine::Languages;

    #[test]
    fn languages_are_found_by_name_alias_and_dialect_and_suggested_otherwise() {
        let known = Languages::default();
        let found =
            |name: &str| language(name, &known).map(|language| language.to_string()).map_err(|error| error.help);
        assert_eq!(found("Rust"), Ok("rust".to_owned()));
        assert_eq!(found("py"), Ok("python".to_owned()));
        assert_eq!(found("github-actions"), Ok("github-actions".to_owned()));
        assert_eq!(found("pyhton"), Err(Some("did you mean `python`? `quarry languages` lists all".to_owned())));
        assert_eq!(found("klingon"), Err(Some("`quarry languages` lists all".to_owned())));
    }

    #[test]
    fn a_directory_with_odd_letters_is_taken_by_the_letter() {
        assert!(["a[1]", "a{b}", "a*"].iter().all(|directory| below(directory).is_ok()));
        assert!(is_below("src/a.rs", "src") && is_below("src/a.rs", "src/a.rs") && !is_below("srcs/a.rs", "src"));
    }
}
