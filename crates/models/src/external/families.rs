//! What is known of models by their name: the prefixes they were trained with, their length, their pooling.
//!
//! A model that was trained with task prefixes finds less without them, and no server adds them. The table covers what
//! people run; every value can be overridden, and an unknown model gets none of it.

use super::config::Pooling;

/// Models that share their habits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    /// What the model's name contains, in small letters.
    part: &'static str,
    /// Stands before every passage.
    pub(crate) passage: &'static str,
    /// Stands before every question.
    pub(crate) query: &'static str,
    /// Numbers per vector, where all sizes of the family agree.
    pub(crate) dimension: Option<usize>,
    /// Tokens it reads; what follows is not seen.
    pub(crate) max_tokens: usize,
    /// How token states become one vector.
    pub(crate) pooling: Pooling,
}

/// A family without prefixes.
const fn plain(part: &'static str, dimension: Option<usize>, max_tokens: usize) -> Family {
    Family { part, passage: "", query: "", dimension, max_tokens, pooling: Pooling::Mean }
}

/// A family whose questions have a prefix, and whose vector is the state of its first token.
const fn asking(part: &'static str, query: &'static str, dimension: Option<usize>, max_tokens: usize) -> Family {
    Family { part, passage: "", query, dimension, max_tokens, pooling: Pooling::Cls }
}

/// The instruction of BGE, which others have taken over.
const REPRESENT: &str = "Represent this sentence for searching relevant passages: ";
/// Qwen3 is told its task; this is ours.
const QWEN_TASK: &str = "Instruct: Given a question about code, retrieve the code that answers it\nQuery:";

/// The first that fits counts, so the special stand before the general.
const FAMILIES: [Family; 26] = [
    Family {
        pooling: Pooling::LastToken,
        ..asking("nomic-embed-code", "Represent this query for searching relevant code: ", Some(3584), 32_768)
    },
    Family { passage: "search_document: ", query: "search_query: ", ..plain("nomic-embed", Some(768), 8192) },
    Family {
        pooling: Pooling::Mean,
        ..asking(
            "e5-large-instruct",
            "Instruct: Given a question about code, retrieve the code that answers it\nQuery: ",
            Some(1024),
            512,
        )
    },
    Family { passage: "passage: ", query: "query: ", ..plain("e5-small", Some(384), 512) },
    Family { passage: "passage: ", query: "query: ", ..plain("e5-base", Some(768), 512) },
    Family { passage: "passage: ", query: "query: ", ..plain("e5-large", Some(1024), 512) },
    asking("bge-m3", "", Some(1024), 8192),
    asking("bge-small-en", REPRESENT, Some(384), 512),
    asking("bge-base-en", REPRESENT, Some(768), 512),
    asking("bge-large-zh", "为这个句子生成表示以用于检索相关文章:", Some(1024), 512),
    asking("bge-large", REPRESENT, Some(1024), 512),
    asking("bge-", REPRESENT, None, 512),
    asking("mxbai-embed-large", REPRESENT, Some(1024), 512),
    asking("mxbai-embed", REPRESENT, None, 512),
    asking("snowflake-arctic-embed2", "query: ", Some(1024), 8192),
    asking("snowflake-arctic-embed-l-v2", "query: ", Some(1024), 8192),
    asking("snowflake-arctic-embed-m-v2", "query: ", Some(768), 8192),
    asking("snowflake-arctic-embed", REPRESENT, None, 512),
    Family {
        passage: "title: none | text: ",
        query: "task: code retrieval | query: ",
        ..plain("embeddinggemma", Some(768), 2048)
    },
    Family { pooling: Pooling::LastToken, ..asking("qwen3-embedding", QWEN_TASK, None, 32_768) },
    plain("jina-embeddings-v2-base", Some(768), 8192),
    // Longer texts were not in its training, though it has 512 places.
    plain("all-minilm", Some(384), 256),
    asking("granite-embedding", "", None, 512),
    plain("text-embedding-3-small", Some(1536), 8191),
    plain("text-embedding-3-large", Some(3072), 8191),
    plain("text-embedding-ada-002", Some(1536), 8191),
];

/// What is known of the model with this name or in a folder of this name.
pub(crate) fn of(model: &str) -> Option<&'static Family> {
    let name = model.to_lowercase();
    FAMILIES.iter().find(|family| name.contains(family.part))
}

#[cfg(test)]
mod tests {
    use super::of;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(models: &[&str], expected: Expect) {
        let line = |model: &&str| match of(model) {
            Some(family) => format!("{model}: {:?} {:?} {:?}\n", family.passage, family.query, family.dimension),
            None => format!("{model}: unknown\n"),
        };
        expected.assert_eq(&models.iter().map(line).collect::<String>());
    }

    #[test]
    fn a_model_is_known_by_its_name_in_every_spelling() {
        check(
            &[
                "nomic-embed-text",
                "nomic-embed-text:v1.5",
                "nomic-ai/nomic-embed-text-v1.5",
                "intfloat/multilingual-e5-large",
                "BAAI/bge-small-en-v1.5",
                "mxbai-embed-large",
                "snowflake-arctic-embed2",
                "snowflake-arctic-embed:22m",
                "sentence-transformers/all-MiniLM-L6-v2",
                "text-embedding-3-small",
                "my-own",
            ],
            expect![[r#"
                nomic-embed-text: "search_document: " "search_query: " Some(768)
                nomic-embed-text:v1.5: "search_document: " "search_query: " Some(768)
                nomic-ai/nomic-embed-text-v1.5: "search_document: " "search_query: " Some(768)
                intfloat/multilingual-e5-large: "passage: " "query: " Some(1024)
                BAAI/bge-small-en-v1.5: "" "Represent this sentence for searching relevant passages: " Some(384)
                mxbai-embed-large: "" "Represent this sentence for searching relevant passages: " Some(1024)
                snowflake-arctic-embed2: "" "query: " Some(1024)
                snowflake-arctic-embed:22m: "" "Represent this sentence for searching relevant passages: " None
                sentence-transformers/all-MiniLM-L6-v2: "" "" Some(384)
                text-embedding-3-small: "" "" Some(1536)
                my-own: unknown
            "#]],
        );
    }
}
