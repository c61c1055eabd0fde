//! Painting nodes.

use egui::emath::GuiRounding;
use egui::epaint::{CircleShape, Mesh, RectShape};
use egui::{Color32, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::super::gesture::{Gesture, WireDrag};
use super::super::hit::{ROWS_ZOOM, Target, output_eye_rect, slots, stacking};
use super::super::model::{CanvasNode, Eye, NodeForm, PortSide};
use super::super::scene::{PortSlot, eye_rect, message_rect, picture_rect, port_id, row_rect};
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::super::text::Face;
use super::{Brush, Spot, add_quad, corners, mixed};

/// Below this zoom a shadow would only blur the outline.
const SHADOW_ZOOM: f32 = 0.75;

/// What is drawn of a node apart from what it says itself.
struct Look<'a> {
    is_selected: bool,
    is_hovered: bool,
    hovered: Option<&'a Target>,
    wire: Option<&'a WireDrag>,
}

impl CanvasState {
    pub(super) fn draw_nodes(&self, brush: &mut Brush<'_>, session: &Session<'_>) {
        let visible = session.screen.visible().expand(16.0);
        let wire = match &self.gesture {
            Gesture::Wire(drag) => Some(drag),
            _ => None,
        };
        let hovered = self.hover.as_ref().map(|hover| &hover.target);
        let hovered_node = hovered.and_then(Target::node);
        let mut far = Far::default();
        for index in stacking(session.graph, &self.selection.nodes) {
            let place = session.scene.rects()[index];
            if !visible.intersects(place) {
                continue;
            }
            let node = &session.graph.nodes()[index];
            let is_hovered = hovered_node == Some(&node.id);
            let look = Look {
                is_selected: !self.selection.nodes.is_empty() && self.selection.nodes.contains(&node.id),
                is_hovered,
                hovered: hovered.filter(|_| is_hovered),
                wire,
            };
            brush.counts.nodes += 1;
            let rect = session.screen.rect_to_screen(place);
            if node.form == NodeForm::Dot {
                draw_dot(brush, session, node, index, rect, &look);
            } else if brush.zoom < ROWS_ZOOM {
                far.add(brush, node, rect, &look);
                far.add_picture(session, node, place);
            } else {
                brush.counts.detailed_nodes += 1;
                draw_near(brush, session, node, index, rect, &look);
            }
        }
        far.finish(brush);
    }
}

fn outline_of(brush: &Brush<'_>, node: &CanvasNode, look: &Look<'_>) -> Stroke {
    if look.is_selected {
        Stroke::new(2.0, brush.style.accent)
    } else if node.error.is_some() {
        Stroke::new(1.5, brush.style.error)
    } else if node.warning.is_some() {
        Stroke::new(1.0, brush.style.warning)
    } else if look.is_hovered {
        Stroke::new(1.0, mixed(brush.style.node_outline, brush.style.text, 0.35))
    } else {
        Stroke::new(1.0, brush.style.node_outline)
    }
}

/// A reroute dot.
fn draw_dot(brush: &mut Brush<'_>, session: &Session<'_>, node: &CanvasNode, index: usize, rect: Rect, look: &Look<'_>) {
    let port_type = node.outputs.first().map(|output| &output.port_type);
    let port_type = port_type.or_else(|| node.inputs.first().and_then(|input| input.port_type.as_ref()));
    let colour = port_type.map_or(brush.style.faint, |found| found.colour);
    let radius = 0.37 * rect.width();
    let is_linked = slots(node, index).any(|slot| session.scene.is_linked(slot));
    if look.is_selected || look.is_hovered {
        let ring = if look.is_selected { brush.style.accent } else { mixed(colour, brush.style.text, 0.5) };
        brush.shapes.push(CircleShape::stroke(rect.center(), radius + 2.5, Stroke::new(1.5, ring)).into());
    }
    let stroke = if is_linked { Stroke::new(1.5, brush.style.background) } else { Stroke::new(1.5, colour) };
    let fill = if is_linked { colour } else { brush.style.node };
    brush.shapes.push(CircleShape { center: rect.center(), radius, fill, stroke }.into());
}

/// Nodes too small for rows: tinted blocks, with their titles where there is room. The blocks are one mesh, because there can be
/// thousands; titles and outlines lie above all blocks.
#[derive(Default)]
struct Far {
    blocks: Mesh,
    above: Vec<Shape>,
}

impl Far {
    fn add(&mut self, brush: &mut Brush<'_>, node: &CanvasNode, rect: Rect, look: &Look<'_>) {
        let mark = node.mark_colour();
        let mut fill = mixed(brush.style.node, mark, 0.22);
        if node.muted {
            fill = mixed(fill, brush.style.background, 0.55);
        }
        // On whole pixels, blocks need no smooth edges.
        let rect = rect.round_to_pixels(brush.context.pixels_per_point());
        let strip = (4.0 * brush.zoom).max(2.0);
        add_quad(&mut self.blocks, rect, fill);
        if rect.width() >= 6.0 {
            add_quad(&mut self.blocks, Rect::from_min_size(rect.min, vec2(strip, rect.height())), mark);
        }
        if look.is_selected || look.is_hovered || node.error.is_some() || node.warning.is_some() {
            self.above.push(RectShape::stroke(rect, 1, outline_of(brush, node, look), StrokeKind::Middle).into());
        }
        if rect.width() >= 30.0 && rect.height() >= 9.0 {
            let size = (metrics::TITLE_TEXT * brush.zoom * 1.35).clamp(7.5, 12.0);
            let top = rect.top() + (0.5 * metrics::TITLE * brush.zoom).max(0.5 * size + 2.5);
            let y = if rect.height() < 2.0 * size { rect.center().y } else { top };
            let left = pos2(rect.left() + strip + 3.0, y);
            let colour = if node.muted { brush.style.text_dim } else { brush.style.text };
            let first = brush.shapes.len();
            brush.text(Spot::Left(left), &node.title, Face::Title, size, rect.right() - left.x - 2.0, colour);
            self.above.extend(brush.shapes.drain(first..));
        }
    }

    /// Pictures are seen from farther away than words are read.
    fn add_picture(&mut self, session: &Session<'_>, node: &CanvasNode, place: Rect) {
        const LEAST_HEIGHT: f32 = 10.0;
        let picture = picture_shape(session, node, place);
        self.above.extend(picture.filter(|picture| picture.rect.height() >= LEAST_HEIGHT).map(Shape::Rect));
    }

    fn finish(self, brush: &mut Brush<'_>) {
        brush.shapes.push(self.blocks.into());
        brush.shapes.extend(self.above);
    }
}

/// A node with all its parts.
fn draw_near(brush: &mut Brush<'_>, session: &Session<'_>, node: &CanvasNode, index: usize, rect: Rect, look: &Look<'_>) {
    let zoom = brush.zoom;
    let is_pill = node.form == NodeForm::Pill;
    let rounding = if is_pill { 0.5 * rect.height() } else { metrics::ROUNDING * zoom };
    if zoom >= SHADOW_ZOOM {
        let shadow = RectShape::filled(rect.translate(vec2(0.0, 2.0 * zoom)), corners(rounding), brush.style.shadow);
        brush.shapes.push(shadow.with_blur_width(9.0 * zoom).into());
    }
    let body = if node.muted { mixed(brush.style.node, brush.style.background, 0.5) } else { brush.style.node };
    brush.fill(rect, rounding, body);

    let title = Rect::from_min_size(rect.min, vec2(rect.width(), metrics::TITLE * zoom));
    let mark = if node.muted { mixed(node.mark_colour(), body, 0.5) } else { node.mark_colour() };
    let tint = mixed(body, mark, if node.colour.is_some() { 2.0 * brush.style.title_tint } else { brush.style.title_tint });
    let title_corners = if node.is_folded() { corners(rounding) } else { CornerRadius { sw: 0, se: 0, ..corners(rounding) } };
    brush.shapes.push(RectShape::filled(title, title_corners, tint).into());
    if node.muted {
        hatch(brush, rect);
    }
    brush.shapes.push(RectShape::stroke(rect, corners(rounding), outline_of(brush, node, look), StrokeKind::Middle).into());

    draw_title(brush, node, rect, title, mark, is_pill);
    if !node.is_folded() {
        draw_outputs(brush, node, session, index, look);
        draw_inputs(brush, node, session, index, look);
        draw_picture(brush, node, session, index);
        draw_message(brush, node, session, index);
    }
    draw_ports(brush, session, node, index, look);
}

/// Slanted lines over a muted node.
fn hatch(brush: &mut Brush<'_>, rect: Rect) {
    let step = 9.0 * brush.zoom;
    let stroke = Stroke::new(1.0, brush.style.text_dim.gamma_multiply(0.13));
    let mut start = rect.left() - rect.height() + step;
    while start < rect.right() {
        // From the lower edge up to the right at 45 degrees, cut off at the sides.
        let from = pos2(start.max(rect.left()), rect.bottom() - (rect.left() - start).max(0.0));
        let end = start + rect.height();
        let to = pos2(end.min(rect.right()), rect.top() + (end - rect.right()).max(0.0));
        brush.line(from, to, stroke);
        start += step;
    }
}

fn draw_title(brush: &mut Brush<'_>, node: &CanvasNode, rect: Rect, title: Rect, mark: Color32, is_pill: bool) {
    let zoom = brush.zoom;
    let middle = title.center().y;
    let colour = if node.muted { brush.style.text_dim } else { brush.style.text };
    let size = metrics::TITLE_TEXT * zoom;
    if is_pill {
        brush.text(Spot::Middle(title.center()), &node.title, Face::Title, size, title.width() - 2.0 * metrics::INSET * zoom, colour);
        return;
    }
    let strip = Rect::from_center_size(pos2(title.left() + 10.0 * zoom, middle), vec2(2.5, 11.0) * zoom);
    brush.fill(strip, 1.0, mark);
    let mut right = title.right() - 8.0 * zoom;
    let eye = node.eye();
    if eye != Eye::None {
        let centre = title.min + (eye_rect(Rect::from_min_size(Pos2::ZERO, rect.size() / zoom)).center() * zoom).to_vec2();
        let (icon, colour) = match eye {
            Eye::Pinned => (brush.style.icons.pin, brush.style.accent),
            Eye::Viewed => (brush.style.icons.eye, brush.style.accent),
            Eye::None | Eye::Closed => (brush.style.icons.eye, brush.style.faint),
        };
        brush.icon(centre, icon, metrics::ICON * zoom, colour);
        right = centre.x - 11.0 * zoom;
    }
    let badge = if node.error.is_some() {
        Some((brush.style.icons.error, brush.style.error))
    } else if node.warning.is_some() {
        Some((brush.style.icons.warning, brush.style.warning))
    } else if node.is_group {
        Some((brush.style.icons.group, brush.style.text_dim))
    } else {
        None
    };
    if let Some((icon, colour)) = badge {
        brush.icon(pos2(right - 6.0 * zoom, middle), icon, metrics::ICON * zoom, colour);
        right -= 17.0 * zoom;
    }
    let left = pos2(title.left() + 17.0 * zoom, middle);
    brush.text(Spot::Left(left), &node.title, Face::Title, size, right - left.x, colour);
}

fn draw_outputs(brush: &mut Brush<'_>, node: &CanvasNode, session: &Session<'_>, index: usize, look: &Look<'_>) {
    let zoom = brush.zoom;
    let place = session.scene.rects()[index];
    for (port, output) in node.outputs.iter().enumerate() {
        let row = row_rect(node, place, PortSide::Output, port);
        let on_screen = session.screen.rect_to_screen(row);
        let right = pos2(on_screen.right() - metrics::INSET * zoom, on_screen.center().y);
        let width = on_screen.width() - 2.0 * metrics::INSET * zoom;
        brush.text(Spot::Right(right), &output.label, Face::Label, metrics::LABEL_TEXT * zoom, width, brush.style.text_dim);
        if node.outputs.len() > 1 && output.eye != Eye::None {
            let is_open = matches!(output.eye, Eye::Viewed | Eye::Pinned);
            // Closed eyes of rows come only with the pointer: most of the time they would be noise.
            if is_open || look.is_hovered {
                let centre = session.screen.rect_to_screen(output_eye_rect(row)).center();
                let icon = if output.eye == Eye::Pinned { brush.style.icons.pin } else { brush.style.icons.eye };
                let colour = if is_open { brush.style.accent } else { brush.style.faint };
                brush.icon(centre, icon, 12.0 * zoom, colour);
            }
        }
    }
}

fn draw_inputs(brush: &mut Brush<'_>, node: &CanvasNode, session: &Session<'_>, index: usize, look: &Look<'_>) {
    let zoom = brush.zoom;
    let place = session.scene.rects()[index];
    for (port, input) in node.inputs.iter().enumerate() {
        let row = row_rect(node, place, PortSide::Input, port);
        let is_linked = session.scene.wire_into(index, port).is_some();
        match &input.value {
            Some(value) if !is_linked => {
                let is_hovered = matches!(look.hovered, Some(Target::Value(hovered, _)) if *hovered.port == *input.name);
                super::value::draw_field(brush, session, row, input, value, is_hovered, node.muted);
            }
            _ => {
                let on_screen = session.screen.rect_to_screen(row);
                let left = pos2(on_screen.left() + metrics::INSET * zoom, on_screen.center().y);
                let width = on_screen.width() - 2.0 * metrics::INSET * zoom;
                brush.text(Spot::Left(left), &input.label, Face::Label, metrics::LABEL_TEXT * zoom, width, brush.style.text_dim);
            }
        }
    }
}

fn draw_picture(brush: &mut Brush<'_>, node: &CanvasNode, session: &Session<'_>, index: usize) {
    let picture = picture_shape(session, node, session.scene.rects()[index]);
    brush.shapes.extend(picture.map(Shape::Rect));
}

/// The picture of a node, if it has one.
fn picture_shape(session: &Session<'_>, node: &CanvasNode, place: Rect) -> Option<RectShape> {
    let thumbnail = node.thumbnail.as_ref()?;
    let rect = session.screen.rect_to_screen(picture_rect(node, place));
    let tint = if node.muted { Color32::from_gray(110) } else { Color32::WHITE };
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    let shape = RectShape::filled(rect, corners(3.0 * session.screen.zoom()), tint).with_texture(thumbnail.texture, whole);
    rect.is_positive().then_some(shape)
}

fn draw_message(brush: &mut Brush<'_>, node: &CanvasNode, session: &Session<'_>, index: usize) {
    let (words, colour) = match (&node.error, &node.warning) {
        (Some(words), _) => (words, brush.style.error),
        (None, Some(words)) => (words, brush.style.warning),
        (None, None) => return,
    };
    let rect = session.screen.rect_to_screen(message_rect(session.scene.rects()[index]));
    let first_line = words.lines().next().unwrap_or_default();
    let left = pos2(rect.left() + metrics::INSET * brush.zoom, rect.center().y);
    let width = rect.width() - 2.0 * metrics::INSET * brush.zoom;
    brush.text(Spot::Left(left), first_line, Face::Label, 11.0 * brush.zoom, width, colour);
}

fn draw_ports(brush: &mut Brush<'_>, session: &Session<'_>, node: &CanvasNode, index: usize, look: &Look<'_>) {
    let radius = metrics::PORT * brush.zoom;
    for slot in slots(node, index) {
        let centre = session.screen.pos_to_screen(session.scene.port_pos(session.graph, slot));
        let is_linked = session.scene.is_linked(slot);
        let (port_type, is_hollow) = match slot.side {
            PortSide::Output => (&node.outputs[slot.port].port_type, false),
            PortSide::Input => {
                let input = &node.inputs[slot.port];
                let Some(port_type) = &input.port_type else { continue };
                (port_type, input.required && !is_linked)
            }
        };
        let mut colour = if node.muted { mixed(port_type.colour, brush.style.node, 0.55) } else { port_type.colour };
        let mut radius = radius;
        if let Some(drag) = look.wire {
            match wire_interest(session, drag, slot) {
                Interest::Fixed => {}
                Interest::Fits => {
                    brush.disc(centre, 2.0 * radius, colour.gamma_multiply(0.28));
                    radius *= 1.15;
                }
                Interest::None => colour = mixed(colour, brush.style.node, 0.75),
            }
        } else if matches!(look.hovered, Some(Target::Port(hovered)) if *hovered == port_id(session.graph, slot)) {
            brush.disc(centre, 1.9 * radius, colour.gamma_multiply(0.28));
        }
        brush.port(port_type.shape, centre, radius, colour, is_hollow);
    }
}

/// What a port is to a wire that is being drawn.
enum Interest {
    Fixed,
    Fits,
    None,
}

fn wire_interest(session: &Session<'_>, drag: &WireDrag, slot: PortSlot) -> Interest {
    if session.scene.slot(session.graph, &drag.fixed) == Some(slot) {
        Interest::Fixed
    } else if drag.fits(session, slot) {
        Interest::Fits
    } else {
        Interest::None
    }
}

/// A rectangle of a node's size, for a node that is not there yet.
pub(super) fn ghost_size() -> Vec2 {
    vec2(metrics::WIDTH_MIN, metrics::TITLE + 2.0 * metrics::ROW)
}
