//! Drawing an effect's outputs: 2D pictures and lit surfaces, into textures of our own. Knows no window: tests read the textures back.

mod camera;
mod colour_map;
mod picture;
mod pipeline;
mod placement;
mod scene_camera;
mod shader;
mod statistics;
mod surface;
mod target;

pub use camera::OrbitCamera;
pub use colour_map::{ColourMap, MAP_TEXELS};
pub use picture::{Channels, PicturePainter, PictureSettings};
pub use placement::{Placement, Window};
pub use scene_camera::{SceneCamera, Steering};
pub use statistics::{HISTOGRAM_BINS, Statistics};
pub use surface::{Style, SurfacePainter, SurfaceSettings};
pub use target::Target;
