//! The window: what is drawn for each picture, and in which order.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{CentralPanel, Context, Frame, Theme, Ui, ViewportCommand};
use egui_tiles::Tree;
use wavewright_core::gpu::Gpu;
use wavewright_core::graph::PortRef;
use wavewright_core::node::Catalog;

use super::action::{Action, Entry, table};
use super::chrome;
use super::command::EditorCommand;
use super::context::EditorContext;
use super::dialogs::{Chosen, Dialog, FileChooser, NativeDialogs, Then};
use super::dock;
use super::examples;
use super::export::ExportWindow;
use super::folders::Folders;
use super::graph::GraphView;
use super::manual::Manual;
use super::node_folders::NodeFolders;
use super::notices::{Level, Notices};
use super::panels::{PanelKind, Panels};
use super::session::recovery::{Left, RunFolder};
use super::session::{Event, Services, Session, Start, Wake};
use super::settings::Settings;
use super::thumbnails::Thumbnails;
use crate::theme;

/// Time after a change of settings before they are written, in seconds.
const SETTINGS_DELAY_S: f64 = 1.0;

/// What the editor is started with.
pub struct Options {
    /// Every kind of node.
    pub catalog: Arc<Catalog>,
    /// Where settings and copies go.
    pub folders: Folders,
    /// Folders of the artist's own nodes, which are in the catalog already.
    pub node_folders: Vec<PathBuf>,
    /// A file to open.
    pub file: Option<PathBuf>,
    /// Whether the system's dialogs are used.
    pub native_dialogs: NativeDialogs,
}

/// The editor's window.
pub struct EditorApp {
    pub(super) session: Session,
    pub(super) graph: GraphView,
    pub(super) panels: Panels,
    pub(super) layout: Tree<PanelKind>,
    pub(super) settings: Settings,
    /// The settings as they were last written, and when they are to be written.
    saved_settings: Settings,
    settings_due_s: Option<f64>,
    folders: Folders,
    node_folders: NodeFolders,
    pub(super) notices: Notices,
    pub(super) dialog: Dialog,
    pub(super) manual: Manual,
    thumbnails: Option<Thumbnails>,
    pub(super) chooser: Option<FileChooser>,
    /// The input, and its graph, that a file is being chosen for.
    pub(super) file_for: Option<(Option<String>, PortRef)>,
    pub(super) export: Option<ExportWindow>,
    pub(super) native_dialogs: NativeDialogs,
    table: Vec<Entry>,
    pub(super) commands: VecDeque<EditorCommand>,
    /// What goes on when the save that is under way is done.
    pub(super) after_save: Option<Then>,
    /// The artist agreed to close.
    pub(super) may_close: bool,
    started: Instant,
}

impl EditorApp {
    /// The editor, with what it remembers, a device where the window has one, and the document of `options`.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>, options: Options) -> Self {
        let context = &creation.egui_ctx;
        theme::install(context);
        egui_extras::install_image_loaders(context);
        let (gpu, screen) = match &creation.wgpu_render_state {
            Some(state) => devices(state),
            None => (Err("the window has no graphics device".to_owned()), None),
        };
        let mut app = Self::with_devices(context, gpu, screen, options);
        if let Some(state) = &creation.wgpu_render_state {
            app.panels.viewport.connect(state.clone());
            app.thumbnails = Some(Thumbnails::new(state.clone()));
        }
        app
    }

    /// The editor on devices that are open.
    #[must_use]
    fn with_devices(context: &Context, gpu: Result<Gpu, String>, screen: Option<Gpu>, options: Options) -> Self {
        let mut notices = Notices::default();
        let (settings, problem) = Settings::load(&options.folders);
        if let Some(problem) = problem {
            notices.push(Level::Warning, problem);
        }
        let (run_folder, left) = run_folder(&options.folders, &mut notices);
        let wake: Wake = Arc::new({
            let context = context.clone();
            move || context.request_repaint()
        });
        let (node_folders, problem) = NodeFolders::watch(options.node_folders, Arc::clone(&wake));
        if let Some(problem) = problem {
            notices.push(Level::Warning, problem);
        }
        let session = Session::new(Services { catalog: options.catalog, gpu, screen, wake, run_folder });
        let layout = settings.layout.clone().filter(dock::is_complete).unwrap_or_else(dock::default_layout);
        let mut app = Self {
            session,
            graph: GraphView::default(),
            panels: Panels::default(),
            layout,
            saved_settings: settings.clone(),
            settings,
            settings_due_s: None,
            folders: options.folders,
            node_folders,
            notices,
            dialog: Dialog::None,
            manual: Manual::default(),
            thumbnails: None,
            chooser: None,
            file_for: None,
            export: None,
            native_dialogs: options.native_dialogs,
            table: table(),
            commands: VecDeque::new(),
            after_save: None,
            may_close: false,
            started: Instant::now(),
        };
        app.apply_settings(context);
        app.open_first(options.file, left);
        app
    }

    /// The document at the start: the one that is asked for, or the example. A document that was being opened when the program
    /// stopped is not opened by itself.
    fn open_first(&mut self, file: Option<PathBuf>, left: Vec<Left>) {
        if !left.is_empty() {
            self.dialog = Dialog::Recover(left);
        }
        match file {
            Some(path) => {
                let is_suspect = match &self.dialog {
                    Dialog::Recover(left) => left.iter().any(|left| left.opening.as_ref() == Some(&path)),
                    _ => false,
                };
                self.session.open(path, if is_suspect { Start::Held } else { Start::Running });
            }
            None => self.start_example(examples::FIRST),
        }
    }

    /// Starts a copy of an example.
    pub(super) fn start_example(&mut self, name: &str) {
        match examples::find(name) {
            Some(example) => self.session.start_document(example.document.clone(), example.title.clone()),
            None => log::warn!("there is no example called {name}"),
        }
    }

    /// What is edited and runs.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// What is edited and runs, for tests that look under the window.
    pub const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Which graph is shown and what is selected in it.
    pub const fn graph_mut(&mut self) -> &mut GraphView {
        &mut self.graph
    }

    /// The messages that are shown.
    #[must_use]
    pub const fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Asks for something, as panels do. It is done before the next picture.
    pub fn push(&mut self, command: EditorCommand) {
        self.commands.push_back(command);
    }

    /// Theme, scale and the like as the settings say.
    pub(super) fn apply_settings(&mut self, context: &Context) {
        context.set_theme(if self.settings.light_theme { Theme::Light } else { Theme::Dark });
        context.set_zoom_factor(f32::from(self.settings.scale_percent) / 100.0);
        // The scale has its own commands, which remember it.
        context.options_mut(|options| options.zoom_with_keyboard = false);
        self.session.stage_mut().set_pace(self.settings.pace);
        let follows_selection = self.settings.follow_selection;
        self.session.look(|looks| looks.follows_selection = follows_selection);
    }

    fn now_s(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn take_events(&mut self) {
        for event in self.session.take_events() {
            match event {
                Event::DocumentReplaced => {
                    self.graph.forget();
                    self.panels.viewport.forget();
                }
                Event::Opened { path, remarks } => {
                    self.settings.remember(&path);
                    if remarks > 0 {
                        let things = if remarks == 1 { "1 thing".to_owned() } else { format!("{remarks} things") };
                        self.notices.push(Level::Warning, format!("{things} in the file could not be used: see Problems"));
                    }
                }
                Event::OpenFailed { path, problem } => {
                    if !path.exists() {
                        self.settings.forget(&path);
                    }
                    self.notices.push(Level::Error, problem.to_string());
                }
                Event::Saved(path) => {
                    self.settings.remember(&path);
                    self.notices.push(Level::Info, format!("Saved {}", path.display()));
                    // A question about another file is not answered by this save.
                    if !matches!(self.dialog, Dialog::Protected { .. })
                        && let Some(then) = self.after_save.take()
                    {
                        self.go_on(then);
                    }
                }
                Event::SaveFailed { path, message } => {
                    self.after_save = None;
                    self.notices.push(Level::Error, format!("{} was not saved: {message}", path.display()));
                }
                Event::FilesChanged(paths) => {
                    self.notices.push(Level::Info, format!("Read again: {}", paths.join(", ")));
                }
                Event::AutosaveFailed(message) => {
                    self.notices.push(Level::Warning, format!("Copies for recovery can't be written: {message}"));
                }
            }
        }
    }

    /// The keys of the window's own actions. Keys of the canvas are its own; a text field keeps its keys to itself.
    fn take_keys(&mut self, context: &Context) {
        if self.dialog.is_open() || self.chooser.is_some() || self.export.is_some() {
            return;
        }
        let is_typing = context.text_edit_focused() || self.graph.state().is_typing();
        // Held keys that a shortcut does not name don't hinder it: those with more keys come first.
        for is_shifted in [true, false] {
            for entry in &self.table {
                let is_canvas = matches!(entry.action, Action::Canvas(_));
                let Some(shortcut) = entry.shortcut.filter(|shortcut| shortcut.modifiers.shift == is_shifted) else { continue };
                if !is_canvas && (entry.while_typing || !is_typing) && context.input_mut(|input| input.consume_shortcut(&shortcut)) {
                    self.commands.push_back(EditorCommand::Do(entry.action));
                }
            }
        }
    }

    /// Files dropped on the window: the first is opened.
    fn take_dropped_files(&mut self, context: &Context) {
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        if let Some(file) = dropped.first() {
            self.commands.push_back(EditorCommand::OpenFile(file.path().to_owned()));
        }
    }

    /// The artist's own nodes, read again where their files changed.
    fn reload_nodes(&mut self, context: &Context) {
        if let Some((catalog, problems)) = self.node_folders.poll(self.session.catalog()) {
            for problem in &problems {
                self.notices.push(Level::Warning, problem.to_string());
            }
            if problems.is_empty() {
                self.notices.push(Level::Info, "Your nodes were read again");
            }
            self.session.set_catalog(catalog);
        }
        if self.node_folders.is_waiting() {
            context.request_repaint_after_secs(0.1);
        }
    }

    fn take_close_request(&mut self, context: &Context) {
        let is_requested = context.input(|input| input.viewport().close_requested());
        if is_requested && !self.may_close {
            context.send_viewport_cmd(ViewportCommand::CancelClose);
            self.commands.push_back(EditorCommand::Do(Action::Quit));
        } else if self.may_close && !is_requested {
            context.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    fn remember_settings(&mut self, context: &Context, now_s: f64) {
        if self.settings == self.saved_settings {
            return;
        }
        let due_s = *self.settings_due_s.get_or_insert(now_s + SETTINGS_DELAY_S);
        if now_s < due_s {
            context.request_repaint_after_secs((due_s - now_s) as f32);
            return;
        }
        self.write_settings();
    }

    fn write_settings(&mut self) {
        self.settings_due_s = None;
        self.saved_settings = self.settings.clone();
        if let Err(problem) = self.settings.save(&self.folders) {
            self.notices.push(Level::Warning, problem);
        }
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        let palette = theme::palette(ui.ctx());
        if let Some(thumbnails) = &mut self.thumbnails {
            self.graph.set_thumbnails(thumbnails.update(&self.session, &palette, self.started.elapsed().as_secs_f64()));
            if let Some(rest_s) = thumbnails.next_update_s() {
                ui.ctx().request_repaint_after_secs(rest_s);
            }
        }
        let mut commands = Vec::new();
        let mut editor =
            EditorContext { session: &self.session, graph: &mut self.graph, settings: &self.settings, palette, commands: &mut commands };
        chrome::show_menu_bar(ui, &mut editor, &self.table);
        chrome::show_status_bar(ui, &mut editor);
        let ground = Frame::new().fill(editor.palette.line);
        let shown = CentralPanel::no_frame().frame(ground).show(ui, |ui| {
            if self.settings.layout.is_none() {
                dock::fit(&mut self.layout, ui.available_size());
            }
            dock::show(&mut self.layout, &mut self.panels, ui, &mut editor)
        });
        if shown.inner {
            self.settings.layout = Some(self.layout.clone());
        }
        self.commands.extend(commands);
    }

    fn show_dialogs(&mut self, context: &Context) {
        self.manual.show(context, self.session.catalog());
        let name = self.session.file().name();
        if let Some(asked) = self.dialog.show(context, &name, &self.table) {
            self.answer(asked);
        }
        if let Some(mut export) = self.export.take() {
            let wanted = export.show(context, &self.session);
            self.export = self.answer_export(export, wanted);
        }
        if let Some(mut chooser) = self.chooser.take() {
            match chooser.show(context, &mut self.native_dialogs) {
                Chosen::Nothing => self.chooser = Some(chooser),
                Chosen::Cancelled => self.after_save = None,
                Chosen::Path(path) => self.take_chosen(chooser.choice(), path),
            }
        }
    }
}

impl eframe::App for EditorApp {
    /// Called for each picture, and now and then while the window is hidden.
    fn logic(&mut self, context: &Context, _: &mut eframe::Frame) {
        let now_s = self.now_s();
        self.reload_nodes(context);
        self.session.update(now_s);
        if let Some(rest_s) = self.session.next_update_s() {
            context.request_repaint_after_secs(rest_s as f32);
        }
        self.take_events();
        self.take_close_request(context);
        self.remember_settings(context, now_s);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        self.take_keys(&context);
        self.take_dropped_files(&context);
        self.show_panels(ui);
        self.show_dialogs(&context);
        self.notices.show(&context);
        self.run_commands(&context);
        self.take_events();
        // A question or a chooser that was closed ends what was to follow the save.
        if !self.dialog.is_open() && self.chooser.is_none() && !self.session.file().is_saving() {
            self.after_save = None;
        }
    }

    fn on_exit(&mut self) {
        if self.settings != self.saved_settings {
            self.write_settings();
        }
        self.session.close();
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// The device that effects run on, and the window's. They are one where a GPU works beside the program. An adapter that is a CPU works
/// inside of each submission, and the window would wait for the effect: there effects get a device of their own.
fn devices(state: &eframe::egui_wgpu::RenderState) -> (Result<Gpu, String>, Option<Gpu>) {
    let info = state.adapter.get_info();
    let capabilities = state.adapter.get_downlevel_capabilities();
    let window = Gpu::from_existing(info.clone(), state.device.clone(), state.queue.clone());
    if info.device_type == eframe::wgpu::DeviceType::Cpu
        && let Ok(own) = Gpu::headless()
    {
        return (Ok(own), Some(window));
    }
    if !capabilities.flags.contains(eframe::wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        return (Err(format!("the graphics adapter {} ({}) can't compute", info.name, info.backend)), Some(window));
    }
    (Ok(window.clone()), Some(window))
}

/// The folder of this run, and what earlier runs left.
fn run_folder(folders: &Folders, notices: &mut Notices) -> (Option<RunFolder>, Vec<Left>) {
    let Some(data) = &folders.data else { return (None, Vec::new()) };
    match RunFolder::create(data) {
        Ok(run) => {
            let left = run.left_by_others(data);
            (Some(run), left)
        }
        Err(error) => {
            notices.push(Level::Warning, format!("Copies for recovery can't be kept in {}: {error}", data.display()));
            (None, Vec::new())
        }
    }
}
