//! The embedded fonts: Inter for text, JetBrains Mono for numbers and code, Lucide for icons.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontTweak, RichText};
use lucide_icons::{Icon, LUCIDE_FONT_BYTES};

const INTER_REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
const INTER_SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.otf");
const JETBRAINS_MONO: &[u8] = include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf");

/// Inter at weight 600, for titles.
#[must_use]
pub fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// The icon font. It shares code points with Inter and has blanks for letters, so it stands alone: text that is nothing but an icon.
#[must_use]
pub fn icons() -> FontFamily {
    FontFamily::Name("icons".into())
}

/// An icon as text of its own, for a button or before a label: `(icon(Icon::Play), "Play")`.
#[must_use]
pub fn icon(icon: Icon) -> RichText {
    RichText::new(char::from(icon)).family(icons())
}

/// Every font of the editor, with egui's own fonts behind for letters that ours lack.
#[must_use]
pub fn definitions() -> FontDefinitions {
    let mut definitions = FontDefinitions::default();
    let fonts: [(&str, &'static [u8], FontTweak); 4] = [
        ("Inter", INTER_REGULAR, FontTweak::default()),
        ("Inter SemiBold", INTER_SEMIBOLD, FontTweak::default()),
        ("JetBrains Mono", JETBRAINS_MONO, FontTweak::default()),
        // Lucide's glyphs fill the em square and sit on the baseline: lowered, they centre on the x-height beside them.
        ("Lucide", LUCIDE_FONT_BYTES, FontTweak { y_offset_factor: 0.08, ..FontTweak::default() }),
    ];
    for (name, bytes, tweak) in fonts {
        definitions.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes).tweak(tweak)));
    }

    let egui_text = definitions.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let egui_mono = definitions.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let chain = |first: &[&str], last: &[String]| -> Vec<String> {
        first.iter().map(|name| (*name).to_owned()).chain(last.iter().cloned()).collect()
    };
    definitions.families.insert(FontFamily::Proportional, chain(&["Inter"], &egui_text));
    definitions.families.insert(semibold(), chain(&["Inter SemiBold", "Inter"], &egui_text));
    definitions.families.insert(FontFamily::Monospace, chain(&["JetBrains Mono", "Inter"], &egui_mono));
    definitions.families.insert(icons(), vec!["Lucide".to_owned()]);
    definitions
}
