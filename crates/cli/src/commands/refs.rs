//! `quarry refs`, `quarry callers`, `quarry callees`: who uses something, and what it uses.

use quarry_engine::{Asked, Confidence, Direction, EdgeKind, GraphAnswer, RelationAt, Walk};
use quarry_server::wire::{UsesDocument, json_line};

use super::lookup::{Lookup, Typed};
use crate::End;
use crate::args::{UsesArgs, UsualWalk};
use crate::asking::Uses;
use crate::config::Environment;
use crate::console::Console;
use crate::figures::counted;
use crate::render::graph::{self, Closing, Told};

/// What is asked about uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Refs,
    Callers,
    Callees,
}

impl Question {
    fn schema(self) -> &'static str {
        match self {
            Question::Refs => "quarry.refs.v1",
            Question::Callers => "quarry.callers.v1",
            Question::Callees => "quarry.callees.v1",
        }
    }

    fn uses(self) -> Uses {
        match self {
            Question::Refs => Uses::Refs,
            Question::Callers => Uses::Callers,
            Question::Callees => Uses::Callees,
        }
    }

    /// What one answer is called.
    fn noun(self) -> &'static str {
        match self {
            Question::Refs => "use",
            Question::Callers => "caller",
            Question::Callees => "callee",
        }
    }

    fn usual_walk(self) -> UsualWalk {
        let (direction, kinds): (Direction, &[EdgeKind]) = match self {
            Question::Refs => (Direction::UsedBy, &[]),
            Question::Callers => (Direction::UsedBy, &[EdgeKind::Calls]),
            Question::Callees => (Direction::Uses, &[EdgeKind::Calls]),
        };
        UsualWalk { direction, kinds, depth: 1 }
    }
}

pub(crate) fn run(
    args: &UsesArgs,
    question: Question,
    environment: &Environment,
    console: &mut Console,
) -> anyhow::Result<End> {
    let typed = Typed { words: &[&args.asked], path: args.path.as_deref(), refresh: args.refresh };
    let Some(mut lookup) = Lookup::open(&typed, environment, console)? else { return Ok(End::Stopped) };
    let asked = lookup.asked(&args.asked);
    let walk = args.walk.walk(question.usual_walk());
    let answer = lookup.asking.uses(question.uses(), &asked, &walk, args.limit.get())?;
    lookup.note_other_spelling(&asked, &answer.subjects);
    let end = if answer.relations.is_empty() { End::NothingFound } else { End::Done };
    if args.json {
        let document = UsesDocument::of(question.schema(), &args.asked, &answer, &lookup.answered());
        console.print(&json_line(&document)?)?;
        return Ok(end);
    }
    lookup.tell_notices(console);
    if answer.relations.is_empty() {
        console.note(&nothing(question, &asked, &walk, answer.n_uncertain));
        return Ok(end);
    }
    if args.quickfix {
        let name = |at: &RelationAt| at.relation.to.as_ref()?.symbol.as_ref().map(|symbol| symbol.name.to_string());
        let places = answer.relations.iter().map(|at| (&at.relation.from.path, at.relation.line, name(at)));
        console.print(&lookup.quickfix(places)?)?;
        return Ok(end);
    }
    let mut text = graph::subjects(&answer.subjects, &lookup.prefix);
    text.push_str(&match walk.direction {
        Direction::UsedBy => graph::users(&answer.relations, told(&asked, &walk), &lookup.prefix),
        Direction::Uses => graph::used(&answer.relations, &lookup.prefix),
    });
    if !args.refresh.quiet {
        text.push_str(&graph::closing(&closing(&answer, &walk), &lookup.answered()));
    }
    console.print(&text)?;
    Ok(end)
}

/// Who asks about one definition knows what its users use; who asks for one sort of use knows the sort.
fn told(asked: &Asked, walk: &Walk) -> Told {
    match (asked, walk.kinds.len()) {
        _ if walk.depth > 1 => Told::KindAndTarget,
        (Asked::File(_), _) => Told::KindAndTarget,
        (_, 1) => Told::Nothing,
        _ => Told::Kind,
    }
}

fn closing(answer: &GraphAnswer, walk: &Walk) -> Closing {
    let noun = if walk.kinds == [EdgeKind::Calls] { "call" } else { "use" };
    let way = if walk.direction == Direction::Uses { "into" } else { "in" };
    let counts = format!("{} {way} {}", counted(answer.n_relations, noun), counted(answer.n_files, "file"));
    let unsure = graph::unsure(answer.n_uncertain, walk.floor);
    Closing {
        counts: [Some(counts), unsure, answer.is_cut.then(|| graph::CUT.to_owned())].into_iter().flatten().collect(),
        n_hidden: answer.n_relations - answer.relations.len(),
    }
}

/// That there is nothing, and what there may be all the same.
fn nothing(question: Question, asked: &Asked, walk: &Walk, n_uncertain: usize) -> String {
    let found = format!("no {} found", question.noun());
    let unsure = graph::unsure(n_uncertain, walk.floor);
    let how_to_see = match (asked, walk.direction) {
        _ if unsure.is_some() && walk.floor != Confidence::Ambiguous => {
            Some("--confidence ambiguous shows what is less sure".to_owned())
        }
        // The graph does not know all: a function that is handed on as a value, a name in a template.
        (Asked::Name(name), Direction::UsedBy) => {
            let last = name.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or(name);
            Some(format!("`quarry grep -w {last}` shows every place that says it"))
        }
        _ => None,
    };
    [Some(found), unsure, how_to_see].into_iter().flatten().collect::<Vec<_>>().join("; ")
}
