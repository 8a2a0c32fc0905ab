//! The reasons why actions are illegal. One test shows every kind of reason in a position. Another
//! checks on random positions that a reason disappears together with its cause.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_core::game::{AnnouncementFault, CastlingFault, DropFault, Immunity};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{
    Action, Attempt, Decision, Illegal, IllegalKind, Protect, Seat, Setup, Square, Zone,
};
use quadrille_dsl::library::{Memory, Shipped};
use quadrille_dsl::{Library, load};
use quadrille_session::{Game, IllegalDescription};

use super::{arranged, everything, open, orthodox, random_game, start};

fn why(session: &Game, action: &str) -> Illegal {
    let why = session.why_not(action).unwrap_or_else(|error| panic!("{action}: {error}"));
    why.unwrap_or_else(|| panic!("{action} is legal")).illegal.expect("a reason")
}

/// Returns the reason after some actions.
fn after(mut session: Game, played: &str, action: &str) -> Illegal {
    session.play_all(played).unwrap_or_else(|error| panic!("{played}: {error}"));
    why(&session, action)
}

/// Returns orthodox chess with hooks. The hooks forbid captures by knights, and forbid knights to
/// enter the first file.
fn gentle_knights() -> Game {
    let hook = "/// clause: O5\n/// when: knight, capture\nfn forbids(game, move) { true }\n\
        /// when: knight\nfn may_enter(piece, square) { square.file > 1 }\n";
    with_script(hook, "wKe1 wNb1 bKe8 bPc3")
}

/// Returns orthodox chess with an additional rule.
fn with_rule(declared: &str, pieces: &str) -> Game {
    with_script(&format!("fn define(rules) {{ {declared} }}"), pieces)
}

/// Returns orthodox chess with an additional script and these pieces.
fn with_script(hook: &str, pieces: &str) -> Game {
    let mut library = Memory::new();
    for (name, bytes) in Shipped.folder("orthodox-chess").unwrap().files {
        let text = String::from_utf8(bytes).unwrap();
        let text = text.replace("scripts = [", "scripts = [\"gentle.rhai\", ");
        library = library.with_file("orthodox-chess", &name, text);
    }
    library = library.with_file("orthodox-chess", "gentle.rhai", hook);
    for name in Shipped.plugins() {
        library = library.with_plugin(&name, Shipped.plugin(&name).unwrap());
    }
    let rules = load(&library, "orthodox-chess", &[]).unwrap_or_else(|found| panic!("{found:#?}"));
    Game::from_pieces(Arc::new(rules), pieces, "white", None).unwrap()
}

/// Returns a game with the announcement of a move that puts Red's king in check. Black's rook could
/// block the check.
fn announcement() -> Game {
    arranged("blocking-double-8x3", "wKh1 wPe2 bKh14 bRk12 rKn7 rNk7 yKa7 yRd7 yPb4", "red", None)
}

/// Returns a game by Verney's rules, with Yellow to move and Red's army frozen. `hands` contains
/// further options of the position, which can give Yellow control of Red's army.
fn frozen(pieces: &str, hands: &str) -> Game {
    let states = "('active','frozen','active','active')";
    let options = format!("{{'seatState':{states},'armyState':{states}{hands}}}");
    arranged("verney-1881", pieces, "yellow", Some(&options))
}

/// Returns a reason of each kind, with a name for the position in which it occurs.
fn shown() -> Vec<(&'static str, Illegal)> {
    let chess = || start("orthodox-chess");
    let dice = || start("chaturaji-albiruni-1030");
    let square =
        |session: &Game, name: &str| session.ruleset().spec().geometry.square_named(name).unwrap();
    let attempt = |session: &Game, from: Square, to: Square| {
        let attempt = Attempt::Move { from, to, promotion: None };
        session.with_game(|game| Ok(game.why_not(attempt, None)?)).unwrap().expect("not legal")
    };
    let verney = start("verney-1881");
    let board = &verney.ruleset().spec().geometry;
    let corner = (0..=u16::MAX).map(Square).find(|square| !board.has(*square)).unwrap();
    let early = chess()
        .why_not_by("e7-e5", Some(Seat(1)))
        .unwrap()
        .expect("it is White's turn")
        .illegal
        .unwrap();
    let held = "yKh1 yQe4 rKa8 rPb8 wKg14 wNd14 bKn7 bNm4";
    vec![
        ("mate ends the game", after(chess(), "f2-f3 e7-e5 g2-g4 d8-h4", "e2-e4")),
        ("a proposal waits for its reply", after(announcement(), "announce=k7-j9", "k12-k7")),
        ("nothing was asked", why(&chess(), "choose=yes")),
        ("that is no reply", after(announcement(), "announce=k7-j9", "choose=maybe")),
        ("the dice come first", why(&dice(), "pass")),
        ("there are no dice", why(&chess(), "roll=4")),
        ("no die has a nine", why(&dice(), "roll=9+9")),
        ("Black does not move first", early),
        ("a frozen player does not resign", why(&frozen(held, ""), "resign=red")),
        ("a corner is cut off", attempt(&verney, corner, square(&verney, "h2"))),
        ("an empty square", why(&chess(), "e4-e5")),
        ("the opponent's pawn", why(&chess(), "e7-e5")),
        (
            "an army that is frozen, though Yellow commands it",
            why(&frozen(held, ",'controller':('y','y','w','b')"), "b8-c8"),
        ),
        (
            "the announced move and no other",
            after(announcement(), "announce=k7-j9 choose=accept", "n7-n8"),
        ),
        ("pieces in hand come first", why(&start("fortress-chess"), "pass")),
        ("a pawn before the rook", why(&chess(), "a1-a3")),
        (
            "a wall stands for ten plies",
            why(
                &with_rule("rules.wall(\"a2|a3 c4|c5\").while_ply(0, 9);", "wKe1 wRa1 bKh8"),
                "a1-a4",
            ),
        ),
        ("a pawn captures diagonally", why(&chess(), "e2-d3")),
        ("a knight is no rook", why(&chess(), "b1-b3")),
        ("its own pawn", why(&chess(), "a1-a2")),
        (
            "the partner's queen",
            why(
                &arranged("verney-1881", "yKh1 yQe4 wQe8 rKa8 wKg14 bKn7", "yellow", None),
                "e4-e8",
            ),
        ),
        ("a frozen piece", why(&frozen("yKh1 yQe4 rRe8 rKa8 wKg14 wNd14 bKn7", ""), "e4-e8")),
        (
            "a capture has to be made",
            why(&with_rule("rules.must(\"capture\");", "wKe1 wPe4 bPd5 bKh8"), "e4-e5"),
        ),
        (
            "no check may be given",
            why(&with_rule("rules.may_not(\"check\");", "wKe1 wRa2 bKh8"), "a2-a8"),
        ),
        (
            "the position stood before",
            after(
                with_rule("rules.may_not(\"repeat\");", "wKe1 wPa2 bKh8"),
                "e1-e2 h8-h7 e2-e1",
                "h7-h8",
            ),
        ),
        (
            "a blast reaches one's own king",
            why(&with_rule("rules.blast(\"K\");", "wKe1 wRd1 bPd2 bKh8"), "d1-d2"),
        ),
        ("a rook pins a rook", why(&orthodox("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1"), "e2-d2")),
        (
            "a pawn move answers no check",
            why(&orthodox("4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1"), "a2-a3"),
        ),
        ("the king onto a rook's file", why(&orthodox("3r2k1/8/8/8/8/8/8/4K3 w - - 0 1"), "e1-d1")),
        (
            "en passant opens the diagonal",
            why(&orthodox("7k/1b6/8/3pP3/8/8/6K1/8 w - d6 0 1"), "e5-d6"),
        ),
        (
            "a rook shields the partner's king",
            why(
                &arranged("verney-1881", "yKk1 yRg8 wKd8 wNd14 bRi8 rKa5 bKn7", "yellow", None),
                "g8-g7",
            ),
        ),
        (
            "only the king may move",
            why(
                &arranged(
                    "orthodox-chess",
                    "wKe1 wPa2 bKe8",
                    "white",
                    Some("{'restrict':('w kinds K',)}"),
                ),
                "a2-a3",
            ),
        ),
        ("knights may not capture", why(&gentle_knights(), "b1-c3")),
        ("nor enter the first file", why(&gentle_knights(), "b1-a3")),
        ("a pawn has to become something", why(&orthodox("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "a7-a8")),
        ("bishop and knight stand between", why(&chess(), "e1-g1")),
        (
            "the king has moved",
            after(orthodox("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"), "e1-e2 e8-e7 e2-e1 e7-e8", "e1-g1"),
        ),
        ("a bishop attacks f1", why(&orthodox("4k3/8/b7/8/8/8/8/4K2R w K - 0 1"), "e1-g1")),
        ("no piece in hand", why(&chess(), "Q@e4")),
        ("not in the fortress", why(&start("fortress-chess"), "R@h8")),
        ("no announcements in chess", why(&chess(), "announce=e2-e4")),
        ("a legal move is not announced", why(&announcement(), "announce=n7-n8")),
        (
            "refused already",
            after(announcement(), "announce=k7-j9 choose=another", "announce=k7-j9"),
        ),
        ("no pass in chess", why(&chess(), "pass")),
        ("no such offer", why(&chess(), "say=draw")),
        ("the pieces are not shuffled yet", why(&start("chess960"), "e2-e4")),
        ("chess has no shuffle", why(&chess(), "shuffle=RNBQKBNR")),
        ("a double step over another square", why(&chess(), "e2-d3-e4")),
    ]
}

/// Searches a random game for a move that is illegal for a reason of this kind.
fn met(name: &str, wanted: IllegalKind) -> Option<Illegal> {
    let rules = open(name);
    let mut session = random_game(&rules, 4, 12);
    let all: Vec<Square> = rules.spec().geometry.squares().collect();
    for ply in (0..=session.ply()).rev() {
        session.go_to(ply).unwrap();
        let found = session.with_game(|game| {
            if !matches!(game.decision()?, Decision::Turn(_)) {
                return Ok(None);
            }
            let own =
                game.setup().pieces.into_iter().filter(|(_, piece)| piece.colour() == game.turn());
            let own: Vec<Square> = own.map(|(square, _)| square).collect();
            for from in own {
                for to in &all {
                    let attempt = Attempt::Move { from, to: *to, promotion: None };
                    let why = game.why_not(attempt, None)?;
                    if why.as_ref().is_some_and(|why| why.kind() == wanted) {
                        return Ok(why);
                    }
                }
            }
            Ok(None)
        });
        if let Some(found) = found.unwrap() {
            return Some(found);
        }
    }
    None
}

#[test]
fn every_kind_of_reason_is_shown_by_a_position() {
    let mut kinds: BTreeMap<IllegalKind, Vec<(&str, Illegal)>> = BTreeMap::new();
    for (what, why) in shown() {
        kinds.entry(why.kind()).or_default().push((what, why));
    }
    let dice =
        met("chaturaji-albiruni-1030", IllegalKind::Dice).expect("a throw that moves few pieces");
    kinds.entry(dice.kind()).or_default().push(("dice", dice));
    for kind in IllegalKind::ALL {
        assert!(kinds.contains_key(kind), "no position shows {kind:?}; there are {kinds:#?}");
    }
    // Reasons that contain a more specific reason.
    let all: Vec<&Illegal> = kinds.values().flatten().map(|(_, why)| why).collect();
    let has = |fits: fn(&Illegal) -> bool| all.iter().any(|why| fits(why));
    assert!(has(|why| matches!(why, Illegal::MayNotCapture { why: Immunity::Own, .. })));
    assert!(has(|why| matches!(why, Illegal::MayNotCapture { why: Immunity::Partner, .. })));
    assert!(has(|why| matches!(why, Illegal::MayNotCapture { why: Immunity::State(_), .. })));
    assert!(has(|why| matches!(why, Illegal::Castling { why: CastlingFault::Occupied(_), .. })));
    assert!(has(|why| matches!(why, Illegal::Castling { why: CastlingFault::RightLost, .. })));
    assert!(has(|why| matches!(
        why,
        Illegal::Castling { why: CastlingFault::Attacked { .. }, .. }
    )));
    assert!(has(|why| matches!(why, Illegal::Drop { why: DropFault::NotInHand, .. })));
    assert!(has(|why| matches!(why, Illegal::Drop { why: DropFault::Zone, .. })));
    for fault in
        [AnnouncementFault::NotAllowed, AnnouncementFault::Legal, AnnouncementFault::Refused]
    {
        let fits =
            |why: &&&Illegal| matches!(why, Illegal::Announcement { why, .. } if *why == fault);
        assert!(all.iter().any(|why| fits(&why)), "{fault:?}");
    }
}

#[test]
fn a_reason_has_a_code_a_sentence_and_squares() {
    let pinned = orthodox("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1");
    let why = pinned.why_not("e2-d2").unwrap().unwrap();
    assert_eq!(why.code, IllegalKind::Pinned);
    assert_eq!(why.to_string(), why.text);
    assert_eq!(why.text, "the rook on e2 is pinned to White's king on e1 by Black's rook on e8");
    assert_eq!(why.squares, ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"]);
    let json = serde_json::to_value(&why).unwrap();
    assert_eq!(json["code"], "pinned");
    let mut read: IllegalDescription = serde_json::from_value(json).unwrap();
    assert_eq!(read.illegal, None);
    read.illegal = why.illegal.clone();
    assert_eq!(read, why);
    let forbidden = gentle_knights().why_not("b1-c3").unwrap().unwrap();
    assert_eq!((forbidden.code, forbidden.clause.as_deref()), (IllegalKind::Forbidden, Some("O5")));
    assert_eq!(start("orthodox-chess").why_not("e2-e4").unwrap(), None, "it is legal");
}

/// Removes pieces from a position. Returns the reason why the move is illegal there, or `None` if
/// it is legal. Also returns `None` if no game can start from that position.
fn without(session: &Game, setup: &Setup, gone: Zone, attempt: Attempt) -> Option<Illegal> {
    let mut setup = setup.clone();
    setup.pieces.retain(|(square, _)| !gone.contains(*square));
    setup.en_passant.retain(|(_, _, pawn)| !gone.contains(*pawn));
    let other = Game::from_setup(Arc::clone(session.ruleset()), &setup).ok()?;
    other.with_game(|game| Ok(game.why_not(attempt, None)?)).unwrap()
}

/// Returns the pieces that make an action illegal for this reason. If they are removed, the reason
/// should disappear.
fn cause(why: &Illegal) -> Option<Zone> {
    match why {
        Illegal::Blocked { by, .. }
        | Illegal::CheckNotAnswered { by, .. }
        | Illegal::IntoCheck { by, .. }
        | Illegal::ExposesRoyal { by, .. }
        | Illegal::ExposesPartner { by, .. } => Some(*by),
        Illegal::Pinned { by, .. } => Some(Zone::of(*by)),
        _ => None,
    }
}

/// Returns the actions that a seat could play if its own royals needed no protection.
fn unprotected(session: &Game, setup: &Setup) -> Vec<Action> {
    let setup = Setup { relaxed: Some(Protect::None), ..setup.clone() };
    let Ok(relaxed) = Game::from_setup(Arc::clone(session.ruleset()), &setup) else {
        return Vec::new();
    };
    relaxed.with_game(|game| Ok(game.actions()?)).unwrap()
}

#[test]
fn on_random_positions_whoever_removes_a_cause_removes_the_reason() {
    let mut counts: BTreeMap<IllegalKind, u32> = BTreeMap::new();
    let mut rng = Rng::new(13, 0, Stream::Agent, 0, 0);
    for name in everything() {
        let mut session = random_game(&open(&name), 6, 48);
        let squares: Vec<Square> = session.ruleset().spec().geometry.squares().collect();
        for ply in (3..=session.ply()).step_by(9) {
            session.go_to(ply).unwrap();
            let decision = session.decision().unwrap();
            let Decision::Turn(seat) = decision else { continue };
            let setup = session.with_game(|game| Ok(game.setup())).unwrap();
            let legal = session.with_game(|game| Ok(game.actions()?)).unwrap();
            let mut attempts: Vec<Attempt> = Vec::new();
            for action in unprotected(&session, &setup) {
                if matches!(action, Action::Move(_)) && !legal.contains(&action) {
                    attempts.push(Attempt::Action(action));
                }
            }
            let own: Vec<Square> =
                session.with_game(|game| Ok(game.pieces(seat))).unwrap().into_iter().collect();
            for _ in 0..if own.is_empty() { 0 } else { 8 } {
                let from = own[rng.below(own.len() as u32) as usize];
                let to = squares[rng.below(squares.len() as u32) as usize];
                attempts.push(Attempt::Move { from, to, promotion: None });
            }
            for attempt in attempts {
                let at = || format!("{name}, ply {ply}, {attempt:?}\n{}", session.fen().unwrap());
                let why = session.with_game(|game| Ok(game.why_not(attempt, None)?)).unwrap();
                let Some(why) = why else {
                    let fits = |action: &Action| match (attempt, action) {
                        (Attempt::Move { from, to, .. }, Action::Move(mv)) => {
                            (mv.from, mv.to) == (from, to)
                        }
                        _ => false,
                    };
                    assert!(legal.iter().any(fits), "{}: no reason", at());
                    continue;
                };
                *counts.entry(why.kind()).or_default() += 1;
                assert_ne!(why.kind(), IllegalKind::Unlisted, "{}", at());
                if let Some(gone) = cause(&why) {
                    assert!(!gone.is_empty(), "{}: {why:?} names no piece", at());
                    let then = without(&session, &setup, gone, attempt);
                    assert_ne!(then.as_ref(), Some(&why), "{}", at());
                }
            }
        }
    }
    for kind in [
        IllegalKind::Blocked,
        IllegalKind::NotHowItMoves,
        IllegalKind::IntoCheck,
        IllegalKind::Pinned,
    ] {
        assert!(counts.contains_key(&kind), "no {kind:?}: {counts:?}");
    }
}
