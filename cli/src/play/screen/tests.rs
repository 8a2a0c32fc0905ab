//! Tests of the screen without a terminal: they press keys and read the drawing.

use std::sync::Arc;
use std::time::Duration;

use quadrille_core::Facing;
use quadrille_dsl::Library as _;
use quadrille_dsl::library::Shelf;
use quadrille_render::terminal::ColourDepth;
use quadrille_session::Game;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::app::{App, Mode};
use super::keys::with_keys;
use super::plan::RANK_LABEL_COLUMNS;
use super::{keys, panel};
use crate::args::{RuleChange, SeatPlayer};
use crate::context;
use crate::play::exercises::{Exercises, Lessons};
use crate::play::keeper::GameKeeper;
use crate::play::table::TerminalGame;

fn table(name: &str) -> TerminalGame {
    let loaded = context::open(&Shelf::default(), name, RuleChange::default()).unwrap();
    let seats = loaded.spec().seats.len();
    let session = Game::start(Arc::new(loaded)).unwrap();
    TerminalGame::new(session, vec![SeatPlayer::Person; seats], 7, GameKeeper::default())
}

fn app<'t>(table: &'t mut TerminalGame, shelf: &'t Shelf) -> App<'t> {
    let mut app = App::new(table, shelf, ColourDepth::Plain).unwrap();
    app.pace = Duration::ZERO;
    app
}

fn drawn(app: &App<'_>, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| panel::draw(app, frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| row(y) + "\n").collect()
}

/// Returns the text of an area with single spaces in place of line breaks, so that sentences can be
/// found in it.
fn flowing(buffer: &Buffer, area: Rect) -> String {
    let row = |y| (area.x..area.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows: Vec<String> = (area.y..area.bottom()).map(row).collect();
    rows.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn said(app: &App<'_>) -> String {
    said_in(app, 80, 40)
}

fn said_in(app: &App<'_>, width: u16, height: u16) -> String {
    let buffer = drawn(app, width, height);
    flowing(&buffer, panel::layout(app, buffer.area).unwrap().text)
}

/// Returns the text of the cell of a square.
fn cell(app: &App<'_>, buffer: &Buffer, square: &str) -> String {
    let geometry = &app.table.session.ruleset().spec().geometry;
    let cell = geometry.cell(geometry.square_named(square).unwrap());
    let board = app.board();
    let plan = panel::layout(app, buffer.area).unwrap();
    let (column, row) = board.place((cell.file.into(), cell.rank.into()));
    let (width, height) = plan.cell;
    let x = plan.board.x + RANK_LABEL_COLUMNS + column as u16 * width;
    let y = plan.board.y + row as u16 * height + (height - 1) / 2;
    (x..x + width).map(|x| buffer[(x, y)].symbol()).collect()
}

fn press(app: &mut App<'_>, code: KeyCode) {
    keys::press(KeyEvent::from(code), app);
}

fn typed(app: &mut App<'_>, line: &str) {
    press(app, KeyCode::Char(':'));
    line.chars().for_each(|c| press(app, KeyCode::Char(c)));
    press(app, KeyCode::Enter);
}

/// Moves the cursor to a square with keys.
fn go(app: &mut App<'_>, square: &str) {
    let geometry = &app.table.session.ruleset().spec().geometry;
    let cell = geometry.cell(geometry.square_named(square).unwrap());
    let board = app.board();
    let wanted = board.place((cell.file.into(), cell.rank.into()));
    // The columns are crossed in the middle of the board, because a board in the shape of a cross
    // has no holes there.
    let middle = board.rows() / 2;
    let steps = |app: &mut App<'_>, to: (i32, i32)| {
        for _ in 0..100 {
            let at = app.board().place(app.cursor);
            match (to.0 - at.0, to.1 - at.1) {
                (0, 0) => return,
                (0, rows) => press(app, if rows > 0 { KeyCode::Down } else { KeyCode::Up }),
                (columns, _) if columns > 0 => press(app, KeyCode::Right),
                _ => press(app, KeyCode::Left),
            }
        }
        panic!("the cursor does not get to {to:?}");
    };
    let column = board.place(app.cursor).0;
    steps(app, (column, middle));
    steps(app, (wanted.0, middle));
    steps(app, wanted);
    assert_eq!(app.square(), square);
}

#[test]
fn every_shipped_board_shows_each_piece_in_its_place_however_it_is_turned() {
    let shelf = Shelf::default();
    for name in shelf.names() {
        let mut table = table(&name);
        let mut app = app(&mut table, &shelf);
        app.mode = Mode::Board;
        for up in Facing::ALL {
            app.up = up;
            let buffer = drawn(&app, 80, 40);
            for (square, piece) in app.table.session.board().unwrap() {
                let spec = app.table.session.ruleset().spec();
                let kind = spec.kind_named(&piece.kind).unwrap();
                let colour = spec.colours().find(|colour| spec.colour_name(*colour) == piece.army);
                let key = spec.colour_key(colour.unwrap());
                let letters = format!("{key}{}", spec.kinds[kind.index()].letter);
                let shown = cell(&app, &buffer, &square);
                assert!(shown.contains(&letters), "{name} {square}: {shown} is not {letters}");
            }
            for seat in &app.table.session.ruleset().spec().seats {
                assert!(text(&buffer).contains(&seat.name), "{name}: {}", seat.name);
            }
        }
    }
}

#[test]
fn a_window_of_any_size_is_drawn_or_says_that_it_is_too_small() {
    let shelf = Shelf::default();
    let mut table = table("verney-1881");
    let mut app = app(&mut table, &shelf);
    typed(&mut app, "h2-h3");
    for mode in [Mode::Board, Mode::Typing("h".to_owned()), Mode::Help(900)] {
        app.mode = mode;
        for (width, height) in
            (1..140).step_by(7).flat_map(|w| (1..60).step_by(3).map(move |h| (w, h)))
        {
            drop(drawn(&app, width, height));
        }
    }
    app.mode = Mode::Board;
    assert!(flowing(&drawn(&app, 40, 12), Rect::new(0, 0, 40, 12)).contains("The window has 40"));
    // The game is unchanged.
    assert!(text(&drawn(&app, 80, 40)).contains("1 yellow h2-h3"));
}

#[test]
fn a_piece_is_picked_up_its_targets_are_shown_and_it_is_played() {
    let shelf = Shelf::default();
    let mut table = table("verney-1881");
    let mut app = app(&mut table, &shelf);
    go(&mut app, "h2");
    assert!(cell(&app, &drawn(&app, 80, 40), "h2").starts_with('['));
    press(&mut app, KeyCode::Enter);
    let buffer = drawn(&app, 80, 40);
    assert!(cell(&app, &buffer, "h3").contains('o'), "{}", text(&buffer));
    assert!(!cell(&app, &buffer, "g3").contains('o'), "{}", text(&buffer));
    go(&mut app, "h3");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.table.session.ply(), 1);
    assert!(said(&app).contains("Red to move."), "{}", said(&app));
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.table.session.ply(), 0);
    press(&mut app, KeyCode::Char('r'));
    assert_eq!(app.table.session.ply(), 1);
}

#[test]
fn a_wrong_move_is_answered_by_its_reason_and_the_squares_are_lit() {
    let shelf = Shelf::default();
    let mut table = table("verney-1881");
    let mut app = app(&mut table, &shelf);
    typed(&mut app, "d1-d4");
    assert_eq!(app.table.session.ply(), 0);
    assert!(said(&app).contains("`d1-d4` is not legal"), "{}", said(&app));
    assert!(!app.lit.is_empty());
    let lit = app.lit[0].clone();
    assert!(cell(&app, &drawn(&app, 80, 40), &lit).starts_with(['>', '[']), "{lit}");
    typed(&mut app, "h2-h3");
    assert!(app.lit.is_empty() && !app.wrong);
}

#[test]
fn typing_is_completed_as_far_as_it_is_certain() {
    let shelf = Shelf::default();
    let mut table = table("orthodox-chess");
    let mut app = app(&mut table, &shelf);
    press(&mut app, KeyCode::Char('/'));
    "e2".chars().for_each(|c| press(&mut app, KeyCode::Char(c)));
    press(&mut app, KeyCode::Tab);
    assert_eq!(app.mode, Mode::Typing("e2-e".to_owned()));
    assert!(said(&app).contains("e2-e3 e2-e4"), "{}", said(&app));
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.mode, Mode::Board);
}

#[test]
fn dice_promotions_and_drops_are_lists() {
    let shelf = Shelf::default();
    let mut dice = table("chaturaji-albiruni-1030");
    let mut app_ = app(&mut dice, &shelf);
    if matches!(app_.mode, Mode::Choosing(_)) {
        assert!(text(&drawn(&app_, 80, 40)).contains("roll the dice"));
        press(&mut app_, KeyCode::Enter);
        assert!(app_.table.session.plies().any(|ply| ply.action.starts_with("roll=")));
    } else {
        panic!("there is no list of dice: {}", text(&drawn(&app_, 80, 40)));
    }

    let loaded = context::open(&shelf, "orthodox-chess", RuleChange::default()).unwrap();
    let session = Game::from_fen(Arc::new(loaded), "8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let mut table =
        TerminalGame::new(session, vec![SeatPlayer::Person; 2], 7, GameKeeper::default());
    let mut app = app(&mut table, &shelf);
    go(&mut app, "a7");
    press(&mut app, KeyCode::Enter);
    go(&mut app, "a8");
    press(&mut app, KeyCode::Enter);
    let Mode::Choosing(list) = &app.mode else { panic!("no list of promotions") };
    assert!(list.items.len() >= 4, "{list:?}");
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.table.session.ply(), 1);
}

#[test]
fn agents_play_while_nothing_is_pressed_and_wait_while_somebody_looks_back() {
    let shelf = Shelf::default();
    let mut table = table("verney-1881");
    table.players[1..].fill(SeatPlayer::Agent("random".parse().unwrap()));
    let mut app = app(&mut table, &shelf);
    typed(&mut app, "h2-h3");
    let until = |app: &mut App<'_>, plies: usize| {
        for _ in 0..6000 {
            app.tick().unwrap();
            if app.table.session.ply() >= plies {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the agents do not play");
    };
    until(&mut app, 4);
    press(&mut app, KeyCode::Char('['));
    for _ in 0..5 {
        app.tick().unwrap();
    }
    assert_eq!(app.table.session.ply(), 3);
    assert!(said(&app).contains("agents wait"), "{}", said(&app));
    press(&mut app, KeyCode::Char('g'));
    until(&mut app, 4);
    assert_eq!(app.table.session.plies().len(), 4);
}

#[test]
fn a_lesson_is_gone_through_by_keys() {
    let shelf = Shelf::default();
    let loaded = context::open(&shelf, "verney-1881", RuleChange::default()).unwrap();
    let lessons = Lessons::new(&loaded, "verney-1881", "V11").unwrap();
    let mut exercises = Exercises::Lessons(Box::new(lessons));
    let session = exercises.open(&shelf).unwrap().unwrap();
    let mut table =
        TerminalGame::new(session, vec![SeatPlayer::Person; 4], 7, GameKeeper::default());
    table.exercises = Some(exercises);
    let place = |app: &App<'_>| app.table.exercises.as_ref().unwrap().place().0;
    let mut app = app(&mut table, &shelf);
    let task = "Task: find the move of Yellow that shows V11 and V25.";
    for text in [task, "i names the piece, x plays the move.", "n opens lesson"] {
        assert!(said_in(&app, 80, 24).contains(text), "{text}\n{}", said_in(&app, 80, 24));
    }
    press(&mut app, KeyCode::Char('x'));
    assert!(said_in(&app, 80, 24).contains("V11 applied."), "{}", said_in(&app, 80, 24));
    let before = place(&app);
    press(&mut app, KeyCode::Char('a'));
    assert_eq!((place(&app), app.table.session.ply()), (before, 0));
    press(&mut app, KeyCode::Char('n'));
    assert_eq!(place(&app), before + 1);
}

#[test]
fn messages_name_the_keys_of_words() {
    let text = "`next` opens it, `roll` rolls, `save FILE` writes, `e2-e4` is legal";
    let expected = "n opens it, :roll rolls, :save FILE writes, `e2-e4` is legal";
    assert_eq!(with_keys(text), expected);
}
