//! Tests of movements with conditions, marks and hurdles, each in a small position.

use quadrille_core::rules::{Condition, ConditionSquare, End, Leg, Path, Promotion, Relation};
use quadrille_core::{Action, Change, CompiledRules, NoHooks, Spec, Vector, game};
use quadrille_tests::leaps;
use quadrille_tests::table::{BLUE, RED, at, table};

/// Returns the target squares of the moves from a square. A square is repeated if several moves
/// lead to it.
fn targets(spec: &Spec, from: &str) -> Vec<String> {
    let rules = CompiledRules::new(spec.clone()).expect("a game");
    let mut game = game::start(&rules, &NoHooks).expect("the game starts");
    let from = at(spec, from);
    let mut all: Vec<String> = game
        .actions()
        .expect("no hook fails")
        .into_iter()
        .filter_map(|action| match action {
            Action::Move(mv) if mv.from == from => Some(spec.geometry.name(mv.to)),
            _ => None,
        })
        .collect();
    all.sort();
    all
}

/// Returns the path of a cannon. It rides to a piece at any distance, hops over it, and rides on to
/// any distance.
fn cannon(vector: Vector) -> Path {
    let hop = Leg { end: End::Occupied, ..Leg::ride(vector) };
    Path { legs: vec![hop, Leg::ride(vector)], ..Path::new(hop) }
}

/// Returns a position whose rook hops like a cannon. The piece that it hops over must fulfil a
/// condition.
fn with_cannon(picture: &str, relation: Relation, letters: &str) -> Spec {
    let mut spec = table(picture);
    let kinds = letters
        .chars()
        .fold(0, |kinds, letter| kinds | 1 << spec.kind_of_letter(letter).expect("a kind").index());
    let rook = spec.kind_of_letter('R').expect("a rook");
    let over = Condition { place: ConditionSquare::Over, relation, kinds, head_on: false };
    spec.kinds[rook.index()].paths = Vector::new(1, 0)
        .images()
        .into_iter()
        .map(|vector| Path { conditions: vec![over.clone()], ..cannon(vector) })
        .collect();
    spec
}

const HURDLES: &str = "
    .  .  .  .  .  bK
    .  .  .  .  .  .
    bN .  .  .  .  .
    bP .  .  .  .  .
    .  .  .  .  .  .
    rR .  rP .  bP rK";

#[test]
fn a_hop_passes_over_hurdles_that_its_condition_allows_at_any_distance() {
    let over = |relation, letters| targets(&with_cannon(HURDLES, relation, letters), "a1");
    // There is a pawn two squares up with a knight behind it, and a pawn two squares to the right.
    assert_eq!(over(Relation::Anyone, "PNBRQK"), ["a4", "d1", "e1"]);
    assert_eq!(over(Relation::Anyone, "P"), ["a4", "d1", "e1"]);
    assert_eq!(over(Relation::Enemy, "P"), ["a4"]);
    assert_eq!(over(Relation::Own, "P"), ["d1", "e1"]);
    assert!(over(Relation::Anyone, "NBRQK").is_empty());
}

#[test]
fn an_attack_by_a_hop_obeys_the_same_condition() {
    let picture = "
        bK .  .  .
        .  .  .  .
        bP .  .  .
        rR .  .  rK";
    for (letters, check) in [("P", true), ("N", false)] {
        let spec = with_cannon(picture, Relation::Anyone, letters);
        let rules = CompiledRules::new(spec).expect("a game");
        let game = game::start(&rules, &NoHooks).expect("the game starts");
        assert_eq!(game.view().in_check(BLUE), check, "over {letters}");
    }
}

#[test]
fn nobody_may_leave_or_become_the_hurdle_of_a_hop_to_their_king() {
    // Blue's rook is a cannon that attacks the king over exactly one piece.
    let spec = |picture: &str| with_cannon(picture, Relation::Anyone, "PNBRQK");
    let between = spec(
        "
        bK .  .  .  .  .
        .  .  rN .  .  .
        .  .  .  .  .  .
        rK .  .  .  .  bR",
    );
    assert_eq!(targets(&between, "c3"), ["a2", "a4", "e2", "e4"], "not to b1 and d1");
    let checked = spec(
        "
        bK .  .  .  .  .
        .  .  rN .  .  .
        .  .  .  .  .  .
        rK .  .  bP .  bR",
    );
    assert_eq!(
        targets(&checked, "c3"),
        ["b1"],
        "a second piece; to capture the hurdle is to become it"
    );
    let two = spec(
        "
        bK .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        rK .  rN bP .  bR",
    );
    assert!(targets(&two, "c1").is_empty(), "one hurdle would stay");
    let three = spec(
        "
        bK .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        rK rP rN bP .  bR",
    );
    assert_eq!(targets(&three, "c1"), ["a2", "b3", "d3", "e2"], "two would stay");
}

/// Returns a position with lame knights. A knight first steps to a neighbouring square in a
/// straight direction. A piece on this square blocks it.
fn with_lame_knight(picture: &str) -> Spec {
    let mut spec = table(picture);
    let knight = spec.kind_of_letter('N').expect("a knight");
    let straight = Vector::new(1, 0).images();
    let lame = |vector: &Vector| {
        let along = |first: &&Vector| first.dx * vector.dx + first.dy * vector.dy == 2;
        let first = *straight.iter().find(along)?;
        let second = Vector { dx: vector.dx - first.dx, dy: vector.dy - first.dy };
        Some(Path {
            legs: vec![Leg::leap(first), Leg::leap(second)],
            ..Path::new(Leg::leap(first))
        })
    };
    spec.kinds[knight.index()].paths = Vector::new(1, 2).images().iter().filter_map(lame).collect();
    spec
}

#[test]
fn nobody_may_open_the_way_of_a_lame_leap_to_their_king() {
    // Blue's knight would move through c2.
    let pinned = with_lame_knight(
        "
        bK .  .  .
        .  .  bN .
        .  .  rR .
        .  rK .  .",
    );
    assert_eq!(targets(&pinned, "c2"), ["c3"], "it may only capture the knight");
    let free = with_lame_knight(
        "
        bK .  bN .
        .  .  rP .
        .  .  rR .
        .  rK .  .",
    );
    assert_eq!(targets(&free, "c2"), ["a2", "b2", "c1", "d2"], "it attacks nothing near the king");
    let checked = with_lame_knight(
        "
        bK .  .  .
        .  .  bN .
        .  .  .  rR
        .  rK .  .",
    );
    assert_eq!(targets(&checked, "d2"), ["c2"], "it stands in the way");
}

/// Returns a position whose knight has two movements. Each may set a mark, and one leap belongs to
/// both movements.
fn twice(marks: [Option<u8>; 2]) -> Spec {
    let mut spec = table(
        "
        .  .  .  bK
        .  .  .  .
        .  .  .  .
        rN .  .  rK",
    );
    spec.marks = vec!["leapt".to_owned(), "rested".to_owned()];
    let knight = spec.kind_of_letter('N').expect("a knight");
    let marked = |vectors: &[Vector], set_mark| {
        leaps(vectors).into_iter().map(move |path| Path { set_mark, ..path })
    };
    let all = Vector::new(1, 2).images();
    spec.kinds[knight.index()].paths =
        marked(&all, marks[0]).chain(marked(&all, marks[1])).collect();
    spec
}

#[test]
fn one_move_by_two_movements_is_listed_once() {
    assert_eq!(targets(&twice([Some(0), Some(0)]), "a1"), ["b3", "c2"]);
    assert_eq!(targets(&twice([None, None]), "a1"), ["b3", "c2"]);
}

#[test]
fn movements_that_leave_different_marks_are_different_moves() {
    assert_eq!(targets(&twice([Some(0), Some(1)]), "a1"), ["b3", "b3", "c2", "c2"]);
    assert_eq!(targets(&twice([Some(0), None]), "a1"), ["b3", "b3", "c2", "c2"]);
}

#[test]
fn a_capture_without_moving_removes_the_captured_piece_and_nothing_else() {
    let mut spec = table(
        "
        .  .  bK .
        rR .  .  bR
        .  .  .  .
        rK .  .  .",
    );
    let (a3, d3) = (at(&spec, "a3"), at(&spec, "d3"));
    let rook = spec.kind_of_letter('R').expect("a rook");
    for path in &mut spec.kinds[rook.index()].paths {
        (path.stays, path.quiet) = (true, false);
    }
    let rules = CompiledRules::new(spec).expect("a game");
    let mut game = game::start(&rules, &NoHooks).expect("the game starts");
    game.trace(true);
    let shot = game
        .actions()
        .expect("no hook fails")
        .into_iter()
        .find(|action| matches!(action, Action::Move(mv) if (mv.from, mv.to) == (a3, d3)));
    let stood = game.piece(a3);
    game.play(shot.expect("the rook may shoot")).expect("it is legal");
    assert_eq!((game.piece(a3), game.piece(d3)), (stood, None));
    let captures: Vec<_> = game
        .trace_entries()
        .iter()
        .flat_map(|entry| &entry.changes)
        .filter(|change| {
            matches!(
                change,
                Change::Moved { .. } | Change::Captured { .. } | Change::Removed { .. }
            )
        })
        .collect();
    assert!(
        matches!(captures.as_slice(), [Change::Captured { square, .. }] if *square == d3),
        "{captures:?}"
    );
}

#[test]
fn the_trace_tells_who_moved_last_where_the_rules_ask() {
    let mut spec = table(
        "
        .  .  bK
        rK .  .",
    );
    let last_movers = |spec: Spec| {
        let rules = CompiledRules::new(spec).expect("a game");
        let mut game = game::start(&rules, &NoHooks).expect("the game starts");
        game.trace(true);
        quadrille_tests::table::play(game.as_mut(), "a1-a2");
        let changes = game.trace_entries().iter().flat_map(|entry| entry.changes.clone());
        changes.filter(|change| matches!(change, Change::LastMover(_))).collect::<Vec<_>>()
    };
    assert_eq!(last_movers(spec.clone()), []);
    spec.track_last_mover = true;
    assert_eq!(last_movers(spec), [Change::LastMover(Some(RED))]);
}

#[test]
fn a_pawn_that_finds_no_kind_left_stays_a_pawn_or_may_not_go_there() {
    let spec = table(
        "
        .  .  bK
        rP .  .
        .  .  rK",
    );
    let (a2, a3) = (at(&spec, "a2"), at(&spec, "a3"));
    let pawn = spec.array.iter().find(|(square, _)| *square == a2).expect("a pawn").1;
    let queen = spec.kind_of_letter('Q').expect("a queen");
    let arrivals = |spec: &Spec, queens: u8, required: bool| {
        let promotion = Promotion { kinds: vec![queen], required, ..Promotion::default() };
        let mut spec = spec.clone();
        spec.promotions = vec![(pawn, a3, promotion)];
        spec.supply = vec![(queen, queens)];
        let rules = CompiledRules::new(spec).expect("a game");
        let mut game = game::start(&rules, &NoHooks).expect("the game starts");
        let actions = game.actions().expect("no hook fails").into_iter();
        actions
            .filter_map(|action| match action {
                Action::Move(mv) if mv.from == a2 => Some(mv.promotion),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(arrivals(&spec, 1, false), [Some(queen)]);
    assert_eq!(arrivals(&spec, 1, true), [Some(queen)]);
    assert_eq!(arrivals(&spec, 0, false), [None]);
    assert_eq!(arrivals(&spec, 0, true), []);
}
