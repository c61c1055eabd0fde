//! A file that an input names: its path, a picture of it, and what it is.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use egui::{Button, Color32, ColorImage, Id, Image, RichText, TextureHandle, TextureOptions, Ui, vec2};
use wavewright_core::compile::Pixels;
use wavewright_core::graph::PortRef;
use wavewright_core::media::{self, Content, linear_to_srgb};
use wavewright_core::node::Literal;

use super::change::Update;
use super::edited::Edited;
use super::{FIELD, GAP, text};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::session::Task;
use crate::theme::scale;

/// The longer side of a picture, in pixels.
const LONGER_SIDE: u32 = 128;
/// Most files that are remembered.
const MOST_KNOWN: usize = 32;
/// How often is looked whether a file changed, in seconds.
const LOOK_S: f64 = 0.5;

/// A file's field.
pub struct FileField<'a> {
    /// Of the text field.
    pub id: Id,
    /// For screen readers.
    pub name: &'a str,
    /// The input; `None` where several nodes have it.
    pub input: Option<PortRef>,
    /// The path, as the document says it.
    pub path: &'a str,
    /// What its numbers mean.
    pub content: Content,
}

/// What is known of files that were shown.
#[derive(Default)]
pub struct Files {
    known: HashMap<(PathBuf, Content), Known>,
}

struct Known {
    looked_s: f64,
    stamp: Stamp,
    task: Option<Task<Result<Small, String>>>,
    seen: Option<Result<Seen, String>>,
}

/// Tells one state of a file from another: time of the last change and length, `None` where there is no file.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(path: &Path) -> Stamp {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// A file as it comes from its thread.
struct Small {
    facts: String,
    /// A mesh has none.
    picture: Option<ColorImage>,
}

struct Seen {
    facts: String,
    texture: Option<TextureHandle>,
}

/// Shows the field.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, files: &mut Files, field: &FileField<'_>, width: f32) -> Edited<Update> {
    let browse = 76.0;
    let edited = ui
        .horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let (_, edited) = text::path(ui, field.id, field.name, field.path, "path beside the document", width - browse - GAP);
            let button = Button::new("Browse\u{2026}").min_size(vec2(browse, FIELD));
            let browse = ui.add_enabled(field.input.is_some(), button).on_hover_text("Choose a picture, an array or a mesh");
            if let Some(input) = field.input.as_ref().filter(|_| browse.clicked()) {
                editor.push(EditorCommand::ChooseFile(input.clone()));
            }
            edited
        })
        .inner;
    if !field.path.is_empty() {
        show_facts(ui, editor, files, field);
    }
    edited.map(|path| Update::Set(Literal::Text(path)))
}

fn show_facts(ui: &mut Ui, editor: &EditorContext<'_>, files: &mut Files, field: &FileField<'_>) {
    let palette = editor.palette;
    let folder = editor.session.file().folder().map(Path::to_owned).unwrap_or_default();
    if folder.as_os_str().is_empty() && Path::new(field.path).is_relative() {
        let words = "Save the document first: the path is relative to its folder.";
        ui.label(RichText::new(words).size(scale::TEXT_SMALL).color(palette.text_dim));
        return;
    }
    match files.look(ui, editor, &folder.join(field.path), field.content) {
        None => drop(ui.weak("Reading\u{2026}")),
        Some(Err(why)) => drop(ui.label(RichText::new(why).color(palette.error))),
        Some(Ok(seen)) => {
            ui.horizontal(|ui| {
                if let Some(texture) = &seen.texture {
                    let size = texture.size_vec2();
                    let scale_down = 64.0 / size.max_elem().max(1.0);
                    ui.add(
                        Image::new(texture)
                            .fit_to_exact_size(size * scale_down)
                            .corner_radius(3)
                            .alt_text(format!("Picture of {}", field.path)),
                    );
                }
                ui.label(RichText::new(&seen.facts).size(scale::TEXT_SMALL).color(palette.text_dim));
            });
        }
    }
}

impl Files {
    /// What is known of a file; `None` while it is being read. A file that changed is read again.
    fn look(&mut self, ui: &Ui, editor: &EditorContext<'_>, path: &Path, content: Content) -> Option<&Result<Seen, String>> {
        let now_s = ui.input(|input| input.time);
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let key = (path.to_owned(), content);
        let known = self.known.entry(key).or_insert_with(|| Known { looked_s: f64::NEG_INFINITY, stamp: None, task: None, seen: None });
        let is_due = now_s - known.looked_s >= LOOK_S && known.task.is_none();
        let stamp = if is_due { stamp(path) } else { known.stamp };
        if is_due {
            known.looked_s = now_s;
        }
        if is_due && (known.seen.is_none() || known.stamp != stamp) {
            known.stamp = stamp;
            let path = path.to_owned();
            let wake = Arc::clone(editor.session.wake());
            known.task = Some(Task::spawn("picture of a file", wake, move || read(&path, content)));
        }
        if let Some(outcome) = known.task.as_mut().and_then(Task::poll) {
            known.task = None;
            known.seen = Some(outcome.and_then(|read| read).map(|Small { facts, picture }| Seen {
                facts,
                texture: picture.map(|picture| ui.ctx().load_texture(path.to_string_lossy(), picture, TextureOptions::LINEAR)),
            }));
        }
        known.seen.as_ref()
    }
}

fn read(path: &Path, content: Content) -> Result<Small, String> {
    let pixels = media::read(path, content).map_err(|error| error.to_string())?;
    let bytes = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let channels = match pixels.channels {
        1 => "1 channel".to_owned(),
        count => format!("{count} channels"),
    };
    let kind = path.extension().map(|extension| extension.to_string_lossy().to_uppercase()).unwrap_or_default();
    if content == Content::Mesh {
        let triangles = media::corner_count(&pixels) / 3;
        return Ok(Small { facts: format!("{triangles} triangles\n{kind}, {}", size_words(bytes)), picture: None });
    }
    let facts = format!("{} \u{d7} {}\n{channels}\n{kind}, {}", pixels.width, pixels.height, size_words(bytes));
    Ok(Small { facts, picture: Some(small_picture(&pixels, content)) })
}

fn size_words(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A picture that is small enough to show: the nearest texels, colours as on the screen, data between its least and its greatest number.
fn small_picture(pixels: &Pixels, content: Content) -> ColorImage {
    let shrink = f64::from(LONGER_SIDE) / f64::from(pixels.width.max(pixels.height).max(1));
    let side = |cells: u32| ((f64::from(cells) * shrink.min(1.0)).round() as u32).max(1);
    let (width, height) = (side(pixels.width), side(pixels.height));
    let finite = pixels.values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let shown = |value: f32| match content {
        Content::Colour => linear_to_srgb(value.clamp(0.0, 1.0)),
        Content::Data | Content::Mesh => (value - low) / (high - low).max(f32::MIN_POSITIVE),
    };
    let channels = pixels.channels as usize;
    let texel = |x: u32, y: u32| -> Color32 {
        let column = u64::from(x) * u64::from(pixels.width) / u64::from(width);
        let row = u64::from(y) * u64::from(pixels.height) / u64::from(height);
        let start = (row * u64::from(pixels.width) + column) as usize * channels;
        let values = &pixels.values[start..start + channels];
        let byte = |channel: usize| (shown(values[channel.min(channels - 1)]).clamp(0.0, 1.0) * 255.0).round() as u8;
        match channels {
            1 => Color32::from_gray(byte(0)),
            2 => Color32::from_rgb(byte(0), byte(1), 0),
            _ => Color32::from_rgb(byte(0), byte(1), byte(2)),
        }
    };
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| texel(x, y)).collect();
    ColorImage::new([width as usize, height as usize], texels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_becomes_a_small_one_of_its_shape() {
        let pixels = Pixels { width: 512, height: 256, channels: 1, values: (0..512 * 256).map(|index| (index % 512) as f32).collect() };
        let picture = small_picture(&pixels, Content::Data);
        assert_eq!(picture.size, [128, 64]);
        assert_eq!(picture.pixels[0], Color32::BLACK);
        assert!(picture.pixels[127].r() > 250);
    }

    #[test]
    fn bad_numbers_are_no_trouble() {
        let pixels = Pixels { width: 2, height: 1, channels: 3, values: vec![f32::NAN, f32::INFINITY, 0.0, -1.0, 2.0, 0.5] };
        for content in [Content::Colour, Content::Data] {
            assert_eq!(small_picture(&pixels, content).size, [2, 1]);
        }
    }
}
