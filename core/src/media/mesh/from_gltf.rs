//! glTF 2.0: the triangles of its scene, each where its node's transform puts it. Skins, morphs and materials are passed over.

use std::path::Path;

use glam::{Mat3, Mat4, Vec2, Vec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::{Data, Source, View};
use gltf::mesh::Mode;
use gltf::{Accessor, Gltf, Primitive, Semantic};

use super::{Corner, Corners};

/// The first bytes of the binary form.
pub(super) const BINARY_MAGIC: &[u8] = b"glTF";
/// Bytes of the binary form's head; its third word is the length of all.
const HEAD_BYTES: u32 = 12;
/// Beyond what any buffer holds, and small enough to reckon with.
const MOST_BYTES: usize = u32::MAX as usize;

const CUT_OFF: &str = "is not a readable glTF file: a list of its mesh lies outside of its data";

/// Reads the default scene, or else the first one, or else every mesh as it is.
pub(super) fn read(bytes: &[u8], folder: Option<&Path>) -> Result<Corners, String> {
    let damaged = |error: gltf::Error| format!("is not a readable glTF file: {error}");
    if bytes.starts_with(BINARY_MAGIC) {
        // The reader takes for granted that the length counts the head itself.
        let length = bytes.get(8..12).and_then(|word| <[u8; 4]>::try_from(word).ok()).map(u32::from_le_bytes);
        if length.is_none_or(|length| length < HEAD_BYTES) {
            return Err("is not a readable glTF file: its head is damaged".to_owned());
        }
    }
    // The validation takes for granted that the lists that a mesh names are there.
    let loose = Gltf::from_slice_without_validation(bytes).map_err(damaged)?;
    let root = loose.document.as_json();
    let mut named = root.meshes.iter().flat_map(|mesh| &mesh.primitives).flat_map(|primitive| primitive.attributes.values());
    if named.any(|list| list.value() >= root.accessors.len()) {
        return Err(CUT_OFF.to_owned());
    }
    let Gltf { document, blob } = Gltf::from_slice(bytes).map_err(damaged)?;
    let buffers = gltf::import_buffers(&document, folder, blob).map_err(damaged)?;
    let mut corners = Corners::default();
    let Some(scene) = document.default_scene().or_else(|| document.scenes().next()) else {
        for mesh in document.meshes() {
            for primitive in mesh.primitives() {
                add(&primitive, &buffers, Mat4::IDENTITY, &mut corners)?;
            }
        }
        return Ok(corners);
    };
    // Nodes form a tree; a damaged file's could form a ring.
    let mut is_seen = vec![false; document.nodes().len()];
    let mut waiting: Vec<_> = scene.nodes().map(|node| (node, Mat4::IDENTITY)).collect();
    while let Some((node, parent)) = waiting.pop() {
        if std::mem::replace(&mut is_seen[node.index()], true) {
            continue;
        }
        let transform = parent * Mat4::from_cols_array_2d(&node.transform().matrix());
        for primitive in node.mesh().iter().flat_map(gltf::Mesh::primitives) {
            add(&primitive, &buffers, transform, &mut corners)?;
        }
        waiting.extend(node.children().map(|child| (child, transform)));
    }
    Ok(corners)
}

/// Adds the triangles of one part of a mesh.
/// The files that a glTF file keeps its numbers in, by their names relative to it.
pub(super) fn names_beside(bytes: &[u8]) -> Vec<String> {
    let Ok(Gltf { document, .. }) = Gltf::from_slice_without_validation(bytes) else { return Vec::new() };
    let names = document.buffers().filter_map(|buffer| match buffer.source() {
        Source::Uri(name) if !name.starts_with("data:") => Some(name.to_owned()),
        Source::Uri(_) | Source::Bin => None,
    });
    names.collect()
}

fn add(primitive: &Primitive<'_>, buffers: &[Data], transform: Mat4, corners: &mut Corners) -> Result<(), String> {
    if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
        return Ok(());
    }
    let Some(places) = primitive.get(&Semantic::Positions) else { return Ok(()) };
    check(&places, Dimensions::Vec3, &[DataType::F32])?;
    if let Some(list) = primitive.get(&Semantic::Normals) {
        check(&list, Dimensions::Vec3, &[DataType::F32])?;
    }
    if let Some(list) = primitive.get(&Semantic::TexCoords(0)) {
        check(&list, Dimensions::Vec2, &[DataType::U8, DataType::U16, DataType::F32])?;
    }
    if let Some(list) = primitive.indices() {
        check(&list, Dimensions::Scalar, &[DataType::U8, DataType::U16, DataType::U32])?;
    }
    let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|data| data.0.as_slice()));
    let positions: Vec<[f32; 3]> = reader.read_positions().ok_or(CUT_OFF)?.collect();
    let normals: Vec<[f32; 3]> = reader.read_normals().into_iter().flatten().collect();
    let uvs: Vec<[f32; 2]> = reader.read_tex_coords(0).map(|list| list.into_f32().collect()).unwrap_or_default();
    let indices: Vec<usize> = match primitive.indices() {
        Some(_) => reader.read_indices().ok_or(CUT_OFF)?.into_u32().map(|index| index as usize).collect(),
        None => (0..positions.len()).collect(),
    };
    let linear = Mat3::from_mat4(transform);
    // Not finite for a node squeezed flat; such normals are then computed.
    let for_normals = linear.inverse().transpose();
    let corner = |index: usize| {
        let position = positions.get(index).ok_or("is not a readable glTF file: a triangle names a corner that isn't there")?;
        Ok::<_, String>(Corner {
            position: transform.transform_point3(Vec3::from_array(*position)),
            normal: normals.get(index).map_or(Vec3::ZERO, |normal| for_normals * Vec3::from_array(*normal)),
            uv: uvs.get(index).map_or(Vec2::ZERO, |uv| Vec2::from_array(*uv)),
        })
    };
    let is_mirrored = linear.determinant() < 0.0;
    for [a, b, c] in triangles(primitive.mode(), &indices) {
        let [a, b, c] = [corner(a)?, corner(b)?, corner(c)?];
        corners.add(if is_mirrored { [a, c, b] } else { [a, b, c] })?;
    }
    Ok(())
}

/// The corners of each triangle, fronts alike.
fn triangles(mode: Mode, indices: &[usize]) -> Vec<[usize; 3]> {
    match mode {
        Mode::TriangleStrip => indices
            .windows(3)
            .enumerate()
            .map(|(index, three)| if index % 2 == 0 { [three[0], three[1], three[2]] } else { [three[1], three[0], three[2]] })
            .collect(),
        Mode::TriangleFan => indices.get(1..).unwrap_or(&[]).windows(2).map(|pair| [indices[0], pair[0], pair[1]]).collect(),
        _ => indices.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect(),
    }
}

/// Refuses lists that the format forbids and its reader trips over.
fn check(list: &Accessor<'_>, dimensions: Dimensions, types: &[DataType]) -> Result<(), String> {
    let is_view_sound = |view: &View<'_>, size: usize| {
        view.offset() <= MOST_BYTES && view.length() <= MOST_BYTES && view.stride().is_none_or(|stride| (size..=256).contains(&stride))
    };
    let is_sparse_sound = list.sparse().is_none_or(|sparse| {
        (1..=list.count()).contains(&sparse.count())
            && sparse.indices().offset() <= MOST_BYTES
            && sparse.values().offset() <= MOST_BYTES
            && is_view_sound(&sparse.indices().view(), sparse.indices().index_type().size())
            && is_view_sound(&sparse.values().view(), list.size())
    });
    let is_sound = list.dimensions() == dimensions
        && types.contains(&list.data_type())
        && (1..=super::MOST_CORNERS).contains(&list.count())
        && list.offset() <= MOST_BYTES
        && list.view().is_none_or(|view| is_view_sound(&view, list.size()))
        && is_sparse_sound;
    if is_sound { Ok(()) } else { Err("is not a readable glTF file: a list of its mesh is not as the format says".to_owned()) }
}
