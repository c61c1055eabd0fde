//! What is told about the thing under a resting pointer.

use egui::{LayerId, Popup, PopupKind, Pos2, Vec2};

use super::gesture::Gesture;
use super::hit::Target;
use super::host::Hovered;
use super::session::Session;
use super::state::CanvasState;

impl CanvasState {
    /// Shows the hint for what the pointer rests on, after a while.
    pub(super) fn show_tooltip(&self, session: &Session<'_>, layer: LayerId) {
        let Some(hover) = &self.hover else { return };
        if !matches!(self.gesture, Gesture::Idle) || self.is_typing() || self.menu.is_some() {
            return;
        }
        let delay_s = f64::from(session.context.global_style().interaction.tooltip_delay);
        let rested_s = session.now_s - hover.since_s;
        if rested_s < delay_s {
            #[expect(clippy::cast_possible_truncation, reason = "less than a second")]
            session.context.request_repaint_after_secs((delay_s - rested_s) as f32);
            return;
        }
        let Some(words) = words_about(session, &hover.target) else { return };
        let Some(pos) = session.context.pointer_hover_pos() else { return };
        let anchor: Pos2 = pos + Vec2::new(12.0, 16.0);
        Popup::new(session.id.with("tooltip"), session.context.clone(), anchor, layer).kind(PopupKind::Tooltip).show(|ui| {
            ui.set_max_width(ui.spacing().tooltip_width);
            ui.label(words);
        });
    }
}

fn words_about(session: &Session<'_>, target: &Target) -> Option<String> {
    let told = |hovered: Hovered| session.host.describe(&hovered).filter(|words| !words.is_empty());
    match target {
        Target::Background | Target::FrameTitle(_) | Target::FrameEdge(..) => None,
        Target::Message(node) => {
            let node = session.graph.node(node)?;
            node.error.clone().or_else(|| node.warning.clone())
        }
        Target::Node(node) | Target::Title(node) => {
            let about = told(Hovered::Node(node.clone()));
            let found = session.graph.node(node)?;
            let wrong = [&found.error, &found.warning].into_iter().flatten().cloned();
            let words: Vec<String> = wrong.chain(about).collect();
            (!words.is_empty()).then(|| words.join("\n\n"))
        }
        Target::Port(port) => told(Hovered::Port(port.clone())),
        Target::Value(input, _) => told(Hovered::Value(input.clone())),
        Target::Eye(_) => Some("View this result. With Shift: pin it to the viewport".to_owned()),
        Target::Wire(wire) => told(Hovered::Wire(wire.clone())),
    }
}
