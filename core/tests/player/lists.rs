//! Lists as they are encoded, read through the structs of the shader library.

use wavewright_core::compile::{Bound, Encoding, SlotKind, TextureFormat, encoded_bytes};
use wavewright_core::node::{Literal, ValueType};

use crate::effects::{Kit, back, empty, output, parameter, pass, player, texture};

/// What `expressions` of the uniform `list` are on the device.
fn on_device(list: ValueType, wgsl_type: &str, rows: Literal, expressions: [&str; 4]) -> Vec<f32> {
    let library = wavewright_shaders::library("lists").expect("the shader library has its lists");
    let structs: String = library.items.iter().map(|item| format!("{}\n", item.text)).collect();
    let wgsl = format!(
        "{structs}
@group(0) @binding(0) var<uniform> list: {wgsl_type};
@group(0) @binding(1) var read: texture_storage_2d<rgba32float, write>;
@compute @workgroup_size(8, 8)
fn read_list(@builtin(global_invocation_id) id: vec3u) {{
    textureStore(read, id.xy, vec4f({}));
}}
",
        expressions.join(", ")
    );
    let bytes = encoded_bytes(&Encoding::List(list)) as u32;
    let slots = [SlotKind::Uniform(bytes), SlotKind::StorageTexture(TextureFormat::Rgba32Float)];
    let mut effect = empty().with_kernel("read_list", &wgsl, &slots);
    effect.manifest.textures = vec![texture("read", TextureFormat::Rgba32Float, [1, 1], 1)];
    effect.manifest.parameter_bytes = bytes;
    let mut rows_parameter = parameter("rows", Encoding::List(list), 0, 0.0);
    rows_parameter.value = rows;
    effect.manifest.parameters = vec![rows_parameter];
    effect.manifest.outputs = vec![output("node.read", "read", ValueType::Colour)];
    let bound = Bound::Buffer { name: "parameters".to_owned(), offset: 0, bytes };
    effect.manifest.step = vec![pass("read_list", [1, 1], vec![bound, back("read")], &[])];
    let mut player = player(&effect);
    player.step().unwrap();
    player.read_output("node.read").unwrap().values
}

#[test]
fn rows_lie_where_the_shader_library_reads_them() {
    let waves = Literal::Rows(vec![vec![1.0, 0.1, 0.0, 0.2], vec![2.0, 0.3, 90.0, 0.4]]);
    let read = on_device(
        ValueType::Waves,
        "Waves",
        waves.clone(),
        ["f32(list.count)", "list.rows[1].direction.x", "list.rows[1].amplitude", "list.rows[1].wavelength"],
    );
    assert_eq!(read, [2.0, 1.0, 0.3, 2.0]);
    let expressions = ["list.rows[1].wavenumber", "list.rows[1].root_wavenumber", "list.rows[1].stiffness", "list.rows[2].wavelength"];
    let read = on_device(ValueType::Waves, "Waves", waves, expressions);
    assert_eq!(read, [std::f32::consts::PI, std::f64::consts::PI.sqrt() as f32, 0.4, 0.0]);
    let ramp = Literal::Rows(vec![vec![0.5, 0.1, 0.2, 0.3, 0.4], vec![0.25, 1.0, 1.0, 1.0, 1.0]]);
    let read = on_device(
        ValueType::Ramp,
        "Ramp",
        ramp,
        ["list.rows[0].place", "list.rows[1].place", "list.rows[1].colour.z", "list.rows[1].colour.a"],
    );
    assert_eq!(read, [0.25, 0.5, 0.3, 0.4]);
    let curve = Literal::Rows(vec![vec![0.0, 1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0, 7.0]]);
    let read = on_device(
        ValueType::Curve,
        "Curve",
        curve,
        ["list.rows[1].point.x", "list.rows[1].point.y", "list.rows[1].tangents.x", "list.rows[1].tangents.y"],
    );
    assert_eq!(read, [4.0, 5.0, 6.0, 7.0]);
}
