//! Hooks about moves: what they offer and forbid, what they are told, and what becomes of their faults.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::SeatResult;
use quadrille_core::sim::{Plan, run};
use quadrille_core::{
    AgentSpec, CounterId, Facing, HookError, Piece, Play, PlayError, Ruleset, Setup, Spec, Status,
    game,
};

use crate::formats::actions;
use crate::script::testing::{at, chess, cross, findings, rules, says};
use crate::script::{Host, Scripts};

/// Rooks go round the board as if it were a cylinder.
const CYLINDER: &str = r#"
/// The a-file and the h-file are neighbours for rooks.
/// clause: C1
/// when: every ply
fn extra_moves(game, seat) {
    let moves = [];
    for from in game.pieces(seat) {
        if game.piece(from).kind != "rook" { continue; }
        for way in ["east", "west"] {
            let to = beside(from, way);
            while to != from {
                moves.push(#{ from: from, to: to });
                if game.piece(to) != () { break; }
                to = beside(to, way);
            }
        }
    }
    moves
}

fn beside(at, way) {
    let there = at.step(way);
    if there != () { return there; }
    square(if way == "east" { `a${at.rank}` } else { `h${at.rank}` })
}
"#;

/// Chess with these pieces alone: `wKe1 bKe8`.
pub(super) fn pieces(text: &str) -> Spec {
    with_pieces(chess(), text)
}

/// A game with these pieces alone.
fn with_pieces(mut spec: Spec, text: &str) -> Spec {
    let piece = |word: &str| {
        let mut letters = word.chars();
        let seat = spec.seat_of_key(letters.next().unwrap()).unwrap();
        let kind = spec.kind_of_letter(letters.next().unwrap()).unwrap();
        let facing = spec.seats[seat.index()].facing;
        (at(&spec, letters.as_str()), Piece::new(kind, seat, facing))
    };
    spec.array = text.split_whitespace().map(piece).collect();
    spec
}

/// A game of a script's rules.
struct Table {
    scripts: Arc<Scripts>,
    rules: Ruleset,
}

impl Table {
    #[track_caller]
    fn new(script: &str, spec: Spec) -> Self {
        let (scripts, rules) = rules(&[script], spec);
        Self { scripts, rules }
    }

    fn host(&self) -> Host {
        self.scripts.host(&self.rules)
    }

    /// The legal actions at the start, as texts.
    #[track_caller]
    fn legal(&self) -> Vec<String> {
        let host = self.host();
        legal(game::start(&self.rules, &host).unwrap().as_mut())
    }

    /// The failure of its first turn.
    #[track_caller]
    fn fault(&self) -> HookError {
        let host = self.host();
        game::start(&self.rules, &host).err().expect("no hook fails")
    }
}

fn legal(game: &mut dyn Play) -> Vec<String> {
    actions::legal(game).unwrap().into_iter().map(|(text, _)| text).collect()
}

/// A hook that offers one move to a piece of a seat.
fn offers(seat: &str, from: &str, to: &str) -> String {
    format!(
        "/// when: every ply\nfn extra_moves(game, seat) {{
            if seat.name != \"{seat}\" || game.piece(square(\"{from}\")) == () {{ return []; }}
            [#{{ from: square(\"{from}\"), to: square(\"{to}\") }}]
        }}"
    )
}

/// A hook that forbids what a condition says.
fn forbids(when: &str, condition: &str) -> String {
    format!("/// when: {when}\nfn forbids(game, move) {{ {condition} }}")
}

#[test]
fn a_rook_goes_round_the_board() {
    let spec = || pieces("wKe1 wRa4 wPb4 bKe8 bNg4");
    let table = Table::new(CYLINDER, spec());
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    // Seven of the rook along its file and two round the board, four of the king, two of
    // the pawn, which has not moved.
    assert_eq!(game.perft(1), Ok(15));
    // Eleven replies (five of the king, six of the knight) to twelve of these; eight to a4-a7, three to
    // a4-a8, five to the capture of the knight.
    assert_eq!(game.perft(2), Ok(12 * 11 + 8 + 3 + 5));
    let all = legal(game.as_mut());
    assert!(all.contains(&"a4-h4".to_owned()) && all.contains(&"a4-g4".to_owned()), "{all:?}");
    assert!(!all.contains(&"a4-f4".to_owned()), "the knight stands in the way: {all:?}");

    let plain = Table::new("", spec());
    let host = plain.host();
    assert_eq!(game::start(&plain.rules, &host).unwrap().perft(1), Ok(13));
}

#[test]
fn a_move_that_is_there_already_is_not_there_twice() {
    let table = Table::new(CYLINDER, pieces("wKa1 wRd4 bKh8"));
    assert_eq!(table.legal().len(), 14 + 3);
}

#[test]
fn an_extra_move_counts_its_clause_when_it_is_played() {
    let table = Table::new(CYLINDER, pieces("wKe1 wRa4 wPb4 bKe8 bNg4"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    actions::play(game.as_mut(), "a4-a5").unwrap();
    assert_eq!(game.clauses(), [0]);
    actions::play(game.as_mut(), "e8-d8").unwrap();
    actions::play(game.as_mut(), "a5-a4").unwrap();
    actions::play(game.as_mut(), "d8-e8").unwrap();
    actions::play(game.as_mut(), "a4-g4").unwrap();
    assert_eq!(game.clauses(), [1]);
    assert_eq!(game.piece(at(table.rules.spec(), "g4")).map(Piece::facing), Some(Facing::North));
}

#[test]
fn extra_moves_owe_to_royals_what_others_do() {
    // A pinned rook stays on its line.
    let pinned = Table::new(CYLINDER, pieces("wKa1 wRa4 wPb4 bRa8 bKe8")).legal();
    assert!(!pinned.iter().any(|mv| mv == "a4-h4"), "{pinned:?}");
    // The check from e8 can be answered by going round to e4, and no farther.
    let check = Table::new(CYLINDER, pieces("wKe1 wRa4 wPb4 bRe8 bKa8")).legal();
    assert!(check.contains(&"a4-e4".to_owned()), "{check:?}");
    assert!(!check.contains(&"a4-f4".to_owned()), "{check:?}");
}

#[test]
fn an_extra_move_attacks_nobody_and_saves_from_mate() {
    // The rook could go round to the black king, which is no check.
    let table = Table::new(CYLINDER, pieces("wKa1 wRa4 wPb4 bKh4"));
    let host = table.host();
    let game = game::start(&table.rules, &host).unwrap();
    let black = table.rules.spec().seat_named("black").unwrap();
    assert!(!game.in_check(black));
    assert!(!table.legal().iter().any(|mv| mv == "a4-h4"), "royals are not captured so");
    // Mate on the back rank, but for the rook that goes round to f1.
    let mate = "wKh1 wPg2 wPh2 wRa2 wPb2 bRe1 bKe8";
    let status = |script: &str| {
        let table = Table::new(script, pieces(mate));
        let host = table.host();
        let game = game::start(&table.rules, &host).unwrap();
        game.status(table.rules.spec().seat_named("white").unwrap())
    };
    assert_eq!(status(""), Status::Mate);
    let block = r#"/// when: every ply
        fn extra_moves(game, seat) { [#{ from: square("a2"), to: square("f1") }] }"#;
    assert_eq!(status(block), Status::Ok);
}

#[test]
fn what_can_be_no_move_is_none() {
    let offered = r#"/// when: every ply
        fn extra_moves(game, seat) {
            [["e1", "e8"], ["a1", "b1"], ["e8", "e7"], ["a1", "a1"], ["a1", "h7"], ["a1", "h6"]]
                .map(|ends| #{ from: square(ends[0]), to: square(ends[1]) })
        }"#;
    let spec = || pieces("wKe1 wNa1 wNb1 bKe8 bPh7");
    let with = Table::new(offered, spec()).legal();
    let without = Table::new("", spec()).legal();
    let more: Vec<_> = with.iter().filter(|mv| !without.contains(mv)).collect();
    // Royals, one's own pieces and others' pieces are out; a capture and a step to an empty square are in.
    assert_eq!(more, ["a1-h6", "a1-h7"]);
    let barred = format!("{offered}\nfn may_enter(piece, square) {{ square.name != \"h7\" }}");
    let barred = Table::new(&barred, spec()).legal();
    assert!(barred.contains(&"a1-h6".to_owned()) && !barred.contains(&"a1-h7".to_owned()));
}

#[test]
fn nobody_captures_their_own_pieces_or_a_royal_by_an_extra_move() {
    // Not even where the pieces themselves may capture them.
    let mut spec = pieces("wKe1 wNb1 wRd2 wPa5 bKc3");
    spec.relations[0][0].capture = true;
    let offered = r#"/// when: every ply
        fn extra_moves(game, seat) {
            ["a5", "c3", "d8"].map(|to| #{ from: square("d2"), to: square(to) })
        }"#;
    let with = Table::new(offered, spec.clone()).legal();
    let without = Table::new("", spec).legal();
    assert!(without.contains(&"b1-d2".to_owned()), "{without:?}");
    assert_eq!(with, without, "d8 is reached anyhow");
}

#[test]
fn an_extra_move_captures_whom_its_piece_may_capture() {
    let offered = offers("white", "b1", "h6");
    let capture = |define: &str, captured: &str| {
        let script = format!("fn define(rules) {{ {define} }}\n{offered}");
        let table = Table::new(&script, pieces(&format!("wKe1 wNb1 bKa8 {captured}")));
        table.legal().contains(&"b1-h6".to_owned())
    };
    assert!(capture("", "bQh6"));
    let pawns_alone = "rules.may_capture(\"knight\", [\"pawn\"]);";
    assert!(capture(pawns_alone, "bPh6") && !capture(pawns_alone, "bQh6"));
    let meek = "rules.state(\"active\").pieces(\"moves checks capturable\");";
    assert!(capture(meek, "") && !capture(meek, "bQh6"));
    let safe = "rules.relate(seat(\"white\"), seat(\"black\"), \"capture\", false);";
    assert!(capture(safe, "") && !capture(safe, "bQh6"));
}

#[test]
fn a_king_goes_to_no_attacked_square_by_an_extra_move() {
    let table = |to| Table::new(&offers("white", "e1", to), pieces("wKe1 bRa4 bKa8")).legal();
    assert!(table("h5").contains(&"e1-h5".to_owned()));
    assert!(!table("h4").contains(&"e1-h4".to_owned()));
    // Nor does anybody leave themselves in check.
    let check = |to| Table::new(&offers("white", "b2", to), pieces("wKe1 wNb2 bRe8 bKa8")).legal();
    assert!(check("e5").contains(&"b2-e5".to_owned()));
    assert!(check("e8").contains(&"b2-e8".to_owned()));
    assert!(!check("h5").contains(&"b2-h5".to_owned()));
}

#[test]
fn an_extra_move_may_be_forbidden() {
    let script = format!("{}\n{}", offers("white", "b1", "h6"), forbids("every ply", "true"));
    let narrowed = script.replace("{ true }", "{ move.to.name == \"h6\" }");
    let spec = || pieces("wKe1 wNb1 bKa8");
    let all = Table::new(&offers("white", "b1", "h6"), spec()).legal();
    let mut left = Table::new(&narrowed, spec()).legal();
    assert!(!left.contains(&"b1-h6".to_owned()), "{left:?}");
    left.push("b1-h6".to_owned());
    left.sort();
    assert_eq!(left, all);
}

#[test]
fn an_extra_move_to_the_last_rank_promotes() {
    let script = r#"/// when: every ply
        fn extra_moves(game, seat) { [#{ from: square("b4"), to: square("c8") }] }"#;
    let all = Table::new(script, pieces("wKe1 wPb4 bKh6")).legal();
    let promoted = all.iter().filter(|mv| mv.starts_with("b4-c8=")).count();
    assert_eq!(promoted, 4, "{all:?}");
    assert!(!all.contains(&"b4-c8".to_owned()), "{all:?}");
}

#[test]
fn a_piece_may_not_capture_on_its_first_move() {
    let script = forbids("knight, capture, every ply", "move.from.rank == 1");
    let all = Table::new(&script, pieces("wKe1 wNb1 wNd5 bKe8 bPc3 bPf6")).legal();
    assert!(!all.contains(&"b1-c3".to_owned()), "{all:?}");
    for fine in ["b1-a3", "b1-d2", "d5-c3", "d5-f6"] {
        assert!(all.contains(&fine.to_owned()), "{fine}: {all:?}");
    }
}

#[test]
fn a_move_says_what_it_is() {
    let forbidden = |condition: &str, array: &str, before: &str| {
        let play = |script: &str| {
            let table = Table::new(script, pieces(array));
            let host = table.host();
            let mut game = game::start(&table.rules, &host).unwrap();
            before
                .split_whitespace()
                .for_each(|mv| actions::play(game.as_mut(), mv).map(drop).unwrap());
            legal(game.as_mut())
        };
        let with = play(&forbids("every ply", condition));
        let mut gone = play("");
        gone.retain(|mv| !with.contains(mv));
        gone
    };
    assert_eq!(forbidden("move.to.rank - move.from.rank == 2", "wKa1 wPe2 bKe8", ""), ["e2-e4"]);
    let castle = "wKe1 wRh1 bKe8";
    assert_eq!(forbidden("move.castling", castle, ""), ["e1-g1"]);
    assert_eq!(
        forbidden(
            "move.captures != [] && move.captures[0] != move.to",
            "wKe1 wPe5 bKe8 bPd7",
            "e1-d1 d7-d5"
        ),
        ["e5-d6"]
    );
    assert_eq!(
        forbidden("move.promotion != () && move.promotion != \"queen\"", "wKe1 wPb7 bKh6", "")
            .len(),
        3
    );
    let seat = "move.seat.name == \"black\" && move.piece.colour == move.seat && move.to.file == 4";
    let mut gone = forbidden(seat, "wKa1 bKe8", "a1-a2");
    gone.sort();
    assert_eq!(gone, ["e8-d7", "e8-d8"]);
    assert_eq!(forbidden("`${move}` == \"a1-b1\"", "wKa1 bKe8", ""), ["a1-b1"]);
}

#[test]
fn drops_are_asked_about_too_and_come_from_nowhere() {
    let script = format!(
        "fn define(rules) {{ rules.hand(seat(\"white\"), #{{ knight: 1 }}, \"a3..h3\"); }}\n{}",
        forbids("every ply", "move.from == () && move.to.file < 7")
    );
    let all = Table::new(&script, pieces("wKe1 bKe8")).legal();
    assert_eq!(all, ["N@g3", "N@h3"]);
}

#[test]
fn who_has_only_forbidden_moves_has_none() {
    let script = format!(
        "{}\nfn on_stalemate(game, seat) {{ if game.status(seat) == \"stalemate\" {{ win(seat); }} }}",
        forbids("king, every ply", "true")
    );
    let table = Table::new(&script, pieces("wKe1 bKe8"));
    let host = table.host();
    let game = game::start(&table.rules, &host).unwrap();
    assert!(game.outcome().is_some(), "white is stalemated at once");
}

#[test]
fn who_could_answer_a_check_only_by_a_forbidden_move_is_mated() {
    let mate = "fn on_mate(game, seat) { lose(seat); }";
    let array = "wKh1 wPg2 wPh2 wBa5 bRe8 bKa8";
    // The bishop on a5 covers e1.
    let ended = |script: &str, define: &str| {
        let script = format!("fn define(rules) {{ {define} }}\n{script}\n{mate}");
        let table = Table::new(&script, pieces(array));
        let host = table.host();
        let mut game = game::start(&table.rules, &host).unwrap();
        actions::play(game.as_mut(), "g2-g3 e8-e1").unwrap();
        let white = table.rules.spec().seat_named("white").unwrap();
        assert!(game.in_check(white));
        (game.status(white), game.outcome().map(|outcome| outcome.results.clone()))
    };
    let no_capture = forbids("bishop, capture, every ply", "true");
    for define in ["", "rules.mate_test(\"after_every_ply\");"] {
        assert_eq!(ended("", define), (Status::Ok, None));
        // The king goes to g2.
        assert_eq!(ended(&no_capture, define), (Status::Ok, None));
        let neither = no_capture.replace("bishop, capture", "bishop or king");
        let (status, results) = ended(&neither, define);
        assert_eq!(status, Status::Mate);
        assert_eq!(results, Some(vec![SeatResult::Loss, SeatResult::Win]));
        // But for a move that is offered.
        let saved = format!("{neither}\n{}", offers("white", "h2", "f1"));
        assert_eq!(ended(&saved, define), (Status::Ok, None));
    }
}

#[test]
fn hooks_about_moves_are_asked_only_while_pieces_are_few_where_they_say_so() {
    let few = |hook: String| hook.replace("every ply", "at most 1 of rook, every ply");
    let legal = |script: &str, more: &str| {
        let table = Table::new(script, pieces(&format!("wKe1 wRa1 bKh8 {more}")));
        table.legal()
    };
    let extra = few(offers("white", "e1", "e5"));
    assert!(legal(&extra, "").contains(&"e1-e5".to_owned()));
    assert!(!legal(&extra, "bRc8").contains(&"e1-e5".to_owned()));
    let forbidding = few(forbids("every ply", "move.to.name == \"e2\""));
    assert!(!legal(&forbidding, "").contains(&"e1-e2".to_owned()));
    assert!(legal(&forbidding, "bRc8").contains(&"e1-e2".to_owned()));
}

#[test]
fn what_is_forbidden_is_not_announced() {
    let script =
        |more: &str| format!("fn define(rules) {{ rules.announcers([seat(\"white\")]); }}\n{more}");
    let legal = |more: &str| {
        let mut all = Table::new(&script(more), pieces("wKe1 bRd8 bKh8")).legal();
        all.retain(|text| text.starts_with("announce"));
        all
    };
    assert_eq!(legal(""), ["announce=e1-d1", "announce=e1-d2"]);
    assert_eq!(legal(&forbids("every ply", "move.to.name == \"d2\"")), ["announce=e1-d1"]);
}

#[test]
fn sampling_finds_every_move_that_is_offered_and_none_that_is_forbidden() {
    let script =
        format!("{}\n{}", offers("white", "a1", "h7"), forbids("every ply", "move.to.file == 2"));
    let table = Table::new(&script, pieces("wKa1 bKe8"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    let all = actions::legal(game.as_mut()).unwrap();
    let names: Vec<_> = all.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(names, ["a1-a2", "a1-h7"]);
    let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
    let mut drawn = [0; 2];
    for _ in 0..200 {
        let action = game.advise(AgentSpec::Random, &mut rng).unwrap().action;
        let place = all.iter().position(|(_, legal)| Some(*legal) == action);
        drawn[place.expect("what is drawn is legal")] += 1;
    }
    assert!(drawn.iter().all(|times| (70..=130).contains(times)), "{drawn:?}");
}

#[test]
fn hooks_about_moves_see_a_game_where_nobody_is_asked_about_moves() {
    // Else asking how the seat stands would ask this hook again, and so on.
    let script = format!(
        "{}\n/// when: every ply\nfn extra_moves(game, seat) {{ if game.status(seat) == \"ok\" {{ [] }} }}",
        forbids("every ply", "game.status(move.seat) == \"ok\" && move.to.file == 4")
    );
    let all = Table::new(&script, pieces("wKe1 bKe8")).legal();
    assert_eq!(all, ["e1-e2", "e1-f1", "e1-f2"]);
}

#[test]
fn a_hook_that_fails_stops_its_game_and_says_where() {
    let told = |script: &str| {
        let error = Table::new(script, pieces("wKe1 bKe8")).fault();
        format!("{error}")
    };
    let failing = told(&forbids("every ply", "\n    throw \"no idea\";"));
    assert_eq!(failing, "first.forbids: first.rhai:3:5: no idea");
    let endless = told(&forbids("every ply", "loop { }"));
    assert!(endless.contains("first.forbids: first.rhai:2:"), "{endless}");
    assert!(endless.contains("too many operations"), "{endless}");
    let unsure = told(&forbids("every ply", "if move.to.file == 9 { true }"));
    assert!(unsure.contains("the answer has to be true or false"), "{unsure}");
    let extra = |answer: &str| {
        told(&format!("/// when: every ply\nfn extra_moves(game, seat) {{ {answer} }}"))
    };
    for wrong in
        ["1", "[1]", "[#{ from: square(\"e1\") }]", "let m = #{}; m.from = 1; m.to = 2; [m]"]
    {
        assert!(extra(wrong).contains("`#{ from: …, to: … }`"), "{wrong}: {}", extra(wrong));
    }
    let other = extra("let m = #{ from: square(\"e1\") }; m.form = m.from; [m]");
    assert!(other.contains("has the key `form`"), "{other}");
    let vacant = extra("[#{ from: square(\"e4\"), to: square(\"e5\") }]");
    assert!(vacant.contains("starts on e4, which is empty"), "{vacant}");
}

#[test]
fn a_failure_later_in_a_game_comes_with_the_action_that_leads_to_it() {
    let script = forbids("every ply", "if game.ply == 2 { throw \"two\"; } false");
    let table = Table::new(&script, pieces("wKe1 bKe8"));
    let host = table.host();
    let mut first = game::start(&table.rules, &host).unwrap();
    actions::play(first.as_mut(), "e1-e2").unwrap();
    let Some((_, action)) = actions::legal(first.as_mut()).unwrap().pop() else { panic!() };
    assert!(matches!(first.play(action), Err(PlayError::Hook(_))));
    assert!(first.actions().is_err(), "the game can't go on");
    // Another game of the same host is none the worse, and what fails is told of the game that asked.
    let black = table.rules.spec().seat_named("black").unwrap();
    let mut asked = game::start(&table.rules, &host).unwrap();
    actions::play(asked.as_mut(), "e1-e2").unwrap();
    let setup = Setup { ply: 2, ..asked.setup() };
    let _ = game::resume(&table.rules, &host, &setup).unwrap().status(black);
    let mut second = game::start(&table.rules, &host).unwrap();
    assert_eq!(legal(second.as_mut()).len(), 5);
    assert!(second.perft(3).is_err());
    assert_eq!(second.perft(2), Ok(25));
}

#[test]
fn the_first_hook_that_fails_is_told() {
    let failing = forbids("every ply", "throw move.to;");
    let (scripts, rules) = rules(&[&failing, &failing], pieces("wKe1 bKe8"));
    let host = scripts.host(&rules);
    let error = game::start(&rules, &host).err().unwrap();
    assert_eq!(error.hook(), "first.forbids");
}

#[test]
fn a_hook_that_fails_stops_who_asks_how_seats_stand() {
    let script = "/// when: every ply
        fn on_move(game, seat, piece, from, to) { if game.status(seat.next) == \"ok\" { throw \"ok\"; } }
        /// when: every ply
        fn forbids(game, move) { if move.seat.name == \"black\" { throw \"no idea\"; } false }";
    let table = Table::new(script, pieces("wKe1 bKe8"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    let step = actions::read(game.as_mut(), "e1-e2").unwrap();
    let Err(PlayError::Hook(error)) = game.play(step) else { panic!("no hook fails") };
    assert_eq!(error.hook(), "first.forbids");
}

#[test]
fn no_mate_is_told_that_a_failing_hook_might_have_prevented() {
    // `on_mate` ends the game without a look at it.
    let script = "fn define(rules) { rules.mate_test(\"after_every_ply\"); }
        fn on_mate(game, seat) { lose(seat); }
        /// when: every ply
        fn extra_moves(game, seat) { if seat.name == \"black\" { throw \"no idea\"; } [] }";
    let table = Table::new(script, pieces("wKa1 wRb7 wRc1 bKh8"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    let mate = actions::read(game.as_mut(), "c1-c8").unwrap();
    assert!(matches!(game.play(mate), Err(PlayError::Hook(_))));
}

#[test]
fn random_games_know_the_hooks_and_are_the_same_for_any_number_of_threads() {
    let script = forbids("knight, every ply", "true");
    let table = Table::new(&script, chess());
    let games = |jobs: usize| {
        let plan = Plan {
            seed: 7,
            games: 0..8,
            agents: vec![AgentSpec::Random],
            jobs,
            record: true,
            ply_limit: Some(40),
            ..Plan::default()
        };
        let games = Mutex::new(Vec::new());
        let stop = AtomicBool::new(false);
        let maker = || -> Box<dyn quadrille_core::Hooks + '_> { Box::new(table.host()) };
        let _ = run(&table.rules, &maker, &plan, &stop, &|record| {
            games.lock().unwrap().push((record.index, record.actions.clone()));
        });
        let mut games = games.into_inner().unwrap();
        games.sort_by_key(|(index, _)| *index);
        games
    };
    let one = games(1);
    assert_eq!(one, games(2));
    assert_eq!(table.legal().len(), 16, "four moves of knights are forbidden");
    // What was sampled is on the list.
    for (_, actions) in one {
        let host = table.host();
        let mut game = game::start(&table.rules, &host).unwrap();
        actions.iter().for_each(|action| game.play(*action).unwrap());
    }
}

#[test]
fn hooks_about_moves_are_findings_unless_they_are_meant() {
    let found = |when: &str, hook: &str| findings(&[&format!("{when}fn {hook} {{ [] }}")], &[]);
    says(&found("", "forbids(game, move)"), "Q0331", "forbids", "`may_enter`");
    says(
        &found("", "extra_moves(game, seat)"),
        "Q0331",
        "extra_moves",
        "wherever moves are listed",
    );
    let narrowed = found("/// when: knight, capture\n", "forbids(game, move)");
    says(&narrowed, "Q0331", "forbids", "`/// when: every ply`");
    let meant = found("/// when: knight, capture, every ply\n", "forbids(game, move)");
    assert_eq!(meant, [""; 0]);
}

#[test]
fn hooks_about_moves_cause_nothing() {
    let script = forbids("every ply", "remove(move.to); true");
    says(
        &findings(&[&script], &[]),
        "Q0346",
        "remove",
        "`remove` is an effect and can't be used by forbids",
    );
    let wrong = crate::script::testing::ruled(&[&forbids("check, every ply", "true")], chess());
    says(&wrong.err().unwrap(), "Q0329", "/// when: check, every ply", "it takes kinds");
    let compared = forbids("every ply", "move.piece == \"pawn\"");
    says(&findings(&[&compared], &[]), "Q0345", "pawn", "a piece is never equal to a text");
}

// Whether checks could be lifted, as event hooks ask.

/// A hook that asks what yellow could do for red, who steps into a check, or out of the way.
const ASKING: &str = r#"
/// clause: L1
fn on_setup(game) {
    add_counter("pot", 1);
    for (to, n) in ["h2", "g1"] {
        if game.can_lift(seat("yellow"), square("h1"), square(to)) { add_counter("pot", 10 * (n + 1)); }
    }
}
"#;

/// What that comes to: the sum in the pot, and how often its clause was counted.
fn lifted_by(array: &str, script: &str) -> Result<(i32, Vec<u32>), HookError> {
    let table = Table::new(&format!("{script}\n{ASKING}"), with_pieces(cross(), array));
    let host = table.host();
    let game = game::start(&table.rules, &host)?;
    Ok((game.counter(CounterId(0), game.turn()) - 3, game.clauses().to_vec()))
}

/// The same where a rook checks red on h2, and yellow's rook can go between.
fn lifted(script: &str) -> Result<(i32, Vec<u32>), HookError> {
    lifted_by("rKh1 yRd5 yKg14 yNm9 bRh10 bKa7 gBn9 gKn8", script)
}

#[test]
fn a_check_is_lifted_by_moves_that_hooks_leave_or_offer() {
    // The rook goes between.
    let plain = lifted("").unwrap();
    assert_eq!(plain.0, 1 + 10 + 20);
    let barred = forbids("rook, every ply", "move.to.file == 8");
    assert_eq!(lifted(&barred).unwrap().0, 1 + 20);
    let offered = format!("{barred}\n{}", offers("yellow", "m9", "h6"));
    assert_eq!(lifted(&offered).unwrap(), plain, "nothing is done twice");
    let elsewhere = format!("{barred}\n{}", offers("yellow", "m9", "i6"));
    assert_eq!(lifted(&elsewhere).unwrap().0, 1 + 20);
}

#[test]
fn hooks_about_moves_that_are_asked_whether_a_check_is_lifted_may_fail() {
    let failing = forbids("rook, every ply", "throw `no idea of ${move.to}`;");
    assert_eq!(lifted(&failing).unwrap_err().hook(), "first.forbids");
    // That is told first, whatever becomes of the hook that asks.
    let late = format!(
        "{failing}\n{}",
        ASKING.replace("add_counter(\"pot\", 10 * (n + 1))", "throw \"late\"")
    );
    let table = Table::new(&late, with_pieces(cross(), "rKh1 yRd5 yKg14 bRh10 bKa7 gKn8"));
    assert_eq!(table.fault().hook(), "first.forbids");
    // Nor do they ask without end: in their game nobody asks them.
    let asks = "game.can_lift(move.seat, move.from, move.to)";
    assert_eq!(lifted(&forbids("rook, every ply", asks)).unwrap().0, 1 + 20);
}

#[test]
fn what_a_royals_capture_would_cause_is_found_without_asking_that_again() {
    // Yellow, who must capture, can relieve red by taking blue's king. That would expose their own king if
    // there were more for yellow to do then: by their pieces' movements there is, and nobody asks the hook.
    let array = "rKh1 yRd3 yKg14 yPh14 bKg3 gRk14 gKn8";
    let forced = forbids("no capture, every ply", "true");
    assert_eq!(lifted_by(array, &forced).unwrap().0, 1 + 10 + 20);
    let asking = format!(
        "{forced}\nfn on_royal_captured(game, seat, piece, square) {{
            if game.can_lift(seat, square, square) {{ remove(square(\"h14\")); }}
        }}"
    );
    assert_eq!(lifted_by(array, &asking).unwrap().0, 1);
}

#[test]
fn who_asks_about_checks_without_end_is_stopped() {
    let hook = |body: &str| {
        let script = format!("{}\nfn on_setup(game) {{ {body} }}", forbids("every ply", "false"));
        format!("{}", Table::new(&script, cross()).fault())
    };
    let same = hook("loop { game.can_lift(seat(\"red\"), square(\"d2\"), square(\"d3\")); }");
    assert!(same.contains("first.on_setup") && same.contains("too many operations"), "{same}");
    let many = hook(
        "for mine in seats() { for from in game.pieces(mine) { for theirs in seats() { for to in game.pieces(theirs) {
            game.can_lift(mine, from, to);
        } } } } throw \"done\";",
    );
    assert!(many.contains("too many operations"), "{many}");
    let some = hook(
        "for from in game.pieces(seat(\"red\")) { for to in zone(\"centre\") {
            game.can_lift(seat(\"red\"), from, to);
        } } throw \"done\";",
    );
    assert!(some.contains("done"), "{some}");
}

// What is said of moves that are not legal.

#[test]
fn a_forbidden_action_is_said_to_be_and_by_what() {
    let told = |script: &str, array: &str, play: &str| {
        let table = Table::new(script, pieces(array));
        let host = table.host();
        let mut game = game::start(&table.rules, &host).unwrap();
        actions::play(game.as_mut(), play).expect_err(play).to_string()
    };
    let by = "`first.forbids` forbids it";
    let knight = forbids("knight, capture, every ply", "move.from.rank == 1");
    let array = "wKe1 wNb1 wNd5 bKe8 bPc3 bPf6";
    assert_eq!(told(&knight, array, "b1-c3"), by);
    let clause = format!("/// A knight's first move is quiet.\n/// clause: N7\n{knight}");
    assert_eq!(told(&clause, array, "b1-c3"), format!("{by}, clause N7"));
    // What would not be legal anyhow is not the hook's doing.
    let why = told(&clause, array, "b1-b3");
    assert!(why.starts_with("the knight on b1 does not move to b3"), "{why}");
    let pinned = "wKe1 wNe2 bRe8 bKh8 bPc3";
    let all = forbids("knight, every ply", "true");
    let why = "the knight on e2 is pinned to White's king on e1 by Black's rook on e8";
    assert_eq!(told(&all, pinned, "e2-c3"), why);
    let castling = forbids("every ply", "move.castling");
    assert_eq!(told(&castling, "wKe1 wRh1 bKe8", "e1-g1"), by);
    assert_eq!(told(&castling, "wKe1 wRh1 bKe8", "e1-h1-g1"), by);
    let queens = forbids("every ply", "move.promotion == \"queen\"");
    assert_eq!(told(&queens, "wKe1 wPb7 bKh6", "b7-b8=Q"), by);
    let offered = format!("{}\n{}", offers("white", "e1", "e5"), forbids("every ply", "true"));
    let some = offered.replace("{ true }", "{ move.to.rank == 5 }");
    assert_eq!(told(&some, "wKe1 bKa8", "e1-e5"), by);
    let define = |body: &str| format!("fn define(rules) {{ {body} }}");
    let drops = format!(
        "{}\n{}",
        define("rules.hand(seat(\"white\"), #{ knight: 1 }, \"a3..h3\");"),
        forbids("every ply", "move.from == () && move.to.file < 7")
    );
    assert_eq!(told(&drops, "wKe1 bKe8", "N@a3"), by);
    let proposals = format!(
        "{}\n{}",
        define("rules.announcers([seat(\"white\")]);"),
        forbids("every ply", "move.to.name == \"d2\"")
    );
    let array = "wKe1 bRd8 bKh8";
    assert_eq!(told(&proposals, array, "announce=e1-d2"), by);
    // Whichever of several it is.
    let second = forbids("knight, every ply", "true");
    let (scripts, rules) = rules(&[&castling, &second], pieces("wKe1 wNb1 bKe8"));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    let why = actions::play(game.as_mut(), "b1-c3").unwrap_err().to_string();
    assert_eq!(why, "`second.forbids` forbids it");
}
