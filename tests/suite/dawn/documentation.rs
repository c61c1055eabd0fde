//! The example of docs/effect-format.md, copied out of the page as a reader would.

use std::fs;
use std::path::Path;

use super::replay::{Action, play_here, play_in_dawn};

/// The text of the first block of code in this language.
fn block<'page>(page: &'page str, language: &str) -> &'page str {
    let start = page.find(&format!("```{language}\n")).expect("the page has such a block") + language.len() + 4;
    &page[start..start + page[start..].find("```").expect("blocks end")]
}

#[test]
fn the_example_of_the_page_does_what_the_page_says() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/effect-format.md")).unwrap();
    let bundle = tempfile::tempdir().unwrap();
    fs::write(bundle.path().join("effect.wgsl"), block(&page, "wgsl")).unwrap();
    fs::write(bundle.path().join("effect.json"), block(&page, "json")).unwrap();
    let frames = page[page.find("| frame | heat |").unwrap()..].lines().skip(2).take_while(|line| line.starts_with('|'));
    let expected: Vec<Vec<f32>> =
        frames.map(|line| line.split('|').nth(2).unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect()).collect();
    assert!(expected.len() > 1);
    let actions = (0..expected.len() as u64).flat_map(|frame| [Action::RunToFrame(frame), Action::Read]).collect::<Vec<_>>();
    let in_dawn = play_in_dawn(&[(bundle.path().to_owned(), actions.clone())]).remove(0).unwrap();
    assert_eq!(in_dawn.messages, Vec::<String>::new());
    for outcome in [in_dawn, play_here(bundle.path(), &actions)] {
        let heat: Vec<Vec<f32>> = outcome.pictures.into_iter().map(|(_, pixels)| pixels.values).collect();
        assert_eq!(heat, expected);
    }
}
