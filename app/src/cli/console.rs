//! Where a command writes: data, messages and progress.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Failure;

/// The two streams of a process, or of a test.
pub struct Console<'a> {
    data: &'a mut dyn Write,
    messages: &'a mut dyn Write,
    shows_progress: bool,
}

impl<'a> Console<'a> {
    /// Data goes to `data`, messages to `messages`; progress bars are drawn on the process's standard error if it `shows_progress`.
    pub fn new(data: &'a mut dyn Write, messages: &'a mut dyn Write, shows_progress: bool) -> Self {
        Self { data, messages, shows_progress }
    }

    /// Writes a line of data.
    ///
    /// # Errors
    /// When the stream can't be written to. A reader that has enough (`| head`) is no error.
    pub fn data(&mut self, text: &str) -> Result<(), Failure> {
        match writeln!(self.data, "{text}").and_then(|()| self.data.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::Machine(format!("standard output can't be written to: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Writes a line for people. When even that is impossible there is nobody to tell.
    pub fn message(&mut self, text: &str) {
        let _ = writeln!(self.messages, "{text}");
    }

    /// A bar of `length` frames, drawn on terminals only.
    #[must_use]
    pub fn progress(&self, length: u64) -> ProgressBar {
        let target = if self.shows_progress { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(length), target);
        // The template is a constant, checked by the tests; a bar without style would do as well.
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} frame {pos} of {len}, {eta} left") {
            bar.set_style(style);
        }
        bar
    }
}
