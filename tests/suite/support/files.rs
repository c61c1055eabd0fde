//! Pictures and arrays that documents name, without a disk.

use std::collections::HashMap;
use std::sync::Arc;

use wavewright_core::compile::Pixels;
use wavewright_core::media::{Content, Files};

/// Files by name.
#[derive(Default)]
pub struct MemoryFiles(HashMap<String, Arc<Pixels>>);

impl MemoryFiles {
    /// Adds a file.
    pub fn insert(&mut self, name: &str, pixels: Pixels) {
        self.0.insert(name.to_owned(), Arc::new(pixels));
    }
}

impl Files for MemoryFiles {
    fn load(&self, path: &str, _: Content) -> Result<Arc<Pixels>, String> {
        self.0.get(path).cloned().ok_or_else(|| format!("there is no file {path}"))
    }
}
