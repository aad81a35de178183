//! Frames in frames: bindings, ids, children, depth.

mod common;

use common::{id, nested, sent, unhex};
use cyb_stream::{
    Chunk, Component, Decoder, Encoder, Event, Fault, FrameError, Progress, Render, Sigil, Struct, Table, kv,
    read_kv,
};

#[test]
fn bindings_are_read_in_any_order_and_the_last_of_a_key_counts() {
    let mut payload = Encoder::new();
    payload.kv_text("total", "9").kv_text("colour", "red").text("stray");
    payload.kv_text("current", "1").kv_text("current", "2").kv_text("id", "p").kv_text("id", "q");
    let view = Progress::read(payload.as_bytes());
    assert_eq!((&*view.id, view.current, view.total, view.fault), ("q", 2, 9, None));
    let keys: Vec<_> = read_kv(payload.as_bytes()).map(|pair| pair.key.to_owned()).collect();
    assert_eq!(keys.len(), 6);
    // Pairs that are none are passed over and told.
    for bad in
        ["1f3d7300", "1f3d73041f7e7400", "1f3d730c1f7e74001f2374001f237400", "1f3d7308 1f237600 1f237400"]
    {
        let mut input = unhex(&bad.replace(' ', ""));
        input.extend_from_slice(&kv("k", &Chunk::text("v")).to_bytes());
        let mut pairs = read_kv(&input);
        assert_eq!(pairs.next().unwrap().key, b"k", "{bad}");
        assert_eq!(pairs.fault(), Some(FrameError { offset: 0, fault: Fault::BadPair }), "{bad}");
    }
}

#[test]
fn ids_come_from_leading_bindings_only() {
    let bound = |value: &str| kv("id", &Chunk::text(value));
    let body = || Chunk::text("body");
    let name = kv("name", &Chunk::text("x"));
    assert_eq!(Chunk::component([name, bound("1"), body()]).id(), Some(id("1")));
    assert_eq!(Chunk::component([body(), bound("1")]).id(), None);
    assert_eq!(Chunk::component([bound("1"), bound("2")]).id(), Some(id("2")));
    assert_eq!(Chunk::component([bound(""), body()]).id(), Some(id("")));
    let text = Chunk::new(Sigil::HAX, Render::TEXT, bound("1").to_bytes());
    assert_eq!(text.id(), None, "a text is no place for bindings");
    // An id over the wire is the same id: a recording replays in place.
    let progress = Progress { id: "p".into(), ..Progress::default() }.to_chunk();
    assert_eq!(sent(&progress).id(), Some(id("p")));
}

#[test]
fn nested_chunks_share_the_buffer_they_came_in() {
    let inner = Chunk::component([Chunk::text("deep"), Table::builder(["a"]).finish()]);
    let outer = sent(&Chunk::component([Chunk::text("x"), inner.clone()]));
    let children: Vec<Chunk> = outer.children().collect();
    assert_eq!(children, [Chunk::text("x"), inner]);
    let grandchild = children[1].children().next().unwrap();
    assert_eq!(grandchild.text_lossy(), "deep");
    let (outer, inner) = (outer.payload().as_ptr_range(), grandchild.payload().as_ptr_range());
    assert!(outer.start <= inner.start && inner.end <= outer.end, "no copy");
    let broken = Chunk::new(Sigil::BAR, Render::COMPONENT, &b"\x1f#t\x01a\x1f#t\x09b"[..]);
    assert_eq!(broken.children().count(), 1);
}

#[test]
fn no_depth_breaks_the_stack() {
    let deep = nested(100_000, &Chunk::text("core"));
    let mut decoder = Decoder::new();
    decoder.feed(&deep.to_bytes());
    let Event::Chunk(found) = decoder.next_event() else { panic!() };
    assert_eq!(found.chunk, deep);
    assert_eq!(deep.id(), None);
    assert!(format!("{deep:?}").starts_with("(|, c) [(|, c) [(|, c) ["));
    assert!(format!("{deep:#?}").contains("(|, c) b\"\\x1f|c"));
    let views =
        Component::read(deep.payload()).body().count() + Struct::read(deep.payload()).entries().count();
    assert_eq!(views, 1);
}

#[test]
fn debug_shows_the_tree() {
    let chunk = Chunk::component([Chunk::text("a\n"), Chunk::record([("k", Chunk::binary(&b"\xff"[..]))])]);
    let tree = "(|, c) [(#, t) b\"a\\n\", (/, s) [(:, s) [(~, t) b\"k\", (#, b) b\"\\xff\"]]]";
    assert_eq!(format!("{chunk:?}"), tree);
    let damaged = Chunk::new(Sigil::BAR, Render::COMPONENT, "\x1f#t\x00oops");
    assert_eq!(format!("{damaged:?}"), "(|, c) [(#, t) b\"\", b\"oops\"]");
}
