//! Doing what was asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, Pos2};
use wavewright_core::graph::edit::{EditError, in_group};
use wavewright_core::graph::{Document, Edit, PortRef};
use wavewright_core::node::Literal;

use super::action::Action;
use super::app::EditorApp;
use super::command::EditorCommand;
use super::dialogs::{Asked, Choice, CommandPalette, Dialog, FileChooser, Then};
use super::dock;
use super::export::{Export, ExportWindow, Wanted};
use super::graph;
use super::keyframing;
use super::notices::Level;
use super::panels::PanelKind;
use super::session::recovery::{self, Left};
use super::session::{Pace, Start, Wake};
use super::settings::SCALE_PERCENT;
use crate::canvas::CanvasCommand;

/// A step of the window's scale in percent.
const SCALE_STEP: u16 = 10;

impl EditorApp {
    /// Does everything that was asked for, and what that asks for.
    pub(super) fn run_commands(&mut self, context: &Context) {
        while let Some(command) = self.commands.pop_front() {
            self.run_command(command, context);
        }
    }

    fn run_command(&mut self, command: EditorCommand, context: &Context) {
        match command {
            EditorCommand::Do(action) => self.act(action, context),
            EditorCommand::Edit(name, edit) => {
                let outcome = self.session.perform(name, edit);
                self.tell(outcome);
            }
            EditorCommand::EditIn(gesture, name, edit) => {
                let outcome = self.session.perform_in(gesture, name, edit);
                self.tell(outcome);
            }
            EditorCommand::EndGesture => self.session.end_gesture(),
            EditorCommand::CancelGesture => {
                let outcome = self.session.cancel_gesture();
                self.tell(outcome);
            }
            EditorCommand::Canvas(command) => {
                let wanted = graph::apply(command, &mut self.graph, &mut self.session, context);
                self.commands.extend(wanted);
            }
            EditorCommand::JumpTo(position) => {
                let outcome = self.session.jump_to(position);
                self.tell(outcome);
            }
            EditorCommand::SteerLook(inputs) => self.session.steer_look(inputs),
            EditorCommand::ToggleEye(port) => self.session.look(|looks| looks.toggle_eye(port)),
            EditorCommand::TogglePin(port) => self.session.look(|looks| looks.toggle_pin(port)),
            EditorCommand::Reveal(id) => {
                self.show_panel(PanelKind::Graph);
                self.graph.reveal(&id);
            }
            EditorCommand::ShowProblem(id) => {
                self.panels.problems.wanted_node = Some(id);
                self.show_panel(PanelKind::Problems);
            }
            EditorCommand::ShowManual(kind) => self.manual.open(Some(kind)),
            EditorCommand::ShowInput(input) => self.show_input(input),
            EditorCommand::ToggleKeyframe(input) => self.toggle_keyframe(&input),
            EditorCommand::ChooseFile(input) => {
                self.file_for = Some((self.graph.group().map(str::to_owned), input));
                self.choose(Choice::OpenPicture, "");
            }
            EditorCommand::AddNode(kind) => self.add_node(&kind),
            EditorCommand::OpenFile(path) => self.unless_unsaved(Then::OpenFile(path)),
            EditorCommand::OpenExample(name) => self.unless_unsaved(Then::OpenExample(name)),
            EditorCommand::Seek(frame) => self.session.stage_mut().seek(frame),
            EditorCommand::SetPace(pace) => self.set_pace(pace),
            EditorCommand::SetPointer(pointer) => self.session.stage_mut().set_pointer(pointer),
            EditorCommand::CopyText(text) => context.copy_text(text),
            EditorCommand::Notice(level, text) => self.notices.push(level, text),
        }
        context.request_repaint();
    }

    fn act(&mut self, action: Action, context: &Context) {
        match action {
            Action::New => self.dialog = Dialog::New,
            Action::Open => self.unless_unsaved(Then::ChooseFile),
            Action::ReopenLast => {
                if let Some(path) = self.settings.recent.first().cloned() {
                    self.unless_unsaved(Then::OpenFile(path));
                }
            }
            Action::Save => self.save(),
            Action::SaveAs => self.choose_name(),
            Action::Revert => {
                if self.session.file().path().is_some() {
                    self.unless_unsaved(Then::Revert);
                }
            }
            Action::ExportEffect => self.export = Some(ExportWindow::for_effect(&self.session, &self.start_folder())),
            Action::ExportFrames => self.export = Some(ExportWindow::for_frames(&self.session, &self.start_folder())),
            Action::Quit => self.unless_unsaved(Then::Quit),
            Action::Undo | Action::Redo => self.undo_or_redo(action),
            Action::PlayPause => {
                if self.session.is_held() {
                    return self.session.release();
                }
                let stage = self.session.stage_mut();
                stage.set_playing(!stage.is_playing());
            }
            Action::StepFrame => self.session.step(),
            Action::Rewind => self.session.rewind(),
            Action::TogglePace => self.set_pace(match self.settings.pace {
                Pace::RealTime => Pace::EveryFrame,
                Pace::EveryFrame => Pace::RealTime,
            }),
            Action::FollowSelection => {
                self.settings.follow_selection = !self.settings.follow_selection;
                self.apply_settings(context);
            }
            Action::ViewOutput => self.session.look(|looks| {
                looks.pinned = None;
                looks.viewed = None;
            }),
            Action::ScaleUp => self.set_scale(self.settings.scale_percent.saturating_add(SCALE_STEP), context),
            Action::ScaleDown => self.set_scale(self.settings.scale_percent.saturating_sub(SCALE_STEP), context),
            Action::ScaleReset => self.set_scale(100, context),
            Action::ToggleTheme => {
                self.settings.light_theme = !self.settings.light_theme;
                self.apply_settings(context);
            }
            Action::ResetLayout => {
                self.layout = dock::default_layout();
                self.settings.layout = None;
            }
            Action::Palette => self.dialog = Dialog::Palette(CommandPalette::default()),
            Action::Shortcuts => self.dialog = Dialog::Shortcuts,
            Action::Manual => self.manual.open(None),
            Action::About => self.dialog = Dialog::About,
            Action::Panel(kind) => self.show_panel(kind),
            Action::Canvas(action) => {
                self.show_panel(PanelKind::Graph);
                self.graph.state_mut().request(action);
            }
        }
    }

    fn tell(&mut self, outcome: Result<(), EditError>) {
        if let Err(error) = outcome {
            self.notices.push(Level::Warning, error.to_string());
        }
    }

    /// Undoing waits for the end of a gesture.
    fn undo_or_redo(&mut self, action: Action) {
        if self.graph.state().is_busy() {
            return;
        }
        let outcome = if action == Action::Undo { self.session.undo() } else { self.session.redo() };
        self.tell(outcome.map(drop));
    }

    fn show_panel(&mut self, kind: PanelKind) {
        dock::bring_to_front(&mut self.layout, kind);
    }

    fn show_input(&mut self, input: PortRef) {
        self.graph.state_mut().select_nodes([crate::canvas::NodeId::from(input.node.as_str())]);
        self.panels.inspector.wanted_input = Some(input);
        self.show_panel(PanelKind::Inspector);
    }

    /// Sets a keyframe of an input at the frame that is shown, or removes the one that is there.
    fn toggle_keyframe(&mut self, input: &PortRef) {
        let frame = self.session.stage().frame().unwrap_or_default() as f64;
        match keyframing::toggled(&self.session, self.graph.group(), input, frame) {
            Ok((name, edit)) => {
                let outcome = self.session.perform(name, edit);
                self.tell(outcome);
            }
            Err(reason) => self.notices.push(Level::Info, reason),
        }
    }

    /// The file that was chosen for an input; relative to the document where it lies beside or below it.
    fn set_chosen_file(&mut self, path: &Path) {
        let Some((group, input)) = self.file_for.take() else { return };
        let relative = self.session.file().folder().and_then(|folder| path.strip_prefix(folder).ok());
        let text = match relative {
            Some(relative) => relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/"),
            None => path.display().to_string(),
        };
        let edit = Edit::SetInput { node: input.node, input: input.port, value: Some(Literal::Text(text)) };
        let outcome = self.session.perform("Choose file", in_group(group.as_deref(), edit));
        self.tell(outcome);
    }

    fn add_node(&mut self, kind: &str) {
        let position = self.graph.state().view.map_or(Pos2::ZERO, |view| view.centre);
        self.commands.push_back(EditorCommand::Canvas(CanvasCommand::AddNode { kind: kind.into(), position, wires: Vec::new() }));
    }

    fn set_pace(&mut self, pace: Pace) {
        self.settings.pace = pace;
        self.session.stage_mut().set_pace(pace);
    }

    fn set_scale(&mut self, percent: u16, context: &Context) {
        self.settings.scale_percent = percent.clamp(*SCALE_PERCENT.start(), *SCALE_PERCENT.end());
        self.apply_settings(context);
    }

    // The document's life.

    /// Goes on at once where nothing would be lost, else asks.
    fn unless_unsaved(&mut self, then: Then) {
        if self.session.is_modified() { self.dialog = Dialog::Unsaved(then) } else { self.go_on(then) }
    }

    /// What was meant, with nothing in the way.
    pub(super) fn go_on(&mut self, then: Then) {
        match then {
            Then::Quit => self.may_close = true,
            Then::OpenFile(path) => self.session.open(path, Start::Running),
            Then::OpenExample(name) => self.start_example(&name),
            Then::ChooseFile => self.choose(Choice::OpenDocument, ""),
            Then::StartEmpty => self.session.start_document(Document::default(), String::new()),
            Then::Revert => {
                if let Some(path) = self.session.file().path().map(Path::to_owned) {
                    self.session.open(path, Start::Running);
                }
            }
        }
    }

    fn save(&mut self) {
        let protected = self.session.file().path().and_then(|path| {
            let reason = self.session.file().reason_not_to_replace(path)?;
            Some((path.to_owned(), reason.to_owned()))
        });
        if let Some((path, reason)) = protected {
            self.dialog = Dialog::Protected { path, reason };
        } else if !self.session.save() {
            self.choose(Choice::SaveDocument, &self.suggested_name());
        }
    }

    fn choose_name(&mut self) {
        self.choose(Choice::SaveDocument, &self.suggested_name());
    }

    fn suggested_name(&self) -> String {
        let name = self.session.file().name();
        if name.to_lowercase().ends_with(".json") { name } else { format!("{}.json", name.to_lowercase().replace(' ', "_")) }
    }

    /// The folder that dialogs start in: the document's, the last one, or home.
    fn start_folder(&self) -> PathBuf {
        let folder = self.session.file().folder().map(Path::to_owned);
        let recent = || self.settings.recent.first().and_then(|path| path.parent()).map(Path::to_owned);
        let home = || directories::UserDirs::new().map(|folders| folders.home_dir().to_owned());
        folder.or_else(recent).or_else(home).unwrap_or_else(|| PathBuf::from("."))
    }

    fn choose(&mut self, choice: Choice, name: &str) {
        self.chooser = Some(FileChooser::open(choice, &self.start_folder(), name, self.native_dialogs, self.wake()));
    }

    /// What the dialog of an export asks for; the dialog, where it stays.
    pub(super) fn answer_export(&mut self, mut window: ExportWindow, wanted: Wanted) -> Option<ExportWindow> {
        match wanted {
            Wanted::Nothing => {}
            Wanted::ChooseFolder => self.choose(Choice::Folder, ""),
            Wanted::Close => return None,
            Wanted::Start(target) => match self.session.export_source() {
                Ok(source) => window.began(Export::start(source, target, self.wake())),
                Err(problem) => self.notices.push(Level::Error, problem),
            },
        }
        Some(window)
    }

    fn wake(&self) -> Wake {
        Arc::clone(self.session.wake())
    }

    pub(super) fn take_chosen(&mut self, choice: Choice, path: PathBuf) {
        match choice {
            Choice::OpenDocument => self.session.open(path, Start::Running),
            Choice::SaveDocument => match self.session.file().reason_not_to_replace(&path) {
                Some(reason) => self.dialog = Dialog::Protected { reason: reason.to_owned(), path },
                None => self.session.save_as(path),
            },
            Choice::Folder => {
                if let Some(export) = &mut self.export {
                    export.set_folder(&path);
                }
            }
            Choice::OpenPicture => self.set_chosen_file(&path),
        }
    }

    /// What a dialog asks for.
    pub(super) fn answer(&mut self, asked: Asked) {
        match asked {
            Asked::Do(action) => self.commands.push_back(EditorCommand::Do(action)),
            Asked::UnlessUnsaved(then) => self.unless_unsaved(then),
            Asked::SaveThen(then) => {
                self.after_save = Some(then);
                self.save();
            }
            Asked::Discard(then) => self.go_on(then),
            Asked::Replace(path) => {
                self.session.file_mut().allow_replacing(&path);
                self.session.save_as(path);
            }
            Asked::Recover(left) => self.recover(&left),
            Asked::Forget(left) => recovery::discard(&left),
        }
    }

    /// Opens what an earlier run left. A document that may have stopped the program is opened without running.
    fn recover(&mut self, left: &Left) {
        match (&left.copy, &left.opening) {
            (Some((about, copy)), _) => match wavewright_core::graph::file::load(copy) {
                Ok(loaded) => {
                    self.session.recover(about, loaded);
                    self.session.hurry_autosave();
                    recovery::discard(left);
                }
                Err(error) => self.notices.push(Level::Error, error.to_string()),
            },
            (None, Some(path)) => {
                self.session.open(path.clone(), Start::Held);
                recovery::discard(left);
            }
            (None, None) => {}
        }
    }
}
