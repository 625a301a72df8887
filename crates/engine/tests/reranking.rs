//! Answers that a model puts in order: what moves, what stays, and what happens when it does not answer.

use expect_test::{Expect, expect};
use quarry_engine::{
    Engine, JudgedChunk, Mode, ModelAccess, Quiet, Ranker, RerankProvider, SearchError, SearchMode, SearchRequest,
    SearchResponse, Settings,
};
use quarry_test_support::{DEAD_URL, Reply, Repository, Request, Server};

const SHOP: &str = "
    //- a.py
    def price_of(basket):
        return sum(basket.prices)
    //- b.py
    def price_with_tax(basket, rate):
        return price_of(basket) * rate
    //- c.py
    def print_price(basket):
        print(price_of(basket))
    //- d.py
    def price_in_euro(basket):
        return price_of(basket) / 24
";

struct Bench {
    repository: Repository,
    settings: Settings,
    access: ModelAccess,
}

impl Bench {
    /// A repository whose settings name a model of Ollama at an address. One request at a time: the order is then known.
    fn new(url: &str) -> Bench {
        let mut settings = Settings::default();
        // By words alone, so that the order before does not move with what ranking learns.
        settings.search.mode = SearchMode::Keyword;
        settings.search.ranker = Ranker::None;
        settings.rerank.provider = RerankProvider::Ollama;
        settings.rerank.model = "judge".to_owned();
        settings.rerank.url = url.to_owned();
        settings.rerank.concurrency = 1;
        Bench { repository: Repository::new(SHOP), settings, access: ModelAccess::default() }
    }

    fn ask(&self) -> Result<SearchResponse, SearchError> {
        let home = self.repository.beside("home");
        let engine = Engine::new(self.repository.path(), &home, self.settings.clone());
        let engine = engine.with_model_access(self.access.clone());
        engine.index(Mode::Changed, &Quiet).expect("the repository is indexed");
        let request =
            SearchRequest { query: "price lang:python".to_owned(), explain: true, ..SearchRequest::default() };
        engine.open().expect("an index").search(&request)
    }

    #[track_caller]
    fn check(&self, expected: Expect) {
        expected.assert_eq(&match self.ask() {
            Ok(response) => shown(&response),
            Err(error) => format!("{error}: {}\n", std::error::Error::source(&error).expect("a cause")),
        });
    }
}

/// Hits with the model's scores, where they stood before, and what is told.
fn shown(response: &SearchResponse) -> String {
    let explained = response.explanation.as_ref().expect("it was asked for");
    let hits = response.hits.iter().map(|hit| format!("{} {:?}\n", hit.path, hit.rerank_score));
    let judged = explained.rerank.iter().flat_map(|rerank| {
        let line = |one: &JudgedChunk| {
            format!("{}: {}:{} was {}, {}\n", rerank.model, one.path, one.line, one.place_before, one.score)
        };
        rerank.judged.iter().map(line)
    });
    let notices = response.notices.iter().map(|notice| format!("note: {notice}\n"));
    hits.chain(judged).chain(notices).collect()
}

/// Likes functions by the last letter of their file's name: d.py best.
fn by_name(request: &Request) -> Reply {
    let names = ["a.py", "b.py", "c.py", "d.py"];
    let place =
        names.iter().position(|name| request.message().contains(&format!("\n{name}\n"))).expect("a file's name");
    Reply::said(request, &((place + 1) * 20).to_string())
}

#[test]
fn without_the_setting_nobody_is_asked_and_nothing_changes() {
    let server = Server::start(by_name);
    let mut bench = Bench::new(&server.url());
    bench.settings.rerank.provider = RerankProvider::None;
    bench.check(expect![[r#"
        a.py None
        c.py None
        d.py None
        b.py None
    "#]]);
    assert!(server.requests().is_empty());
}

#[test]
fn the_first_are_put_in_order_and_the_rest_stay_behind_as_they_were() {
    let server = Server::start(by_name);
    let mut bench = Bench::new(&server.url());
    bench.check(expect![[r#"
        d.py Some(80.0)
        c.py Some(60.0)
        b.py Some(40.0)
        a.py Some(20.0)
        ollama/judge: d.py:1 was 3, 80
        ollama/judge: c.py:1 was 2, 60
        ollama/judge: b.py:1 was 4, 40
        ollama/judge: a.py:1 was 1, 20
    "#]]);
    bench.settings.rerank.top_n = 2;
    bench.check(expect![[r#"
        c.py Some(60.0)
        a.py Some(20.0)
        d.py None
        b.py None
        ollama/judge: c.py:1 was 2, 60
        ollama/judge: a.py:1 was 1, 20
    "#]]);
    let message = server.requests()[0].message().to_owned();
    assert!(message.contains("Query: price\n"), "filters are not part of the question: {message}");
}

#[test]
fn equal_scores_leave_the_order_as_it_was() {
    let server = Server::start(|request| Reply::said(request, "70"));
    Bench::new(&server.url()).check(expect![[r#"
        a.py Some(70.0)
        c.py Some(70.0)
        d.py Some(70.0)
        b.py Some(70.0)
        ollama/judge: a.py:1 was 1, 70
        ollama/judge: c.py:1 was 2, 70
        ollama/judge: d.py:1 was 3, 70
        ollama/judge: b.py:1 was 4, 70
    "#]]);
}

#[test]
fn a_model_that_does_not_answer_is_an_error_and_one_that_stops_is_a_notice() {
    Bench::new(DEAD_URL).check(expect![[r#"
        the results cannot be re-ranked: cannot reach http://127.0.0.1:1/api/chat
    "#]]);
    let server = Server::start(|request| match request.n {
        0 => Reply::said(request, "10"),
        1 => Reply::status(500, "out of memory"),
        _ => Reply::said(request, "I do not rate code"),
    });
    let told = shown(&Bench::new(&server.url()).ask().expect("an answer")).replace(&server.url(), "<url>");
    expect![[r#"
        c.py Some(50.0)
        d.py Some(50.0)
        b.py Some(50.0)
        a.py Some(10.0)
        ollama/judge: c.py:1 was 2, 50
        ollama/judge: d.py:1 was 3, 50
        ollama/judge: b.py:1 was 4, 50
        ollama/judge: a.py:1 was 1, 10
        note: 3 of 4 results could not be judged by ollama/judge and count 50 of 100: <url>/api/chat answered with status 500: out of memory
    "#]].assert_eq(&told);
}

#[test]
fn the_user_and_not_the_repository_names_a_server_elsewhere() {
    let server = Server::start(by_name);
    let mut bench = Bench::new("http://models.example.com");
    bench.check(expect![[r#"
        the results cannot be re-ranked: the settings name a model at http://models.example.com, which is not on this machine; code is sent there only if you say so: set QUARRY_RERANK_URL=http://models.example.com
    "#]]);
    bench.access.rerank_url = Some(server.url());
    assert!(bench.ask().is_ok());
    assert_eq!(server.requests().len(), 4);
}
