//! Settings as they are printed, every one with its reason.

use expect_test::expect;

use super::read;
use crate::settings::Settings;

#[test]
fn what_is_printed_is_read_back_unchanged() {
    let mut changed = read("[keyword]\nprofile = \"codecontext\"\nfields.content.b = 0.3\n");
    changed.index.exclude = vec!["/gen/**".to_owned(), "a \"b\" \\#.txt".to_owned()];
    changed.index.hidden = false;
    for settings in [Settings::default(), changed] {
        assert_eq!(read(&settings.to_toml()), settings);
    }
}

#[test]
fn the_defaults_are_printed_with_their_reasons() {
    expect![[r##"
        # Which files are read, and how they are cut.
        [index]
        # If any are given, only files that match one of these are indexed (gitignore syntax, relative to
        # the root). A pattern that spells out a name left out by default (`vendor/**`, `Cargo.lock`) brings
        # it back.
        include = []
        # Files and directories that are left out (gitignore syntax, relative to the root). `!name` keeps a
        # name that would be left out by default.
        exclude = []
        # Leave out what nobody wrote by hand: installed packages, build output, lock files, minified and
        # generated code, binaries. On, because such files outnumber and outrank the code people ask about.
        default_excludes = true
        # Obey .gitignore and .git/info/exclude. On: what is not in the repository is not its code. .ignore
        # and .quarryignore are always obeyed, the user's global gitignore never: same answer for everybody.
        gitignore = true
        # Index names that begin with a dot. On, because .github and .gitlab-ci.yml are questions too; .git,
        # .hg, .svn and .jj are never read.
        hidden = true
        # Index files that usually hold secrets (.env, private keys, credentials). Off: answers are pasted
        # and sent on.
        secrets = false
        # Larger files are skipped and named in the status. Of 135,000 files in 34 trees 101 are over 1 MB:
        # mostly register tables and test data, but also Zig's hand-written Sema.zig (1.6 MB).
        max_file_bytes = 1000000
        # The size a chunk is packed to. 1000, as CocoSearch has: 750 ranks files a little better (.822
        # against .817; 1500: .810) but shows less of an answer and makes a third more chunks.
        chunk_bytes = 1000
        # How far a chunk repeats the end of the one before it. 0: chunks end where syntax ends and carry
        # their enclosing names, so a repeated tail only adds duplicates (.817 against .816 with 300, as
        # CocoSearch has).
        overlap_bytes = 0
        # Threads that read and parse; 0 means all cores. The answer does not depend on it.
        threads = 0

        # How words are weighed: BM25F over the fields of a chunk.
        [keyword]
        # The weights to start from: `quarry` (tuned on 31 repositories) or `codecontext` (CodeContext's
        # weights). Every number below may still be set on its own.
        profile = "quarry"
        # How slowly repetition stops counting. 10: with fields that weigh up to 12, a small number would
        # make every match in a name count the same. NDCG@10 on the tuning repositories: .794 at 3, .806 at
        # 5, .814 at 8, .818 at 10.
        k1 = 10.0
        # What two neighbouring query words count as one (`hash map` finds hashmap). 0.5: +.003, and 1 is no
        # better.
        joined_weight = 0.5
        # What a query word that is the project's own name counts: nearly every file holds it. 0.2: +.004.
        project_word_weight = 0.2
        # What words that mean the same as one of the question's count (`config` also finds settings). 0:
        # they are not looked for; what the vectors know of meaning serves better.
        synonym_weight = 0.0

        # The fields of a chunk.
        [keyword.fields]

        # Names of the definitions that begin in the chunk. 3, with the path weights below: .776 against
        # .755 at 2.
        [keyword.fields.name]
        # How much a word in this field counts, content being 1; 0 leaves the field out.
        weight = 3.0
        # How much a long field is held against it: 0 not at all, 1 in full proportion.
        b = 0.4

        # The same names with what they stand in. 0: `name` and `enclosing` already hold these words.
        [keyword.fields.qualified_name]
        weight = 0.0
        b = 0.4

        # Heads of the definitions. 0: the same text is in `content`.
        [keyword.fields.signature]
        weight = 0.0
        b = 0.75

        # Doc comments of the definitions, counted once more on top of `content`: +.001.
        [keyword.fields.docstring]
        weight = 1.0
        b = 0.6

        # The code itself: the unit that the other weights are compared to.
        [keyword.fields.content]
        weight = 1.0
        b = 0.75

        # The file's name without its ending. 12: people name files after what is in them (at k1 = 10: .807
        # with 8, .817 with 12).
        [keyword.fields.filename]
        weight = 12.0
        b = 0.6

        # The directories above the file.
        [keyword.fields.file_path]
        weight = 2.0
        b = 0.4

        # Names of definitions that began in an earlier chunk and still run here: +.004.
        [keyword.fields.enclosing]
        weight = 1.0
        b = 0.4

        # Who turns text into vectors.
        [model]
        # `builtin` (Quarry's own: offline, nothing to install), `ollama`, `openai` (any service that speaks
        # its protocol), `onnx` (a folder with model.onnx and tokenizer.json) or `none` (words alone).
        provider = "builtin"
        # The model's name at its provider, or the path of its folder; for `builtin`, the file of a model
        # that you trained. Empty: the usual one (Quarry's own, nomic-embed-text, text-embedding-3-small).
        name = ""
        # Where an Ollama or OpenAI-compatible server listens on this machine. Empty: the provider's usual
        # address. A server elsewhere is named by the user, not by a repository: set QUARRY_MODEL_URL.
        url = ""
        # Numbers per vector. 0: as many as the model gives.
        dimensions = 0
        # Texts per request. 32: about 30 KB, which a server without a GPU answers in seconds.
        batch_size = 32
        # Requests under way at once. 2: the next is there when one is done.
        concurrency = 2
        # How long one request may take. 120: a server may load the model first.
        timeout_seconds = 120
        # How often a request is repeated that failed for a passing reason, with growing pauses.
        retries = 5
        # Requests per minute at most. 0: as many as there are.
        requests_per_minute = 0
        # Stands before every passage. Empty: what models of that name are known to need (nomic:
        # `search_document: `).
        passage_prefix = ""
        # Stands before every question. Empty: what models of that name are known to need (nomic:
        # `search_query: `).
        query_prefix = ""
        # How an ONNX model's token states become one vector: `auto` (by the model's name), `mean`, `cls`,
        # `last-token`.
        pooling = "auto"
        # Tokens the model reads; longer texts are cut. 0: what models of that name are known to read.
        max_tokens = 0

        # What the parts of a passage count beside its code, for the built-in model.
        [model.parts]
        # The words of the path.
        path = 0.5
        # The words of the file's name.
        stem = 0.4
        # The names of the definitions around it.
        enclosing = 0.8
        # What the file says first and what it defines.
        card = 0.8

        # How candidates are found and what an answer holds.
        [search]
        # What a search goes by: `hybrid` (words and meaning), `keyword` or `semantic` alone, or `auto`
        # (words only if the question holds an identifier, as CocoSearch does).
        mode = "hybrid"
        # What puts candidates in order: `learned` (weights fitted to questions with known answers), `rules`
        # (weights set by hand) or `none` (their places in the lists).
        ranker = "learned"
        # How two lists become one when there is no ranker: `rrf` (places), `dbsf` or `weighted` (scores).
        fusion = "rrf"
        # How much the first places count when two lists are joined: a place counts 1 / (rrf_k + place). 60,
        # as in the paper that introduced it.
        rrf_k = 60.0
        # What a place among the vectors counts, one among the words being 1.
        semantic_weight = 1.0
        # Chunks whose vectors are less like the question's (cosine) are no answer: something is always
        # nearest. 0.2: words that a repository does not know come up to 0.18, good answers from about 0.25
        # on.
        min_similarity = 0.2
        # Results of one search: one screen.
        limit = 10
        # Files named at most that the hits use or are used by, along the code graph, as CodeRAG has it. 0:
        # none are looked for.
        max_related = 10
        # Lines shown before each hit. 0: a hit is a whole piece of syntax already. At most 50: more is a
        # file, not context.
        context_before = 0
        # Lines shown after each hit, as for `context_before`.
        context_after = 0
        # Longer lines are cut for display, so that one minified line cannot fill an answer.
        max_line_chars = 200
        # Chunks that one file may place in an answer, as CodeContext has it. The best of each file comes
        # first.
        max_chunks_per_file = 2
        # A further chunk of a file comes only after so many other files. 5: two chunks side by side cost a
        # fiftieth of NDCG, one at the sixth place costs nothing.
        files_first = 5
        # How many candidates recall hands on to ranking. The best 100 files held the answer to all 616
        # tuning questions and to 99.8 % of 635 others (CocoSearch takes min(2 x limit, 100)).
        recall_depth = 100

        # Who re-orders the best results.
        [rerank]
        # `none`, or who reads the best results beside the question and puts them in order: a language model
        # of `ollama` or `openai` (any service that speaks its protocol), or `onnx` (a folder with a
        # cross-encoder: model.onnx and tokenizer.json). None: it takes seconds, and a language model need
        # not say the same twice.
        provider = "none"
        # The model's name at its provider, or the path of its folder. Empty: the usual one
        # (qwen2.5-coder:7b, gpt-4o-mini).
        model = ""
        # Where an Ollama or OpenAI-compatible server listens on this machine. Empty: the provider's usual
        # address. A server elsewhere is named by the user, not by a repository: set QUARRY_RERANK_URL. Its
        # key is read from QUARRY_RERANK_KEY or OPENAI_API_KEY.
        url = ""
        # How many results are judged; the others stay behind them as they were. 20, as CodeRAG has it: two
        # screens.
        top_n = 20
        # Results judged at once by a server. 4: as many as Ollama works on side by side where memory
        # allows.
        concurrency = 4
        # How long all results of a question may take together; what is not judged then counts 50 of 100.
        # 60: a server may load the model first.
        timeout_seconds = 60

        # What an assembled context holds.
        [context]
        # Tokens of the window that context and answer share. 8000, as CodeRAG has it.
        budget_tokens = 8000
        # Tokens of it that are left to whoever answers, but never more than a quarter. 2000, as CodeRAG has
        # it.
        reserve_tokens = 2000
        # What a token is: `o200k` (exact for OpenAI's models since GPT-4o, close for others) or `chars`
        # (four letters).
        tokenizer = "o200k"
        # Share of what is found. 0.6, 0.3 and 0.1, as CodeRAG has it; what one share does not use flows on
        # to the others.
        primary_share = 0.6
        # Share of what is related to it.
        related_share = 0.3
        # Share of how the files of both depend on each other.
        graph_share = 0.1
        # How much of the share of what is found goes to signatures before any body is shown: a file that is
        # named can be opened, a file that is left out is not known. 0.3: in 2000 tokens all of 536
        # questions find their file named, 97 % with lines of it; with 0.15 that is 99 % and 98 %, with 0.5
        # all and 96 %.
        signature_share = 0.3
        # Results of the search that are considered. 30: three screens.
        hits = 30
        # Lines of one result at most, around the match. 50, as CocoSearch has it.
        max_lines = 50
        # Lines of a result whose body does not fit. 8: in 1000 tokens 95 % of these questions find lines of
        # their file, with 12 lines 94 %.
        excerpt_lines = 8
        # Related definitions at most. 10, as CodeRAG has it.
        max_related = 10
        # Tokens of a repository map. 2000: a screen or two.
        map_tokens = 2000

        # A process that stays and answers faster.
        [daemon]
        # Let the first command start a process that keeps indexes open and answers the next ones; it ends
        # by itself. Off: nothing runs that nobody asked for. QUARRY_DAEMON=1 or 0 in the environment goes
        # before this.
        enabled = false
        # After so many minutes without a question it ends. 15: a pause is no end of work.
        idle_minutes = 15

        # Whether answers are counted, for `quarry savings`.
        [savings]
        # Note of every answer with code how many bytes it has, and from which files. On: it takes 25
        # microseconds, stays on this machine and holds no question. At most 8 MB are kept.
        enabled = true
    "##]]
    .assert_eq(&Settings::default().to_toml());
}

#[test]
fn every_key_has_a_default_and_a_text_and_can_be_set_to_its_default() {
    for key in Settings::keys() {
        assert!(key.doc.len() > "Too short.".len(), "{} is not documented", key.key);
        assert_eq!(read(&format!("{} = {}", key.key, key.default)), Settings::default(), "{}", key.key);
    }
}
