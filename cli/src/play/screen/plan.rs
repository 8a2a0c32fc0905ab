//! Computes the layout of the screen, with the largest cells for which everything else fits on the
//! screen.

use ratatui::layout::Rect;

/// The possible sizes of a cell, in columns and rows, largest first.
const CELL_SIZES: [(u16, u16); 4] = [(6, 3), (4, 2), (4, 1), (3, 1)];
/// The width in columns of the area to the left of the board, which contains the names of ranks.
pub const RANK_LABEL_COLUMNS: u16 = 3;
/// The minimum width of a panel in columns.
const MIN_PANEL_COLUMNS: u16 = 20;
/// The minimum width of a panel with text in it, in columns.
const MIN_TEXT_PANEL_COLUMNS: u16 = 40;
/// The minimum number of rows of text below the board.
const MIN_TEXT_ROWS: u16 = 8;
/// The minimum width, in columns, of the text beside the board if the text needs more room than the
/// panel.
const MIN_LONG_TEXT_COLUMNS: u16 = 30;
/// The minimum number of rows below the board for the text and the panel together.
const MIN_ROWS_BELOW_BOARD: u16 = 10;

/// The areas into which the screen is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScreenLayout {
    /// The area of the board, including the names of its ranks and files.
    pub board: Rect,
    /// The size of a cell of the board, in columns and rows.
    pub cell: (u16, u16),
    /// The area for the players and the moves.
    pub panel: Rect,
    /// The area for messages and the typed line.
    pub text: Rect,
}

/// Returns a layout for a board of this many columns and rows, or `None` if there is too little
/// room. If the text needs more room than the panel, `most` is the maximum number of rows of the
/// panel beside the board.
#[must_use]
pub fn plan(area: Rect, columns: u16, rows: u16, most: Option<u16>) -> Option<ScreenLayout> {
    CELL_SIZES.into_iter().find_map(|cell| with(area, columns, rows, most, cell))
}

fn with(
    area: Rect,
    columns: u16,
    rows: u16,
    most: Option<u16>,
    cell: (u16, u16),
) -> Option<ScreenLayout> {
    let (width, height) = (RANK_LABEL_COLUMNS + columns * cell.0, rows * cell.1 + 1);
    let right = area.width.checked_sub(width)?.saturating_sub(1);
    let under = area.height.checked_sub(height)?;
    let board = Rect { width, height, ..area };
    let beside = Rect { x: area.x + width + 1, width: right, ..area };
    let below = Rect { y: area.y + height, height: under, ..area };
    if right >= MIN_TEXT_PANEL_COLUMNS && area.height >= 2 * MIN_ROWS_BELOW_BOARD {
        let height = area.height.div_ceil(2).min(most.unwrap_or(u16::MAX));
        let panel = Rect { height, ..beside };
        let text = Rect { y: area.y + height, height: area.height - height, ..beside };
        return Some(ScreenLayout { board, cell, panel, text });
    }
    // Few rows below the board are enough for the panel, but not for a long text.
    let few = under < MIN_ROWS_BELOW_BOARD && most.is_some();
    if few && right >= MIN_LONG_TEXT_COLUMNS && under >= MIN_TEXT_ROWS {
        return Some(ScreenLayout { board, cell, panel: Rect { width, ..below }, text: beside });
    }
    if right >= MIN_PANEL_COLUMNS && under >= MIN_TEXT_ROWS && !few {
        return Some(ScreenLayout { board, cell, panel: beside, text: Rect { width, ..below } });
    }
    if under >= MIN_ROWS_BELOW_BOARD && area.width >= 2 * MIN_PANEL_COLUMNS {
        let width = area.width - MIN_PANEL_COLUMNS - 1;
        let panel = Rect { x: area.x + width + 1, width: MIN_PANEL_COLUMNS, ..below };
        return Some(ScreenLayout { board, cell, panel, text: Rect { width, ..below } });
    }
    None
}

/// Returns the minimum width and height of a layout.
#[must_use]
pub fn least(columns: u16, rows: u16) -> (u16, u16) {
    let (width, height) = CELL_SIZES[CELL_SIZES.len() - 1];
    (
        (RANK_LABEL_COLUMNS + columns * width).max(2 * MIN_PANEL_COLUMNS),
        rows * height + 1 + MIN_ROWS_BELOW_BOARD,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(width: u16, height: u16, columns: u16, rows: u16) -> Option<ScreenLayout> {
        plan(Rect { x: 0, y: 0, width, height }, columns, rows, None)
    }

    #[test]
    fn a_cross_of_fourteen_has_square_cells_in_an_ordinary_window() {
        let plan = at(80, 40, 14, 14).unwrap();
        assert_eq!((plan.cell, plan.panel.width, plan.text.height), ((4, 2), 20, 11));
        assert_eq!(at(130, 50, 14, 14).unwrap().cell, (6, 3));
    }

    #[test]
    fn what_the_panel_does_not_need_is_the_texts() {
        let area = Rect { x: 0, y: 0, width: 100, height: 40 };
        let plan = plan(area, 14, 14, Some(9)).unwrap();
        assert_eq!((plan.panel.height, plan.text.height), (9, 31));
    }

    #[test]
    fn nothing_lies_outside_or_on_top_of_the_rest() {
        for width in 1..150 {
            for height in 1..60 {
                for (columns, rows) in [(5, 5), (8, 8), (14, 14), (16, 16), (24, 8)] {
                    let (least_width, least_height) = least(columns, rows);
                    let Some(plan) = at(width, height, columns, rows) else {
                        assert!(width < least_width || height < least_height, "{width}x{height}");
                        continue;
                    };
                    let parts = [plan.board, plan.panel, plan.text];
                    for (i, part) in parts.iter().enumerate() {
                        assert!(part.right() <= width && part.bottom() <= height, "{plan:?}");
                        let others = parts.iter().skip(i + 1);
                        assert!(others.clone().all(|other| !part.intersects(*other)), "{plan:?}");
                    }
                }
            }
        }
    }
}
