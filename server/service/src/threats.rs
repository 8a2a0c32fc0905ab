//! The threats in a position: attacked squares, pinned pieces, and an evaluation of each seat. They
//! are computed on request only.

use std::sync::Arc;

use quadrille_core::{Illegal, Piece, Seat, Square};
use quadrille_render::reach::reach;
use quadrille_session::{Game, GameError, Viewer};

use crate::protocol::{Attacked, Pinned, Prospect, Threats};

/// Returns the visible threats of the present position if pieces or their kinds are hidden.
/// Evaluations are left out, because they depend on hidden pieces.
pub(crate) fn seen(session: &Game, sight: &Viewer) -> Result<Threats, GameError> {
    // The visible pieces alone may not form a playable position.
    let nothing = || Threats { attacks: Vec::new(), pins: Vec::new(), prospects: Vec::new() };
    let setup = session.seen_setup(sight)?;
    let Ok(seen) = Game::from_setup(Arc::clone(session.ruleset()), &setup) else {
        return Ok(nothing());
    };
    Ok(Threats { prospects: Vec::new(), ..threats(&seen).unwrap_or_else(|_| nothing()) })
}

/// Returns the threats of the present position.
pub(crate) fn threats(session: &Game) -> Result<Threats, GameError> {
    let spec = session.ruleset().spec();
    let name = |square: Square| spec.geometry.name(square);
    let seats = || (0..spec.seats.len()).map(|seat| Seat(seat as u8));
    let (attacks, pieces) = session.with_game(|game| {
        let attackers = |square: Square| -> Vec<String> {
            seats().flat_map(|seat| game.attackers(square, seat)).map(name).collect()
        };
        let squares = spec.geometry.squares().map(|square| (square, attackers(square)));
        let attacks: Vec<Attacked> = squares
            .filter(|(_, by)| !by.is_empty())
            .map(|(square, by)| Attacked { square: name(square), by })
            .collect();
        Ok((attacks, game.setup().pieces))
    })?;
    let mut pins = Vec::new();
    for (square, piece) in pieces {
        pins.extend(pin(session, square, piece)?);
    }
    let shares = session.prospects()?;
    let prospects = spec.seats.iter().zip(shares);
    let prospects =
        prospects.map(|(seat, share)| Prospect { seat: seat.name.clone(), share }).collect();
    Ok(Threats { attacks, pins, prospects })
}

/// Returns the pin of a piece of the player to move, or `None` if the piece is not pinned. To find
/// a pin, this function tries the moves that the piece would have on an empty board.
fn pin(session: &Game, from: Square, piece: Piece) -> Result<Option<Pinned>, GameError> {
    let spec = session.ruleset().spec();
    let name = |square: Square| spec.geometry.name(square);
    for (to, _) in reach(spec, piece, from) {
        let Ok(why) = session.why_not(&format!("{}-{}", name(from), name(to))) else { continue };
        if let Some(Illegal::Pinned { piece, by, royal, .. }) = why.and_then(|why| why.illegal) {
            let (square, by, royal) = (name(piece), name(by), name(royal));
            return Ok(Some(Pinned { square, by, royal }));
        }
    }
    Ok(None)
}
