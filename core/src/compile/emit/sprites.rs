//! Particles as soft quads that face the camera.

use std::collections::BTreeSet;

use super::draw::{Seen, View, blend_of, entry_points};
use super::kernel::{FinishedKernel, KernelBuilder};
use super::scope::{Element, Member, Scope};
use super::{Items, input_value, occluder, sort};
use crate::compile::effect::Blend;
use crate::compile::sets::{self, Set};
use crate::node::{Attribute, DrawKind, SetSpec, ValueType};

/// Whether sprites fade where they meet a surface; then the local `nearest` is what the map of the eye holds behind the pixel.
fn meets_surfaces(view: &View<'_>, kernel: &mut KernelBuilder<'_>, scope: &mut Scope, thing: usize) -> bool {
    let Some(map) = occluder::eye_field(view.context, view.render).filter(|_| sets::fades(&view.context.nodes[thing])) else {
        return false;
    };
    kernel.use_library("scene", "left_at_surface");
    let texture = kernel.field(map, false);
    scope.lines.push(format!("let nearest = textureLoad({texture}, vec2i(seen.clip.xy), 0).x;"));
    true
}

/// The shader that draws particles as quads which face the camera.
pub(super) fn sprites(view: &View<'_>, items: &mut Items, thing: usize, spec: &SetSpec, from: usize, set: &Set) -> Option<FinishedKernel> {
    let mut kernel = view.builder(items, thing);
    let node = &view.context.nodes[thing];
    let blend = if blend_of(node) == Blend::Replace { Blend::Over } else { blend_of(node) };
    let mut fragment = Scope::new(Element::Step);
    kernel.use_library("scene", "sprite_shape");
    let meets = meets_surfaces(view, &mut kernel, &mut fragment, thing);
    let left = if meets { " * left_at_surface(nearest - seen.nearness, seen.fade)" } else { "" };
    fragment.lines.push(format!("let cover = sprite_shape(seen.across, seen.softness){left};"));
    let pixel = fragment.add_asker(Member {
        attributes: [(Attribute::Uv, "(seen.across * vec2f(0.5, -0.5) + 0.5)".to_owned())].into(),
        ..Member::default()
    });
    let before = fragment.ask_for(pixel);
    let picture = node.spec.input_index("picture");
    let picture =
        picture.map_or_else(|| "vec4f(1.0)".to_owned(), |input| input_value(&mut kernel, &mut fragment, thing, input, ValueType::Colour));
    fragment.ask_for(before);
    fragment
        .lines
        .extend([format!("let colour = seen.colour * {picture};"), "return vec4f(colour.rgb, 1.0) * (colour.a * cover);".to_owned()]);
    let mut handed = vec![("across", "vec2f"), ("softness", "f32"), ("colour", "vec4f")];
    if meets {
        handed.extend([("nearness", "f32"), ("fade", "f32")]);
    }
    let seen = Seen::of(&kernel, &BTreeSet::new(), &handed);
    let mut vertex = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut vertex);
    kernel.use_library("scene", "square_corner");
    kernel.use_library("scene", "sprite_corner");
    kernel.use_library("scene", "camera_clip");
    if sort::places(view.context, thing).is_some() {
        let sorted = kernel.sorted(view.render, thing);
        vertex.lines.push(format!("let element = u32({sorted}[corner / 6u].y);"));
    } else {
        vertex.lines.push("let element = corner / 6u;".to_owned());
    }
    vertex.lines.push("let across = vec2f(square_corner(corner % 6u)) * 2.0 - 1.0;".to_owned());
    let asker = kernel.member_of(&mut vertex, from, "element", false);
    let name = kernel.call_for(&mut vertex, thing, &spec.function, asker, asker);
    let member = vertex.member(asker);
    let position = member.attributes.get(&Attribute::Position).cloned().unwrap_or_else(|| "vec3f(0.0)".to_owned());
    let before = vertex.ask_for(asker);
    let fade = node.spec.input_index("fade_distance").filter(|_| meets);
    let fade = fade.map(|input| input_value(&mut kernel, &mut vertex, thing, input, ValueType::Number));
    vertex.ask_for(before);
    vertex.lines.extend([
        format!("var seen: {};", seen.name),
        "seen.across = across;".to_owned(),
        format!("seen.softness = {name}.softness;"),
        format!("seen.colour = {name}.colour;"),
        format!("let place = {position} + sprite_corner(camera, {position}, {name}, across);"),
        "seen.clip = camera_clip(camera, place);".to_owned(),
    ]);
    if let Some(fade) = fade {
        kernel.use_library("scene", "nearness");
        vertex.lines.push("seen.nearness = nearness(camera, place);".to_owned());
        vertex.lines.push(format!("seen.fade = {fade};"));
    }
    if let (Some(age), Some(lifetime)) = (member.attributes.get(&Attribute::Age), member.attributes.get(&Attribute::Lifetime)) {
        // The dead are drawn where nothing is seen.
        vertex.lines.push(format!("if {age} >= {lifetime} {{"));
        vertex.lines.push("    seen.clip = vec4f(2.0, 2.0, 2.0, 1.0);".to_owned());
        vertex.lines.push("}".to_owned());
    }
    kernel.write_accessors();
    let shape = view.shape(&kernel, set.count().saturating_mul(6), blend, DrawKind::Sprites);
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", "");
    Some(kernel.finish_draw(&format!("{}: drawn as sprites", node.title), &main, shape))
}
