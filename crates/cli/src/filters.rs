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
        within: String::new(),
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

#[cfg(test)]
mod tests {
    use super::language;
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
}
