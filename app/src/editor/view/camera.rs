//! A camera that turns about a point.

use glam::{Mat4, Vec3, camera};

/// Half of the field of view from bottom to top, in radians.
const HALF_FIELD_RAD: f32 = 0.35;
/// Lowest and highest the eye goes, in radians over the plane.
const PITCH_RAD: std::ops::RangeInclusive<f32> = 0.02..=1.55;

/// A camera about a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    /// What is looked at, in metres.
    pub target_m: Vec3,
    /// Direction of the eye about the vertical, in radians; 0 is towards +z.
    pub yaw_rad: f32,
    /// Height of the eye over the plane, in radians.
    pub pitch_rad: f32,
    /// Distance of the eye in metres.
    pub distance_m: f32,
}

impl OrbitCamera {
    /// A camera that sees a plane of this width and depth.
    #[must_use]
    pub fn framing(width_m: f32, depth_m: f32, centre_m: Vec3) -> Self {
        let reach_m = width_m.max(depth_m).max(1e-4);
        Self { target_m: centre_m, yaw_rad: 0.6, pitch_rad: 0.27, distance_m: reach_m * 1.15 }
    }

    /// Turns by a drag of the pointer, in points.
    pub fn turn(&mut self, x_points: f32, y_points: f32) {
        const RAD_PER_POINT: f32 = 0.008;
        self.yaw_rad = (self.yaw_rad - x_points * RAD_PER_POINT) % std::f32::consts::TAU;
        self.pitch_rad = (self.pitch_rad + y_points * RAD_PER_POINT).clamp(*PITCH_RAD.start(), *PITCH_RAD.end());
    }

    /// Moves the target in the plane of the window, by a share of the window's height.
    pub fn pan(&mut self, x_share: f32, y_share: f32) {
        let (right, up, _) = self.axes();
        let height_m = 2.0 * self.distance_m * HALF_FIELD_RAD.tan();
        self.target_m += (up * y_share - right * x_share) * height_m;
    }

    /// Goes nearer by a factor. `reach_m` is the size of what is looked at.
    pub fn zoom(&mut self, factor: f32, reach_m: f32) {
        self.distance_m = (self.distance_m / factor).clamp(reach_m * 0.02, reach_m * 20.0);
    }

    /// The eye in metres.
    #[must_use]
    pub fn eye_m(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw_rad.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch_rad.sin_cos();
        self.target_m + self.distance_m * Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch)
    }

    /// Right, up and forward of the window.
    #[must_use]
    pub fn axes(&self) -> (Vec3, Vec3, Vec3) {
        let forward = (self.target_m - self.eye_m()).normalize_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        (right, right.cross(forward), forward)
    }

    /// Tangent of half of the field of view.
    #[must_use]
    pub fn half_field_tangent(&self) -> f32 {
        HALF_FIELD_RAD.tan()
    }

    /// From metres to the window's clip space, for a window of this width over height.
    #[must_use]
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        let view = camera::rh::view::look_at_mat4(self.eye_m(), self.target_m, Vec3::Y);
        let near_m = self.distance_m * 0.01;
        // WebGPU's clip space is DirectX's: y up, depth from 0 to 1.
        camera::rh::proj::directx::perspective(2.0 * HALF_FIELD_RAD, aspect.max(1e-3), near_m, self.distance_m * 100.0) * view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_middle_however_one_turns() {
        let mut camera = OrbitCamera::framing(10.0, 10.0, Vec3::new(1.0, 0.0, -2.0));
        for (x, y) in [(0.0, 0.0), (200.0, 50.0), (-900.0, -4_000.0), (0.0, 9_000.0)] {
            camera.turn(x, y);
            let place = camera.view_projection(1.6).project_point3(camera.target_m);
            assert!(place.x.abs() < 1e-4 && place.y.abs() < 1e-4 && (0.0..1.0).contains(&place.z), "{place}");
            assert!(camera.eye_m().y > 0.0);
        }
    }

    #[test]
    fn zooming_has_ends() {
        let mut camera = OrbitCamera::framing(10.0, 4.0, Vec3::ZERO);
        camera.zoom(1e9, 10.0);
        assert!(camera.distance_m > 0.199);
        camera.zoom(1e-9, 10.0);
        assert!(camera.distance_m < 200.1);
    }
}
