//! The timeline: play, step and scrub, the document's range, and keyframes.

mod axis;
mod keys;
mod transport;

use egui::{Key, Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use self::axis::Axis;
use self::keys::KeyDrag;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::theme::scale;

/// Width of the names of keyframed inputs, in points.
const NAMES: f32 = 150.0;
/// Height of the ruler, in points.
const RULER: f32 = 22.0;

/// The panel of time.
#[derive(Default)]
pub struct TimelinePanel {
    drag: Option<KeyDrag>,
}

impl TimelinePanel {
    /// Draws the controls, the ruler, and a row for each keyframed input.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        transport::show(ui, editor);
        ui.add_space(scale::SPACE_1);
        let room = ui.available_rect_before_wrap();
        if room.width() < NAMES + 40.0 || room.height() < RULER {
            return;
        }
        let axis = Axis::new(editor.session, room.left() + NAMES, room.right() - scale::SPACE_2);
        let ruler = Rect::from_min_max(pos2(axis.left, room.top()), pos2(axis.right, room.top() + RULER));
        scrub(ui, editor, &axis, ruler);
        axis.paint(ui, ruler, &editor.palette);
        let below = Rect::from_min_max(pos2(room.left(), ruler.bottom()), room.max);
        let has_rows = !editor.session.document().timeline.keyframes.is_empty();
        // A hint that is cut in half helps nobody.
        if has_rows || below.height() >= scale::ROW_DENSE {
            ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
                ScrollArea::vertical().id_salt("keyframes").auto_shrink(false).show(ui, |ui| keys::show(ui, editor, &axis, &mut self.drag));
            });
        }
        let shown = editor.session.stage().frame().unwrap_or_default() as f64;
        let x = axis.x_of(shown);
        if (axis.left..=axis.right).contains(&x) {
            // Without keyframes there is only a hint below the ruler, and the line would cross its words.
            let line = [pos2(x, room.top()), pos2(x, if has_rows { room.bottom() } else { ruler.bottom() })];
            ui.painter().line_segment(line, Stroke::new(1.5, editor.palette.accent));
        }
    }
}

/// Dragging on the ruler goes to a frame.
fn scrub(ui: &mut Ui, editor: &mut EditorContext<'_>, axis: &Axis, ruler: Rect) {
    let response = ui.interact(ruler, ui.scope_id().with("ruler"), Sense::click_and_drag());
    let shown = editor.session.stage().frame().unwrap_or_default();
    response.widget_info(|| WidgetInfo::slider(true, shown as f64, "Frame"));
    if response.has_focus() {
        let step = ui.input(|input| i64::from(input.key_pressed(Key::ArrowRight)) - i64::from(input.key_pressed(Key::ArrowLeft)));
        if step != 0 {
            editor.push(EditorCommand::Seek(shown.saturating_add_signed(step)));
        }
    }
    let Some(pos) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) else { return };
    let wanted = axis.frame_at(pos.x).round().clamp(axis.first, axis.last()) as u64;
    if wanted != shown {
        editor.push(EditorCommand::Seek(wanted));
    }
    let hint = pos2(axis.x_of(wanted as f64), ruler.top());
    ui.painter().circle_filled(hint + vec2(0.0, RULER * 0.5), 4.0, editor.palette.accent);
}
