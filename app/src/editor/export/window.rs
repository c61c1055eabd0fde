//! The dialog of an export: what, where to, and how far it is.

use std::path::{Path, PathBuf};

use egui::{Button, ComboBox, Context, DragValue, Grid, Id, Modal, ProgressBar, RichText, Role, TextEdit, Ui, WidgetInfo};
use wavewright_core::graph::PortRef;

use super::{Export, FrameFormat, Frames, Target};
use crate::editor::session::Session;
use crate::theme::{self, scale};

/// The dialog.
pub struct ExportWindow {
    kind: Kind,
    folder: String,
    output: Option<PortRef>,
    range: [u32; 2],
    format: FrameFormat,
    data_range: (f32, f32),
    replace: bool,
    running: Option<Export>,
    outcome: Option<Result<String, String>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Effect,
    Frames,
}

/// What the dialog asks for.
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// A folder to be chosen.
    ChooseFolder,
    /// An export to be started.
    Start(Target),
    /// The dialog to be closed.
    Close,
}

impl ExportWindow {
    /// For the effect, into a folder beside the document.
    #[must_use]
    pub fn for_effect(session: &Session, folder: &Path) -> Self {
        Self::new(Kind::Effect, session, folder, "effect")
    }

    /// For frames of what is looked at.
    #[must_use]
    pub fn for_frames(session: &Session, folder: &Path) -> Self {
        Self::new(Kind::Frames, session, folder, "frames")
    }

    fn new(kind: Kind, session: &Session, folder: &Path, what: &str) -> Self {
        let name = session.file().name();
        let stem = Path::new(&name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase().replace(' ', "_")).unwrap_or_default();
        Self {
            kind,
            folder: folder.join(format!("{stem}_{what}")).display().to_string(),
            output: session.wanted_look(),
            range: session.document().timeline.range,
            format: FrameFormat::default(),
            data_range: (0.0, 1.0),
            replace: false,
            running: None,
            outcome: None,
        }
    }

    /// A folder was chosen.
    pub fn set_folder(&mut self, folder: &Path) {
        self.folder = folder.display().to_string();
    }

    /// The export that was asked for has begun.
    pub fn began(&mut self, export: Export) {
        self.running = Some(export);
        self.outcome = None;
    }

    /// Draws the dialog.
    pub fn show(&mut self, context: &Context, session: &Session) -> Wanted {
        if let Some(outcome) = self.running.as_mut().and_then(Export::poll) {
            self.running = None;
            self.outcome = Some(outcome);
        }
        let response = Modal::new(Id::unique("export")).show(context, |ui| self.contents(ui, session));
        match response.inner {
            // A dialog that works stays: closing it would hide what goes on.
            Wanted::Nothing if response.should_close() && self.running.is_none() => Wanted::Close,
            wanted => wanted,
        }
    }

    fn contents(&mut self, ui: &mut Ui, session: &Session) -> Wanted {
        ui.set_width(460.0);
        let title = if self.kind == Kind::Effect { "Export the effect" } else { "Export frames" };
        ui.label(RichText::new(title).text_style(scale::title_style()));
        if self.kind == Kind::Effect {
            ui.label("WGSL and a manifest that tells other programs how to run it.");
        }
        ui.add_space(scale::SPACE_2);
        let mut wanted = Wanted::Nothing;
        let is_free = self.running.is_none();
        ui.add_enabled_ui(is_free, |ui| {
            Grid::new("export choices").num_columns(2).min_col_width(96.0).show(ui, |ui| {
                if self.kind == Kind::Frames {
                    self.frame_choices(ui, session);
                }
                let label = ui.label("Folder");
                ui.horizontal(|ui| {
                    ui.add(TextEdit::singleline(&mut self.folder).desired_width(260.0)).labelled_by(label.id);
                    if ui.button("Browse\u{2026}").clicked() {
                        wanted = Wanted::ChooseFolder;
                    }
                });
                ui.end_row();
            });
        });
        self.state(ui);
        ui.add_space(scale::SPACE_2);
        ui.horizontal(|ui| {
            if let Some(export) = &self.running {
                if ui.button("Cancel").clicked() {
                    export.cancel();
                }
                return;
            }
            if ui.add_enabled(!self.folder.trim().is_empty(), Button::new("Export")).clicked()
                && let Some(target) = self.target()
            {
                wanted = Wanted::Start(target);
            }
            if ui.button("Close").clicked() {
                wanted = Wanted::Close;
            }
        });
        wanted
    }

    fn frame_choices(&mut self, ui: &mut Ui, session: &Session) {
        let outputs = session.stage().effect().map(|effect| effect.manifest.outputs.clone()).unwrap_or_default();
        ui.label("Output");
        let current = self.output.as_ref().map(PortRef::to_string).unwrap_or_default();
        let combo = ComboBox::from_id_salt("export output").selected_text(&current).show_ui(ui, |ui| {
            for output in &outputs {
                if ui.selectable_label(output.name == current, format!("{} ({})", output.title, output.name)).clicked() {
                    self.output = PortRef::try_from(output.name.clone()).ok();
                }
            }
        });
        combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Output"));
        ui.end_row();
        ui.label("Frames");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut self.range[0]).prefix("from "));
            ui.add(DragValue::new(&mut self.range[1]).prefix("to before "));
            let count = self.range[1].saturating_sub(self.range[0]);
            ui.weak(format!("{count} frames"));
        });
        ui.end_row();
        ui.label("Format");
        let combo = ComboBox::from_id_salt("export format").selected_text(self.format.title()).show_ui(ui, |ui| {
            for format in FrameFormat::ALL {
                ui.selectable_value(&mut self.format, format, format.title());
            }
        });
        combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Format"));
        ui.end_row();
        let is_data = outputs.iter().any(|output| output.name == current && output.colour_space != "linear");
        if is_data && self.format.needs_range() {
            ui.label("Black to white");
            ui.horizontal(|ui| {
                ui.add(DragValue::new(&mut self.data_range.0).speed(0.01).prefix("from "));
                ui.add(DragValue::new(&mut self.data_range.1).speed(0.01).prefix("to "));
            });
            ui.end_row();
        }
        ui.label("");
        ui.checkbox(&mut self.replace, "Replace frames of another export");
        ui.end_row();
    }

    fn state(&self, ui: &mut Ui) {
        let palette = theme::palette(ui.ctx());
        if let Some(export) = &self.running {
            let (done, of) = export.progress().counts();
            let share = if of == 0 { 0.0 } else { done as f32 / of as f32 };
            ui.add(ProgressBar::new(share).text(format!("{done} of {of}")));
            ui.ctx().request_repaint_after_secs(0.1);
        }
        match &self.outcome {
            Some(Ok(words)) => drop(ui.label(RichText::new(words).color(palette.success))),
            Some(Err(words)) => drop(ui.label(RichText::new(words).color(palette.error))),
            None => {}
        }
    }

    fn target(&self) -> Option<Target> {
        let folder = PathBuf::from(self.folder.trim());
        Some(match self.kind {
            Kind::Effect => Target::Effect { folder },
            Kind::Frames => Target::Frames(Frames {
                folder,
                output: self.output.clone()?,
                range: self.range,
                format: self.format,
                data_range: self.data_range,
                replace: self.replace,
            }),
        })
    }
}
