//! Rows of keyframes: diamonds that can be dragged, removed, and told how to go on to the next.

use egui::{Align2, Id, Rect, Response, Role, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};
use wavewright_core::graph::edit::Gesture;
use wavewright_core::graph::keyframes::Interpolation;
use wavewright_core::graph::{Edit, Keyframe};

use super::NAMES;
use super::axis::Axis;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::graph::{title, values};
use crate::theme::scale;

/// The gesture of dragging a keyframe.
const MOVE_KEYFRAME: Gesture = Gesture(21);
/// Half of a diamond's height, in points.
const HALF: f32 = 5.0;

/// A keyframe that is being dragged.
#[derive(Clone, Debug)]
pub struct KeyDrag {
    target: String,
    /// The keyframes as they were.
    before: Vec<Keyframe>,
    index: usize,
}

/// Draws a row for each keyframed input.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, axis: &Axis, drag: &mut Option<KeyDrag>) {
    let rows: Vec<(String, Vec<Keyframe>)> =
        editor.session.document().timeline.keyframes.iter().map(|(target, keys)| (target.clone(), keys.clone())).collect();
    if rows.is_empty() {
        ui.weak("Right-click a number to set a keyframe.");
    }
    for (target, keyframes) in rows {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), scale::ROW_DENSE), Sense::hover());
        let font = TextStyle::Body.resolve(ui.style());
        let names = Rect::from_min_size(row.min, vec2(NAMES - scale::SPACE_2, row.height()));
        ui.painter_at(names).text(names.left_center(), Align2::LEFT_CENTER, words(editor, &target), font, editor.palette.text_dim);
        let lane = [pos2(axis.left, row.center().y), pos2(axis.right, row.center().y)];
        ui.painter().line_segment(lane, Stroke::new(1.0, editor.palette.line));
        for index in 0..keyframes.len() {
            show_key(ui, editor, axis, row, &target, &keyframes, index, drag);
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one diamond of one row; a struct for one call would only rename them")]
fn show_key(
    ui: &mut Ui,
    editor: &mut EditorContext<'_>,
    axis: &Axis,
    row: Rect,
    target: &str,
    keyframes: &[Keyframe],
    index: usize,
    drag: &mut Option<KeyDrag>,
) {
    let keyframe = &keyframes[index];
    let centre = pos2(axis.x_of(keyframe.frame), row.center().y);
    let response =
        ui.interact(Rect::from_center_size(centre, vec2(14.0, 18.0)), Id::unique(("keyframe", target, index)), Sense::click_and_drag());
    let name = format!("Keyframe {} of {target}", keyframe.frame);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let colour = if response.hovered() || response.dragged() { editor.palette.accent } else { editor.palette.warning };
    let corners = [vec2(0.0, -HALF), vec2(HALF, 0.0), vec2(0.0, HALF), vec2(-HALF, 0.0)].map(|corner| centre + corner);
    ui.painter().add(Shape::convex_polygon(corners.to_vec(), colour, Stroke::NONE));
    drag_key(editor, axis, target, keyframes, index, &response, drag);
    response.context_menu(|ui| {
        ui.label(format!("Frame {}: {}", keyframe.frame, values::shown(&keyframe.value)));
        for interpolation in Interpolation::NAMES {
            if ui.selectable_label(keyframe.interpolation == interpolation, interpolation).clicked() {
                let mut changed = keyframes.to_vec();
                interpolation.clone_into(&mut changed[index].interpolation);
                push(editor, "Set interpolation", target, changed);
                ui.close();
            }
        }
        if ui.button("Remove").clicked() {
            let mut changed = keyframes.to_vec();
            changed.remove(index);
            push(editor, "Remove keyframe", target, changed);
            ui.close();
        }
    });
}

fn drag_key(
    editor: &mut EditorContext<'_>,
    axis: &Axis,
    target: &str,
    keyframes: &[Keyframe],
    index: usize,
    response: &Response,
    drag: &mut Option<KeyDrag>,
) {
    if response.drag_started() {
        *drag = Some(KeyDrag { target: target.to_owned(), before: keyframes.to_vec(), index });
    }
    let Some(dragged) = drag.as_ref().filter(|dragged| dragged.target == target && dragged.index == index) else { return };
    if let Some(pos) = response.interact_pointer_pos() {
        let mut changed = dragged.before.clone();
        changed[index].frame = axis.frame_at(pos.x).round().max(0.0);
        editor.push(EditorCommand::EditIn(MOVE_KEYFRAME, "Move keyframe".to_owned(), set(target, changed)));
    }
    if response.drag_stopped() {
        *drag = None;
        editor.push(EditorCommand::EndGesture);
    }
}

fn push(editor: &mut EditorContext<'_>, name: &str, target: &str, keyframes: Vec<Keyframe>) {
    editor.push(EditorCommand::Edit(name.to_owned(), set(target, keyframes)));
}

fn set(target: &str, keyframes: Vec<Keyframe>) -> Edit {
    Edit::SetKeyframes { target: target.to_owned(), keyframes, index: None }
}

/// `node.input` in the words of the graph.
fn words(editor: &EditorContext<'_>, target: &str) -> String {
    let document = editor.session.document();
    let (node, input) = target.rsplit_once('.').unwrap_or((target, ""));
    let title = document
        .nodes
        .get(node)
        .map_or_else(|| node.to_owned(), |held| title(held, editor.session.catalog().get(&held.kind).map(AsRef::as_ref)));
    format!("{title} \u{b7} {}", input.replace('_', " "))
}
