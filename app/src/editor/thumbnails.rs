//! Live pictures on nodes: small textures, each drawn from its node's first output.

use std::collections::{HashMap, HashSet};

use eframe::egui_wgpu::RenderState;
use eframe::wgpu::FilterMode;
use egui::{TextureId, vec2};
use glam::DVec2;
use wavewright_core::compile::Output;
use wavewright_core::gpu::{Gpu, Player};

use super::panels::Choices;
use super::reading::Reading;
use super::session::{Session, Wake, first_visible};
use super::view::{PicturePainter, PictureSettings, Statistics, Target};
use crate::canvas::Thumbnail;
use crate::theme::Palette;

/// The longer side of a picture, in pixels.
const LONGER_SIDE: f64 = 256.0;
/// Time between two pictures of the same node, in seconds: a dozen a second look alive.
const INTERVAL_S: f64 = 1.0 / 12.0;

/// The pictures.
pub struct Thumbnails {
    state: RenderState,
    painter: Option<PicturePainter>,
    kept: HashMap<String, Kept>,
    reading: Reading,
    /// Figures of outputs, for the ranges of their maps.
    statistics: HashMap<String, Statistics>,
    /// Whose figures are asked for next.
    next_read: usize,
    drawn_s: f64,
}

struct Kept {
    target: Target,
    id: TextureId,
}

impl Thumbnails {
    /// No pictures yet.
    #[must_use]
    pub fn new(state: RenderState) -> Self {
        Self {
            state,
            painter: None,
            kept: HashMap::new(),
            reading: Reading::default(),
            statistics: HashMap::new(),
            next_read: 0,
            drawn_s: f64::NEG_INFINITY,
        }
    }

    /// Draws what is due and returns every picture by its node.
    pub fn update(&mut self, session: &Session, palette: &Palette, now_s: f64) -> HashMap<String, Thumbnail> {
        let wanted = wanted(session);
        let nodes: HashSet<&str> = wanted.iter().map(|(node, _)| node.as_str()).collect();
        self.forget_others(&nodes);
        let (Ok(gpu), Some(player)) = (session.gpu(), session.stage().player()) else { return HashMap::new() };
        self.read(player, &wanted, session.wake());
        if now_s - self.drawn_s >= INTERVAL_S {
            self.drawn_s = now_s;
            for (node, output) in &wanted {
                self.draw(gpu, player, node, output, palette);
            }
        }
        let shown = |(node, kept): (&String, &Kept)| {
            let [width, height] = kept.target.size();
            (node.clone(), Thumbnail { texture: kept.id, size: vec2(width as f32, height as f32) })
        };
        self.kept.iter().map(shown).collect()
    }

    fn forget_others(&mut self, nodes: &HashSet<&str>) {
        let state = &self.state;
        self.kept.retain(|node, kept| {
            let stays = nodes.contains(node.as_str());
            if !stays {
                state.renderer.write().free_texture(&kept.id);
            }
            stays
        });
    }

    /// Asks for the figures of one output after another.
    fn read(&mut self, player: &Player, wanted: &[(String, Output)], wake: &Wake) {
        if let Some(latest) = self.reading.poll(wake) {
            self.statistics.insert(latest.output, latest.statistics);
        }
        if self.reading.is_idle() && player.frame().is_some() && !wanted.is_empty() {
            self.next_read = (self.next_read + 1) % wanted.len();
            let output = &wanted[self.next_read].1;
            if Choices::for_output(output).is_mapped() {
                self.reading.start(player, &output.name);
            }
        }
    }

    fn draw(&mut self, gpu: &Gpu, player: &Player, node: &str, output: &Output, palette: &Palette) {
        let texture = player.effect().manifest.textures.iter().find(|texture| texture.name == output.texture);
        let (Some(texture), Some(source)) = (texture, player.output_texture_view(&output.name)) else { return };
        let cells = texture.size;
        let scale = LONGER_SIDE / f64::from(cells[0].max(cells[1]).max(1));
        let size = cells.map(|side| (f64::from(side) * scale).round().max(1.0) as u32);
        let choices = Choices::for_output(output);
        let (map, range) = choices.map_and_range(self.statistics.get(&output.name));
        let settings = PictureSettings {
            corner: DVec2::ZERO,
            extent: DVec2::ONE,
            channels: choices.channels,
            value_channels: output.value_type.channels() as u32,
            map,
            range,
            exposure_stops: 0.0,
            tiled: false,
            cells,
            ground: [palette.canvas.r(), palette.canvas.g(), palette.canvas.b()],
        };
        let painter = self.painter.get_or_insert_with(|| PicturePainter::new(gpu));
        let is_known = self.kept.get(node).is_some_and(|kept| kept.target.fits(gpu, size, false));
        if !is_known {
            let target = Target::new(gpu, size, false);
            let mut renderer = self.state.renderer.write();
            if let Some(old) = self.kept.remove(node) {
                renderer.free_texture(&old.id);
            }
            let id = renderer.register_native_texture(gpu.device(), target.view(), FilterMode::Linear);
            self.kept.insert(node.to_owned(), Kept { target, id });
        }
        if let Some(kept) = self.kept.get(node) {
            painter.paint(gpu, &kept.target, source, &settings);
        }
    }
}

/// Nodes with a picture, each with the output that it shows, as far as the running effect has it.
fn wanted(session: &Session) -> Vec<(String, Output)> {
    let Some(effect) = session.stage().effect() else { return Vec::new() };
    let document = session.document();
    let shown = document.nodes.iter().filter(|(_, node)| node.thumbnail && !node.muted && !node.collapsed);
    shown
        .filter_map(|(id, node)| {
            let name = first_visible(id, node, session.catalog().as_ref())?.to_string();
            let output = effect.manifest.outputs.iter().find(|output| output.name == name)?;
            Some((id.clone(), output.clone()))
        })
        .collect()
}
