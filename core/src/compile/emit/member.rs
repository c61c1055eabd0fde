//! The elements of sets as askers: what each knows of itself at every node that its set has passed.

use super::kernel::{KernelBuilder, identifier};
use super::scope::{Asker, Member, Scope};
use crate::compile::sets::Shape;
use crate::node::{Attribute, Body, FunctionSpec, SetRole, SetSpec};

impl KernelBuilder<'_> {
    /// The element number `index` (the name of a u32) of the set that `node` gives. `is_making` is true in the kernel that writes this very
    /// set to its buffer.
    pub(super) fn member_of(&mut self, scope: &mut Scope, node: usize, index: &str, is_making: bool) -> Asker {
        let context = self.context;
        let chain = context.placement.sets.chain_to(node, is_making);
        let mut asker = None;
        for place in chain {
            let is_whole = context.placement.sets.get(place).is_some_and(|set| set.is_stored) && !(is_making && place == node);
            asker = Some(match asker {
                _ if is_whole => self.stored_member(scope, place, index),
                None => self.made_member(scope, place, index),
                Some(before) => self.changed_member(scope, place, before),
            });
        }
        asker.unwrap_or_else(|| scope.add_asker(Member::default()))
    }

    /// An element as it lies in its buffer.
    fn stored_member(&mut self, scope: &mut Scope, place: usize, index: &str) -> Asker {
        let context = self.context;
        let Some(set) = context.placement.sets.get(place) else { return scope.add_asker(Member::default()) };
        let buffer = self.elements(place);
        let name = scope.local(&format!("{}_element", identifier(&context.nodes[context.placement.sets.buffer_of(place)].id)), self);
        scope.lines.push(format!("let {name} = {buffer}[{index}];"));
        let attributes = set.attributes.iter().map(|attribute| (*attribute, format!("{name}.{}", attribute.name()))).collect();
        let shape = set.shape;
        let element = if let Shape::Particles(_) = shape { format!("u32({name}.id)") } else { index.to_owned() };
        let vertex = self.vertex_of(scope, shape, index);
        scope.add_asker(Member { attributes, element, vertex, ..Member::default() })
    }

    /// An element of a mesh as the node that makes the mesh gives it, or as a copy.
    fn made_member(&mut self, scope: &mut Scope, place: usize, index: &str) -> Asker {
        let context = self.context;
        let node = &context.nodes[place];
        let Body::Set(spec) = &node.spec.body else { return scope.add_asker(Member::default()) };
        let shape = context.placement.sets.get(place).map_or(Shape::Triangles(0), |set| set.shape);
        let vertex = self.vertex_of(scope, shape, index);
        let bare = scope.add_asker(Member { element: index.to_owned(), vertex: vertex.clone(), ..Member::default() });
        let attributes = self.results(scope, place, spec, bare, bare);
        scope.add_asker(Member { attributes: attributes.into_iter().collect(), element: index.to_owned(), vertex, ..Member::default() })
    }

    /// An element after a node has changed or repeated it.
    pub(super) fn changed_member(&mut self, scope: &mut Scope, place: usize, before: Asker) -> Asker {
        let context = self.context;
        let Body::Set(spec) = &context.nodes[place].spec.body else { return before };
        if let SetRole::Copies { mesh, .. } = &spec.role {
            return self.copied_member(scope, place, spec, *mesh, before);
        }
        let results = self.results(scope, place, spec, before, before);
        let mut member = scope.member(before);
        member.attributes.extend(results);
        scope.add_asker(member)
    }

    /// The vertex of a copy: what is linked into the node is asked for by the copy, what the function is given is the mesh's vertex.
    fn copied_member(&mut self, scope: &mut Scope, place: usize, spec: &SetSpec, mesh: usize, total: Asker) -> Asker {
        let context = self.context;
        let id = identifier(&context.nodes[place].id);
        let Some((from, set)) = context.placement.sets.arriving_at(&context.nodes[place], mesh) else { return total };
        let count = set.count();
        let index = scope.member(total).element;
        let (copy, corner) = (scope.local(&format!("{id}_copy"), self), scope.local(&format!("{id}_corner"), self));
        scope.lines.push(format!("let {copy} = {index} / {count}u;"));
        scope.lines.push(format!("let {corner} = {index} % {count}u;"));
        let vertex = self.stored_member(scope, from, &corner);
        let asks = scope.add_asker(Member {
            attributes: [(Attribute::Copy, format!("f32({copy})"))].into(),
            element: copy.clone(),
            ..Member::default()
        });
        let results = self.results(scope, place, spec, vertex, asks);
        let mut member = scope.member(vertex);
        member.attributes.extend(results);
        member.attributes.insert(Attribute::Copy, format!("f32({copy})"));
        member.element = index;
        scope.add_asker(member)
    }

    /// Calls a set's function and returns the attributes that it gives.
    pub(super) fn results(
        &mut self,
        scope: &mut Scope,
        place: usize,
        spec: &SetSpec,
        given_to: Asker,
        asks: Asker,
    ) -> Vec<(Attribute, String)> {
        let name = self.call_for(scope, place, &spec.function, given_to, asks);
        let is_struct = spec.function.members.is_some();
        let written = |attribute: &Attribute| if is_struct { format!("{name}.{}", attribute.name()) } else { name.clone() };
        spec.attributes.iter().map(|attribute| (*attribute, written(attribute))).collect()
    }

    /// One `let` for a call of a set's function; returns its name.
    pub(super) fn call_for(&mut self, scope: &mut Scope, place: usize, function: &FunctionSpec, given_to: Asker, asks: Asker) -> String {
        self.nodes.insert(place);
        let asked_before = scope.ask_for(asks);
        self.require_arguments(scope, place, function);
        let call = self.call_with(scope, place, function, given_to);
        scope.ask_for(asked_before);
        let node = &self.context.nodes[place];
        let name = scope.local(&format!("{}_outputs", identifier(&node.id)), self);
        scope.lines.push(format!("// {}", node.title));
        scope.lines.push(format!("let {name} = {call};"));
        name
    }

    /// Column and row of the vertex `index`, and how many there are of each. Rows of further copies follow those of the first.
    fn vertex_of(&mut self, scope: &mut Scope, shape: Shape, index: &str) -> Option<(String, String)> {
        let [columns, rows] = shape.size();
        if matches!(shape, Shape::Particles(_)) {
            return None;
        }
        let name = scope.local("vertex", self);
        let written = if rows > 1 {
            format!("vec2i(vec2u({index} % {columns}u, {index} / {columns}u))")
        } else {
            format!("vec2i(vec2u({index}, 0u))")
        };
        scope.lines.push(format!("let {name} = {written};"));
        Some((name, format!("vec2i({columns}, {rows})")))
    }
}
