//! What an artist waits for: the first picture, a picture after an edit, and the work of the window's thread for each of its pictures
//! while the first example plays.
//!
//! `cargo bench --workspace --profile dev --bench editor` prints the table that `docs/speed.md` shows.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench stops where something is wrong, and its result is what it prints")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui_wgpu::WgpuSetup;
use egui::vec2;
use egui_kittest::Harness;
use wavewright::editor::command::EditorCommand;
use wavewright::editor::dialogs::NativeDialogs;
use wavewright::editor::folders::Folders;
use wavewright::editor::{EditorApp, Options, wgpu_setup};
use wavewright_core::gpu::Gpu;
use wavewright_core::graph::Edit;
use wavewright_core::graph::edit::NodeFlag;
use wavewright_core::node::Literal;

/// Turns of each measurement.
const TURNS: usize = 5;
/// How long the example plays while the window's pictures are timed.
const PLAYED: Duration = Duration::from_secs(8);

type Window = Harness<'static, EditorApp>;

fn main() {
    let gpu = Gpu::headless().unwrap();
    println!("Measured on {} in a window of 1440 x 900.\n", gpu.report().name);
    drop(gpu);
    println!("| what | median | worst |\n|---|---|---|");
    row("start to the first picture", (0..TURNS).map(|_| start().1).collect());
    let (mut window, _) = start();
    play(&mut window);
    row("a slider moved, to its picture", (0..TURNS).map(|turn| slider(&mut window, turn)).collect());
    row("a node muted, compiled, to its picture", (0..TURNS).map(|turn| structure(&mut window, turn)).collect());
}

fn start() -> (Window, Duration) {
    let home = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let options = Options {
        catalog: Arc::new(wavewright_nodes::library().0.clone()),
        folders: Folders::below(Path::new(home.path())),
        node_folders: Vec::new(),
        file: None,
        native_dialogs: NativeDialogs::Never,
    };
    let mut window = Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        .with_step_dt(1.0 / 60.0)
        .wgpu_setup(WgpuSetup::CreateNew(wgpu_setup()))
        .build_eframe(|creation| EditorApp::new(creation, options));
    until(&mut window, |app| app.session().stage().frame().is_some());
    (window, begun.elapsed())
}

fn until(window: &mut Window, done: impl Fn(&EditorApp) -> bool) {
    while !done(window.state()) {
        window.step();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The work of the window's thread for each picture: input, panels, and whatever it waits for; then with its painting.
fn play(window: &mut Window) {
    let mut worked = Vec::new();
    let first = window.state().session().stage().frame().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < PLAYED {
        let start = Instant::now();
        window.step();
        worked.push(start.elapsed());
        std::thread::sleep(Duration::from_millis(16).saturating_sub(start.elapsed()));
    }
    let frames = window.state().session().stage().frame().unwrap().saturating_sub(first);
    row("work of the window's thread for a picture", worked);
    let mut painted = Vec::new();
    for _ in 0..40 {
        let start = Instant::now();
        window.step();
        window.render().unwrap();
        painted.push(start.elapsed());
    }
    row("the same with painting all of the window", painted);
    println!("| frames of the effect in a second meanwhile | {:.0} | |", frames as f64 / PLAYED.as_secs_f64());
}

fn slider(window: &mut Window, turn: usize) -> Duration {
    let before = window.state().session().stage().frame();
    let value = Some(Literal::Number(0.2 + turn as f64 * 0.01));
    let edit = Edit::SetInput { node: "dab".to_owned(), input: "radius".to_owned(), value };
    let begun = Instant::now();
    window.state_mut().push(EditorCommand::Edit("Set".to_owned(), edit));
    // The frame that was under way, and the first that has the number.
    let later = before.map(|frame| frame + 2);
    until(window, |app| app.session().stage().frame() >= later || app.session().stage().frame() < before);
    begun.elapsed()
}

fn structure(window: &mut Window, turn: usize) -> Duration {
    let before = window.state().session().stage().effect().map(Arc::as_ptr);
    let edit = Edit::SetFlag { flag: NodeFlag::Muted, nodes: vec![("deepen".to_owned(), turn.is_multiple_of(2))] };
    let begun = Instant::now();
    window.state_mut().push(EditorCommand::Edit("Mute".to_owned(), edit));
    until(window, |app| app.session().stage().effect().map(Arc::as_ptr) != before);
    let shown = window.state().session().stage().frame();
    until(window, |app| app.session().stage().frame() != shown);
    begun.elapsed()
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let shown = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    println!("| {what} | {} | {} |", shown(times[times.len() / 2]), shown(times[times.len() - 1]));
}
