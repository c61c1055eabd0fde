//! Sphere tracing: along a ray to where a distance field begins.
//!
//! Source: Hart, Sphere Tracing (1996). Steps are a part of the distance, for fields that claim a little too much.

use super::scope::Scope;

/// A ray through a field.
pub(super) struct March<'a> {
    /// The function that gives the distance at a place.
    pub distance: &'a str,
    /// Where the ray begins.
    pub start: &'a str,
    /// Its direction, of length 1.
    pub way: &'a str,
    /// How many metres of it are looked at.
    pub reach: &'a str,
    /// How near counts as there, at `travelled` metres.
    pub near: &'a str,
}

/// Most steps of a ray.
const STEPS: u32 = 160;
/// The part of the distance that a step takes.
const STEP_SHARE: f32 = 0.85;
/// A ray that grazes the field runs out of steps beside it: what is nearer than this part of the way, and comes nearer, is taken for it, or
/// the ground would have a gap before the horizon.
const GRAZING_SHARE: f32 = 0.02;

impl March<'_> {
    /// Adds the locals `travelled` and `position`: where the field is met. Elsewhere the pixel is left out.
    pub(super) fn add(&self, scope: &mut Scope) {
        let Self { distance, start, way, reach, near } = self;
        scope.lines.extend([
            "var travelled = 0.0;".to_owned(),
            "var gap = 0.0;".to_owned(),
            "var comes_nearer = false;".to_owned(),
            "var is_found = false;".to_owned(),
            format!("for (var count = 0u; count < {STEPS}u; count++) {{"),
            format!("    let next_gap = {distance}({start} + {way} * travelled);"),
            "    comes_nearer = next_gap < gap;".to_owned(),
            "    gap = next_gap;".to_owned(),
            format!("    is_found = gap < {near};"),
            format!("    if is_found || travelled > {reach} {{"),
            "        break;".to_owned(),
            "    }".to_owned(),
            format!("    travelled += gap * {STEP_SHARE:?};"),
            "}".to_owned(),
            format!("if !is_found && !(comes_nearer && travelled <= {reach} && gap < {GRAZING_SHARE:?} * travelled) {{"),
            "    discard;".to_owned(),
            "}".to_owned(),
            format!("let position = {start} + {way} * travelled;"),
        ]);
    }
}
