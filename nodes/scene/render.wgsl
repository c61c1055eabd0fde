//! The picture that a camera takes of a scene. Linear light, not limited to 1: a tone map makes it fit a screen.
//! @category Scene
//! @tags camera view picture shot
//! @native render
//! @scene scene What is seen.

/// The picture; its alpha is 0 where nothing is. @output picture
fn render(
    /// What the camera looks at. @default 0 0 0 @unit m
    look_at: vec3f,
    /// How far it is from there. @default 10 @range 0.1 100 @unit m
    distance: f32,
    /// From which side: 0 looks along -z, 90 along -x. @default 30 @range -180 180 @unit deg
    heading: f32,
    /// From how far above. @default 25 @range -89 89 @unit deg
    pitch: f32,
    /// How far it leans. @default 0 @range -180 180 @unit deg @advanced
    roll: f32,
    /// Angle that the picture's height covers. @default 40 @range 5 120 @unit deg
    field_of_view: f32,
    /// Moves the camera, what it looks at left alone. @default 0 0 0 @unit m @advanced
    shake: vec3f,
    /// Width of the picture. @setting @default 960 @range 16 3840 @unit px
    width: u32,
    /// Height of the picture. @setting @default 540 @range 16 2160 @unit px
    height: u32,
    /// How edges are drawn. @choice smooth plain @default smooth @advanced
    edges: u32,
) -> vec4f {
    return vec4f(0.0);
}
