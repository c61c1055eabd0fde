//! Questions with a few answers.

use egui::{Context, Id, Modal, RichText};

use crate::theme::scale;

/// A question.
pub struct Question<'a> {
    /// What is asked, in a few words.
    pub title: &'a str,
    /// What hangs on it.
    pub text: &'a str,
    /// The answers, the safest first.
    pub answers: &'a [&'a str],
}

/// What was answered.
pub enum Answer {
    /// Nothing yet.
    None,
    /// The answer of this place.
    Place(usize),
    /// The question was closed.
    Closed,
}

impl Question<'_> {
    /// Asks.
    #[must_use]
    pub fn show(&self, context: &Context) -> Answer {
        let response = Modal::new(Id::unique(("question", self.title))).show(context, |ui| {
            ui.set_width(400.0);
            ui.label(RichText::new(self.title).text_style(scale::title_style()));
            ui.add_space(scale::SPACE_1);
            ui.label(self.text);
            ui.add_space(scale::SPACE_3);
            ui.horizontal(|ui| {
                let clicked = self.answers.iter().map(|answer| ui.button(*answer).clicked()).collect::<Vec<bool>>();
                clicked.iter().position(|clicked| *clicked)
            })
            .inner
        });
        match response.inner {
            Some(place) => Answer::Place(place),
            None if response.should_close() => Answer::Closed,
            None => Answer::None,
        }
    }
}
