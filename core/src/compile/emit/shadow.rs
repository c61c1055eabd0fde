//! Shadows of suns: how the rays of a sun fall on a picture's scene, and how pixels look into the map of what stops them.
//!
//! The map is drawn along the light, upright on it and centred on what the camera looks at.

use super::input_value;
use super::items::ItemText;
use super::kernel::{Context, KernelBuilder};
use super::scope::{Member, Scope};
use crate::compile::place::{self, FieldId};
use crate::compile::sets;
use crate::node::{SetSpec, ValueType};

/// The map of a sun's shadows in a picture, where it casts any.
pub(super) fn shadow_field(context: &Context<'_>, render: usize, light: usize) -> Option<FieldId> {
    place::find_field(&context.placement.fields, render, &sets::shadow_label(&context.nodes[light].id), 0)
}

impl KernelBuilder<'_> {
    /// The local `rays`: how a sun's light falls on what the picture looks at.
    pub(super) fn rays(&mut self, scope: &mut Scope, render: usize, light: usize, sun: &SetSpec, name: &str) {
        self.use_library("scene", "shadow_rays");
        let nobody = scope.add_asker(Member::default());
        let before = scope.ask_for(nobody);
        let spec_of = |node: usize, input: &str| self.context.nodes[node].spec.input_index(input);
        let (look_at, reach) = (spec_of(render, "look_at"), spec_of(light, "shadow_reach"));
        let look_at = look_at.map_or_else(|| "vec3f(0.0)".to_owned(), |input| input_value(self, scope, render, input, ValueType::Vec3));
        let reach = reach.map_or_else(|| "10.0".to_owned(), |input| input_value(self, scope, light, input, ValueType::Number));
        scope.ask_for(before);
        let sun = self.call_for(scope, light, &sun.function, nobody, nobody);
        scope.lines.push(format!("let {name} = shadow_rays({sun}, {look_at}, {reach});"));
    }

    /// The function that tells how much of a sun's light comes through to a place of its map.
    pub(super) fn shadow_function(&mut self, map: FieldId) -> String {
        let texture = self.field(map, false);
        let name = format!("{texture}__lit");
        if self.written_functions.insert(name.clone()) {
            self.use_library("scene", "is_on_map");
            let text = format!(
                "fn {name}(place: vec3f, slack: f32) -> f32 {{\n    if !is_on_map(place) {{\n        return 1.0;\n    }}\n    \
                 let size = vec2i(textureDimensions({texture}));\n    \
                 let point = place.xy * vec2f(size) - 0.5;\n    let base = floor(point);\n    let weight = point - base;\n    \
                 var lit = 0.0;\n    for (var row = -1; row <= 2; row++) {{\n        for (var column = -1; column <= 2; column++) {{\n            \
                 let cell = clamp(vec2i(base) + vec2i(column, row), vec2i(0), size - 1);\n            \
                 let share = clamp(1.5 - abs(vec2f(f32(column), f32(row)) - weight), vec2f(0.0), vec2f(1.0));\n            \
                 lit += select(0.0, share.x * share.y, place.z + slack >= textureLoad({texture}, cell, 0).x);\n        }}\n    }}\n    \
                 return lit / 4.0;\n}}\n"
            );
            self.functions.push(ItemText { text, uses: Vec::new(), origin: None });
        }
        name
    }
}
