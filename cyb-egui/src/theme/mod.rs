//! What everything looks like: the only place where colours, sizes and fonts are named.

mod dark;
mod fonts;
pub mod size;
mod tokens;

use egui::{CornerRadius, FontId, Margin, Stroke, Style, TextStyle, Theme, Visuals, style::WidgetVisuals};

pub use fonts::{MEDIUM, body, definitions, medium, meta, mono, mono_at};
pub use tokens::Tokens;

/// Gives `ctx` the fonts, sizes and dark colours of the design. To be called once, before the first frame.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(definitions());
    ctx.set_theme(Theme::Dark);
    apply(ctx, Tokens::DARK);
}

/// Draws with these colours from the next frame on.
pub fn apply(ctx: &egui::Context, tokens: Tokens) {
    tokens.store(ctx);
    ctx.all_styles_mut(|style| set_style(style, &tokens));
}

fn set_style(style: &mut Style, tokens: &Tokens) {
    style.text_styles = [
        (TextStyle::Body, body()),
        (TextStyle::Button, body()),
        (TextStyle::Small, meta()),
        (TextStyle::Monospace, mono()),
        (TextStyle::Heading, FontId::new(size::BODY, MEDIUM.clone())),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = egui::vec2(8.0, 4.0);
    spacing.button_padding = egui::vec2(16.0, 4.0);
    spacing.interact_size.y = 28.0;
    spacing.window_margin = Margin::symmetric(16, 12);
    spacing.menu_margin = Margin::same(4);
    spacing.scroll = egui::style::ScrollStyle::solid();
    spacing.scroll.bar_width = 6.0;
    style.visuals = visuals(tokens);
    style.interaction.tooltip_delay = 0.3;
}

fn visuals(tokens: &Tokens) -> Visuals {
    let mut visuals = if tokens.dark { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = tokens.base;
    visuals.window_fill = tokens.raised;
    visuals.extreme_bg_color = tokens.base;
    visuals.text_edit_bg_color = Some(tokens.base);
    visuals.faint_bg_color = tokens.selection;
    visuals.code_bg_color = tokens.raised;
    visuals.override_text_color = None;
    // What does nothing is drawn in an ink of its own, which can be read; halved it could not.
    visuals.disabled_alpha = 1.0;
    visuals.weak_text_color = Some(tokens.dim);
    visuals.hyperlink_color = tokens.blue;
    visuals.warn_fg_color = tokens.orange;
    visuals.error_fg_color = tokens.red;
    visuals.window_stroke = Stroke::new(1.0, tokens.hairline_strong);
    visuals.window_corner_radius = CornerRadius::same(size::RADIUS);
    visuals.menu_corner_radius = CornerRadius::same(size::RADIUS);
    visuals.text_cursor.stroke = Stroke::new(2.0, tokens.green);
    visuals.selection.bg_fill = tokens.selected_text;
    visuals.selection.stroke = Stroke::new(1.0, tokens.blue);
    visuals.indent_has_left_vline = false;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(tokens, tokens.hairline, tokens.text);
    widgets.inactive = widget(tokens, tokens.hairline_strong, tokens.text);
    widgets.hovered = widget(tokens, tokens.green, tokens.text);
    widgets.active = widget(tokens, tokens.green, tokens.green);
    widgets.open = widget(tokens, tokens.hairline_strong, tokens.text);
    widgets.hovered.weak_bg_fill = tokens.hover;
    widgets.active.weak_bg_fill = tokens.hover;
    widgets.hovered.bg_fill = tokens.dim;
    widgets.active.bg_fill = tokens.dim;
    visuals
}

const fn widget(tokens: &Tokens, line: egui::Color32, ink: egui::Color32) -> WidgetVisuals {
    WidgetVisuals {
        bg_fill: tokens.track,
        weak_bg_fill: tokens.raised,
        bg_stroke: Stroke { width: 1.0, color: line },
        corner_radius: CornerRadius::same(size::BUTTON_RADIUS),
        fg_stroke: Stroke { width: 1.0, color: ink },
        expansion: 0.0,
    }
}
