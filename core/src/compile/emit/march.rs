//! Sphere tracing: along a ray to where a distance field begins.
//!
//! Source: Hart, Sphere Tracing (1996). Steps are a part of the distance, for fields that claim a little too much.

use super::input_value;
use super::kernel::KernelBuilder;
use super::scope::{Member, Scope};
use crate::compile::lower::LoweredNode;
use crate::node::{Access, AccessorSpec, AccessorTarget, ValueType};

/// How near to a field the eye takes for there, at `travelled` metres: alike for the picture and for the map of what it sees first.
pub(super) const NEAR_FOR_THE_EYE: &str = "0.0004 * max(travelled, 0.5)";
/// And how near where a ray runs out of steps.
pub(super) const GRAZING_FOR_THE_EYE: &str = "0.02 * travelled";

/// How a node that draws a field asks for the distance at a place.
pub(super) fn distance_of(node: &LoweredNode) -> Option<&AccessorSpec> {
    node.spec.accessors.iter().find(
        |accessor| matches!(accessor.target, AccessorTarget::Input(input) if node.spec.inputs[input].access == Access::Positions(true)),
    )
}

/// How far away the eye still looks for the field that a node draws.
pub(super) fn reach_of_the_eye(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, thing: usize) -> String {
    let nobody = scope.add_asker(Member::default());
    let before = scope.ask_for(nobody);
    let reach = kernel.context.nodes[thing].spec.input_index("reach");
    let reach = reach.map_or_else(|| "100.0".to_owned(), |input| input_value(kernel, scope, thing, input, ValueType::Number));
    scope.ask_for(before);
    reach
}

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
    /// A ray that grazes the field runs out of steps beside it: what is nearer than this, and comes nearer, is taken for it, or the ground
    /// would have a gap before the horizon.
    pub grazing: &'a str,
}

/// Most steps of a ray.
const STEPS: u32 = 160;
/// The part of the distance that a step takes.
const STEP_SHARE: f32 = 0.85;

impl March<'_> {
    /// Adds the locals `travelled` and `position`: where the field is met. Elsewhere the pixel is left out.
    pub(super) fn add(&self, scope: &mut Scope) {
        let Self { distance, start, way, reach, near, grazing } = self;
        scope.lines.extend([
            "var travelled = 0.0;".to_owned(),
            "var gap = 0.0;".to_owned(),
            "var comes_nearer = false;".to_owned(),
            "var is_found = false;".to_owned(),
            format!("for (var count = 0u; count < {STEPS}u; count++) {{"),
            format!("    let next_gap = {distance}({start} + {way} * travelled);"),
            "    comes_nearer = next_gap < gap;".to_owned(),
            "    gap = next_gap;".to_owned(),
            format!("    if gap < {near} {{"),
            "        is_found = true;".to_owned(),
            "        break;".to_owned(),
            "    }".to_owned(),
            format!("    travelled += gap * {STEP_SHARE:?};"),
            format!("    if travelled > {reach} {{"),
            "        break;".to_owned(),
            "    }".to_owned(),
            "}".to_owned(),
            format!("if !is_found && !(comes_nearer && travelled <= {reach} && gap < {grazing}) {{"),
            "    discard;".to_owned(),
            "}".to_owned(),
            format!("let position = {start} + {way} * travelled;"),
        ]);
    }
}
