//! What travels on wires, and what people type into inputs.

use serde::{Deserialize, Serialize};

/// The type of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// One number per element.
    Number,
    /// Two numbers: x and z on the ground plane, or u and v.
    Vec2,
    /// Three numbers: x, y (up), z.
    Vec3,
    /// Linear red, green, blue and straight alpha.
    Colour,
    /// A list of waves.
    Waves,
    /// A colour ramp: a list of stops.
    Ramp,
    /// A curve: a list of points.
    Curve,
    /// Vertices and the triangles between them.
    Mesh,
    /// Particles.
    Particles,
    /// What a camera sees: meshes, particles, lights.
    Scene,
}

impl ValueType {
    /// Every type, narrowest first.
    pub const ALL: [Self; 10] = [
        Self::Number,
        Self::Vec2,
        Self::Vec3,
        Self::Colour,
        Self::Waves,
        Self::Ramp,
        Self::Curve,
        Self::Mesh,
        Self::Particles,
        Self::Scene,
    ];

    /// The name that people and files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Vec2 => "vec2",
            Self::Vec3 => "vec3",
            Self::Colour => "colour",
            Self::Waves => "waves",
            Self::Ramp => "ramp",
            Self::Curve => "curve",
            Self::Mesh => "mesh",
            Self::Particles => "particles",
            Self::Scene => "scene",
        }
    }

    /// The type called `name`, as in `@any number vec2`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|value_type| value_type.name() == name)
    }

    /// How many numbers an element of this type has; 0 for lists and sets.
    #[must_use]
    pub const fn channels(self) -> usize {
        match self {
            Self::Number => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Colour => 4,
            Self::Waves | Self::Ramp | Self::Curve | Self::Mesh | Self::Particles | Self::Scene => 0,
        }
    }

    /// Whether the type is a list of rows rather than a value per element.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Waves | Self::Ramp | Self::Curve)
    }

    /// Whether the type is a set of elements (vertices, particles, things in a scene), which values are asked for, rather than a value.
    #[must_use]
    pub const fn is_set(self) -> bool {
        matches!(self, Self::Mesh | Self::Particles | Self::Scene)
    }

    /// Whether the type is a value that each element has one of.
    #[must_use]
    pub const fn is_value(self) -> bool {
        self.channels() > 0
    }

    /// What the numbers of a row are, as people write them, in order; empty for types that are no lists.
    #[must_use]
    pub const fn row_columns(self) -> &'static [&'static str] {
        match self {
            Self::Waves => &["wavelength", "amplitude", "direction", "stiffness"],
            Self::Ramp => &["place", "red", "green", "blue", "alpha"],
            Self::Curve => &["x", "y", "slope in", "slope out"],
            _ => &[],
        }
    }

    /// The type's spelling in WGSL; for lists, the row's. Sets have none: they are never handed over in WGSL.
    #[must_use]
    pub const fn wgsl(self) -> &'static str {
        match self {
            Self::Number => "f32",
            Self::Vec2 => "vec2f",
            Self::Vec3 => "vec3f",
            Self::Colour => "vec4f",
            Self::Waves => "Wave",
            Self::Ramp => "RampStop",
            Self::Curve => "CurvePoint",
            Self::Mesh | Self::Particles | Self::Scene => "",
        }
    }

    /// The value type with this WGSL spelling.
    #[must_use]
    pub fn from_wgsl(spelling: &str) -> Option<Self> {
        Some(match spelling {
            "f32" => Self::Number,
            "vec2f" | "vec2<f32>" => Self::Vec2,
            "vec3f" | "vec3<f32>" => Self::Vec3,
            "vec4f" | "vec4<f32>" => Self::Colour,
            "Wave" => Self::Waves,
            "RampStop" => Self::Ramp,
            "CurvePoint" => Self::Curve,
            _ => return None,
        })
    }

    /// Whether a wire of this type may end at a port of type `to`: equal types, a number into any value (splat),
    /// and vec3 and colour either way (alpha 1, alpha dropped).
    #[must_use]
    pub fn converts_to(self, to: Self) -> bool {
        self == to
            || (self == Self::Number && to.is_value())
            || matches!((self, to), (Self::Vec3, Self::Colour) | (Self::Colour, Self::Vec3))
    }
}

/// What a person set an input to, as saved in the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Literal {
    /// A switch.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A vector or a colour.
    Vector(Vec<f64>),
    /// A choice, a path, an expression or code.
    Text(String),
    /// A list of rows: waves, stops of a ramp, points of a curve.
    Rows(Vec<Vec<f64>>),
}
