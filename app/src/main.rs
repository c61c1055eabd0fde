//! The program: `wavewright` opens the editor, `wavewright COMMAND` works without a window.

use std::io::{IsTerminal, stderr, stdout};
use std::process::ExitCode;

use wavewright::cli::{self, Console};

fn main() -> ExitCode {
    // Quiet unless RUST_LOG asks: graphics drivers have much to say.
    // What naga refuses is told as a problem of a node; types of formulas are even found by trying.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error,naga=off")).init();
    let (mut data, mut messages) = (stdout(), stderr());
    let shows_progress = stderr().is_terminal();
    ExitCode::from(cli::run(std::env::args_os(), &mut Console::new(&mut data, &mut messages, shows_progress)))
}
