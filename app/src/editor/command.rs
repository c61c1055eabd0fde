//! What panels and dialogs ask for. They are shown a [`Session`](super::session::Session) that they can't change; what they push is done
//! after all of them were drawn, so that no panel sees half of a change.

use std::path::PathBuf;

use wavewright_core::gpu::PointerInput;
use wavewright_core::graph::edit::Gesture;
use wavewright_core::graph::{Edit, PortRef};
use wavewright_core::node::Literal;

use super::action::Action;
use super::session::Pace;
use crate::canvas::CanvasCommand;

/// Something to be done.
#[derive(Clone, Debug)]
pub enum EditorCommand {
    /// As from a menu.
    Do(Action),
    /// A change of the document that is a step of its own, with its name in the history.
    Edit(String, Edit),
    /// A change that belongs to a gesture: a drag's, a typed word's. End it with [`Self::EndGesture`].
    EditIn(Gesture, String, Edit),
    /// The gesture is at its end: the button is up, the field lost the keyboard.
    EndGesture,
    /// The gesture is given up: what it changed is taken back.
    CancelGesture,
    /// What the artist did on the canvas.
    Canvas(CanvasCommand),
    /// The document after this many steps of the history.
    JumpTo(usize),
    /// Opens or closes the eye of an output.
    ToggleEye(PortRef),
    /// Pins an output to the viewport, or no longer.
    TogglePin(PortRef),
    /// Selects a node (`node` or `group/node`) and brings it into view.
    Reveal(String),
    /// Shows what is wrong with a node.
    ShowProblem(String),
    /// Shows the manual at this kind of node.
    ShowManual(String),
    /// Shows an input in the inspector, where it has its richest editor.
    ShowInput(PortRef),
    /// Sets a keyframe of an input at the frame that is shown, or removes the one that is there.
    ToggleKeyframe(PortRef),
    /// Lets the artist choose a file for an input of the graph that is shown.
    ChooseFile(PortRef),
    /// Adds a node of this kind in the middle of what the canvas shows.
    AddNode(String),
    /// Opens a file, after asking what becomes of unsaved changes.
    OpenFile(PathBuf),
    /// Starts a copy of the example of this name, after asking what becomes of unsaved changes.
    OpenExample(String),
    /// Shows this frame, from the start where it lies behind.
    Seek(u64),
    /// How time goes on.
    SetPace(Pace),
    /// Moves the camera that looks at meshes, particles and scenes: these inputs of it.
    SteerLook(Vec<(String, Literal)>),
    /// The pointer is held on the simulation plane, or let go.
    SetPointer(Option<PointerInput>),
    /// Text for the clipboard.
    CopyText(String),
    /// A short message to the artist.
    Notice(super::notices::Level, String),
}
