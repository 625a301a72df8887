//! Words that programmers use for one another: a question says `config`, the code says `settings`.

use quarry_store::words;

/// Groups of words with one meaning in code; a word may be in several. CodeRAG's five groups and more.
const GROUPS: [&str; 32] = [
    "test spec describe expect assert",
    "error exception failure fault panic",
    "throw raise fail",
    "config configuration settings options preferences",
    "auth authentication authorization login session token credential",
    "api endpoint route handler controller",
    "delete remove drop erase",
    "create make new build construct",
    "get fetch load read retrieve",
    "set update write modify change",
    "list array vector sequence",
    "map dictionary dict table hashmap",
    "start begin init initialize launch boot",
    "stop end finish shutdown close terminate",
    "cache memo memoize",
    "log logger logging trace",
    "retry backoff attempt",
    "timeout deadline expiry",
    "parse parser decode deserialize",
    "serialize encode dump marshal format",
    "print render display show draw",
    "folder directory dir",
    "function method procedure callback",
    "thread worker task job",
    "concurrent parallel async asynchronous",
    "lock mutex semaphore",
    "queue channel buffer",
    "database db storage store repository",
    "query search find lookup",
    "validate validation check verify",
    "response reply answer",
    "request call query",
];

/// The terms of the words that mean the same as one of these, without these.
pub(super) fn of(terms: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for group in GROUPS {
        let group: Vec<String> = words(group);
        if group.iter().any(|word| terms.contains(word)) {
            for word in group {
                if !terms.contains(&word) && !found.contains(&word) {
                    found.push(word);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_word_brings_its_group_without_itself() {
        let terms = ["config".to_owned(), "file".to_owned()];
        assert_eq!(of(&terms).join(" "), "configurat set option preferenc");
    }
}
