//! `(/, c)`: where we are, part by part; each part of a prompt leads there.

use cyb_stream::{Chunk, Place, Scope};
use egui::{Sense, Ui};

use super::{badge, text};
use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    quantity,
    theme::{self, size},
};

pub(super) const SCOPE: Renderer = Renderer { name: "scope", ui, sample };

/// How many places are shown.
const PLACES: usize = 64;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Scope::read(chunk.payload());
    badge::damaged(ui, cx, view.fault);
    ui.spacing_mut().interact_size.y = size::LINE;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 4.0);
        let last = view.places.len().saturating_sub(1);
        let hidden = view.places.len().saturating_sub(PLACES);
        if hidden > 0 {
            // The last ones say where one is.
            let ink = Ink::new(theme::meta(), cx.tokens.faint);
            ink::cell(ui, &cx.tokens, &ink, &quantity::count(hidden, "more place"), size::LINE, 320.0);
        }
        for (index, place) in view.places.iter().enumerate().skip(hidden) {
            if index > 0 {
                let ink = Ink::new(theme::meta(), cx.tokens.faint);
                ink::cell(ui, &cx.tokens, &ink, "›", size::LINE, 20.0);
            }
            ui.push_id(index, |ui| part(ui, cx, chunk, place, index == last));
        }
        facts(ui, cx, &view);
    });
}

fn part(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk, place: &Place<'_>, last: bool) {
    match place {
        Place::Path(path) => {
            let leads = cx.may("cd:");
            let color = if last || !leads { cx.tokens.text } else { cx.tokens.blue };
            let ink = Ink::new(theme::meta(), color);
            let part = if leads { ink::link } else { ink::cell };
            let response = part(ui, &cx.tokens, &ink, name(path, cx.view.home.as_deref()), size::LINE, 320.0);
            if response.on_hover_text(text::name(path)).clicked() {
                cx.act(&format!("cd:{path}"));
            }
        }
        Place::Other(frame) if frame.render == cyb_stream::Render::TEXT => {
            let color = if last { cx.tokens.text } else { cx.tokens.blue };
            ink::cell(ui, &cx.tokens, &Ink::new(theme::meta(), color), &frame.text(), size::LINE, 320.0);
        }
        Place::Other(frame) => cx.draw(ui, &chunk.nested(frame)),
    }
}

/// What stands behind the places: branch, code, duration, the right-hand text.
fn facts(ui: &mut Ui, cx: &Cx<'_>, view: &Scope<'_>) {
    let tokens = &cx.tokens;
    let mut chip =
        |text: String, color| ink::chip(ui, tokens, &Ink::new(theme::meta(), color), &text, Sense::hover());
    if let Some(branch) = &view.branch {
        let dirty =
            view.dirty.filter(|count| *count > 0).map(|count| format!(" · {count}")).unwrap_or_default();
        let files = view.dirty.and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
        let hover = format!("git branch, {} changed", quantity::count(files, "file"));
        chip(format!("⎇ {}{dirty}", text::name(branch)), tokens.green).on_hover_text(hover);
    }
    if let Some(code) = view.code.filter(|code| *code != 0) {
        chip(format!("✕ {code}"), tokens.red).on_hover_text("exit code of the last command");
    }
    if let Some(duration) = view.duration_ns.filter(|duration| *duration >= 1_000_000_000) {
        chip(quantity::duration(i128::from(duration)), tokens.dim)
            .on_hover_text("time the last command took");
    }
    if let Some(right) = view.right.as_deref().filter(|right| !right.is_empty()) {
        ink::cell(ui, tokens, &Ink::new(theme::meta(), tokens.faint), right, size::LINE, 320.0);
    }
}

/// The last component of a path, `~` for the home directory.
fn name<'a>(path: &'a str, home: Option<&str>) -> &'a str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        "/"
    } else if home.is_some_and(|home| home.trim_end_matches('/') == trimmed) {
        "~"
    } else {
        trimmed.rsplit('/').next().unwrap_or(trimmed)
    }
}

fn sample() -> Vec<Chunk> {
    let prompt = Scope {
        places: ["/", "/srv", "/srv/cyb"].into_iter().map(|path| Place::Path(path.into())).collect(),
        branch: Some("main".into()),
        dirty: Some(2),
        code: Some(1),
        duration_ns: Some(8_400_000_000),
        ..Scope::default()
    };
    vec![Chunk::scope(["cyber", "truth"]), prompt.to_chunk()]
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_path_is_known_by_its_last_component() {
        let home = Some("/users/ann");
        assert_eq!(name("/users/ann/src/", home), "src");
        assert_eq!(name("/users/ann/", home), "~");
        assert_eq!(name("/users/ann", None), "ann");
        assert_eq!(name("/", home), "/");
    }
}
