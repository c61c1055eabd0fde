//! Values over time.

use super::Keyframe;
use crate::node::Literal;

/// How a keyframe's value becomes the next one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Evenly.
    Linear,
    /// At once, at the next keyframe.
    Step,
    /// Slowly at both ends: `t * t * (3 - 2 t)`.
    Smooth,
}

impl Interpolation {
    /// The words that files use.
    pub const NAMES: [&'static str; 3] = ["linear", "step", "smooth"];

    /// The interpolation called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "linear" => Some(Self::Linear),
            "step" => Some(Self::Step),
            "smooth" => Some(Self::Smooth),
            _ => None,
        }
    }

    /// How much of the next value is in the mix at the fraction `t` of the way.
    fn weight(self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::Step => 0.0,
            Self::Smooth => t * t * (3.0 - 2.0 * t),
        }
    }
}

/// The value at `frame`: before the first keyframe its value, after the last its. `None` without keyframes. They may be in any order;
/// of two at one frame the later in the list holds. Numbers and vectors of one length are interpolated, anything else holds until the
/// next. An interpolation that isn't known is linear (the file's reader reports it).
#[must_use]
pub fn sample(keyframes: &[Keyframe], frame: f64) -> Option<Literal> {
    let at_or_before = |keyframe: &&Keyframe| keyframe.frame <= frame;
    let valid = || keyframes.iter().filter(|keyframe| keyframe.frame.is_finite());
    // `max_by` gives the last of equals, `min_by` the first: a jump of two keyframes at one frame is approached by its first.
    let before = valid().filter(at_or_before).max_by(|a, b| a.frame.total_cmp(&b.frame));
    let after = valid().filter(|keyframe| !at_or_before(keyframe)).min_by(|a, b| a.frame.total_cmp(&b.frame));
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (Some(only), None) | (None, Some(only)) => return Some(only.value.clone()),
        (None, None) => return None,
    };
    let interpolation = Interpolation::from_name(&before.interpolation).unwrap_or(Interpolation::Linear);
    let weight = interpolation.weight((frame - before.frame) / (after.frame - before.frame));
    Some(mix(&before.value, &after.value, weight))
}

fn mix(a: &Literal, b: &Literal, weight: f64) -> Literal {
    let between = |a: f64, b: f64| a * (1.0 - weight) + b * weight;
    match (a, b) {
        (Literal::Number(a), Literal::Number(b)) => Literal::Number(between(*a, *b)),
        (Literal::Vector(a), Literal::Vector(b)) if a.len() == b.len() => {
            Literal::Vector(a.iter().zip(b).map(|(a, b)| between(*a, *b)).collect())
        }
        _ => a.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyframe(frame: f64, value: Literal, interpolation: &str) -> Keyframe {
        Keyframe { frame, value, interpolation: interpolation.to_owned(), extra: serde_json::Map::new() }
    }

    fn number(frame: f64, value: f64, interpolation: &str) -> Keyframe {
        keyframe(frame, Literal::Number(value), interpolation)
    }

    #[test]
    fn each_interpolation_at_a_quarter_of_the_way() {
        for (name, expected) in [("linear", 1.0), ("step", 0.0), ("smooth", 0.625)] {
            let keyframes = [number(0.0, 0.0, name), number(40.0, 4.0, name)];
            assert_eq!(sample(&keyframes, 10.0), Some(Literal::Number(expected)), "{name}");
            assert!(Interpolation::NAMES.contains(&name));
        }
    }

    #[test]
    fn ends_hold_and_order_does_not_matter() {
        let keyframes = [number(20.0, 2.0, "linear"), number(10.0, 1.0, "linear")];
        let at = |frame| sample(&keyframes, frame);
        assert_eq!(at(0.0), Some(Literal::Number(1.0)));
        assert_eq!(at(15.0), Some(Literal::Number(1.5)));
        assert_eq!(at(20.0), Some(Literal::Number(2.0)));
        assert_eq!(at(99.0), Some(Literal::Number(2.0)));
        assert_eq!(sample(&[], 0.0), None);
        assert_eq!(sample(&[number(f64::NAN, 1.0, "linear")], 0.0), None);
    }

    #[test]
    fn a_jump_is_approached_by_its_first_value() {
        let keyframes = [number(0.0, 0.0, "linear"), number(10.0, 1.0, "linear"), number(10.0, 5.0, "linear"), number(20.0, 5.0, "linear")];
        assert_eq!(sample(&keyframes, 5.0), Some(Literal::Number(0.5)));
        assert_eq!(sample(&keyframes, 10.0), Some(Literal::Number(5.0)));
    }

    #[test]
    fn vectors_mix_and_other_shapes_hold() {
        let vector = |numbers: &[f64]| Literal::Vector(numbers.to_vec());
        let keyframes = [keyframe(0.0, vector(&[0.0, 2.0]), "linear"), keyframe(2.0, vector(&[1.0, 4.0]), "linear")];
        assert_eq!(sample(&keyframes, 1.0), Some(vector(&[0.5, 3.0])));
        let keyframes = [keyframe(0.0, Literal::Text("a".into()), "linear"), number(2.0, 1.0, "linear")];
        assert_eq!(sample(&keyframes, 1.9), Some(Literal::Text("a".into())));
    }
}
