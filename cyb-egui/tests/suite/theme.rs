use cyb_egui::theme::{self, Tokens};
use egui::{Color32, FontFamily, FontId};

/// Relative luminance, as WCAG 2 defines it.
fn luminance(color: Color32) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue, _] = color.to_array();
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_ink_can_be_read_on_every_ground() {
    let tokens = Tokens::DARK;
    let over = |tint: Color32| tokens.base.blend(tint);
    let grounds = [
        tokens.base,
        tokens.raised,
        over(tokens.selection),
        over(tokens.hover),
        over(tokens.error_fill),
        over(tokens.form_fill),
    ];
    let inks = [
        ("text", tokens.text, 18.8),
        ("dim", tokens.dim, 7.7),
        ("faint", tokens.faint, 5.1),
        ("blue", tokens.blue, 11.1),
        ("green", tokens.green, 13.3),
        ("red", tokens.red, 6.9),
        ("orange", tokens.orange, 9.0),
        ("yellow", tokens.yellow, 18.0),
        ("violet", tokens.violet, 7.8),
    ];
    for (name, ink, on_base) in inks {
        let found = contrast(ink, tokens.base);
        assert!(
            (found - on_base).abs() < 0.06,
            "{name}: {found:.2} on the ground, the design says {on_base}"
        );
        for ground in grounds {
            assert!(contrast(ink, ground) >= 4.5, "{name} on {ground:?}: {:.2}", contrast(ink, ground));
        }
    }
    assert!(contrast(tokens.on_accent, tokens.green) >= 4.5);
    assert!(contrast(tokens.text, over(tokens.error_span)) >= 4.5);
}

#[test]
fn every_sign_has_a_glyph_in_every_family() {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
    let signs = "✓✕▲❯↑↓›–·…■⎇⏎‹›×●▸▾éß";
    for family in [FontFamily::Proportional, FontFamily::Monospace, theme::MEDIUM.clone()] {
        let font = FontId::new(14.0, family.clone());
        for sign in signs.chars() {
            assert!(ctx.fonts_mut(|fonts| fonts.has_glyph(&font, sign)), "{sign} in {family:?}");
        }
    }
}

#[test]
fn a_host_may_draw_with_colours_of_its_own() {
    let ctx = egui::Context::default();
    assert_eq!(Tokens::of(&ctx), Tokens::DARK);
    let own = Tokens { green: Tokens::DARK.violet, ..Tokens::DARK };
    theme::apply(&ctx, own);
    assert_eq!(Tokens::of(&ctx), own);
}

#[test]
fn what_does_nothing_is_not_faded() {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    assert_eq!(ctx.global_style().visuals.disabled_alpha, 1.0);
}
