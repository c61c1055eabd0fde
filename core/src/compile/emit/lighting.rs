//! The light of a scene in the shader of something that stands in it: the lights and the sky are part of each.

use std::fmt::Write as _;

use super::draw::View;
use super::kernel::KernelBuilder;
use super::scope::{Member, Scope};
use crate::node::{Body, DrawKind, SetRole, SetSpec};

/// Lights and skies of a scene.
pub(super) struct Lighting<'a> {
    render: usize,
    lights: Vec<(usize, &'a SetSpec)>,
    sky: Option<(usize, &'a SetSpec)>,
}

impl<'a> Lighting<'a> {
    /// Those of the view.
    pub fn new(view: &View<'a>) -> Self {
        let of_kind = |wanted: DrawKind| {
            let nodes = view.context.nodes;
            view.things.iter().filter_map(move |thing| match &nodes[*thing].spec.body {
                Body::Set(spec) if matches!(spec.role, SetRole::Draw { kind, .. } if kind == wanted) => Some((*thing, spec)),
                _ => None,
            })
        };
        Self { render: view.render, lights: of_kind(DrawKind::Light).collect(), sky: of_kind(DrawKind::Sky).next_back() }
    }

    /// Adds the local `radiance`: the light that `surface` sends to the eye. The locals `position` or `seen.position`, and `to_eye`, are there.
    pub fn add(&self, kernel: &mut KernelBuilder<'_>, scope: &mut Scope, surface: &str) {
        let position = if scope.lines.iter().any(|line| line.starts_with("let position =")) { "position" } else { "seen.position" };
        kernel.use_library("scene", "lit_by");
        kernel.use_library("scene", "lit_around");
        scope.lines.push(format!("var radiance = {surface}.emission;"));
        match self.sky {
            Some((sky, spec)) => {
                scope.lines.push(format!("let mirrored_way = reflect(-to_eye, {surface}.normal);"));
                // What is scattered comes from all of the half that the surface faces, what is mirrored from as much as it is rough.
                let scattered = (format!("{surface}.normal"), "1.0".to_owned());
                let mirrored = ("mirrored_way".to_owned(), format!("{surface}.roughness"));
                let ways = [scattered, mirrored].map(|(way, spread)| {
                    let asker = scope.add_asker(Member { direction: Some(way), spread: Some(spread), ..Member::default() });
                    kernel.call_for(scope, sky, &spec.function, asker, asker)
                });
                scope.lines.push(format!("radiance += lit_around({surface}, to_eye, {}, {});", ways[0], ways[1]));
            }
            None => scope.lines.push(format!("radiance += {surface}.colour * 0.05;")),
        }
        for (light, spec) in &self.lights {
            let asker = scope.add_asker(Member::default());
            let name = kernel.call_for(scope, *light, &spec.function, asker, asker);
            let mut brightness = format!("lit_by({surface}, {name}, {position}, to_eye)");
            if let Some(map) = super::shadow::shadow_field(kernel.context, self.render, *light) {
                let rays = scope.local("rays", kernel);
                kernel.rays(scope, self.render, *light, spec, &rays);
                kernel.use_library("scene", "shadow_place");
                kernel.use_library("scene", "shadow_slack");
                let lit = kernel.shadow_function(map);
                let _ = write!(brightness, " * {lit}(shadow_place({rays}, {position}), shadow_slack({rays}, {surface}.normal))");
            }
            scope.lines.push(format!("radiance += {brightness};"));
        }
    }

    /// Adds the discs of suns to the local `radiance` of a sky.
    pub fn add_suns(&self, kernel: &mut KernelBuilder<'_>, scope: &mut Scope) {
        for (light, spec) in &self.lights {
            kernel.use_library("scene", "sun_disc");
            let asker = scope.add_asker(Member::default());
            let name = kernel.call_for(scope, *light, &spec.function, asker, asker);
            scope.lines.push(format!("radiance += sun_disc({name}, direction);"));
        }
    }
}
