//! Cameras, surfaces and light. Metres, right-handed, y up; colours linear.
//! @source Walter et al., Microfacet Models for Refraction through Rough Surfaces (2007); Karis, Physically Based Shading on Mobile (2014)

/// Nearest distance at which something is drawn, in metres. Depth is this over the distance: 1 at the nearest, 0 at infinity.
const NEAREST = 0.02;

/// Where the camera stands and what it covers.
struct Camera {
    /// Its place.
    eye: vec3f,
    /// To the right of the picture, length 1.
    right: vec3f,
    /// To the top of the picture, length 1.
    up: vec3f,
    /// Where it looks, length 1.
    forward: vec3f,
    /// From directions to the picture: 1 over the tangents of half the angles that it covers.
    scale: vec2f,
}

/// What a drawn surface is made of at a point.
struct Surface {
    /// Its colour: of what it scatters, or of the mirror image where it is metal.
    colour: vec3f,
    /// How much of it is there, from 0 to 1.
    alpha: f32,
    /// From 0, a mirror, to 1, chalk.
    roughness: f32,
    /// 1 for metal.
    metallic: f32,
    /// Light that it sends out by itself.
    emission: vec3f,
    /// Which way it faces, length 1.
    normal: vec3f,
}

/// Light from one place or direction.
struct Light {
    /// Towards the light, length 1, for one at infinity; its place in metres for one nearby.
    place: vec3f,
    /// Its brightness: at infinity what a white surface facing it shows, nearby the same at a distance of 1 m.
    colour: vec3f,
    /// 1 at infinity, 0 nearby.
    is_sun: f32,
    /// Radius of the source: at infinity in radians, nearby in metres.
    radius: f32,
}

/// A quad that faces the camera.
struct Sprite {
    /// Its colour and how much it covers.
    colour: vec4f,
    /// Its radius in metres.
    radius: f32,
    /// Along this way it is stretched, by as much as it is long, its area kept.
    stretch: vec3f,
    /// From 0, a disc with an edge, to 1, all edge.
    softness: f32,
}

/// A camera that looks at a point from a distance. Heading 0 looks along -z; pitch 90 looks straight down. Angles in degrees.
fn orbit_camera(
    look_at: vec3f,
    distance: f32,
    heading_deg: f32,
    pitch_deg: f32,
    roll_deg: f32,
    field_of_view_deg: f32,
    shake: vec3f,
    aspect: f32,
) -> Camera {
    let heading = radians(heading_deg);
    let pitch = radians(clamp(pitch_deg, -89.9, 89.9));
    let back = vec3f(cos(pitch) * sin(heading), sin(pitch), cos(pitch) * cos(heading));
    let level = vec3f(cos(heading), 0.0, -sin(heading));
    let upright = cross(back, level);
    let roll = radians(roll_deg);
    let right = level * cos(roll) + upright * sin(roll);
    let up = upright * cos(roll) - level * sin(roll);
    let height = 1.0 / tan(0.5 * radians(clamp(field_of_view_deg, 1.0, 170.0)));
    return Camera(look_at + back * max(distance, NEAREST) + shake, right, up, -back, vec2f(height / max(aspect, 1e-3), height));
}

/// The clip position of a point.
fn camera_clip(camera: Camera, position: vec3f) -> vec4f {
    let away = position - camera.eye;
    return vec4f(dot(away, camera.right) * camera.scale.x, dot(away, camera.up) * camera.scale.y, NEAREST, dot(away, camera.forward));
}

/// The direction, of length 1, that a place of the picture looks in; places run from -1 to 1, up and to the right.
fn camera_ray(camera: Camera, place: vec2f) -> vec3f {
    return normalize(camera.forward + camera.right * (place.x / camera.scale.x) + camera.up * (place.y / camera.scale.y));
}

/// The depth at which a point is drawn.
fn camera_depth(camera: Camera, position: vec3f) -> f32 {
    return clamp(NEAREST / max(dot(position - camera.eye, camera.forward), NEAREST), 0.0, 1.0);
}

/// How near a point is: metres towards the eye, along the way that the camera looks. The eye itself is at 0, what it sees below.
fn nearness(camera: Camera, position: vec3f) -> f32 {
    return dot(camera.eye - position, camera.forward);
}

/// The corner of a triangle that covers the whole picture.
fn whole_picture(corner: u32) -> vec2f {
    return vec2f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0);
}

/// The corner (column and row, 0 or 1) of a square that is drawn as two triangles whose front faces up.
fn square_corner(part: u32) -> vec2u {
    return vec2u(u32(part == 2u || part == 3u || part == 5u), u32(part == 1u || part == 4u || part == 5u));
}

/// A vector made 1 long; `fallback` where it has no length.
fn unit_or(vector: vec3f, fallback: vec3f) -> vec3f {
    let squared = dot(vector, vector);
    return select(fallback, vector * inverseSqrt(max(squared, 1e-30)), squared > 1e-20);
}

/// What a sprite's corner (from -1 to 1) adds to its middle: facing the camera, stretched along its way as seen from there.
fn sprite_corner(camera: Camera, middle: vec3f, sprite: Sprite, corner: vec2f) -> vec3f {
    let to_eye = unit_or(camera.eye - middle, -camera.forward);
    let flat_way = sprite.stretch - to_eye * dot(sprite.stretch, to_eye);
    let stretch = 1.0 + length(flat_way);
    let along = unit_or(flat_way, camera.right);
    let across = unit_or(cross(to_eye, along), camera.up);
    let root = sqrt(stretch);
    return (along * corner.x * root + across * corner.y / root) * max(sprite.radius, 0.0);
}

/// How much a disc covers at a place from -1 to 1.
fn sprite_shape(place: vec2f, softness: f32) -> f32 {
    let edge = clamp(1.0 - softness, 0.0, 0.98);
    let cover = clamp((1.0 - length(place)) / (1.0 - edge), 0.0, 1.0);
    return cover * cover * (3.0 - 2.0 * cover);
}

/// How much is left of something thin at `gap` metres from a surface that it meets: nothing where they meet, all of it `fade` metres before
/// it. Behind it, too: what a surface really hides is not drawn, and of a texel's samples some may be beside it.
fn left_at_surface(gap: f32, fade: f32) -> f32 {
    return smoothstep(0.0, 1.0, abs(gap) / max(fade, 1e-4));
}

/// Heights of a triangle in pixels. `across` and `down` are how much each of its corners counts more at the next pixels.
fn heights_px(across: vec3f, down: vec3f) -> vec3f {
    return inverseSqrt(max(across * across + down * down, vec3f(1e-20)));
}

/// How much of a pixel the edges of its triangle cover, this many pixels wide. `share` is how much each corner counts there.
fn edge_cover(share: vec3f, heights_px: vec3f, width_px: f32) -> f32 {
    let away_px = share * heights_px;
    let nearest_px = min(min(away_px.x, away_px.y), away_px.z);
    // Each of the two triangles at an edge draws half of it; what is thinner than a pixel is fainter.
    return clamp(0.5 * width_px + 0.5 - nearest_px, 0.0, 1.0) * clamp(width_px, 0.0, 1.0);
}

/// How much is shown of edges that would cover most of their triangle: of the smallest little, so that they do not hide what they are on.
fn edge_room(heights_px: vec3f, width_px: f32) -> f32 {
    return clamp(min(min(heights_px.x, heights_px.y), heights_px.z) / (4.0 * max(width_px, 1e-3)), 0.0, 1.0);
}

/// Light with the edges of triangles over it: bright where it is dark, and the other way round.
fn with_edges(radiance: vec3f, cover: f32) -> vec3f {
    let is_bright = dot(radiance, vec3f(0.2126, 0.7152, 0.0722)) > 0.2;
    return mix(radiance, vec3f(select(0.85, 0.015, is_bright)), cover);
}

/// The part of light that a surface of this reflectance mirrors, seen at this angle (Schlick).
fn fresnel(reflectance: vec3f, cosine: f32) -> vec3f {
    let rest = clamp(1.0 - cosine, 0.0, 1.0);
    let squared = rest * rest;
    return reflectance + (vec3f(1.0) - reflectance) * (squared * squared * rest);
}

/// What a surface mirrors when it is looked at straight.
fn reflectance_of(surface: Surface) -> vec3f {
    return mix(vec3f(0.04), surface.colour, surface.metallic);
}

/// The light that a surface sends to the eye from a light.
fn lit_by(surface: Surface, light: Light, position: vec3f, to_eye: vec3f) -> vec3f {
    let way = light.place - position;
    let to_light = select(unit_or(way, vec3f(0.0, 1.0, 0.0)), unit_or(light.place, vec3f(0.0, 1.0, 0.0)), light.is_sun > 0.5);
    let near = max(light.radius, 0.01);
    let strength = select(1.0 / max(dot(way, way), near * near), 1.0, light.is_sun > 0.5);
    let facing = dot(surface.normal, to_light);
    if facing <= 0.0 {
        return vec3f(0.0);
    }
    let half_way = unit_or(to_light + to_eye, surface.normal);
    let cosine_eye = max(dot(surface.normal, to_eye), 1e-3);
    let cosine_half = max(dot(surface.normal, half_way), 0.0);
    let rough = max(surface.roughness * surface.roughness, 0.002);
    let squared = rough * rough;
    let spread = cosine_half * cosine_half * (squared - 1.0) + 1.0;
    let facets = squared / (3.141592653589793 * spread * spread);
    let shadowing = 0.5 / mix(2.0 * facing * cosine_eye, facing + cosine_eye, rough);
    let mirrored = fresnel(reflectance_of(surface), max(dot(to_eye, half_way), 0.0));
    let scattered = (vec3f(1.0) - mirrored) * surface.colour * (1.0 - surface.metallic);
    // Brightness is that of a white surface, so the usual 1 / pi is in it already.
    return light.colour * strength * facing * (scattered + 3.141592653589793 * mirrored * min(facets * shadowing, 400.0));
}

/// The light that a surface sends to the eye from all around: `above` is the sky where it faces, `mirrored` where it mirrors.
fn lit_around(surface: Surface, to_eye: vec3f, above: vec3f, mirrored: vec3f) -> vec3f {
    let cosine = max(dot(surface.normal, to_eye), 0.0);
    // Karis's fit of the mirrored part over all directions.
    let fit = surface.roughness * vec4f(-1.0, -0.0275, -0.572, 0.022) + vec4f(1.0, 0.0425, 1.04, -0.04);
    let bend = min(fit.x * fit.x, exp2(-9.28 * cosine)) * fit.x + fit.y;
    let scale = vec2f(-1.04, 1.04) * bend + fit.zw;
    let specular = reflectance_of(surface) * scale.x + scale.y;
    let rough_sky = mix(mirrored, above, surface.roughness * surface.roughness);
    return above * surface.colour * (1.0 - surface.metallic) * (1.0 - specular) + rough_sky * specular;
}

/// The disc of a sun, looked at along a direction.
fn sun_disc(light: Light, direction: vec3f) -> vec3f {
    let cosine = dot(direction, unit_or(light.place, vec3f(0.0, 1.0, 0.0)));
    let radius = max(light.radius, 1e-3);
    let disc = smoothstep(cos(radius * 1.3), cos(radius), cosine) * step(0.5, light.is_sun);
    return light.colour * disc * 20.0;
}

/// How a sun's light falls on what a picture looks at.
struct Rays {
    /// Towards the sun, length 1.
    way: vec3f,
    /// To the right across the light, length 1.
    right: vec3f,
    /// Upwards across the light, length 1.
    up: vec3f,
    /// The middle of the map of shadows.
    middle: vec3f,
    /// From the middle of the map to its edges, in metres.
    reach: f32,
    /// How far towards the sun and away from it things stop light, in metres.
    depth: f32,
}

/// The rays of a sun round a place.
fn shadow_rays(light: Light, middle: vec3f, reach: f32) -> Rays {
    let way = unit_or(light.place, vec3f(0.0, 1.0, 0.0));
    let right = unit_or(cross(vec3f(0.0, 1.0, 0.0), way), vec3f(1.0, 0.0, 0.0));
    let width = max(reach, 0.01);
    return Rays(way, right, cross(way, right), middle, width, width * 4.0);
}

/// A place on the map of shadows: 0 to 1 across it, and metres towards the sun.
fn shadow_place(rays: Rays, position: vec3f) -> vec3f {
    let away = position - rays.middle;
    let across = vec2f(dot(away, rays.right), -dot(away, rays.up)) / rays.reach;
    return vec3f(across * 0.5 + 0.5, dot(away, rays.way));
}

/// The clip position of a point on the map: what is nearer the sun has the greater depth.
fn shadow_clip(rays: Rays, position: vec3f) -> vec4f {
    let place = shadow_place(rays, position);
    return vec4f(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, clamp(0.5 + 0.5 * place.z / rays.depth, 0.0, 1.0), 1.0);
}

/// Where the ray through a place of the map (-1 to 1, up and to the right) begins.
fn shadow_start(rays: Rays, across: vec2f) -> vec3f {
    return rays.middle + (rays.right * across.x + rays.up * across.y) * rays.reach + rays.way * rays.depth;
}

/// A camera that looks along the rays from far away, for what turns to who looks at it.
fn shadow_camera(rays: Rays) -> Camera {
    return Camera(rays.middle + rays.way * rays.depth * 100.0, rays.right, rays.up, -rays.way, vec2f(1.0));
}

/// Whether the map knows anything of a place.
fn is_on_map(place: vec3f) -> bool {
    return all(place.xy > vec2f(0.0)) && all(place.xy < vec2f(1.0));
}

/// How much nearer the sun something must be to stop light, in metres: as much as a texel of the map of 1024 covers on a slope.
fn shadow_slack(rays: Rays, normal: vec3f) -> f32 {
    let facing = clamp(dot(normal, rays.way), 0.05, 1.0);
    return rays.reach * 0.004 * min(sqrt(1.0 - facing * facing) / facing, 6.0) + rays.reach * 0.002;
}
