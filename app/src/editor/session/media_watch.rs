//! Pictures and arrays that the document names: compiled in again when another program writes them.

use std::sync::Arc;

use wavewright_core::media::FolderFiles;

use super::task::{Task, Wake};

/// Time between two looks, in seconds.
pub(super) const INTERVAL_S: f64 = 1.0;
/// Looks at the same change before it is believed to be of a file that nothing reads any more.
const MOST_TRIES: u32 = 5;

/// Watches the files that an effect was made from.
#[derive(Default)]
pub(super) struct MediaWatch {
    folder: Option<Arc<FolderFiles>>,
    next_s: f64,
    looking: Option<Task<Vec<String>>>,
    /// What was found changed last, and how often in a row.
    last: Vec<String>,
    tries: u32,
}

impl MediaWatch {
    /// Watches what is read through `folder`.
    pub(super) fn new(folder: Arc<FolderFiles>) -> Self {
        Self { folder: Some(folder), ..Self::default() }
    }

    /// Whether there is anything to watch.
    pub(super) const fn is_watching(&self) -> bool {
        self.folder.is_some()
    }

    /// Looks where it is time to, off this thread: disks may be slow. Paths that must be read again are returned when they are known.
    pub(super) fn update(&mut self, now_s: f64, wake: &Wake) -> Option<Vec<String>> {
        if let Some(looking) = &mut self.looking {
            let outcome = looking.poll()?;
            self.looking = None;
            return self.judge(outcome.unwrap_or_default());
        }
        if now_s < self.next_s {
            return None;
        }
        self.next_s = now_s + INTERVAL_S;
        let folder = Arc::clone(self.folder.as_ref()?);
        self.looking = Some(Task::spawn("media", Arc::clone(wake), move || folder.changed()));
        None
    }

    /// A file that is written in several steps changes again and again; one that nothing reads any more stays changed.
    fn judge(&mut self, changed: Vec<String>) -> Option<Vec<String>> {
        self.tries = if changed == self.last { self.tries + 1 } else { 0 };
        self.last.clone_from(&changed);
        (!changed.is_empty() && self.tries < MOST_TRIES).then_some(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_nothing_reads_any_more_does_not_compile_for_ever() {
        let mut watch = MediaWatch::default();
        let changed = || vec!["a.png".to_owned()];
        let acted = (0..20).filter(|_| watch.judge(changed()).is_some()).count();
        assert_eq!(acted, MOST_TRIES as usize);
        assert_eq!(watch.judge(Vec::new()), None);
        assert_eq!(watch.judge(changed()), Some(changed()));
    }
}
