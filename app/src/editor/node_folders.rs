//! The artist's own node files: read again when they change.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use wavewright_core::Diagnostic;
use wavewright_core::node::Catalog;

use super::session::Wake;

/// Editors write a file in several steps: it is read when it has rested for this long.
const REST: Duration = Duration::from_millis(150);

/// Watches folders of node files.
pub struct NodeFolders {
    folders: Vec<PathBuf>,
    changes: Receiver<()>,
    /// When the last change was seen that was not acted on.
    changed: Option<Instant>,
    /// Dropping it ends the watch.
    _watcher: Option<RecommendedWatcher>,
}

impl NodeFolders {
    /// Watches `folders`. Where that can't be done, a sentence says so and changes are not seen.
    #[must_use]
    pub fn watch(folders: Vec<PathBuf>, wake: Wake) -> (Self, Option<String>) {
        let (sender, changes) = channel();
        if folders.is_empty() {
            return (Self { folders, changes, changed: None, _watcher: None }, None);
        }
        let watching = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| !event.kind.is_access()) {
                sender.send(()).ok();
                wake();
            }
        });
        let outcome = watching.and_then(|mut watcher| {
            folders.iter().try_for_each(|folder| watcher.watch(folder, RecursiveMode::Recursive))?;
            Ok(watcher)
        });
        let (watcher, problem) = match outcome {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(format!("Changes of your node files will not be seen: {error}"))),
        };
        (Self { folders, changes, changed: None, _watcher: watcher }, problem)
    }

    /// A catalog with the files as they are now, where they have changed and rested since.
    pub fn poll(&mut self, catalog: &Arc<Catalog>) -> Option<(Arc<Catalog>, Vec<Diagnostic>)> {
        if self.changes.try_iter().count() > 0 {
            self.changed = Some(Instant::now());
        }
        if self.changed?.elapsed() < REST {
            return None;
        }
        self.changed = None;
        let mut renewed = Catalog::clone(catalog);
        let problems = self.folders.iter().flat_map(|folder| renewed.add_folder(folder)).collect();
        Some((Arc::new(renewed), problems))
    }

    /// Whether a change waits until the file has rested.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.changed.is_some()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use super::*;

    const NODE: &str = "//! Twice a value.\n//! @category Maths\n\n/// Twice. @output result\nfn twice(\n    /// A value. @default 0\n    \
                        value: f32,\n) -> f32 {\n    return 2.0 * value;\n}\n";

    #[test]
    fn a_file_that_appears_becomes_a_node() {
        let folder = tempfile::tempdir().unwrap();
        let (mut folders, problem) = NodeFolders::watch(vec![folder.path().to_owned()], Arc::new(|| ()));
        assert_eq!(problem, None);
        let catalog = Arc::new(Catalog::default());
        std::fs::write(folder.path().join("twice.wgsl"), NODE).unwrap();
        let start = Instant::now();
        let (renewed, problems) = loop {
            if let Some(outcome) = folders.poll(&catalog) {
                break outcome;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "the change is not seen");
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(problems, []);
        assert!(renewed.get("twice").is_some());
    }
}
