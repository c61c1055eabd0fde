//! A window for a test, in a home of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui_wgpu::WgpuSetup;
use egui::{OutputCommand, Vec2, vec2};
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
        let options = Self::options(&home, file);
        Self::open_with(home, options, size)
    }

    /// Opens a window of an artist who has nodes in a folder.
    pub fn open_with_nodes(folder: &Path) -> Self {
        let home = Arc::new(tempfile::tempdir().unwrap());
        let mut options = Self::options(&home, None);
        assert_eq!(Arc::make_mut(&mut options.catalog).add_folder(folder), []);
        options.node_folders.push(folder.to_owned());
        Self::open_with(home, options, vec2(1280.0, 800.0))
    }

    fn options(home: &tempfile::TempDir, file: Option<&Path>) -> Options {
        Options {
            catalog: Arc::new(wavewright_nodes::library().0.clone()),
            folders: Folders::below(&home.path().join("home")),
            node_folders: Vec::new(),
            file: file.map(Path::to_owned),
            native_dialogs: NativeDialogs::Never,
        }
    }

    fn open_with(home: Arc<tempfile::TempDir>, options: Options, size: Vec2) -> Self {
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

    /// What a copy of this moment puts on the clipboard.
    pub fn copied(&mut self) -> Option<String> {
        (0..4).find_map(|_| {
            self.harness.step();
            let commands = &self.harness.output().platform_output.commands;
            commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        })
    }

    /// Frames until `done`; fails after a minute.
    pub fn until(&mut self, what: &str, mut done: impl FnMut(&mut EditorApp) -> bool) {
        let start = Instant::now();
        while !done(self.harness.state_mut()) {
            if start.elapsed() > Duration::from_secs(60) {
                let problems: Vec<String> = self.app().session().problems().all().iter().map(ToString::to_string).collect();
                panic!("{what} does not come; problems: {problems:?}");
            }
            self.harness.step();
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Frames until nothing is being compiled, and a picture is there where there can be one.
    pub fn settle(&mut self) {
        // What was asked for just now is done first.
        self.frames(1);
        self.until("compiling", |app| !app.session().is_compiling());
        self.frames(2);
    }
}
