//! Snapshots: pictures that stay while the player steps on, on its device and on another.

use std::sync::Arc;

use wavewright_core::gpu::{Gpu, Snapshot, Snapshots};

use super::effects::{counter, gpu, player};

/// The first number of a snapshot's texture.
fn first_number(gpu: &Gpu, snapshot: &Snapshot) -> f32 {
    let buffer = gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 256,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(256), rows_per_image: None };
    let one = wgpu::Extent3d { width: 1, height: 1, depth_or_array_layers: 1 };
    let target = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(snapshot.view().texture().as_image_copy(), target, one);
    gpu.queue().submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |_| ());
    gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = buffer.slice(..).get_mapped_range().unwrap();
    f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

#[test]
fn a_snapshot_stays_as_it_was_on_any_device() {
    let mut player = player(&counter([5, 3]));
    let output = player.effect().manifest.outputs[0].name.clone();
    for screen in [player.gpu().clone(), gpu()] {
        let mut snapshots = Snapshots::new(screen.clone());
        player.step().unwrap();
        let before = player.read_output(&output).unwrap().values[0];
        let kept = snapshots.take(&player, &output).unwrap();
        assert_eq!(kept.size(), [5, 3]);
        player.run_steps(3).unwrap();
        let after = snapshots.take(&player, &output).unwrap();
        assert!(!Arc::ptr_eq(&kept, &after), "a snapshot that is held was taken again");
        assert_eq!(first_number(&screen, &kept), before);
        assert_eq!(first_number(&screen, &after), before + 3.0);
        // What nobody holds any more is taken again.
        let place = Arc::as_ptr(&kept);
        drop(kept);
        assert_eq!(Arc::as_ptr(&snapshots.take(&player, &output).unwrap()), place);
        snapshots.take(&player, "nothing").unwrap_err();
    }
}
