//! Undo and redo: one gesture is one step, and one that ends where it began is none.

use super::merge::covers;
use super::{Edit, EditError, apply};
use crate::graph::Document;

/// Names a gesture that goes on over many edits: a slider's drag, a typed word. The widget's own id serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gesture(pub u64);

/// The steps of a document. All changes must go through here, or undoing would meet a document that it does not know.
#[derive(Debug)]
pub struct History {
    /// Steps behind, oldest first.
    done: Vec<Step>,
    /// Steps ahead, nearest last.
    undone: Vec<Step>,
    open: Option<OpenGesture>,
    /// The document at the end of the last closed step.
    current: blake3::Hash,
    saved: blake3::Hash,
}

/// A step: the edit that leads to the other side of it.
#[derive(Debug)]
struct Step {
    name: String,
    edit: Edit,
}

/// A step that may still grow.
#[derive(Debug)]
struct OpenGesture {
    gesture: Gesture,
    name: String,
    /// What undoes it, newest last.
    inverses: Vec<Edit>,
}

impl History {
    /// No steps; `document` counts as saved.
    #[must_use]
    pub fn new(document: &Document) -> Self {
        let current = fingerprint(document);
        Self { done: Vec::new(), undone: Vec::new(), open: None, current, saved: current }
    }

    /// Makes a change that is a step of its own. One that changes nothing is no step.
    ///
    /// # Errors
    /// An edit that does not fit; the document is then as it was.
    pub fn perform(&mut self, document: &mut Document, name: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        self.end_gesture(document);
        let inverse = apply(document, edit)?;
        self.add_step(document, name.into(), inverse);
        Ok(())
    }

    /// Makes a change that belongs to a gesture: with others of the same gesture that follow at once it is one step.
    ///
    /// # Errors
    /// An edit that does not fit; the document is then as it was.
    pub fn perform_in(&mut self, document: &mut Document, gesture: Gesture, name: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        if self.open.as_ref().is_some_and(|open| open.gesture != gesture) {
            self.end_gesture(document);
        }
        let inverse = apply(document, edit)?;
        let open = self.open.get_or_insert_with(|| OpenGesture { gesture, name: name.into(), inverses: Vec::new() });
        if !open.inverses.last().is_some_and(|older| covers(older, &inverse)) {
            open.inverses.push(inverse);
        }
        Ok(())
    }

    /// Ends the gesture that is going on, if any: the button is up, the text field lost the keyboard.
    pub fn end_gesture(&mut self, document: &Document) {
        if let Some(open) = self.open.take() {
            self.add_step(document, open.name, backwards(open.inverses));
        }
    }

    /// Takes back the gesture that is going on, if any, and leaves no step.
    ///
    /// # Errors
    /// Where the document was changed behind the history's back.
    pub fn cancel_gesture(&mut self, document: &mut Document) -> Result<(), EditError> {
        match self.open.take() {
            Some(open) => apply(document, backwards(open.inverses)).map(drop),
            None => Ok(()),
        }
    }

    fn add_step(&mut self, document: &Document, name: String, inverse: Edit) {
        let now = fingerprint(document);
        if now == self.current {
            return;
        }
        self.current = now;
        self.undone.clear();
        self.done.push(Step { name, edit: inverse });
    }

    /// Takes the last step back; false where there is none.
    ///
    /// # Errors
    /// Where the document was changed behind the history's back.
    pub fn undo(&mut self, document: &mut Document) -> Result<bool, EditError> {
        self.end_gesture(document);
        self.step(document, Direction::Back)
    }

    /// Makes the step again that was taken back last; false where there is none.
    ///
    /// # Errors
    /// Where the document was changed behind the history's back.
    pub fn redo(&mut self, document: &mut Document) -> Result<bool, EditError> {
        self.end_gesture(document);
        self.step(document, Direction::Forth)
    }

    fn step(&mut self, document: &mut Document, direction: Direction) -> Result<bool, EditError> {
        let (from, to) = match direction {
            Direction::Back => (&mut self.done, &mut self.undone),
            Direction::Forth => (&mut self.undone, &mut self.done),
        };
        let Some(step) = from.last() else {
            return Ok(false);
        };
        let edit = apply(document, step.edit.clone())?;
        if let Some(Step { name, .. }) = from.pop() {
            to.push(Step { name, edit });
        }
        self.current = fingerprint(document);
        Ok(true)
    }

    /// Goes to the document after the first `position` steps of [`History::names`]; the last one where there are fewer.
    ///
    /// # Errors
    /// Where the document was changed behind the history's back.
    pub fn jump_to(&mut self, document: &mut Document, position: usize) -> Result<(), EditError> {
        self.end_gesture(document);
        let position = position.min(self.done.len() + self.undone.len());
        while self.done.len() > position {
            self.step(document, Direction::Back)?;
        }
        while self.done.len() < position {
            self.step(document, Direction::Forth)?;
        }
        Ok(())
    }

    /// Names of all steps, oldest first: those behind, then those ahead.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.done.iter().chain(self.undone.iter().rev()).map(|step| step.name.as_str())
    }

    /// How many of [`History::names`] are behind. A gesture that is going on is not among them.
    #[must_use]
    pub fn position(&self) -> usize {
        self.done.len()
    }

    /// What undo would take back.
    #[must_use]
    pub fn undo_name(&self) -> Option<&str> {
        self.open.as_ref().map(|open| open.name.as_str()).or_else(|| self.done.last().map(|step| step.name.as_str()))
    }

    /// What redo would make again.
    #[must_use]
    pub fn redo_name(&self) -> Option<&str> {
        if self.open.is_some() { None } else { self.undone.last().map(|step| step.name.as_str()) }
    }

    /// The document as it is now is on the disk.
    pub fn mark_saved(&mut self, document: &Document) {
        self.end_gesture(document);
        self.saved = self.current;
    }

    /// Whether the document differs from what is on the disk. During a gesture it counts as changed.
    #[must_use]
    pub fn is_modified(&self) -> bool {
        self.open.is_some() || self.current != self.saved
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Back,
    Forth,
}

fn backwards(mut inverses: Vec<Edit>) -> Edit {
    inverses.reverse();
    match <[Edit; 1]>::try_from(inverses) {
        Ok([edit]) => edit,
        Err(edits) => Edit::Batch(edits),
    }
}

/// Equal for documents that are saved alike.
fn fingerprint(document: &Document) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let written = serde_json::to_writer(&mut hasher, document);
    // A hasher takes all bytes, and every key of a document is text.
    debug_assert!(written.is_ok(), "{written:?}");
    hasher.finalize()
}
