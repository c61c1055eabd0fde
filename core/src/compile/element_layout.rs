//! How the attributes of an element lie in a storage buffer, by WGSL's rules.

use std::collections::BTreeSet;

use crate::node::{Attribute, ValueType};

/// The struct of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Members in order. Numbers fill the gaps that three-vectors leave.
    pub members: Vec<Attribute>,
    /// Bytes from one element to the next.
    pub stride: u32,
}

impl Layout {
    /// The smallest layout of these attributes.
    pub(super) fn of(attributes: &BTreeSet<Attribute>) -> Self {
        let of_type = |wanted: ValueType| attributes.iter().copied().filter(move |attribute| attribute.value_type() == wanted);
        let mut numbers = of_type(ValueType::Number);
        let mut members: Vec<Attribute> = of_type(ValueType::Colour).collect();
        for vector in of_type(ValueType::Vec3) {
            members.push(vector);
            members.extend(numbers.next());
        }
        members.extend(of_type(ValueType::Vec2));
        members.extend(numbers);
        let (mut end, mut largest) = (0_u32, 4_u32);
        for member in &members {
            let (size, alignment) = match member.value_type() {
                ValueType::Number => (4, 4),
                ValueType::Vec2 => (8, 8),
                ValueType::Vec3 => (12, 16),
                _ => (16, 16),
            };
            end = end.next_multiple_of(alignment) + size;
            largest = largest.max(alignment);
        }
        Self { members, stride: end.next_multiple_of(largest).max(4) }
    }

    /// The struct's text.
    pub(super) fn wgsl(&self, name: &str) -> String {
        let members: String =
            self.members.iter().map(|member| format!("    {}: {},\n", member.name(), member.value_type().wgsl())).collect();
        // An element without attributes still has to be something.
        let members = if members.is_empty() { "    nothing: u32,\n".to_owned() } else { members };
        format!("struct {name} {{\n{members}}}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fill_the_gaps_behind_vectors() {
        use Attribute::{Age, Id, Lifetime, Position, Uv, Velocity};
        let layout = Layout::of(&[Position, Velocity, Age, Lifetime, Id].into());
        assert_eq!(layout.members, [Position, Age, Velocity, Lifetime, Id]);
        assert_eq!(layout.stride, 48);
        assert_eq!(Layout::of(&[Position, Uv].into()).stride, 32);
        assert_eq!(Layout::of(&[Age].into()).stride, 4);
        assert_eq!(Layout::of(&BTreeSet::new()).stride, 4);
    }
}
