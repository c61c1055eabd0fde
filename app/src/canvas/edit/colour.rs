//! The colour picker of a value: hue, saturation, brightness, and how much brighter than the screen.

use egui::color_picker::{Alpha, color_picker_hsva_2d};
use egui::ecolor::{Hsva, Rgba};
use egui::{DragValue, Id, Ui};

use super::super::command::{CanvasCommand, Phase};
use super::super::hit::Target;
use super::super::session::Session;
use super::super::value::EditedValue;

/// A linear colour as one that the screen can show, and the factor that makes it as bright as it is.
#[must_use]
pub fn split(rgba: [f32; 4]) -> ([f32; 3], f32) {
    let clean = |channel: f32| if channel.is_finite() { channel.max(0.0) } else { 0.0 };
    let rgb = [clean(rgba[0]), clean(rgba[1]), clean(rgba[2])];
    let intensity = rgb.iter().copied().fold(1.0, f32::max);
    (rgb.map(|channel| channel / intensity), intensity)
}

/// Shows the picker of a linear colour with straight alpha; true where it was changed. `memory` keeps the hue while there is none to see.
pub fn pick_colour(ui: &mut Ui, memory: Id, rgba: &mut [f32; 4]) -> bool {
    let (base, mut intensity) = split(*rgba);
    let alpha = if rgba[3].is_finite() { rgba[3].clamp(0.0, 1.0) } else { 1.0 };
    let mut hsva = Hsva::from_rgb(base);
    hsva.a = alpha;
    // Grey has no hue: without a memory the picker would fall back to red while it is dragged through grey.
    if hsva.s == 0.0 || hsva.v == 0.0 {
        let (hue, saturation) = ui.data(|data| data.get_temp::<(f32, f32)>(memory)).unwrap_or((0.0, 0.0));
        hsva.h = hue;
        if hsva.v == 0.0 {
            hsva.s = saturation;
        }
    }
    ui.spacing_mut().slider_width = 208.0;
    let picked = color_picker_hsva_2d(ui, &mut hsva, Alpha::OnlyBlend);
    let mut brightened = false;
    ui.horizontal(|ui| {
        let label = ui.label("Intensity").on_hover_text("How many times brighter than the screen's white");
        let drag = DragValue::new(&mut intensity).range(1.0..=1000.0).speed(0.01).max_decimals(3);
        brightened = ui.add(drag).labelled_by(label.id).changed();
        let mut stops = intensity.log2();
        let label = ui.label("Stops").on_hover_text("The same as exposure: each stop doubles the light");
        let drag = DragValue::new(&mut stops).range(0.0..=10.0).speed(0.02).max_decimals(2);
        if ui.add(drag).labelled_by(label.id).changed() {
            intensity = stops.exp2();
            brightened = true;
        }
    });
    if picked || brightened {
        ui.data_mut(|data| data.insert_temp(memory, (hsva.h, hsva.s)));
        let linear = Rgba::from(Hsva { a: 1.0, ..hsva });
        *rgba = [linear.r() * intensity, linear.g() * intensity, linear.b() * intensity, hsva.a];
    }
    picked || brightened
}

/// Shows the picker of a value and tells changes as they come.
pub(super) fn picker(ui: &mut Ui, session: &mut Session<'_>, target: &Target, rgba: &mut [f32; 4]) {
    let Target::Value(input, _) = target else { return };
    if pick_colour(ui, session.id.with("picker_hue"), rgba) {
        session.emit(CanvasCommand::SetValue { input: input.clone(), value: EditedValue::Colour(*rgba), phase: Phase::Running });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bright_colours_split_into_a_hue_and_a_factor() {
        assert_eq!(split([4.0, 2.0, 0.0, 1.0]), ([1.0, 0.5, 0.0], 4.0));
        assert_eq!(split([0.25, 0.5, 0.0, 1.0]), ([0.25, 0.5, 0.0], 1.0));
        assert_eq!(split([f32::NAN, -1.0, f32::INFINITY, 1.0]), ([0.0, 0.0, 0.0], 1.0));
    }
}
