//! The search as a small window: a text field above a list.

use egui::text::LayoutJob;
use egui::{
    Align2, Area, Frame, Key, Margin, Modifiers, Order, Rect, Response, RichText, Role, ScrollArea, Sense, TextEdit, TextFormat, TextStyle,
    Ui, Vec2, WidgetInfo, vec2,
};

use super::super::host::NodeEntry;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::{Match, Search, ranked};

const WIDTH: f32 = 320.0;
const ROW: f32 = 26.0;
const VISIBLE_ROWS: usize = 11;

/// What became of the search in a frame.
enum Outcome {
    GoesOn,
    Closed,
    Chosen,
}

impl CanvasState {
    pub(in super::super) fn show_search(&mut self, session: &mut Session<'_>) {
        let Some(mut search) = self.search.take() else { return };
        match search.show(session) {
            Outcome::GoesOn => self.search = Some(search),
            Outcome::Closed => give_keyboard_back(session),
            Outcome::Chosen => {
                give_keyboard_back(session);
                if let Some(found) = search.found.get(search.chosen).cloned() {
                    self.add_found(session, &search, &found);
                }
            }
        }
    }
}

fn give_keyboard_back(session: &Session<'_>) {
    session.context.memory_mut(|memory| memory.request_focus(session.id));
}

impl Search {
    fn show(&mut self, session: &Session<'_>) -> Outcome {
        let context = session.context;
        let keys = context.input_mut(|input| {
            let mut pressed = |key: Key| input.count_and_consume_key(Modifiers::NONE, key);
            let page = VISIBLE_ROWS - 1;
            let down = pressed(Key::ArrowDown) + pressed(Key::Tab) + page * pressed(Key::PageDown);
            let up = pressed(Key::ArrowUp) + page * pressed(Key::PageUp);
            (down, up, pressed(Key::Enter) > 0, pressed(Key::Escape) > 0)
        });
        let (down, up, enter, escape) = keys;
        if escape {
            return Outcome::Closed;
        }
        self.step(down, up);
        if enter {
            return if self.found.is_empty() { Outcome::GoesOn } else { Outcome::Chosen };
        }

        let area = Area::new(session.id.with("search"))
            .order(Order::Foreground)
            .fixed_pos(self.at + vec2(-12.0, -12.0))
            .constrain_to(context.content_rect().shrink(8.0))
            .default_size(vec2(WIDTH, 380.0))
            .role(Role::Dialog)
            .accessible_name("Add node");
        let shown = area.show(context, |ui| {
            let frame = Frame::popup(ui.style()).inner_margin(Margin::same(8));
            frame.show(ui, |ui| self.contents(ui, session)).inner
        });
        if shown.inner {
            return Outcome::Chosen;
        }
        let clicked_elsewhere = !self.is_new && context.input(|input| input.pointer.any_pressed()) && !shown.response.contains_pointer();
        self.is_new = false;
        if clicked_elsewhere { Outcome::Closed } else { Outcome::GoesOn }
    }

    fn step(&mut self, down: usize, up: usize) {
        if (down > 0 || up > 0) && !self.found.is_empty() {
            let count = self.found.len();
            self.chosen = match (down, up) {
                // A single step past an end comes round to the other.
                (1, 0) => (self.chosen + 1) % count,
                (0, 1) => (self.chosen + count - 1) % count,
                _ => (self.chosen + down).saturating_sub(up).min(count - 1),
            };
            self.scroll_to_chosen = true;
        }
    }

    /// Returns whether a row was clicked.
    fn contents(&mut self, ui: &mut Ui, session: &Session<'_>) -> bool {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 6.0;
        let hint = match &self.origin {
            super::Origin::Empty => "Search nodes…",
            super::Origin::Wire(_) => "Search what fits this wire…",
            super::Origin::Insert(_) => "Search what fits between…",
        };
        let icon = RichText::new(session.style.icons.search).family(session.style.icon_family.clone()).color(session.style.faint);
        let field = TextEdit::singleline(&mut self.query)
            .id(session.id.with("search_field"))
            .hint_text(hint)
            .prefix(icon)
            .desired_width(f32::INFINITY)
            .margin(Margin::symmetric(8, 5));
        let response = ui.add(field);
        if self.is_new || !response.has_focus() {
            response.request_focus();
        }
        if response.changed() {
            self.found = ranked(session.host.entries(), &self.offered, &self.query);
            self.chosen = 0;
            self.scroll_to_chosen = true;
        }
        if self.found.is_empty() {
            let words = if self.offered.is_empty() { "No node fits here." } else { "Nothing found. Fewer letters find more." };
            ui.add_space(4.0);
            ui.weak(words);
            return false;
        }
        let clicked = self.list(ui, session);
        if let Some(entry) = self.found.get(self.chosen).and_then(|found| session.host.entries().get(found.entry))
            && !entry.summary.is_empty()
        {
            ui.separator();
            ui.add(egui::Label::new(RichText::new(&entry.summary).color(session.style.text_dim)).wrap());
        }
        clicked
    }

    fn list(&mut self, ui: &mut Ui, session: &Session<'_>) -> bool {
        let mut clicked = false;
        ui.spacing_mut().item_spacing.y = 0.0;
        #[expect(clippy::cast_precision_loss, reason = "eleven rows")]
        let mut scroll = ScrollArea::vertical().max_height(ROW * VISIBLE_ROWS as f32).min_scrolled_height(ROW).auto_shrink([false, true]);
        if std::mem::take(&mut self.scroll_to_chosen) {
            #[expect(clippy::cast_precision_loss, reason = "a library has some hundreds of nodes")]
            let middle = self.chosen as f32 * ROW - 0.5 * ROW * (VISIBLE_ROWS as f32 - 1.0);
            scroll = scroll.vertical_scroll_offset(middle.max(0.0));
        }
        scroll.show_rows(ui, ROW, self.found.len(), |ui, rows| {
            for row in rows {
                let found = &self.found[row];
                let Some(entry) = session.host.entries().get(found.entry) else { continue };
                let response = show_row(ui, session, entry, found, row == self.chosen);
                if response.clicked() {
                    self.chosen = row;
                    clicked = true;
                } else if response.hovered() && ui.input(|input| input.pointer.is_moving()) {
                    self.chosen = row;
                }
            }
        });
        clicked
    }
}

fn show_row(ui: &mut Ui, session: &Session<'_>, entry: &NodeEntry, found: &Match, is_chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_chosen, format!("{}, {}", entry.title, entry.category)));
    let painter = ui.painter();
    if is_chosen {
        painter.rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
    }
    let mark = Rect::from_center_size(rect.left_center() + vec2(10.0, 0.0), Vec2::new(3.0, 12.0));
    painter.rect_filled(mark, 1.0, entry.category_colour);
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::default();
    for (index, letter) in (0_u32..).zip(entry.title.chars()) {
        let colour = if found.letters.contains(&index) { session.style.accent } else { session.style.text };
        job.append(letter.encode_utf8(&mut [0; 4]), 0.0, TextFormat::simple(font.clone(), colour));
    }
    let galley = painter.layout_job(job);
    let left = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), rect.with_min_x(rect.left() + 20.0)).min;
    painter.galley(left, galley, session.style.text);
    let category = rect.right_center() - vec2(8.0, 0.0);
    painter.text(category, Align2::RIGHT_CENTER, &entry.category, font, session.style.text_dim);
    response
}
