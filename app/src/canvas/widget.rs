//! The widget itself: one frame, from input to paint.

use egui::{Event, Id, MouseWheelSource, MouseWheelUnit, Rect, Response, Sense, Ui, Vec2};

use super::command::CanvasCommand;
use super::draw::DrawnCounts;
use super::host::CanvasHost;
use super::measure::TextWidths;
use super::model::{CanvasGraph, Eye};
use super::scene::Scene;
use super::session::Session;
use super::state::{CanvasState, Note, Wheel};
use super::style::CanvasStyle;
use super::view::{Screen, View};

/// The canvas, ready to be shown.
///
/// ```no_run
/// # use egui;
/// # use wavewright::canvas::{Canvas, CanvasCommand, CanvasGraph, CanvasHost, CanvasState, CanvasStyle};
/// # fn show(ui: &mut egui::Ui, graph: &CanvasGraph, host: &dyn CanvasHost, style: &CanvasStyle, state: &mut CanvasState) {
/// let output = Canvas::new("main graph", graph, host, style).show(ui, state);
/// for command in output.commands {
///     match command {
///         CanvasCommand::Connect(wire) => { /* change the document, then the graph that is shown */ }
///         _ => {}
///     }
/// }
/// # }
/// ```
pub struct Canvas<'a> {
    id_source: &'a str,
    graph: &'a CanvasGraph,
    host: &'a dyn CanvasHost,
    style: &'a CanvasStyle,
}

/// What came of a frame.
#[derive(Debug)]
pub struct CanvasOutput {
    /// What the artist asked for, in order.
    pub commands: Vec<CanvasCommand>,
    /// The whole canvas as a widget.
    pub response: Response,
    /// How much was drawn.
    pub drawn: DrawnCounts,
}

impl<'a> Canvas<'a> {
    /// A canvas that shows `graph`. `id_source` tells several canvases of a window apart.
    #[must_use]
    pub fn new(id_source: &'a str, graph: &'a CanvasGraph, host: &'a dyn CanvasHost, style: &'a CanvasStyle) -> Self {
        Self { id_source, graph, host, style }
    }

    /// Shows the canvas in all the room that `ui` has left.
    pub fn show(self, ui: &mut Ui, state: &mut CanvasState) -> CanvasOutput {
        let id = Id::unique((self.id_source, "wavewright canvas"));
        let (_, rect) = ui.allocate_space(ui.available_size_before_wrap());
        let response = ui.interact(rect, id, Sense::click_and_drag());
        if !rect.is_positive() || !rect.is_finite() {
            // A panel squeezed to nothing, a window that is not shown.
            return CanvasOutput { commands: Vec::new(), response, drawn: DrawnCounts::default() };
        }

        let mut scene = std::mem::take(&mut state.scene);
        let mut widths = std::mem::take(&mut state.widths);
        ui.fonts_mut(|fonts| scene.update(self.graph, &mut TextWidths::new(&mut widths, fonts, self.style)));
        state.widths = widths;

        let now_s = ui.input(|input| input.time);
        let view =
            state.view.filter(View::is_sane).unwrap_or_else(|| View::first(scene.bounds(), shown_node(self.graph, &scene), rect.size()));
        state.view = Some(view);
        state.last_rect = Some(rect);
        let context = ui.ctx().clone();
        let mut session = Session {
            graph: self.graph,
            host: self.host,
            style: self.style,
            scene: &scene,
            screen: Screen { rect, view },
            context: &context,
            id,
            now_s,
            commands: Vec::new(),
        };
        let (drawn, commands) = state.frame(ui, &mut session, &response);
        state.scene = scene;
        CanvasOutput { commands, response, drawn }
    }
}

/// Where the node is that is looked at, or the last one to the right.
fn shown_node(graph: &CanvasGraph, scene: &Scene) -> Rect {
    let places = || graph.nodes().iter().zip(scene.rects());
    let is_open = |eye: Eye| matches!(eye, Eye::Viewed | Eye::Pinned);
    let viewed = places().find(|(node, _)| node.outputs.iter().any(|output| is_open(output.eye)));
    let last = || places().max_by(|(_, one), (_, other)| one.right().total_cmp(&other.right()));
    viewed.or_else(last).map_or(Rect::NOTHING, |(_, rect)| *rect)
}

impl CanvasState {
    fn frame(&mut self, ui: &mut Ui, session: &mut Session<'_>, response: &Response) -> (DrawnCounts, Vec<CanvasCommand>) {
        if self.let_go_of_the_gone(session.graph) {
            session.emit(CanvasCommand::SelectionChanged);
        }
        self.ease(session);
        self.handle_wheel(session, response);
        if !self.requested.is_empty() && !self.is_dragging() {
            self.commit_editor(session);
            self.close_menu(session);
            for action in std::mem::take(&mut self.requested) {
                self.perform(session, action);
            }
        }
        self.handle_pointer(session, response);
        self.pan_at_edge(session);
        self.handle_keys(session, response);
        self.handle_drop(session, response);
        self.keep_note(session);

        let (shapes, drawn) = self.draw(session, response.has_focus());
        ui.painter_at(session.screen.rect).extend(shapes);
        self.tell_screen_readers(ui, session);
        self.show_editor(ui, session);
        self.show_menu(session, response.layer_id);
        self.show_search(session);
        self.show_tooltip(session, response.layer_id);
        if let Some(cursor) = self.cursor() {
            session.context.set_cursor_icon(cursor);
        }
        if self.pending_note.is_some() || !session.commands.is_empty() {
            session.context.request_repaint();
        }
        (drawn, std::mem::take(&mut session.commands))
    }

    /// Goes on with a jump to another view.
    fn ease(&mut self, session: &mut Session<'_>) {
        if let Some(jump) = self.jump {
            let (view, goes_on) = jump.at(session.now_s);
            self.set_view(session, view);
            if goes_on {
                self.jump = Some(jump);
                session.context.request_repaint();
            }
        }
    }

    /// Zooms and pans by wheel and trackpad.
    fn handle_wheel(&mut self, session: &mut Session<'_>, response: &Response) {
        if !response.contains_pointer() || self.search.is_some() {
            return;
        }
        let (zoom, scroll, wheel, pos) = session.context.input(|input| {
            let wheel = input.events.iter().rev().find_map(|event| match event {
                Event::MouseWheel { unit, source, .. } => Some((*unit, *source)),
                _ => None,
            });
            (input.zoom_delta(), input.smooth_scroll_delta(), wheel, input.pointer.hover_pos())
        });
        let Some(pos) = pos.filter(|pos| session.screen.rect.contains(*pos)) else { return };
        if let Some((unit, source)) = wheel {
            self.last_wheel_was_lines = match source {
                MouseWheelSource::Wheel => true,
                MouseWheelSource::Trackpad | MouseWheelSource::Momentum => false,
                MouseWheelSource::Unknown => unit != MouseWheelUnit::Point,
            };
        }
        #[expect(clippy::float_cmp, reason = "exactly one when nothing was zoomed")]
        if zoom != 1.0 {
            let view = session.screen.zoomed_about(pos, zoom);
            self.set_view(session, view);
        }
        if scroll == Vec2::ZERO {
            return;
        }
        let zooms = match self.wheel {
            Wheel::Auto => self.last_wheel_was_lines && scroll.x == 0.0,
            Wheel::Zoom => true,
            Wheel::Pan => false,
        };
        let view = if zooms {
            const POINTS_FOR_E: f32 = 260.0;
            session.screen.zoomed_about(pos, (scroll.y / POINTS_FOR_E).exp())
        } else {
            session.screen.panned(scroll)
        };
        self.set_view(session, view);
    }

    /// Shows a note for a few seconds.
    fn keep_note(&mut self, session: &Session<'_>) {
        const BASE_S: f64 = 2.0;
        const LETTER_S: f64 = 0.04;
        if let Some(text) = self.pending_note.take() {
            #[expect(clippy::cast_precision_loss, reason = "a short text")]
            let until_s = session.now_s + BASE_S + LETTER_S * text.chars().count() as f64;
            self.note = Some(Note { text, until_s });
        }
        if let Some(note) = &self.note {
            if session.now_s >= note.until_s {
                self.note = None;
            } else {
                #[expect(clippy::cast_possible_truncation, reason = "a few seconds")]
                session.context.request_repaint_after_secs((note.until_s - session.now_s) as f32);
            }
        }
    }
}
