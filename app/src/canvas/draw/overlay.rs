//! What lies above the graph: boxes and strokes of gestures, guides, words at the pointer, notes, the map.

use egui::epaint::PathShape;
use egui::{Align2, DragAndDrop, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use super::super::NodeKindPayload;
use super::super::gesture::Gesture;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::text::Face;
use super::{Brush, Spot, mixed};

/// What an empty canvas says.
pub(in super::super) const EMPTY_TITLE: &str = "Nothing here yet";
/// What an empty canvas says below.
pub(in super::super) const EMPTY_HINT: &str = "Press Tab or double-click to add a node";

impl CanvasState {
    pub(super) fn draw_overlay(&self, brush: &mut Brush<'_>, session: &Session<'_>, has_focus: bool) {
        match &self.gesture {
            Gesture::Box(selecting) => {
                let rect = session.screen.rect_to_screen(selecting.rect());
                brush.fill(rect, 2.0, brush.style.accent.gamma_multiply(0.1));
                brush.outline(rect, 2.0, Stroke::new(1.0, brush.style.accent));
            }
            Gesture::Knife(knife) => {
                let stroke: Vec<Pos2> = knife.stroke.iter().map(|pos| session.screen.pos_to_screen(*pos)).collect();
                brush.shapes.extend(Shape::dashed_line(&stroke, Stroke::new(1.5, brush.style.error), 6.0, 4.0));
            }
            Gesture::Move(drag) => {
                for guide in &drag.guides {
                    let ends = [guide.from, guide.to].map(|pos| session.screen.pos_to_screen(pos));
                    brush.shapes.push(PathShape::line(ends.to_vec(), Stroke::new(1.0, brush.style.accent.gamma_multiply(0.8))).into());
                }
            }
            Gesture::Wire(drag) => {
                self.draw_loose_wire(brush, session, drag);
                if let Some((_, Err(words))) = &drag.candidate {
                    bubble(brush, session.screen.rect, drag.pointer + vec2(14.0, 18.0), words, brush.style.error);
                }
            }
            Gesture::Idle | Gesture::Pressed(_) | Gesture::Pan(..) | Gesture::Minimap | Gesture::Number(_) | Gesture::Frame(_) => {}
        }
        if has_focus && let Some(rect) = self.keyboard_rect(session) {
            brush.outline(rect.shrink(1.0), 3.0, Stroke::new(1.5, brush.style.accent));
        }
        draw_ghost(brush, session);
        self.draw_minimap(brush, session);
        if session.graph.nodes().is_empty() && session.graph.frames().is_empty() && self.search.is_none() {
            let middle = session.screen.rect.center();
            brush.text(Spot::Middle(middle - vec2(0.0, 12.0)), EMPTY_TITLE, Face::Title, 15.0, f32::INFINITY, brush.style.text);
            brush.text(Spot::Middle(middle + vec2(0.0, 12.0)), EMPTY_HINT, Face::Label, 13.0, f32::INFINITY, brush.style.text_dim);
        }
        if let Some(note) = &self.note {
            let at = session.screen.rect.center_bottom() - vec2(0.0, 28.0);
            bubble_at(brush, session.screen.rect, at, Align2::CENTER_BOTTOM, &note.text, brush.style.text);
        }
    }
}

/// Where a node dragged from elsewhere would be added.
fn draw_ghost(brush: &mut Brush<'_>, session: &Session<'_>) {
    let Some(payload) = DragAndDrop::payload::<NodeKindPayload>(session.context) else { return };
    let Some(pos) = session.context.pointer_interact_pos().filter(|pos| session.screen.rect.contains(*pos)) else { return };
    let rect = Rect::from_min_size(pos, super::node::ghost_size() * brush.zoom);
    let entry = session.host.entries().iter().find(|entry| entry.kind == payload.0);
    let colour = entry.map_or(brush.style.accent, |entry| entry.category_colour);
    brush.fill(rect, 6.0 * brush.zoom, mixed(brush.style.node, colour, 0.15).gamma_multiply(0.7));
    brush.outline(rect, 6.0 * brush.zoom, Stroke::new(1.5, colour));
    if let Some(entry) = entry {
        let left = rect.left_top() + vec2(10.0, 12.0) * brush.zoom;
        let size = (12.5 * brush.zoom).max(9.0);
        brush.text(Spot::Left(left), &entry.title, Face::Title, size, rect.width() - 12.0, brush.style.text);
    }
}

fn bubble(brush: &mut Brush<'_>, within: Rect, at: Pos2, words: &str, colour: egui::Color32) {
    bubble_at(brush, within, at, Align2::LEFT_TOP, words, colour);
}

/// Words on a raised ground, kept inside of the canvas.
fn bubble_at(brush: &mut Brush<'_>, within: Rect, at: Pos2, anchor: Align2, words: &str, colour: egui::Color32) {
    const SIZE: f32 = 12.5;
    let room = (within.width() - 40.0).max(40.0);
    let galley = brush.texts.galley(brush.context, words, Face::Label, SIZE, room);
    let size = galley.size() + vec2(16.0, 10.0);
    let rect = anchor.anchor_size(at, size);
    let shift = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
    let inside = within.shrink(4.0);
    let rect = rect.translate(Vec2::new(
        shift(rect.left(), rect.right(), inside.left(), inside.right()),
        shift(rect.top(), rect.bottom(), inside.top(), inside.bottom()),
    ));
    brush.fill(rect, 5.0, brush.style.node);
    brush.outline(rect, 5.0, Stroke::new(1.0, mixed(brush.style.node_outline, colour, 0.4)));
    let left = pos2(rect.left() + 8.0, rect.center().y);
    brush.text(Spot::Left(left), words, Face::Label, SIZE, room, colour);
}
