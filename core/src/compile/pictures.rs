//! Passes of sets and of what is made from them: elements to their buffers, particles summed on a grid, meshes baked, scenes drawn.

use std::collections::BTreeSet;

use super::assemble::Assembling;
use super::bind::{self, PassPlace};
use super::effect::{Buffer, Draw, RenderPass, RenderPipeline, Slot, Step, TextureFormat};
use super::emit::{self, DrawShape, FinishedKernel, Resource};
use super::place::FieldId;
use crate::node::{Body, Native};

impl Assembling<'_> {
    /// The passes that write a set's elements.
    pub(super) fn set_steps(&mut self, group: usize, node: usize, steps: &mut Vec<Step>) {
        if let Some(kernel) = emit::births_kernel(self.context, &mut self.items, node) {
            self.run(group, kernel, steps);
        }
        let kernel = emit::set_kernel(self.context, &mut self.items, node);
        self.run(group, kernel, steps);
    }

    /// The passes that fill the grid of something that is drawn or summed.
    pub(super) fn drawn_steps(&mut self, group: usize, node: usize, steps: &mut Vec<Step>) {
        let Some(field) = self.context.placement.fields.iter().position(|field| field.node == node) else { return };
        match self.context.nodes[node].spec.body {
            Body::Native(Native::Deposit) => {
                let scatter = emit::scatter_kernel(self.context, &mut self.items, node, field);
                steps.push(Step::Clear(bind::sums_buffer(self.context, node)));
                if let Some(kernel) = scatter {
                    self.run(group, kernel, steps);
                }
                let kernel = emit::gather_kernel(self.context, &mut self.items, node, field);
                self.run(group, kernel, steps);
            }
            Body::Native(Native::Bake) => {
                let kernel = emit::bake_kernel(self.context, &mut self.items, node);
                self.draw(group, field, kernel.into_iter().collect(), 1, steps);
            }
            _ => {
                for (map, kernels) in emit::occluder_kernels(self.context, &mut self.items, node) {
                    self.draw(group, map, kernels, 1, steps);
                }
                for sorting in emit::sortings(self.context, &mut self.items, node) {
                    // Nothing of the order of the last step is needed.
                    steps.push(Step::Clear(bind::sorted_buffer(self.context, node, sorting.thing)));
                    self.run(group, sorting.rank, steps);
                    let kernel = self.add_kernel(sorting.step);
                    let places = (0..sorting.passes).map(|level| PassPlace { group, level, block: None, is_setup: false });
                    for place in places {
                        steps.push(Step::Pass(self.pass(kernel, &place)));
                    }
                }
                let kernels = emit::scene_kernels(self.context, &mut self.items, node);
                let samples = emit::picture_samples(&self.context.nodes[node]);
                self.draw(group, field, kernels, samples, steps);
            }
        }
    }

    /// Whether the field belongs to a node that takes pictures.
    fn is_picture(&self, field: FieldId) -> bool {
        let node = self.context.placement.fields[field].node;
        matches!(self.context.nodes[node].spec.body, Body::Native(Native::Render))
    }

    fn run(&mut self, group: usize, kernel: FinishedKernel, steps: &mut Vec<Step>) {
        let kernel = self.add_kernel(kernel);
        steps.push(Step::Pass(self.pass(kernel, &PassPlace { group, level: 0, block: None, is_setup: false })));
    }

    fn draw(&mut self, group: usize, field: FieldId, kernels: Vec<FinishedKernel>, samples: u32, steps: &mut Vec<Step>) {
        let mut draws = Vec::with_capacity(kernels.len());
        for kernel in kernels {
            let Some((pipeline, vertices)) = kernel.draw.as_ref().map(|draw| (draw.vertex.clone(), draw.vertices)) else { continue };
            let kernel = self.add_kernel(kernel);
            let bindings = self.pass(kernel, &PassPlace { group, level: 0, block: None, is_setup: false }).bindings;
            draws.push(Draw { pipeline, vertices, instances: 1, bindings });
        }
        let name = self.context.placement.fields[field].name.clone();
        // Where nothing stands in the way it is as far from whoever looks as can be.
        let is_map = self.context.placement.fields[field].format == TextureFormat::R32Float && samples == 1 && self.is_picture(field);
        let clear = if is_map { [-1e9, 0.0, 0.0, 0.0] } else { [0.0; 4] };
        let flip = if self.fused.two_copies[field] { vec![name.clone()] } else { Vec::new() };
        steps.push(Step::Render(RenderPass { target: name, samples, clear, draws, flip }));
    }
}

/// The manifest's entry of a kernel that draws.
pub(super) fn pipeline(draw: &DrawShape, lines: Vec<[u32; 2]>, layout: Vec<Slot>, nodes: Vec<String>) -> RenderPipeline {
    RenderPipeline {
        name: draw.vertex.clone(),
        vertex: draw.vertex.clone(),
        fragment: draw.fragment.clone(),
        lines,
        layout,
        format: draw.format,
        samples: draw.samples,
        blend: draw.blend,
        depth_test: draw.depth_test,
        depth_write: draw.depth_write,
        nodes,
    }
}

/// The buffers of sets and sums that kernels bind.
pub(super) fn buffers(assembling: &Assembling<'_>) -> Vec<Buffer> {
    let context = assembling.context;
    let mut bound: BTreeSet<(u8, usize)> = BTreeSet::new();
    for binding in assembling.kernels.iter().flat_map(|kernel| &kernel.bindings) {
        match binding.resource {
            Resource::Elements(node) | Resource::ElementsOut(node) => bound.insert((0, node)),
            Resource::Births(node) | Resource::BirthsOut(node) => bound.insert((1, node)),
            Resource::Sums(node) | Resource::SumsOut(node) => bound.insert((2, node)),
            Resource::Bearing(node) | Resource::BearingOut(node) => bound.insert((3, node)),
            Resource::Departed(node) | Resource::DepartedOut(node) => bound.insert((4, node)),
            _ => false,
        };
    }
    let sorted: BTreeSet<(usize, usize)> = assembling
        .kernels
        .iter()
        .flat_map(|kernel| &kernel.bindings)
        .filter_map(|binding| match binding.resource {
            Resource::Sorted(render, thing) | Resource::SortedOut(render, thing) => Some((render, thing)),
            _ => None,
        })
        .collect();
    let orders = sorted.into_iter().map(|(render, thing)| Buffer {
        name: bind::sorted_buffer(context, render, thing),
        bytes: u64::from(bind::sorted_bytes(context, thing)),
        state: None,
    });
    let of = |(what, node): (u8, usize)| {
        let id = &context.nodes[node].id;
        match what {
            0 => {
                let bytes = u64::from(bind::elements_bytes(context, node));
                let state = context.placement.sets.state_of(node).map(|what| format!("{id}.{what}"));
                Buffer { name: bind::elements_buffer(context, node), bytes, state }
            }
            1 => Buffer {
                name: bind::births_buffer(context, node),
                bytes: u64::from(bind::BIRTHS_BYTES),
                state: Some(format!("{id}.births")),
            },
            3 => Buffer {
                name: bind::bearing_buffer(context, node),
                bytes: u64::from(bind::bearing_bytes(context, node)),
                state: Some(format!("{id}.births")),
            },
            4 => Buffer { name: bind::departed_buffer(context, node), bytes: u64::from(bind::elements_bytes(context, node)), state: None },
            _ => Buffer { name: bind::sums_buffer(context, node), bytes: u64::from(bind::sums_bytes(context, node)), state: None },
        }
    };
    bound.into_iter().map(of).chain(orders).collect()
}
