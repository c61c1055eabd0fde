//! What is painted, on a software GPU.

use egui::Theme;
use egui_kittest::Harness;

use super::demo;
use super::support::World;
use crate::canvas::{CanvasGraph, CanvasState};
use crate::theme;

fn painted(
    name: &str,
    graph: fn(&egui::Context) -> CanvasGraph,
    theme: Theme,
    size: egui::Vec2,
    prepare: fn(&mut World),
) -> image::RgbaImage {
    let mut world = World::new(CanvasGraph::default());
    world.style = theme::canvas_style(&theme::Palette::of(theme));
    world.state = CanvasState::default();
    let mut is_new = true;
    let mut harness = Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_step_dt(0.02)
        .with_max_steps(40)
        .with_render_cursor(false)
        .with_context_setup(theme::install)
        .wgpu()
        .build_ui_state(
            move |ui, world: &mut World| {
                if std::mem::take(&mut is_new) {
                    *world = World::new(graph(ui.ctx()));
                    world.style = theme::canvas_style(&theme::Palette::of(theme));
                    world.state.view = None;
                    prepare(world);
                }
                world.show(ui);
            },
            world,
        );
    harness.run();
    let picture = harness.render().unwrap();
    if let Ok(folder) = std::env::var("CANVAS_PICTURES") {
        picture.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
    picture
}

#[test]
fn the_demo_is_painted() {
    painted(
        "demo",
        |context| demo::graph(Some(context)),
        Theme::Dark,
        egui::vec2(1100.0, 620.0),
        |world| {
            world.state.view = Some(crate::canvas::View { centre: egui::pos2(528.0, 290.0), zoom: 1.0 });
            world.state.select_nodes(["advect".into()]);
        },
    );
    painted(
        "states",
        |_| demo::states(),
        Theme::Dark,
        egui::vec2(860.0, 460.0),
        |world| {
            world.state.view = Some(crate::canvas::View { centre: egui::pos2(430.0, 230.0), zoom: 1.0 });
        },
    );
}
