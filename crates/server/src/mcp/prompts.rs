//! Prompts: what a user may start with one word, where the client offers them as commands.

use rmcp::model::{ErrorData, GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};

use crate::repositories::Repositories;

const ONBOARDING: &str = "onboarding";
const REVIEW: &str = "review";

/// What there is.
pub(super) fn all() -> Vec<Prompt> {
    let argument = |name: &str, description: &str| PromptArgument::new(name).with_description(description);
    vec![
        Prompt::new(
            ONBOARDING,
            Some("Explains this repository to somebody who sees it for the first time."),
            Some(vec![argument("focus", "What the reader wants to work on.").with_required(false)]),
        )
        .with_title("Get to know a repository"),
        Prompt::new(
            REVIEW,
            Some("Reviews a change against the rest of the repository: what it breaks, repeats or forgets."),
            Some(vec![
                argument("change", "What to review: a branch, commits, files, or `uncommitted`.").with_required(true),
            ]),
        )
        .with_title("Review a change"),
    ]
}

/// A prompt with its arguments filled in.
pub(super) fn get(repositories: &Repositories, request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let argument = |name: &str| {
        let value = request.arguments.as_ref().and_then(|arguments| arguments.get(name));
        value.and_then(|value| value.as_str()).map(str::trim).filter(|text| !text.is_empty())
    };
    let names: Vec<String> = repositories.iter().map(|repository| repository.name().to_owned()).collect();
    let names = if names.is_empty() { "this repository".to_owned() } else { names.join(", ") };
    let text = match request.name.as_str() {
        ONBOARDING => onboarding(&names, argument("focus")),
        REVIEW => {
            let missing = || ErrorData::invalid_params("`change` is missing: say what to review", None);
            review(&names, argument("change").ok_or_else(missing)?)
        }
        other => return Err(ErrorData::invalid_params(format!("there is no prompt `{other}`"), None)),
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}

fn onboarding(names: &str, focus: Option<&str>) -> String {
    let focus =
        focus.map(|focus| format!("\nI want to work on: {focus}. Go deeper there, and say which files I would touch."));
    format!(
        "I am new to this code ({names}). Show me around.\n\
         1. Call Quarry's `status` for languages and size.\n\
         2. Use Quarry's `search` to find: what the project is for (type docs), where it starts (main, entry points), its main parts \
         and how they depend on each other, where data is stored, how errors are handled, how it is tested and built.\n\
         3. Write at most a page: purpose, a map of the parts with paths, the way of one typical request or run through them with \
         file:line references, how to build and test, and what surprised you.\n\
         Say only what you have seen in the code; where you guess, say so.{}",
        focus.unwrap_or_default()
    )
}

fn review(names: &str, change: &str) -> String {
    format!(
        "Review this change in {names}: {change}\n\
         1. Read the change itself.\n\
         2. For every function, type, setting or message it touches, use Quarry's `symbol` (callers) and `impact` to find who feels \
         it and which tests cover it, and `search` to find documentation, and code that does the same already.\n\
         3. Report, most serious first, with file:line for each: what breaks or behaves differently for callers; what is not \
         tested; what repeats existing code; what docs or settings no longer fit; what is unclear.\n\
         Leave out matters of taste. If you find nothing serious, say so in one line."
    )
}
