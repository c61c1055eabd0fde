//! What kernels bind of sets: elements, births, parents, sums.

use super::kernel::{KernelBuilder, Resource, identifier};
use crate::compile::effect::SlotKind;
use crate::compile::element_layout::Layout;

impl KernelBuilder<'_> {
    /// The struct of the elements of a set.
    fn element_struct(&mut self, node: usize) -> String {
        let context = self.context;
        let holder = context.placement.sets.buffer_of(node);
        let last = context.placement.sets.particle_chain(holder).last().copied().unwrap_or(holder);
        let attributes = context.placement.sets.get(last).map(|set| set.attributes.clone()).unwrap_or_default();
        let name = format!("{}__Element", identifier(&context.nodes[holder].id));
        let id = self.items.builtin(&name, &Layout::of(&attributes).wgsl(&name));
        self.uses.insert(id);
        name
    }

    /// The elements of a set, to read.
    pub(super) fn elements(&mut self, node: usize) -> String {
        let holder = self.context.placement.sets.buffer_of(node);
        let spelling = self.element_struct(holder);
        let suffix = identifier(&self.context.nodes[holder].id);
        self.bind(Resource::Elements(holder), &suffix, SlotKind::StorageRead, |name| {
            format!("var<storage, read> {name}: array<{spelling}>;")
        })
    }

    /// The elements of a set, to write.
    pub(super) fn elements_out(&mut self, node: usize) -> String {
        let spelling = self.element_struct(node);
        self.bind(Resource::ElementsOut(node), "elements", SlotKind::StorageWrite, |name| {
            format!("var<storage, read_write> {name}: array<{spelling}>;")
        })
    }

    /// The births of a step.
    pub(super) fn births(&mut self, source: usize) -> String {
        self.use_library("particles", "Births");
        self.bind(Resource::Births(source), "births", SlotKind::Uniform(16), |name| format!("var<uniform> {name}: Births;"))
    }

    /// Where the births of a step are counted.
    pub(super) fn births_out(&mut self, source: usize) -> String {
        self.use_library("particles", "Births");
        self.bind(Resource::BirthsOut(source), "births", SlotKind::StorageWrite, |name| format!("var<storage, read_write> {name}: Births;"))
    }

    /// What each parent of the particles of `source` owes them.
    pub(super) fn bearing(&mut self, source: usize) -> String {
        self.use_library("particles", "Bearing");
        self.bind(Resource::Bearing(source), "bearing", SlotKind::StorageRead, |name| format!("var<storage, read> {name}: array<Bearing>;"))
    }

    /// Where that is counted.
    pub(super) fn bearing_out(&mut self, source: usize) -> String {
        self.use_library("particles", "Bearing");
        self.bind(Resource::BearingOut(source), "bearing", SlotKind::StorageWrite, |name| {
            format!("var<storage, read_write> {name}: array<Bearing>;")
        })
    }

    /// The particles of `source` whose places others took in this step.
    pub(super) fn departed(&mut self, source: usize) -> String {
        let spelling = self.element_struct(source);
        self.bind(Resource::Departed(source), "departed", SlotKind::StorageRead, |name| {
            format!("var<storage, read> {name}: array<{spelling}>;")
        })
    }

    /// Where they are kept.
    pub(super) fn departed_out(&mut self, source: usize) -> String {
        let spelling = self.element_struct(source);
        self.bind(Resource::DepartedOut(source), "departed", SlotKind::StorageWrite, |name| {
            format!("var<storage, read_write> {name}: array<{spelling}>;")
        })
    }

    /// Sums in whole numbers: to be added to by many threads, or to read.
    pub(super) fn sums(&mut self, node: usize, is_added_to: bool) -> String {
        if is_added_to {
            return self.bind(Resource::SumsOut(node), "sums", SlotKind::StorageWrite, |name| {
                format!("var<storage, read_write> {name}: array<atomic<i32>>;")
            });
        }
        self.bind(Resource::Sums(node), "sums", SlotKind::StorageRead, |name| format!("var<storage, read> {name}: array<i32>;"))
    }

    /// The order in which a picture draws a thing's particles: distance and place of each.
    pub(super) fn sorted(&mut self, render: usize, thing: usize) -> String {
        self.bind(Resource::Sorted(render, thing), "sorted", SlotKind::StorageRead, |name| {
            format!("var<storage, read> {name}: array<vec2f>;")
        })
    }

    /// Where they are sorted.
    pub(super) fn sorted_out(&mut self, render: usize, thing: usize) -> String {
        self.bind(Resource::SortedOut(render, thing), "sorted", SlotKind::StorageWrite, |name| {
            format!("var<storage, read_write> {name}: array<vec2f>;")
        })
    }

    /// Something of the shader library that the kernel's own lines call.
    pub(super) fn use_library(&mut self, file: &str, name: &str) {
        let id = self.items.library(file, name);
        self.uses.extend(id);
    }
}
