//! Textures of the window that the painters draw into.

use eframe::egui_wgpu::RenderState;
use eframe::wgpu::{FilterMode, TextureView};
use egui::{Color32, Rect, TextureId, Ui, pos2};
use wavewright_core::gpu::Gpu;

use crate::editor::view::{PicturePainter, PictureSettings, SurfacePainter, SurfaceSettings, Target};

/// The painters and the texture that the panel shows.
pub struct Canvas {
    state: RenderState,
    picture: Option<PicturePainter>,
    surface: Option<SurfacePainter>,
    shown: Option<(Target, TextureId)>,
}

impl Canvas {
    /// Nothing is made before it is needed.
    pub fn new(state: RenderState) -> Self {
        Self { state, picture: None, surface: None, shown: None }
    }

    /// Draws a flat picture over `rect`.
    pub fn paint_flat(&mut self, ui: &Ui, rect: Rect, gpu: &Gpu, source: &TextureView, settings: &PictureSettings) {
        let id = self.target(ui, rect, gpu, false);
        let painter = self.picture.get_or_insert_with(|| PicturePainter::new(gpu));
        if let Some((target, _)) = &self.shown {
            painter.paint(gpu, target, source, settings);
        }
        show(ui, rect, id);
    }

    /// Draws a surface over `rect`.
    pub fn paint_solid(&mut self, ui: &Ui, rect: Rect, gpu: &Gpu, source: &TextureView, settings: &SurfaceSettings) {
        let id = self.target(ui, rect, gpu, true);
        let painter = self.surface.get_or_insert_with(|| SurfacePainter::new(gpu));
        if let Some((target, _)) = &self.shown {
            painter.paint(gpu, target, source, settings);
        }
        show(ui, rect, id);
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
