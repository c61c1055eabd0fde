//! The row of an input: its keyframe mark, its name, its field or what drives it, and what can be done about it.

use egui::{Atom, AtomExt as _, Button, Id, Key, Modifiers, Popup, Rect, Response, RichText, Role, SetOpenCommand, Ui, WidgetInfo, pos2};
use lucide_icons::Icon;
use wavewright_core::graph::edit::in_group;
use wavewright_core::graph::values::value_problem;
use wavewright_core::graph::{Edit, PortRef};
use wavewright_core::node::Literal;

use super::change::{Target, Update};
use super::edited::Edited;
use super::facts::Driver;
use super::{FIELD, GAP, layout, range};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::graph::values::shown;
use crate::editor::keyframing;
use crate::theme::{fonts, mix};

/// The row of an input.
pub struct Row<'a, 'e, 'c> {
    /// The input.
    pub target: &'a Target<'a>,
    /// Its values: one for each node.
    pub values: &'a [Option<Literal>],
    /// What else is to be known of it, for its tooltip.
    pub tooltip: &'a str,
    /// Whether keyframes can move it.
    pub can_move: bool,
    /// The window.
    pub editor: &'a mut EditorContext<'e>,
    /// What was copied last.
    pub copied: &'c mut Option<Literal>,
    /// The field whose slider's range is being set.
    pub ranged: &'c mut Option<Id>,
}

/// How an input stands to keyframes at the frame that is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyed {
    No,
    Elsewhere,
    Here,
}

impl Row<'_, '_, '_> {
    /// A row with its field beside its name.
    pub fn beside(&mut self, ui: &mut Ui, height: f32, field: impl FnOnce(&mut Ui, f32) -> (Response, Edited<Update>)) {
        let places = layout::row(ui, height);
        self.mark(ui, places.mark);
        let label = layout::label(ui, places.label, &self.target.input.label, self.tooltip);
        let (response, edited) = layout::at(ui, places.field, self.target.id, |ui| field(ui, places.field.width()));
        self.tail(ui, places.tail);
        let response = response.on_hover_text(self.tooltip);
        self.finish(ui, &label, Some(&response), edited);
    }

    /// A row with its field below its name, in all the width.
    pub fn below(&mut self, ui: &mut Ui, field: impl FnOnce(&mut Ui, &mut EditorContext<'_>, f32) -> Edited<Update>) {
        let places = layout::row(ui, FIELD);
        self.mark(ui, places.mark);
        let room = Rect::from_min_max(places.label.min, pos2(places.field.right(), places.label.bottom()));
        let label = layout::label(ui, room, &self.target.input.label, self.tooltip);
        self.tail(ui, places.tail);
        let width = ui.available_width();
        let edited = ui.push_id(self.target.id, |ui| field(ui, self.editor, width)).inner;
        ui.add_space(GAP);
        self.finish(ui, &label, None, edited);
    }

    /// The name and the field take right clicks, Shift+F10, and while they have the keyboard Ctrl+C and Ctrl+V.
    fn finish(&mut self, ui: &Ui, label: &Response, field: Option<&Response>, edited: Edited<Update>) {
        let mut edited = edited;
        for (place, response) in [("label menu", Some(label)), ("field menu", field)] {
            let Some(response) = response else { continue };
            let asked = response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10));
            self.menu(response, place, asked, &mut edited);
            if response.has_focus() {
                self.clipboard(ui, &mut edited);
            }
        }
        self.target.push(self.editor, edited);
    }

    fn is_changed(&self) -> bool {
        let default = self.target.input.default.as_ref();
        self.keyed() != Keyed::No || self.values.iter().any(|value| value.as_ref() != default)
    }

    fn keyed(&self) -> Keyed {
        let timeline = &self.editor.session.document().timeline;
        let mut keyed = Keyed::No;
        for node in self.target.nodes {
            let port = PortRef::new(node.as_str(), self.target.input.name.as_str());
            let Some(list) = timeline.keyframes.get(&keyframing::target(self.target.group, &port)) else { continue };
            if list.iter().any(|keyframe| keyframing::is_at(keyframe, self.target.frame)) {
                return Keyed::Here;
            }
            keyed = Keyed::Elsewhere;
        }
        keyed
    }

    /// The diamond: filled where a keyframe is, hollow where others are, and faint where there are none.
    fn mark(&mut self, ui: &mut Ui, place: Rect) {
        if !self.can_move || self.target.nodes.len() != 1 {
            return;
        }
        let keyed = self.keyed();
        let palette = self.editor.palette;
        let words = match keyed {
            Keyed::No => format!("Set a keyframe of {}", self.target.input.label),
            Keyed::Elsewhere => format!("Set a keyframe of {} at this frame", self.target.input.label),
            Keyed::Here => format!("Remove the keyframe of {} at this frame", self.target.input.label),
        };
        let response = ui.interact(place, self.target.id.with("keyframe"), egui::Sense::click()).on_hover_text(&words);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, keyed == Keyed::Here, &words));
        let is_hot = response.hovered() || response.has_focus();
        let colour = match keyed {
            Keyed::No if is_hot => palette.text_dim,
            Keyed::No => mix(palette.panel, palette.faint, 0.55),
            Keyed::Elsewhere | Keyed::Here => palette.warning,
        };
        let half = 4.0;
        let middle = place.center();
        let corners = [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)].map(|(x, y)| middle + egui::vec2(x, y));
        let fill = if keyed == Keyed::Here { colour } else { egui::Color32::TRANSPARENT };
        ui.painter().add(egui::Shape::convex_polygon(corners.to_vec(), fill, egui::Stroke::new(1.2, colour)));
        if response.has_focus() {
            ui.painter().rect_stroke(place.shrink(1.0), 3.0, egui::Stroke::new(1.0, palette.accent), egui::StrokeKind::Inside);
        }
        if response.clicked() {
            self.toggle_keyframe();
        }
    }

    fn toggle_keyframe(&mut self) {
        if let [node] = self.target.nodes {
            self.editor.push(EditorCommand::ToggleKeyframe(PortRef::new(node.as_str(), self.target.input.name.as_str())));
        }
    }

    /// The button that makes the input the default again, where it is not.
    fn tail(&mut self, ui: &mut Ui, place: Rect) {
        if !self.is_changed() {
            return;
        }
        let words = self.reset_words();
        let palette = self.editor.palette;
        let button = Button::new(fonts::icon(Icon::RotateCcw).size(12.0).color(palette.text_dim)).frame_when_inactive(false);
        let response = layout::at(ui, place, self.target.id.with("reset"), |ui| ui.add(button)).on_hover_text(&words);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Reset {}", self.target.input.label)));
        if response.clicked() {
            self.target.push(self.editor, Edited::Done(Update::Reset));
        }
    }

    fn reset_words(&self) -> String {
        match &self.target.input.default {
            Some(default) => format!("Reset to {}", short(default)),
            None => "Reset: nothing is set".to_owned(),
        }
    }

    fn value(&self) -> Option<&Literal> {
        self.values.first().and_then(Option::as_ref)
    }

    fn menu(&mut self, of: &Response, place: &str, is_asked: bool, edited: &mut Edited<Update>) {
        // A field may have a popup of its own under egui's usual name.
        let id = self.target.id.with(place);
        let mut popup = Popup::context_menu(of).id(id);
        // Where no pointer opened it, it stands at the field for as long as it is open.
        let by_key = id.with("by key");
        if is_asked {
            popup = popup.open_memory(Some(SetOpenCommand::Bool(true)));
        }
        let is_by_pointer = of.secondary_clicked();
        let was_by_key = of.ctx.data(|data| data.get_temp::<bool>(by_key)).unwrap_or_default();
        let is_by_key = is_asked || (was_by_key && !is_by_pointer);
        if is_by_key != was_by_key {
            of.ctx.data_mut(|data| data.insert_temp(by_key, is_by_key));
        }
        if is_by_key {
            popup = popup.anchor(of.rect);
        }
        popup.show(|ui| {
            ui.set_min_width(180.0);
            if ui.add_enabled(self.is_changed(), Button::new(self.reset_words())).clicked() {
                *edited = Edited::Done(Update::Reset);
            }
            ui.separator();
            if ui.add_enabled(self.value().is_some(), Button::new("Copy value")).clicked() {
                self.copy();
            }
            let pasted = self.copied.clone().filter(|literal| self.takes(literal));
            let words = pasted.as_ref().map_or_else(|| "Paste value".to_owned(), |literal| format!("Paste {}", short(literal)));
            if ui.add_enabled(pasted.is_some(), Button::new(words)).clicked()
                && let Some(literal) = pasted
            {
                *edited = Edited::Done(Update::Set(literal));
            }
            if self.can_move && self.target.nodes.len() == 1 {
                ui.separator();
                let keyed = self.keyed();
                let words = if keyed == Keyed::Here { "Remove keyframe" } else { "Set keyframe" };
                if ui.button(words).clicked() {
                    self.toggle_keyframe();
                }
            }
            if range::can_be_set(self.target.input, self.value()) {
                ui.separator();
                if ui.button("Set range\u{2026}").clicked() {
                    *self.ranged = Some(self.target.id);
                }
            }
        });
    }

    fn takes(&self, literal: &Literal) -> bool {
        self.target.spec.is_none_or(|spec| value_problem(self.target.input, spec, literal).is_none())
    }

    fn copy(&mut self) {
        let Some(literal) = self.value().cloned() else { return };
        // A literal is numbers, text or lists of them, which JSON always holds.
        if let Ok(text) = serde_json::to_string(&literal) {
            self.editor.push(EditorCommand::CopyText(text));
        }
        *self.copied = Some(literal);
    }

    /// Ctrl+C and Ctrl+V on a field that isn't being typed into.
    fn clipboard(&mut self, ui: &Ui, edited: &mut Edited<Update>) {
        if ui.ctx().text_edit_focused() {
            return;
        }
        let (copy, pasted) = ui.input_mut(|input| {
            let mut copy = false;
            let mut pasted = None;
            input.events.retain(|event| match event {
                egui::Event::Copy => {
                    copy = true;
                    false
                }
                egui::Event::Paste(text) => {
                    pasted = Some(text.clone());
                    false
                }
                _ => true,
            });
            (copy, pasted)
        });
        if copy {
            self.copy();
        }
        if let Some(text) = pasted {
            *edited = match serde_json::from_str::<Literal>(text.trim()) {
                Ok(literal) if self.takes(&literal) => Edited::Done(Update::Set(literal)),
                _ => Edited::Refused("what was copied does not fit here".to_owned()),
            };
        }
    }
}

/// Shows what drives an input, with a button that cuts the wire.
pub fn driven(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, label: &str, tooltip: &str, driver: &Driver) {
    let places = layout::row(ui, FIELD);
    layout::label(ui, places.label, label, tooltip);
    let palette = editor.palette;
    let text = format!("{} \u{b7} {}", driver.title, driver.from.port.replace('_', " "));
    let link = fonts::icon(Icon::Link2).size(12.0).color(palette.accent);
    let button = Button::new((link, RichText::new(&text).atom_shrink(true), Atom::grow()))
        .fill(palette.field)
        .truncate()
        .min_size(places.field.size());
    let response = layout::at(ui, places.field, ("driver", &driver.to), |ui| ui.add(button));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{label} from {text}")));
    if response.on_hover_text(format!("Driven by {text}. Click to go there.")).clicked() {
        let node = &driver.from.node;
        editor.push(EditorCommand::Reveal(group.map_or_else(|| node.clone(), |group| format!("{group}/{node}"))));
    }
    let words = format!("Unlink {label}");
    let button = Button::new(fonts::icon(Icon::Unlink).size(12.0).color(palette.text_dim)).frame_when_inactive(false);
    let response = layout::at(ui, places.tail, ("unlink", &driver.to), |ui| ui.add(button)).on_hover_text(&words);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    if response.clicked() {
        editor.push(EditorCommand::Edit(words, in_group(group, Edit::Disconnect(driver.to.clone()))));
    }
}

/// A value in a few letters.
fn short(literal: &Literal) -> String {
    let text = shown(literal);
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() > 28 || text.lines().count() > 1 {
        format!("{}\u{2026}", line.chars().take(28).collect::<String>())
    } else {
        line.to_owned()
    }
}
