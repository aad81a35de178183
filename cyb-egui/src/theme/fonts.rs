use std::sync::{Arc, LazyLock};

use egui::{FontData, FontDefinitions, FontFamily, FontId};

use super::size;

/// The family of emphasis: the proportional face in medium weight.
pub static MEDIUM: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name("medium".into()));

/// Inter for what people read, a monospace face for what is typed or is code; egui's own faces behind both.
pub fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, data) in FACES {
        fonts.font_data.insert((*name).to_owned(), Arc::new(FontData::from_static(data)));
    }
    let behind = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let chain = |first: &[&str]| {
        let own = first.iter().map(|name| (*name).to_owned());
        own.chain(["Hack".to_owned()]).chain(behind.iter().filter(|name| *name != "Hack").cloned()).collect()
    };
    fonts.families.insert(FontFamily::Proportional, chain(&["Inter", "JetBrainsMono"]));
    fonts.families.insert(MEDIUM.clone(), chain(&["Inter Medium", "JetBrainsMono"]));
    fonts.families.insert(FontFamily::Monospace, chain(&["JetBrainsMono", "Inter"]));
    fonts
}

/// Body text and table cells.
pub const fn body() -> FontId {
    FontId::proportional(size::BODY)
}

/// Emphasis in body size.
pub fn medium() -> FontId {
    FontId::new(size::BODY, MEDIUM.clone())
}

/// Times, counts, chips.
pub const fn meta() -> FontId {
    FontId::proportional(size::META)
}

/// Commands in headers, source lines, external output.
pub const fn mono() -> FontId {
    mono_at(size::MONO)
}

/// Code in another size.
pub const fn mono_at(points: f32) -> FontId {
    FontId::monospace(points)
}

const FACES: &[(&str, &[u8])] = &[
    ("Inter", include_bytes!("../../fonts/Inter-Regular.otf")),
    ("Inter Medium", include_bytes!("../../fonts/Inter-Medium.otf")),
    ("JetBrainsMono", include_bytes!("../../fonts/JetBrainsMono-Regular.ttf")),
];
