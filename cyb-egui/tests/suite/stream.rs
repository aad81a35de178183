//! Where output goes, where streams begin and end, and who draws what.

use cyb_egui::{Cx, Origin, Renderer, Scrollback};
use cyb_stream::{Chunk, Progress, Render, Sigil};
use egui::Ui;
use egui_kittest::kittest::Queryable as _;

use crate::setup::window;

fn late(text: &'static str) -> Chunk {
    Chunk::component_with([("block", "0")], [Chunk::stdout(text)])
}

fn counts(scrollback: &Scrollback) -> Vec<usize> {
    scrollback.blocks().map(|block| block.chunks().len()).collect()
}

fn command(scrollback: &mut Scrollback, command: &str) {
    scrollback.push(Origin::Foreign, Chunk::command(command));
    scrollback.push(Origin::Foreign, Chunk::status(0));
}

#[test]
fn every_recording_counts_its_commands() {
    let mut scrollback = Scrollback::new();
    command(&mut scrollback, "of the first");
    scrollback.push(Origin::Foreign, Chunk::command("never ended"));
    scrollback.start_recording();
    command(&mut scrollback, "of the second");
    scrollback.push(Origin::Foreign, late("mine\n"));
    assert_eq!(counts(&scrollback), [0, 0, 1]);
    assert!(scrollback.blocks().all(|block| !block.is_running()));
}

#[test]
fn late_output_of_a_cleared_command_goes_to_no_other() {
    let mut scrollback = Scrollback::new();
    command(&mut scrollback, "cleared");
    scrollback.clear();
    command(&mut scrollback, "another");
    scrollback.push(Origin::Foreign, late("late\n"));
    assert_eq!(counts(&scrollback), [0, 1], "output of no command");
    let second = Chunk::component_with([("block", "1")], [Chunk::stdout("its own\n")]);
    scrollback.push(Origin::Foreign, second);
    assert_eq!(counts(&scrollback), [1, 1], "commands are counted on");
}

#[test]
fn a_finished_stream_rests() {
    let mut scrollback = Scrollback::new();
    scrollback.push(Origin::Foreign, Chunk::command("download"));
    let progress = Progress { id: "a".into(), label: "Download".into(), ..Progress::default() };
    scrollback.push(Origin::Foreign, progress.to_chunk());
    let mut test = window([900.0, 600.0], scrollback);
    test.state_mut().context.reduced_motion = false;
    test.run_steps(4);
    assert!(test.ctx.has_requested_repaint(), "it moves");
    test.state_mut().scrollback.finish();
    test.run_steps(4);
    assert!(!test.ctx.has_requested_repaint());
    test.get_by_label("no end");
    assert_eq!(test.state().scrollback.blocks().next().unwrap().code(), None);
}

fn mine(ui: &mut Ui, _cx: &mut Cx<'_>, chunk: &Chunk) {
    ui.label(format!("mine {} {}", chunk.sigil(), chunk.payload().len()));
}

#[test]
fn a_host_draws_its_own_pairs_whole() {
    let mut scrollback = Scrollback::new();
    let renderer = Renderer { name: "mine", ui: mine, sample: Vec::new };
    let pairs = [
        (Sigil::SIG, Render::TEXT),
        (Sigil::HAX, Render::TEXT),
        (Sigil::FAS, Render::STRUCT),
        (Sigil::LUS, Render::STRUCT),
    ];
    for (sigil, render) in pairs {
        scrollback.registry_mut().insert(sigil, render, renderer);
    }
    let chunks = [
        Chunk::stdout("a\n"),
        Chunk::stdout("b\n"),
        Chunk::text("x\n".repeat(5_000)),
        Chunk::record_with_id("r", [("a", Chunk::text("1"))]),
        Chunk::append_fields("r", [("b", Chunk::text("2"))]),
    ];
    let lengths = chunks.each_ref().map(|chunk| chunk.payload().len());
    for chunk in chunks {
        scrollback.push(Origin::Session, chunk);
    }
    let test = window([900.0, 600.0], scrollback);
    assert_eq!(test.query_all_by_label_contains("mine").count(), 5);
    assert!(test.query_by_label_contains(&format!(" {}", lengths[2])).is_some(), "in one piece");
}
