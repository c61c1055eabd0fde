//! Work off the UI thread, of which the result is fetched when it has come.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Wakes the window: something off its thread has a result. Called from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A thread with a result. Dropping the task lets the thread finish and throws its result away.
#[derive(Debug)]
pub struct Task<T> {
    result: Receiver<Result<T, String>>,
}

impl<T: Send + 'static> Task<T> {
    /// Starts `work` on a thread called `name`; `wake` is called when its result is there.
    pub fn spawn(name: &str, wake: Wake, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (sender, result) = channel();
        let started = std::thread::Builder::new().name(name.to_owned()).spawn({
            let sender = sender.clone();
            move || {
                let outcome = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(panic.as_ref()));
                // Nobody waits any more where the task was dropped.
                sender.send(outcome).ok();
                wake();
            }
        });
        if let Err(error) = started {
            sender.send(Err(format!("the system starts no more threads: {error}"))).ok();
        }
        Self { result }
    }

    /// The result, once; `None` while the work goes on.
    ///
    /// # Errors
    /// What a panic of the work said.
    pub fn poll(&mut self) -> Option<Result<T, String>> {
        match self.result.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("its thread ended without a result".to_owned())),
        }
    }
}

/// Waits until a thread has ended that was told to, but not for ever.
pub(super) fn wait_for(thread: &JoinHandle<()>) {
    const PATIENCE: Duration = Duration::from_secs(5);
    let begun = Instant::now();
    while !thread.is_finished() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The text of a panic.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "an unknown fault".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test that meets an error has failed")]

    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn wait<T: Send + 'static>(task: &mut Task<T>) -> Result<T, String> {
        loop {
            if let Some(outcome) = task.poll() {
                return outcome;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_result_comes_once_and_wakes() {
        let woken = Arc::new(AtomicU32::new(0));
        let wake: Wake = Arc::new({
            let woken = Arc::clone(&woken);
            move || {
                woken.fetch_add(1, Ordering::SeqCst);
            }
        });
        let mut task = Task::spawn("test", wake, || 7);
        assert_eq!(wait(&mut task), Ok(7));
        while woken.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_panic_is_an_error_with_its_text() {
        let mut task: Task<()> = Task::spawn("test", Arc::new(|| ()), || panic!("too deep"));
        assert_eq!(wait(&mut task), Err("too deep".to_owned()));
    }
}
