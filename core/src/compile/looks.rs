//! Looking at a set: a mesh, particles or a scene is shown in a picture of its own. Its camera stands where the document's first one does,
//! and has parameters of its own: who looks may walk round and change nothing of the document.

use std::collections::{HashMap, HashSet};

use super::CompileInput;
use super::lower::Wires;
use crate::graph::{Document, Link, Node, PortRef};
use crate::node::{Attribute, Body, Literal, Native, PortType, SetRole, SetSpec, SpecSource, ValueType};

/// How the ids of nodes begin that take pictures of what is looked at.
const CAMERA: &str = "look_render_";
/// How the ids of nodes begin that draw the meshes that are looked at.
const MESH: &str = "look_draw_mesh_";
/// The input of a look at a mesh that says how wide the edges of its triangles are drawn, in pixels; 0 until it is set.
pub const WIRE_WIDTH: &str = "wire_width";

/// Whether a parameter's node is the camera of a look, and none of the document's own nodes.
#[must_use]
pub fn is_camera_of_look(document: &Document, node: &str) -> bool {
    node.starts_with(CAMERA) && !document.nodes.contains_key(node)
}

/// Whether a parameter's node draws the mesh of a look, and is none of the document's own nodes.
#[must_use]
pub fn is_mesh_of_look(document: &Document, node: &str) -> bool {
    node.starts_with(MESH) && !document.nodes.contains_key(node)
}

/// The document's camera that looks start from: its first that is not muted.
#[must_use]
pub fn first_camera<'document>(document: &'document Document, specs: &dyn SpecSource) -> Option<(&'document String, &'document Node)> {
    let is_camera = |node: &Node| specs.spec_for(node).is_ok_and(|spec| spec.body == Body::Native(Native::Render));
    document.nodes.iter().find(|(_, node)| !node.muted && is_camera(node))
}

/// The document with what takes pictures of the sets that are looked at.
pub(super) struct Looked {
    /// The document.
    pub document: Document,
    /// What is looked at in it.
    pub looks: Vec<PortRef>,
    /// The output that stands for each look which was replaced, by its name.
    pub replaced: HashMap<String, PortRef>,
}

/// Replaces looks at sets by looks at pictures of them; `None` where there are none.
pub(super) fn pictures_of_sets(input: &CompileInput<'_>) -> Option<Looked> {
    let wires = Wires::new(input.document, input.specs);
    let types: Vec<Option<ValueType>> = input.looks.iter().map(|look| set_type(input, &wires, look)).collect();
    if types.iter().all(Option::is_none) {
        return None;
    }
    let mut looked = Looked { document: input.document.clone(), looks: Vec::new(), replaced: HashMap::new() };
    for (look, value_type) in input.looks.iter().zip(types) {
        match value_type {
            Some(value_type) => {
                let picture = looked.photograph(input, &wires, look, value_type);
                looked.replaced.insert(picture.to_string(), look.clone());
                looked.looks.push(picture);
            }
            None => looked.looks.push(look.clone()),
        }
    }
    Some(looked)
}

/// The set that a look is at, if it is one. A bend passes on whatever it is given.
fn set_type(input: &CompileInput<'_>, wires: &Wires<'_>, look: &PortRef) -> Option<ValueType> {
    let set_at = |node: &str, port: &str| {
        let spec = input.specs.spec_for(input.document.nodes.get(node)?).ok()?;
        match spec.output(port)?.port_type {
            PortType::Fixed(value_type) if value_type.is_set() => Some(value_type),
            _ => None,
        }
    };
    wires.behind_bends(look).and_then(|(node, port)| set_at(node, port))
}

/// The nodes that make what is looked at, from the last change back to what makes the first of it.
fn makers<'a>(input: &CompileInput<'a>, wires: &Wires<'a>, look: &'a PortRef) -> Vec<SetSpec> {
    let mut makers = Vec::new();
    let mut at = wires.source(look);
    let mut passed = HashSet::new();
    while let Some((id, _)) = at.filter(|(id, _)| passed.insert(*id)) {
        let Some(spec) = input.document.nodes.get(id).and_then(|node| input.specs.spec_for(node).ok()) else { break };
        let Body::Set(set) = &spec.body else { break };
        makers.push(set.clone());
        let before = match set.role {
            SetRole::Change(set) | SetRole::Copies { mesh: set, .. } | SetRole::Trails { particles: set, .. } => set,
            _ => break,
        };
        at = wires.arriving_at(id, &spec.inputs[before].name);
    }
    makers
}

/// Whether the mesh that is looked at is made of trails, whatever changes them on the way.
fn are_trails(makers: &[SetSpec]) -> bool {
    makers.iter().find(|set| !matches!(set.role, SetRole::Change(_))).is_some_and(|set| matches!(set.role, SetRole::Trails { .. }))
}

impl Looked {
    fn photograph(&mut self, input: &CompileInput<'_>, wires: &Wires<'_>, look: &PortRef, value_type: ValueType) -> PortRef {
        let mut scene = look.clone();
        if value_type != ValueType::Scene {
            let makers = makers(input, wires, look);
            // Together they light a grey surface to a little less than white, since no film takes this picture.
            let sky = self.add("sky", look, &[]);
            self.set(&sky, "brightness", Literal::Number(0.6));
            let sun = self.add("sun", look, &[("scene", &PortRef::new(&sky, "scene"))]);
            self.set(&sun, "brightness", Literal::Number(0.8));
            let before = PortRef::new(&sun, "scene");
            let drawn = if value_type == ValueType::Mesh {
                if are_trails(&makers) {
                    self.add("draw_ribbons", look, &[("mesh", look), ("scene", &before)])
                } else {
                    let drawn = self.add("draw_mesh", look, &[("mesh", look), ("scene", &before)]);
                    self.set(&drawn, "wireframe", Literal::Text("over".to_owned()));
                    self.set(&drawn, WIRE_WIDTH, Literal::Number(0.0));
                    drawn
                }
            } else {
                self.add("draw_sprites", look, &[("particles", look), ("scene", &before)])
            };
            if makers.iter().any(|set| set.attributes.contains(&Attribute::Colour)) {
                let own = self.add("element", look, &[]);
                self.document.links.push(Link::new(PortRef::new(own, "colour"), PortRef::new(&drawn, "colour")));
            }
            scene = PortRef::new(&drawn, "scene");
        }
        let render = self.add("render", look, &[("scene", &scene)]);
        self.copy_camera(input, &render);
        PortRef::new(&render, "picture")
    }

    /// Adds a node under an id that nobody has.
    fn add(&mut self, kind: &str, look: &PortRef, links: &[(&str, &PortRef)]) -> String {
        let wanted = format!("look_{kind}_{}", look.node);
        let mut id = wanted.clone();
        let mut number = 2;
        while self.document.nodes.contains_key(&id) {
            id = format!("{wanted}_{number}");
            number += 1;
        }
        self.document.nodes.insert(id.clone(), Node::new(kind));
        for (port, from) in links {
            self.document.links.push(Link::new((*from).clone(), PortRef::new(&id, *port)));
        }
        id
    }

    fn set(&mut self, node: &str, input: &str, value: Literal) {
        if let Some(node) = self.document.nodes.get_mut(node) {
            node.inputs.insert(input.to_owned(), value);
        }
    }

    /// Stands where the document's first camera does. What wires lead there stays as it is set, so that whoever looks leads this one.
    fn copy_camera(&mut self, input: &CompileInput<'_>, render: &str) {
        let Some((_, node)) = first_camera(input.document, input.specs) else { return };
        let values: Vec<(String, Literal)> = node.inputs.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        if let Some(own) = self.document.nodes.get_mut(render) {
            own.inputs.extend(values);
        }
    }
}
