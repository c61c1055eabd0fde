//! The node library: one WGSL file a node, `<family>/<node>.wgsl`. What such a file says is described in `docs/node-files.md`.

use std::sync::LazyLock;

use wavewright_core::Diagnostic;
use wavewright_core::node::Catalog;

/// The crate's folder: read from disk in debug builds, part of the program in release builds. [`files`] picks the nodes out.
#[derive(rust_embed::RustEmbed)]
#[folder = "."]
struct Files;

static LIBRARY: LazyLock<(Catalog, Vec<Diagnostic>)> = LazyLock::new(|| Catalog::from_files(files()));

/// Every node of the library, and what is wrong with those of its files that can't be read (nothing, unless one is being edited).
#[must_use]
pub fn library() -> &'static (Catalog, Vec<Diagnostic>) {
    &LIBRARY
}

/// Name (`family/node.wgsl`) and text of each file of the library, by name.
pub fn files() -> impl Iterator<Item = (String, String)> {
    let mut names: Vec<_> = Files::iter().filter(|name| name.ends_with(".wgsl")).collect();
    names.sort_unstable();
    names.into_iter().filter_map(|name| {
        let file = Files::get(&name)?;
        Some((name.into_owned(), String::from_utf8_lossy(&file.data).into_owned()))
    })
}

#[cfg(test)]
mod tests;
