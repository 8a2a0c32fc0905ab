//! Draws everything except the board: players, moves, messages, the typed line, lists and help.

use quadrille_dsl::text::printable::one_line;
use quadrille_render::layout::SeatRow;
use quadrille_render::terminal::ColourDepth;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Widget as _, Wrap};

use super::app::{App, Chooser, Mode};
use super::board::style;
use super::keys::{KEY_HELP, with_keys};
use super::plan::{ScreenLayout, least, plan};
use crate::args::SeatPlayer;
use crate::play::command;
use crate::play::spoken;
use crate::play::table::Turn;

const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;

/// Returns the layout of the screen, or `None` if there is too little room.
pub fn layout(app: &App<'_>, area: Rect) -> Option<ScreenLayout> {
    let board = app.board();
    // A lesson or puzzle has few moves and much text.
    let seats = app.now.picture.legend.as_ref().map_or(0, |legend| legend.seats.len() as u16);
    let most = app.table.exercises.is_some().then_some(2 * seats + 4);
    plan(area, board.columns() as u16, board.rows() as u16, most)
}

/// Draws the board and everything beside it.
pub fn draw(app: &App<'_>, frame: &mut Frame<'_>) {
    let (area, board) = (frame.area(), app.board());
    let Some(plan) = layout(app, area) else {
        let (columns, rows) = (board.columns() as u16, board.rows() as u16);
        let (width, height) = least(columns, rows);
        let text = format!(
            "The window has {} columns and {} rows; this board needs {width} and {height}. Make it \
             larger, or end with q and play with --plain.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    };
    let buffer = frame.buffer_mut();
    super::board::draw(&app.now.picture, board, &app.marks(), app.depth, &plan, buffer);
    side(app, &plan, buffer);
    words(app, plan.text, buffer);
    match &app.mode {
        Mode::Choosing(chooser) => list(chooser, plan.board, buffer),
        Mode::Help(line) => help(app, *line, area, buffer),
        Mode::Board | Mode::Typing(_) => {}
    }
}

/// Draws the players and, below them, the moves.
fn side(app: &App<'_>, plan: &ScreenLayout, buffer: &mut Buffer) {
    let area = plan.panel;
    let mut y = area.y;
    let rows = app.now.picture.legend.as_ref().map_or(&[][..], |legend| &legend.seats);
    for (seat, row) in rows.iter().enumerate() {
        for (i, line) in plate(app, seat, row, area.width).into_iter().enumerate() {
            if y < area.bottom() {
                buffer.set_line(area.x, y, &line, area.width);
                y += 1;
            }
            // Leave room for the moves.
            if i == 1 && area.height < 20 {
                break;
            }
        }
    }
    if y + 2 <= area.bottom() {
        moves(app, Rect { y: y + 1, height: area.bottom() - y - 1, ..area }, buffer);
    }
}

/// Returns the lines that describe a seat. They contain its key in its colour, its name and its
/// player, and then its state, its hand and its points.
fn plate(app: &App<'_>, seat: usize, row: &SeatRow, width: u16) -> Vec<Line<'static>> {
    let picture = &app.now.picture;
    let Some(look) = picture.colours.get(seat) else { return Vec::new() };
    let turn = match app.now.next {
        Turn::Person(next) | Turn::Agent(next) | Turn::Roll(next) | Turn::Waits(next) => {
            next.index() == seat
        }
        Turn::Over => false,
    };
    let chip = style(app.depth, Some(look.colour.contrast()), Some(look.colour)).add_modifier(BOLD);
    let player = match app.table.players.get(seat) {
        Some(player) if *player != SeatPlayer::Person => player.to_string(),
        _ if app.table.exercises.is_some() => String::new(),
        _ => "you".to_owned(),
    };
    let name = Style::new().add_modifier(if turn { BOLD } else { Modifier::empty() });
    let left = usize::from(width).saturating_sub(6 + player.chars().count());
    let shown: String = one_line(&look.name).chars().take(left).collect();
    let mut lines = vec![Line::from(vec![
        Span::styled(if turn { ">" } else { " " }, name),
        Span::styled(format!(" {} ", look.key), chip),
        Span::styled(format!(" {shown:<left$} "), name),
        Span::styled(player, Style::new().add_modifier(DIM)),
    ])];
    let mut words = row.words(&picture.colours);
    let hand: Vec<String> = row.hand.iter().map(|(letter, _, n)| format!("{letter}{n}")).collect();
    if !hand.is_empty() {
        words.insert(0, format!("holds {}", hand.join(" ")));
    }
    if app
        .now
        .checks
        .iter()
        .any(|text| text.to_lowercase().starts_with(&format!("{} on", look.name)))
    {
        words.insert(0, "in check".to_owned());
    }
    let dice = app.now.picture.legend.as_ref().and_then(|legend| legend.next.as_ref());
    let dice = dice.filter(|next| next.seat == seat && !next.dice.is_empty());
    words.extend(dice.map(|next| {
        let faces: Vec<String> = next.dice.iter().map(u8::to_string).collect();
        format!("dice {}", faces.join(" "))
    }));
    if words.is_empty() {
        return lines;
    }
    let text = one_line(&words.join(", ")).into_owned();
    let limit = usize::from(width).saturating_sub(4).max(1);
    let letters: Vec<char> = text.chars().collect();
    lines.extend(letters.chunks(limit).take(3).map(|part| {
        let part: String = part.iter().collect();
        Line::styled(format!("    {}", part.trim_start()), Style::new().add_modifier(DIM))
    }));
    lines
}

/// Draws the list of plies around the present ply. Plies that were taken back are dim.
fn moves(app: &App<'_>, area: Rect, buffer: &mut Buffer) {
    let session = &app.table.session;
    let (at, all) = (session.ply(), session.plies().len());
    let rows = usize::from(area.height);
    let last = all.min(at.max(rows).max(at + rows / 3));
    let first = last.saturating_sub(rows);
    for (row, ply) in app.table.known_plies(first + 1, last - first).iter().enumerate() {
        let seat = ply.seat.as_deref().unwrap_or("nature");
        let seat: String = one_line(seat).chars().take(6).collect();
        let action = if ply.action.is_empty() { "?" } else { &ply.action };
        let text = format!("{:>4} {seat:<6} {}", ply.ply, one_line(action));
        let modifier = match ply.ply {
            number if number == at => BOLD,
            number if number > at => DIM,
            _ => Modifier::empty(),
        };
        let style = Style::new().add_modifier(modifier);
        buffer.set_stringn(area.x, area.y + row as u16, text, area.width.into(), style);
    }
}

/// Draws messages and the typed line.
fn words(app: &App<'_>, area: Rect, buffer: &mut Buffer) {
    let bold = Style::new().add_modifier(BOLD);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let clean = |text: &str| one_line(text).into_owned();
    if let Mode::Typing(typed) = &app.mode {
        lines.push(Line::styled(format!("> {}_", clean(typed)), bold));
        let fitting = app.completions(typed);
        if !fitting.is_empty() {
            let shown: Vec<&str> = fitting.iter().take(30).map(String::as_str).collect();
            lines.push(Line::styled(clean(&shown.join("  ")), Style::new().add_modifier(DIM)));
        }
    }
    let thinks = if app.table.thinks() { " It is thinking." } else { "" };
    let turn = Line::styled(format!("{}{thinks}", clean(&app.now.turn)), bold);
    let danger = style(app.depth, Some(quadrille_render::colour::Rgb(0xff, 0x8a, 0x80)), None);
    let said_style = if app.wrong { danger.add_modifier(BOLD) } else { Style::new() };
    let said = app.said.iter().map(|text| Line::styled(clean(&with_keys(text)), said_style));
    let checks = app.now.checks.iter().map(|text| Line::styled(clean(text), danger));
    let played = (!app.now.ply_text.is_empty() && !app.wrong).then(|| clean(&app.now.ply_text));
    if let Some(exercises) = &app.table.exercises {
        // The task comes before the explanation, because a small window cuts off the end.
        lines.extend(said);
        lines.push(Line::raw(clean(&exercises.heading())));
        lines.extend(played.map(Line::raw));
        lines.push(turn);
        lines.extend(app.now.next_steps.iter().map(|text| Line::raw(clean(&with_keys(text)))));
        lines.extend(checks);
        let explained = exercises.explain(&app.table.session);
        lines.extend(explained.iter().map(|text| Line::raw(clean(text))));
    } else {
        lines.push(turn);
        lines.extend(said);
        lines.extend(checks);
        lines.extend(played.map(Line::raw));
    }
    let under = spoken::square(&app.table.session, &app.now.picture, &app.square());
    let under = under.unwrap_or_default();
    let body = Rect { height: area.height.saturating_sub(2), ..area };
    let text = Paragraph::new(lines).wrap(Wrap { trim: true });
    let more = text.line_count(body.width) > usize::from(body.height) + usize::from(app.scroll);
    let keys =
        if more { "PgDn more  : type  ? help  q end" } else { "Enter play  : type  ? help  q end" };
    let foot = Text::from(vec![
        Line::raw(clean(&under)),
        Line::styled(keys, Style::new().add_modifier(DIM)),
    ]);
    text.scroll((app.scroll, 0)).render(body, buffer);
    let low = Rect { y: body.bottom(), height: area.height - body.height, ..area };
    Paragraph::new(foot).render(low, buffer);
}

/// Draws a list over the board.
fn list(chooser: &Chooser, over: Rect, buffer: &mut Buffer) {
    let letters = |text: &str| text.chars().count() as u16;
    let longest = chooser.items.iter().map(|(label, _)| letters(label)).max().unwrap_or_default();
    let width = (longest.max(letters(&chooser.title)) + 6).min(over.width);
    let height = (chooser.items.len().min(usize::from(u16::MAX / 2)) as u16 + 2).min(over.height);
    let area = Rect {
        x: over.x + (over.width - width) / 2,
        y: over.y + (over.height - height) / 2,
        width,
        height,
    };
    Clear.render(area, buffer);
    let block = Block::bordered().title(one_line(&chooser.title).into_owned());
    let inner = block.inner(area);
    block.render(area, buffer);
    let rows = usize::from(inner.height);
    let first = (chooser.at + 1).saturating_sub(rows);
    for (row, (place, (label, _))) in
        chooser.items.iter().enumerate().skip(first).take(rows).enumerate()
    {
        let chosen = place == chooser.at;
        let (sign, style) = if chosen {
            ('>', Style::new().add_modifier(Modifier::REVERSED))
        } else {
            (' ', Style::new())
        };
        let text = format!("{sign} {}", one_line(label));
        buffer.set_stringn(inner.x, inner.y + row as u16, text, inner.width.into(), style);
    }
}

/// Draws the help: keys and words.
fn help(app: &App<'_>, line: u16, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let bold = Style::new().add_modifier(BOLD);
    let mut lines = vec![Line::styled("Keys", bold)];
    lines.extend(KEY_HELP.iter().map(|(keys, about)| Line::raw(format!("{keys:<17}{about}"))));
    lines.push(Line::styled("Words that can be typed after :", bold));
    lines.extend(command::help(app.table.exercises.is_some()).map(Line::raw));
    let mut signs =
        "[ ] cursor  ( ) picked up  o can go here  x can capture  ! in check  ~ frozen  \
                     + dead  > the reason"
            .to_owned();
    if app.depth == ColourDepth::Plain {
        signs.push_str("  : and underlined: the last ply");
    }
    lines.push(Line::styled("On the board", bold));
    lines.push(Line::raw(signs));
    lines.push(Line::styled("Any other key closes this; arrows scroll.", bold));
    let most = (lines.len() as u16).saturating_sub(area.height);
    Paragraph::new(lines)
        .wrap(Wrap { trim: false })
        .scroll((line.min(most), 0))
        .render(area, buffer);
}
