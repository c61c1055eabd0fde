//! What render passes draw into besides their textures: depth, and samples that are averaged away.

use super::effect::{Manifest, RenderPass, Step, Texture, TextureFormat};

/// A texture that render passes use and nobody reads. A player makes one of each kind; the passes share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attachment {
    /// Width and height in texels.
    pub size: [u32; 2],
    /// Format of colour; none for depth, which is `depth32float`.
    pub format: Option<TextureFormat>,
    /// Samples per texel.
    pub samples: u32,
}

impl Attachment {
    /// Bytes of all its samples.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let [width, height] = self.size.map(u64::from);
        width * height * u64::from(self.samples) * u64::from(self.format.map_or(4, TextureFormat::texel_bytes))
    }
}

impl RenderPass {
    /// The depth that the pass needs for its target.
    #[must_use]
    pub const fn depth(&self, target: &Texture) -> Attachment {
        Attachment { size: target.size, format: None, samples: self.samples }
    }

    /// The colour of several samples that the pass needs for its target; none where there is one sample.
    #[must_use]
    pub fn sampled_colour(&self, target: &Texture) -> Option<Attachment> {
        (self.samples > 1).then_some(Attachment { size: target.size, format: Some(target.format), samples: self.samples })
    }
}

impl Manifest {
    /// All render passes of setup and step, those inside repeats too, in no particular order.
    #[must_use]
    pub fn render_passes(&self) -> Vec<&RenderPass> {
        let mut passes = Vec::new();
        let mut waiting: Vec<&Step> = self.setup.iter().chain(&self.step).collect();
        while let Some(step) = waiting.pop() {
            match step {
                Step::Render(pass) => passes.push(pass),
                Step::Repeat { steps, .. } => waiting.extend(steps),
                Step::Pass(_) | Step::Flip(_) | Step::Copy { .. } | Step::Clear(_) => {}
            }
        }
        passes
    }

    /// What a player makes for the render passes, each kind once.
    #[must_use]
    pub fn attachments(&self) -> Vec<Attachment> {
        let mut attachments = Vec::new();
        for pass in self.render_passes() {
            let Some(target) = self.textures.iter().find(|texture| texture.name == pass.target) else { continue };
            for attachment in [Some(pass.depth(target)), pass.sampled_colour(target)].into_iter().flatten() {
                if !attachments.contains(&attachment) {
                    attachments.push(attachment);
                }
            }
        }
        attachments
    }
}
