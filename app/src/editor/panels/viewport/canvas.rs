//! Textures of the window that the painters draw into.

use std::sync::Arc;

use eframe::egui_wgpu::RenderState;
use eframe::wgpu::FilterMode;
use egui::{Color32, Rect, TextureId, Ui, pos2};
use wavewright_core::gpu::{Gpu, Snapshot};

use crate::editor::view::{PicturePainter, PictureSettings, SurfacePainter, SurfaceSettings, Target};

/// The painters and the texture that the panel shows.
pub struct Canvas {
    state: RenderState,
    picture: Option<PicturePainter>,
    surface: Option<SurfacePainter>,
    shown: Option<(Target, TextureId)>,
    /// What is in the texture: painting it again would give the same.
    painted: Option<(Arc<Snapshot>, Settings)>,
}

/// How something is painted.
#[derive(Clone, Copy, PartialEq)]
enum Settings {
    Flat(PictureSettings),
    Solid(SurfaceSettings),
}

impl Canvas {
    /// Nothing is made before it is needed.
    pub fn new(state: RenderState) -> Self {
        Self { state, picture: None, surface: None, shown: None, painted: None }
    }

    /// Draws a flat picture over `rect`.
    pub fn paint_flat(&mut self, ui: &Ui, rect: Rect, gpu: &Gpu, source: &Arc<Snapshot>, settings: &PictureSettings) {
        let id = self.target(ui, rect, gpu, false);
        let is_other = self.is_other(source, Settings::Flat(*settings));
        let painter = self.picture.get_or_insert_with(|| PicturePainter::new(gpu));
        if let Some((target, _)) = self.shown.as_ref().filter(|_| is_other) {
            painter.paint(gpu, target, source.view(), settings);
        }
        show(ui, rect, id);
    }

    /// Draws a surface over `rect`.
    pub fn paint_solid(&mut self, ui: &Ui, rect: Rect, gpu: &Gpu, source: &Arc<Snapshot>, settings: &SurfaceSettings) {
        let id = self.target(ui, rect, gpu, true);
        let is_other = self.is_other(source, Settings::Solid(*settings));
        let painter = self.surface.get_or_insert_with(|| SurfacePainter::new(gpu));
        if let Some((target, _)) = self.shown.as_ref().filter(|_| is_other) {
            painter.paint(gpu, target, source.view(), settings);
        }
        show(ui, rect, id);
    }

    /// Whether this is not what was painted last; from now on it is.
    fn is_other(&mut self, source: &Arc<Snapshot>, settings: Settings) -> bool {
        let is_same = self.painted.as_ref().is_some_and(|(painted, known)| Arc::ptr_eq(painted, source) && *known == settings);
        if !is_same {
            self.painted = Some((Arc::clone(source), settings));
        }
        !is_same
    }

    /// A texture as large as `rect` in pixels.
    fn target(&mut self, ui: &Ui, rect: Rect, gpu: &Gpu, with_depth: bool) -> TextureId {
        let pixels = (rect.size() * ui.ctx().pixels_per_point()).round();
        let size = [pixels.x.max(1.0) as u32, pixels.y.max(1.0) as u32];
        if let Some((target, id)) = &self.shown
            && target.fits(gpu, size, with_depth)
        {
            return *id;
        }
        let target = Target::new(gpu, size, with_depth);
        let mut renderer = self.state.renderer.write();
        let id = match self.shown.take() {
            Some((_, id)) => {
                renderer.update_egui_texture_from_wgpu_texture(gpu.device(), target.view(), FilterMode::Nearest, id);
                id
            }
            None => renderer.register_native_texture(gpu.device(), target.view(), FilterMode::Nearest),
        };
        self.shown = Some((target, id));
        self.painted = None;
        id
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        if let Some((_, id)) = self.shown.take() {
            self.state.renderer.write().free_texture(&id);
        }
    }
}

fn show(ui: &Ui, rect: Rect, id: TextureId) {
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(id, rect, whole, Color32::WHITE);
}
