//! What is typed -> the parameters of a route.

use quarry_engine::{Asked, Walk};

use crate::args::{FilterArgs, GrepArgs, RelatedArgs, SearchArgs};

/// Names and values of a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs(Vec<(&'static str, String)>);

impl Pairs {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// With a value.
    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Pairs {
        self.0.push((name, value.to_string()));
        self
    }

    /// With a value, if there is one.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl ToString>) -> Pairs {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// With several values, if there are any.
    fn with_all(self, name: &'static str, values: &[String]) -> Pairs {
        if values.is_empty() { self } else { self.with(name, values.join(",")) }
    }

    /// With what may be a result at all.
    pub(crate) fn filtered(self, args: &FilterArgs, within: &str) -> Pairs {
        self.with_some("within", Some(within).filter(|within| !within.is_empty()))
            .with_all("lang", &args.lang)
            .with_all("path", &args.path)
            .with_all("exclude", &args.exclude)
            .with_all("ext", &args.ext)
            .with_all("kind", &args.kind)
            .with_all("name", &args.name)
            .with_all("type", &args.content_type)
    }

    /// With the edges that are followed.
    pub(crate) fn walked(self, walk: &Walk) -> Pairs {
        let kinds: Vec<String> = walk.kinds.iter().map(|kind| kind.as_str().to_owned()).collect();
        self.with("depth", walk.depth).with("confidence", walk.floor.as_str()).with_all("kind", &kinds)
    }

    /// A search.
    pub(crate) fn of_search(args: &SearchArgs, within: &str) -> Pairs {
        let options = &args.options;
        let rerank = options.rerank.is_some().then_some(true).or(options.no_rerank.then_some(false));
        Pairs::default()
            .with("query", &args.query)
            .with_some("mode", options.mode.as_ref())
            .with_some("rerank", rerank)
            .with_some("limit", options.limit)
            .with_some("per_file", options.per_file)
            .with_some("related", options.related())
            .with_some("before", options.around.before())
            .with_some("after", options.around.after())
            .filtered(&options.filters, within)
    }

    /// Every match of a pattern.
    pub(crate) fn of_grep(args: &GrepArgs, within: &str) -> Pairs {
        let case = match (args.ignore_case, args.case_sensitive) {
            (true, _) => "insensitive",
            (_, true) => "sensitive",
            _ => "smart",
        };
        // Paths and counts need no lines at all.
        let limit = if args.files || args.count { 0 } else { args.limit.unwrap_or(u32::MAX) };
        Pairs::default()
            .with("pattern", &args.pattern)
            .with_some("fixed", args.fixed_strings.then_some(true))
            .with_some("word", args.word.then_some(true))
            .with("case", case)
            .with("limit", limit)
            .with_some("before", args.around.before())
            .with_some("after", args.around.after())
            .filtered(&args.filters, within)
    }

    /// What is like something else.
    pub(crate) fn of_related(args: &RelatedArgs, within: &str) -> Pairs {
        Pairs::default()
            .with_some("limit", args.limit)
            .with_some("per_file", args.per_file)
            .filtered(&args.filters, within)
    }

    /// The same as a document, for what is too long for an address.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let value = |(name, value): (&str, &str)| match value.parse::<u64>() {
            Ok(number) if matches!(name, "limit" | "per_file") => (name.to_owned(), number.into()),
            _ => (name.to_owned(), value.into()),
        };
        serde_json::Value::Object(self.iter().map(value).collect())
    }
}

/// What is asked about, as a server reads it.
pub(crate) fn target(asked: &Asked) -> String {
    match asked {
        Asked::File(path) => path.to_string(),
        Asked::Line(path, line) => format!("{path}:{line}"),
        Asked::Name(name) => name.clone(),
    }
}
