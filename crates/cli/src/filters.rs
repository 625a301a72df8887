//! Filter flags as typed -> the engine's filter, every word checked.

use quarry_engine::{
    Filter, FilterError, NamePattern, PathPattern, content_type_by_name, kind_by_name, language_by_name,
};
use quarry_source::{ContentType, SymbolKind};

use crate::args::FilterArgs;
use crate::report::UsageError;

pub(crate) fn from_args(args: &FilterArgs) -> anyhow::Result<Filter> {
    let paths = |patterns: &[String]| patterns.iter().map(|text| PathPattern::new(text)).collect::<Result<Vec<_>, _>>();
    let names: Result<Vec<NamePattern>, FilterError> = args.name.iter().map(|text| NamePattern::new(text)).collect();
    Ok(Filter {
        within: String::new(),
        languages: args.lang.iter().map(|name| language_by_name(name)).collect::<Result<_, _>>()?,
        paths: paths(&args.path)?,
        excluded_paths: paths(&args.exclude)?,
        extensions: args.ext.iter().map(|ending| ending.trim_start_matches('.').to_owned()).collect(),
        // clap has refused other words.
        content_types: args.content_type.iter().filter_map(|name| ContentType::from_name(name)).collect(),
        kinds: args.kind.iter().filter_map(|name| SymbolKind::from_name(name)).collect(),
        names: names?,
    })
}

/// Whether every word is a filter as it may stand in a question: `lang:rust -path:tests`.
pub(crate) fn check_words(words: &str) -> anyhow::Result<()> {
    for word in words.split_whitespace() {
        match word.split_once(':') {
            Some(("lang" | "language", value)) => drop(language_by_name(value)?),
            Some(("path" | "-path", value)) => drop(PathPattern::new(value)?),
            Some(("kind", value)) => drop(kind_by_name(value)?),
            Some(("name", value)) => drop(NamePattern::new(value)?),
            Some(("type", value)) => drop(content_type_by_name(value)?),
            Some(("ext", _)) => {}
            _ => {
                let what = format!("`{word}` is no filter");
                let help = "filters are lang:, path:, -path:, ext:, kind:, name: and type:, as in `lang:rust`";
                return Err(UsageError { what, help: Some(help.to_owned()) }.into());
            }
        }
    }
    Ok(())
}
