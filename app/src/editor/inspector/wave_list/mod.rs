//! Waves as a table, a wave a row.

mod random;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Id, Label, PopupCloseBehavior, RichText, ScrollArea, Ui, vec2};
use lucide_icons::Icon;

use self::random::{MOST, Sea, Wave};
use super::edited::Edited;
use super::number::NumberField;
use super::{FIELD, GAP, layout};
use crate::canvas::NumberTraits;
use crate::editor::widgets::icon_button;
use crate::theme::{self, scale};

/// Most rows that are shown at once; more scroll.
const MOST_SHOWN: usize = 12;
/// Room for the number of a row and its two buttons, in points.
const ENDS: f32 = 20.0 + 2.0 * 32.0;

/// A column: its name, what it means, what a drag covers.
struct Column {
    name: &'static str,
    meaning: &'static str,
    range: (f64, f64),
}

const COLUMNS: [Column; 4] = [
    Column { name: "wavelength", meaning: "From crest to crest, in metres", range: (0.01, 100.0) },
    Column { name: "amplitude", meaning: "From the middle to the crest, in metres", range: (0.0, 5.0) },
    Column { name: "direction", meaning: "Where the wave runs to, in degrees: 0 is +z, 90 is +x", range: (-180.0, 180.0) },
    Column { name: "stiffness", meaning: "0 is a sine, 1 has a cusp", range: (0.0, 1.0) },
];

/// What a new wave is.
const NEW: Wave = [10.0, 0.2, 0.0, 0.5];

/// Shows the table.
pub fn show(ui: &mut Ui, id: Id, name: &str, rows: &[Vec<f64>], width: f32) -> Edited<Vec<Vec<f64>>> {
    let mut waves: Vec<Wave> = rows.iter().map(|row| [0, 1, 2, 3].map(|column| row.get(column).copied().unwrap_or_default())).collect();
    let cell = vec2((width - ENDS - 6.0 * 2.0) / 4.0, FIELD);
    head(ui, cell.x);
    let mut edited = Edited::Nothing;
    let height = waves.len().min(MOST_SHOWN) as f32 * (FIELD + 2.0);
    let area = ScrollArea::vertical().id_salt(id).max_height(height).auto_shrink([false, true]);
    ui.spacing_mut().item_spacing.y = 2.0;
    area.show_rows(ui, FIELD, waves.len(), |ui, shown| {
        for index in shown {
            let of_row = row(ui, id, name, &mut waves, index, cell);
            edited = std::mem::replace(&mut edited, Edited::Nothing).or(of_row);
            if matches!(edited, Edited::Done(())) {
                break;
            }
        }
    });
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        if ui.add_enabled(waves.len() < MOST, egui::Button::new("Add wave")).clicked() {
            waves.push(waves.last().copied().unwrap_or(NEW));
            edited = Edited::Done(());
        }
        // The menu stays while its fields are used.
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        MenuButton::new("Random waves\u{2026}").config(config).ui(ui, |ui| {
            if let Some(sea) = generator(ui, id) {
                waves = sea;
                edited = Edited::Done(());
                ui.close();
            }
        });
        let words = format!("{} of at most {MOST}", waves.len());
        ui.label(RichText::new(words).size(scale::TEXT_SMALL).color(theme::palette(ui.ctx()).text_dim));
    });
    edited.map(|()| waves.iter().map(|wave| wave.to_vec()).collect())
}

fn head(ui: &mut Ui, cell: f32) {
    let dim = theme::palette(ui.ctx()).text_dim;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.allocate_space(vec2(20.0, 14.0));
        for column in &COLUMNS {
            let label = Label::new(RichText::new(column.name).size(scale::TEXT_SMALL).color(dim)).truncate();
            ui.add_sized(vec2(cell, 14.0), label).on_hover_text(column.meaning);
        }
    });
}

fn row(ui: &mut Ui, id: Id, name: &str, waves: &mut Vec<Wave>, index: usize, cell: egui::Vec2) -> Edited<()> {
    let mut edited = Edited::Nothing;
    let dim = theme::palette(ui.ctx()).text_dim;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let number = Label::new(RichText::new((index + 1).to_string()).size(scale::TEXT_SMALL).color(dim));
        ui.add_sized(vec2(20.0, FIELD), number);
        for (place, column) in COLUMNS.iter().enumerate() {
            let traits = NumberTraits { unit: None, range: Some(column.range), whole: false };
            let field_name = format!("{name} {} {}", column.name, index + 1);
            let field = NumberField::new(id.with((index, place)), &field_name, waves[index][place], &traits);
            let (_, of_field) = field.show(ui, cell);
            if let Edited::Running(number) | Edited::Done(number) = &of_field {
                waves[index][place] = *number;
            }
            edited = std::mem::replace(&mut edited, Edited::Nothing).or(of_field.map(|_| ()));
        }
        if icon_button(ui, Icon::Copy, &format!("Duplicate wave {}", index + 1)).clicked() && waves.len() < MOST {
            waves.insert(index + 1, waves[index]);
            edited = Edited::Done(());
        }
        if icon_button(ui, Icon::Trash2, &format!("Remove wave {}", index + 1)).clicked() {
            waves.remove(index);
            edited = Edited::Done(());
        }
    });
    edited
}

/// What random waves shall be like, and the waves once they are asked for.
fn generator(ui: &mut Ui, id: Id) -> Option<Vec<Wave>> {
    let memory = id.with("sea");
    let mut sea = ui.data(|data| data.get_temp::<Sea>(memory)).unwrap_or_default();
    ui.set_width(320.0);
    let mut count = sea.count as f64;
    let mut seed = f64::from(sea.seed);
    let whole = |low: f64, high: f64| NumberTraits { unit: None, range: Some((low, high)), whole: true };
    let plain =
        |unit: Option<&str>, low: f64, high: f64| NumberTraits { unit: unit.map(Into::into), range: Some((low, high)), whole: false };
    let [shortest, longest] = &mut sea.wavelength_range;
    let [least, most] = &mut sea.stiffness_range;
    let settings: [(&str, &mut f64, NumberTraits); 10] = [
        ("waves", &mut count, whole(1.0, MOST as f64)),
        ("median length", &mut sea.median_wavelength_m, plain(Some("m"), 0.1, 100.0)),
        ("shortest", shortest, plain(Some("\u{d7}"), 0.05, 1.0)),
        ("longest", longest, plain(Some("\u{d7}"), 1.0, 4.0)),
        ("height", &mut sea.amplitude_ratio, plain(Some("\u{d7} length"), 0.0, 0.1)),
        ("direction", &mut sea.direction_deg, plain(Some("deg"), -180.0, 180.0)),
        ("spread", &mut sea.spread_deg, plain(Some("deg"), 0.0, 180.0)),
        ("least stiffness", least, plain(None, 0.0, 1.0)),
        ("most stiffness", most, plain(None, 0.0, 1.0)),
        ("seed", &mut seed, whole(0.0, f64::from(u32::MAX))),
    ];
    for (name, value, traits) in settings {
        layout::line(ui, name, "", |ui, width| {
            let field_name = format!("random {name}");
            let (_, edited) = NumberField::new(memory.with(name), &field_name, *value, &traits).show(ui, vec2(width, FIELD));
            if let Edited::Running(number) | Edited::Done(number) = edited {
                *value = number;
            }
        });
    }
    sea.count = count.clamp(1.0, MOST as f64) as usize;
    sea.seed = seed.max(0.0) as u32;
    ui.data_mut(|data| data.insert_temp(memory, sea));
    ui.add_space(GAP);
    let accent = theme::palette(ui.ctx()).accent_fill;
    let fill = ui.add(egui::Button::new("Fill the table").fill(accent).min_size(vec2(ui.available_width(), FIELD)));
    fill.clicked().then(|| random::waves(&sea))
}
