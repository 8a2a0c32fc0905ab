//! Games as messages: pieces, decisions and actions.

use std::collections::BTreeSet;

use quadrille_agents::Score;
use quadrille_core::{Seat, Setup, Spec, game};
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Ruleset, fen, sentence};
use quadrille_render::layout::{self, PieceLook, PieceStatus, Wall};
use quadrille_render::{Picture, PictureOptions};
use quadrille_session::{
    ActionDescription, AnalysedLine, Analysis, BoardChange, CauseKind, Game, GameError,
    IllegalDescription, LinePly, Viewer,
};

use crate::protocol::{
    ActionView, AnalysedLineView, AnalysisView, CheckView, GameStatus, HandView, Holder,
    LinePlyView, NextView, PieceStatusView, PieceView, PlyLine, PlyView, Remark, SeatScore,
    SeatStanding, StepView, TaskView, Traced, WallView, WhyNot,
};
use crate::words;

/// Returns the position at the start, or `None` if a hook fails there.
pub(crate) fn start(loaded: &Ruleset) -> Option<Setup> {
    let hooks = loaded.shared_hooks();
    game::start(&loaded.rules, &*hooks).ok().map(|game| game.setup())
}

/// Returns the pieces of a picture.
pub(crate) fn pieces(spec: &Spec, picture: &Picture) -> Vec<PieceView> {
    let board = &spec.geometry;
    let all = board.squares().filter_map(|square| {
        let cell = board.cell(square);
        let look = picture.tile(cell.file.into(), cell.rank.into())?.piece.as_ref()?;
        Some(piece(spec, board.name(square), look, picture.symbol(&look.kind)))
    });
    all.collect()
}

fn piece(spec: &Spec, square: String, look: &PieceLook, symbol: &str) -> PieceView {
    let name = |seat: usize| spec.seats.get(seat).map_or("?", |seat| &seat.name).to_owned();
    let counters = look.counters.iter().map(|(name, value)| {
        sentence!(PieceCounter, counter = Argument::word(name), value = *value)
    });
    let marks = look.marks.iter().map(|mark| sentence!(PieceMark, mark = Argument::word(mark)));
    let notes: Vec<Sentence> = counters.chain(marks).collect();
    PieceView {
        square,
        kind: look.kind.clone(),
        symbol: (symbol != look.kind).then(|| symbol.to_owned()),
        letter: look.letter,
        army: u8::try_from(look.seat).map_or("?", |seat| spec.colour_name(Seat(seat))).to_owned(),
        arrow: look.arrow.map(|facing| facing.word().to_owned()),
        status: status(look.status),
        holder: look.holder.map(|holder| match holder {
            Some(seat) => Holder::Seat(name(seat)),
            None => Holder::Nobody,
        }),
        royal: spec.kinds.iter().any(|kind| kind.name == look.kind && kind.royal),
        notes: texts(&notes),
        note_sentences: notes,
        count: look.counters.first().map(|(_, value)| *value),
    }
}

fn status(status: PieceStatus) -> PieceStatusView {
    match status {
        PieceStatus::Live => PieceStatusView::Live,
        PieceStatus::Frozen => PieceStatusView::Frozen,
        PieceStatus::Dead => PieceStatusView::Dead,
    }
}

/// Returns the present position and decision of a session as seen by `sight`.
pub(crate) fn game_status(session: &Game, sight: &Viewer) -> Result<GameStatus, GameError> {
    let loaded = session.ruleset();
    let spec = loaded.spec();
    let veiled = session.hides() && !sight.is_all();
    let pieces_hidden = veiled && spec.hides_pieces();
    let seen = session.visible(sight)?;
    let is_seen = |square: &String| {
        spec.geometry.square_named(square).is_some_and(|square| seen.contains(square))
    };
    let own = |seat: &String| spec.seat_named(seat).is_some_and(|seat| sight.has(seat));
    let mut actions = session.legal_actions()?;
    if pieces_hidden {
        actions.retain(|action| own(&action.seat));
        actions.iter_mut().for_each(|action| action.captures.retain(is_seen));
    }
    let declarations = session.declarations()?;
    let mut checks: Vec<CheckView> = session
        .checks()?
        .into_iter()
        .map(|found| CheckView { square: found.square, seat: found.seat, by: found.by })
        .collect();
    if pieces_hidden {
        checks.iter_mut().for_each(|check| check.by.retain(is_seen));
        checks.retain(|check| own(&check.seat) || is_seen(&check.square) && !check.by.is_empty());
    }
    let last = session
        .known_plies(sight, session.ply().max(1), 1)?
        .first()
        .filter(|ply| ply.ply == session.ply())
        .and_then(|ply| ply.steps.iter().flat_map(|step| &step.changes).find_map(words::ends));
    let setup = if pieces_hidden { Some(session.seen_setup(sight)?) } else { None };
    let cut = if veiled { session.before_sealed()? } else { None };
    let fen = match &setup {
        Some(_) if spec.fog.is_some() => String::new(),
        Some(setup) => fen::write(&loaded.rules, setup),
        None => cut.as_ref().unwrap_or(session).fen()?,
    };
    session.with_game(|game| {
        game.decision()?;
        let all = Picture::of_game(spec, game, &PictureOptions::of(loaded, &loaded.meta.title));
        let seen_alone = setup.map(|setup| {
            Picture::new(spec, &setup, &PictureOptions::of(loaded, &loaded.meta.title))
        });
        let picture = seen_alone.as_ref().unwrap_or(&all);
        let legend = all.legend.as_ref();
        let name = |seat: usize| spec.seats.get(seat).map_or("?", |seat| &seat.name).to_owned();
        let next = legend.and_then(|legend| legend.next.as_ref()).map(|next| NextView {
            seat: name(next.seat),
            task: match &next.task {
                layout::SeatTask::Move => TaskView::Move,
                layout::SeatTask::Roll => TaskView::Roll,
                layout::SeatTask::Shuffle => TaskView::Shuffle,
                layout::SeatTask::Answer(_) => TaskView::Answer,
            },
            question: match &next.task {
                layout::SeatTask::Answer(question) => Some(question.clone()),
                layout::SeatTask::Move | layout::SeatTask::Roll | layout::SeatTask::Shuffle => None,
            },
            dice: next.dice.clone(),
            made: next.made,
        });
        let rows = legend.map_or(&[][..], |legend| &legend.seats);
        let seat = |(i, row): (usize, &layout::SeatRow)| SeatStanding {
            name: name(i),
            status: status(row.status),
            states: texts(&states(row, &name)),
            state_sentences: states(row, &name),
            result: row.result.map(|result| result.word().to_owned()),
            hand: row
                .hand
                .iter()
                .map(|(letter, kind, count)| HandView {
                    kind: kind.clone(),
                    symbol: all.symbol(kind).to_owned(),
                    letter: *letter,
                    count: *count,
                })
                .collect(),
            scores: row
                .scores
                .iter()
                .map(|(name, value)| SeatScore { name: name.replace('_', " "), value: *value })
                .collect(),
        };
        let seats = rows.iter().enumerate().map(seat).collect();
        Ok(GameStatus {
            at: session.ply(),
            plies: session.plies().len(),
            seen_by: sight
                .seats()
                .filter(|_| veiled)
                .map(|seats| seats.iter().map(|seat| name(seat.index())).collect()),
            pieces: pieces(spec, picture),
            hidden: (spec.geometry.all() - seen)
                .into_iter()
                .map(|square| spec.geometry.name(square))
                .collect(),
            walls: (!spec.gates.is_empty()).then(|| walls(picture)),
            checks,
            next,
            seats,
            ending: session.result().map(|result| result.describe(loaded)),
            ending_sentence: session.result().map(|result| result.sentence(loaded)),
            actions: actions.into_iter().chain(declarations).map(action).collect(),
            last,
            fen,
        })
    })
}

/// Returns the walls of a picture.
pub(crate) fn walls(picture: &Picture) -> Vec<WallView> {
    let view = |wall: &Wall| WallView { file: wall.file, rank: wall.rank, upright: wall.upright };
    picture.walls.iter().map(view).collect()
}

/// Returns the special states of a seat.
fn states(row: &layout::SeatRow, name: &dyn Fn(usize) -> String) -> Vec<Sentence> {
    let army_state = row.army_state.iter().filter(|army| row.seat_state.as_ref() != Some(army));
    let states = row.seat_state.iter().chain(army_state);
    let states = states.map(|state| sentence!(SeatState, state = Argument::word(state)));
    let controller = row.controller.map(|controller| match controller {
        Some(seat) => sentence!(SeatPiecesMovedBy, seat = Argument::Seat(name(seat))),
        None => sentence!(SeatPiecesUncontrolled),
    });
    states.chain(controller).collect()
}

/// Returns the English texts of sentences.
fn texts(sentences: &[Sentence]) -> Vec<String> {
    sentences.iter().map(ToString::to_string).collect()
}

fn action(action: ActionDescription) -> ActionView {
    ActionView {
        group: action.group,
        text: action.text,
        notation: action.notation,
        from: action.from,
        to: action.to,
        kind: action.kind,
        captures: action.captures,
    }
}

/// Converts the reason why an action is not legal to a message.
pub(crate) fn why_not(why: &IllegalDescription) -> WhyNot {
    WhyNot {
        code: why.code.to_string(),
        text: why.text.clone(),
        sentence: why.sentence.clone(),
        squares: why.squares.clone(),
        clause: why.clause.clone(),
    }
}

/// Returns the line of a ply in the list of moves.
pub(crate) fn line(ply: &quadrille_session::PlyChanges) -> PlyLine {
    PlyLine {
        ply: ply.ply,
        seat: ply.seat.clone(),
        action: ply.action.clone(),
        notation: ply.notation.clone(),
        says: ply.describe(),
        sentences: ply.sentences(),
    }
}

/// Returns an analysis of a game between `teams` teams.
pub(crate) fn analysis(found: &Analysis, teams: usize) -> AnalysisView {
    let ply = |ply: &LinePly| LinePlyView {
        seat: ply.seat.clone(),
        action: ply.action.clone(),
        notation: ply.notation.clone(),
    };
    let line = |line: &AnalysedLine| {
        let (lead, wins_after, loses_after) = match line.score {
            None => (None, None, None),
            Some(Score::Lead(lead)) => (Some(lead), None, None),
            Some(Score::Wins(plies)) => (None, Some(plies), None),
            Some(Score::Loses(plies)) => (None, None, Some(plies)),
        };
        AnalysedLineView {
            lead,
            wins_after,
            loses_after,
            share: line.score.map(|score| score.share(teams)),
            plies: line.plies.iter().map(ply).collect(),
        }
    };
    AnalysisView {
        lines: found.lines.iter().map(line).collect(),
        depth: found.depth,
        nodes: found.nodes,
    }
}

/// Returns the changes and highlights of `count` plies from ply `from` (1-based), as visible to
/// `sight`.
pub(crate) fn trace(
    session: &Game,
    sight: &Viewer,
    from: usize,
    count: usize,
) -> Result<Vec<Traced>, GameError> {
    let skipped = from.saturating_sub(1).min(session.plies().len());
    // Checks are left out if they could reveal hidden pieces.
    let veiled = !sight.is_all() && session.ruleset().spec().hides_pieces();
    let checks = |at: &Game| if veiled { Ok(Vec::new()) } else { at.checks() };
    let mut at = session.clone();
    at.go_to(skipped)?;
    let mut before = checks(&at)?;
    let mut traced = Vec::new();
    for changes in session.known_plies(sight, skipped + 1, count)? {
        at.go_to(changes.ply)?;
        let after = checks(&at)?;
        let mut remarks = BTreeSet::new();
        for step in &changes.steps {
            let by_action = step.cause == CauseKind::Action;
            remarks
                .extend(step.changes.iter().filter_map(|change| words::remark(change, by_action)));
        }
        let stood = |check: &quadrille_session::Check| {
            before.iter().any(|old| old.seat == check.seat && old.square == check.square)
        };
        if !after.iter().all(stood) {
            remarks.insert(Remark::Check);
        }
        traced.push(Traced { ply: ply(&changes), remarks: remarks.into_iter().collect() });
        before = after;
    }
    Ok(traced)
}

/// Returns a ply with its changes.
pub(crate) fn ply(ply: &quadrille_session::PlyChanges) -> PlyView {
    let steps = ply.steps.iter().map(|step| StepView {
        cause: step.cause,
        hook: step.hook.clone(),
        place: step.place.clone(),
        clauses: step.clauses.clone(),
        says: step.changes.iter().map(ToString::to_string).collect(),
        sentences: step.changes.iter().map(BoardChange::sentence).collect(),
        moves: step.changes.iter().filter_map(words::ends).collect(),
        gone: step.changes.iter().filter_map(words::gone).collect(),
        touched: step.changes.iter().filter_map(words::touched).collect(),
    });
    PlyView { line: line(ply), steps: steps.collect() }
}
