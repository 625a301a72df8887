//! What a language model is told about one passage, and the number in what it replies.

/// As CodeRAG asks. One passage at a time: models that are shown several favour the first.
const TASK: &str = "Rate relevance 0-100 of this code to the query. Reply with ONLY the number.";
/// Models that think aloud end their thoughts with this; numbers before it are not the answer.
const END_OF_THOUGHT: &str = "</think>";

/// The message about one passage.
pub(super) fn message(question: &str, passage: &str) -> String {
    format!("{TASK}\n\nQuery: {question}\n\nCode:\n{passage}\n\nRelevance (0-100):")
}

/// The first number of a reply; `None` if there is none. Digits inside a name (`utf8`) are no number.
pub(super) fn number_in(reply: &str) -> Option<f32> {
    let said = reply.rsplit(END_OF_THOUGHT).next().unwrap_or(reply);
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
    said.split(|letter| !is_part(letter)).find_map(number_of)
}

/// The number that a word is, or that a range like `80-90` begins with.
fn number_of(word: &str) -> Option<f32> {
    let (sign, rest) = word.strip_prefix('-').map_or((1.0, word), |rest| (-1.0, rest));
    let digits = rest.split('-').next()?.trim_end_matches('.');
    let number: f32 = digits.starts_with(|letter: char| letter.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::{message, number_in};
    use expect_test::expect;

    #[test]
    fn a_message_holds_the_task_the_question_and_the_passage() {
        expect![[r#"
            Rate relevance 0-100 of this code to the query. Reply with ONLY the number.

            Query: open the shop

            Code:
            src/shop.rs
            fn open() {}

            Relevance (0-100):"#]]
        .assert_eq(&message("open the shop", "src/shop.rs\nfn open() {}"));
    }

    #[test]
    fn the_first_number_counts_whatever_stands_around_it() {
        for (reply, number) in [
            ("85", 85.0),
            (" 85\n", 85.0),
            ("**85**/100", 85.0),
            ("Relevance: 85.", 85.0),
            ("85.5%", 85.5),
            ("80-90", 80.0),
            ("-5", -5.0),
            ("1000000", 1_000_000.0),
            ("utf8 is not asked for: 10", 10.0),
            ("<think>The query has 3 words.</think>\n\n70", 70.0),
        ] {
            assert_eq!(number_in(reply), Some(number), "{reply}");
        }
    }

    #[test]
    fn a_reply_without_a_number_has_none() {
        for reply in ["", "very relevant", "NaN", "inf", "-", "utf8", "1.2.3", "<think>90</think>", "九十"] {
            assert_eq!(number_in(reply), None, "{reply}");
        }
    }
}
