//! The number of the element: each cell, vertex or particle has its own, from 0.
//! @category Input
//! @tags id number count cell vertex particle

/// The number. @output index
fn element_index(
    /// @given element
    element: u32,
) -> f32 {
    return f32(element);
}
