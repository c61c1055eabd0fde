//! Two scenes as one.
//! @category Scene
//! @tags merge combine add group
//! @native join_scenes
//! @scene first One.
//! @scene second The other.

/// Both.
fn join_scenes() {
}
