//! The type that a function returns, read from its signature.

use super::modules::Family;

/// Types that lend their content's methods, or are taken off before these are called.
const WRAPPERS: [&str; 14] = [
    "Option",
    "Result",
    "Box",
    "Arc",
    "Rc",
    "Promise",
    "Optional",
    "Awaitable",
    "Task",
    "Ref",
    "RefMut",
    "Cow",
    "CompletableFuture",
    "ValueTask",
];

/// The name of the type, without its path; `None` if the signature does not say.
pub(crate) fn returned<'a>(signature: &'a str, name: &str, family: Family) -> Option<&'a str> {
    let text = match family {
        Family::Go => behind_parameters(signature)?.trim_start_matches('('),
        Family::Jvm | Family::CSharp | Family::C if !signature.contains("fun ") && !signature.contains("def ") => {
            let before = signature.split_once(&format!("{name}("))?.0.trim_end_matches([' ', '*', '&']);
            before.rsplit_once(' ').map_or(before, |(_, last)| last)
        }
        _ => match signature.rsplit_once("->") {
            Some((_, behind)) => behind,
            None => behind_parameters(signature)?.trim_start().strip_prefix(':')?,
        },
    };
    core(text)
}

/// What stands behind the last closing bracket of the parameters. Go's list of results counts as behind.
fn behind_parameters(signature: &str) -> Option<&str> {
    let mut depth = 0;
    let mut seen = 0;
    let is_method = signature.starts_with("func (");
    for (at, letter) in signature.char_indices() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if letter == ')' && depth == 0 {
            seen += 1;
            if seen == if is_method { 2 } else { 1 } {
                return Some(signature[at + 1..].trim_start());
            }
        }
    }
    None
}

/// The name in a type expression: `Client` of `&'a mut net::Client<T>`, of `Promise<Client>` and of `*Client, error`.
fn core(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '\'');
    let text = match text.strip_prefix('\'') {
        Some(lifetime) => lifetime.split_once(' ').map_or("", |(_, behind)| behind),
        None => text,
    };
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || "_.:\\".contains(letter))).unwrap_or(text.len());
    let path = text[..end].trim_end_matches([':', '.']);
    let name = path.rsplit([':', '.', '\\']).next().unwrap_or(path);
    if matches!(name, "mut" | "dyn" | "impl" | "async" | "static" | "const") || WRAPPERS.contains(&name) {
        return core(text[end..].trim_start_matches(['<', '[', ' ']));
    }
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{Family, returned};

    #[test]
    fn signatures_say_what_is_returned() {
        let check =
            |family, signature, expected| assert_eq!(returned(signature, "open", family), expected, "{signature}");
        check(Family::Rust, "pub fn open(path: &Path) -> Result<net::Client<T>, Error>", Some("Client"));
        check(Family::Rust, "fn open(&self)", None);
        check(Family::Rust, "fn open<'a>(&'a self) -> &'a mut Store", Some("Store"));
        check(Family::Python, "def open(path: str) -> Optional[Client]:", Some("Client"));
        check(Family::Go, "func (s *Store) open(name string) (*Client, error)", Some("Client"));
        check(Family::Go, "func open() http.Client", Some("Client"));
        check(Family::JavaScript, "export async function open(a: (x) => void): Promise<Client>", Some("Client"));
        check(Family::Jvm, "public static Client open(String name)", Some("Client"));
        check(Family::Jvm, "fun open(name: String): Client", Some("Client"));
        check(Family::C, "struct client *open(void)", Some("client"));
    }
}
