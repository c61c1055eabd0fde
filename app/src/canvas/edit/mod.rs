//! Editing in place: a text field over a title, a frame's text or a value; menus; the colour picker.

mod colour;
mod menu;

use egui::{FontId, Key, Margin, Modifiers, Popup, PopupKind, Rect, TextEdit, Ui, vec2};

pub use colour::{pick_colour, split as split_colour};
pub(super) use menu::Menu;

use super::command::{CanvasCommand, Phase};
use super::model::{CanvasGraph, CanvasNode, FrameId, NodeId, PortId, PortSide};
use super::scene::{field_rect, row_rect};
use super::session::Session;
use super::state::CanvasState;
use super::style::metrics;
use super::value::InlineValue;

/// What is being typed.
#[derive(Clone, Debug, PartialEq)]
enum Subject {
    Title(NodeId),
    Frame(FrameId),
    Value(PortId),
}

/// A text field over something.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    subject: Subject,
    text: String,
    before: String,
    /// Why the text can't be used.
    error: Option<String>,
    is_new: bool,
}

impl Editor {
    fn new(subject: Subject, text: String) -> Self {
        Self { subject, before: text.clone(), text, error: None, is_new: true }
    }

    pub fn title(node: &CanvasNode) -> Self {
        Self::new(Subject::Title(node.id.clone()), node.title.clone())
    }

    pub fn frame(graph: &CanvasGraph, frame: FrameId) -> Option<Self> {
        let found = graph.frames().iter().find(|other| other.id == frame)?;
        Some(Self::new(Subject::Frame(frame), found.text.clone()))
    }

    pub fn value(input: PortId, text: String) -> Self {
        Self::new(Subject::Value(input), text)
    }

    /// Whether what it edits is still there.
    pub fn is_about(&self, graph: &CanvasGraph) -> bool {
        match &self.subject {
            Subject::Title(node) => graph.node(node).is_some(),
            Subject::Frame(frame) => graph.frames().iter().any(|other| other.id == *frame),
            Subject::Value(port) => graph.node(&port.node).is_some_and(|node| node.input_index(&port.port).is_some()),
        }
    }

    /// Where it goes on the screen, and how large its letters are on the canvas.
    fn place(&self, session: &Session<'_>) -> Option<(Rect, f32)> {
        let graph = session.graph;
        let (rect, size) = match &self.subject {
            Subject::Title(node) => {
                let rect = session.scene.rects()[session.scene.node_index(node)?];
                (Rect::from_min_size(rect.min, vec2(rect.width(), metrics::TITLE)), metrics::TITLE_TEXT)
            }
            Subject::Frame(frame) => {
                let rect = graph.frames().iter().find(|other| other.id == *frame)?.rect;
                (Rect::from_min_size(rect.min, vec2(rect.width(), metrics::FRAME_TITLE)), metrics::FRAME_TEXT)
            }
            Subject::Value(port) => {
                let slot = session.scene.slot(graph, port)?;
                let node = &graph.nodes()[slot.node];
                let rect = session.scene.rects()[slot.node];
                if node.is_folded() {
                    (rect, metrics::VALUE_TEXT)
                } else {
                    (field_rect(row_rect(node, rect, PortSide::Input, slot.port)), metrics::VALUE_TEXT)
                }
            }
        };
        Some((session.screen.rect_to_screen(rect), size))
    }

    fn parsed(&self, session: &Session<'_>) -> Result<Option<CanvasCommand>, String> {
        if self.text == self.before {
            return Ok(None);
        }
        Ok(Some(match &self.subject {
            Subject::Title(node) => CanvasCommand::Rename { node: node.clone(), title: self.text.trim().to_owned() },
            Subject::Frame(frame) => CanvasCommand::SetFrameText { frame: *frame, text: self.text.trim().to_owned() },
            Subject::Value(input) => {
                let found = session.graph.node(&input.node).and_then(|node| node.inputs.get(node.input_index(&input.port)?));
                let value = found.and_then(|input| input.value.as_ref()).ok_or("The input is gone")?;
                CanvasCommand::SetValue { input: input.clone(), value: value.parse(&self.text)?, phase: Phase::Finished }
            }
        }))
    }
}

impl CanvasState {
    /// Shows the text field, if one is open.
    pub(super) fn show_editor(&mut self, ui: &mut Ui, session: &mut Session<'_>) {
        let Some(mut editor) = self.editor.take() else { return };
        let Some((rect, size)) = editor.place(session) else { return };
        let (enter, tab, escape) = session.context.input_mut(|input| {
            let enter = input.consume_key(Modifiers::NONE, Key::Enter);
            let tab = input.consume_key(Modifiers::NONE, Key::Tab);
            (enter, tab, input.consume_key(Modifiers::NONE, Key::Escape))
        });
        if escape {
            return self.give_keyboard_back(session);
        }
        if enter || tab {
            match editor.parsed(session) {
                Ok(command) => {
                    session.commands.extend(command);
                    self.give_keyboard_back(session);
                    if tab {
                        self.type_next(session, &editor.subject);
                    }
                    return;
                }
                Err(error) => editor.error = Some(error),
            }
        }
        let family = match editor.subject {
            Subject::Value(_) => &session.style.value_family,
            Subject::Title(_) | Subject::Frame(_) => &session.style.title_family,
        };
        let font = FontId::new((size * session.screen.zoom()).clamp(11.0, 40.0), family.clone());
        let rect = Rect::from_min_size(rect.min, rect.size().max(vec2(96.0, font.size + 8.0)));
        let name = match &editor.subject {
            Subject::Title(_) => "Node title".to_owned(),
            Subject::Frame(_) => "Frame text".to_owned(),
            Subject::Value(port) => format!("Value of {}", port.port.replace('_', " ")),
        };
        let field = TextEdit::singleline(&mut editor.text)
            .id(session.id.with("editor"))
            .font(font)
            .margin(Margin::symmetric(6, 2))
            .background_color(if editor.error.is_some() { session.style.error.gamma_multiply(0.25) } else { session.style.field });
        let response = ui.put(rect, field).accessible_name(name);
        if editor.is_new {
            editor.is_new = false;
            response.request_focus();
            select_all(session, &editor.text);
        }
        if response.changed() {
            editor.error = None;
        }
        if let Some(error) = &editor.error {
            Popup::from_response(&response).kind(PopupKind::Tooltip).show(|ui| ui.colored_label(session.style.error, error));
        }
        self.editor = Some(editor);
        if response.lost_focus() {
            self.commit_editor(session);
        }
    }

    /// Ends typing as a click elsewhere does: what can be used is used, what can't is told.
    pub(super) fn commit_editor(&mut self, session: &mut Session<'_>) {
        if let Some(editor) = self.editor.take() {
            match editor.parsed(session) {
                Ok(command) => session.commands.extend(command),
                Err(error) => self.pending_note = Some(error),
            }
        }
    }

    fn give_keyboard_back(&self, session: &Session<'_>) {
        session.context.memory_mut(|memory| memory.request_focus(session.id));
    }

    /// Goes on to the next value of the same node that can be typed.
    fn type_next(&mut self, session: &mut Session<'_>, subject: &Subject) {
        let Subject::Value(port) = subject else { return };
        let Some(slot) = session.scene.slot(session.graph, port) else { return };
        let node = &session.graph.nodes()[slot.node];
        let can_be_typed = |index: &usize| {
            let is_free = session.scene.wire_into(slot.node, *index).is_none();
            is_free && node.inputs[*index].value.as_ref().and_then(InlineValue::edit_text).is_some()
        };
        if let Some(next) = (slot.port + 1..node.inputs.len()).find(can_be_typed) {
            let port = PortId::input(node.id.clone(), node.inputs[next].name.clone());
            self.active_port = Some(port.clone());
            self.start_typing(session, &port);
        }
    }
}

/// Selects the text of the field, so that typing replaces it.
fn select_all(session: &Session<'_>, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    use egui::text_edit::TextEditState;
    let id = session.id.with("editor");
    let mut state = TextEditState::load(session.context, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()))));
    state.store(session.context, id);
}
