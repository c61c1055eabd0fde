//! The node library: one WGSL file a node, `<family>/<node>.wgsl`. What such a file says is described in `docs/node-files.md`.

use std::sync::LazyLock;

use wavewright_core::Diagnostic;
use wavewright_core::node::Catalog;

/// The files: read from the source folder in debug builds, part of the program in release builds.
#[derive(rust_embed::RustEmbed)]
#[folder = "."]
#[include = "*/*.wgsl"]
struct Files;

static LIBRARY: LazyLock<(Catalog, Vec<Diagnostic>)> = LazyLock::new(|| Catalog::from_files(files()));

/// Every node of the library, and what is wrong with those of its files that can't be read (nothing, unless one is being edited).
#[must_use]
pub fn library() -> &'static (Catalog, Vec<Diagnostic>) {
    &LIBRARY
}

/// Name (`family/node.wgsl`) and text of each file of the library, by name.
pub fn files() -> impl Iterator<Item = (String, String)> {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    names.into_iter().filter_map(|name| {
        let file = Files::get(&name)?;
        Some((name.into_owned(), String::from_utf8_lossy(&file.data).into_owned()))
    })
}
