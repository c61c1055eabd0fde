//! Shadows of suns: a map of how near the sun each ray of its light is stopped, and how pixels look into it.
//!
//! The map is drawn along the light, upright on it and centred on what the camera looks at. It holds metres towards the sun.

use super::draw::{View, chosen, element_of_corner, entry_points, hand_over, ribbon_lines, whole_picture};
use super::items::ItemText;
use super::kernel::{Context, DrawShape, FinishedKernel, KernelBuilder, identifier};
use super::scope::{Element, Member, Scope};
use super::{Items, input_value};
use crate::compile::effect::{Blend, TextureFormat};
use crate::compile::place::{self, FieldId};
use crate::compile::sets::{self, Set};
use crate::node::{Access, AccessorTarget, Attribute, Body, DrawKind, SetRole, SetSpec, ValueType};

/// The map of a sun's shadows in a picture, where it casts any.
pub(super) fn shadow_field(context: &Context<'_>, render: usize, light: usize) -> Option<FieldId> {
    place::find_field(&context.placement.fields, render, &sets::shadow_label(&context.nodes[light].id), 0)
}

/// The maps that a picture needs, each with the shaders that draw it.
pub(in crate::compile) fn shadow_kernels(context: &Context<'_>, items: &mut Items, render: usize) -> Vec<(FieldId, Vec<FinishedKernel>)> {
    let Some(scene) = context.nodes[render].spec.input_index("scene") else { return Vec::new() };
    let view = View { render, things: sets::things(context.nodes, &context.nodes[render].inputs[scene]), aspect: 1.0, samples: 1, context };
    let mut maps = Vec::new();
    for &light in &view.things {
        let Some(field) = shadow_field(context, render, light) else { continue };
        let Body::Set(sun) = &context.nodes[light].spec.body else { continue };
        let kernels = view.things.iter().filter_map(|thing| caster(&view, items, *thing, light, sun)).collect();
        maps.push((field, kernels));
    }
    maps
}

/// The shader that draws a thing into the map, where it stops light.
fn caster(view: &View<'_>, items: &mut Items, thing: usize, light: usize, sun: &SetSpec) -> Option<FinishedKernel> {
    let node = &view.context.nodes[thing];
    let Body::Set(spec) = &node.spec.body else { return None };
    let SetRole::Draw { kind, set, .. } = spec.role else { return None };
    if chosen(node, "blend").is_some_and(|word| word != "hide") {
        return None;
    }
    let found = set.and_then(|input| view.context.placement.sets.arriving_at(node, input)).filter(|(_, set)| set.count() > 0);
    match (kind, found) {
        (DrawKind::Surface | DrawKind::Ribbons, Some((from, set))) => mesh_caster(view, items, thing, kind, light, sun, from, set),
        (DrawKind::Field, _) => field_caster(view, items, thing, light, sun),
        _ => None,
    }
}

impl KernelBuilder<'_> {
    /// The local `rays`: how a sun's light falls on what the picture looks at.
    pub(super) fn rays(&mut self, scope: &mut Scope, render: usize, light: usize, sun: &SetSpec, name: &str) {
        self.use_library("scene", "shadow_rays");
        let nobody = scope.add_asker(Member::default());
        let before = scope.ask_for(nobody);
        let spec_of = |node: usize, input: &str| self.context.nodes[node].spec.input_index(input);
        let (look_at, reach) = (spec_of(render, "look_at"), spec_of(light, "shadow_reach"));
        let look_at = look_at.map_or_else(|| "vec3f(0.0)".to_owned(), |input| input_value(self, scope, render, input, ValueType::Vec3));
        let reach = reach.map_or_else(|| "10.0".to_owned(), |input| input_value(self, scope, light, input, ValueType::Number));
        scope.ask_for(before);
        let sun = self.call_for(scope, light, &sun.function, nobody, nobody);
        scope.lines.push(format!("let {name} = shadow_rays({sun}, {look_at}, {reach});"));
    }

    /// The function that tells how much of a sun's light comes through to a place of its map.
    pub(super) fn shadow_function(&mut self, map: FieldId) -> String {
        let texture = self.field(map, false);
        let name = format!("{texture}__lit");
        if self.written_functions.insert(name.clone()) {
            self.use_library("scene", "is_on_map");
            let text = format!(
                "fn {name}(place: vec3f, slack: f32) -> f32 {{\n    if !is_on_map(place) {{\n        return 1.0;\n    }}\n    \
                 let size = vec2i(textureDimensions({texture}));\n    \
                 let point = place.xy * vec2f(size) - 0.5;\n    let base = floor(point);\n    let weight = point - base;\n    \
                 var lit = 0.0;\n    for (var row = -1; row <= 2; row++) {{\n        for (var column = -1; column <= 2; column++) {{\n            \
                 let cell = clamp(vec2i(base) + vec2i(column, row), vec2i(0), size - 1);\n            \
                 let share = clamp(1.5 - abs(vec2f(f32(column), f32(row)) - weight), vec2f(0.0), vec2f(1.0));\n            \
                 lit += select(0.0, share.x * share.y, place.z + slack >= textureLoad({texture}, cell, 0).x);\n        }}\n    }}\n    \
                 return lit / 4.0;\n}}\n"
            );
            self.functions.push(ItemText { text, uses: Vec::new(), origin: None });
        }
        name
    }
}

fn builder<'k>(view: &'k View<'_>, items: &'k mut Items, thing: usize, light: usize) -> KernelBuilder<'k> {
    let [thing_id, light_id] = [thing, light].map(|node| identifier(&view.context.nodes[node].id));
    let prefix = items.free_prefix(&format!("{thing_id}_before_{light_id}_in_{}", identifier(&view.context.nodes[view.render].id)));
    let mut kernel = KernelBuilder::new(view.context, items, prefix, None, None);
    kernel.nodes.insert(thing);
    kernel
}

fn shape(kernel: &KernelBuilder<'_>, vertices: u32) -> DrawShape {
    DrawShape {
        vertex: format!("{}_vertex", kernel.prefix),
        fragment: format!("{}_fragment", kernel.prefix),
        vertices,
        format: TextureFormat::R32Float,
        samples: 1,
        blend: Blend::Replace,
        depth_test: true,
        depth_write: true,
    }
}

#[expect(clippy::too_many_arguments, reason = "a thing, its light, and the set that it draws")]
fn mesh_caster(
    view: &View<'_>,
    items: &mut Items,
    thing: usize,
    kind: DrawKind,
    light: usize,
    sun: &SetSpec,
    from: usize,
    set: &Set,
) -> Option<FinishedKernel> {
    let mut kernel = builder(view, items, thing, light);
    let mut vertex = Scope::new(Element::Step);
    kernel.rays(&mut vertex, view.render, light, sun, "rays");
    kernel.use_library("scene", "shadow_camera");
    kernel.use_library("scene", "shadow_clip");
    vertex.lines.push("let camera = shadow_camera(rays);".to_owned());
    let handed = [Attribute::Position].into();
    let (seen, corners) = if kind == DrawKind::Ribbons {
        let seen = super::draw::Seen::of(&kernel, &handed, &[("across", "f32"), ("side", "vec3f")]);
        (seen, ribbon_lines(view, &mut kernel, &mut vertex, thing, from, set, &handed)?)
    } else {
        let seen = super::draw::Seen::of(&kernel, &handed, &[]);
        element_of_corner(&mut kernel, &mut vertex, set);
        let asker = kernel.member_of(&mut vertex, from, "element", false);
        hand_over(&mut kernel, &mut vertex, asker, &handed, &seen);
        (seen, set.shape.corners().saturating_mul(set.copies))
    };
    if kind == DrawKind::Ribbons {
        vertex.lines.push("seen.position += seen.side * (seen.across * half_width);".to_owned());
    }
    vertex.lines.push("seen.clip = shadow_clip(rays, seen.position);".to_owned());
    let mut fragment = Scope::new(Element::Step);
    kernel.rays(&mut fragment, view.render, light, sun, "rays");
    kernel.use_library("scene", "shadow_place");
    fragment.lines.push("return vec4f(shadow_place(rays, seen.position).z, 0.0, 0.0, 1.0);".to_owned());
    kernel.write_accessors();
    let shape = shape(&kernel, corners);
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", "");
    Some(kernel.finish_draw(&format!("{}: stops light", view.context.nodes[thing].title), &main, shape))
}

fn field_caster(view: &View<'_>, items: &mut Items, thing: usize, light: usize, sun: &SetSpec) -> Option<FinishedKernel> {
    let node = &view.context.nodes[thing];
    let accessor = node.spec.accessors.iter().find(
        |accessor| matches!(accessor.target, AccessorTarget::Input(input) if node.spec.inputs[input].access == Access::Positions(true)),
    )?;
    let mut kernel = builder(view, items, thing, light);
    let (seen, vertex) = whole_picture(&mut kernel);
    let distance = format!("{}__{}_from", kernel.prefix, identifier(&node.id));
    kernel.ask_accessor(thing, accessor, &distance);
    let mut fragment = Scope::new(Element::Step);
    kernel.rays(&mut fragment, view.render, light, sun, "rays");
    kernel.use_library("scene", "shadow_clip");
    kernel.use_library("scene", "shadow_start");
    kernel.use_library("scene", "shadow_place");
    let out = format!("{}__Drawn", kernel.prefix);
    for line in [
        "let start = shadow_start(rays, seen.across);".to_owned(),
        "var travelled = 0.0;".to_owned(),
        "var is_found = false;".to_owned(),
        "for (var count = 0u; count < 96u; count++) {".to_owned(),
        format!("    let gap = {distance}(start - rays.way * travelled);"),
        "    if gap < 0.004 {".to_owned(),
        "        is_found = true;".to_owned(),
        "        break;".to_owned(),
        "    }".to_owned(),
        "    travelled += gap * 0.9;".to_owned(),
        "    if travelled > rays.depth * 2.0 {".to_owned(),
        "        break;".to_owned(),
        "    }".to_owned(),
        "}".to_owned(),
        "if !is_found {".to_owned(),
        "    discard;".to_owned(),
        "}".to_owned(),
        "let position = start - rays.way * travelled;".to_owned(),
        format!("return {out}(vec4f(shadow_place(rays, position).z, 0.0, 0.0, 1.0), shadow_clip(rays, position).z);"),
    ] {
        fragment.lines.push(line);
    }
    kernel.write_accessors();
    let shape = shape(&kernel, 3);
    let main = format!(
        "struct {out} {{\n    @location(0) metres: vec4f,\n    @builtin(frag_depth) depth: f32,\n}}\n\n{}",
        entry_points(&shape, &seen, &vertex, &fragment, &out, "")
    );
    Some(kernel.finish_draw(&format!("{}: stops light", node.title), &main, shape))
}
