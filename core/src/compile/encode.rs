//! Parameter values as the bytes that kernels read, little endian.

use super::effect::{Encoding, LIST_ROWS};
use crate::node::{Literal, ValueType};

/// Bytes before the first row of a list: its count and padding.
pub const LIST_HEADER_BYTES: usize = 16;

/// Bytes that a value of this encoding takes in the `parameters` buffer.
#[must_use]
pub fn encoded_bytes(encoding: &Encoding) -> usize {
    match encoding {
        Encoding::Value(value_type) => value_type.channels() * 4,
        Encoding::U32 | Encoding::I32 => 4,
        Encoding::List(value_type) => LIST_HEADER_BYTES + LIST_ROWS * row_bytes(*value_type),
    }
}

/// What the value's byte offset must be a multiple of, by WGSL's layout rules.
#[must_use]
pub fn alignment(encoding: &Encoding) -> usize {
    match encoding {
        Encoding::Value(ValueType::Vec2) => 8,
        Encoding::Value(ValueType::Number) | Encoding::U32 | Encoding::I32 => 4,
        Encoding::Value(_) | Encoding::List(_) => 16,
    }
}

/// The bytes of `literal`, exactly [`encoded_bytes`] many; rows of a list beyond its count are zero.
///
/// # Errors
/// A sentence that says which number is wrong and what would be right.
pub fn encode(encoding: &Encoding, literal: &Literal) -> Result<Vec<u8>, String> {
    match encoding {
        Encoding::Value(value_type) if value_type.is_list() => encode(&Encoding::List(*value_type), literal),
        Encoding::Value(value_type) => Ok(bytes_of(&channels(*value_type, literal)?)),
        Encoding::U32 => {
            let whole = whole_number(literal, 0.0, f64::from(u32::MAX))?;
            Ok((whole as u32).to_le_bytes().to_vec())
        }
        Encoding::I32 => {
            let whole = whole_number(literal, f64::from(i32::MIN), f64::from(i32::MAX))?;
            Ok((whole as i32).to_le_bytes().to_vec())
        }
        Encoding::List(value_type) => list(*value_type, literal),
    }
}

/// Bytes of a row in the layout of the list's WGSL struct.
const fn row_bytes(value_type: ValueType) -> usize {
    match value_type {
        ValueType::Waves | ValueType::Ramp => 32,
        ValueType::Curve => 16,
        _ => 0,
    }
}

fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn finite(number: f64, name: &str) -> Result<f32, String> {
    if !number.is_finite() {
        return Err(format!("{name} is {number}, which is no number; enter a finite one"));
    }
    let single = number as f32;
    if single.is_finite() { Ok(single) } else { Err(format!("{name} is {number:e}; 32-bit floats end at {:e}", f32::MAX)) }
}

fn channels(value_type: ValueType, literal: &Literal) -> Result<Vec<f32>, String> {
    let count = value_type.channels();
    let mut numbers = match literal {
        Literal::Number(number) => {
            let mut splat = vec![finite(*number, "the value")?; count];
            if value_type == ValueType::Colour {
                splat[3] = 1.0;
            }
            splat
        }
        Literal::Vector(vector) => {
            vector.iter().enumerate().map(|(index, &number)| finite(number, &format!("channel {index}"))).collect::<Result<Vec<_>, _>>()?
        }
        other => return Err(format!("{} is not a {}", describe(other), value_type.name())),
    };
    if value_type == ValueType::Colour && numbers.len() == 3 {
        numbers.push(1.0);
    }
    if numbers.len() == count { Ok(numbers) } else { Err(format!("a {} has {count} channels, not {}", value_type.name(), numbers.len())) }
}

fn whole_number(literal: &Literal, least: f64, most: f64) -> Result<f64, String> {
    let number = match literal {
        Literal::Number(number) => *number,
        other => return Err(format!("{} is not a whole number", describe(other))),
    };
    if !number.is_finite() {
        return Err(format!("the value is {number}, which is no number; enter a finite one"));
    }
    let whole = number.round();
    if (least..=most).contains(&whole) { Ok(whole) } else { Err(format!("{whole} is not within {least} to {most}")) }
}

fn list(value_type: ValueType, literal: &Literal) -> Result<Vec<u8>, String> {
    let columns = value_type.row_columns();
    if columns.is_empty() {
        return Err(format!("a {} is not a list", value_type.name()));
    }
    let empty = Vec::new();
    let rows = match literal {
        Literal::Rows(rows) => rows,
        // An empty list reads back from JSON as an empty vector: the two are spelled alike.
        Literal::Vector(vector) if vector.is_empty() => &empty,
        other => return Err(format!("{} is not a list of {}", describe(other), value_type.name())),
    };
    if rows.len() > LIST_ROWS {
        return Err(format!("{} rows; a list holds {LIST_ROWS}", rows.len()));
    }
    let mut checked = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        if row.len() != columns.len() {
            return Err(format!("row {} has {} numbers, not {} ({})", index + 1, row.len(), columns.len(), columns.join(", ")));
        }
        for (&number, column) in row.iter().zip(columns) {
            finite(number, &format!("{column} of row {}", index + 1))?;
        }
        checked.push(row);
    }
    if matches!(value_type, ValueType::Ramp | ValueType::Curve) {
        checked.sort_by(|left, right| left[0].total_cmp(&right[0]));
    }
    let mut bytes = vec![0; encoded_bytes(&Encoding::List(value_type))];
    bytes[..4].copy_from_slice(&(checked.len() as u32).to_le_bytes());
    let stride = row_bytes(value_type);
    for (index, row) in checked.iter().enumerate() {
        let encoded = match value_type {
            ValueType::Waves => wave(row, index)?,
            ValueType::Ramp => [row[1], row[2], row[3], row[4], row[0], 0.0, 0.0, 0.0].map(|number| number as f32).to_vec(),
            _ => row.iter().map(|&number| number as f32).collect(),
        };
        let start = LIST_HEADER_BYTES + index * stride;
        bytes[start..start + stride].copy_from_slice(&bytes_of(&encoded));
    }
    Ok(bytes)
}

/// A row `[wavelength_m, amplitude_m, direction_deg, stiffness]` as the struct `Wave`: direction 0 is along z (v), 90 degrees along x (u).
/// What every element would otherwise compute again is computed here, in f64.
fn wave(row: &[f64], index: usize) -> Result<Vec<f32>, String> {
    let [wavelength_m, amplitude_m, direction_deg, stiffness] = [row[0], row[1], row[2], row[3]];
    if wavelength_m <= 0.0 {
        return Err(format!("wavelength of row {} is {wavelength_m} m; it must be more than 0", index + 1));
    }
    let wavenumber = std::f64::consts::TAU / wavelength_m;
    let (sine, cosine) = direction_deg.to_radians().sin_cos();
    // A wave without height moves nothing sideways either.
    let stiffness = if amplitude_m == 0.0 { 0.0 } else { stiffness };
    let numbers = [sine, cosine, wavenumber, wavenumber.sqrt(), amplitude_m, stiffness, wavelength_m, stiffness / wavenumber];
    numbers.into_iter().map(|number| finite(number, &format!("a number of row {}", index + 1))).collect()
}

fn describe(literal: &Literal) -> String {
    match literal {
        Literal::Bool(value) => format!("the switch {value}"),
        Literal::Number(number) => format!("the number {number}"),
        Literal::Vector(vector) => format!("a vector of {}", vector.len()),
        Literal::Text(text) => format!("the text \"{}\"", text.chars().take(40).collect::<String>()),
        Literal::Rows(rows) => format!("a list of {} rows", rows.len()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    fn floats(bytes: &[u8]) -> Vec<f32> {
        bytes.chunks_exact(4).map(|chunk| f32::from_le_bytes(chunk.try_into().unwrap())).collect()
    }

    #[test]
    fn a_number_is_splat_with_alpha_one() {
        let bytes = encode(&Encoding::Value(ValueType::Colour), &Literal::Number(0.25)).unwrap();
        assert_eq!(floats(&bytes), [0.25, 0.25, 0.25, 1.0]);
        let bytes = encode(&Encoding::Value(ValueType::Vec2), &Literal::Number(3.0)).unwrap();
        assert_eq!(floats(&bytes), [3.0, 3.0]);
    }

    #[test]
    fn every_encoding_has_its_stated_size() {
        let rows = |row: &[f64]| Literal::Rows(vec![row.to_vec()]);
        for (encoding, literal) in [
            (Encoding::Value(ValueType::Number), Literal::Number(1.0)),
            (Encoding::Value(ValueType::Vec3), Literal::Vector(vec![1.0, 2.0, 3.0])),
            (Encoding::U32, Literal::Number(7.0)),
            (Encoding::I32, Literal::Number(-7.0)),
            (Encoding::List(ValueType::Waves), rows(&[1.0, 0.1, 0.0, 0.5])),
            (Encoding::List(ValueType::Ramp), rows(&[0.0, 1.0, 1.0, 1.0, 1.0])),
            (Encoding::List(ValueType::Curve), rows(&[0.0, 1.0, 0.0, 0.0])),
        ] {
            assert_eq!(encode(&encoding, &literal).unwrap().len(), encoded_bytes(&encoding), "{encoding:?}");
            assert_eq!(encoded_bytes(&encoding) % 4, 0);
        }
    }

    #[test]
    fn whole_numbers_are_rounded_and_bounded() {
        assert_eq!(encode(&Encoding::U32, &Literal::Number(2.5)).unwrap(), 3_u32.to_le_bytes());
        assert_eq!(encode(&Encoding::I32, &Literal::Number(-2.4)).unwrap(), (-2_i32).to_le_bytes());
        assert!(encode(&Encoding::U32, &Literal::Number(-1.0)).unwrap_err().contains("-1 is not within 0"));
        assert!(encode(&Encoding::U32, &Literal::Number(f64::NAN)).unwrap_err().contains("NaN"));
    }

    #[test]
    fn a_wave_carries_what_the_kernel_needs() {
        let literal = Literal::Rows(vec![vec![2.0, 0.3, 90.0, 0.7]]);
        let bytes = encode(&Encoding::List(ValueType::Waves), &literal).unwrap();
        assert_eq!(bytes[..4], 1_u32.to_le_bytes());
        let wave = floats(&bytes[16..48]);
        let wavenumber = std::f32::consts::PI;
        let expected = [1.0, 0.0, wavenumber, wavenumber.sqrt(), 0.3, 0.7, 2.0, 0.7 / wavenumber];
        for (got, want) in wave.iter().zip(expected) {
            assert!((got - want).abs() < 1e-6, "{wave:?}");
        }
        assert!(bytes[48..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn stops_and_points_are_sorted() {
        let ramp = Literal::Rows(vec![vec![1.0, 0.1, 0.2, 0.3, 0.4], vec![0.0, 0.5, 0.6, 0.7, 0.8]]);
        let bytes = encode(&Encoding::List(ValueType::Ramp), &ramp).unwrap();
        assert_eq!(floats(&bytes[16..80])[..5], [0.5, 0.6, 0.7, 0.8, 0.0]);
        assert_eq!(floats(&bytes[16..80])[8..13], [0.1, 0.2, 0.3, 0.4, 1.0]);
        let curve = Literal::Rows(vec![vec![2.0, 3.0, 4.0, 5.0], vec![1.0, 6.0, 7.0, 8.0]]);
        let bytes = encode(&Encoding::List(ValueType::Curve), &curve).unwrap();
        assert_eq!(floats(&bytes[16..48]), [1.0, 6.0, 7.0, 8.0, 2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn bad_lists_are_refused_by_name() {
        let waves = Encoding::List(ValueType::Waves);
        let refused = |rows: Vec<Vec<f64>>| encode(&waves, &Literal::Rows(rows)).unwrap_err();
        assert!(refused(vec![vec![1.0, 0.1, 0.0, 0.5]; 65]).contains("65 rows"));
        assert!(refused(vec![vec![1.0, 0.1]]).contains("row 1 has 2 numbers"));
        assert!(refused(vec![vec![1.0, f64::INFINITY, 0.0, 0.5]]).contains("amplitude of row 1"));
        assert!(refused(vec![vec![0.0, 0.1, 0.0, 0.5]]).contains("must be more than 0"));
        assert!(encode(&waves, &Literal::Vector(vec![])).unwrap().iter().all(|&byte| byte == 0));
    }

    #[test]
    fn values_beyond_f32_and_wrong_kinds_are_refused() {
        let vec3 = Encoding::Value(ValueType::Vec3);
        assert!(encode(&vec3, &Literal::Number(1e300)).unwrap_err().contains("1e300"));
        assert!(encode(&vec3, &Literal::Vector(vec![1.0, f64::NAN, 0.0])).unwrap_err().contains("channel 1"));
        assert!(encode(&vec3, &Literal::Vector(vec![1.0, 2.0])).unwrap_err().contains("3 channels"));
        assert!(encode(&vec3, &Literal::Text("red".into())).unwrap_err().contains("\"red\""));
    }
}
