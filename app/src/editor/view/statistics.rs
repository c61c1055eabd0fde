//! Figures of a picture: least and most, how many numbers are none, and how they spread.

use wavewright_core::compile::Pixels;

/// Bars of a histogram.
pub const HISTOGRAM_BINS: usize = 64;

/// Figures of each channel of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// By channel.
    pub channels: Vec<Channel>,
    /// Numbers that are none: NaN or infinite.
    pub faults: u64,
}

/// Figures of one channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Least finite number; 0 where there is none.
    pub least: f32,
    /// Most.
    pub most: f32,
    /// Mean of the finite numbers.
    pub mean: f64,
    /// Numbers between least and most, in [`HISTOGRAM_BINS`] equal steps.
    pub histogram: Vec<u32>,
}

impl Statistics {
    /// Counts. Takes some milliseconds for a large picture: call it off the UI thread.
    #[must_use]
    pub fn of(pixels: &Pixels) -> Self {
        let count = pixels.channels.max(1) as usize;
        let faults = pixels.values.iter().filter(|value| !value.is_finite()).count() as u64;
        let channels = (0..count).map(|channel| Channel::of(pixels.values.iter().skip(channel).step_by(count))).collect();
        Self { channels, faults }
    }

    /// Least and most over all channels.
    #[must_use]
    pub fn range(&self) -> (f32, f32) {
        let ends = self.channels.iter().map(|channel| (channel.least, channel.most));
        ends.reduce(|(least, most), (other_least, other_most)| (least.min(other_least), most.max(other_most))).unwrap_or((0.0, 0.0))
    }
}

impl Channel {
    fn of<'a>(values: impl Iterator<Item = &'a f32> + Clone) -> Self {
        let (mut least, mut most, mut sum, mut count) = (f32::INFINITY, f32::NEG_INFINITY, 0.0_f64, 0_u64);
        for &value in values.clone().filter(|value| value.is_finite()) {
            least = least.min(value);
            most = most.max(value);
            sum += f64::from(value);
            count += 1;
        }
        if count == 0 {
            return Self { least: 0.0, most: 0.0, mean: 0.0, histogram: vec![0; HISTOGRAM_BINS] };
        }
        let mut histogram = vec![0; HISTOGRAM_BINS];
        // In f64: the span of two large f32 may be no f32.
        let span = (f64::from(most) - f64::from(least)).max(f64::MIN_POSITIVE);
        for &value in values.filter(|value| value.is_finite()) {
            let share = (f64::from(value) - f64::from(least)) / span;
            histogram[((share * HISTOGRAM_BINS as f64) as usize).min(HISTOGRAM_BINS - 1)] += 1;
        }
        Self { least, most, mean: sum / count as f64, histogram }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_leave_out_what_is_no_number() {
        let values = vec![1.0, -2.0, f32::NAN, 4.0, 3.0, f32::INFINITY];
        let statistics = Statistics::of(&Pixels { width: 3, height: 1, channels: 2, values });
        assert_eq!(statistics.faults, 2);
        assert_eq!((statistics.channels[0].least, statistics.channels[0].most), (1.0, 3.0));
        assert_eq!((statistics.channels[1].least, statistics.channels[1].most), (-2.0, 4.0));
        assert_eq!(statistics.channels[0].mean, 2.0);
        assert_eq!(statistics.range(), (-2.0, 4.0));
    }

    #[test]
    fn every_number_is_in_one_bar() {
        let values: Vec<f32> = (0..1000).map(|place| place as f32).collect();
        let statistics = Statistics::of(&Pixels { width: 1000, height: 1, channels: 1, values });
        assert_eq!(statistics.channels[0].histogram.iter().sum::<u32>(), 1000);
        let flat = Statistics::of(&Pixels { width: 4, height: 1, channels: 1, values: vec![2.5; 4] });
        assert_eq!(flat.channels[0].histogram.iter().sum::<u32>(), 4);
        let extreme = Statistics::of(&Pixels { width: 2, height: 1, channels: 1, values: vec![f32::MIN, f32::MAX] });
        assert_eq!(extreme.channels[0].histogram.iter().sum::<u32>(), 2);
    }
}
