//! Where panels are: tiles that can be dragged, tabbed and resized.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Id, Rect, Response, Stroke, Style, TextStyle, Ui, UiBuilder, Vec2, Visuals, WidgetText, pos2, vec2};
use egui_tiles::{Behavior, Container, Linear, LinearDir, SimplificationOptions, TabState, Tile, TileId, Tiles, Tree, UiResponse};

use super::context::EditorContext;
use super::panels::{PanelKind, Panels};
use crate::theme::{Palette, scale};

/// Least width of the library in a first layout, in points: its two tabs stand side by side.
const LEFT: f32 = 196.0;
/// Least width of viewport and inspector.
const RIGHT: f32 = 286.0;
/// Least height of the timeline: its tab, its controls and its ruler.
const TIME: f32 = 112.0;

/// Panels as at first, for a window of any size: [`fit`] it to the room that there is.
#[must_use]
pub fn default_layout() -> Tree<PanelKind> {
    let mut tiles = Tiles::default();
    let mut tabs = |kinds: &[PanelKind]| {
        let panes = kinds.iter().map(|kind| tiles.insert_pane(*kind)).collect();
        tiles.insert_tab_tile(panes)
    };
    let left = tabs(&[PanelKind::Library, PanelKind::Examples]);
    let centre = tabs(&[PanelKind::Graph, PanelKind::Code]);
    let picture = tabs(&[PanelKind::Viewport]);
    let details = tabs(&[PanelKind::Inspector, PanelKind::Problems, PanelKind::History]);
    let time = tabs(&[PanelKind::Timeline]);
    let (sides, time_share) = first_shares(vec2(1440.0, 860.0));
    let right = insert_linear(&mut tiles, LinearDir::Vertical, &[(picture, 0.52), (details, 0.48)]);
    let row = [(left, sides.x), (centre, 1.0 - sides.x - sides.y), (right, sides.y)];
    let upper = insert_linear(&mut tiles, LinearDir::Horizontal, &row);
    let root = insert_linear(&mut tiles, LinearDir::Vertical, &[(upper, 1.0 - time_share), (time, time_share)]);
    Tree::new(Id::unique("dock"), root, tiles)
}

/// Shares of the left and the right side of the width, and of the timeline of the height: a part of a large window, and never too little for
/// what stands there.
fn first_shares(room: Vec2) -> (Vec2, f32) {
    let share = |part: f32, least: f32, all: f32| part.max(least / all.max(1.0)).min(0.34);
    (vec2(share(0.15, LEFT, room.x), share(0.28, RIGHT, room.x)), share(0.12, TIME, room.y))
}

/// Gives the panels of a first layout that nobody has changed their shares of a room of this size, in points.
pub fn fit(tree: &mut Tree<PanelKind>, room: Vec2) {
    let (sides, time) = first_shares(room);
    let Some(root) = tree.root() else { return };
    let upper = set_shares(&mut tree.tiles, root, &[1.0 - time, time]);
    if let Some(upper) = upper {
        set_shares(&mut tree.tiles, upper, &[sides.x, 1.0 - sides.x - sides.y, sides.y]);
    }
}

/// Sets the shares of a row or column; returns its first tile.
fn set_shares(tiles: &mut Tiles<PanelKind>, tile: TileId, shares: &[f32]) -> Option<TileId> {
    let Some(Tile::Container(Container::Linear(linear))) = tiles.get_mut(tile) else { return None };
    for (child, share) in linear.children.iter().zip(shares) {
        linear.shares.set_share(*child, *share);
    }
    linear.children.first().copied()
}

/// A row or column of tiles with their shares of the room.
fn insert_linear(tiles: &mut Tiles<PanelKind>, direction: LinearDir, shares: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(direction, shares.iter().map(|(tile, _)| *tile).collect());
    for (tile, share) in shares {
        linear.shares.set_share(*tile, *share);
    }
    tiles.insert_container(Container::Linear(linear))
}

/// Whether a remembered layout can be used: every panel stands in it once.
#[must_use]
pub fn is_complete(tree: &Tree<PanelKind>) -> bool {
    let panes: Vec<PanelKind> =
        tree.tiles.tiles().filter_map(|tile| if let Tile::Pane(kind) = tile { Some(*kind) } else { None }).collect();
    panes.len() == PanelKind::ALL.len()
        && PanelKind::ALL.iter().all(|kind| panes.contains(kind))
        && tree.root().is_some_and(|root| tree.tiles.get(root).is_some())
}

/// Brings a panel to the front of its tabs.
pub fn bring_to_front(tree: &mut Tree<PanelKind>, kind: PanelKind) {
    if let Some(tile) = tree.tiles.find_pane(&kind) {
        tree.set_visible(tile, true);
        tree.make_active(|id, _| id == tile);
    }
}

/// Draws the panels of `tree`. True where the artist changed the layout.
pub fn show(tree: &mut Tree<PanelKind>, panels: &mut Panels, ui: &mut Ui, editor: &mut EditorContext<'_>) -> bool {
    let mut dock = Dock { palette: editor.palette, style: Arc::clone(ui.style()), panels, editor, edited: false };
    tree.ui(&mut dock, ui);
    dock.edited
}

struct Dock<'a, 'e> {
    palette: Palette,
    style: Arc<Style>,
    panels: &'a mut Panels,
    editor: &'a mut EditorContext<'e>,
    edited: bool,
}

impl Behavior<PanelKind> for Dock<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, kind: &mut PanelKind) -> UiResponse {
        // Tiles are transparent; a panel has a ground.
        ui.painter().rect_filled(ui.max_rect(), 0.0, self.palette.panel);
        let is_full = matches!(kind, PanelKind::Graph | PanelKind::Viewport);
        let margin = if is_full { 0.0 } else { scale::SPACE_2 };
        let room = ui.max_rect().shrink(margin);
        if room.is_positive() {
            let builder = UiBuilder::new().id_salt(*kind).max_rect(room).accessibility_label(kind.title());
            ui.scope_builder(builder, |ui| {
                ui.set_clip_rect(ui.max_rect().intersect(ui.clip_rect()));
                self.panels.show(*kind, ui, self.editor);
            });
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, kind: &PanelKind) -> WidgetText {
        let problems = self.editor.session.problems();
        let count = if *kind == PanelKind::Problems { problems.all().len() } else { 0 };
        if count == 0 {
            return kind.title().into();
        }
        // The number has a colour of its own; the title gets the tab's.
        let font = TextStyle::Button.resolve(&self.style);
        let colour = if problems.error_count() > 0 { self.palette.error } else { self.palette.warning };
        let mut job = LayoutJob::default();
        job.append(kind.title(), 0.0, TextFormat { font_id: font.clone(), color: Color32::PLACEHOLDER, ..TextFormat::default() });
        job.append(&count.to_string(), 6.0, TextFormat { font_id: font, color: colour, ..TextFormat::default() });
        job.into()
    }

    fn on_edit(&mut self, _: egui_tiles::EditAction) {
        self.edited = true;
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        scale::TAB_BAR
    }

    fn gap_width(&self, _: &Style) -> f32 {
        1.0
    }

    fn tab_title_spacing(&self, _: &Visuals) -> f32 {
        scale::SPACE_3
    }

    fn tab_bar_color(&self, _: &Visuals) -> Color32 {
        self.palette.panel
    }

    fn tab_bg_color(&self, _: &Visuals, _: &Tiles<PanelKind>, _: TileId, _: &TabState) -> Color32 {
        self.palette.panel
    }

    fn tab_outline_stroke(&self, _: &Visuals, _: &Tiles<PanelKind>, _: TileId, _: &TabState) -> Stroke {
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _: &Visuals) -> Stroke {
        Stroke::new(1.0, self.palette.line)
    }

    fn tab_text_color(&self, _: &Visuals, _: &Tiles<PanelKind>, _: TileId, state: &TabState) -> Color32 {
        if state.active { self.palette.text } else { self.palette.text_dim }
    }

    fn resize_stroke(&self, _: &Style, state: egui_tiles::ResizeState) -> Stroke {
        match state {
            egui_tiles::ResizeState::Idle => Stroke::new(1.0, self.palette.line),
            egui_tiles::ResizeState::Hovering | egui_tiles::ResizeState::Dragging => Stroke::new(1.0, self.palette.accent),
        }
    }

    fn on_tab_button(&mut self, tiles: &mut Tiles<PanelKind>, tile: TileId, response: Response) -> Response {
        let parent = tiles.parent_of(tile).and_then(|parent| tiles.get(parent));
        let is_active = matches!(parent, Some(Tile::Container(Container::Tabs(tabs))) if tabs.active == Some(tile));
        let is_alone = matches!(parent, Some(Tile::Container(Container::Tabs(tabs))) if tabs.children.len() < 2);
        if is_active && !is_alone {
            let rect = response.rect.shrink2(vec2(scale::SPACE_2, 0.0));
            let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 2.0), rect.max);
            response.ctx.layer_painter(response.layer_id).rect_filled(line, 0.0, self.palette.accent);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_layout_has_every_panel_and_survives_a_save() {
        let layout = default_layout();
        assert!(is_complete(&layout));
        let text = serde_json::to_string(&layout).unwrap_or_default();
        let read: Option<Tree<PanelKind>> = serde_json::from_str(&text).ok();
        assert!(read.is_some_and(|read| is_complete(&read)));
    }

    #[test]
    fn a_small_window_leaves_every_panel_room_and_a_large_one_the_graph_most() {
        for (room, graph_part) in
            [(vec2(960.0, 480.0), 0.4), (vec2(1280.0, 740.0), 0.5), (vec2(1920.0, 1020.0), 0.55), (vec2(3840.0, 2100.0), 0.55)]
        {
            let (sides, time) = first_shares(room);
            assert!(sides.x * room.x >= LEFT && sides.y * room.x >= RIGHT, "{room:?}: {sides:?}");
            assert!(time * room.y >= TIME, "{room:?}: {time:?}");
            assert!(1.0 - sides.x - sides.y >= graph_part, "{room:?}: {sides:?}");
        }
        // No size at all breaks nothing.
        let mut layout = default_layout();
        fit(&mut layout, Vec2::ZERO);
        assert!(is_complete(&layout));
    }

    #[test]
    fn a_layout_without_a_panel_is_not_used() {
        let mut layout = default_layout();
        let viewport = layout.tiles.find_pane(&PanelKind::Viewport);
        viewport.map(|tile| layout.remove_recursively(tile));
        assert!(!is_complete(&layout));
    }
}
