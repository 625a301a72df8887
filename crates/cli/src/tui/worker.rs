//! Two threads behind the screen: one answers questions from an open index, one brings the index up to date.
//!
//! Orders in, news out. Of several questions that wait, only the last is answered. Answers come from what is indexed;
//! when there is more, the screen is told so and asks again.

mod answering;
mod indexing;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

use quarry_engine::{Engine, RepoPath};

use super::state::{News, Question, Steps};
use crate::progress;

pub(super) use indexing::Progressing;

/// What the answering thread is asked for.
pub(super) enum Order {
    Ask(Question),
    Show(RepoPath),
    Assemble(String),
}

/// Both threads, seen from the screen.
pub(super) struct Worker {
    orders: Option<Sender<Order>>,
    refreshes: Option<Sender<()>>,
    news: Receiver<News>,
    progress: Arc<Progressing>,
    threads: Vec<JoinHandle<()>>,
}

/// What both threads share.
#[derive(Clone)]
struct Shared {
    news: Sender<News>,
    /// A newer generation may be there than the one that is open.
    is_outdated: Arc<AtomicBool>,
}

impl Worker {
    /// Starts both, and the first refresh.
    pub(super) fn start(engine: &Engine) -> Worker {
        let (orders, ordered) = channel();
        let (refreshes, wanted) = channel();
        let (told, news) = channel();
        let shared = Shared { news: told, is_outdated: Arc::default() };
        let progress = Arc::new(Progressing::new(shared.clone()));
        let (engine, refreshing, own) = (engine.clone(), engine.clone(), Arc::clone(&progress));
        let ask_again = refreshes.clone();
        let threads = vec![
            std::thread::spawn(move || answering::run(&engine, &ordered, &shared, &ask_again)),
            std::thread::spawn(move || indexing::run(&refreshing, &wanted, &own)),
        ];
        let worker = Worker { orders: Some(orders), refreshes: Some(refreshes), news, progress, threads };
        worker.refresh();
        worker
    }

    pub(super) fn order(&self, order: Order) {
        // A thread that is gone is noticed where news are fetched.
        let _ = self.orders.as_ref().map(|orders| orders.send(order));
    }

    pub(super) fn refresh(&self) {
        let _ = self.refreshes.as_ref().map(|refreshes| refreshes.send(()));
    }

    /// What has been told since the last time. Fails if a thread broke down.
    pub(super) fn news(&self) -> anyhow::Result<Vec<News>> {
        let mut all = Vec::new();
        loop {
            match self.news.try_recv() {
                Ok(news) => all.push(news),
                // Threads end when they are told to, often before the loop that draws hears of it.
                Err(_) if progress::is_stopped() => return Ok(all),
                Err(TryRecvError::Empty) if self.threads.iter().any(JoinHandle::is_finished) => {
                    anyhow::bail!("a thread of the search broke down");
                }
                Err(TryRecvError::Empty) => return Ok(all),
                Err(TryRecvError::Disconnected) => anyhow::bail!("the threads of the search broke down"),
            }
        }
    }

    /// How far indexing is; `None` if nothing runs.
    pub(super) fn steps(&self) -> Option<Steps> {
        self.progress.steps()
    }
}

impl Drop for Worker {
    /// Ends both threads between two files; what is indexed by then is kept.
    fn drop(&mut self) {
        progress::request_stop();
        (self.orders, self.refreshes) = (None, None);
        for thread in self.threads.drain(..) {
            // One that broke down has said so.
            let _ = thread.join();
        }
    }
}
