//! A thread that steps the effect, so that the window never waits for the device: a submission to a CPU adapter returns when its work
//! is done.
//!
//! The window gives orders and takes pictures; neither waits. One picture lies ready at a time. While nobody takes it, because the window
//! is hidden, time stands.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use wavewright_core::Diagnostic;
use wavewright_core::compile::{Effect, Pixels};
use wavewright_core::gpu::{Fault, Gpu, PointerInput, Prepared, Snapshot};
use wavewright_core::node::Literal;

use super::play_clock::Pace;
use super::run::Run;
use super::task::{Wake, panic_message, wait_for};

/// A window that has not looked for so long is hidden.
const HIDDEN: Duration = Duration::from_millis(500);
/// Time between two looks at work that the device does on its own.
const DEVICE_INTERVAL: Duration = Duration::from_millis(2);
/// Resting for less is not worth going to sleep.
const SHORTEST_REST: Duration = Duration::from_micros(200);

/// Something to be done once, in the order in which it was asked for.
pub(super) enum Order {
    /// Another effect in place of the one that runs.
    Put(Box<Prepared>),
    /// Parameters: node, input and value.
    Set(Vec<(String, String, Literal)>),
    /// The pointer is held here, or by nobody.
    Pointer(Option<PointerInput>),
    /// Go to a frame.
    Seek(u64),
    /// One frame.
    Step,
    /// Numbers of an output.
    Read(String, Sender<Pixels>),
}

/// What holds until it is changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wishes {
    /// Whether time goes on, and how.
    pub playing: bool,
    /// How.
    pub pace: Pace,
    /// The document's range of frames, and whether it starts again at its end.
    pub range: [u32; 2],
    /// Whether it starts again at its end.
    pub looped: bool,
    /// The output that the viewport shows: every picture has it.
    pub main: Option<String>,
    /// Outputs for the small pictures on nodes, renewed a dozen times a second.
    pub others: Vec<String>,
}

/// What there is to see.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The effect that made it.
    pub effect: Arc<Effect>,
    /// The frame.
    pub frame: Option<u64>,
    /// Outputs by name.
    pub pictures: HashMap<String, Arc<Snapshot>>,
    /// Numbers that were none.
    pub faults: Vec<Fault>,
    /// Why the effect does not go on.
    pub problem: Vec<Diagnostic>,
    /// Counts up from picture to picture.
    pub stamp: u64,
    /// How often it was stopped by a problem.
    pub stops: u64,
    /// The last order that was carried out.
    pub order: u64,
    /// Whether a frame that was asked for is not reached yet.
    pub is_seeking: bool,
    /// Frames a second that were run lately.
    pub frames_per_second: Option<f64>,
}

/// Numbers of an output that were asked for.
#[derive(Debug)]
pub struct ComingPixels(Receiver<Pixels>);

impl ComingPixels {
    /// What has come.
    #[must_use]
    pub fn poll(&self) -> Coming {
        match self.0.try_recv() {
            Ok(pixels) => Coming::Here(pixels),
            Err(TryRecvError::Empty) => Coming::NotYet,
            Err(TryRecvError::Disconnected) => Coming::Never,
        }
    }
}

/// Whether something has come.
#[derive(Debug)]
pub enum Coming {
    /// It is on its way.
    NotYet,
    /// It has come, once.
    Here(Pixels),
    /// It will not come: the output is gone, or the device is.
    Never,
}

/// The thread. Dropping it lets a step under way end, and nobody waits for it.
pub(super) struct Runner {
    mailbox: Arc<Mailbox>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct Mailbox {
    mail: Mutex<Mail>,
    changed: Condvar,
}

#[derive(Default)]
struct Mail {
    orders: VecDeque<Order>,
    /// How many orders were given.
    given: u64,
    wishes: Wishes,
    ready: Option<Shown>,
    /// When the window looked last.
    looked: Option<Instant>,
    is_closed: bool,
    /// What ended the thread.
    fault: Option<String>,
}

/// What the thread finds when it looks into its mail.
struct Found {
    orders: Vec<Order>,
    wishes: Wishes,
    is_slot_free: bool,
}

impl Runner {
    /// Starts the thread with an effect. Pictures are textures of `screen`.
    ///
    /// # Errors
    /// The system starts no more threads.
    pub(super) fn start(prepared: Prepared, wishes: Wishes, screen: Gpu, wake: Wake) -> std::io::Result<Self> {
        let mail = Mail { wishes, looked: Some(Instant::now()), ..Mail::default() };
        let mailbox = Arc::new(Mailbox { mail: Mutex::new(mail), changed: Condvar::new() });
        let thread = std::thread::Builder::new().name("run".to_owned()).spawn({
            let mailbox = Arc::clone(&mailbox);
            move || {
                let run = Run::new(prepared, screen);
                let work = std::panic::AssertUnwindSafe(|| work(&mailbox, run, &wake));
                if let Err(panic) = std::panic::catch_unwind(work) {
                    mailbox.lock().fault = Some(panic_message(panic.as_ref()));
                    wake();
                }
            }
        })?;
        Ok(Self { mailbox, thread })
    }

    /// Asks for something; returns the order's number.
    pub(super) fn order(&self, order: Order) -> u64 {
        let mut mail = self.mailbox.lock();
        match (&order, mail.orders.back_mut()) {
            // Of a drag's many orders that were not begun only the last matters.
            (Order::Pointer(_), Some(last @ Order::Pointer(_))) | (Order::Seek(_), Some(last @ Order::Seek(_))) => *last = order,
            _ => {
                mail.orders.push_back(order);
                mail.given += 1;
            }
        }
        let given = mail.given;
        drop(mail);
        self.mailbox.changed.notify_one();
        given
    }

    /// Ends the thread and waits for it, but not for ever: a driver that is taken down with the program while a thread is in it may hang.
    pub(super) fn end(self) {
        self.mailbox.close();
        wait_for(&self.thread);
    }

    /// Asks for the numbers of an output.
    pub(super) fn read(&self, output: &str) -> ComingPixels {
        let (sender, receiver) = channel();
        self.order(Order::Read(output.to_owned(), sender));
        ComingPixels(receiver)
    }

    /// Says what holds from now on, and takes the picture that lies ready, if any. To be called for each picture of the window.
    ///
    /// # Errors
    /// The thread ended by a fault of the program.
    pub(super) fn look(&self, wishes: &Wishes) -> Result<Option<Shown>, String> {
        let mut mail = self.mailbox.lock();
        mail.looked = Some(Instant::now());
        if mail.wishes != *wishes {
            mail.wishes.clone_from(wishes);
        }
        let ready = mail.ready.take();
        let fault = mail.fault.clone();
        drop(mail);
        self.mailbox.changed.notify_one();
        fault.map_or(Ok(ready), Err)
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.mailbox.close();
    }
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Mail> {
        // What the lock guards is always whole.
        self.mail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits until there is something to do for `run`; `None` when there will be nothing more.
    fn wait(&self, run: &Run) -> Option<Found> {
        let mut mail = self.lock();
        loop {
            if mail.is_closed {
                return None;
            }
            let is_slot_free = mail.ready.is_none();
            let is_hidden = !is_slot_free && mail.looked.is_none_or(|looked| looked.elapsed() > HIDDEN);
            let has_orders = !mail.orders.is_empty() || mail.wishes != *run.wishes();
            let wait = if has_orders { Some(Duration::ZERO) } else { run.rest(is_slot_free, is_hidden) };
            let is_over = match wait {
                Some(Duration::ZERO) => true,
                Some(rest) => {
                    let woken = self.changed.wait_timeout(mail, rest.max(SHORTEST_REST)).unwrap_or_else(PoisonError::into_inner);
                    mail = woken.0;
                    woken.1.timed_out()
                }
                None => {
                    mail = self.changed.wait(mail).unwrap_or_else(PoisonError::into_inner);
                    false
                }
            };
            if is_over {
                let orders = mail.orders.drain(..).collect();
                return Some(Found { orders, wishes: mail.wishes.clone(), is_slot_free: mail.ready.is_none() });
            }
        }
    }
}

fn work(mailbox: &Mailbox, mut run: Run, wake: &Wake) {
    while let Some(found) = mailbox.wait(&run) {
        run.wish(found.wishes);
        for order in found.orders {
            run.obey(order);
        }
        run.advance(found.is_slot_free);
        if run.poll_reads() {
            wake();
        }
        // Only this thread fills the slot, so that one that was free still is.
        if found.is_slot_free
            && let Some(shown) = run.picture()
        {
            mailbox.lock().ready = Some(shown);
            wake();
        }
    }
}

/// How long to rest between two looks at the device.
pub(super) const fn device_rest() -> Duration {
    DEVICE_INTERVAL
}

/// The outputs of an effect that are shown: the main one, or the first where it is not there yet, and the others.
pub(super) fn shown_outputs<'a>(effect: &'a Effect, wishes: &'a Wishes) -> (Option<&'a str>, HashSet<&'a str>) {
    let outputs = &effect.manifest.outputs;
    let named = wishes.main.as_ref().and_then(|main| outputs.iter().find(|output| output.name == *main));
    let main = named.or_else(|| outputs.first()).map(|output| output.name.as_str());
    let there = |other: &&str| outputs.iter().any(|output| output.name == *other);
    (main, wishes.others.iter().map(String::as_str).filter(there).collect())
}
