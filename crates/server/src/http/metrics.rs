//! Counters for Prometheus, in its text format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::IntoResponse;

use quarry_engine::Manifest;

use super::Service;
use crate::repository::{Doing, Repository};
use crate::wire::{RouteShape, milliseconds};

/// Upper bounds of the histogram, in seconds.
const BOUNDS: [f64; 8] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1.0, 10.0];

/// What happened since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics(Mutex<Counters>);

#[derive(Debug, Default)]
struct Counters {
    requests: BTreeMap<(String, String, u16), u64>,
    times: BTreeMap<String, Histogram>,
}

#[derive(Debug, Default)]
struct Histogram {
    /// Requests within each bound, and not within the one before.
    counts: [u64; BOUNDS.len()],
    n_all: u64,
    seconds: f64,
}

impl Metrics {
    pub(super) fn count(&self, route: &str, method: &Method, status: StatusCode, elapsed: Duration) {
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Methods that nobody registered are counted as one: strangers must not make new counters.
        let method = if is_common(method) { method.as_str() } else { "other" };
        *counters.requests.entry((route.to_owned(), method.to_owned(), status.as_u16())).or_default() += 1;
        let times = counters.times.entry(route.to_owned()).or_default();
        let seconds = elapsed.as_secs_f64();
        if let Some(at) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            times.counts[at] += 1;
        }
        times.n_all += 1;
        times.seconds += seconds;
    }

    /// How often each route was asked, and how long that took.
    pub(super) fn by_route(&self) -> Vec<RouteShape> {
        let counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shape = |(route, times): (&String, &Histogram)| RouteShape {
            route: route.clone(),
            requests: times.n_all,
            mean_ms: milliseconds(Duration::from_secs_f64(times.seconds / times.n_all.max(1) as f64)),
        };
        counters.times.iter().map(shape).collect()
    }

    fn render(&self, text: &mut String) {
        let counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        head(text, "quarry_http_requests_total", "counter", "Requests by route, method and status.");
        for ((route, method, status), count) in &counters.requests {
            let labels = format!("route=\"{}\",method=\"{method}\",status=\"{status}\"", escaped(route));
            let _ = writeln!(text, "quarry_http_requests_total{{{labels}}} {count}");
        }
        let name = "quarry_http_request_seconds";
        head(text, name, "histogram", "Time until an answer begins, by route.");
        for (route, times) in &counters.times {
            let route = escaped(route);
            let mut within = 0;
            for (bound, count) in BOUNDS.iter().zip(times.counts) {
                within += count;
                let _ = writeln!(text, "{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {within}");
            }
            let _ = writeln!(text, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {}", times.n_all);
            let _ = writeln!(text, "{name}_sum{{route=\"{route}\"}} {}", times.seconds);
            let _ = writeln!(text, "{name}_count{{route=\"{route}\"}} {}", times.n_all);
        }
    }
}

/// `GET /metrics`.
pub(super) async fn show(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let mut text = String::new();
    service.metrics.render(&mut text);
    let all: Vec<Arc<Repository>> = service.repositories.iter().collect();
    let mut gauge = |(name, kind, help): (&str, &str, &str), value: &dyn Fn(&Repository) -> u64| {
        head(&mut text, name, kind, help);
        for repository in &all {
            let _ = writeln!(text, "{name}{{repository=\"{}\"}} {}", escaped(repository.name()), value(repository));
        }
    };
    let held = |repository: &Repository, count: fn(&Manifest) -> u64| {
        repository.searcher().map_or(0, |searcher| count(searcher.manifest()))
    };
    gauge(("quarry_index_files", "gauge", "Indexed files."), &|one| held(one, |manifest| manifest.files.len() as u64));
    gauge(("quarry_index_chunks", "gauge", "Indexed chunks."), &|one| held(one, Manifest::n_chunks));
    gauge(("quarry_index_generation", "gauge", "Generation that answers now."), &|one| {
        held(one, |manifest| manifest.generation)
    });
    gauge(("quarry_indexing", "gauge", "1 while files are looked at or indexed."), &|repository| {
        u64::from(repository.reading().doing != Doing::Nothing)
    });
    gauge(("quarry_answers_exact_total", "counter", "Answers given before to the same request."), &|repository| {
        repository.cache_statistics().n_exact
    });
    gauge(("quarry_answers_near_total", "counter", "Answers given before to a like question."), &|repository| {
        repository.cache_statistics().n_near
    });
    gauge(("quarry_answers_new_total", "counter", "Questions that had to be answered."), &|repository| {
        repository.cache_statistics().n_missed
    });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

fn is_common(method: &Method) -> bool {
    [Method::GET, Method::POST, Method::HEAD, Method::DELETE, Method::OPTIONS].contains(method)
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn escaped(label: &str) -> String {
    label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
