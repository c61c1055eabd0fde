//! What a widget says of its value in a frame.

/// A gesture (a drag, a picker that is open, typing) is one step of undo: it runs, and then it ends or is taken back.
#[derive(Clone, Debug, PartialEq)]
pub enum Edited<T> {
    /// Nothing happened.
    Nothing,
    /// The value now, in a gesture that goes on.
    Running(T),
    /// The value now, and the gesture is at its end.
    Done(T),
    /// The gesture is at its end; the value is what was told last.
    Ended,
    /// The gesture is given up: the value is the one before.
    Cancelled,
    /// What was typed can't be used, and why.
    Refused(String),
}

impl<T> Edited<T> {
    /// The same of another value.
    pub fn map<U>(self, of: impl FnOnce(T) -> U) -> Edited<U> {
        match self {
            Self::Nothing => Edited::Nothing,
            Self::Running(value) => Edited::Running(of(value)),
            Self::Done(value) => Edited::Done(of(value)),
            Self::Ended => Edited::Ended,
            Self::Cancelled => Edited::Cancelled,
            Self::Refused(why) => Edited::Refused(why),
        }
    }

    /// This, or `other` where nothing happened here.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if matches!(self, Self::Nothing) { other } else { self }
    }

    /// The same, but a value that can't be is nothing while a gesture goes on, and refused at its end.
    #[must_use]
    pub fn checked(self, can_be: impl Fn(&T) -> bool, why_not: &str) -> Self {
        match self {
            Self::Running(value) if !can_be(&value) => Self::Nothing,
            Self::Done(value) if !can_be(&value) => Self::Refused(why_not.to_owned()),
            other => other,
        }
    }

    /// Whether nothing happened.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}
