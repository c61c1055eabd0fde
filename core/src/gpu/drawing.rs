//! Render passes of the manifest with every name looked up, and recorded.

use std::collections::HashMap;

use super::check::{broken, check_layout, within};
use super::device::Gpu;
use super::error::PlayerError;
use super::program::{Binding, Bindings, Resolver};
use super::recipe::{DEPTH_FORMAT, texture_format};
use super::record::{Recorder, Runner, Work};
use super::resources::{BoundBy, Resources};
use crate::compile::{Attachment, Blend, Draw, Manifest, RenderPass, RenderPipeline, SlotKind, TextureFormat};

/// Most draws of a render pass.
const MOST_DRAWS: u64 = 4_096;
/// Most vertices of a draw, all instances together: beyond it a draw would take seconds on any device.
const MOST_VERTICES: u64 = 1 << 28;

/// A render pass of the manifest.
#[derive(Debug)]
pub(super) struct Rendering {
    /// The texture whose back is drawn into.
    pub target: usize,
    depth: Attachment,
    /// Where its samples are before they are averaged; none where there is one sample.
    sampled_colour: Option<Attachment>,
    clear: wgpu::Color,
    pub draws: Vec<DrawCall>,
    /// Textures whose front and back swap after it.
    flip: Vec<usize>,
}

/// A draw that draws something.
#[derive(Debug)]
pub(super) struct DrawCall {
    pub pipeline: usize,
    vertices: u32,
    instances: u32,
    pub bindings: Bindings,
    /// Its place among all draws of the program.
    place: usize,
}

impl Rendering {
    /// Threads that it starts: vertices, and texels that are cleared at least.
    fn threads(&self) -> u64 {
        let [width, height] = self.depth.size.map(u64::from);
        let vertices = self.draws.iter().map(|draw| u64::from(draw.vertices) * u64::from(draw.instances));
        vertices.fold(width * height * u64::from(self.depth.samples), u64::saturating_add)
    }
}

/// Checks what can be said of pipelines without looking at passes.
pub(super) fn check_pipelines(manifest: &Manifest, limits: &wgpu::Limits) -> Result<(), PlayerError> {
    for pipeline in &manifest.pipelines {
        let RenderPipeline { name, format, samples, blend, layout, .. } = pipeline;
        let user = format!("the pipeline {name}");
        check_target(&user, *format, *samples)?;
        if *blend != Blend::Replace && *format != TextureFormat::Rgba16Float {
            return Err(broken(format!("{user} blends colours in {}; only rgba16float can", format.name())));
        }
        if let Some(slot) = layout.iter().find(|slot| matches!(slot.kind, SlotKind::StorageWrite | SlotKind::StorageTexture(_))) {
            return Err(broken(format!("{user} writes what is bound to {}; draws only read", slot.binding)));
        }
        check_layout(&user, layout, limits)?;
    }
    Ok(())
}

/// Whether a texture of this format can be drawn into with so many samples.
fn check_target(user: &str, format: TextureFormat, samples: u32) -> Result<(), PlayerError> {
    if format == TextureFormat::Rg32Float {
        return Err(broken(format!("{user} draws into rg32float; choose rgba16float, rgba32float or r32float")));
    }
    match samples {
        1 => Ok(()),
        4 if format == TextureFormat::Rgba16Float => Ok(()),
        4 => Err(broken(format!("{user} draws 4 samples into {}; only rgba16float can have them", format.name()))),
        _ => Err(broken(format!("{user} draws {samples} samples; there can be 1 or 4"))),
    }
}

impl Resolver<'_> {
    /// Looks up and checks a render pass.
    pub(super) fn rendering(&mut self, pass: &RenderPass) -> Result<Rendering, PlayerError> {
        let user = format!("the render pass into {}", pass.target);
        let target = self.texture(&pass.target, "a render pass")?;
        let texture = &self.manifest.textures[target];
        check_target(&user, texture.format, pass.samples)?;
        if pass.clear.iter().any(|channel| !(*channel as f32).is_finite()) {
            return Err(broken(format!("{user} clears to {:?}; enter numbers that 32 bits hold", pass.clear)));
        }
        within(&format!("{user} in draws"), pass.draws.len() as u64, MOST_DRAWS)?;
        let mut draws = Vec::with_capacity(pass.draws.len());
        for draw in &pass.draws {
            let call = self.draw(draw, pass, target)?;
            if call.vertices > 0 && call.instances > 0 {
                self.draws += 1;
                draws.push(call);
            }
        }
        let [r, g, b, a] = pass.clear;
        Ok(Rendering {
            target,
            depth: pass.depth(texture),
            sampled_colour: pass.sampled_colour(texture),
            clear: wgpu::Color { r, g, b, a },
            draws,
            flip: self.flips(&pass.flip)?,
        })
    }

    fn draw(&self, draw: &Draw, pass: &RenderPass, target: usize) -> Result<DrawCall, PlayerError> {
        let Draw { pipeline: name, vertices, instances, bindings } = draw;
        let Some(&place) = self.pipelines.get(name.as_str()) else {
            return Err(broken(format!("a draw into {} names the pipeline \"{name}\", which there is not", pass.target)));
        };
        let user = format!("a draw of {name}");
        let pipeline = &self.manifest.pipelines[place];
        let texture = &self.manifest.textures[target];
        if pipeline.format != texture.format {
            let (made_for, is) = (pipeline.format.name(), texture.format.name());
            return Err(broken(format!("{user} makes {made_for}, and the texture {} is {is}", texture.name)));
        }
        if pipeline.samples != pass.samples {
            let (made_for, has) = (pipeline.samples, pass.samples);
            return Err(broken(format!("{user} has {made_for} samples, and its render pass into {} {has}", texture.name)));
        }
        if !vertices.is_multiple_of(3) {
            return Err(broken(format!("{user} has {vertices} vertices; triangles take three each")));
        }
        within(&format!("{user} in vertices"), u64::from(*vertices) * u64::from(*instances), MOST_VERTICES)?;
        let bindings = self.bindings(&user, bindings, &pipeline.layout)?;
        let drawn_into = Binding::Texture { texture: target, back: texture.copies == 2 };
        if bindings.list.contains(&drawn_into) {
            return Err(broken(format!("{user} reads {} while it is drawn into", texture.name)));
        }
        Ok(DrawCall { pipeline: place, vertices: *vertices, instances: *instances, bindings, place: self.draws })
    }
}

/// Depth and samples of render passes, shared by all passes that need the same.
#[derive(Debug)]
pub(super) struct Attachments(HashMap<Attachment, wgpu::TextureView>);

impl Attachments {
    /// Allocates what the render passes of an effect need.
    pub(super) fn new(gpu: &Gpu, manifest: &Manifest) -> Self {
        let view = |attachment: &Attachment| {
            let [width, height] = attachment.size;
            let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: Some(if attachment.format.is_some() { "samples" } else { "depth" }),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: attachment.samples,
                dimension: wgpu::TextureDimension::D2,
                format: attachment.format.map_or(DEPTH_FORMAT, texture_format),
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        Self(manifest.attachments().into_iter().map(|attachment| (attachment, view(&attachment))).collect())
    }

    fn of(&self, attachment: Attachment) -> &wgpu::TextureView {
        &self.0[&attachment]
    }
}

impl Runner<'_> {
    /// Records a render pass.
    pub(super) fn render(&mut self, place: usize, recorder: &mut Recorder<'_>) {
        let rendering = &self.program.renderings[place];
        let groups: Vec<wgpu::BindGroup> = rendering
            .draws
            .iter()
            .map(|draw| {
                let layout = &self.pipelines.draws[draw.pipeline].bind_group_layout;
                let slots = &self.manifest.pipelines[draw.pipeline].layout;
                self.resources.bind_group(self.gpu, BoundBy::Draw(draw.place), &draw.bindings, layout, slots)
            })
            .collect();
        let Resources { textures, attachments, .. } = &*self.resources;
        let target = &textures[rendering.target].back().view;
        let ops = |store| wgpu::Operations { load: wgpu::LoadOp::Clear(rendering.clear), store };
        let colour = match rendering.sampled_colour {
            Some(samples) => wgpu::RenderPassColorAttachment {
                view: attachments.of(samples),
                depth_slice: None,
                resolve_target: Some(target),
                ops: ops(wgpu::StoreOp::Discard),
            },
            None => {
                wgpu::RenderPassColorAttachment { view: target, depth_slice: None, resolve_target: None, ops: ops(wgpu::StoreOp::Store) }
            }
        };
        let depth = wgpu::RenderPassDepthStencilAttachment {
            view: attachments.of(rendering.depth),
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
            stencil_ops: None,
        };
        let cost = (rendering.draws.len() as u32 + 1, rendering.threads());
        let mut pass = recorder.begin_render_pass(Work::Render(place), cost, colour, depth);
        for (draw, group) in rendering.draws.iter().zip(&groups) {
            pass.set_pipeline(&self.pipelines.draws[draw.pipeline].pipeline);
            pass.set_bind_group(0, group, &[]);
            pass.draw(0..draw.vertices, 0..draw.instances);
        }
        drop(pass);
        for &texture in &rendering.flip {
            self.resources.textures[texture].flip();
        }
    }
}
