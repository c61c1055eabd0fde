//! What is selected, and the ways to select more.

use std::collections::{BTreeSet, HashSet};

use super::command::Items;
use super::model::{CanvasGraph, FrameId, NodeId, PortSide, Wire};

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Nodes.
    pub nodes: HashSet<NodeId>,
    /// Frames.
    pub frames: BTreeSet<FrameId>,
    /// Wires.
    pub wires: HashSet<Wire>,
}

/// How a click or a box changes the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelectMode {
    /// Only what was hit.
    Replace,
    /// What was hit too.
    Add,
    /// What was hit, unless it was selected.
    Toggle,
}

impl SelectMode {
    pub fn of(modifiers: egui::Modifiers) -> Self {
        if modifiers.command || modifiers.ctrl {
            Self::Toggle
        } else if modifiers.shift {
            Self::Add
        } else {
            Self::Replace
        }
    }
}

impl Selection {
    /// Only these nodes.
    pub fn of_nodes(nodes: impl IntoIterator<Item = NodeId>) -> Self {
        Self { nodes: nodes.into_iter().collect(), ..Self::default() }
    }

    /// Whether nothing is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.frames.is_empty() && self.wires.is_empty()
    }

    /// The one selected node, when it is the only one.
    #[must_use]
    pub fn single_node(&self) -> Option<&NodeId> {
        if self.nodes.len() == 1 { self.nodes.iter().next() } else { None }
    }

    /// Selected nodes and frames in the order of `graph`, whatever order they were selected in.
    #[must_use]
    pub fn items(&self, graph: &CanvasGraph) -> Items {
        Items {
            nodes: graph.nodes().iter().filter(|node| self.nodes.contains(&node.id)).map(|node| node.id.clone()).collect(),
            frames: graph.frames().iter().filter(|frame| self.frames.contains(&frame.id)).map(|frame| frame.id).collect(),
        }
    }

    /// Everything.
    #[must_use]
    pub fn all(graph: &CanvasGraph) -> Self {
        Self {
            nodes: graph.nodes().iter().map(|node| node.id.clone()).collect(),
            frames: graph.frames().iter().map(|frame| frame.id).collect(),
            wires: HashSet::new(),
        }
    }

    /// All nodes that aren't selected.
    #[must_use]
    pub fn inverted(&self, graph: &CanvasGraph) -> Self {
        Self::of_nodes(graph.nodes().iter().filter(|node| !self.nodes.contains(&node.id)).map(|node| node.id.clone()))
    }

    /// The selected nodes and all that feed them ([`PortSide::Input`]) or are fed by them ([`PortSide::Output`]).
    #[must_use]
    pub fn along_wires(&self, graph: &CanvasGraph, side: PortSide) -> Self {
        let mut nodes = self.nodes.clone();
        let mut ahead: Vec<NodeId> = self.nodes.iter().cloned().collect();
        // Wires by the node where the walk meets them, so that each is looked at once.
        let mut wires_at: std::collections::HashMap<&NodeId, Vec<&NodeId>> = std::collections::HashMap::new();
        for wire in graph.wires() {
            let (near, far) = match side {
                PortSide::Input => (&wire.to.node, &wire.from.node),
                PortSide::Output => (&wire.from.node, &wire.to.node),
            };
            wires_at.entry(near).or_default().push(far);
        }
        while let Some(node) = ahead.pop() {
            for far in wires_at.get(&node).into_iter().flatten() {
                if nodes.insert((*far).clone()) {
                    ahead.push((*far).clone());
                }
            }
        }
        Self { nodes, ..Self::default() }
    }

    /// Forgets what is no longer in `graph`. Returns whether anything was forgotten.
    pub(super) fn prune(&mut self, graph: &CanvasGraph) -> bool {
        let before = (self.nodes.len(), self.frames.len(), self.wires.len());
        if !self.nodes.is_empty() {
            let there: HashSet<&NodeId> = graph.nodes().iter().map(|node| &node.id).collect();
            self.nodes.retain(|node| there.contains(node));
        }
        self.frames.retain(|frame| graph.frames().iter().any(|other| other.id == *frame));
        if !self.wires.is_empty() {
            let there: HashSet<&Wire> = graph.wires().iter().collect();
            self.wires.retain(|wire| there.contains(wire));
        }
        before != (self.nodes.len(), self.frames.len(), self.wires.len())
    }

    pub(super) fn select_node(&mut self, node: &NodeId, mode: SelectMode) {
        if mode == SelectMode::Replace {
            *self = Self::default();
        }
        if mode != SelectMode::Toggle || !self.nodes.remove(node) {
            self.nodes.insert(node.clone());
        }
    }

    pub(super) fn select_frame(&mut self, frame: FrameId, mode: SelectMode) {
        if mode == SelectMode::Replace {
            *self = Self::default();
        }
        if mode != SelectMode::Toggle || !self.frames.remove(&frame) {
            self.frames.insert(frame);
        }
    }

    pub(super) fn select_wire(&mut self, wire: &Wire, mode: SelectMode) {
        if mode == SelectMode::Replace {
            *self = Self::default();
        }
        if mode != SelectMode::Toggle || !self.wires.remove(wire) {
            self.wires.insert(wire.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::model::{CanvasNode, PortId};
    use egui::Pos2;

    fn chain() -> CanvasGraph {
        let nodes = ["a", "b", "c", "d"].map(|id| CanvasNode::new(id, id, Pos2::ZERO)).to_vec();
        let wire = |from: &str, to: &str| Wire { from: PortId::output(from, "out"), to: PortId::input(to, "in") };
        CanvasGraph::new(nodes, vec![wire("a", "b"), wire("b", "c"), wire("c", "b")], Vec::new())
    }

    fn names(selection: &Selection, graph: &CanvasGraph) -> Vec<String> {
        selection.items(graph).nodes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn walks_up_and_down_even_in_circles() {
        let graph = chain();
        let start = Selection::of_nodes(["b".into()]);
        assert_eq!(names(&start.along_wires(&graph, PortSide::Input), &graph), ["a", "b", "c"]);
        assert_eq!(names(&start.along_wires(&graph, PortSide::Output), &graph), ["b", "c"]);
        assert_eq!(names(&start.inverted(&graph), &graph), ["a", "c", "d"]);
    }

    #[test]
    fn what_is_gone_is_forgotten() {
        let graph = chain();
        let mut selection = Selection::of_nodes(["b".into(), "gone".into()]);
        assert!(selection.prune(&graph));
        assert_eq!(names(&selection, &graph), ["b"]);
        assert!(!selection.prune(&graph));
    }
}
