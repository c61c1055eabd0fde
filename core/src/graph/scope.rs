//! One graph of a document: its own, or a group's.

use indexmap::IndexMap;

use super::{Document, Frame, Group, Link, Node};

/// A graph to look at.
#[derive(Clone, Copy, Debug)]
pub struct GraphRef<'a> {
    /// Nodes by id.
    pub nodes: &'a IndexMap<String, Node>,
    /// Wires.
    pub links: &'a [Link],
    /// Boxes with text.
    pub frames: &'a [Frame],
}

/// A graph to change.
#[derive(Debug)]
pub(crate) struct GraphMut<'a> {
    pub(crate) nodes: &'a mut IndexMap<String, Node>,
    pub(crate) links: &'a mut Vec<Link>,
    pub(crate) frames: &'a mut Vec<Frame>,
}

impl Document {
    /// The document's own graph.
    #[must_use]
    pub fn graph(&self) -> GraphRef<'_> {
        GraphRef { nodes: &self.nodes, links: &self.links, frames: &self.frames }
    }

    /// The graph of this group, or the document's own for `None`; `None` where there is no such group.
    #[must_use]
    pub fn graph_in(&self, group: Option<&str>) -> Option<GraphRef<'_>> {
        match group {
            None => Some(self.graph()),
            Some(name) => self.groups.get(name).map(Group::graph),
        }
    }

    pub(crate) fn graph_mut_in(&mut self, group: Option<&str>) -> Option<GraphMut<'_>> {
        match group {
            None => Some(GraphMut { nodes: &mut self.nodes, links: &mut self.links, frames: &mut self.frames }),
            Some(name) => self.groups.get_mut(name).map(|group| GraphMut {
                nodes: &mut group.nodes,
                links: &mut group.links,
                frames: &mut group.frames,
            }),
        }
    }
}

impl Group {
    /// The group's graph.
    #[must_use]
    pub fn graph(&self) -> GraphRef<'_> {
        GraphRef { nodes: &self.nodes, links: &self.links, frames: &self.frames }
    }
}

/// How a node inside a group is called in messages and as a keyframes' key: `group/node`.
#[must_use]
pub(crate) fn scoped_id(group: Option<&str>, id: &str) -> String {
    match group {
        None => id.to_owned(),
        Some(group) => format!("{group}/{id}"),
    }
}
