//! A run of games on one screen: a typical game's final board and how it came about, the outcomes
//! of all games, what stands out, and where to look further.

use std::fmt::Write as _;

use quadrille_render::Styled;
use unicode_width::UnicodeWidthStr as _;

use super::PlayoutReport;
use super::findings::{self, findings};
use crate::figures::percent;
use crate::table::{Align, WIDTH, columns, paragraph};

/// The maximum number of lines of the screen.
const MAX_LINES: usize = 40;
/// The least number of columns for which the story stands beside the board.
const MIN_STORY_COLUMNS: usize = 26;
/// The least number of last actions that are shown, even without room beside the board.
const MIN_LAST_ACTIONS: usize = 3;
/// The maximum number of last actions that are shown.
const MAX_LAST_ACTIONS: usize = 6;

/// A game of the run, as it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStory {
    /// Its index.
    pub index: u64,
    /// Its length.
    pub plies: u32,
    /// Who won, as in `light wins`.
    pub result: String,
    /// The clause that ended it, if one did.
    pub clause: Option<String>,
    /// What ended it, in words.
    pub ending: String,
    /// The final board and what its letters and signs mean, a line each; lines may be coloured.
    pub board: Vec<Styled>,
    /// How many columns the board has.
    pub board_width: usize,
    /// The last actions: ply, seat, action, remarks.
    pub actions: Vec<[String; 4]>,
}

/// What the screen says besides the report.
#[derive(Clone, Debug)]
pub struct ScreenContext<'a> {
    /// What the run was of: the ruleset's title.
    pub headline: &'a str,
    /// A typical game, if any was played to its end.
    pub story: Option<&'a GameStory>,
    /// Commands for a closer look, each with what it shows.
    pub further: &'a [(String, &'a str)],
}

impl PlayoutReport {
    /// The report on one screen.
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
        // Nothing is known about games if none was played to its end.
        let found = if self.games > 0 { findings(self) } else { Vec::new() };
        if !found.is_empty() {
            let _ = writeln!(bottom, "\n{}", findings::title(self.games));
        }
        for sentence in found {
            let text = paragraph(&sentence, 4, WIDTH);
            let _ = write!(bottom, "  - {}", text.trim_start());
        }
        self.fault_lines(&mut bottom);
        bottom.push_str("\nMore\n");
        let further = context.further.iter();
        let rows: Vec<Vec<String>> =
            further.map(|(command, what)| vec![command.clone(), (*what).to_owned()]).collect();
        bottom.push_str(&columns(&[Align::Left, Align::Left], &rows));
        let used = top.lines().count() + bottom.lines().count();
        if self.games > 0 {
            top.push(&self.outcome_bars(MAX_LINES.saturating_sub(used + 2).max(2)));
        }
        top.push(&bottom);
        top
    }

    /// The outcomes with a bar for each, the rarest together if there are more than `most`.
    fn outcome_bars(&self, most: usize) -> String {
        const BAR_COLUMNS: usize = 24;
        if self.outcomes.is_empty() {
            return String::new();
        }
        let mut outcomes: Vec<_> = self.outcomes.iter().collect();
        outcomes.sort_by_key(|row| std::cmp::Reverse(row.games));
        let rest = if outcomes.len() > most { outcomes.split_off(most - 1) } else { Vec::new() };
        let mut rows: Vec<Vec<String>> = outcomes
            .into_iter()
            .map(|row| {
                let [low, high] = row.interval;
                vec![
                    row.label(),
                    row.games.to_string(),
                    percent(row.share),
                    format!("({:.1} to {:.1} %)", low * 100.0, high * 100.0),
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
    /// The board with the story beside it, or below it if the board is too wide.
    fn text(&self) -> Styled {
        let gap = 3;
        let mut out = Styled::new();
        let beside = WIDTH.saturating_sub(self.board_width + gap);
        if beside < MIN_STORY_COLUMNS {
            for line in &self.board {
                out.append(line);
                out.push("\n");
            }
            out.push("\n");
            self.lines(WIDTH, 0).iter().for_each(|line| out.push(&format!("{line}\n")));
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

    /// How the game ended, and its last actions, in lines no wider than `width`: as many actions as there is room for in
    /// `height` lines, and a few in any case.
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

    /// The last actions in at most so many lines no wider than `width`, the last one in any case. Remarks for
    /// which there is no room beside an action stand below it.
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

/// A line cut to a width, with an ellipsis if anything was cut.
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
        for width in [20, 60, 74, 90] {
            let text = story(width).text().plain();
            assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
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
        // The latest are kept if there is no room for all.
        assert_eq!(story.last_actions(30, 3), ["  10  red     e2-e4         A2"]);
        let wide = story.last_actions(90, 5);
        assert_eq!(wide[1], "   9  yellow  choose=e7-e5  green in check, red in check, A1");
    }
}
