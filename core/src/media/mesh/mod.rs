//! Meshes from files: glTF and OBJ, read to the corners of their triangles.
//!
//! A mesh travels as [`Pixels`] of four channels, two texels a corner: x, y, z, u and then the normal's x, y, z, v. A row holds
//! [`ROW_CORNERS`] corners; the last one is filled with the last corner again, which makes triangles without area.

mod from_gltf;
mod from_obj;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::Path;

use glam::{Vec2, Vec3};

use crate::compile::Pixels;

/// Corners in a full row; whole triangles, and two texels each fit into every device's textures.
const ROW_CORNERS: u32 = 1023;
/// Most corners that are read: as many as a set of elements may have.
const MOST_CORNERS: usize = ROW_CORNERS as usize * 4096;
/// Faces whose normals have a larger dot product than this one are shaded as one smooth surface: 60 degrees.
const CREASE: f32 = 0.5;
/// Most faces round one point that are smoothed together.
const MOST_AROUND: usize = 64;

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Corner {
    position: Vec3,
    /// 0 where the file has none.
    normal: Vec3,
    uv: Vec2,
}

/// Corners being read, three a triangle, fronts counter-clockwise.
#[derive(Default)]
struct Corners(Vec<Corner>);

impl Corners {
    fn add(&mut self, triangle: [Corner; 3]) -> Result<(), String> {
        if self.0.len() + 3 > MOST_CORNERS {
            return Err(format!("has more than {} triangles, the most that are read: simplify the mesh", MOST_CORNERS / 3));
        }
        if !triangle.iter().all(|corner| corner.position.is_finite()) {
            return Err("has a corner whose position is not a finite number".to_owned());
        }
        self.0.extend(triangle);
        Ok(())
    }
}

/// The corners that the pixels of a mesh hold; 0 where they are no mesh.
#[must_use]
pub const fn corner_count(pixels: &Pixels) -> u32 {
    (pixels.width / 2).saturating_mul(pixels.height)
}

/// Reads a mesh. The file's first bytes say what it is, not its name. `folder` is where a glTF's own files lie.
pub(super) fn decode(bytes: &[u8], folder: Option<&Path>) -> Result<Pixels, String> {
    let is_gltf = is_gltf(bytes);
    let Corners(mut corners) = if is_gltf { from_gltf::read(bytes, folder)? } else { from_obj::read(bytes)? };
    if corners.is_empty() {
        return Err("has no triangles; expected a mesh: glTF (.gltf, .glb) or OBJ".to_owned());
    }
    // glTF says that a mesh without normals is flat; OBJ leaves them out for bodies that are smooth.
    fill_normals(&mut corners, !is_gltf);
    Ok(to_pixels(&corners))
}

fn is_gltf(bytes: &[u8]) -> bool {
    bytes.starts_with(from_gltf::BINARY_MAGIC) || bytes.trim_ascii_start().starts_with(b"{")
}

/// The files that a mesh's file names and that are read with it, relative to it.
pub(super) fn names_beside(bytes: &[u8]) -> Vec<String> {
    if is_gltf(bytes) { from_gltf::names_beside(bytes) } else { Vec::new() }
}

/// Gives a normal to corners without one: their face's, or for smooth meshes the middle of those around that have no crease to it.
fn fill_normals(corners: &mut [Corner], is_smooth: bool) {
    // As long as the triangle is large: large faces count for more.
    let faces: Vec<Vec3> = corners
        .chunks_exact(3)
        .map(|triangle| (triangle[1].position - triangle[0].position).cross(triangle[2].position - triangle[0].position))
        .collect();
    let mut around: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
    if is_smooth {
        for (index, corner) in corners.iter().enumerate() {
            around.entry(key(corner.position)).or_default().push(index / 3);
        }
    }
    for (index, corner) in corners.iter_mut().enumerate() {
        let given = corner.normal.try_normalize();
        corner.normal = given.unwrap_or_else(|| {
            let own = faces[index / 3];
            let direction = own.normalize_or_zero();
            let neighbours = around.get(&key(corner.position)).map_or(&[][..], Vec::as_slice);
            let sum: Vec3 = neighbours
                .iter()
                .take(MOST_AROUND)
                .map(|face| faces[*face])
                .filter(|face| face.normalize_or_zero().dot(direction) > CREASE)
                .sum();
            sum.try_normalize().or_else(|| own.try_normalize()).unwrap_or(Vec3::Y)
        });
    }
}

/// The same for 0 and -0.
fn key(position: Vec3) -> [u32; 3] {
    position.to_array().map(|number| (number + 0.0).to_bits())
}

fn to_pixels(corners: &[Corner]) -> Pixels {
    // At most MOST_CORNERS: no number here is too large for u32.
    let columns = corners.len().min(ROW_CORNERS as usize);
    let rows = corners.len().div_ceil(columns);
    let values = (0..rows * columns)
        .flat_map(|index| {
            let Corner { position, normal, uv } = corners[index.min(corners.len() - 1)];
            [position.x, position.y, position.z, uv.x, normal.x, normal.y, normal.z, uv.y]
        })
        .collect();
    Pixels { width: 2 * columns as u32, height: rows as u32, channels: 4, values }
}
