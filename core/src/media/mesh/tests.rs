#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that meets an error has failed")]

use super::*;

/// Position, uv and normal of each corner.
fn corners(pixels: &Pixels) -> Vec<([f32; 3], [f32; 2], [f32; 3])> {
    let corner = |c: &[f32]| ([c[0], c[1], c[2]], [c[3], c[7]], [c[4], c[5], c[6]]);
    pixels.values.chunks_exact(8).map(corner).collect()
}

/// A GLB of one triangle (indices 0, 1, 2 of 16 bits), its node given in JSON.
fn glb(node: &str) -> Vec<u8> {
    let positions: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let mut data: Vec<u8> = positions.iter().flat_map(|number| number.to_le_bytes()).collect();
    data.extend([0_u16, 1, 2, 0].iter().flat_map(|number| number.to_le_bytes()));
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{node}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],"buffers":[{{"byteLength":{}}}],
        "bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":6}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}},
        {{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}}]}}"#,
        data.len()
    );
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let length = 12 + 8 + json.len() + 8 + data.len();
    let mut bytes = b"glTF".to_vec();
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend((length as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json.as_bytes()), (b"BIN\0", &data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

#[test]
fn a_face_of_an_obj_becomes_a_fan() {
    let text = "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0.25\nvn 0 0 2\nusemtl paint\nf 1/1/1 2/2 -2//1 4\n";
    let pixels = decode(text.as_bytes(), None).unwrap();
    assert_eq!((pixels.width, pixels.height, corner_count(&pixels)), (12, 1, 6));
    let got = corners(&pixels);
    let positions: Vec<[f32; 3]> = got.iter().map(|corner| corner.0).collect();
    let [a, b, c, d] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(positions, [a, b, c, a, c, d]);
    assert_eq!([got[0].1, got[1].1, got[2].1], [[0.0, 1.0], [1.0, 0.75], [0.0, 0.0]], "v runs down");
    assert!(got.iter().all(|corner| corner.2 == [0.0, 0.0, 1.0]), "given and computed normals: {got:?}");
}

#[test]
fn normals_are_smooth_up_to_a_crease() {
    // Two faces that bend by about 37 degrees, and a wall upright on the first.
    let text = "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 1 0 1\nv 2 -0.75 0\nf 1 2 3\nf 3 2 4\nf 3 4 5\nv 0 1 0\nf 1 3 6\n";
    let got = corners(&decode(text.as_bytes(), None).unwrap());
    assert_eq!(got[0].2, [0.0, 1.0, 0.0], "the wall is no part of the ground");
    assert_eq!(got[9].2, [0.0, 0.0, 1.0], "nor the ground of the wall");
    let shared = got[2].2;
    assert!(shared[0] > 0.1 && shared[0] < 0.5 && shared[1] > 0.85, "between both faces: {shared:?}");
    assert_eq!(shared, got[6].2);
}

#[test]
fn rows_are_filled_with_the_last_corner() {
    let mut text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 7 7\n".to_owned();
    for _ in 0..341 {
        text.push_str("f 1 2 3\n");
    }
    assert_eq!(corner_count(&decode(text.as_bytes(), None).unwrap()), 1023);
    text.push_str("f 1 2 4\n");
    let pixels = decode(text.as_bytes(), None).unwrap();
    assert_eq!((pixels.width, pixels.height), (2046, 2));
    assert!(corners(&pixels)[1025..].iter().all(|corner| corner.0 == [7.0, 7.0, 7.0]));
}

#[test]
fn a_gltf_stands_where_its_nodes_put_it() {
    let nodes = r#"{"translation":[0,0,5],"children":[1]},{"mesh":0,"scale":[2,2,2]}"#;
    let got = corners(&decode(&glb(nodes), None).unwrap());
    let positions: Vec<[f32; 3]> = got.iter().map(|corner| corner.0).collect();
    assert_eq!(positions, [[0.0, 0.0, 5.0], [2.0, 0.0, 5.0], [0.0, 2.0, 5.0]]);
    assert!(got.iter().all(|corner| corner.2 == [0.0, 0.0, 1.0]));
    let mirrored = corners(&decode(&glb(r#"{"mesh":0,"scale":[-1,1,1]}"#), None).unwrap());
    assert!(mirrored.iter().all(|corner| corner.2 == [0.0, 0.0, 1.0]), "fronts stay fronts: {mirrored:?}");
}

#[test]
fn damaged_meshes_are_told() {
    let problem = |bytes: &[u8]| decode(bytes, None).unwrap_err();
    assert!(problem(b"").contains("has no triangles"));
    assert!(problem(b"\x89PNG\r\n").contains("expected a mesh"));
    assert_eq!(problem(b"v 0 0\n"), "line 1: has 2 numbers; expected 3");
    assert_eq!(problem(b"v 0 0 zero\n"), "line 1: `zero` is not a number");
    for corner in ["4", "0", "-4", "1/1", "1//1", "x", "9223372036854775807", "-9223372036854775808"] {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {corner}\n");
        assert_eq!(problem(text.as_bytes()), format!("line 4: `{corner}` names a corner that isn't listed before it"));
    }
    assert_eq!(problem(b"v 0 0 0\nf 1 1\n"), "line 2: a face has 2 corners; expected 3 or more");
    assert!(problem(b"v 0 0 inf\nf 1 1 1\n").contains("not a finite number"));
    assert!(problem(br#"{"asset":{"version":"2.0"}}"#).contains("has no triangles"));
    assert!(problem(b"{").contains("is not a readable glTF file"));
}

#[test]
fn a_glb_damaged_anywhere_is_told_or_read() {
    let whole = glb(r#"{"mesh":0,"children":[0]}"#);
    assert!(decode(&whole, None).is_ok(), "a ring of nodes ends");
    for length in 4..whole.len() {
        assert!(decode(&whole[..length], None).is_err(), "cut to {length} bytes");
    }
    for place in 0..whole.len() {
        for value in [0, 1, b'9', b'-', 255] {
            let mut damaged = whole.clone();
            damaged[place] = value;
            // Reading on is fine where the damage makes another mesh; panics are not.
            drop(decode(&damaged, None));
        }
    }
}
