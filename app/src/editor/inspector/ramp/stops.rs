//! Colour ramps as rows of numbers: place, linear red, green, blue and straight alpha.

use colorgrad::Gradient;

use super::super::number::short;

/// A stop: place, red, green, blue, alpha.
pub type Stop = [f64; 5];

/// Most stops of a ramp.
pub const MOST: usize = 64;

/// How a ramp goes from stop to stop, as the `colour_ramp` node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// In a straight line.
    Linear,
    /// In a soft curve.
    Smooth,
    /// All at once.
    Step,
}

impl Between {
    /// The one that files call so; linear where it is another word.
    #[must_use]
    pub fn of(word: Option<&str>) -> Self {
        match word {
            Some("smooth") => Self::Smooth,
            Some("step") => Self::Step,
            _ => Self::Linear,
        }
    }
}

/// The stops of rows, whatever their length.
#[must_use]
pub fn stops_of(rows: &[Vec<f64>]) -> Vec<Stop> {
    let stop = |row: &Vec<f64>| [0, 1, 2, 3, 4].map(|column| row.get(column).copied().unwrap_or(if column == 4 { 1.0 } else { 0.0 }));
    rows.iter().map(stop).collect()
}

/// The colour at a place.
#[must_use]
pub fn colour_at(stops: &[Stop], place: f64, between: Between) -> [f64; 4] {
    let rgba = |stop: &Stop| [stop[1], stop[2], stop[3], stop[4]];
    let Some(mut low) = stops.first() else { return [place, place, place, 1.0] };
    for high in &stops[1..] {
        if place < high[0] {
            let width = high[0] - low[0];
            let share = if width <= 0.0 { 1.0 } else { ((place - low[0]) / width).clamp(0.0, 1.0) };
            let share = match between {
                Between::Linear => share,
                Between::Smooth => share * share * (3.0 - 2.0 * share),
                Between::Step => 0.0,
            };
            let (from, to) = (rgba(low), rgba(high));
            return std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * share);
        }
        low = high;
    }
    rgba(low)
}

/// Moves a stop; it stays between its neighbours.
pub fn move_stop(stops: &mut [Stop], index: usize, place: f64) {
    let least = index.checked_sub(1).map_or(f64::NEG_INFINITY, |before| stops[before][0]);
    let most = stops.get(index + 1).map_or(f64::INFINITY, |after| after[0]);
    stops[index][0] = place.clamp(least, most.max(least));
}

/// Adds a stop of the colour that is there and gives its place in the list; `None` where the list is full.
pub fn add_stop(stops: &mut Vec<Stop>, place: f64, between: Between) -> Option<usize> {
    if stops.len() >= MOST {
        return None;
    }
    let [red, green, blue, alpha] = colour_at(stops, place, between).map(|channel| short(channel, 5));
    let index = stops.iter().position(|stop| stop[0] > place).unwrap_or(stops.len());
    stops.insert(index, [place, red, green, blue, alpha]);
    Some(index)
}

/// The ramp from its other end.
pub fn reverse(stops: &mut [Stop]) {
    let (Some(first), Some(last)) = (stops.first().map(|stop| stop[0]), stops.last().map(|stop| stop[0])) else { return };
    stops.reverse();
    for stop in stops.iter_mut() {
        stop[0] = short(first + last - stop[0], 6);
    }
}

/// Equal room between the stops.
pub fn space_evenly(stops: &mut [Stop]) {
    let (Some(first), Some(last)) = (stops.first().map(|stop| stop[0]), stops.last().map(|stop| stop[0])) else { return };
    let count = stops.len().saturating_sub(1).max(1) as f64;
    for (index, stop) in stops.iter_mut().enumerate() {
        stop[0] = short(first + (last - first) * index as f64 / count, 6);
    }
}

/// Ramps to start from.
#[must_use]
pub fn presets() -> Vec<(&'static str, Vec<Stop>)> {
    let mut presets = vec![
        ("Black to white", vec![[0.0, 0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]]),
        ("Clear to white", vec![[0.0, 1.0, 1.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0]]),
        (
            "Fire",
            vec![
                [0.0, 0.0, 0.0, 0.0, 0.0],
                [0.25, 0.22, 0.01, 0.0, 0.6],
                [0.5, 1.2, 0.12, 0.01, 1.0],
                [0.75, 3.0, 0.9, 0.1, 1.0],
                [1.0, 6.0, 4.5, 2.2, 1.0],
            ],
        ),
        ("Plasma arc", vec![[0.0, 0.0, 0.0, 0.01, 0.0], [0.4, 0.05, 0.02, 0.5, 0.8], [0.7, 0.3, 0.5, 3.0, 1.0], [1.0, 4.0, 5.0, 8.0, 1.0]]),
        (
            "Sea",
            vec![
                [0.0, 0.002, 0.012, 0.035, 1.0],
                [0.45, 0.006, 0.09, 0.14, 1.0],
                [0.8, 0.06, 0.36, 0.38, 1.0],
                [0.95, 0.5, 0.75, 0.75, 1.0],
                [1.0, 0.95, 1.0, 1.0, 1.0],
            ],
        ),
        (
            "Ink",
            vec![[0.0, 0.93, 0.9, 0.83, 1.0], [0.35, 0.3, 0.34, 0.42, 1.0], [0.7, 0.03, 0.05, 0.12, 1.0], [1.0, 0.004, 0.006, 0.015, 1.0]],
        ),
        ("Smoke", vec![[0.0, 0.35, 0.35, 0.36, 0.0], [0.5, 0.2, 0.2, 0.21, 0.55], [1.0, 0.05, 0.05, 0.055, 0.95]]),
        (
            "Sunset",
            vec![
                [0.0, 0.01, 0.012, 0.06, 1.0],
                [0.35, 0.14, 0.02, 0.12, 1.0],
                [0.65, 0.85, 0.12, 0.06, 1.0],
                [0.88, 1.0, 0.5, 0.12, 1.0],
                [1.0, 1.0, 0.85, 0.5, 1.0],
            ],
        ),
    ];
    presets.extend([
        ("Viridis", sampled(&colorgrad::preset::viridis())),
        ("Magma", sampled(&colorgrad::preset::magma())),
        ("Inferno", sampled(&colorgrad::preset::inferno())),
        ("Turbo", sampled(&colorgrad::preset::turbo())),
        ("Spectral", sampled(&colorgrad::preset::spectral())),
        (
            "Blue to red",
            sampled(&colorgrad::preset::rd_bu())
                .into_iter()
                .rev()
                .map(|stop| [1.0 - stop[0], stop[1], stop[2], stop[3], stop[4]])
                .collect(),
        ),
    ]);
    presets
}

/// A well-known map as nine stops.
fn sampled(gradient: &dyn Gradient) -> Vec<Stop> {
    (0..=8)
        .map(|step| {
            let place = f64::from(step) / 8.0;
            let [red, green, blue, _] = gradient.at(place as f32).to_linear_rgba().map(|channel| short(f64::from(channel), 4));
            [place, red, green, blue, 1.0]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey() -> Vec<Stop> {
        presets().swap_remove(0).1
    }

    #[test]
    fn colours_between_stops_follow_the_choice() {
        for (between, expected) in [(Between::Linear, 0.25), (Between::Smooth, 0.15625), (Between::Step, 0.0)] {
            assert_eq!(colour_at(&grey(), 0.25, between), [expected, expected, expected, 1.0]);
        }
        assert_eq!(colour_at(&grey(), 7.0, Between::Linear), [1.0; 4]);
        assert_eq!(colour_at(&[], 0.5, Between::Linear), [0.5, 0.5, 0.5, 1.0]);
    }

    #[test]
    fn a_new_stop_changes_nothing_to_see() {
        let mut stops = grey();
        assert_eq!(add_stop(&mut stops, 0.25, Between::Linear), Some(1));
        assert_eq!(stops[1], [0.25, 0.25, 0.25, 0.25, 1.0]);
        assert_eq!(colour_at(&stops, 0.6, Between::Linear), colour_at(&grey(), 0.6, Between::Linear));
        stops.resize(MOST, [1.0; 5]);
        assert_eq!(add_stop(&mut stops, 0.5, Between::Linear), None);
    }

    #[test]
    fn stops_keep_their_order() {
        let mut stops = vec![[0.0, 0.0, 0.0, 0.0, 1.0], [0.25, 1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]];
        move_stop(&mut stops, 1, 3.0);
        assert_eq!(stops[1][0], 1.0);
        move_stop(&mut stops, 1, 0.25);
        reverse(&mut stops);
        assert_eq!(stops.iter().map(|stop| stop[0]).collect::<Vec<_>>(), [0.0, 0.75, 1.0]);
        assert_eq!(stops[0][1..], [1.0; 4]);
        space_evenly(&mut stops);
        assert_eq!(stops[1][0], 0.5);
    }

    #[test]
    fn presets_rise_and_fit() {
        for (name, stops) in presets() {
            assert!(stops.len() <= MOST && stops.windows(2).all(|pair| pair[0][0] < pair[1][0]), "{name}");
            assert!(stops.iter().flatten().all(|number| number.is_finite() && *number >= 0.0), "{name}: {stops:?}");
        }
    }
}
