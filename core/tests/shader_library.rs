//! The shader library computes what its comments say: run on a device, function by function.
#![expect(clippy::unwrap_used, clippy::cast_precision_loss, reason = "a failed unwrap is a failed test; counts are small")]

use std::sync::LazyLock;

use wavewright_core::gpu::Gpu;
use wavewright_shaders::Module;

static GPU: LazyLock<Gpu> = LazyLock::new(|| Gpu::headless().unwrap());

/// The value of `expression`, a vec4f in which `x` is the row, for each row.
fn evaluate(imports: &str, expression: &str, rows: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let mut wgsl = String::new();
    for module in Module::parse("test", &format!("//! @import {imports}")).unwrap().imports() {
        for item in &module.items {
            wgsl.push_str(&item.text);
            wgsl.push('\n');
        }
    }
    wgsl.push_str(&format!(
        "@group(0) @binding(0) var<storage, read> rows: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4f>;
@compute @workgroup_size(64) fn run(@builtin(global_invocation_id) id: vec3u) {{
    if id.x < arrayLength(&rows) {{
        let x = rows[id.x];
        results[id.x] = {expression};
    }}
}}
"
    ));
    wavewright_shaders::validate(&wgsl).unwrap();
    let (device, queue) = (GPU.device(), GPU.queue());
    let bytes = bytemuck::cast_slice::<_, u8>(rows);
    let buffer =
        |usage| device.create_buffer(&wgpu::BufferDescriptor { label: None, size: bytes.len() as u64, usage, mapped_at_creation: false });
    let input = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST);
    let output = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
    let readable = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    queue.write_buffer(&input, 0, bytes);
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(wgsl.into()) }),
        entry_point: Some("run"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: input.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: output.as_entire_binding() },
        ],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        pass.dispatch_workgroups(u32::try_from(rows.len().div_ceil(64)).unwrap(), 1, 1);
    }
    encoder.copy_buffer_to_buffer(&output, 0, &readable, 0, bytes.len() as u64);
    queue.submit([encoder.finish()]);
    readable.slice(..).map_async(wgpu::MapMode::Read, |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    bytemuck::cast_slice(&readable.slice(..).get_mapped_range().unwrap()).to_vec()
}

/// The first number of `expression` for each row.
fn numbers(imports: &str, expression: &str, rows: &[[f32; 4]]) -> Vec<f32> {
    evaluate(imports, &format!("vec4f({expression}, 0.0, 0.0, 0.0)"), rows).into_iter().map(|row| row[0]).collect()
}

fn assert_near(found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance, "{index}: {found} is not {expected}");
    }
}

/// Points scattered over -8..8, none of them on a lattice.
fn scattered(count: usize) -> Vec<[f32; 4]> {
    let spread = |index: usize, factor: f32| (index as f32 * factor).fract() * 16.0 - 8.0;
    (0..count).map(|index| [spread(index, 0.754_877_7), spread(index, 0.569_840_3), spread(index, 0.438_1), spread(index, 0.3)]).collect()
}

/// The PCG hash in whole numbers, as its authors have it.
fn pcg(value: u32) -> u32 {
    let state = value.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

#[test]
fn hashes_are_the_same_as_on_the_cpu() {
    let words = [0_u32, 1, 2, 255, 65_536, 123_456_789, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, u32::MAX];
    let rows = words.map(|word| [(word >> 16) as f32, (word & 0xffff) as f32, 0.0, 0.0]);
    let hash = "pcg((u32(x.x) << 16u) | u32(x.y))";
    let halves = evaluate("hash", &format!("vec4f(f32({hash} >> 16u), f32({hash} & 0xffffu), 0.0, 0.0)"), &rows);
    let found: Vec<u32> = halves.iter().map(|row| ((row[0] as u32) << 16) | row[1] as u32).collect();
    assert_eq!(found, words.map(pcg));
    assert_eq!(found[0], 0x07bb_2fe2);
    let rows = [[0.0, 0.0, 0.0, 0.0], [42.0, 7.0, 2.0, 0.0], [1.0, 65_535.0, 9.0, 0.0]];
    let expected = rows.map(|row| (pcg(pcg(pcg(row[0] as u32) ^ row[1] as u32) ^ row[2] as u32) >> 8) as f32 / 16_777_216.0);
    assert_eq!(numbers("hash", "random(u32(x.x), u32(x.y), u32(x.z))", &rows), expected);
    let lengths = numbers("hash", "length(random_direction(5u, u32(x.x + 8.0), 0u))", &scattered(64));
    assert_near(&lengths, &[1.0; 64], 1e-5);
}

#[test]
fn noise_stays_in_range_and_is_not_flat() {
    for noise in [
        "value_noise_2d(x.xy, 3u)",
        "value_noise_3d(x.xyz, 3u)",
        "gradient_noise_2d(x.xy, 3u)",
        "gradient_noise_3d(x.xyz, 3u)",
        "fbm_2d(x.xy, 5u, 2.0, 0.5, 3u)",
        "fbm_3d(x.xyz, 5u, 2.0, 0.5, 3u)",
    ] {
        let values = numbers("noise", noise, &scattered(4096));
        let (low, high) = values.iter().fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
        assert!((-1.1..=-0.4).contains(&low) && (0.4..=1.1).contains(&high), "{noise}: {low} to {high}");
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        assert!(mean.abs() < 0.1, "{noise}: mean {mean}");
    }
}

#[test]
fn noise_has_no_seams_between_cells() {
    // On either side of whole numbers, for both signs.
    let sides: Vec<[f32; 4]> = (-20..20).map(|index| [index as f32 * 0.37, (index % 5) as f32, 0.0, 0.0]).collect();
    for noise in ["value_noise_3d(P.xyz, 9u)", "gradient_noise_3d(P.xyz, 9u)", "value_noise_2d(P.xy, 9u)", "gradient_noise_2d(P.xy, 9u)"] {
        let before = numbers("noise", &noise.replace('P', "vec3f(x.x, x.y - 1e-4, x.y - 1e-4)"), &sides);
        let after = numbers("noise", &noise.replace('P', "vec3f(x.x, x.y + 1e-4, x.y + 1e-4)"), &sides);
        assert_near(&before, &after, 2e-3);
    }
}

#[test]
fn derivatives_of_noise_are_its_slopes() {
    let points = scattered(256);
    let step = 1.0 / 128.0;
    for (axis, component) in [("vec3f(1.0, 0.0, 0.0)", "y"), ("vec3f(0.0, 1.0, 0.0)", "z"), ("vec3f(0.0, 0.0, 1.0)", "w")] {
        let slope = numbers(
            "noise",
            &format!("(gradient_noise_3d(x.xyz + {axis} * {step}, 4u) - gradient_noise_3d(x.xyz - {axis} * {step}, 4u)) / {}", 2.0 * step),
            &points,
        );
        let exact = numbers("noise", &format!("gradient_noise_3d_derivatives(x.xyz, 4u).{component}"), &points);
        assert_near(&slope, &exact, 0.02);
        if component != "w" {
            let slope = numbers(
                "noise",
                &format!(
                    "(gradient_noise_2d(x.xy + {axis}.xy * {step}, 4u) - gradient_noise_2d(x.xy - {axis}.xy * {step}, 4u)) / {}",
                    2.0 * step
                ),
                &points,
            );
            let exact = numbers("noise", &format!("gradient_noise_2d_derivatives(x.xy, 4u).{component}"), &points);
            assert_near(&slope, &exact, 0.02);
        }
    }
}

#[test]
fn curl_noise_has_no_sources() {
    let points = scattered(256);
    let step = 1.0 / 128.0;
    let difference = |function: &str, swizzle: &str, axis: &str, component: &str| {
        format!(
            "({function}(x.{swizzle} + {axis} * {step}, 4u) - {function}(x.{swizzle} - {axis} * {step}, 4u)).{component} / {}",
            2.0 * step
        )
    };
    let flat = numbers(
        "noise",
        &format!(
            "{} + {}",
            difference("curl_noise_2d", "xy", "vec2f(1.0, 0.0)", "x"),
            difference("curl_noise_2d", "xy", "vec2f(0.0, 1.0)", "y")
        ),
        &points,
    );
    assert_near(&flat, &[0.0; 256], 0.05);
    let axes = [("vec3f(1.0, 0.0, 0.0)", "x"), ("vec3f(0.0, 1.0, 0.0)", "y"), ("vec3f(0.0, 0.0, 1.0)", "z")];
    let sum: Vec<String> = axes.iter().map(|(axis, component)| difference("curl_noise_3d", "xyz", axis, component)).collect();
    assert_near(&numbers("noise", &sum.join(" + "), &points), &[0.0; 256], 0.1);
    let speeds = numbers("noise", "length(curl_noise_3d(x.xyz, 4u))", &points);
    assert!(speeds.iter().any(|speed| *speed > 0.5));
}

#[test]
fn cellular_noise_finds_the_two_nearest_points() {
    let unit = |hash: u32| (hash >> 8) as f32 / 16_777_216.0;
    let points = scattered(128);
    let found = evaluate("noise", "vec4f(worley_2d(x.xy, 0.6, 11u), 0.0)", &points);
    for (point, found) in points.iter().zip(&found) {
        let mut distances: Vec<f32> = (-2..=2)
            .flat_map(|y| (-2..=2).map(move |x| (x, y)))
            .map(|(x, y)| {
                let cell = [point[0].floor() as i32 + x, point[1].floor() as i32 + y];
                let hash = pcg(pcg(pcg(11) ^ cell[0] as u32) ^ cell[1] as u32);
                let place = |part: f32, cell: i32| cell as f32 + 0.5 + 0.6 * (part - 0.5);
                (place(unit(hash), cell[0]) - point[0]).hypot(place(unit(pcg(hash ^ 1)), cell[1]) - point[1])
            })
            .collect();
        distances.sort_by(f32::total_cmp);
        assert_near(&found[..2], &distances[..2], 1e-4);
        assert!((0.0..1.0).contains(&found[2]));
    }
    let space = evaluate("noise", "vec4f(worley_3d(x.xyz, 1.0, 11u), 0.0)", &points);
    assert!(space.iter().all(|row| row[0] <= row[1] && row[0] < 1.5));
}

#[test]
fn distances_are_those_of_the_shapes() {
    let rows = [[0.1, 0.2, 0.3, 0.0], [1.9, -0.4, 0.6, 0.0], [-1.6, 1.7, -0.9, 0.0]];
    let sphere = "sphere_distance(x.xyz - vec3f(0.5, 0.2, -0.3), 1.0)";
    let capsule = "capsule_distance(x.xyz, vec3f(-1.0, 0.0, 0.0), vec3f(1.0, 0.8, 0.3), 0.4)";
    assert_near(&numbers("sdf", sphere, &rows), &[-0.278_889_75, 0.769_180_6, 1.649_528_3], 1e-5);
    assert_near(
        &numbers("sdf", "box_distance(x.xyz - vec3f(0.0, 0.5, 0.0), vec3f(1.0, 0.5, 0.7))", &rows),
        &[-0.2, 0.984_885_8, 0.943_398_1],
        1e-5,
    );
    assert_near(&numbers("sdf", capsule, &rows), &[-0.133_593_33, 1.129_709_8, 1.614_944_2], 1e-5);
    assert_near(&numbers("sdf", "plane_distance(x.xyz, vec3f(0.6, 0.8, 0.0))", &rows), &[0.22, 0.82, 0.4], 1e-5);
    // Far from the seam a smooth union is the union; on it, it lies a quarter of the blend deeper.
    assert_near(&numbers("sdf", "smooth_union_distance(x.x, 5.0, 0.5)", &rows), &[0.1, 1.9, -1.6], 1e-6);
    assert_near(&numbers("sdf", "smooth_union_distance(x.x, x.x, 0.8)", &rows), &[-0.1, 1.7, -1.8], 1e-5);
    assert_near(&numbers("sdf", "smooth_union_distance(x.x, x.y, 0.0)", &rows), &[0.1, -0.4, -1.6], 0.0);
    assert_near(&numbers("sdf", "subtract_distance(x.x, x.z)", &rows), &[0.1, 1.9, 0.9], 0.0);
    assert_near(&numbers("sdf", "intersect_distance(x.x, x.y)", &rows), &[0.2, 1.9, 1.7], 0.0);
    assert_near(&numbers("sdf", "union_distance(x.x, x.y)", &rows), &[0.1, -0.4, -1.6], 0.0);
    assert_near(&numbers("sdf", "capsule_distance(x.xyz, vec3f(1.0), vec3f(1.0), 0.0)", &[[1.0, 1.0, 3.0, 0.0]]), &[2.0], 1e-6);
    let rocks = numbers("sdf", "rock_distance(x.xyz, 2.0, 0.3, 1.5, 1u) - sphere_distance(x.xyz, 2.0)", &scattered(256));
    assert!(rocks.iter().all(|moved| moved.abs() <= 0.33) && rocks.iter().any(|moved| moved.abs() > 0.05));
}

#[test]
fn colours_go_there_and_back() {
    let rows: Vec<[f32; 4]> =
        (0..125).map(|index| [(index % 5) as f32 / 4.0, (index / 5 % 5) as f32 / 4.0, (index / 25) as f32 / 4.0, 0.0]).collect();
    for there_and_back in
        ["linear_from_srgb(srgb_from_linear(x.rgb))", "srgb_from_linear(linear_from_srgb(x.rgb))", "rgb_from_hsv(hsv_from_rgb(x.rgb))"]
    {
        let found = evaluate("colour", &format!("vec4f({there_and_back}, 0.0)"), &rows);
        for (found, row) in found.iter().zip(&rows) {
            assert_near(found, row, 1e-5);
        }
    }
    assert_near(&numbers("colour", "srgb_channel_from_linear(x.x)", &[[0.5; 4], [0.002; 4], [-1.0; 4]]), &[0.735_357, 0.025_84, 0.0], 1e-5);
    assert_near(&evaluate("colour", "vec4f(hsv_from_rgb(x.rgb), 0.0)", &[[0.0, 0.5, 0.25, 0.0]])[0], &[150.0 / 360.0, 1.0, 0.5, 0.0], 1e-6);
    assert_near(&numbers("colour", "relative_luminance(x.rgb)", &[[1.0; 4]]), &[1.0], 1e-6);
}

#[test]
fn turning_about_an_axis() {
    let x_axis = [[1.0, 0.0, 0.0, 0.0]];
    let quarter = std::f32::consts::FRAC_PI_2;
    let turned = evaluate("rotation", &format!("vec4f(rotate_about(x.xyz, vec3f(0.0, 3.0, 0.0), {quarter}), 0.0)"), &x_axis);
    assert_near(&turned[0], &[0.0, 0.0, -1.0, 0.0], 1e-6);
    let flat = evaluate("rotation", &format!("vec4f(rotate_plane(x.xy, {quarter}), 0.0, 0.0)"), &x_axis);
    assert_near(&flat[0], &[0.0, 1.0, 0.0, 0.0], 1e-6);
    let points = scattered(64);
    for (axis, angle) in [("vec3f(0.3, -0.5, 0.8)", "2.3"), ("vec3f(0.0)", "1.0"), ("vec3f(1e-30, 0.0, 0.0)", "-4.0")] {
        let formula = evaluate("rotation", &format!("vec4f(rotate_about(x.xyz, {axis}, {angle}), 0.0)"), &points);
        let quaternion =
            evaluate("rotation", &format!("vec4f(quaternion_rotate(quaternion_from_axis({axis}, {angle}), x.xyz), 0.0)"), &points);
        let twice =
            format!("quaternion_multiply(quaternion_from_axis({axis}, 0.7 * {angle}), quaternion_from_axis({axis}, 0.3 * {angle}))");
        let composed = evaluate("rotation", &format!("vec4f(quaternion_rotate({twice}, x.xyz), 0.0)"), &points);
        for index in 0..points.len() {
            assert_near(&quaternion[index], &formula[index], 2e-5);
            assert_near(&composed[index], &formula[index], 4e-5);
        }
    }
}

#[test]
fn cells_beyond_the_edge() {
    let rows = [[-1.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0], [-13.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0]];
    let cell = |boundary: &str| format!("f32(boundary_cell(vec2i(i32(x.x), 0), vec2i(5, 4), {boundary}).x)");
    assert_eq!(numbers("sampling", &cell("BOUNDARY_CLAMP"), &rows), [0.0, 4.0, 0.0, 3.0]);
    assert_eq!(numbers("sampling", &cell("BOUNDARY_WRAP"), &rows), [4.0, 0.0, 2.0, 3.0]);
    assert_eq!(numbers("sampling", "f32(is_inside(vec2i(i32(x.x), 0), vec2i(5, 4)))", &rows), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(evaluate("sampling", "bilinear_weights(x.xy)", &[[0.25, 0.5, 0.0, 0.0]])[0], [0.375, 0.125, 0.375, 0.125]);
}

#[test]
fn what_wgsl_leaves_undefined_has_a_value() {
    let step = |function: &str| format!("{function}(x.x, x.y, x.z)");
    let edges = [[0.0, 1.0, 0.5, 0.0], [1.0, 0.0, 0.25, 0.0], [2.0, 2.0, 2.0, 0.0], [2.0, 2.0, 2.5, 0.0], [0.0, 1.0, 9.0, 0.0]];
    assert_near(&numbers("safe", &step("safe_smoothstep"), &edges), &[0.5, 0.843_75, 0.0, 1.0, 1.0], 1e-6);
    assert_near(&numbers("safe", &step("safe_linear_step"), &edges), &[0.5, 0.75, 0.0, 1.0, 1.0], 1e-6);
    let powers = [[2.0, 3.0, 0.0, 0.0], [-2.0, 3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]];
    assert_near(&numbers("safe", "safe_pow(x.x, x.y)", &powers), &[8.0, 0.0, 1.0, 0.0, 1.0], 1e-5);
    assert_eq!(numbers("safe", "safe_divide(x.x, x.y, 7.0)", &[[1.0, 4.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]), [0.25, 7.0]);
    assert_near(
        &numbers("safe", "safe_modulo(x.x, x.y)", &[[-0.5, 2.0, 0.0, 0.0], [5.0, 2.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]),
        &[1.5, 1.0, 0.0],
        1e-6,
    );
    let vectors = [[0.0, 0.0, 0.0, 0.0], [3.0, 4.0, 0.0, 0.0], [1e-30, 0.0, 0.0, 0.0], [3e30, 4e30, 0.0, 0.0]];
    let lengths = [0.0, 1.0, 1.0, 1.0];
    assert_near(&numbers("safe", "length(safe_normalise_2d(x.xy))", &vectors), &lengths, 1e-5);
    assert_near(&numbers("safe", "length(safe_normalise_3d(x.xyz))", &vectors), &lengths, 1e-5);
    let numbers_and_not = [[1.0; 4], [0.0; 4], [f32::MAX; 4], [f32::INFINITY; 4], [f32::NEG_INFINITY; 4], [f32::NAN; 4]];
    assert_eq!(numbers("safe", "f32(is_finite_float(x.x))", &numbers_and_not), [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(numbers("safe", "finite_or_zero(x.x)", &numbers_and_not), [1.0, 0.0, f32::MAX, 0.0, 0.0, 0.0]);
}

#[test]
fn lists_are_laid_out_for_uniforms() {
    let mut wgsl = String::new();
    for item in &wavewright_shaders::library("lists").unwrap().items {
        wgsl.push_str(&item.text);
        wgsl.push('\n');
    }
    for (list, row_bytes) in [("Waves", 32), ("Ramp", 32), ("Curve", 16)] {
        let (module, _) = wavewright_shaders::validate(&format!(
            "{wgsl}@group(0) @binding(0) var<uniform> list: {list};\n@compute @workgroup_size(1) fn run() {{ _ = list.count; }}"
        ))
        .unwrap();
        let (_, found) = module.types.iter().find(|(_, found)| found.name.as_deref() == Some(list)).unwrap();
        let description = format!("{:?}", found.inner);
        assert!(description.contains("offset: 16"), "{list}: rows start after 16 bytes: {description}");
        assert!(description.contains(&format!("span: {}", 16 + 64 * row_bytes)), "{list}: {description}");
    }
}
