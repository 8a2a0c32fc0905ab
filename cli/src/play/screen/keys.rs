//! Executes the commands of keys on the screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::{App, Mode};
use crate::play::command::WORDS;

/// The keys of the board with their descriptions, for the help.
pub const KEY_HELP: [(&str, &str); 16] = [
    ("arrows, h j k l", "move the cursor"),
    ("Enter, Space", "pick up the piece, or play it to this square"),
    ("Esc", "put it back; while an agent thinks, ask it to play now"),
    (": or /", "type a move or a word; Tab completes"),
    ("o", "other moves: dice, answers, drops, words"),
    ("m", "list the legal moves of this square, or all"),
    ("d", "declare: resign, out of time, draw agreed"),
    ("u  r", "take back to your last decision; play again"),
    ("[  ]", "one ply back, one ply forward"),
    ("{  }", "one round back, one round forward"),
    ("g", "continue from here, and discard the plies taken back"),
    ("f", "turn the board to the next seat"),
    ("i", "hint: suggest a move of an agent"),
    ("n  b  x  a", "in lessons and puzzles: next, back, show the move, start again"),
    ("PgUp  PgDn", "scroll the text"),
    ("s  q  ?", "save to a file, end, help"),
];

/// Words that a player can type, each with the key of the board that has the same effect.
const WORD_KEYS: [(&str, char); 12] = [
    ("moves", 'm'),
    ("undo", 'u'),
    ("redo", 'r'),
    ("resume", 'g'),
    ("hint", 'i'),
    ("save", 's'),
    ("show", 'x'),
    ("again", 'a'),
    ("next", 'n'),
    ("back", 'b'),
    ("help", '?'),
    ("quit", 'q'),
];

/// Replaces words that a player can type by keys of the screen. These words are between backticks
/// in the text. A word becomes the key that has the same effect. If no key has this effect, the
/// word gets the `:` that begins a typed line.
pub fn with_keys(text: &str) -> String {
    let part = |(number, part): (usize, &str)| {
        let word = part.split(' ').next().unwrap_or_default();
        let quoted = number % 2 == 1;
        match WORD_KEYS.iter().find(|(other, _)| quoted && *other == part) {
            Some((_, key)) => key.to_string(),
            None if quoted && WORDS.iter().any(|known| known.word == word) => format!(":{part}"),
            None if quoted => format!("`{part}`"),
            None => part.to_owned(),
        }
    };
    text.split('`').enumerate().map(part).collect()
}

/// Handles any key except Ctrl-C.
pub fn press(key: KeyEvent, app: &mut App<'_>) {
    match app.mode.clone() {
        Mode::Board => board(key, app),
        Mode::Typing(text) => typing(key, text, app),
        Mode::Choosing(mut chooser) => {
            let last = chooser.items.len().saturating_sub(1);
            match key.code {
                KeyCode::Up | KeyCode::Char('k') => chooser.at = chooser.at.saturating_sub(1),
                KeyCode::Down | KeyCode::Char('j') => chooser.at = last.min(chooser.at + 1),
                KeyCode::PageUp => chooser.at = chooser.at.saturating_sub(10),
                KeyCode::PageDown => chooser.at = last.min(chooser.at + 10),
                KeyCode::Home => chooser.at = 0,
                KeyCode::End => chooser.at = last,
                KeyCode::Enter | KeyCode::Char(' ') => {
                    app.mode = Mode::Board;
                    if let Some((_, line)) = chooser.items.get(chooser.at) {
                        app.obey(line);
                    }
                    return;
                }
                KeyCode::Char(':' | '/') => {
                    app.mode = Mode::Typing(String::new());
                    return;
                }
                KeyCode::Esc | KeyCode::Char('q') => {
                    app.mode = Mode::Board;
                    return;
                }
                // These keys leave the list of a question.
                KeyCode::Char('u' | '[' | ']' | '?' | 'n' | 'b' | 'x' | 'a') => {
                    app.mode = Mode::Board;
                    return board(key, app);
                }
                _ => {}
            }
            app.mode = Mode::Choosing(chooser);
        }
        Mode::Help(line) => match key.code {
            KeyCode::Down | KeyCode::PageDown | KeyCode::Char('j' | ' ') => {
                app.mode = Mode::Help(line.saturating_add(5));
            }
            KeyCode::Up | KeyCode::PageUp | KeyCode::Char('k') => {
                app.mode = Mode::Help(line.saturating_sub(5));
            }
            _ => app.mode = Mode::Board,
        },
    }
}

fn typing(key: KeyEvent, mut text: String, app: &mut App<'_>) {
    match key.code {
        KeyCode::Esc => {
            app.mode = Mode::Board;
            return;
        }
        KeyCode::Enter => {
            app.mode = Mode::Board;
            app.obey(&text);
            return;
        }
        KeyCode::Backspace if text.is_empty() => {
            app.mode = Mode::Board;
            return;
        }
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Tab => {
            if let Some(more) = common(&app.completions(&text)) {
                text = more;
            }
        }
        KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
        KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) && text.len() < 500 => {
            text.push(c);
        }
        _ => {}
    }
    app.mode = Mode::Typing(text);
}

/// Returns the longest common prefix of several texts.
fn common(texts: &[String]) -> Option<String> {
    let (first, rest) = texts.split_first()?;
    let shared = |other: &String| {
        first
            .char_indices()
            .zip(other.chars())
            .take_while(|((_, a), b)| a == b)
            .last()
            .map_or(0, |((at, c), _)| at + c.len_utf8())
    };
    let length = rest.iter().map(shared).min().unwrap_or(first.len());
    first.get(..length).map(str::to_owned)
}

fn board(key: KeyEvent, app: &mut App<'_>) {
    let round = app.table.session.ruleset().spec().seats.len();
    let (at, plies) = (app.table.session.ply(), app.table.session.plies().len());
    let to = |ply: usize| format!("goto {ply}");
    match key.code {
        KeyCode::Left | KeyCode::Char('h') => app.go(-1, 0),
        KeyCode::Right | KeyCode::Char('l') => app.go(1, 0),
        KeyCode::Up | KeyCode::Char('k') => app.go(0, -1),
        KeyCode::Down | KeyCode::Char('j') => app.go(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => app.enter(),
        KeyCode::Esc => {
            app.picked = None;
            app.table.hurry();
        }
        KeyCode::Char(':' | '/') => app.mode = Mode::Typing(String::new()),
        KeyCode::Char('o') => app.list_actions_off_board(),
        KeyCode::Char('m') => {
            let square = Some(app.square());
            let here = |action: &&quadrille_session::ActionDescription| action.from == square;
            let mut actions: Vec<_> = app.now.actions.iter().filter(here).cloned().collect();
            if actions.is_empty() {
                actions = app.now.actions.clone();
            }
            app.choose("Legal moves", &actions);
        }
        KeyCode::Char('d') => {
            let declarations = app.now.declarations.clone();
            app.choose("Declare", &declarations);
        }
        KeyCode::Char('u') => app.obey("undo"),
        KeyCode::Char('r') => app.obey("redo"),
        KeyCode::Char('[') => app.obey(&to(at.saturating_sub(1))),
        KeyCode::Char(']') => app.obey(&to(plies.min(at + 1))),
        KeyCode::Char('{') => app.obey(&to(at.saturating_sub(round))),
        KeyCode::Char('}') => app.obey(&to(plies.min(at + round))),
        KeyCode::Home => app.obey(&to(0)),
        KeyCode::End => app.obey(&to(plies)),
        KeyCode::Char('g') => app.obey("resume"),
        KeyCode::Char('f') => app.flip(),
        KeyCode::Char('i') => app.obey("hint"),
        KeyCode::Char('n') => app.obey("next"),
        KeyCode::Char('b') => app.obey("back"),
        KeyCode::Char('x') => app.obey("show"),
        KeyCode::Char('a') => app.obey("again"),
        KeyCode::PageUp => app.scroll = app.scroll.saturating_sub(3),
        KeyCode::PageDown => app.scroll = app.scroll.saturating_add(3).min(500),
        KeyCode::Char('s') if app.table.keeper.is_named() => app.obey("save"),
        KeyCode::Char('s') => app.mode = Mode::Typing("save ".to_owned()),
        KeyCode::Char('?') => app.mode = Mode::Help(0),
        KeyCode::Char('q') => app.done = true,
        _ => {}
    }
}
