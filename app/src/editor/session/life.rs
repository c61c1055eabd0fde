//! The document's life: started, opened, recovered, saved.

use super::*;

impl Session {
    /// Starts a document without a file, called `name`. Unsaved changes of the one before are gone: ask first.
    pub fn start_document(&mut self, document: Document, name: String) {
        self.replace_document(document);
        self.file.become_untitled(name);
        self.read_no_files();
        self.problems.set_loading(Vec::new());
        self.changed();
    }

    /// Starts loading a file. [`Event::Opened`] or [`Event::OpenFailed`] tells of the end. Unsaved changes are gone: ask first.
    pub fn open(&mut self, path: PathBuf, start: Start) {
        if let Some(run) = &self.run_folder {
            run.opening(&path);
        }
        self.loading = Some(Loading::start(path, start, Arc::clone(&self.wake)));
    }

    /// Whether the document waits for [`Self::release`].
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.compiler.is_held
    }

    /// Compiles and runs a document that was opened with [`Start::Held`].
    pub fn release(&mut self) {
        self.compiler.is_held = false;
        self.compile_if_needed();
    }

    /// Opens what an earlier run left as a document of that name, changed since its file was saved.
    pub fn recover(&mut self, about: &About, loaded: wavewright_core::graph::file::Loaded) {
        self.replace_document(loaded.document);
        self.problems.set_loading(loaded.diagnostics);
        match &about.path {
            Some(path) => {
                self.read_files_beside(path);
                self.file.become_file(path.clone());
            }
            None => {
                self.read_no_files();
                self.file.become_untitled(about.name.clone());
            }
        }
        self.file.mark_behind();
        self.changed();
    }

    /// Saves under the document's own name; false where it has none.
    pub fn save(&mut self) -> bool {
        let Some(path) = self.file.path().map(Path::to_owned) else { return false };
        self.save_as(path);
        true
    }

    /// Saves as `path`, which becomes the document's file; after the save that is under way, if one is. A file that must not be replaced
    /// is refused: see [`DocumentFile::reason_not_to_replace`].
    pub fn save_as(&mut self, path: PathBuf) {
        if self.file.is_saving() {
            return self.file.save_next(path);
        }
        if let Some(reason) = self.file.reason_not_to_replace(&path) {
            let message = format!("it was not overwritten: {reason}; save under another name");
            self.events.push(Event::SaveFailed { path, message });
            return;
        }
        // What is edited from here on counts as changed; a save that fails keeps the document changed by itself.
        self.history.mark_saved(&self.document);
        self.file.start_save(path, Arc::clone(&self.document), Arc::clone(&self.wake));
    }

    /// Files that the document names are beside `path` from now on.
    pub(super) fn read_files_beside(&mut self, path: &Path) {
        let folder = Arc::new(FolderFiles::new(path.parent().unwrap_or(Path::new(""))));
        self.media = MediaWatch::new(Arc::clone(&folder));
        self.files = folder;
    }

    pub(super) fn read_no_files(&mut self) {
        self.media = MediaWatch::default();
        self.files = Arc::new(NoFiles);
    }

    pub(super) fn replace_document(&mut self, document: Document) {
        self.history = History::new(&document);
        self.document = Arc::new(document);
        self.looks = Looks { follows_selection: self.looks.follows_selection, ..Looks::default() };
        self.stage.clear();
        self.problems.set_compiling(Vec::new());
        self.compiler.requested = None;
        self.compiler.live = LiveInputs::default();
        self.compiler.is_held = false;
        self.compiler.first_of_document = self.compiler.serial + 1;
        self.loading = None;
        self.events.push(Event::DocumentReplaced);
    }
}
