//! Putting nodes in order: aligning, distributing, and laying out by wires.

mod align;
mod layered;

pub(super) use align::{Alignment, aligned};

use std::collections::HashMap;

use egui::{Pos2, pos2, vec2};

use super::model::{CanvasGraph, NodeId};
use super::scene::Scene;
use super::style::metrics;
use layered::{Edge, Vertex, layered};

/// Between columns of a layout.
const GAP_ACROSS: f32 = 8.0 * metrics::GRID;
/// Between nodes of a column.
const GAP_DOWN: f32 = 4.0 * metrics::GRID;
/// Between parts that no wire joins.
const GAP_PARTS: f32 = 6.0 * metrics::GRID;

/// New places of `nodes`, laid out from left to right along the wires between them. Each connected part keeps its place
/// in the order from top to bottom, and the whole keeps its left top corner. Only what moves is returned.
pub(super) fn laid_out(graph: &CanvasGraph, scene: &Scene, nodes: &[NodeId]) -> Vec<(NodeId, Pos2)> {
    let chosen: Vec<usize> = nodes.iter().filter_map(|node| scene.node_index(node)).collect();
    let place_of: HashMap<usize, usize> = chosen.iter().enumerate().map(|(place, index)| (*index, place)).collect();
    let vertices: Vec<Vertex> =
        chosen.iter().map(|index| Vertex { size: scene.rects()[*index].size(), current_y: scene.rects()[*index].center().y }).collect();
    let edges: Vec<Edge> = scene
        .wires()
        .iter()
        .filter_map(|curve| {
            let (from, to) = (*place_of.get(&curve.from.node)?, *place_of.get(&curve.to.node)?);
            let from_y = curve.points[0].y - scene.rects()[curve.from.node].top();
            let to_y = curve.points[3].y - scene.rects()[curve.to.node].top();
            (from != to).then_some(Edge { from, to, from_y, to_y })
        })
        .collect();

    let corner = chosen.iter().map(|index| scene.rects()[*index].min).reduce(|one, other| one.min(other)).unwrap_or(Pos2::ZERO);
    let mut places = vec![Pos2::ZERO; chosen.len()];
    let mut top = corner.y;
    for part in parts(&vertices, &edges) {
        let part_places = layered(&part.vertices, &part.edges, GAP_ACROSS, GAP_DOWN);
        let height = part_places.iter().zip(&part.vertices).map(|(place, vertex)| place.y + vertex.size.y).fold(0.0, f32::max);
        for (place, member) in part_places.iter().zip(&part.members) {
            let on_grid = |value: f32| (value / metrics::GRID).round() * metrics::GRID;
            let offset = vec2(place.x, place.y);
            places[*member] = pos2(on_grid(corner.x + offset.x), on_grid(top + offset.y));
        }
        top += height + GAP_PARTS;
    }
    let moved = chosen.iter().zip(places).filter(|(index, place)| scene.rects()[**index].min != *place);
    moved.map(|(index, place)| (graph.nodes()[*index].id.clone(), place)).collect()
}

/// A part of the graph that no wire leaves.
struct Part {
    members: Vec<usize>,
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
}

/// The connected parts, topmost first.
fn parts(vertices: &[Vertex], edges: &[Edge]) -> Vec<Part> {
    let mut leader: Vec<usize> = (0..vertices.len()).collect();
    fn find(leader: &mut [usize], mut vertex: usize) -> usize {
        while leader[vertex] != vertex {
            leader[vertex] = leader[leader[vertex]];
            vertex = leader[vertex];
        }
        vertex
    }
    for edge in edges {
        let (one, other) = (find(&mut leader, edge.from), find(&mut leader, edge.to));
        leader[one.max(other)] = one.min(other);
    }
    let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
    for vertex in 0..vertices.len() {
        members.entry(find(&mut leader, vertex)).or_default().push(vertex);
    }
    let mut groups: Vec<Vec<usize>> = members.into_values().collect();
    let top = |group: &Vec<usize>| group.iter().map(|vertex| vertices[*vertex].current_y).fold(f32::INFINITY, f32::min);
    groups.sort_by(|one, other| top(one).total_cmp(&top(other)).then(one[0].cmp(&other[0])));
    groups
        .into_iter()
        .map(|members| {
            let local: HashMap<usize, usize> = members.iter().enumerate().map(|(local, vertex)| (*vertex, local)).collect();
            let edges =
                edges.iter().filter_map(|edge| Some(Edge { from: *local.get(&edge.from)?, to: *local.get(&edge.to)?, ..*edge })).collect();
            Part { vertices: members.iter().map(|vertex| vertices[*vertex]).collect(), members, edges }
        })
        .collect()
}
