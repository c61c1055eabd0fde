//! What other threads have finished: a compiled effect, a file read, a file written, a copy for recovery.

use super::*;

impl Session {
    pub(super) fn poll_compiler(&mut self) {
        while let Some(outcome) = self.compiler.worker.as_ref().ok().and_then(CompileWorker::poll) {
            if outcome.serial >= self.compiler.first_of_document {
                self.take_outcome(outcome);
            }
        }
    }

    pub(super) fn take_outcome(&mut self, outcome: Outcome) {
        self.compiler.last_took_s = outcome.took.as_secs_f64();
        // An empty canvas is a beginning, not a problem.
        let is_empty = self.document.nodes.is_empty();
        self.problems.set_compiling(if is_empty { Vec::new() } else { self.in_document(outcome.diagnostics) });
        match outcome.made {
            Some(made) => {
                self.compiler.live = LiveInputs::of(&made.effect.manifest);
                let prepared = made.prepared.and_then(|prepared| Some((prepared, self.screen().ok()?.clone())));
                self.stage.put(made.effect, made.statistics, prepared, &self.wake);
                // Numbers changed while it was compiled; and what was no parameter before may be one now, or the other way round.
                let fits = self.stage.follow(&self.unfolded, &self.looks.camera, self.catalog.as_ref());
                if fits && outcome.serial == self.compiler.serial {
                    self.compile_if_needed();
                }
            }
            None if !outcome.shows_something => {
                self.compiler.live = LiveInputs::default();
                self.stage.clear();
            }
            // The last good effect runs on.
            None => {}
        }
    }

    /// Files that changed on the disk are compiled in again.
    pub(super) fn poll_media(&mut self, now_s: f64) {
        if self.is_compiling() {
            return;
        }
        if let Some(changed) = self.media.update(now_s, &self.wake) {
            self.events.push(Event::FilesChanged(changed));
            self.compiler.requested = None;
            self.compile_if_needed();
        }
    }

    pub(super) fn poll_loading(&mut self) {
        let Some(loading) = &mut self.loading else { return };
        let Some(outcome) = loading.task.poll() else { return };
        let (path, start) = (std::mem::take(&mut loading.path), loading.start);
        self.loading = None;
        let (stamp, outcome) = match outcome {
            Ok(outcome) => outcome,
            Err(panic) => {
                let problem = Diagnostic::error(format!("{} can't be read: {panic}", path.display())).help("the file was not changed");
                self.events.push(Event::OpenFailed { path, problem });
                return;
            }
        };
        self.file.note_load(&path, stamp, &outcome);
        match outcome {
            Ok(loaded) => {
                self.replace_document(loaded.document);
                self.compiler.is_held = start == Start::Held;
                self.events.push(Event::Opened { path: path.clone(), remarks: loaded.diagnostics.len() });
                self.problems.set_loading(loaded.diagnostics);
                self.read_files_beside(&path);
                self.file.become_file(path);
                self.opening = Some(Trial { running_since_s: None });
                self.changed();
            }
            Err(error) => {
                if let Some(run) = &self.run_folder {
                    run.opened();
                }
                self.events.push(Event::OpenFailed { path, problem: error.to_diagnostic() });
            }
        }
    }

    pub(super) fn poll_saving(&mut self) {
        match self.file.poll_save() {
            Some(Saved::Done(path)) => {
                self.read_files_beside(&path);
                match self.file.take_next_save() {
                    // The document may have changed since: it is saved when the last save is.
                    Some(next) => self.save_as(next),
                    None => self.events.push(Event::Saved(path)),
                }
            }
            Some(Saved::Failed { path, message }) => {
                self.events.push(Event::SaveFailed { path, message });
                if let Some(next) = self.file.take_next_save() {
                    self.save_as(next);
                }
            }
            None => {}
        }
    }

    /// A document whose effect has run for a while did not stop the program.
    pub(super) fn end_trial(&mut self, now_s: f64) {
        let Some(trial) = &mut self.opening else { return };
        if self.compiler.is_held || self.compiler.worker.as_ref().is_ok_and(CompileWorker::is_busy) {
            return;
        }
        let since_s = *trial.running_since_s.get_or_insert(now_s);
        if now_s - since_s >= SURVIVED_S {
            self.opening = None;
            if let Some(run) = &self.run_folder {
                run.opened();
            }
        }
    }

    pub(super) fn autosave(&mut self, now_s: f64) {
        let Some(run) = &self.run_folder else { return };
        let is_modified = self.history.is_modified() || self.file.is_behind();
        let unsaved = is_modified
            .then(|| (self.revision, &self.document, About { name: self.file.name(), path: self.file.path().map(Path::to_owned) }));
        if let Some(problem) = self.autosave.update(run, now_s, unsaved, &self.wake) {
            self.events.push(Event::AutosaveFailed(problem));
        }
    }

    /// Copies the document for recovery at the next update: something bad is likely.
    pub fn hurry_autosave(&mut self) {
        self.autosave.hurry();
    }
}
