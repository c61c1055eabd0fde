//! The shaders of the view: files of the shaders' crate.

/// Of 2D pictures.
pub const PICTURE: &str = include_str!("../../../../shaders/view/picture.wgsl");
/// Of lit surfaces.
pub const SURFACE: &str = include_str!("../../../../shaders/view/surface.wgsl");

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use super::*;

    #[test]
    fn the_shaders_are_valid_on_every_device() {
        for (name, text) in [("picture.wgsl", PICTURE), ("surface.wgsl", SURFACE)] {
            let checked = wavewright_shaders::validate(text);
            assert!(checked.is_ok(), "{name}: {}", checked.err().unwrap());
        }
    }
}
