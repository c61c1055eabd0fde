//! Changing a number by dragging it sideways.

use egui::{Modifiers, Pos2};

use super::super::command::{CanvasCommand, Phase};
use super::super::model::PortId;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::value::{DragSpeed, EditedValue, InlineValue, NumberTraits, drag_step, dragged};
use super::{Gesture, Press};

/// A number being dragged.
#[derive(Clone, Debug)]
pub(in super::super) struct NumberDrag {
    pub input: PortId,
    pub component: usize,
    traits: NumberTraits,
    /// All components before the drag.
    before: Vec<f64>,
    is_vector: bool,
    /// How far the number has been moved, untidied, so that slow drags add up.
    change: f64,
    last: Pos2,
    /// What was last told to the host.
    told: Option<f64>,
}

impl NumberDrag {
    fn value(&self, component: f64) -> EditedValue {
        if self.is_vector {
            let mut components = self.before.clone();
            components[self.component] = component;
            EditedValue::Vector(components)
        } else {
            EditedValue::Number(component)
        }
    }

    fn start(&self) -> f64 {
        self.before[self.component]
    }

    pub fn cancel(&self, session: &mut Session<'_>) {
        if self.told.is_some() {
            let value = self.value(self.start());
            session.emit(CanvasCommand::SetValue { input: self.input.clone(), value, phase: Phase::Cancelled });
        }
    }
}

impl CanvasState {
    /// Starts dragging the number of `input`; says whether it has one that can be dragged.
    pub(super) fn start_number(&mut self, session: &Session<'_>, input: &PortId, component: usize, press: &Press) -> bool {
        let Some(value) = editable_value(session, input) else { return false };
        let (before, traits, is_vector) = match value {
            InlineValue::Number(number) => (vec![number.value], number.traits.clone(), false),
            InlineValue::Vector { components, traits } if component < components.len() => (components.clone(), traits.clone(), true),
            _ => return false,
        };
        let component = if is_vector { component } else { 0 };
        self.gesture = Gesture::Number(NumberDrag {
            input: input.clone(),
            component,
            traits,
            before,
            is_vector,
            change: 0.0,
            last: press.at,
            told: None,
        });
        true
    }

    pub(super) fn drag_number(&mut self, session: &mut Session<'_>, pos: Pos2, modifiers: Modifiers) {
        let Gesture::Number(drag) = &mut self.gesture else { return };
        let step = drag_step(drag.start(), &drag.traits, DragSpeed::of(modifiers));
        drag.change += f64::from(pos.x - drag.last.x) * step;
        drag.last = pos;
        let component = dragged(drag.start(), drag.change, step, &drag.traits);
        let shown = drag.told.unwrap_or(drag.start());
        // Bits, not values: a number that is no number must not be told again and again.
        if component.to_bits() != shown.to_bits() {
            drag.told = Some(component);
            session.emit(CanvasCommand::SetValue { input: drag.input.clone(), value: drag.value(component), phase: Phase::Running });
        }
    }

    pub(super) fn finish_number(&mut self, session: &mut Session<'_>, drag: &NumberDrag) {
        if let Some(component) = drag.told {
            session.emit(CanvasCommand::SetValue { input: drag.input.clone(), value: drag.value(component), phase: Phase::Finished });
        }
    }
}

/// The value of an input that no wire feeds.
pub(in super::super) fn editable_value<'graph>(session: &Session<'graph>, input: &PortId) -> Option<&'graph InlineValue> {
    let slot = session.scene.slot(session.graph, input)?;
    if session.scene.is_linked(slot) {
        return None;
    }
    session.graph.nodes()[slot.node].inputs.get(slot.port)?.value.as_ref()
}
