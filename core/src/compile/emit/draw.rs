//! Vertex and fragment shaders of what stands in a scene.
//!
//! A vertex shader finds its element by the number of the corner and hands its attributes on; values that are linked into the node are asked
//! for by each pixel, or by each particle for sprites.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::edges::Edges;
use super::kernel::{Context, DrawShape, FinishedKernel, KernelBuilder, identifier};
use super::lighting::Lighting;
use super::march::{self, March};
use super::scope::{Element, Member, Scope};
use super::{Items, input_value};
use crate::compile::effect::{Blend, TextureFormat};
use crate::compile::layout::Size;
use crate::compile::lower::LoweredNode;
use crate::compile::sets::{self, Set, Shape};
use crate::node::{Attribute, Body, DrawKind, SetRole, SetSpec, ValueType};

/// What every draw of a picture needs to know.
pub(super) struct View<'a> {
    /// The node that makes the picture.
    pub render: usize,
    /// Things of the scene in order.
    pub things: Vec<usize>,
    /// Width and height of the picture in texels.
    pub size: Size,
    /// Samples per texel.
    pub samples: u32,
    pub context: &'a Context<'a>,
}

/// Shaders of all that a picture shows, in the order in which they are drawn: what is behind everything, what hides, what lets through.
pub(in crate::compile) fn scene_kernels(context: &Context<'_>, items: &mut Items, render: usize) -> Vec<FinishedKernel> {
    let Some(view) = View::of(context, render) else { return Vec::new() };
    let mut drawn: Vec<(u32, FinishedKernel)> = Vec::new();
    for &thing in &view.things {
        let Body::Set(spec) = &context.nodes[thing].spec.body else { continue };
        let SetRole::Draw { kind, set, .. } = spec.role else { continue };
        let found = set.and_then(|input| context.placement.sets.arriving_at(&context.nodes[thing], input));
        let kernel = match (kind, found) {
            (DrawKind::Sky, _) => sky(&view, items, thing, spec),
            (DrawKind::Field, _) => field(&view, items, thing, spec),
            (DrawKind::Surface, Some((from, set))) if set.count() > 0 => surface(&view, items, thing, spec, from, set),
            (DrawKind::Ribbons, Some((from, set))) if set.count() > 0 => ribbons(&view, items, thing, spec, from, set),
            (DrawKind::Sprites, Some((from, set))) if set.count() > 0 => super::sprites::sprites(&view, items, thing, spec, from, set),
            _ => continue,
        };
        let Some(kernel) = kernel else { continue };
        let order = match (kind, kernel.draw.as_ref().map(|draw| draw.blend)) {
            (DrawKind::Sky, _) => 0,
            (_, Some(Blend::Replace)) => 1,
            _ => 2,
        };
        drawn.push((order, kernel));
    }
    drawn.sort_by_key(|(order, _)| *order);
    drawn.into_iter().map(|(_, kernel)| kernel).collect()
}

/// Samples per texel of a picture.
pub(in crate::compile) fn picture_samples(render: &LoweredNode) -> u32 {
    if chosen(render, "edges") == Some("plain") { 1 } else { 4 }
}

/// The word that the choice called so stands at.
pub(super) fn chosen<'node>(node: &'node LoweredNode, input: &str) -> Option<&'node str> {
    node.chosen(node.spec.input_index(input)?)
}

pub(super) fn blend_of(node: &LoweredNode) -> Blend {
    match chosen(node, "blend") {
        Some("over") => Blend::Over,
        Some("add") => Blend::Add,
        _ => Blend::Replace,
    }
}

impl<'a> View<'a> {
    /// The view of a node that makes a picture of a scene.
    pub(super) fn of(context: &'a Context<'a>, render: usize) -> Option<Self> {
        let node = &context.nodes[render];
        let scene = node.spec.input_index("scene")?;
        let size = context.placement.fields.iter().find(|field| field.node == render).map_or([1, 1], |field| field.size);
        let samples = picture_samples(node);
        Some(Self { render, things: sets::things(context.nodes, &node.inputs[scene]), size, samples, context })
    }

    pub(super) fn builder<'k>(&'k self, items: &'k mut Items, thing: usize) -> KernelBuilder<'k> {
        let prefix = items.free_prefix(&format!(
            "{}_in_{}",
            identifier(&self.context.nodes[thing].id),
            identifier(&self.context.nodes[self.render].id)
        ));
        let mut kernel = KernelBuilder::new(self.context, items, prefix, None, None);
        kernel.nodes.insert(thing);
        kernel
    }

    /// The camera as a local of the function.
    pub(super) fn camera(&self, kernel: &mut KernelBuilder<'_>, scope: &mut Scope) {
        let nobody = scope.add_asker(Member::default());
        let before = scope.ask_for(nobody);
        let mut arguments = Vec::new();
        for (name, value_type) in [
            ("look_at", ValueType::Vec3),
            ("distance", ValueType::Number),
            ("heading", ValueType::Number),
            ("pitch", ValueType::Number),
            ("roll", ValueType::Number),
            ("field_of_view", ValueType::Number),
            ("shake", ValueType::Vec3),
        ] {
            let input = self.context.nodes[self.render].spec.input_index(name);
            arguments.push(
                input
                    .map_or_else(|| format!("{}()", value_type.wgsl()), |input| input_value(kernel, scope, self.render, input, value_type)),
            );
        }
        scope.ask_for(before);
        kernel.use_library("scene", "orbit_camera");
        let aspect = self.size[0] as f32 / self.size[1].max(1) as f32;
        scope.lines.push(format!("let camera = orbit_camera({}, {aspect:?});", arguments.join(", ")));
    }

    pub(super) fn shape(&self, kernel: &KernelBuilder<'_>, vertices: u32, blend: Blend, kind: DrawKind) -> DrawShape {
        DrawShape {
            vertex: format!("{}_vertex", kernel.prefix),
            fragment: format!("{}_fragment", kernel.prefix),
            vertices,
            format: TextureFormat::Rgba16Float,
            samples: self.samples,
            blend,
            depth_test: kind != DrawKind::Sky,
            depth_write: kind != DrawKind::Sky && blend == Blend::Replace,
        }
    }
}

/// What goes from a vertex shader to a fragment shader.
pub(super) struct Seen {
    pub(super) name: String,
    members: Vec<(String, &'static str)>,
}

impl Seen {
    fn text(&self) -> String {
        let mut text = format!("struct {} {{\n    @builtin(position) clip: vec4f,\n", self.name);
        for (location, (member, spelling)) in self.members.iter().enumerate() {
            let _ = writeln!(text, "    @location({location}) {member}: {spelling},");
        }
        text.push_str("}\n\n");
        text
    }

    pub(super) fn of(kernel: &KernelBuilder<'_>, attributes: &BTreeSet<Attribute>, more: &[(&str, &'static str)]) -> Self {
        let members = attributes
            .iter()
            .map(|attribute| (attribute.name().to_owned(), attribute.value_type().wgsl()))
            .chain(more.iter().map(|(name, spelling)| ((*name).to_owned(), *spelling)));
        Self { name: format!("{}__Seen", kernel.prefix), members: members.collect() }
    }
}

/// The two entry points.
pub(super) fn entry_points(shape: &DrawShape, seen: &Seen, vertex: &Scope, fragment: &Scope, result: &str, arguments: &str) -> String {
    let mut text = seen.text();
    let _ = writeln!(text, "@vertex\nfn {}(@builtin(vertex_index) corner: u32) -> {} {{", shape.vertex, seen.name);
    for line in &vertex.lines {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("    return seen;\n}\n\n");
    let _ = writeln!(text, "@fragment\nfn {}(seen: {}{arguments}) -> {result} {{", shape.fragment, seen.name);
    for line in &fragment.lines {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("}\n");
    text
}

/// The element that a corner of a mesh's triangles is of, as the local `element`.
pub(super) fn element_of_corner(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, set: &Set) {
    if let Shape::Grid { columns, rows } | Shape::Lines { columns, rows } = set.shape {
        kernel.use_library("scene", "square_corner");
        let (across, down) = (columns.saturating_sub(1).max(1), rows.saturating_sub(1).max(1));
        scope.lines.extend([
            "let square = corner / 6u;".to_owned(),
            "let at = square_corner(corner % 6u);".to_owned(),
            format!("let column = square % {across}u + at.x;"),
            format!("let row = (square / {across}u) % {down}u + at.y + square / {}u * {rows}u;", across.saturating_mul(down)),
            format!("let element = row * {columns}u + column;"),
        ]);
    } else {
        scope.lines.push("let element = corner;".to_owned());
    }
}

/// A surface's attributes as its pixels see them.
fn seen_member(set: &Set, normal: &str) -> Member {
    let mut attributes: std::collections::BTreeMap<Attribute, String> =
        set.attributes.iter().map(|attribute| (*attribute, format!("seen.{}", attribute.name()))).collect();
    attributes.insert(Attribute::Normal, normal.to_owned());
    Member { attributes, element: "u32(max(seen.clip.x, 0.0))".to_owned(), ..Member::default() }
}

/// The lines that make a surface's light from what its function gave.
fn shade(view: &View<'_>, kernel: &mut KernelBuilder<'_>, scope: &mut Scope, surface: &str, blend: Blend, edges: Edges) {
    Lighting::new(view).add(kernel, scope, surface);
    if edges == Edges::Over {
        kernel.use_library("scene", "with_edges");
        scope.lines.push("radiance = with_edges(radiance, edge);".to_owned());
    }
    match blend {
        Blend::Replace => scope.lines.push("return vec4f(radiance, 1.0);".to_owned()),
        _ => scope.lines.push(format!("return vec4f(radiance, 1.0) * clamp({surface}.alpha, 0.0, 1.0);")),
    }
}

fn surface(view: &View<'_>, items: &mut Items, thing: usize, spec: &SetSpec, from: usize, set: &Set) -> Option<FinishedKernel> {
    let mut kernel = view.builder(items, thing);
    let blend = blend_of(&view.context.nodes[thing]);
    let mut fragment = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut fragment);
    fragment.lines.push("let to_eye = normalize(camera.eye - seen.position);".to_owned());
    if set.attributes.contains(&Attribute::Normal) {
        kernel.use_library("scene", "unit_or");
        fragment.lines.push("let facing = unit_or(seen.normal, to_eye) * select(-1.0, 1.0, is_front);".to_owned());
    } else {
        fragment.lines.push("let flat_normal = normalize(cross(dpdy(seen.position), dpdx(seen.position)));".to_owned());
        fragment.lines.push("let facing = flat_normal * select(-1.0, 1.0, dot(flat_normal, to_eye) > 0.0);".to_owned());
    }
    let pixel = fragment.add_asker(seen_member(set, "facing"));
    let edges = Edges::of(&view.context.nodes[thing]);
    edges.add(&mut kernel, &mut fragment, thing, pixel);
    let name = kernel.call_for(&mut fragment, thing, &spec.function, pixel, pixel);
    shade(view, &mut kernel, &mut fragment, &name, blend, edges);
    let mut handed: BTreeSet<Attribute> = fragment.asked.intersection(&set.attributes).copied().collect();
    handed.insert(Attribute::Position);
    if set.attributes.contains(&Attribute::Normal) {
        handed.insert(Attribute::Normal);
    }
    let share: &[(&str, &str)] = if edges == Edges::Off { &[] } else { &[("share", "vec3f")] };
    let seen = Seen::of(&kernel, &handed, share);
    let mut vertex = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut vertex);
    element_of_corner(&mut kernel, &mut vertex, set);
    let asker = kernel.member_of(&mut vertex, from, "element", false);
    hand_over(&mut kernel, &mut vertex, asker, &handed, &seen);
    if edges != Edges::Off {
        vertex.lines.push("seen.share = vec3f(vec3u(corner % 3u) == vec3u(0u, 1u, 2u));".to_owned());
    }
    kernel.write_accessors();
    let shape = view.shape(&kernel, set.shape.corners().saturating_mul(set.copies), blend, DrawKind::Surface);
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", ", @builtin(front_facing) is_front: bool");
    Some(kernel.finish_draw(&format!("{}: drawn", view.context.nodes[thing].title), &main, shape))
}

/// Writes an element's attributes and its place in the picture to `seen`.
pub(super) fn hand_over(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, asker: usize, handed: &BTreeSet<Attribute>, seen: &Seen) {
    let member = scope.member(asker);
    scope.lines.push(format!("var seen: {};", seen.name));
    for attribute in handed {
        if let Some(written) = member.attributes.get(attribute) {
            scope.lines.push(format!("seen.{} = {written};", attribute.name()));
        }
    }
    kernel.use_library("scene", "camera_clip");
    scope.lines.push("seen.clip = camera_clip(camera, seen.position);".to_owned());
}

fn ribbons(view: &View<'_>, items: &mut Items, thing: usize, spec: &SetSpec, from: usize, set: &Set) -> Option<FinishedKernel> {
    let mut kernel = view.builder(items, thing);
    let blend = blend_of(&view.context.nodes[thing]);
    let mut fragment = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut fragment);
    fragment.lines.extend([
        "let to_eye = normalize(camera.eye - seen.position);".to_owned(),
        "let out_of_band = sqrt(max(1.0 - seen.across * seen.across, 0.0));".to_owned(),
        "let facing = unit_or(seen.side * seen.across + to_eye * out_of_band, to_eye);".to_owned(),
    ]);
    let pixel = fragment.add_asker(seen_member(set, "facing"));
    let name = kernel.call_for(&mut fragment, thing, &spec.function, pixel, pixel);
    shade(view, &mut kernel, &mut fragment, &name, blend, Edges::Off);
    let mut handed: BTreeSet<Attribute> = fragment.asked.intersection(&set.attributes).copied().collect();
    handed.insert(Attribute::Position);
    handed.remove(&Attribute::Normal);
    let seen = Seen::of(&kernel, &handed, &[("across", "f32"), ("side", "vec3f")]);
    let mut vertex = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut vertex);
    let corners = ribbon_lines(view, &mut kernel, &mut vertex, thing, from, set, &handed)?;
    vertex.lines.push("seen.clip = camera_clip(camera, seen.position + seen.side * (seen.across * half_width));".to_owned());
    kernel.write_accessors();
    let shape = view.shape(&kernel, corners, blend, DrawKind::Ribbons);
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", "");
    Some(kernel.finish_draw(&format!("{}: drawn as bands", view.context.nodes[thing].title), &main, shape))
}

/// The lines of a vertex shader that make `seen` a corner of a band which faces the local `camera`. Returns how many corners there are.
pub(super) fn ribbon_lines(
    view: &View<'_>,
    kernel: &mut KernelBuilder<'_>,
    vertex: &mut Scope,
    thing: usize,
    from: usize,
    set: &Set,
    handed: &BTreeSet<Attribute>,
) -> Option<u32> {
    let ([columns, rows], lines) = (set.shape.size(), set.shape.bands()?);
    let seen = Seen::of(kernel, handed, &[("across", "f32"), ("side", "vec3f")]);
    kernel.use_library("scene", "square_corner");
    kernel.use_library("scene", "unit_or");
    let along = columns.saturating_sub(1).max(1);
    vertex.lines.extend([
        "let piece = corner / 6u;".to_owned(),
        "let at = square_corner(corner % 6u);".to_owned(),
        format!("let line = piece / {along}u;"),
        format!("let first = (line % {lines}u + line / {lines}u * {rows}u) * {columns}u;"),
        format!("let step = piece % {along}u + at.x;"),
        "let element = first + step;".to_owned(),
    ]);
    let buffer = kernel.elements(from);
    let asker = kernel.member_of(vertex, from, "element", false);
    let before = vertex.ask_for(asker);
    let width = view.context.nodes[thing].spec.input_index("width");
    let width = width.map_or_else(|| "0.01".to_owned(), |input| input_value(kernel, vertex, thing, input, ValueType::Number));
    vertex.ask_for(before);
    vertex.lines.extend([
        format!("let ahead = {buffer}[first + min(step + 1u, {}u)].position;", columns - 1),
        format!("let behind = {buffer}[first + max(step, 1u) - 1u].position;"),
        format!("let half_width = 0.5 * max({width}, 0.0);"),
    ]);
    hand_over(kernel, vertex, asker, handed, &seen);
    vertex.lines.extend([
        "let band_way = ahead - behind;".to_owned(),
        "let eye_way = camera.eye - seen.position;".to_owned(),
        "seen.side = unit_or(cross(eye_way, band_way), camera.right);".to_owned(),
        // Where the band goes nowhere that could be seen it has no width.
        "if dot(band_way, band_way) <= 1e-12 * dot(eye_way, eye_way) {".to_owned(),
        "    seen.side = vec3f(0.0);".to_owned(),
        "}".to_owned(),
        "seen.across = f32(at.y) * 2.0 - 1.0;".to_owned(),
    ]);
    Some(along.saturating_mul(lines).saturating_mul(set.copies).saturating_mul(6))
}

/// A triangle over the whole picture.
pub(super) fn whole_picture(kernel: &mut KernelBuilder<'_>) -> (Seen, Scope) {
    kernel.use_library("scene", "whole_picture");
    let seen = Seen::of(kernel, &BTreeSet::new(), &[("across", "vec2f")]);
    let mut vertex = Scope::new(Element::Step);
    vertex.lines.extend([
        format!("var seen: {};", seen.name),
        "seen.across = whole_picture(corner);".to_owned(),
        "seen.clip = vec4f(seen.across, 0.0, 1.0);".to_owned(),
    ]);
    (seen, vertex)
}

fn sky(view: &View<'_>, items: &mut Items, thing: usize, spec: &SetSpec) -> Option<FinishedKernel> {
    let mut kernel = view.builder(items, thing);
    let (seen, vertex) = whole_picture(&mut kernel);
    let mut fragment = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut fragment);
    kernel.use_library("scene", "camera_ray");
    fragment.lines.push("let direction = camera_ray(camera, seen.across);".to_owned());
    let asker = fragment.add_asker(Member { direction: Some("direction".to_owned()), ..Member::default() });
    let name = kernel.call_for(&mut fragment, thing, &spec.function, asker, asker);
    fragment.lines.push(format!("var radiance = {name};"));
    Lighting::new(view).add_suns(&mut kernel, &mut fragment);
    fragment.lines.push("return vec4f(radiance, 1.0);".to_owned());
    kernel.write_accessors();
    let shape = view.shape(&kernel, 3, Blend::Replace, DrawKind::Sky);
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", "");
    Some(kernel.finish_draw(&format!("{}: behind everything", view.context.nodes[thing].title), &main, shape))
}

fn field(view: &View<'_>, items: &mut Items, thing: usize, spec: &SetSpec) -> Option<FinishedKernel> {
    let node = &view.context.nodes[thing];
    let accessor = march::distance_of(node)?;
    let mut kernel = view.builder(items, thing);
    let (seen, vertex) = whole_picture(&mut kernel);
    let mut fragment = Scope::new(Element::Step);
    view.camera(&mut kernel, &mut fragment);
    let distance = format!("{}__{}_from", kernel.prefix, identifier(&node.id));
    kernel.ask_accessor(thing, accessor, &distance);
    kernel.use_library("scene", "camera_ray");
    kernel.use_library("scene", "camera_depth");
    kernel.use_library("scene", "unit_or");
    let reach = march::reach_of_the_eye(&mut kernel, &mut fragment, thing);
    fragment.lines.push("let direction = camera_ray(camera, seen.across);".to_owned());
    let (near, grazing) = (march::NEAR_FOR_THE_EYE, march::GRAZING_FOR_THE_EYE);
    March { distance: &distance, start: "camera.eye", way: "direction", reach: &reach, near, grazing }.add(&mut fragment);
    for line in [
        "let to_eye = -direction;".to_owned(),
        "let tap = vec2f(1.0, -1.0) * 0.001 * max(travelled, 1.0);".to_owned(),
        format!("let slope = tap.xyy * {distance}(position + tap.xyy) + tap.yyx * {distance}(position + tap.yyx)"),
        format!("    + tap.yxy * {distance}(position + tap.yxy) + tap.xxx * {distance}(position + tap.xxx);"),
        "let facing = unit_or(slope, to_eye);".to_owned(),
    ] {
        fragment.lines.push(line);
    }
    let pixel = fragment.add_asker(Member {
        attributes: [(Attribute::Position, "position".to_owned()), (Attribute::Normal, "facing".to_owned())].into(),
        direction: Some("direction".to_owned()),
        ..Member::default()
    });
    let name = kernel.call_for(&mut fragment, thing, &spec.function, pixel, pixel);
    Lighting::new(view).add(&mut kernel, &mut fragment, &name);
    let out = format!("{}__Drawn", kernel.prefix);
    fragment.lines.push(format!("return {out}(vec4f(radiance, 1.0), camera_depth(camera, position));"));
    kernel.write_accessors();
    let shape = view.shape(&kernel, 3, Blend::Replace, DrawKind::Field);
    let main = format!(
        "struct {out} {{\n    @location(0) colour: vec4f,\n    @builtin(frag_depth) depth: f32,\n}}\n\n{}",
        entry_points(&shape, &seen, &vertex, &fragment, &out, "")
    );
    Some(kernel.finish_draw(&format!("{}: found along the view", node.title), &main, shape))
}

/// The shader that draws a mesh's value to where its uv says.
pub(in crate::compile) fn bake_kernel(context: &Context<'_>, items: &mut Items, node: usize) -> Option<FinishedKernel> {
    let held = &context.nodes[node];
    let (mesh, value) = (held.spec.input_index("mesh")?, held.spec.input_index("value")?);
    let (from, set) = context.placement.sets.arriving_at(held, mesh).filter(|(_, set)| set.count() > 0)?;
    let field = context.placement.fields.iter().find(|field| field.node == node)?;
    let (value_type, format) = (field.value_type, field.format);
    let prefix = items.free_prefix(&format!("{}_bake", identifier(&held.id)));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    kernel.nodes.insert(node);
    let mut fragment = Scope::new(Element::Step);
    let pixel = fragment.add_asker(seen_member(set, "seen.normal"));
    let before = fragment.ask_for(pixel);
    let written = input_value(&mut kernel, &mut fragment, node, value, value_type);
    fragment.ask_for(before);
    fragment.lines.push(format!("return {};", crate::compile::layout::as_texel(value_type, &written)));
    let mut handed: BTreeSet<Attribute> = fragment.asked.intersection(&set.attributes).copied().collect();
    handed.extend([Attribute::Uv, Attribute::Normal]);
    let seen = Seen::of(&kernel, &handed, &[]);
    let mut vertex = Scope::new(Element::Step);
    element_of_corner(&mut kernel, &mut vertex, set);
    let asker = kernel.member_of(&mut vertex, from, "element", false);
    let member = vertex.member(asker);
    vertex.lines.push(format!("var seen: {};", seen.name));
    for attribute in &handed {
        if let Some(known) = member.attributes.get(attribute) {
            vertex.lines.push(format!("seen.{} = {known};", attribute.name()));
        }
    }
    vertex.lines.push("seen.clip = vec4f(seen.uv.x * 2.0 - 1.0, 1.0 - seen.uv.y * 2.0, 0.5, 1.0);".to_owned());
    kernel.write_accessors();
    let shape = DrawShape {
        vertex: format!("{}_vertex", kernel.prefix),
        fragment: format!("{}_fragment", kernel.prefix),
        vertices: set.shape.corners().saturating_mul(set.copies),
        format,
        samples: 1,
        blend: Blend::Replace,
        depth_test: false,
        depth_write: false,
    };
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", "");
    Some(kernel.finish_draw(&format!("{}: drawn by its uv", held.title), &main, shape))
}
