use egui::Color32;

use super::Tokens;

impl Tokens {
    /// Black ground, acid accents.
    pub const DARK: Self = Self {
        dark: true,
        base: rgb(0x00_00_00),
        text: rgb(0xF2_F2_F5),
        dim: rgb(0x9C_9C_A8),
        faint: rgb(0x7C_7C_87),
        blue: rgb(BLUE),
        green: rgb(GREEN),
        red: rgb(RED),
        orange: rgb(0xFF_8C_1A),
        yellow: rgb(0xFF_F2_1A),
        violet: rgb(0xC7_7D_FF),
        on_accent: rgb(0x00_00_00),
        hairline: tint(GREEN, 16),
        hairline_strong: tint(GREEN, 30),
        selection: tint(BLUE, 10),
        selected_text: tint(BLUE, 30),
        hover: tint(GREEN, 8),
        raised: rgb(0x06_08_07),
        track: rgb(0x16_18_18),
        error_fill: tint(RED, 6),
        error_line: tint(RED, 35),
        error_span: tint(RED, 30),
        form_fill: tint(BLUE, 4),
        form_line: tint(BLUE, 35),
    };
}

const BLUE: u32 = 0x1F_CC_FC;
const GREEN: u32 = 0x21_EB_82;
const RED: u32 = 0xFF_5A_5A;

const fn rgb(hex: u32) -> Color32 {
    tint(hex, 100)
}

/// A colour of which `percent` covers what is behind it.
#[expect(clippy::disallowed_methods, reason = "this is the theme")]
const fn tint(hex: u32, percent: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgba_premultiplied(
        share(red, percent),
        share(green, percent),
        share(blue, percent),
        share(255, percent),
    )
}

const fn share(channel: u8, percent: u32) -> u8 {
    ((channel as u32 * percent + 50) / 100) as u8
}
