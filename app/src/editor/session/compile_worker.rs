//! A thread that compiles the latest document, so that the window never waits.
//!
//! Jobs do not queue: a newer one takes the place of one that was not begun. A job that is under way ends and its result is used, so
//! that pictures come during a long run of edits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use wavewright_core::Diagnostic;
use wavewright_core::compile::{CompileCache, CompileInput, Effect, Statistics, compile};
use wavewright_core::diagnostic::merged;
use wavewright_core::gpu::{Gpu, PipelineCache, Player, Prepared};
use wavewright_core::graph::{Document, PortRef, check::check};
use wavewright_core::media::Files;
use wavewright_core::node::SpecSource;

use super::task::{Wake, panic_message, wait_for};

/// Stack of the thread: compilers walk expressions by recursion.
const STACK_BYTES: usize = 64 << 20;

/// What to compile.
#[derive(Clone)]
pub struct Job {
    /// Counts up; results carry it.
    pub serial: u64,
    /// The document as it was.
    pub document: Arc<Document>,
    /// What its nodes are.
    pub specs: Arc<dyn SpecSource + Send + Sync>,
    /// Files that it names.
    pub files: Arc<dyn Files + Send + Sync>,
    /// Outputs to be looked at.
    pub looks: Vec<PortRef>,
}

/// What came of a job.
pub struct Outcome {
    /// The job's.
    pub serial: u64,
    /// Problems, of the graph and of compiling.
    pub diagnostics: Vec<Diagnostic>,
    /// The effect, ready to run; `None` where it can't.
    pub made: Option<Made>,
    /// Whether the document has something to show at all. Where it hasn't, nothing should be shown.
    pub shows_something: bool,
    /// How long it took.
    pub took: Duration,
}

/// A compiled effect.
pub struct Made {
    /// The effect.
    pub effect: Arc<Effect>,
    /// The effect on the device; `None` where there is no device.
    pub prepared: Option<Prepared>,
    /// What it costs.
    pub statistics: Statistics,
}

/// The thread. Dropping it lets a job under way end, and nobody waits for it.
pub struct CompileWorker {
    mailbox: Arc<Mailbox>,
    outcomes: Receiver<Outcome>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct Mailbox {
    state: Mutex<MailboxState>,
    changed: Condvar,
}

#[derive(Default)]
struct MailboxState {
    job: Option<Job>,
    is_working: bool,
    is_closed: bool,
}

impl CompileWorker {
    /// Starts the thread. Effects are made ready on `gpu` where there is one.
    ///
    /// # Errors
    /// The system starts no more threads.
    pub fn start(gpu: Option<Gpu>, wake: Wake) -> std::io::Result<Self> {
        let mailbox = Arc::new(Mailbox::default());
        let (sender, outcomes) = channel();
        let compiler = Compiler { gpu, compiled: CompileCache::default(), pipelines: PipelineCache::new() };
        let thread = std::thread::Builder::new().name("compile".to_owned()).stack_size(STACK_BYTES).spawn({
            let mailbox = Arc::clone(&mailbox);
            move || work(&mailbox, &compiler, &sender, &wake)
        })?;
        Ok(Self { mailbox, outcomes, thread })
    }

    /// The program ends: waits until the thread is not in the driver.
    pub(super) fn end(&self) {
        self.mailbox.close();
        wait_for(&self.thread);
    }

    /// Asks for `job`, in place of one that was not begun.
    pub fn request(&self, job: Job) {
        self.mailbox.lock().job = Some(job);
        self.mailbox.changed.notify_one();
    }

    /// The next result, where one has come.
    #[must_use]
    pub fn poll(&self) -> Option<Outcome> {
        self.outcomes.try_recv().ok()
    }

    /// Whether a job waits or is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let state = self.mailbox.lock();
        state.is_working || state.job.is_some()
    }
}

impl Drop for CompileWorker {
    fn drop(&mut self) {
        self.mailbox.close();
    }
}

impl Mailbox {
    fn lock(&self) -> std::sync::MutexGuard<'_, MailboxState> {
        // What the lock guards is always whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// The next job; `None` when there will be none.
    fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        state.is_working = false;
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.job.take() {
                state.is_working = true;
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(mailbox: &Mailbox, compiler: &Compiler, sender: &Sender<Outcome>, wake: &Wake) {
    while let Some(job) = mailbox.take() {
        let start = Instant::now();
        let mut outcome = catch_unwind(AssertUnwindSafe(|| compiler.run(&job))).unwrap_or_else(|panic| Outcome {
            serial: job.serial,
            diagnostics: vec![
                Diagnostic::error(format!("the compiler failed: {}", panic_message(panic.as_ref())))
                    .help("this is a fault of Wavewright; undo the last change, and save the document to report it"),
            ],
            made: None,
            shows_something: true,
            took: Duration::ZERO,
        });
        outcome.took = start.elapsed();
        if sender.send(outcome).is_err() {
            return;
        }
        wake();
    }
}

struct Compiler {
    gpu: Option<Gpu>,
    compiled: CompileCache,
    pipelines: PipelineCache,
}

impl Compiler {
    fn run(&self, job: &Job) -> Outcome {
        let specs: &dyn SpecSource = job.specs.as_ref();
        let checked = check(&job.document, specs);
        let shows_something = !job.looks.is_empty();
        let input = CompileInput { document: &job.document, specs, files: job.files.as_ref(), looks: &job.looks, cache: &self.compiled };
        let compiled = compile(&input);
        let mut diagnostics = merged(checked, compiled.diagnostics);
        let made = compiled.effect.and_then(|effect| {
            let statistics = Statistics::of(&effect);
            let Some(gpu) = &self.gpu else { return Some(Made { effect, prepared: None, statistics }) };
            match Player::prepare(gpu, Arc::clone(&effect), &self.pipelines) {
                Ok(prepared) => Some(Made { effect, prepared: Some(prepared), statistics }),
                Err(error) => {
                    diagnostics.extend(error.diagnostics());
                    None
                }
            }
        });
        Outcome { serial: job.serial, diagnostics, made, shows_something, took: Duration::ZERO }
    }
}
