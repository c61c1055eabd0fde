//! Aligning and distributing.

use egui::{Pos2, Rect, pos2};

use super::super::action::CanvasAction;
use super::super::model::NodeId;

/// A way to bring nodes in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Alignment {
    Left,
    Right,
    Top,
    Bottom,
    /// Centres one above the other.
    Column,
    /// Centres side by side.
    Row,
    /// Equal gaps from left to right.
    Across,
    /// Equal gaps from top to bottom.
    Down,
}

impl Alignment {
    pub fn of(action: CanvasAction) -> Option<Self> {
        Some(match action {
            CanvasAction::AlignLeft => Self::Left,
            CanvasAction::AlignRight => Self::Right,
            CanvasAction::AlignTop => Self::Top,
            CanvasAction::AlignBottom => Self::Bottom,
            CanvasAction::AlignColumn => Self::Column,
            CanvasAction::AlignRow => Self::Row,
            CanvasAction::DistributeAcross => Self::Across,
            CanvasAction::DistributeDown => Self::Down,
            _ => return None,
        })
    }
}

/// New places of the nodes that `alignment` moves.
pub(in super::super) fn aligned(nodes: &[(NodeId, Rect)], alignment: Alignment) -> Vec<(NodeId, Pos2)> {
    let bounds = nodes.iter().fold(Rect::NOTHING, |all, (_, rect)| all | *rect);
    let places: Vec<Pos2> = match alignment {
        Alignment::Across => {
            distributed(nodes, |rect| (rect.left(), rect.width())).zip(nodes).map(|(x, (_, rect))| pos2(x, rect.top())).collect()
        }
        Alignment::Down => {
            distributed(nodes, |rect| (rect.top(), rect.height())).zip(nodes).map(|(y, (_, rect))| pos2(rect.left(), y)).collect()
        }
        _ => nodes.iter().map(|(_, rect)| place(*rect, bounds, alignment)).collect(),
    };
    let moved = nodes.iter().zip(places).filter(|((_, rect), place)| rect.min.distance(*place) > 1e-3);
    moved.map(|((node, _), place)| (node.clone(), place)).collect()
}

fn place(rect: Rect, bounds: Rect, alignment: Alignment) -> Pos2 {
    match alignment {
        Alignment::Left => pos2(bounds.left(), rect.top()),
        Alignment::Right => pos2(bounds.right() - rect.width(), rect.top()),
        Alignment::Top => pos2(rect.left(), bounds.top()),
        Alignment::Bottom => pos2(rect.left(), bounds.bottom() - rect.height()),
        Alignment::Column => pos2((bounds.center().x - 0.5 * rect.width()).round(), rect.top()),
        Alignment::Row => pos2(rect.left(), (bounds.center().y - 0.5 * rect.height()).round()),
        Alignment::Across | Alignment::Down => rect.min,
    }
}

/// Starts of spans in the order given, with equal gaps between them in the order of their starts. The outermost stay.
fn distributed(nodes: &[(NodeId, Rect)], span: impl Fn(&Rect) -> (f32, f32)) -> impl Iterator<Item = f32> {
    let spans: Vec<(f32, f32)> = nodes.iter().map(|(_, rect)| span(rect)).collect();
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by(|one, other| spans[*one].0.total_cmp(&spans[*other].0));
    let first = spans.iter().map(|(start, _)| *start).fold(f32::INFINITY, f32::min);
    let last = spans.iter().map(|(start, length)| start + length).fold(f32::NEG_INFINITY, f32::max);
    let filled: f32 = spans.iter().map(|(_, length)| length).sum();
    #[expect(clippy::cast_precision_loss, reason = "few enough nodes")]
    let gap = (last - first - filled) / spans.len().saturating_sub(1).max(1) as f32;
    let mut starts = vec![0.0; spans.len()];
    let mut next = first;
    for index in order {
        starts[index] = next;
        next += spans[index].1 + gap;
    }
    starts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn nodes() -> Vec<(NodeId, Rect)> {
        let rect = |x: f32, y: f32, width: f32| Rect::from_min_size(pos2(x, y), vec2(width, 40.0));
        vec![("c".into(), rect(200.0, 0.0, 100.0)), ("a".into(), rect(0.0, 50.0, 40.0)), ("b".into(), rect(60.0, 90.0, 20.0))]
    }

    fn place_of(moves: &[(NodeId, Pos2)], name: &str) -> Option<Pos2> {
        moves.iter().find(|(node, _)| node.as_str() == name).map(|(_, place)| *place)
    }

    #[test]
    fn edges_come_in_line_and_what_is_in_line_stays() {
        let moves = aligned(&nodes(), Alignment::Right);
        assert_eq!(place_of(&moves, "a"), Some(pos2(260.0, 50.0)));
        assert_eq!(place_of(&moves, "c"), None);
        assert_eq!(aligned(&nodes(), Alignment::Top).len(), 2);
    }

    #[test]
    fn gaps_become_equal_and_the_outermost_stay() {
        let moves = aligned(&nodes(), Alignment::Across);
        assert_eq!(moves, vec![("b".into(), pos2(110.0, 90.0))]);
        assert!(aligned(&nodes()[..1], Alignment::Down).is_empty());
        assert!(aligned(&[], Alignment::Across).is_empty());
    }
}
