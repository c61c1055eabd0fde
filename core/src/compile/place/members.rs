//! Sizes of grids, grids of what is drawn and summed, and what the elements of sets read.

use super::{Field, Home, Placing, Read, Reads, Size, extend_reads, layout, lower, sets};
use crate::compile::effect::TextureFormat;
use crate::compile::lower::{LoweredNode, Source};
use crate::node::{Access, AccessorTarget, Body, Native, StoredSpec, ValueType};

impl Placing<'_> {
    /// The grid of a stored node: the document's, scaled by the node's choice; or that of the grid that it reads at other places, where that is another stored node's.
    pub(super) fn stored_size(&self, node: &LoweredNode, stored: &StoredSpec) -> Size {
        if let Some(input) = stored.grid_choice
            && let Some(word) = node.chosen(input)
        {
            return layout::scaled(self.plane, word);
        }
        node.spec
            .inputs
            .iter()
            .zip(&node.inputs)
            .filter(|(input, _)| matches!(input.access, Access::Cells | Access::Points))
            .find_map(|(_, source)| match source {
                Source::Link(from) => match self.homes.get(from.node).map(|homes| homes[from.output]) {
                    Some(Home::Grid(field)) => Some(self.fields[field].size),
                    _ => self.natural.get(from.node).copied().flatten(),
                },
                _ => None,
            })
            .unwrap_or(self.plane)
    }

    /// The grid of something that is drawn or summed.
    pub(super) fn drawn_home(&mut self, node: &LoweredNode, native: Native) -> Home {
        let place = self.homes.len();
        let label = node.spec.outputs.first().map_or_else(String::new, |output| output.name.clone());
        let value_type = node.output_type(0);
        let format = if native == Native::Render { TextureFormat::Rgba16Float } else { layout::texture_format(value_type) };
        self.fields.push(Field {
            name: layout::texture_name(&node.id, &label, 0),
            node: place,
            label,
            value_type,
            format,
            size: self.natural[place].unwrap_or(self.plane),
            level: 0,
            is_state: false,
            is_rewritten: false,
            initial: None,
        });
        let picture = self.fields.len() - 1;
        if let Some(scene) = node.spec.input_index("scene").filter(|_| native == Native::Render) {
            let suns = sets::suns_with_shadows(self.nodes, &node.inputs[scene]);
            let mut maps: Vec<(String, Size)> =
                suns.into_iter().map(|sun| (sets::shadow_label(&self.nodes[sun].id), layout::SHADOW_MAP)).collect();
            if sets::things(self.nodes, &node.inputs[scene]).into_iter().any(|thing| sets::fades(&self.nodes[thing])) {
                // As many texels as the picture has: with fewer, what is seen beside a surface would fade like what meets it.
                maps.push((sets::EYE_LABEL.to_owned(), self.fields[picture].size));
            }
            for (label, size) in maps {
                self.fields.push(Field {
                    name: layout::texture_name(&node.id, &label, 0),
                    label,
                    value_type: ValueType::Number,
                    format: TextureFormat::R32Float,
                    size,
                    ..self.fields[picture].clone()
                });
            }
        }
        Home::Grid(picture)
    }

    /// The size that a node's value has by nature: a picture's own, and that of what is made from it.
    pub(super) fn natural_size(&self, node: &LoweredNode) -> Option<Size> {
        if let Body::Native(Native::Render) = node.spec.body {
            let side =
                |name: &str| node.spec.input_index(name).map_or(1, |input| sets::setting(node, input)).clamp(1, layout::TEXTURE_SIDE);
            return Some([side("width"), side("height")]);
        }
        let from_inputs = || {
            node.spec
                .inputs
                .iter()
                .zip(&node.inputs)
                .filter(|(input, _)| !matches!(input.access, Access::Positions(_) | Access::Uvs))
                .find_map(|(_, source)| match source {
                    Source::Link(from) => self.natural.get(from.node).copied().flatten(),
                    _ => None,
                })
        };
        match &node.spec.body {
            Body::Pure(_) | Body::Native(Native::Output | Native::Feedback) => from_inputs(),
            Body::Stored(stored) => Some(self.stored_size(node, stored)).filter(|size| *size != self.plane),
            _ => None,
        }
    }

    pub(super) fn member_reads(&self, is_pure: &[bool]) -> Vec<Reads> {
        let mut all: Vec<Reads> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let mut reads = Reads::new();
            for (position, source) in node.inputs.iter().enumerate() {
                match source {
                    Source::Link(from) if is_pure[from.node] && from.node < place => reads.extend(all[from.node].iter().cloned()),
                    Source::Link(from) if !node.is_feedback() => extend_reads(&mut reads, &self.homes, &self.reads, *from, true),
                    _ => {
                        if node.spec.accessors.iter().any(|accessor| accessor.target == AccessorTarget::Image(position)) {
                            reads.extend(lower::image_key(node, position).map(Read::Image));
                        }
                    }
                }
            }
            reads.extend(self.sets.read_by(node).map(Read::Elements));
            all.push(reads);
        }
        all
    }
}
