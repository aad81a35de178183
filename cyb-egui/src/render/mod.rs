//! One file per kind of chunk, each with a plain `ui` function and a `sample`.

mod action;
pub(crate) mod badge;
mod component;
pub(crate) mod entries;
mod input;
mod literal;
mod log;
pub(crate) mod path;
mod progress;
pub(crate) mod record;
mod report;
pub(crate) mod scalar;
mod scope;
mod status;
mod table;
pub(crate) mod text;

use cyb_stream::{Render, Sigil};

use crate::Renderer;

/// The rows of the registry, one line per pair.
pub(crate) fn rows() -> Vec<((Sigil, Render), Renderer)> {
    vec![
        ((Sigil::HAX, Render::TEXT), text::CONTENT),
        ((Sigil::PAT, Render::TEXT), text::NEURON),
        ((Sigil::SIG, Render::TEXT), text::OUTPUT),
        ((Sigil::ZAP, Render::TEXT), text::ERROR_OUTPUT),
        ((Sigil::BUC, Render::TEXT), text::TOKEN),
        ((Sigil::LUS, Render::TEXT), text::CHANGE),
        ((Sigil::WUT, Render::TEXT), text::MISSING),
        ((Sigil::FAS, Render::TEXT), path::PATH),
        ((Sigil::TIS, Render::TEXT), literal::LITERAL),
        ((Sigil::HAX, Render::TABLE), table::TABLE),
        ((Sigil::LUS, Render::TABLE), table::APPEND),
        ((Sigil::FAS, Render::STRUCT), record::RECORD),
        ((Sigil::LUS, Render::STRUCT), record::APPEND),
        ((Sigil::COL, Render::STRUCT), record::PAIR),
        ((Sigil::TIS, Render::STRUCT), record::BINDING),
        ((Sigil::DOT, Render::PROGRESS), progress::PROGRESS),
        ((Sigil::DOT, Render::LOG), log::LOG),
        ((Sigil::ZAP, Render::ERROR), report::REPORT),
        ((Sigil::ZAP, Render::COMPONENT), action::ACTION),
        ((Sigil::FAS, Render::COMPONENT), scope::SCOPE),
        ((Sigil::BAR, Render::COMPONENT), component::COMPONENT),
        ((Sigil::DOT, Render::STATUS), status::STATUS),
        ((Sigil::WUT, Render::COMPONENT), input::INPUT),
        ((Sigil::WUT, Render::INPUT), input::ANSWER),
    ]
}
