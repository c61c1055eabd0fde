//! An input of the selected nodes, and changing it on all of them.

use egui::Id;
use wavewright_core::Severity;
use wavewright_core::graph::edit::Gesture;
use wavewright_core::graph::values::value_problem;
use wavewright_core::graph::{Edit, PortRef};
use wavewright_core::node::{InputSpec, Literal, NodeSpec};

use super::edited::Edited;
use super::vector::VectorEdit;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::graph::values::{colour_components, components};
use crate::editor::keyframing;
use crate::editor::notices::Level;

/// What becomes of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// This.
    Set(Literal),
    /// The vector with something changed; it has so many numbers, and is a colour or not.
    Vector {
        /// What changes.
        edit: VectorEdit,
        /// How many numbers there are.
        count: usize,
    },
    /// The default.
    Reset,
}

impl Update {
    /// The new value of a node whose value is `now`; `None` for the default.
    #[must_use]
    pub fn of(&self, now: Option<&Literal>) -> Option<Literal> {
        match self {
            Self::Set(literal) => Some(literal.clone()),
            Self::Reset => None,
            Self::Vector { edit: VectorEdit::All(numbers), .. } => Some(Literal::Vector(numbers.clone())),
            Self::Vector { edit: VectorEdit::Component(index, number), count } => {
                let mut numbers = now.and_then(|now| numbers_of(now, *count)).unwrap_or_else(|| vec![0.0; *count]);
                numbers[*index] = *number;
                Some(Literal::Vector(numbers))
            }
        }
    }
}

/// The numbers of a vector or a colour.
#[must_use]
pub fn numbers_of(literal: &Literal, count: usize) -> Option<Vec<f64>> {
    if count == 4 { colour_components(literal).map(Into::into) } else { components(literal, count) }
}

/// An input of one or more nodes.
pub struct Target<'a> {
    /// For widgets: the same as long as the same input of the same nodes is shown.
    pub id: Id,
    /// The graph.
    pub group: Option<&'a str>,
    /// Nodes whose input is free.
    pub nodes: &'a [String],
    /// What the input is.
    pub input: &'a InputSpec,
    /// What the nodes are, where that is known and they are alike.
    pub spec: Option<&'a NodeSpec>,
    /// The frame that is shown.
    pub frame: f64,
}

impl Target<'_> {
    /// The value of each node at the frame that is shown.
    #[must_use]
    pub fn values(&self, editor: &EditorContext<'_>) -> Vec<Option<Literal>> {
        let value = |node: &String| self.value(editor, node);
        self.nodes.iter().map(value).collect()
    }

    fn value(&self, editor: &EditorContext<'_>, node: &str) -> Option<Literal> {
        let port = PortRef::new(node, self.input.name.as_str());
        keyframing::value_at(editor.session.document(), self.group, &port, self.input.default.as_ref(), self.frame)
    }

    /// Does what a widget said.
    pub fn push(&self, editor: &mut EditorContext<'_>, edited: Edited<Update>) {
        match edited {
            Edited::Nothing => {}
            Edited::Running(update) => self.edit(editor, &update),
            Edited::Done(update) => {
                self.edit(editor, &update);
                editor.push(EditorCommand::EndGesture);
            }
            Edited::Ended => editor.push(EditorCommand::EndGesture),
            Edited::Cancelled => editor.push(EditorCommand::CancelGesture),
            Edited::Refused(why) => editor.push(EditorCommand::Notice(Level::Warning, format!("{}: {why}", self.input.label))),
        }
    }

    fn edit(&self, editor: &mut EditorContext<'_>, update: &Update) {
        let mut edits = Vec::new();
        for node in self.nodes {
            let value = update.of(self.value(editor, node).as_ref());
            if let Some(problem) = value.as_ref().and_then(|value| value_problem(self.input, self.spec?, value))
                && problem.severity == Severity::Error
            {
                editor.push(EditorCommand::Notice(Level::Warning, format!("{}: {}", self.input.label, problem.message)));
                return;
            }
            let port = PortRef::new(node.as_str(), self.input.name.as_str());
            edits.push(keyframing::set_value(editor.session.document(), self.group, &port, value, self.frame));
        }
        let verb = if *update == Update::Reset { "Reset" } else { "Set" };
        let name = match self.nodes.len() {
            1 => format!("{verb} {}", self.input.label),
            count => format!("{verb} {} of {count} nodes", self.input.label),
        };
        editor.push(EditorCommand::EditIn(Gesture(self.id.value()), name, Edit::Batch(edits)));
    }
}

/// Does to the document what a field of its own settings says.
pub fn push(editor: &mut EditorContext<'_>, id: Id, name: &str, edited: Edited<Edit>) {
    let mut edit = |edit| editor.push(EditorCommand::EditIn(Gesture(id.value()), name.to_owned(), edit));
    match edited {
        Edited::Nothing => {}
        Edited::Running(now) => edit(now),
        Edited::Done(now) => {
            edit(now);
            editor.push(EditorCommand::EndGesture);
        }
        Edited::Ended => editor.push(EditorCommand::EndGesture),
        Edited::Cancelled => editor.push(EditorCommand::CancelGesture),
        Edited::Refused(why) => editor.push(EditorCommand::Notice(Level::Warning, why)),
    }
}
