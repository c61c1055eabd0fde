//! Live pictures on nodes: small textures, each drawn from its node's first output.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use eframe::egui_wgpu::RenderState;
use eframe::wgpu::FilterMode;
use egui::{TextureId, vec2};
use glam::DVec2;
use wavewright_core::compile::Output;
use wavewright_core::gpu::{Gpu, Snapshot};

use super::panels::Choices;
use super::reading::Reading;
use super::session::{Session, Stage, Wake, first_visible};
use super::view::{PicturePainter, PictureSettings, Statistics, Target};
use crate::canvas::Thumbnail;
use crate::theme::Palette;

/// The longer side of a picture, in pixels.
const LONGER_SIDE: f64 = 256.0;
/// Time between two readings of numbers, in seconds.
const READ_INTERVAL_S: f64 = 0.1;

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
    read_s: f64,
    /// The picture of which each output's figures are.
    read_of: HashMap<String, u64>,
    is_behind: bool,
}

struct Kept {
    target: Target,
    id: TextureId,
    /// What is in it: drawing it again would give the same.
    drawn: Option<(Arc<Snapshot>, PictureSettings)>,
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
            read_s: f64::NEG_INFINITY,
            read_of: HashMap::new(),
            is_behind: false,
        }
    }

    /// Draws what is due and returns every picture by its node.
    pub fn update(&mut self, session: &Session, palette: &Palette, now_s: f64) -> HashMap<String, Thumbnail> {
        let wanted = wanted(session);
        let nodes: HashSet<&str> = wanted.iter().map(|(node, _)| node.as_str()).collect();
        self.forget_others(&nodes);
        let Ok(gpu) = session.screen() else { return HashMap::new() };
        self.read(session.stage(), &wanted, now_s, session.wake());
        for (node, output) in &wanted {
            if let Some(picture) = session.stage().picture(&output.name) {
                self.draw(gpu, picture, node, output, palette);
            }
        }
        let shown = |(node, kept): (&String, &Kept)| {
            let [width, height] = kept.target.size();
            (node.clone(), Thumbnail { texture: kept.id, size: vec2(width as f32, height as f32) })
        };
        self.kept.iter().map(shown).collect()
    }

    /// When another update is wanted though nobody does anything: figures of the latest pictures are missing.
    #[must_use]
    pub fn next_update_s(&self) -> Option<f32> {
        self.is_behind.then_some(READ_INTERVAL_S as f32)
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
    fn read(&mut self, stage: &Stage, wanted: &[(String, Output)], now_s: f64, wake: &Wake) {
        if let Some(latest) = self.reading.poll(wake) {
            self.statistics.insert(latest.output, latest.statistics);
        }
        let stamp = stage.stamp();
        let is_missing = |output: &Output| self.read_of.get(&output.name) != Some(&stamp) && Choices::for_output(output).is_mapped();
        self.is_behind = wanted.iter().any(|(_, output)| is_missing(output));
        let is_time = now_s - self.read_s >= READ_INTERVAL_S;
        if !self.reading.is_idle() || stage.frame().is_none() || wanted.is_empty() || !is_time {
            return;
        }
        self.next_read = (self.next_read + 1) % wanted.len();
        let output = &wanted[self.next_read].1;
        if is_missing(output)
            && let Some(pending) = stage.read(&output.name)
        {
            self.read_s = now_s;
            self.read_of.insert(output.name.clone(), stamp);
            self.reading.start(&output.name, pending);
        }
    }

    fn draw(&mut self, gpu: &Gpu, picture: &Arc<Snapshot>, node: &str, output: &Output, palette: &Palette) {
        let cells = picture.size();
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
            self.kept.insert(node.to_owned(), Kept { target, id, drawn: None });
        }
        if let Some(kept) = self.kept.get_mut(node) {
            let is_drawn = kept.drawn.as_ref().is_some_and(|(drawn, known)| Arc::ptr_eq(drawn, picture) && *known == settings);
            if !is_drawn {
                painter.paint(gpu, &kept.target, picture.view(), &settings);
                kept.drawn = Some((Arc::clone(picture), settings));
            }
        }
    }
}

/// Nodes with a picture, each with the output that it shows, as far as the running effect has it.
fn wanted(session: &Session) -> Vec<(String, Output)> {
    let Some(effect) = session.stage().effect() else { return Vec::new() };
    let document = session.unfolded();
    let shown = document.nodes.iter().filter(|(_, node)| node.thumbnail && !node.muted && !node.collapsed);
    let mut seen = HashSet::new();
    shown
        .filter_map(|(id, node)| {
            let name = first_visible(id, node, session.catalog().as_ref())?.to_string();
            let output = effect.manifest.outputs.iter().find(|output| output.name == name)?;
            Some((session.id_in_document(id), output.clone()))
        })
        // A group that is used twice shows the pictures of its first use.
        .filter(|(node, _)| seen.insert(node.clone()))
        .collect()
}
