//! What vertices, particles and pixels of drawn surfaces carry.

use super::value::ValueType;

/// Something that each element of a set has. Elements of sets that lack it have zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// Where it is, in metres.
    Position,
    /// Which way the surface faces.
    Normal,
    /// Its colour, linear, with straight alpha.
    Colour,
    /// Metres a second.
    Velocity,
    /// A place on the mesh's own sheet, 0 to 1.
    Uv,
    /// Seconds since a particle was born.
    Age,
    /// Seconds that a particle lives.
    Lifetime,
    /// Radius of a particle in metres.
    Size,
    /// 0 before a particle's first collision, 1 after it.
    Hit,
    /// Number of a particle since the start, modulo 2^24.
    Id,
    /// The middle of the copy or of the piece that a vertex belongs to, in metres.
    Origin,
    /// Number of the copy or of the piece.
    Copy,
    /// Four numbers for whatever an artist likes.
    Data,
}

impl Attribute {
    /// Every attribute, in the order in which they are stored.
    pub const ALL: [Self; 13] = [
        Self::Position,
        Self::Normal,
        Self::Colour,
        Self::Velocity,
        Self::Uv,
        Self::Age,
        Self::Lifetime,
        Self::Size,
        Self::Hit,
        Self::Id,
        Self::Origin,
        Self::Copy,
        Self::Data,
    ];

    /// Its name in nodes' files and in generated code.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Normal => "normal",
            Self::Colour => "colour",
            Self::Velocity => "velocity",
            Self::Uv => "uv",
            Self::Age => "age",
            Self::Lifetime => "lifetime",
            Self::Size => "size",
            Self::Hit => "hit",
            Self::Id => "id",
            Self::Origin => "origin",
            Self::Copy => "copy",
            Self::Data => "data",
        }
    }

    /// The attribute called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|attribute| attribute.name() == name)
    }

    /// Its type.
    #[must_use]
    pub const fn value_type(self) -> ValueType {
        match self {
            Self::Position | Self::Normal | Self::Velocity | Self::Origin => ValueType::Vec3,
            Self::Colour | Self::Data => ValueType::Colour,
            Self::Uv => ValueType::Vec2,
            Self::Age | Self::Lifetime | Self::Size | Self::Hit | Self::Id | Self::Copy => ValueType::Number,
        }
    }
}
