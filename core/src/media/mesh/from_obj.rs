//! Wavefront OBJ: positions, normals, uv and faces. Groups, materials, lines and points are passed over.

use glam::{Vec2, Vec3};

use super::{Corner, Corners};

/// What the lines so far have listed.
#[derive(Default)]
struct Lists {
    positions: Vec<Vec3>,
    uvs: Vec<Vec2>,
    normals: Vec<Vec3>,
}

/// Reads the faces; one of more than three corners is a fan of triangles.
pub(super) fn read(bytes: &[u8]) -> Result<Corners, String> {
    let mut lists = Lists::default();
    let mut corners = Corners::default();
    let text = String::from_utf8_lossy(bytes);
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split_ascii_whitespace();
        let at_line = |problem: String| format!("line {}: {problem}", index + 1);
        match words.next() {
            Some("v") => lists.positions.push(Vec3::from_array(numbers(words).map_err(at_line)?)),
            Some("vn") => lists.normals.push(Vec3::from_array(numbers(words).map_err(at_line)?)),
            Some("vt") => {
                // The second number may be left out. Here v runs down a picture, in OBJ up.
                let [u, v] = numbers(words.clone()).or_else(|_| numbers(words).map(|[u]| [u, 0.0])).map_err(at_line)?;
                lists.uvs.push(Vec2::new(u, 1.0 - v));
            }
            Some("f") => {
                let face = words.map(|word| lists.corner(word)).collect::<Result<Vec<_>, _>>().map_err(at_line)?;
                if face.len() < 3 {
                    return Err(at_line(format!("a face has {} corners; expected 3 or more", face.len())));
                }
                for pair in face[1..].windows(2) {
                    corners.add([face[0], pair[0], pair[1]]).map_err(at_line)?;
                }
            }
            _ => {}
        }
    }
    Ok(corners)
}

/// The first numbers of a line; more may follow.
fn numbers<'a, const COUNT: usize>(words: impl Iterator<Item = &'a str>) -> Result<[f32; COUNT], String> {
    let mut found = [0.0; COUNT];
    let mut count = 0;
    for (place, word) in found.iter_mut().zip(words) {
        *place = word.parse().map_err(|_| format!("`{word}` is not a number"))?;
        count += 1;
    }
    if count == COUNT { Ok(found) } else { Err(format!("has {count} numbers; expected {COUNT}")) }
}

impl Lists {
    /// A corner written `position/uv/normal`, of which only the first is needed.
    fn corner(&self, word: &str) -> Result<Corner, String> {
        let mut parts = word.split('/');
        let position = parts.next().and_then(|part| listed(&self.positions, part));
        let optional = |part: Option<&str>| part.filter(|part| !part.is_empty()).map(str::to_owned);
        let (uv, normal) = (optional(parts.next()), optional(parts.next()));
        let found = position.zip(uv.map_or(Some(Vec2::ZERO), |part| listed(&self.uvs, &part)));
        match found.zip(normal.map_or(Some(Vec3::ZERO), |part| listed(&self.normals, &part))) {
            Some(((position, uv), normal)) => Ok(Corner { position, normal, uv }),
            None => Err(format!("`{word}` names a corner that isn't listed before it")),
        }
    }
}

/// What a number names: counted from 1, or back from the end of what is listed so far.
fn listed<T: Copy>(list: &[T], number: &str) -> Option<T> {
    let number: i64 = number.parse().ok()?;
    let place = if number < 0 { i64::try_from(list.len()).ok()?.checked_add(number)? } else { number - 1 };
    list.get(usize::try_from(place).ok()?).copied()
}
