//! Tests of boards with files beyond z. Actions, positions and records on these boards are written
//! as text. If the text is read, the result must be the same.

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Move, MoveKind, Piece, game};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::{Ruleset, actions, fen, load, pgn};

fn open(recipe: &str) -> Ruleset {
    let path = format!("{}/../docs/cookbook/{recipe}", env!("CARGO_MANIFEST_DIR"));
    load(&Shelf::default(), &path, &[]).unwrap_or_else(|found| panic!("{recipe}: {found:#?}"))
}

/// Plays a random game, and passes each of its positions to `look`.
fn random_game(
    loaded: &Ruleset,
    plies: usize,
    mut look: impl FnMut(&mut dyn AnyGame),
) -> Vec<Action> {
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).unwrap();
    let mut rng = Rng::new(7, 0, Stream::Agent, 0, 0);
    let mut played = Vec::new();
    for _ in 0..plies {
        look(game.as_mut());
        let legal = game.actions().unwrap();
        let Some(action) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else { break };
        game.play(*action).unwrap();
        played.push(*action);
    }
    played
}

#[test]
fn actions_positions_and_records_of_a_wide_board_are_read_again() {
    let loaded = open("wide-field");
    let hooks = loaded.hooks();
    let spec = loaded.spec();
    assert_eq!((spec.geometry.len(), loaded.rules.words()), (1024, 16));
    let mut far = 0;
    let played = random_game(&loaded, 24, |game| {
        let setup = game.setup();
        let text = fen::write(&loaded.rules, &setup);
        assert_eq!(fen::read(&loaded.rules, &text).unwrap(), setup, "{text}");
        let legal = actions::legal(game).unwrap();
        far += legal.iter().filter(|(text, _)| text.contains("af")).count();
        // To read one action, the program lists all actions, so this loop reads only some of them.
        for (text, action) in legal.iter().step_by(29) {
            assert_eq!(actions::read(game, text).unwrap(), *action, "{text}");
        }
    });
    assert!(played.len() == 24 && far > 20, "{} plies, {far} moves at the far side", played.len());
    let mut game = game::start(&loaded.rules, &*hooks).unwrap();
    let text = pgn::write(&mut *game, &[], &played).unwrap();
    let record = pgn::read(&text).unwrap().remove(0);
    let mut again = game::start(&loaded.rules, &*hooks).unwrap();
    assert_eq!(pgn::replay(&record, again.as_mut()).unwrap().actions, played, "{text}");
}

#[test]
fn a_letter_before_a_square_may_belong_to_its_name() {
    let loaded = open("wide-field");
    let hooks = loaded.hooks();
    let spec = loaded.spec();
    let knight = spec.kind_named("knight").unwrap();
    let at = |name: &str| spec.geometry.square_named(name).unwrap();
    let red = spec.seats[0].facing;
    for (stands, word, to) in [
        // A knight from file a to b3, and a knight to ab3.
        ("a1", "Nab3", "b3"),
        ("z4", "Nab3", "ab3"),
        ("aa1", "Naaab3", "ab3"),
        ("aa1", "Nab3", "ab3"),
        ("ab3", "Nz4", "z4"),
    ] {
        let mut setup = game::initial(&loaded.rules);
        let king = |piece: &Piece| spec.kinds[piece.kind().index()].royal;
        setup.pieces.retain(|(_, piece)| king(piece));
        setup.pieces.push((at(stands), Piece::new(knight, setup.turn, red)));
        setup.pieces.sort_by_key(|(square, _)| *square);
        let fen = fen::write(&loaded.rules, &setup);
        let text = format!("[StartFen4 \"{fen}\"]\n\n1. {word}\n");
        let record = pgn::read(&text).unwrap().remove(0);
        let start = record.start(&loaded.rules).unwrap().unwrap();
        let mut game = game::resume(&loaded.rules, &*hooks, &start).unwrap();
        let replay =
            pgn::replay(&record, game.as_mut()).unwrap_or_else(|error| panic!("{word}: {error}"));
        let moved = Move { kind: MoveKind::Plain, ..Move::new(at(stands), at(to)) };
        assert_eq!(replay.actions, [Action::Move(moved)], "{word}");
    }
}
