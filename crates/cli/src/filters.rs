//! Filter flags as typed -> the engine's filter, every word checked.

use quarry_engine::{Filter, FilterError, NamePattern, PathPattern, language_by_name};
use quarry_source::{ContentType, SymbolKind};

use crate::args::FilterArgs;

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
