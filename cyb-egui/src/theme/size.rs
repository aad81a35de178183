//! Sizes in points, on an 8-point grid.

/// Body text and table cells.
pub const BODY: f32 = 14.0;
/// Times, counts, chips, table headers.
pub const META: f32 = 12.0;
/// Commands in headers, source lines, external output.
pub const MONO: f32 = 13.0;
/// The line editor.
pub const EDITOR: f32 = 15.0;

/// A line of body text or external output.
pub const LINE: f32 = 20.0;
/// A log line.
pub const LOG_ROW: f32 = 22.0;
/// A row of a struct tree.
pub const TREE_ROW: f32 = 24.0;
/// A table row.
pub const ROW: f32 = 26.0;
/// A table's header row.
pub const HEAD_ROW: f32 = 28.0;

/// From the left edge to the content: the bar and the side padding.
pub const SIDE_LEFT: f32 = 26.0;
/// From the content to the right edge.
pub const SIDE_RIGHT: f32 = 24.0;
/// Above a block.
pub const BLOCK_TOP: f32 = 8.0;
/// Below a block.
pub const BLOCK_BOTTOM: f32 = 12.0;
/// A block's header row.
pub const BLOCK_HEAD: f32 = 24.0;
/// Below the header row, and between pieces that are no lines.
pub const GAP: f32 = 8.0;
/// The widest prose, panel or track.
pub const MEASURE: f32 = 760.0;

/// Left padding of a table cell.
pub const CELL_LEFT: f32 = 8.0;
/// Right padding of a table cell.
pub const CELL_RIGHT: f32 = 24.0;

/// Corners of panels and popups.
pub const RADIUS: u8 = 8;
/// Corners of buttons and fields.
pub const BUTTON_RADIUS: u8 = 6;
/// Corners of chips.
pub const CHIP_RADIUS: u8 = 10;
/// Height of a chip.
pub const CHIP: f32 = 20.0;
