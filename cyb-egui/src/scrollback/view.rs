//! The floating-origin scroll: the position is an item and a distance into it, both exact at any length; egui's scroll
//! area only ever sees a short stretch around it, where its f32 offsets are exact too.

use egui::{
    Align, Id, Layout, Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2, accesskit,
    scroll_area::ScrollBarVisibility,
};

use super::{Scrollback, bar, piece};
use crate::{
    Cx, StreamEvent, ViewContext,
    theme::{Tokens, size},
};

/// The stretch that the scroll area sees, in points: f32 counts it in steps of 1/512.
const SPAN: f64 = 32_768.0;
/// Two f32 offsets closer than this are the same.
const SAME: f32 = 0.01;

/// Where the view stands.
#[derive(Debug)]
pub(super) struct View {
    anchor: Anchor,
    /// Absolute position of the scroll area's own zero.
    base: f64,
    stick: bool,
    /// Whether the position was set and not scrolled to: what is left of a wheel's glide must not move it.
    jumped: bool,
    width: f32,
    height: f64,
    /// Whether the width is another than in the pass before.
    resized: bool,
    /// Block and item that the pass before drew first, unless the position was set since.
    hold: Option<(usize, usize)>,
}

/// A place in the content: so far into that item of that block. What happens above it does not move it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Anchor {
    block: usize,
    item: usize,
    into: f64,
}

/// What a pass has drawn so far.
#[derive(Clone, Copy, Debug, Default)]
struct Drawn {
    /// What comes next.
    anchor: Anchor,
    /// Where that begins, below the top of the view.
    y: f64,
    /// Whether a height turned out different.
    changed: bool,
    /// The block and item that are to stay where they are, with all that is below.
    hold: Option<(usize, usize)>,
    /// How much higher than thought that is which was first seen above them.
    shift: f64,
}

impl Default for View {
    fn default() -> Self {
        Self {
            anchor: Anchor::default(),
            base: 0.0,
            stick: true,
            jumped: false,
            width: 0.0,
            height: 600.0,
            resized: false,
            hold: None,
        }
    }
}

impl View {
    /// The width that pieces are drawn with; a guess before the first frame.
    pub(super) fn content_width(&self) -> f32 {
        if self.width > 0.0 { self.width - size::SIDE_LEFT - size::SIDE_RIGHT } else { 900.0 }
    }
}

/// Scrolling.
impl Scrollback {
    /// Shows the end, and whatever comes to be the end.
    pub const fn scroll_to_bottom(&mut self) {
        self.view.stick = true;
        self.view.jumped = true;
    }

    /// Shows the beginning.
    pub fn scroll_to_top(&mut self) {
        self.scroll_to(0.0);
    }

    /// Moves by so many points, down where positive.
    pub fn scroll_by(&mut self, points: f64) {
        self.scroll_to(self.offset() + points);
    }

    /// Moves by so many views less a line, down where positive.
    pub fn scroll_pages(&mut self, pages: f64) {
        self.scroll_by(pages * (self.view.height - f64::from(size::LINE)).max(f64::from(size::LINE)));
    }

    /// Whether the end is shown and stays shown as output comes.
    pub const fn is_at_bottom(&self) -> bool {
        self.view.stick
    }

    /// How far the top of the view is from the beginning, in points; estimated where nothing was drawn yet.
    pub fn offset(&self) -> f64 {
        if self.view.stick { self.furthest() } else { self.anchored() }
    }

    /// Shows what lies so far from the beginning.
    pub(super) fn scroll_to(&mut self, offset: f64) {
        let furthest = self.furthest();
        self.view.stick = offset >= furthest;
        self.view.jumped = true;
        self.view.hold = None;
        self.view.anchor = self.find(offset.clamp(0.0, furthest));
    }

    pub(super) fn total(&self) -> f64 {
        self.heights.total()
    }

    pub(super) fn furthest(&self) -> f64 {
        (self.total() - self.view.height).max(0.0)
    }

    pub(super) const fn view_height(&self) -> f64 {
        self.view.height
    }

    fn anchored(&self) -> f64 {
        let Anchor { block, item, into } = self.view.anchor;
        let inside = self.blocks.get(block).map(|block| block.heights.prefix(item)).unwrap_or_default();
        self.heights.prefix(block) + inside + into
    }

    fn find(&self, offset: f64) -> Anchor {
        let (block, rest) = self.heights.find(offset);
        let (item, into) = self.blocks.get(block).map(|block| block.heights.find(rest)).unwrap_or_default();
        Anchor { block, item, into }
    }
}

/// Drawing.
impl Scrollback {
    /// Draws what is visible, in all the room there is, and returns what was asked for.
    ///
    /// A host that shows several in turn gives each a [`Ui`] with an id of its own.
    pub fn ui(&mut self, ui: &mut Ui, context: &ViewContext) -> Vec<StreamEvent> {
        let outer = ui.available_rect_before_wrap();
        ui.painter().rect_filled(outer, 0.0, Tokens::of(ui).base);
        self.prepare(ui, outer);
        let offset = self.offset().clamp(0.0, self.furthest());
        let local = self.rebase(offset);
        let content = (self.total() - self.view.base).min(local + self.view.height + SPAN / 2.0);
        let log = UiBuilder::new()
            .max_rect(outer)
            .scope_id(self.id())
            .accessibility_role(accesskit::Role::Log)
            .accessibility_label("output");
        let mut area_ui = ui.new_child(log);
        // A spring at the end would pull back a position that is set there while output grows.
        area_ui.spacing_mut().scroll.kinetic.rubber_band = false;
        let area = ScrollArea::vertical()
            .id_salt("scroll")
            .auto_shrink(false)
            .animated(false)
            .content_margin(0.0)
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
            .vertical_scroll_offset(local as f32);
        let mut events = Vec::new();
        let shown = area.show_viewport(&mut area_ui, |ui, _| {
            ui.set_min_height(content as f32);
            let top = ui.max_rect().top() + local as f32;
            let view = Rect::from_min_size(egui::pos2(outer.left(), top), outer.size());
            self.blocks_ui(ui, context, view, offset, &mut events)
        });
        let Drawn { changed, shift, .. } = shown.inner;
        self.adopt(shown.state.unclamped_offset().y, local, offset, shift);
        if changed {
            if self.view.stick || shift != 0.0 {
                ui.ctx().request_discard("output turned out to be of another height");
            }
            ui.ctx().request_repaint();
        }
        bar::ui(ui, self, outer);
        ui.advance_cursor_after_rect(outer);
        events
    }

    fn prepare(&mut self, ui: &Ui, outer: Rect) {
        self.view.resized = self.view.width != outer.width();
        self.view.width = outer.width();
        self.view.height = f64::from(outer.height());
        if std::mem::take(&mut self.view.jumped) {
            ui.input_mut(|input| input.smooth_scroll_delta.y = 0.0);
        }
    }

    /// The scroll area's offset for a position, on a stretch moved if need be.
    fn rebase(&mut self, offset: f64) -> f64 {
        let local = offset - self.view.base;
        let at_edge = local <= 0.0 && offset > 0.0;
        if !(0.0..=SPAN).contains(&local) || at_edge {
            self.view.base = (offset - SPAN / 2.0).max(0.0).round();
        }
        offset - self.view.base
    }

    /// Follows the person, and nobody else: only they move the view. What is in view keeps its place when that above it
    /// turned out to be higher by `shift`.
    fn adopt(&mut self, reported: f32, local: f64, offset: f64, shift: f64) {
        let moved = f64::from(reported) - local;
        let by_hand = moved.abs() > f64::from(SAME);
        let furthest = self.furthest();
        let offset = if self.view.stick { furthest } else { offset + shift };
        let offset = if by_hand { offset + moved } else { offset };
        if moved < -0.5 {
            self.view.stick = false;
        } else if moved > 0.5 && offset >= furthest - 1.0 {
            self.view.stick = true;
        }
        if self.view.stick {
            self.view.anchor = self.find(furthest);
        } else if by_hand || shift != 0.0 {
            self.view.anchor = self.find(offset.clamp(0.0, furthest));
        }
    }

    /// Draws the blocks that are seen.
    fn blocks_ui(
        &mut self,
        ui: &mut Ui,
        context: &ViewContext,
        view: Rect,
        offset: f64,
        events: &mut Vec<StreamEvent>,
    ) -> Drawn {
        let anchor = self.find(offset);
        let first = (anchor.block, anchor.item);
        let mut drawn = Drawn { anchor, y: -anchor.into, ..Drawn::default() };
        if !self.view.resized && !self.view.stick {
            let below_first = (anchor.into > 0.0).then_some((anchor.block, anchor.item + 1));
            drawn.hold = self.view.hold.max(below_first);
        }
        while drawn.y < self.view.height && drawn.anchor.block < self.blocks.len() {
            let top = drawn.y;
            self.block_ui(ui, context, view, &mut drawn, events);
            drawn.y += f64::from(size::BLOCK_BOTTOM);
            self.bar_beside(ui, view, drawn.anchor.block, (top, drawn.y));
            drawn.anchor = Anchor { block: drawn.anchor.block + 1, item: 0, into: 0.0 };
        }
        self.view.hold = Some(first);
        drawn
    }

    /// Draws a block's items from the anchor on.
    fn block_ui(
        &mut self,
        ui: &mut Ui,
        context: &ViewContext,
        view: Rect,
        drawn: &mut Drawn,
        events: &mut Vec<StreamEvent>,
    ) {
        let anchor = drawn.anchor;
        let id = self.id().with(anchor.block);
        let Some(block) = self.blocks.get_mut(anchor.block) else { return };
        let mut block_ui = block_child(ui, block, id, view);
        let mut answers = std::mem::take(&mut block.answers);
        let mut cx = Cx::new(ui, context, &self.registry, block.origin(), events);
        cx.running = block.is_running();
        cx.answers = Some(&mut answers);
        let mut settled = true;
        for item in anchor.item..block.items.len() {
            if drawn.y >= self.view.height {
                // What is below the view keeps the height it is thought to have.
                drawn.y += block.heights.total() - block.heights.prefix(item);
                break;
            }
            let place = piece::Place { view, y: drawn.y, room: self.view.height - drawn.y.max(0.0) };
            let height = piece::ui(&mut block_ui, &mut cx, block, item, place);
            let change = block.heights.set(item, height);
            settled &= change == 0.0;
            drawn.changed |= change.abs() > 0.25;
            drawn.y += height;
            if block.measure(item, self.view.width) && drawn.hold > Some((anchor.block, item)) {
                // Seen for the first time, above what was seen before: that stays, this moves up in the next pass.
                drawn.y -= change;
                drawn.shift += change;
            }
        }
        block.answers = answers;
        if !settled {
            self.settle(anchor.block);
        }
    }

    /// The bar at the left edge that says running or failed.
    fn bar_beside(&self, ui: &Ui, view: Rect, block: usize, (top, bottom): (f64, f64)) {
        let Some(block) = self.blocks.get(block) else { return };
        let tokens = Tokens::of(ui);
        let color = match (block.is_running() && block.command().is_some(), block.has_failed()) {
            (true, _) => tokens.blue,
            (_, true) => tokens.red,
            _ => return,
        };
        let at = |y: f64| view.top() + y.clamp(-8.0, self.view.height + 8.0) as f32;
        let rect = Rect::from_x_y_ranges(view.left()..=view.left() + 2.0, at(top)..=at(bottom));
        ui.painter().rect_filled(rect, 0.0, color);
    }
}

/// What a block is called: its command and how that went.
fn name(block: &super::Block) -> String {
    let Some(command) = block.command() else { return "output".to_owned() };
    let state = match (block.is_running(), block.code()) {
        (true, _) => "running".to_owned(),
        (_, Some(0)) => "done".to_owned(),
        (_, Some(code)) => format!("failed with {code}"),
        (_, None) => "ended".to_owned(),
    };
    format!("{}, {state}", crate::visible(command))
}

/// The block as a part of the accessibility tree.
fn block_child(ui: &mut Ui, block: &super::Block, id: Id, view: Rect) -> Ui {
    let label = name(block);
    let content = Rect::from_min_max(
        Pos2::new(view.left() + size::SIDE_LEFT, view.top()),
        Pos2::new(view.right() - size::SIDE_RIGHT, view.bottom()),
    );
    let builder = UiBuilder::new()
        .scope_id(id)
        .max_rect(content)
        .layout(Layout::top_down(Align::Min))
        .accessibility_role(accesskit::Role::Article)
        .accessibility_label(label);
    let mut child = ui.new_child(builder);
    child.spacing_mut().item_spacing = Vec2::new(8.0, 4.0);
    child
}
