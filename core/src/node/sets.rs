//! Nodes that make, change or draw a set of elements: the vertices of a mesh, or particles.
//!
//! A wire of a set carries no values. Its elements are who asks: a value that is linked into such a node is computed for each of them, with
//! their place and their other attributes as the element's own.

use super::attribute::Attribute;
use super::spec::FunctionSpec;

/// A node of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct SetSpec {
    /// The node's function: called for each element.
    pub function: FunctionSpec,
    /// What it does with the set.
    pub role: SetRole,
    /// The attributes that the function's result gives, in the order of its members; empty for what is drawn.
    pub attributes: Vec<Attribute>,
}

/// What a node does with a set. Numbers are indices of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetRole {
    /// Makes a mesh of columns and rows of squares.
    Grid {
        /// How many columns.
        columns: usize,
        /// How many rows.
        rows: usize,
    },
    /// Makes a mesh of pieces, each of so many corners of triangles.
    Pieces {
        /// How many pieces.
        count: usize,
        /// Corners of a piece, three a triangle.
        corners: u32,
    },
    /// Makes a mesh from a file.
    File {
        /// The path.
        path: usize,
    },
    /// Makes particles.
    Particles {
        /// How many there can be.
        capacity: usize,
        /// Born in a second.
        rate: usize,
        /// Born at once when the effect starts.
        burst: usize,
    },
    /// Makes particles that other particles bear. Each parent has places of its own for its children.
    Offspring {
        /// The parents.
        parents: usize,
        /// Places of a parent.
        count: usize,
        /// When children are born: one of [`BirthEvent::NAMES`].
        event: usize,
        /// Born in a second of a parent's life.
        rate: usize,
        /// Children are born when this rises.
        when: usize,
    },
    /// Makes a row of vertices for each particle: where it was in the last seconds.
    Trails {
        /// The particles.
        particles: usize,
        /// Vertices of a row.
        points: usize,
        /// Seconds.
        duration: usize,
    },
    /// Changes the elements of this input.
    Change(usize),
    /// Repeats a mesh.
    Copies {
        /// The mesh.
        mesh: usize,
        /// How often.
        count: usize,
    },
    /// Puts something into a scene.
    Draw {
        /// What is drawn.
        kind: DrawKind,
        /// The set that is drawn, where there is one.
        set: Option<usize>,
        /// The scene that it is put into.
        scene: usize,
    },
}

/// When particles bear others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BirthEvent {
    /// When the parent dies.
    Death,
    /// When the parent first hits something.
    Hit,
    /// All through the parent's life.
    Life,
    /// When a value rises.
    Value,
}

impl BirthEvent {
    /// Words of the input that chooses among them.
    pub const NAMES: [(&'static str, Self); 4] = [("death", Self::Death), ("hit", Self::Hit), ("life", Self::Life), ("value", Self::Value)];

    /// The event called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, event)| event)
    }
}

/// What is put into a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawKind {
    /// The triangles of a mesh, shaded.
    Surface,
    /// A distance field, found by marching along the view.
    Field,
    /// A quad facing the camera for each particle.
    Sprites,
    /// Rows of a mesh's vertices as bands that face the camera.
    Ribbons,
    /// What is behind everything, by direction.
    Sky,
    /// A light.
    Light,
}

impl DrawKind {
    /// Words after `@draws`.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("surface", Self::Surface),
        ("field", Self::Field),
        ("sprites", Self::Sprites),
        ("ribbons", Self::Ribbons),
        ("sky", Self::Sky),
        ("light", Self::Light),
    ];

    /// The struct of the shader library that the node's function returns.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Self::Surface | Self::Field | Self::Ribbons => "Surface",
            Self::Sprites => "Sprite",
            Self::Sky => "vec3f",
            Self::Light => "Light",
        }
    }
}
