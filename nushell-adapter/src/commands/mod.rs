//! Commands that replace nushell's own where those read or write a terminal.

mod clear;
mod guarded;
mod input;
mod inspect;
mod print;
mod refuse;
mod term_size;

use nu_protocol::engine::{EngineState, StateWorkingSet};

use crate::ui::Ui;
use guarded::Guarded;
use refuse::Refuse;

/// Declares them; of two declarations with one name nushell takes the later one.
pub(crate) fn declare(working_set: &mut StateWorkingSet<'_>, engine: &EngineState, ui: &Ui) {
    working_set.add_decl(Box::new(print::Print(ui.clone())));
    working_set.add_decl(Box::new(inspect::Inspect(ui.clone())));
    working_set.add_decl(Box::new(input::Input(ui.clone())));
    working_set.add_decl(Box::new(clear::Clear(ui.clone())));
    working_set.add_decl(Box::new(term_size::TermSize(ui.clone())));
    for refused in &refuse::REFUSED {
        working_set.add_decl(Box::new(Refuse(refused)));
    }
    for guard in &guarded::GUARDS {
        if let Some(id) = engine.find_decl(guard.name.as_bytes(), &[]) {
            let inner = engine.get_decl(id).clone_box();
            working_set.add_decl(Box::new(Guarded { inner, guard }));
        }
    }
}
