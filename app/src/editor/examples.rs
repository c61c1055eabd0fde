//! The examples that come with the editor.

use std::sync::OnceLock;

use egui::Image;
use rust_embed::RustEmbed;
use wavewright_core::graph::Document;
use wavewright_core::graph::file::parse;

/// The example of the first start.
pub const FIRST: &str = "fluid";

#[derive(RustEmbed)]
#[folder = "../examples/"]
#[allow_missing = true]
struct Files;

/// An example.
#[derive(Clone, Debug)]
pub struct Example {
    /// The file's stem.
    pub name: String,
    /// The name in words.
    pub title: String,
    /// What it is, from the document.
    pub description: String,
    /// The document.
    pub document: Document,
}

/// Every example, by name. Read at the first call.
pub fn all() -> &'static [Example] {
    static ALL: OnceLock<Vec<Example>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut examples: Vec<Example> = Files::iter().filter(|file| file.ends_with(".json")).filter_map(|file| read(&file)).collect();
        examples.sort_by(|one, other| (one.name != FIRST, &one.name).cmp(&(other.name != FIRST, &other.name)));
        examples
    })
}

/// The example called `name`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Example> {
    all().iter().find(|example| example.name == name)
}

/// Pictures that the examples are compared with: they look well in lists, too.
#[derive(RustEmbed)]
#[folder = "../tests/pictures/"]
#[allow_missing = true]
struct Pictures;

/// The picture of an example, where it has one.
#[must_use]
pub fn picture(example: &Example) -> Option<Image<'static>> {
    let file = format!("{}.png", example.name);
    let bytes = Pictures::get(&file)?.data.into_owned();
    Some(Image::from_bytes(format!("bytes://{file}"), bytes))
}

fn read(file: &str) -> Option<Example> {
    let bytes = Files::get(file)?.data;
    let name = file.strip_suffix(".json")?.to_owned();
    match std::str::from_utf8(&bytes)
        .map_err(|error| error.to_string())
        .and_then(|text| parse(text, file).map_err(|error| error.to_string()))
    {
        Ok(loaded) => {
            let title = in_words(&name);
            Some(Example { title, description: loaded.document.description.clone(), document: loaded.document, name })
        }
        Err(error) => {
            log::error!("the example {file} can't be read: {error}");
            None
        }
    }
}

/// `rain_ripples` as "Rain ripples".
fn in_words(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
