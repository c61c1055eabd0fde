//! Every kind of node in the inspector: nothing without a name, nothing that fails, in both themes and large.

use egui::accesskit::Role;
use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use wavewright_core::graph::Keyframe;
use wavewright_core::node::Literal;

use super::super::window::Window;
use super::{Row, button, click, document, press, select, showing};

#[test]
fn every_kind_of_node_has_named_fields() {
    let catalog = &wavewright_nodes::library().0;
    let kinds: Vec<String> = catalog.iter().map(|spec| spec.kind.clone()).collect();
    let nodes: Vec<Row<'_>> = kinds.iter().map(|kind| (kind.as_str(), kind.as_str(), &[][..])).collect();
    let mut document = document(&nodes, &[]);
    // Only what is asked of the inspector counts here.
    for node in document.nodes.values_mut() {
        node.muted = true;
    }
    let mut window = showing(document, &[]);
    for kind in &kinds {
        select(&mut window, &[kind.as_str()]);
        window.harness.check_accessibility();
    }
    select(&mut window, &["sphere", "disc", "box"]);
    window.harness.check_accessibility();
}

/// Pictures for eyes: written where `WAVEWRIGHT_SCREENSHOTS` says.
#[test]
fn pictures_of_the_inspector() {
    let Ok(folder) = std::env::var("WAVEWRIGHT_SCREENSHOTS") else { return };
    let save = |window: &mut Window, name: &str| {
        window.frames(3);
        window.harness.render().unwrap().save(format!("{folder}/inspector_{name}.png")).unwrap();
    };
    let mut window = showing(pictured(), &[]);
    window.settle();
    save(&mut window, "document");
    for node in ["ramp", "curve", "waves", "code", "formula", "paint", "photo", "advect", "ball", "pressure", "broken", "moving"] {
        select(&mut window, &[node]);
        save(&mut window, node);
    }
    select(&mut window, &["paint"]);
    let patch = window.harness.get_by_role_and_label(Role::ColorWell, "value").rect().center();
    click(&mut window, patch);
    save(&mut window, "picker");
    press(&mut window, Key::Escape);
    for (node, name) in [("ramp", "Presets"), ("curve", "Presets"), ("waves", "Random waves\u{2026}")] {
        select(&mut window, &[node]);
        button(&mut window, name);
        save(&mut window, &format!("{node}_menu"));
        press(&mut window, Key::Escape);
    }
    select(&mut window, &["ball_2"]);
    window.harness.get_by_role_and_label(Role::SpinButton, "radius").click_secondary();
    window.frames(3);
    save(&mut window, "field_menu");
    button(&mut window, "Set range\u{2026}");
    save(&mut window, "range");
    select(&mut window, &["ball", "ball_2", "moving"]);
    save(&mut window, "several");
    select(&mut window, &["ramp"]);
    window.harness.ctx.set_theme(Theme::Light);
    save(&mut window, "light_ramp");
    select(&mut window, &["code"]);
    save(&mut window, "light_code");
    select(&mut window, &["ball"]);
    window.harness.ctx.set_theme(Theme::Dark);
    window.harness.ctx.set_zoom_factor(2.0);
    save(&mut window, "large");
}

fn pictured() -> wavewright_core::graph::Document {
    let text = |text: &str| Literal::Text(text.to_owned());
    let code = "/// Petals that turn.\nfn petals(\n    /// Where. @context position\n    position: vec2f,\n    /// How many. @default 7 @range 1 16\n    count: u32,\n) -> f32 {\n    let angle = atan2(position.y, position.x);\n    return sin(f32(count) * angle); // from -1 to 1\n}";
    let mut document = document(
        &[
            ("ramp", "colour_ramp", &[]),
            ("curve", "curve", &[]),
            ("waves", "wave_list", &[]),
            ("code", "code", &[("code", text(code))]),
            ("formula", "expression", &[("expression", text("sin(a * time)\n    + nonsense(b)"))]),
            ("paint", "colour", &[("value", Literal::Vector(vec![4.0, 1.2, 0.2, 0.6]))]),
            ("photo", "image", &[("path", text("/tmp/wavewright_stripes.png"))]),
            ("advect", "advect", &[]),
            ("ball", "sphere", &[("radius", Literal::Number(2.5))]),
            ("ball_2", "sphere", &[]),
            ("pressure", "pressure_multigrid", &[]),
            ("broken", "no_such_kind", &[("speed", Literal::Number(2.0))]),
            ("moving", "sphere", &[]),
            ("show", "output", &[]),
        ],
        &[("curve.value", "ramp.value"), ("ramp.colour", "show.value"), ("curve.value", "ball.radius")],
    );
    let key =
        |frame, value| Keyframe { frame, value: Literal::Number(value), interpolation: "linear".into(), extra: serde_json::Map::new() };
    document.timeline.keyframes.insert("moving.radius".to_owned(), vec![key(0.0, 1.0), key(50.0, 3.0)]);
    image::RgbImage::from_fn(320, 200, |x, y| image::Rgb([(x / 2) as u8, y as u8, 90])).save("/tmp/wavewright_stripes.png").unwrap();
    document
}
