//! A run of games on one screen. The screen has the final board and the last moves of a typical
//! game, the outcomes of all games, findings, and commands for further output.

use std::fmt::Write as _;

use quadrille_render::Styled;
use unicode_width::UnicodeWidthStr as _;

use super::PlayoutReport;
use super::findings::{self, findings};
use crate::figures::percent;
use crate::table::{Align, SCREEN_WIDTH, columns, paragraph};

/// The maximum number of lines of the report on one screen.
const MAX_LINES: usize = 40;
/// The minimum number of columns that the text needs beside the board.
const MIN_STORY_COLUMNS: usize = 24;
/// The minimum number of the game's last actions that are shown, even if the space beside the board
/// is too small for them.
const MIN_LAST_ACTIONS: usize = 3;
/// The maximum number of the game's last actions that are shown.
const MAX_LAST_ACTIONS: usize = 6;

/// The end of one game of the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStory {
    /// The index of the game.
    pub index: u64,
    /// The length of the game in plies.
    pub plies: u32,
    /// The winners, as in `light wins`.
    pub result: String,
    /// The id of the clause that ended the game, if a clause ended it.
    pub clause: Option<String>,
    /// The ending in words.
    pub ending: String,
    /// The final board and the meaning of its letters and signs, line by line. Lines may be
    /// coloured.
    pub board: Vec<Styled>,
    /// The number of columns of the board.
    pub board_width: usize,
    /// The last actions of the game. Each entry has the ply, the seat, the action and remarks.
    pub actions: Vec<[String; 4]>,
}

/// Content of the screen that is not in the report.
#[derive(Clone, Debug)]
pub struct ScreenContext<'a> {
    /// The title of the ruleset.
    pub headline: &'a str,
    /// A typical game, if any was finished.
    pub story: Option<&'a GameStory>,
    /// Commands for a closer look, each with a description.
    pub further: &'a [(String, &'a str)],
}

impl PlayoutReport {
    /// Returns the report on one screen.
    #[must_use]
    pub fn screen(&self, context: &ScreenContext<'_>) -> Styled {
        let mut top = Styled::from(format!("{}\n", context.headline));
        if let Some(story) = context.story {
            top.push("\n");
            top.append(&story.text());
        }
        if let Some(fault) = &self.fault {
            top.push("\n");
            top.append(&fault.text());
        }
        let mut bottom = String::new();
        // If no game has finished, there are no results.
        let found = if self.games > 0 { findings(self) } else { Vec::new() };
        if !found.is_empty() {
            let _ = writeln!(bottom, "\n{}", findings::title(self.games));
        }
        for sentence in found {
            let text = paragraph(&sentence, 4, SCREEN_WIDTH);
            let _ = write!(bottom, "  - {}", text.trim_start());
        }
        self.fault_lines(&mut bottom);
        bottom.push_str("\nMore\n");
        for (command, what) in context.further {
            // A description that does not fit beside its command is left out. Long commands explain
            // themselves.
            let line = format!("  {command}  # {what}");
            let is_wide = line.width() > SCREEN_WIDTH;
            let _ =
                if is_wide { writeln!(bottom, "  {command}") } else { writeln!(bottom, "{line}") };
        }
        let used = top.lines().count() + bottom.lines().count();
        if self.games > 0 {
            top.push(&self.outcome_bars(MAX_LINES.saturating_sub(used + 2).max(2)));
        }
        top.push(&bottom);
        top
    }

    /// Returns the outcomes, the most frequent first, each with a bar. If there are more than
    /// `most` outcomes, the last line combines the rarest outcomes, and has no bar.
    fn outcome_bars(&self, most: usize) -> String {
        const BAR_COLUMNS: usize = 20;
        if self.outcomes.is_empty() {
            return String::new();
        }
        let mut outcomes: Vec<_> = self.outcomes.iter().collect();
        outcomes.sort_by_key(|row| std::cmp::Reverse(row.games));
        let rest = if outcomes.len() > most { outcomes.split_off(most - 1) } else { Vec::new() };
        let mut rows: Vec<Vec<String>> = outcomes
            .into_iter()
            .map(|row| {
                let interval = |[low, high]: [f64; 2]| {
                    format!("({:.1} to {:.1} %)", low * 100.0, high * 100.0)
                };
                vec![
                    row.label(),
                    row.games.to_string(),
                    percent(row.share),
                    self.interval_of(row).map(interval).unwrap_or_default(),
                    "█".repeat((row.share * BAR_COLUMNS as f64).round() as usize),
                ]
            })
            .collect();
        if !rest.is_empty() {
            let games: u64 = rest.iter().map(|row| row.games).sum();
            let share: f64 = rest.iter().map(|row| row.share).sum();
            let label = format!("{} other outcomes", rest.len());
            rows.push(vec![label, games.to_string(), percent(share)]);
        }
        let sides = [Align::Left, Align::Right, Align::Right, Align::Left, Align::Left];
        format!("\nOutcomes\n{}", columns(&sides, &rows))
    }
}

impl GameStory {
    /// Returns the board with the text beside it, or below it if the board is too wide.
    fn text(&self) -> Styled {
        let gap = 3;
        let mut out = Styled::new();
        let beside = SCREEN_WIDTH.saturating_sub(self.board_width + gap);
        if beside < MIN_STORY_COLUMNS {
            for line in &self.board {
                out.append(line);
                out.push("\n");
            }
            out.push("\n");
            self.lines(SCREEN_WIDTH, 0).iter().for_each(|line| out.push(&format!("{line}\n")));
            return out;
        }
        let lines = self.lines(beside, self.board.len());
        for i in 0..self.board.len().max(lines.len()) {
            let width = self.board.get(i).map_or(0, |board| board.plain().width());
            self.board.get(i).into_iter().for_each(|board| out.append(board));
            if let Some(line) = lines.get(i).filter(|line| !line.is_empty()) {
                out.push(&" ".repeat((self.board_width + gap).saturating_sub(width)));
                out.push(line.trim_end());
            }
            out.push("\n");
        }
        out
    }

    /// Returns the ending and the last actions of the game, in lines of at most `width` columns.
    /// The number of actions is chosen so that there are at most `height` lines, but is at least
    /// `MIN_LAST_ACTIONS`.
    fn lines(&self, width: usize, height: usize) -> Vec<String> {
        let wrapped = |text: &str| -> Vec<String> {
            paragraph(text, 0, width).lines().map(str::to_owned).collect()
        };
        let mut lines = wrapped(&format!(
            "Game {}, a typical one: {} after {} plies.",
            self.index, self.result, self.plies
        ));
        let clause = self.clause.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        lines.extend(wrapped(&format!("{clause}{}", self.ending)));
        lines.extend([String::new(), "Last moves".to_owned()]);
        let actions = height.saturating_sub(lines.len()).clamp(MIN_LAST_ACTIONS, MAX_LAST_ACTIONS);
        lines.extend(self.last_actions(width, actions));
        lines
    }

    /// Returns the last actions in up to `most` lines. No line is longer than `width` columns. The
    /// last action is always included. If the remarks about an action do not fit beside the action,
    /// the remarks are below the action.
    fn last_actions(&self, width: usize, most: usize) -> Vec<String> {
        const REMARK_INDENT: usize = 7;
        let first = self.actions.len().saturating_sub(most);
        let last = &self.actions[first..];
        let rows: Vec<Vec<String>> = last.iter().map(|row| row[..3].to_vec()).collect();
        let beside = columns(&[Align::Right, Align::Left, Align::Left], &rows);
        let beside: Vec<&str> = beside.lines().collect();
        let longest = beside.iter().map(|line| line.width()).max().unwrap_or(0);
        let mut kept: Vec<String> = Vec::new();
        for (line, [.., remarks]) in beside.into_iter().zip(last).rev() {
            let room = width.saturating_sub(longest + 2);
            let lines: Vec<String> = if remarks.is_empty() {
                vec![shortened(line.to_owned(), width)]
            } else if remarks.width() <= room {
                let gap = " ".repeat(longest + 2 - line.width());
                vec![format!("{line}{gap}{remarks}")]
            } else {
                let below = paragraph(remarks, REMARK_INDENT, width);
                let below = below.lines().map(str::to_owned);
                std::iter::once(shortened(line.to_owned(), width)).chain(below).collect()
            };
            if !kept.is_empty() && kept.len() + lines.len() > most {
                break;
            }
            kept.splice(..0, lines);
        }
        kept
    }
}

/// Cuts a line to a width, with an ellipsis if anything was cut.
fn shortened(mut line: String, width: usize) -> String {
    if line.width() <= width {
        return line;
    }
    while line.width() + 2 > width {
        line.pop();
    }
    line.truncate(line.trim_end_matches([' ', '…']).len());
    line.push_str(" …");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bold(text: &str) -> Styled {
        let mut bold = Styled::new();
        bold.paint(&[1], text);
        bold
    }

    fn story(board_width: usize) -> GameStory {
        GameStory {
            index: 7,
            plies: 120,
            result: "light wins".to_owned(),
            clause: Some("V14".to_owned()),
            ending: "with both armies of a side mated, that side has lost ".repeat(15),
            board: vec![bold(&"x".repeat(board_width)); 14],
            board_width,
            actions: vec![["119", "red", "e2-e4", "white in check"].map(str::to_owned); 9],
        }
    }

    #[test]
    fn a_story_fits_the_screen_beside_its_board_or_below_it() {
        for width in [20, 46, 60, 74] {
            let text = story(width).text().plain();
            assert!(text.lines().all(|line| line.width() <= SCREEN_WIDTH), "{text}");
            assert!(text.contains("Last moves") && !text.contains('…'), "{text}");
            assert!(text.matches("lost").count() == 15, "{text}");
        }
    }

    #[test]
    fn remarks_are_whole_beside_an_action_or_below_it() {
        let mut story = story(62);
        story.actions = vec![
            ["8", "green", "d2-d3", ""].map(str::to_owned),
            ["9", "yellow", "choose=e7-e5", "green in check, red in check, A1"].map(str::to_owned),
            ["10", "red", "e2-e4", "A2"].map(str::to_owned),
        ];
        let below = [
            "   9  yellow  choose=e7-e5",
            "       green in check, red in",
            "       check, A1",
            "  10  red     e2-e4",
        ];
        assert_eq!(story.last_actions(30, 5)[1..4], below[..3]);
        assert_eq!(story.last_actions(30, 5)[4], "  10  red     e2-e4         A2");
        // The latest actions are kept if there is no room for all.
        assert_eq!(story.last_actions(30, 3), ["  10  red     e2-e4         A2"]);
        let wide = story.last_actions(90, 5);
        assert_eq!(wide[1], "   9  yellow  choose=e7-e5  green in check, red in check, A1");
    }
}
