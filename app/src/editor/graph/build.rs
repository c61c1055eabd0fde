//! The document as the canvas shows it.

use std::collections::{HashMap, HashSet};

use egui::{Color32, Pos2, Rect, vec2};
use wavewright_core::Severity;
use wavewright_core::graph::groups::{GROUP_INPUT, GROUP_OUTPUT, GROUP_PORT, group_of, ports};
use wavewright_core::graph::query::LinkIndex;
use wavewright_core::graph::types::{PortTypes, Specs};
use wavewright_core::graph::{Document, GraphRef, Node, PortRef, keyframes};
use wavewright_core::node::{Catalog, InputSpec, NodeSpec, REROUTE, SpecSource, ValueType};

use super::values::inline_value;
use crate::canvas::{CanvasFrame, CanvasGraph, CanvasNode, Eye, FrameId, Input, NodeForm, Output, PortId, Thumbnail, Wire};
use crate::editor::keyframing;
use crate::editor::session::{Looks, Problems};
use crate::theme::{self, Palette};

/// What the canvas shows is made of.
pub struct Source<'a> {
    /// The document.
    pub document: &'a Document,
    /// The group that is shown; `None` for the document's own graph.
    pub group: Option<&'a str>,
    /// What nodes are.
    pub catalog: &'a Catalog,
    /// What is wrong.
    pub problems: &'a Problems,
    /// What is looked at.
    pub looks: &'a Looks,
    /// The output that the viewport shows.
    pub wanted: Option<&'a PortRef>,
    /// Pictures on nodes.
    pub thumbnails: &'a HashMap<String, Thumbnail>,
    /// The frame that is shown: what has keyframes has the value that it has there.
    pub frame: f64,
    /// What each node is called in the effect.
    pub unfolded: &'a HashMap<String, String>,
    /// Colours.
    pub palette: &'a Palette,
}

impl Source<'_> {
    /// The graph for the canvas; empty where the group is gone.
    #[must_use]
    pub fn build(&self) -> CanvasGraph {
        let Some(graph) = self.document.graph_in(self.group) else { return CanvasGraph::default() };
        let links = LinkIndex::new(graph);
        let specs: Specs<'_> = graph.nodes.iter().filter_map(|(id, node)| Some((id.as_str(), self.catalog.spec_for(node).ok()?))).collect();
        let types = PortTypes::infer(graph, &specs, &links);
        let nodes = graph.nodes.iter().map(|(id, node)| self.node(graph, &links, &specs, &types, id, node)).collect();
        let wires = graph.links.iter().map(|link| {
            let from = PortId::output(link.from.node.as_str(), link.from.port.as_str());
            Wire { from, to: PortId::input(link.to.node.as_str(), link.to.port.as_str()) }
        });
        let frames = graph.frames.iter().enumerate().map(|(index, frame)| CanvasFrame {
            id: FrameId(index),
            text: frame.text.clone(),
            rect: Rect::from_min_size(position(frame.position), vec2(frame.size[0] as f32, frame.size[1] as f32)),
            colour: frame.colour.as_deref().and_then(colour).map(|colour| self.palette.adapt(colour)),
        });
        CanvasGraph::new(nodes, wires.collect(), frames.collect())
    }

    fn node<'g>(
        &self,
        graph: GraphRef<'g>,
        links: &LinkIndex<'g>,
        specs: &Specs<'g>,
        types: &PortTypes<'g>,
        id: &'g str,
        node: &Node,
    ) -> CanvasNode {
        let scoped = self.group.map_or_else(|| id.to_owned(), |group| format!("{group}/{id}"));
        let mut shown = CanvasNode::new(id, title(node, specs.get(id).map(AsRef::as_ref)), position(node.position));
        shown.colour = node.colour.as_deref().and_then(colour);
        shown.collapsed = node.collapsed;
        shown.muted = node.muted;
        shown.is_group = group_of(&node.kind).is_some();
        shown.thumbnail = self.thumbnails.get(&scoped).copied().filter(|_| node.thumbnail);
        for problem in self.problems.of_node(&scoped) {
            let words = match &problem.port {
                Some(port) => format!("{port}: {}", problem.message),
                None => problem.message.clone(),
            };
            match problem.severity {
                Severity::Error => drop(shown.error.get_or_insert(words)),
                Severity::Warning => drop(shown.warning.get_or_insert(words)),
                Severity::Note => {}
            }
        }
        match specs.get(id) {
            Some(spec) => {
                shown.category_colour = theme::category_colour(self.palette, &spec.category);
                if spec.kind == REROUTE {
                    shown.form = NodeForm::Dot;
                }
                shown.outputs = self.outputs(types, id, spec);
                if shown.form == NodeForm::Dot {
                    // What it shows is seen at the other end of its wire.
                    shown.outputs.iter_mut().for_each(|output| output.eye = Eye::None);
                }
                shown.inputs = self.inputs(links, types, id, node, spec);
            }
            None => {
                shown.category_colour = self.palette.faint;
                self.unknown_ports(&mut shown, graph, links, id, node);
            }
        }
        shown
    }

    fn outputs(&self, types: &PortTypes<'_>, id: &str, spec: &NodeSpec) -> Vec<Output> {
        let output = |output: &wavewright_core::node::OutputSpec| {
            let value_type = types.of(id, &output.port_type);
            Output { eye: self.eye(id, &output.name, value_type), ..Output::new(output.name.as_str(), self.port_type(value_type)) }
        };
        spec.outputs.iter().map(output).collect()
    }

    fn eye(&self, id: &str, port: &str, value_type: Option<ValueType>) -> Eye {
        let Some(id) = self.unfolded.get(id).filter(|_| !value_type.is_some_and(ValueType::is_list)) else { return Eye::None };
        let is = |look: Option<&PortRef>| look.is_some_and(|look| look.node == *id && look.port == port);
        if is(self.looks.pinned.as_ref()) {
            Eye::Pinned
        } else if is(self.wanted) {
            Eye::Viewed
        } else {
            Eye::Closed
        }
    }

    fn inputs(&self, links: &LinkIndex<'_>, types: &PortTypes<'_>, id: &str, node: &Node, spec: &NodeSpec) -> Vec<Input> {
        let mut inputs = Vec::new();
        for input in &spec.inputs {
            let own_range = node.ranges.contains_key(&input.name).then(|| InputSpec { range: node.range_of(input), ..input.clone() });
            let input = own_range.as_ref().unwrap_or(input);
            let set = node.inputs.get(&input.name);
            let is_linked = links.at_input(&PortRef::new(id, input.name.as_str())).is_some();
            if input.advanced && set.is_none() && !is_linked {
                continue;
            }
            let value_type = types.of(id, &input.port_type);
            let keyframes = self.document.timeline.keyframes.get(&keyframing::target(self.group, &PortRef::new(id, input.name.as_str())));
            let moved = keyframes.and_then(|list| keyframes::sample(list, self.frame));
            inputs.push(Input {
                name: input.name.as_str().into(),
                label: input.label.clone(),
                port_type: input.linkable().then(|| self.port_type(value_type)),
                required: input.linkable() && set.is_none() && input.default.is_none() && input.context.is_none(),
                value: inline_value(input, value_type, moved.as_ref().or(set)),
                is_default: set.is_none() && keyframes.is_none(),
                keyframed: keyframes.is_some(),
            });
        }
        inputs
    }

    fn port_type(&self, value_type: Option<ValueType>) -> crate::canvas::PortType {
        theme::port_type(self.palette, value_type.map_or("any", ValueType::name))
    }

    /// Ports of groups and of nodes that are not known: those that have a name somewhere.
    fn unknown_ports(&self, shown: &mut CanvasNode, graph: GraphRef<'_>, links: &LinkIndex<'_>, id: &str, node: &Node) {
        let group = group_of(&node.kind).and_then(|name| self.document.groups.get(name));
        let mut seen = HashSet::new();
        let mut add_input = |name: &str, inputs: &mut Vec<Input>| {
            if seen.insert(name.to_owned()) {
                inputs.push(Input::linkable(name, self.port_type(None)));
            }
        };
        match (node.kind.as_str(), group) {
            (_, Some(group)) => ports(group, GROUP_INPUT).for_each(|name| add_input(name, &mut shown.inputs)),
            (GROUP_OUTPUT, _) => add_input(GROUP_PORT, &mut shown.inputs),
            _ => {}
        }
        links.into_node(id).iter().for_each(|link| add_input(&link.to.port, &mut shown.inputs));
        node.inputs.keys().for_each(|name| add_input(name, &mut shown.inputs));

        let mut seen = HashSet::new();
        let mut add_output = |name: &str| {
            if seen.insert(name.to_owned()) {
                shown.outputs.push(Output { eye: Eye::None, ..Output::new(name, self.port_type(None)) });
            }
        };
        match (node.kind.as_str(), group) {
            (_, Some(group)) => ports(group, GROUP_OUTPUT).for_each(&mut add_output),
            (GROUP_INPUT, _) => add_output(GROUP_PORT),
            _ => {}
        }
        links.out_of_node(id).iter().for_each(|link| add_output(&link.from.port));
        debug_assert!(graph.nodes.contains_key(id));
    }
}

/// The title of a node: the artist's own, its kind's, or the kind's name where nothing is known.
#[must_use]
pub fn title(node: &Node, spec: Option<&NodeSpec>) -> String {
    match (&node.title, spec) {
        (Some(title), _) => title.clone(),
        (None, Some(spec)) => spec.title.clone(),
        (None, None) => group_of(&node.kind).unwrap_or(&node.kind).to_owned(),
    }
}

fn position(place: [f64; 2]) -> Pos2 {
    Pos2::new(place[0] as f32, place[1] as f32)
}

/// `#rrggbb` as a colour.
#[must_use]
pub fn colour(text: &str) -> Option<Color32> {
    Color32::from_hex(text).ok()
}

/// A colour as `#rrggbb`.
#[must_use]
pub fn colour_text(colour: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.r(), colour.g(), colour.b())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wavewright_core::graph::file::parse;

    #[test]
    fn frames_stand_out_in_both_themes() {
        let text = r##"{ "format": "wavewright", "version": 1, "nodes": {},
            "frames": [{ "text": "How it looks", "position": [0, 0], "size": [200, 100], "colour": "#e6e9ef" }] }"##;
        let document = parse(text, "frames.json").unwrap().document;
        for palette in [Palette::DARK, Palette::LIGHT] {
            let source = Source {
                document: &document,
                group: None,
                catalog: &Catalog::default(),
                problems: &Problems::default(),
                looks: &Looks::default(),
                wanted: None,
                thumbnails: &HashMap::new(),
                frame: 0.0,
                unfolded: &HashMap::new(),
                palette: &palette,
            };
            let colour = source.build().frames()[0].colour.unwrap();
            assert!(colour.r().abs_diff(palette.panel.r()) > 70, "{colour:?} on {:?}", palette.panel);
        }
    }
}
