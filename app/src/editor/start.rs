//! Opening the window.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui_wgpu::{WgpuConfiguration, WgpuSetup, WgpuSetupCreateNew};
use egui::ViewportBuilder;
use wavewright_core::gpu::Gpu;
use wavewright_core::node::Catalog;

use super::app::{EditorApp, Options};
use super::dialogs::NativeDialogs;
use super::folders::Folders;

/// The window can't be opened.
#[derive(Debug, thiserror::Error)]
#[error("the window can't be opened: {0}; the command line works without one: wavewright --help")]
pub struct StartError(String);

/// Opens the editor with `file`, or with the first example, and returns when it is closed. `node_folders` are the artist's own nodes,
/// which `catalog` has already; they are read again when they change.
///
/// # Errors
/// There is no display, or no graphics adapter that draws on it.
pub fn run(file: Option<PathBuf>, catalog: Catalog, node_folders: Vec<PathBuf>) -> Result<(), StartError> {
    let options = Options {
        catalog: Arc::new(catalog),
        folders: Folders::of_this_user(),
        node_folders,
        file,
        native_dialogs: NativeDialogs::WhereThereAre,
    };
    let native = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_app_id("wavewright")
            .with_title("Wavewright")
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([640.0, 400.0])
            .with_drag_and_drop(true),
        wgpu_options: WgpuConfiguration { wgpu_setup: WgpuSetup::CreateNew(wgpu_setup()), ..WgpuConfiguration::default() },
        persist_window: true,
        ..eframe::NativeOptions::default()
    };
    eframe::run_native("wavewright", native, Box::new(|context| Ok(Box::new(EditorApp::new(context, options)))))
        .map_err(|error| StartError(error.to_string()))
}

/// The window's device is the effects' too: it is opened with all that effects may need.
#[must_use]
pub fn wgpu_setup() -> WgpuSetupCreateNew {
    WgpuSetupCreateNew { device_descriptor: Arc::new(Gpu::device_descriptor), ..WgpuSetupCreateNew::without_display_handle() }
}
