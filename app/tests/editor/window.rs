//! A window for a test, in a home of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui_wgpu::WgpuSetup;
use egui::{Vec2, vec2};
use egui_kittest::Harness;
use wavewright::editor::dialogs::NativeDialogs;
use wavewright::editor::folders::Folders;
use wavewright::editor::{EditorApp, Options, wgpu_setup};

/// A window of the editor.
pub struct Window {
    /// The harness.
    pub harness: Harness<'static, EditorApp>,
    home: Arc<tempfile::TempDir>,
}

impl Window {
    /// Opens a window with a new home.
    pub fn open(file: Option<&Path>) -> Self {
        Self::open_in(Arc::new(tempfile::tempdir().unwrap()), file, vec2(1280.0, 800.0))
    }

    /// Opens a window in a home that is there.
    pub fn open_in(home: Arc<tempfile::TempDir>, file: Option<&Path>, size: Vec2) -> Self {
        let options = Options {
            catalog: Arc::new(wavewright_nodes::library().0.clone()),
            folders: Folders::below(&home.path().join("home")),
            node_folders: Vec::new(),
            file: file.map(Path::to_owned),
            native_dialogs: NativeDialogs::Never,
        };
        let harness = Harness::builder()
            .with_size(size)
            .with_step_dt(1.0 / 60.0)
            .wgpu_setup(WgpuSetup::CreateNew(wgpu_setup()))
            .build_eframe(|creation| EditorApp::new(creation, options));
        Self { harness, home }
    }

    /// The folder that the window's home and the test's files are in.
    pub fn home(&self) -> &Arc<tempfile::TempDir> {
        &self.home
    }

    /// A file of the test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// The app.
    pub fn app(&mut self) -> &mut EditorApp {
        self.harness.state_mut()
    }

    /// A picture or a few, as somebody who watches would see.
    pub fn frames(&mut self, count: usize) {
        self.harness.run_steps(count);
    }

    /// Frames until `done`; fails after a minute.
    pub fn until(&mut self, what: &str, mut done: impl FnMut(&mut EditorApp) -> bool) {
        let start = Instant::now();
        while !done(self.harness.state_mut()) {
            assert!(start.elapsed() < Duration::from_secs(60), "{what} does not come");
            self.harness.step();
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Frames until nothing is being compiled, and a picture is there where there can be one.
    pub fn settle(&mut self) {
        self.until("compiling", |app| !app.session().is_compiling());
        self.frames(2);
    }
}
