//! Files as they look while somebody types: whatever the text, reading it ends with a spec or with errors that have a place.

use proptest::prelude::*;
use wavewright_shaders::tokens;

use crate::node::NodeSpec;
use crate::node::ValueType;
use crate::node::code::code_spec;
use crate::node::expression::expression_spec;
use crate::node::parse::tests::{MIX, MULTIGRID, SPRING};

const FORMULAS: [&str; 3] =
    ["a * vec3f(b, 0.0, 1.0) + sin(time)", "fbm_2d(uv * scale, 4u, 2.0, 0.5, 7u)", "select(a.xy, -b.zw, c > 0.5 && d[0] == 1.0)"];

/// An edit: where, as a share of the text, and what.
#[derive(Clone, Debug)]
enum Edit {
    /// Takes out a token.
    Delete(f64),
    /// Writes a token once more.
    Double(f64),
    /// Puts one token in the place of another.
    Replace(f64, f64),
    /// Cuts off the end, as when the rest is not yet written.
    Cut(f64),
    /// Types something.
    Insert(f64, String),
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = || 0.0..1.0_f64;
    prop_oneof![
        place().prop_map(Edit::Delete),
        place().prop_map(Edit::Double),
        (place(), place()).prop_map(|(to, from)| Edit::Replace(to, from)),
        place().prop_map(Edit::Cut),
        (place(), "[(){}<>\\[\\]@:;,.&*/!=+-]|///|//!|@read own|loop|vec2f|0x|1e|\\PC").prop_map(|(place, text)| Edit::Insert(place, text)),
    ]
}

fn apply(source: &str, edit: &Edit) -> String {
    let found = tokens(source);
    let at = |share: f64| found.get((share * found.len() as f64) as usize);
    let splice = |start: usize, end: usize, text: &str| format!("{}{text}{}", &source[..start], &source[end..]);
    match edit {
        Edit::Delete(share) => at(*share).map(|token| splice(token.start, token.end(), "")),
        Edit::Double(share) => at(*share).map(|token| splice(token.end(), token.end(), &format!(" {}", token.text))),
        Edit::Replace(to, from) => at(*to).zip(at(*from)).map(|(to, from)| splice(to.start, to.end(), from.text)),
        Edit::Cut(share) => at(*share).map(|token| source[..token.start].to_owned()),
        Edit::Insert(share, text) => at(*share).map(|token| splice(token.start, token.start, text)),
    }
    .unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn broken_files_give_errors_with_places(edits in prop::collection::vec(edit(), 1..4)) {
        for (file, source) in [("mix.wgsl", MIX), ("spring.wgsl", SPRING), ("pressure_multigrid.wgsl", MULTIGRID)] {
            let text = edits.iter().fold(source.to_owned(), |text, edit| apply(&text, edit));
            if let Err(problems) = NodeSpec::parse(file, &text) {
                prop_assert!(!problems.is_empty());
                let lines = text.lines().count().max(1);
                for problem in problems {
                    let place = problem.place.as_ref().map(|place| (place.file.as_str(), place.line));
                    prop_assert!(place.is_some_and(|(named, line)| named == file && (1..=lines).contains(&line)), "{problem}");
                    prop_assert!(!problem.message.is_empty());
                }
            }
            let _ = code_spec("code", &text);
        }
    }

    #[test]
    fn broken_formulas_give_errors_with_places(edits in prop::collection::vec(edit(), 0..4)) {
        for formula in FORMULAS {
            let text = edits.iter().fold(formula.to_owned(), |text, edit| apply(&text, edit));
            for result in [ValueType::Number, ValueType::Colour] {
                if let Err(problem) = expression_spec("expression", &text, "", result) {
                    prop_assert!(problem.place.as_ref().is_some_and(|place| place.line >= 1 && place.line <= text.lines().count().max(1)), "{problem}");
                }
            }
        }
    }

    #[test]
    fn any_text_at_all_is_read_without_harm(text in "\\PC{0,200}") {
        let _ = NodeSpec::parse("any.wgsl", &text);
        let _ = expression_spec("expression", &text, "", ValueType::Vec2);
        let _ = expression_spec("expression", "a * b", &text, ValueType::Vec2);
    }
}
