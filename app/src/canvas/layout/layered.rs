//! A layered layout: columns along the wires, few crossings, wires as level as they can be.
//!
//! After Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures" (1981): break circles,
//! assign columns, order each column by the mean of its neighbours, then place. Heights are placed by isotonic regression (pool
//! adjacent violators), which is optimal for one column at a time. Ports have their own heights, columns start from the order
//! that the artist gave, and the result is the same each time: what general graph-drawing crates do not offer together.

use egui::{Pos2, Vec2, pos2};

/// A node to place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub size: Vec2,
    /// Where its centre is now: breaks ties.
    pub current_y: f32,
}

/// A wire between two nodes; heights of its ends are from the tops of the nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    pub from_y: f32,
    pub to_y: f32,
}

/// Something that takes room in a column: a node, or a wire passing through.
#[derive(Clone, Copy, Debug)]
struct Item {
    vertex: Option<usize>,
    height: f32,
    hint: f32,
}

/// A piece of a wire between neighbouring columns.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: usize,
    to: usize,
    from_y: f32,
    to_y: f32,
}

/// Room that a passing wire takes.
const PASSING_HEIGHT: f32 = 8.0;

/// Left top corners, from (0, 0) on.
pub(super) fn layered(vertices: &[Vertex], edges: &[Edge], gap_across: f32, gap_down: f32) -> Vec<Pos2> {
    let forward = without_circles(vertices.len(), edges);
    let column_of = columns(vertices.len(), &forward);
    let count = column_of.iter().max().map_or(0, |last| last + 1);

    let mut items: Vec<Item> =
        vertices.iter().enumerate().map(|(vertex, it)| Item { vertex: Some(vertex), height: it.size.y, hint: it.current_y }).collect();
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (vertex, column) in column_of.iter().enumerate() {
        columns[*column].push(vertex);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for edge in &forward {
        let mut from = (edge.from, edge.from_y);
        let (first, last) = (column_of[edge.from], column_of[edge.to]);
        for (column, members) in columns.iter_mut().enumerate().take(last).skip(first + 1) {
            #[expect(clippy::cast_precision_loss, reason = "few columns")]
            let share = (column - first) as f32 / (last - first) as f32;
            let hint = vertices[edge.from].current_y * (1.0 - share) + vertices[edge.to].current_y * share;
            items.push(Item { vertex: None, height: PASSING_HEIGHT, hint });
            let passing = items.len() - 1;
            members.push(passing);
            pieces.push(Piece { from: from.0, to: passing, from_y: from.1, to_y: 0.5 * PASSING_HEIGHT });
            from = (passing, 0.5 * PASSING_HEIGHT);
        }
        pieces.push(Piece { from: from.0, to: edge.to, from_y: from.1, to_y: edge.to_y });
    }

    for column in &mut columns {
        column.sort_by(|one, other| items[*one].hint.total_cmp(&items[*other].hint).then(one.cmp(other)));
    }
    order_columns(&mut columns, &pieces, items.len());
    let tops = heights(&columns, &items, &pieces, gap_down);

    let mut places = vec![Pos2::ZERO; vertices.len()];
    let least = tops.iter().copied().fold(f32::INFINITY, f32::min);
    let mut x = 0.0;
    for column in &columns {
        let width = column.iter().filter_map(|item| items[*item].vertex).map(|vertex| vertices[vertex].size.x).fold(0.0, f32::max);
        for item in column {
            if let Some(vertex) = items[*item].vertex {
                places[vertex] = pos2(x, tops[*item] - least);
            }
        }
        x += width + gap_across;
    }
    places
}

/// The edges without those that close a circle (feedback), found by a depth-first walk.
fn without_circles(count: usize, edges: &[Edge]) -> Vec<Edge> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut has_entering = vec![false; count];
    for (index, edge) in edges.iter().enumerate() {
        leaving[edge.from].push(index);
        has_entering[edge.to] = true;
    }
    let mut marks = vec![Mark::New; count];
    let mut closes = vec![false; edges.len()];
    // From sources first, so that a circle is broken where it comes back, not where it is entered.
    let starts = (0..count).filter(|vertex| !has_entering[*vertex]).chain(0..count);
    for start in starts {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        let mut path = vec![(start, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let Some(edge) = leaving[*vertex].get(*next) else {
                marks[*vertex] = Mark::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let to = edges[*edge].to;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    path.push((to, 0));
                }
                Mark::Open => closes[*edge] = true,
                Mark::Done => {}
            }
        }
    }
    edges.iter().zip(closes).filter(|(_, closes)| !closes).map(|(edge, _)| *edge).collect()
}

/// The column of each vertex: as far left as its inputs let it, then as far right as its first output lets it.
fn columns(count: usize, edges: &[Edge]) -> Vec<usize> {
    let order = topological(count, edges);
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in edges {
        entering[edge.to].push(edge.from);
        leaving[edge.from].push(edge.to);
    }
    let mut column = vec![0_usize; count];
    for vertex in &order {
        column[*vertex] = entering[*vertex].iter().map(|from| column[*from] + 1).max().unwrap_or(0);
    }
    // A source stands next to what it feeds, not in the first column.
    for vertex in order.iter().rev() {
        if let Some(next) = leaving[*vertex].iter().map(|to| column[*to]).min() {
            column[*vertex] = column[*vertex].max(next.saturating_sub(1));
        }
    }
    column
}

fn topological(count: usize, edges: &[Edge]) -> Vec<usize> {
    let mut waiting = vec![0_usize; count];
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in edges {
        waiting[edge.to] += 1;
        leaving[edge.from].push(edge.to);
    }
    let mut ready: std::collections::VecDeque<usize> = (0..count).filter(|vertex| waiting[*vertex] == 0).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(vertex) = ready.pop_front() {
        order.push(vertex);
        for to in &leaving[vertex] {
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.push_back(*to);
            }
        }
    }
    order
}

/// Sweeps to and fro, ordering each column by the mean place of its neighbours; keeps the order with the fewest crossings.
fn order_columns(columns: &mut Vec<Vec<usize>>, pieces: &[Piece], count: usize) {
    const SWEEPS: usize = 12;
    let mut entering: Vec<Vec<Piece>> = vec![Vec::new(); count];
    let mut leaving: Vec<Vec<Piece>> = vec![Vec::new(); count];
    for piece in pieces {
        entering[piece.to].push(*piece);
        leaving[piece.from].push(*piece);
    }
    let mut best = columns.clone();
    let mut fewest = crossings(columns, &leaving);
    for sweep in 0..SWEEPS {
        if fewest == 0 {
            break;
        }
        let rightwards = sweep % 2 == 0;
        let mut rank = vec![0.0; count];
        let mut order: Vec<usize> = (0..columns.len()).collect();
        if !rightwards {
            order.reverse();
        }
        for column in order {
            let neighbours = if rightwards { &entering } else { &leaving };
            let mean = |item: usize| {
                let near = &neighbours[item];
                let sum: f32 = near
                    .iter()
                    .map(|piece| if rightwards { rank[piece.from] + 1e-4 * piece.from_y } else { rank[piece.to] + 1e-4 * piece.to_y })
                    .sum();
                #[expect(clippy::cast_precision_loss, reason = "few wires")]
                (!near.is_empty()).then(|| sum / near.len() as f32)
            };
            let members = &mut columns[column];
            #[expect(clippy::cast_precision_loss, reason = "few nodes")]
            let mut keyed: Vec<(f32, usize)> =
                members.iter().enumerate().map(|(place, item)| (mean(*item).unwrap_or(place as f32), *item)).collect();
            keyed.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            *members = keyed.into_iter().map(|(_, item)| item).collect();
            for (place, item) in members.iter().enumerate() {
                #[expect(clippy::cast_precision_loss, reason = "few nodes")]
                let place = place as f32;
                rank[*item] = place;
            }
        }
        let now = crossings(columns, &leaving);
        if now < fewest {
            fewest = now;
            best.clone_from(columns);
        }
    }
    *columns = best;
}

/// How many pairs of wire pieces cross.
fn crossings(columns: &[Vec<usize>], leaving: &[Vec<Piece>]) -> usize {
    let mut total = 0;
    for (column, next) in columns.iter().zip(columns.iter().skip(1)) {
        let place: std::collections::HashMap<usize, usize> = next.iter().enumerate().map(|(place, item)| (*item, place)).collect();
        let mut ends: Vec<(usize, f32)> = Vec::new();
        for item in column {
            let mut pieces = leaving[*item].clone();
            pieces.sort_by(|one, other| one.from_y.total_cmp(&other.from_y));
            ends.extend(pieces.iter().filter_map(|piece| Some((*place.get(&piece.to)?, piece.to_y))));
        }
        for (index, one) in ends.iter().enumerate() {
            total += ends[index + 1..].iter().filter(|other| (other.0, other.1) < (one.0, one.1)).count();
        }
    }
    total
}

/// Tops of all items: each as level with its neighbours as the order and the gaps allow.
fn heights(columns: &[Vec<usize>], items: &[Item], pieces: &[Piece], gap: f32) -> Vec<f32> {
    const SWEEPS: usize = 8;
    let mut entering: Vec<Vec<Piece>> = vec![Vec::new(); items.len()];
    let mut leaving: Vec<Vec<Piece>> = vec![Vec::new(); items.len()];
    for piece in pieces {
        entering[piece.to].push(*piece);
        leaving[piece.from].push(*piece);
    }
    let mut tops = vec![0.0; items.len()];
    for column in columns {
        let mut y = 0.0;
        for item in column {
            tops[*item] = y;
            y += items[*item].height + gap;
        }
    }
    for sweep in 0..SWEEPS {
        let rightwards = sweep % 2 == 0;
        let order: Vec<&Vec<usize>> = if rightwards { columns.iter().collect() } else { columns.iter().rev().collect() };
        for column in order {
            let wanted: Vec<f32> = column
                .iter()
                .map(|item| {
                    // The side that was just placed decides, the other one only where there is none.
                    let from_left = entering[*item].iter().map(|piece| tops[piece.from] + piece.from_y - piece.to_y).collect::<Vec<_>>();
                    let from_right = leaving[*item].iter().map(|piece| tops[piece.to] + piece.to_y - piece.from_y).collect::<Vec<_>>();
                    let (first, second) = if rightwards { (from_left, from_right) } else { (from_right, from_left) };
                    mean(&first).or_else(|| mean(&second)).unwrap_or(tops[*item])
                })
                .collect();
            let sizes: Vec<f32> = column.iter().map(|item| items[*item].height + gap).collect();
            for (item, top) in column.iter().zip(spread(&wanted, &sizes)) {
                tops[*item] = top;
            }
        }
    }
    tops
}

fn mean(values: &[f32]) -> Option<f32> {
    #[expect(clippy::cast_precision_loss, reason = "few wires")]
    (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32)
}

/// Places as near as possible (least squares) to those wanted, in the same order and without overlap.
fn spread(wanted: &[f32], sizes: &[f32]) -> Vec<f32> {
    // Without the room taken by what lies above, "no overlap" reads "never less than the one before": isotonic regression.
    let mut above = 0.0;
    let mut offsets = Vec::with_capacity(wanted.len());
    for size in sizes {
        offsets.push(above);
        above += size;
    }
    let mut blocks: Vec<(f32, usize)> = Vec::new();
    for (want, offset) in wanted.iter().zip(&offsets) {
        let mut sum = want - offset;
        let mut count = 1_usize;
        #[expect(clippy::cast_precision_loss, reason = "few nodes")]
        while let Some((before, before_count)) = blocks.last().copied()
            && before / before_count as f32 > sum / count as f32
        {
            sum += before;
            count += before_count;
            blocks.pop();
        }
        blocks.push((sum, count));
    }
    #[expect(clippy::cast_precision_loss, reason = "few nodes")]
    let levels = blocks.iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / *count as f32, *count));
    levels.zip(&offsets).map(|(level, offset)| level + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Rect, vec2};

    fn lay(count: usize, edges: &[(usize, usize)]) -> Vec<Rect> {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let vertices: Vec<Vertex> =
            (0..count).map(|vertex| Vertex { size: vec2(100.0, 60.0 + 10.0 * (vertex % 4) as f32), current_y: vertex as f32 }).collect();
        let edges: Vec<Edge> = edges.iter().map(|(from, to)| Edge { from: *from, to: *to, from_y: 30.0, to_y: 30.0 }).collect();
        layered(&vertices, &edges, 64.0, 32.0)
            .iter()
            .zip(&vertices)
            .map(|(place, vertex)| Rect::from_min_size(*place, vertex.size))
            .collect()
    }

    fn assert_apart(rects: &[Rect]) {
        for (index, one) in rects.iter().enumerate() {
            for other in &rects[index + 1..] {
                assert!(!one.shrink(0.5).intersects(*other), "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn wires_run_from_left_to_right_and_nothing_overlaps() {
        let edges = [(0, 2), (1, 2), (2, 3), (0, 4), (4, 5), (3, 5), (1, 6), (6, 5)];
        let rects = lay(7, &edges);
        for (from, to) in edges {
            assert!(rects[from].right() < rects[to].left(), "{from} to {to}");
        }
        assert_apart(&rects);
    }

    #[test]
    fn a_chain_is_level_even_with_a_feedback() {
        let rects = lay(4, &[(0, 1), (1, 2), (2, 3), (3, 1)]);
        for rect in &rects {
            assert!((rect.top() - rects[0].top()).abs() < 0.5, "{rects:?}");
        }
        assert!(rects[2].left() < rects[3].left());
    }

    #[test]
    fn crossings_are_undone() {
        // Sources in the wrong order for their targets.
        let rects = lay(4, &[(0, 3), (1, 2)]);
        assert_eq!(rects[0].top() < rects[1].top(), rects[3].top() < rects[2].top());
    }

    #[test]
    fn degenerate_graphs_are_laid_out_too() {
        assert!(lay(0, &[]).is_empty());
        assert_apart(&lay(5, &[]));
        assert_apart(&lay(2, &[(0, 1), (1, 0)]));
        // A long chain must not overflow the stack.
        let long: Vec<(usize, usize)> = (0..4999).map(|vertex| (vertex, vertex + 1)).collect();
        assert_eq!(lay(5000, &long).len(), 5000);
    }

    #[test]
    fn spreading_is_as_near_as_possible() {
        assert_eq!(spread(&[0.0, 0.0], &[10.0, 10.0]), vec![-5.0, 5.0]);
        assert_eq!(spread(&[0.0, 50.0], &[10.0, 10.0]), vec![0.0, 50.0]);
    }
}
