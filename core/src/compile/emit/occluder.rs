//! What stands in the way of a look: maps of how near the first surface along each ray is, seen from a sun, for its shadows, or from the
//! eye, for what fades where it meets a surface.
//!
//! A map holds metres towards whoever looks: from the middle of its map towards a sun, and, so never above zero, from the eye towards it.

use super::Items;
use super::draw::{Seen, View, chosen, element_of_corner, entry_points, hand_over, ribbon_lines, whole_picture};
use super::edges::Edges;
use super::kernel::{Context, DrawShape, FinishedKernel, KernelBuilder, identifier};
use super::march::{self, March};
use super::scope::{Element, Scope};
use crate::compile::effect::{Blend, TextureFormat};
use crate::compile::place::{self, FieldId};
use crate::compile::sets::{self, Set};
use crate::node::{Attribute, Body, DrawKind, SetRole, SetSpec};

/// The map of what the eye of a picture sees first, where anything in it asks for that.
pub(super) fn eye_field(context: &Context<'_>, render: usize) -> Option<FieldId> {
    place::find_field(&context.placement.fields, render, sets::EYE_LABEL, 0)
}

/// The maps that a picture needs, each with the shaders that draw it.
pub(in crate::compile) fn occluder_kernels(context: &Context<'_>, items: &mut Items, render: usize) -> Vec<(FieldId, Vec<FinishedKernel>)> {
    let Some(view) = View::of(context, render) else { return Vec::new() };
    let suns = view.things.iter().filter_map(|&light| {
        let Body::Set(spec) = &context.nodes[light].spec.body else { return None };
        Some((super::shadow::shadow_field(context, render, light)?, Onlooker::Sun { light, spec }))
    });
    let eye = eye_field(context, render).map(|map| (map, Onlooker::Eye));
    let mut drawn = |onlooker: Onlooker<'_>| view.things.iter().filter_map(|thing| occluder(&view, items, *thing, onlooker)).collect();
    suns.chain(eye).map(|(map, onlooker)| (map, drawn(onlooker))).collect()
}

/// Who looks for what stands in the way.
#[derive(Clone, Copy)]
enum Onlooker<'a> {
    /// A sun, along its rays; the local `rays` tells how they fall.
    Sun { light: usize, spec: &'a SetSpec },
    /// The camera; the local `camera`.
    Eye,
}

impl Onlooker<'_> {
    /// Adds the local that tells how it looks.
    fn add(self, view: &View<'_>, kernel: &mut KernelBuilder<'_>, scope: &mut Scope) {
        match self {
            Self::Sun { light, spec } => kernel.rays(scope, view.render, light, spec, "rays"),
            Self::Eye => view.camera(kernel, scope),
        }
    }

    /// The clip position of a place.
    fn clip(self, kernel: &mut KernelBuilder<'_>, position: &str) -> String {
        let (function, local) = match self {
            Self::Sun { .. } => ("shadow_clip", "rays"),
            Self::Eye => ("camera_clip", "camera"),
        };
        kernel.use_library("scene", function);
        format!("{function}({local}, {position})")
    }

    /// The metres that the map holds of a place.
    fn metres(self, kernel: &mut KernelBuilder<'_>, position: &str) -> String {
        match self {
            Self::Sun { .. } => {
                kernel.use_library("scene", "shadow_place");
                format!("shadow_place(rays, {position}).z")
            }
            Self::Eye => {
                kernel.use_library("scene", "nearness");
                format!("nearness(camera, {position})")
            }
        }
    }

    /// Adds the locals `start` and `way` of the ray through the place of the picture `seen.across`, and tells how far it goes, how near
    /// counts as there, and how near where it grazes, at `travelled` metres.
    fn ray(self, kernel: &mut KernelBuilder<'_>, scope: &mut Scope, thing: usize) -> [String; 3] {
        match self {
            Self::Sun { .. } => {
                kernel.use_library("scene", "shadow_start");
                scope.lines.push("let start = shadow_start(rays, seen.across);".to_owned());
                scope.lines.push("let way = -rays.way;".to_owned());
                // Half a texel of the map, and two.
                ["rays.depth * 2.0", "0.001 * rays.reach", "0.004 * rays.reach"].map(str::to_owned)
            }
            Self::Eye => {
                kernel.use_library("scene", "camera_ray");
                scope.lines.push("let start = camera.eye;".to_owned());
                scope.lines.push("let way = camera_ray(camera, seen.across);".to_owned());
                let reach = march::reach_of_the_eye(kernel, scope, thing);
                [reach, march::NEAR_FOR_THE_EYE.to_owned(), march::GRAZING_FOR_THE_EYE.to_owned()]
            }
        }
    }

    /// The depth of the local `position`.
    fn depth(self, kernel: &mut KernelBuilder<'_>) -> String {
        match self {
            Self::Sun { .. } => format!("{}.z", self.clip(kernel, "position")),
            Self::Eye => {
                kernel.use_library("scene", "camera_depth");
                "camera_depth(camera, position)".to_owned()
            }
        }
    }
}

/// The shader that draws a thing into the map, where it hides what is behind it.
fn occluder(view: &View<'_>, items: &mut Items, thing: usize, onlooker: Onlooker<'_>) -> Option<FinishedKernel> {
    let node = &view.context.nodes[thing];
    let Body::Set(spec) = &node.spec.body else { return None };
    let SetRole::Draw { kind, set, .. } = spec.role else { return None };
    if chosen(node, "blend").is_some_and(|word| word != "hide") || Edges::of(node) == Edges::Only {
        return None;
    }
    let found = set.and_then(|input| view.context.placement.sets.arriving_at(node, input)).filter(|(_, set)| set.count() > 0);
    match (kind, found) {
        (DrawKind::Surface | DrawKind::Ribbons, Some((from, set))) => mesh_occluder(view, items, (thing, kind), onlooker, from, set),
        (DrawKind::Field, _) => field_occluder(view, items, thing, onlooker),
        _ => None,
    }
}

fn builder<'k>(view: &'k View<'_>, items: &'k mut Items, thing: usize, onlooker: Onlooker<'_>) -> KernelBuilder<'k> {
    let [thing_id, render_id] = [thing, view.render].map(|node| identifier(&view.context.nodes[node].id));
    let prefix = items.free_prefix(&match onlooker {
        Onlooker::Sun { light, .. } => format!("{thing_id}_before_{}_in_{render_id}", identifier(&view.context.nodes[light].id)),
        Onlooker::Eye => format!("{thing_id}_before_{render_id}"),
    });
    let mut kernel = KernelBuilder::new(view.context, items, prefix, None, None);
    kernel.nodes.insert(thing);
    kernel
}

fn finish(kernel: KernelBuilder<'_>, thing: usize, onlooker: Onlooker<'_>, main: &str, shape: DrawShape) -> FinishedKernel {
    let title = &kernel.context.nodes[thing].title;
    let heading = match onlooker {
        Onlooker::Sun { .. } => format!("{title}: stops light"),
        Onlooker::Eye => format!("{title}: how near it is"),
    };
    kernel.finish_draw(&heading, main, shape)
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

fn mesh_occluder(
    view: &View<'_>,
    items: &mut Items,
    (thing, kind): (usize, DrawKind),
    onlooker: Onlooker<'_>,
    from: usize,
    set: &Set,
) -> Option<FinishedKernel> {
    let mut kernel = builder(view, items, thing, onlooker);
    let mut vertex = Scope::new(Element::Step);
    onlooker.add(view, &mut kernel, &mut vertex);
    if let Onlooker::Sun { .. } = onlooker {
        kernel.use_library("scene", "shadow_camera");
        vertex.lines.push("let camera = shadow_camera(rays);".to_owned());
    }
    let handed = [Attribute::Position].into();
    let (seen, corners) = if kind == DrawKind::Ribbons {
        let seen = Seen::of(&kernel, &handed, &[("across", "f32"), ("side", "vec3f")]);
        (seen, ribbon_lines(view, &mut kernel, &mut vertex, thing, from, set, &handed)?)
    } else {
        let seen = Seen::of(&kernel, &handed, &[]);
        element_of_corner(&mut kernel, &mut vertex, set);
        let asker = kernel.member_of(&mut vertex, from, "element", false);
        hand_over(&mut kernel, &mut vertex, asker, &handed, &seen);
        (seen, set.shape.corners().saturating_mul(set.copies))
    };
    if kind == DrawKind::Ribbons {
        vertex.lines.push("seen.position += seen.side * (seen.across * half_width);".to_owned());
    }
    vertex.lines.push(format!("seen.clip = {};", onlooker.clip(&mut kernel, "seen.position")));
    let mut fragment = Scope::new(Element::Step);
    onlooker.add(view, &mut kernel, &mut fragment);
    fragment.lines.push(format!("return vec4f({}, 0.0, 0.0, 1.0);", onlooker.metres(&mut kernel, "seen.position")));
    kernel.write_accessors();
    let shape = shape(&kernel, corners);
    let main = entry_points(&shape, &seen, &vertex, &fragment, "@location(0) vec4f", "");
    Some(finish(kernel, thing, onlooker, &main, shape))
}

fn field_occluder(view: &View<'_>, items: &mut Items, thing: usize, onlooker: Onlooker<'_>) -> Option<FinishedKernel> {
    let node = &view.context.nodes[thing];
    let accessor = march::distance_of(node)?;
    let mut kernel = builder(view, items, thing, onlooker);
    let (seen, vertex) = whole_picture(&mut kernel);
    let distance = format!("{}__{}_from", kernel.prefix, identifier(&node.id));
    kernel.ask_accessor(thing, accessor, &distance);
    let mut fragment = Scope::new(Element::Step);
    onlooker.add(view, &mut kernel, &mut fragment);
    let [reach, near, grazing] = onlooker.ray(&mut kernel, &mut fragment, thing);
    let (metres, depth) = (onlooker.metres(&mut kernel, "position"), onlooker.depth(&mut kernel));
    let out = format!("{}__Drawn", kernel.prefix);
    March { distance: &distance, start: "start", way: "way", reach: &reach, near: &near, grazing: &grazing }.add(&mut fragment);
    fragment.lines.push(format!("return {out}(vec4f({metres}, 0.0, 0.0, 1.0), {depth});"));
    kernel.write_accessors();
    let shape = shape(&kernel, 3);
    let main = format!(
        "struct {out} {{\n    @location(0) metres: vec4f,\n    @builtin(frag_depth) depth: f32,\n}}\n\n{}",
        entry_points(&shape, &seen, &vertex, &fragment, &out, "")
    );
    Some(finish(kernel, thing, onlooker, &main, shape))
}
