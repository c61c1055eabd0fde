//! Changes of the document, as steps that can be undone.

use super::*;

impl Session {
    /// Makes a change that is a step of its own.
    ///
    /// # Errors
    /// An edit that does not fit; the document is then as it was.
    pub fn perform(&mut self, name: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        let outcome = self.history.perform(Arc::make_mut(&mut self.document), name, edit);
        self.changed();
        outcome
    }

    /// Makes a change that belongs to a gesture: see [`History::perform_in`].
    ///
    /// # Errors
    /// An edit that does not fit; the document is then as it was.
    pub fn perform_in(&mut self, gesture: Gesture, name: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        let outcome = self.history.perform_in(Arc::make_mut(&mut self.document), gesture, name, edit);
        self.changed();
        outcome
    }

    /// Ends the gesture that is going on, if any.
    pub fn end_gesture(&mut self) {
        self.history.end_gesture(&self.document);
    }

    /// Takes back the gesture that is going on, if any.
    ///
    /// # Errors
    /// As [`History::cancel_gesture`].
    pub fn cancel_gesture(&mut self) -> Result<(), EditError> {
        let outcome = self.history.cancel_gesture(Arc::make_mut(&mut self.document));
        self.changed();
        outcome
    }

    /// Takes the last step back; false where there is none.
    ///
    /// # Errors
    /// As [`History::undo`].
    pub fn undo(&mut self) -> Result<bool, EditError> {
        let outcome = self.history.undo(Arc::make_mut(&mut self.document));
        self.changed();
        outcome
    }

    /// Makes the step again that was taken back last; false where there is none.
    ///
    /// # Errors
    /// As [`History::redo`].
    pub fn redo(&mut self) -> Result<bool, EditError> {
        let outcome = self.history.redo(Arc::make_mut(&mut self.document));
        self.changed();
        outcome
    }

    /// Goes to the document after the first `position` steps.
    ///
    /// # Errors
    /// As [`History::jump_to`].
    pub fn jump_to(&mut self, position: usize) -> Result<(), EditError> {
        let outcome = self.history.jump_to(Arc::make_mut(&mut self.document), position);
        self.changed();
        outcome
    }
}
