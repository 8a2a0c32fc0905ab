use proptest::prelude::*;
use quadrille_core::board::MOVED;
use quadrille_core::rules::{Again, Filter, Handler, Restriction, SeatResult};
use quadrille_core::{
    EventKind, Facing, Kind, Move, MoveKind, Phase, Piece, Protect, Question, SealedAnswer,
    Subject, game,
};

use super::*;
use crate::testing;
use crate::testing::Ends;

mod plain;
mod sites;

const START: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
    x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/\
    bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/\
    bN,bP,10,gP,gN/bR,bP,10,gP,gR/\
    x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x";

fn cross() -> CompiledRules {
    testing::cross_rules()
}

/// Returns the text of the start position after one of its parts is replaced.
fn but(from: &str, to: &str) -> String {
    assert!(START.contains(from), "{from}");
    START.replacen(from, to, 1)
}

fn setup(text: &str) -> Setup {
    read(&cross(), text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn the_start_position_is_what_omitted_parts_say() {
    let rules = cross();
    let mut expected = game::initial(&rules);
    expected.rolled = true;
    expected.phase = Phase::Turn;
    assert_eq!(setup(START), expected);
    assert_eq!(write(&rules, &expected), START);
}

#[test]
fn corners_may_be_counted_and_white_space_may_follow_separators() {
    let counted =
        START.replace("x,x,x,8,x,x,x", "14").replace("x,x,x,", "3,").replace(",x,x,x", ",3");
    assert!(counted.contains("/14/") && counted.contains("3,yR"));
    assert_eq!(setup(&counted), setup(START));
    let spaced = START.replace('/', "/\n").replacen("0-0-", "0 -\r\n0- ", 1);
    assert_eq!(setup(&spaced), setup(START));
    assert_eq!(setup(&START.replace('x', "X")), setup(START));
}

#[test]
fn a_piece_says_its_facing_and_marks_where_they_are_not_the_usual() {
    let rules = cross();
    let text = but("rP,rP", "rP^w+late+level=5,rP+vowed+moved");
    let setup = setup(&text);
    let at = |name: &str| {
        let square = rules.spec().geometry.square_named(name).unwrap();
        setup.pieces.iter().find(|(s, _)| *s == square).unwrap().1
    };
    assert_eq!(at("d2").facing(), Facing::West);
    let level = rules.spec().piece_field(0).unwrap();
    assert_eq!((at("d2").marks() & 0xffff, at("e2").marks()), (0b10, 1 << MOVED | 1));
    assert_eq!((level.of(at("d2")), level.of(at("e2"))), (5, 1), "a piece starts with 1");
    assert_eq!(write(&rules, &setup), text);
}

#[test]
fn dead_pieces_are_pieces_of_their_colour() {
    let out = but("R-0,0,0,0", "R-0,1,0,0");
    assert_eq!(setup(&out.replace("bR", "dbR")), setup(&out));
    assert_eq!(setup(&out.replacen("bR", "dR", 1)), setup(&out), "one seat is out: it is theirs");
    assert_eq!(setup(&out).army_states[1], StateId::DEAD);
}

#[test]
fn an_army_is_in_the_state_of_its_seat_unless_the_text_says_otherwise() {
    let with = |options: &str| {
        let out = but("R-0,0,0,0", "R-0,1,0,0");
        setup(&out.replacen("-0-x,", &format!("-0-{{{options}}}-x,"), 1))
    };
    let armies = |options| with(options).army_states;
    assert_eq!(armies("'seatState':('','frozen','','')")[1], StateId::FROZEN);
    assert_eq!(armies("'seatState':('','gone','','')")[1], StateId::DEAD);
    for order in [
        "'seatState':('','frozen','',''),'armyState':('','neutral','','')",
        "'armyState':('','neutral','',''),'seatState':('','frozen','','')",
    ] {
        assert_eq!(armies(order)[1], StateId::NEUTRAL, "{order}");
    }
    let frozen = with("'seatState':('','frozen','','')");
    assert!(!write(&cross(), &frozen).contains("armyState"));
}

/// Returns the rules of [`cross`] with a hook for the given event.
fn with_hook(event: EventKind) -> CompiledRules {
    let mut spec = cross().spec().clone();
    let handler = Handler {
        event,
        filter: Filter::default(),
        clause: None,
        judged: false,
        chooses: false,
        name: "hook".to_owned(),
    };
    spec.handlers.push(handler);
    CompiledRules::new(spec).unwrap()
}

#[test]
fn a_turn_that_a_hook_opens_has_not_opened_yet() {
    let phase = |rules: &CompiledRules| read(rules, START).unwrap().phase;
    assert_eq!(phase(&with_hook(EventKind::Turn)), Phase::Opening);
    assert_eq!(phase(&with_hook(EventKind::Mate)), Phase::Turn);
    let rules = with_hook(EventKind::Turn);
    let opened = Setup { phase: Phase::Turn, ..read(&rules, START).unwrap() };
    let text = write(&rules, &opened);
    assert!(text.contains("'phase':'turn'"), "{text}");
    assert_eq!(read(&rules, &text).unwrap(), opened);
}

#[test]
fn negative_points_and_dashes_inside_options_separate_nothing() {
    let text = but("0,0,0,0-0-x", "-4,0,7,-12-5-{'offers':('r a-b}')}-x");
    let setup = setup(&text);
    assert_eq!(setup.counters[1], [-4, 0, 7, -12]);
    assert_eq!(setup.halfmove, 5);
    assert_eq!(setup.offers, [(Seat(0), "a-b}".to_owned())]);
    assert_eq!(write(&cross(), &setup), text);
}

#[test]
fn en_passant_rights_are_kept_for_each_colour() {
    let text = but("0-0-x", "0-0-{'enPassant':('g3:g4','','j12:j11','')}-x");
    let square = |name| cross().spec().geometry.square_named(name).unwrap();
    assert_eq!(
        setup(&text).en_passant,
        [(Seat(0), square("g3"), square("g4")), (Seat(2), square("j12"), square("j11"))]
    );
    assert_eq!(write(&cross(), &setup(&text)), text);
}

#[test]
fn options_of_sites_are_taken_where_they_change_nothing() {
    let options = "{\"royal\":('h1','a7','g14','n8'), 'lives':(1,1,1,1), 'resigned':(False,false,0,0), \
         'pawnBaseRank':2, 'dim':'14x14', 'std2pc':True, 'gameOver':'', 'zombieType':('','','',''),}-x";
    assert_eq!(setup(&but("0-0-x", &format!("0-0-{options}"))), setup(START));
}

#[test]
fn plain_fen_is_read_where_the_seats_are_white_and_black() {
    let rules = testing::chess_rules();
    let start = read(&rules, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert_eq!(start, Setup { rolled: true, phase: Phase::Turn, ..game::initial(&rules) });
    let text = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 7 3";
    let setup = read(&rules, text).unwrap();
    let square = |name| rules.spec().geometry.square_named(name).unwrap();
    assert_eq!(setup.en_passant, [(Seat(0), square("e3"), square("e4"))]);
    assert_eq!(setup.castling, [true, false, false, true]);
    assert_eq!((setup.turn, setup.halfmove, setup.ply), (Seat(1), 7, 5));
    assert_eq!(read(&rules, &write(&rules, &setup)), Ok(setup));
}

#[test]
fn plain_fen_is_written_where_it_says_everything() {
    let rules = testing::chess_rules();
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 7 3",
        "4k3/8/8/8/8/8/8/4K2R w - - 12 40",
    ] {
        let setup = read(&rules, text).unwrap();
        assert_eq!(write_plain(&rules, &setup).as_deref(), Some(text));
        let settled = Setup { settled: vec![Some(SeatResult::Loss), None], ..setup };
        assert_eq!(write_plain(&rules, &settled), None, "plain FEN can't say that");
    }
    assert_eq!(write_plain(&cross(), &setup(START)), None, "four seats");
}

#[test]
fn every_error_names_its_place_and_what_to_write_instead() {
    let rules = cross();
    let mut report = String::new();
    let option = |option: &str| but("0-0-x", &format!("0-0-{option}-x"));
    let texts = [
        String::new(),
        "4PC".to_owned(),
        "R-0,0,0,0-1,1,1,1".to_owned(),
        "rnbqkbnr/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
        but("R-", "P-"),
        but("0,0,0,0", "0,0,0"),
        but("1,1,1,1", "1,1,2,1"),
        but("0,0,0,0-0-x", "0,zero,0,0-0-x"),
        but("0-0-x", "0-many-x"),
        but("0-0-x", "0-4294967296-x"),
        but("yR", "zR"),
        but("yR", "yT"),
        but("yR", "R"),
        but("yR", "dR"),
        but("yR", "x"),
        but("x,x,x,yR", "x,x,yK,yR"),
        but("yR", "yR^q"),
        but("yR", "yR+vowde"),
        but("yR", "yr"),
        but("yR,yN", "yR,,yN"),
        but("yR,yN", "yR"),
        but("bP,10", "bP,11"),
        but("bP,10", "bP,99999999999999999999"),
        START.replacen("x,x,x,8,x,x,x/", "", 1),
        option("{"),
        option("{'ply:3}"),
        option("{'ply':}"),
        option("{'ply':3,'ply':3}"),
        option("{'ply':-1}"),
        option("{'plies':3}"),
        option("{'ply':'3'}"),
        option("{'enPassant':('','','')}"),
        option("{'enPassant':('g3','','','')}"),
        option("{'enPassant':('g3:z9','','','')}"),
        option("{'seatState':('dead','active','active','active')}"),
        option("{'armyState':('active','frozn','active','active')}"),
        option("{'controller':('r','b','y','p')}"),
        option("{'counters':('pott=3')}"),
        option("{'counters':('pot=300')}"),
        option("{'relations':('r b eat yes')}"),
        option("{'hand':('Q1','','','T2')}"),
        option("{'restrict':('r flies')}"),
        option("{'relaxed':'much'}"),
        option("{'refused':('d2-d99')}"),
        option("{'pending':(('r','why'))}"),
        option("{'pending':(('r','why','d99',('a','b')))}"),
        option("{'pending':(('r','why','w',('a','b')))}"),
        option("{'pending':(('r','why',0,('a','b'),'hidden'))}"),
        option("{'sealed':(('r','why',0,('a','b')))}"),
        option("{'sealed':(('r','why',0,('a','b'),'c'))}"),
        option("{'settled':('won','','','')}"),
        option("{'castling':(1,1)}"),
        option("{'order':()}"),
        option("{'royal':('g1','a7','g14','n8')}"),
        option("{'lives':(3,1,1,1)}"),
        option("{'resigned':(true,false,false,false)}"),
        option("{'gameOver':'Checkmate'}"),
        option("{'pawnsBaseRank':3}"),
        option("{'dim':'8x8'}"),
        option("{'zombieImmune':(true,false,false,false)}"),
        option("{'bank':('rE','','','')}"),
    ];
    for text in texts {
        let error = read(&rules, &text).expect_err(&text);
        let part = text.get(error.span.clone()).expect("the place is inside the text");
        let part = if part.len() > 40 { format!("{}…", &part[..40]) } else { part.to_owned() };
        let help = error.help.expect("every error has advice");
        report += &format!("`{part}` at {}: {}: {help}\n", error.span.start, error.kind);
    }
    insta::assert_snapshot!(report);
}

#[test]
fn a_text_too_long_is_refused_unread() {
    let error = read(&cross(), &"x".repeat(MAX_LENGTH + 1)).unwrap_err();
    assert!(error.to_string().contains("at most"));
}

/// Plays pseudo-random games, and calls `each` with each position.
fn play_through(rules: &CompiledRules, games: u64, mut each: impl FnMut(&dyn game::AnyGame)) {
    for seed in 0..games {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut game = game::start(rules, &Ends).unwrap();
        for _ in 0..150 {
            let actions = game.actions().unwrap();
            each(&*game);
            if actions.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let action = actions[(state >> 33) as usize % actions.len()];
            game.play(action).unwrap();
        }
    }
}

#[test]
fn every_position_of_a_game_reads_back_as_itself() {
    for rules in [cross(), testing::chess_rules()] {
        let mut seen = 0;
        play_through(&rules, 12, |game| {
            let setup = game.setup();
            let text = write(&rules, &setup);
            assert_eq!(read(&rules, &text), Ok(setup), "{text}");
            seen += 1;
        });
        assert!(seen > 300, "{seen}");
    }
}

#[test]
fn a_position_that_reads_back_goes_on_in_the_same_way() {
    let rules = cross();
    play_through(&rules, 2, |game| {
        let setup = read(&rules, &write(&rules, &game.setup())).unwrap();
        let mut again = game::resume(&rules, &Ends, &setup).unwrap();
        let mut one = game.fork();
        let sorted = |game: &mut dyn game::AnyGame| {
            let mut actions = game.actions().unwrap();
            actions.sort_unstable();
            actions
        };
        assert_eq!(sorted(&mut *again), sorted(&mut *one));
    });
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let rules = cross();
    let base = Setup { rolled: true, phase: Phase::Turn, ..game::initial(&rules) };
    let geometry = &rules.spec().geometry;
    let squares: Vec<Square> = (0..geometry.len()).filter_map(|n| geometry.nth(n)).collect();
    let square = prop::sample::select(squares);
    let seat = (0u8..4).prop_map(Seat);
    let level = rules.spec().piece_field(0).unwrap();
    let notes = (0u32..4, any::<bool>(), -1..=5_i32);
    let piece = (0u8..6, seat.clone(), 0u16..4, notes).prop_map(
        move |(kind, colour, facing, (marks, moved, value))| {
            let piece = Piece::new(Kind(kind), colour, Facing::from_bits(facing));
            level.set(piece.with_marks(marks | u32::from(moved) << MOVED), value)
        },
    );
    let pieces = prop::collection::btree_map(square.clone(), piece, 0..40);
    let how = prop_oneof![
        Just(MoveKind::Plain),
        Just(MoveKind::EnPassant),
        square.clone().prop_map(|over| MoveKind::Double { over }),
        (0u8..8).prop_map(MoveKind::Castle),
        (0u16..8).prop_map(MoveKind::Extra),
        (any::<u16>(), prop::option::of(square.clone()), prop::option::of(square.clone()))
            .prop_map(|(walk, a, b)| MoveKind::Path { path: walk, takes: [a, b] }),
    ];
    let promotion = prop::option::of((0u8..6).prop_map(Kind));
    let played = (square.clone(), square.clone(), promotion, how)
        .prop_map(|(from, to, promotion, kind)| Move { promotion, kind, ..Move::new(from, to) });
    let restriction = prop_oneof![
        Just(Restriction::Safe),
        square.clone().prop_map(Restriction::Lifts),
        Just(Restriction::Again(Again::Any)),
        square.clone().prop_map(|square| Restriction::Again(Again::Move(square))),
        square.clone().prop_map(|square| Restriction::Again(Again::Capture(square))),
        (0u32..64).prop_map(Restriction::Kinds),
        (0u32..64).prop_map(Restriction::Spares),
        (0u8..16).prop_map(Restriction::Captures),
        (0u8..16).prop_map(Restriction::Colours),
        prop::collection::vec(square.clone(), 1..4).prop_map(Restriction::From),
        prop::collection::vec(square.clone(), 1..4).prop_map(Restriction::To),
    ];
    let options = prop::collection::vec(".{0,8}", 0..4);
    let about = prop_oneof![
        Just(Subject::Nothing),
        any::<i32>().prop_map(Subject::Number),
        seat.clone().prop_map(Subject::Seat),
        square.clone().prop_map(Subject::Square),
    ];
    let question = (seat.clone(), ".{0,8}", options, about, any::<bool>()).prop_map(
        |(seat, name, options, about, secret)| Question {
            seat,
            name,
            options,
            about,
            secret,
            of_move: false,
        },
    );
    // An option is identified by its text, so the first of equal options is chosen.
    let sealed = question.clone().prop_filter_map("nothing to choose", |mut question| {
        question.secret = true;
        let choice = question.options.len().checked_sub(1)?;
        let choice = question.options.iter().position(|o| *o == question.options[choice])?;
        Some(SealedAnswer { question, choice: choice as u16 })
    });
    let states = prop::collection::vec((0u8..5).prop_map(StateId), 4);
    let result = prop::sample::select(vec![SeatResult::Win, SeatResult::Draw, SeatResult::Loss]);
    let protect = prop::sample::select(vec![
        Protect::None,
        Protect::Safe,
        Protect::NoNewAttacker,
        Protect::SafeUnlessInCheck,
    ]);
    let some_seats = prop::collection::vec(prop::option::of(seat.clone()), 4);
    let first = (
        pieces,
        seat.clone(),
        any::<u8>(),
        (states.clone(), states),
        (some_seats.clone(), some_seats),
        prop::collection::vec(any::<bool>(), 8),
        prop::collection::btree_set((seat.clone(), square.clone(), square), 0..5),
        (any::<u32>(), any::<u32>(), -5i32..=99, prop::collection::vec(-1000i32..=1000, 4)),
        prop::collection::vec(prop::collection::vec(any::<u8>(), 6), 4),
        prop::option::of(prop::collection::vec(seat.clone(), 1..9)),
    );
    let second = (
        prop::collection::vec((seat.clone(), seat.clone(), any::<bool>(), any::<bool>()), 0..3),
        prop::option::of(protect),
        prop::collection::vec((seat.clone(), restriction), 0..3),
        prop::collection::vec(played.clone(), 0..3),
        prop::option::of(played),
        prop::collection::vec((seat.clone(), ".{0,9}"), 0..3),
        (prop::collection::vec(question, 0..3), prop::collection::vec(sealed, 0..3)),
        prop::collection::vec(prop::option::of(result), 4),
        prop::collection::vec(seat, 0..3),
    );
    (first, second).prop_map(move |(first, second)| {
        let (pieces, turn, pointer, states, seats, castling, rights, numbers, hands, order) = first;
        let (
            relations,
            relaxed,
            restrictions,
            refused,
            announced,
            offers,
            (pending, sealed),
            settled,
            shields,
        ) = second;
        Setup {
            pieces: pieces.into_iter().collect(),
            turn,
            pointer,
            seat_states: states.0,
            army_states: states.1,
            controllers: seats.0,
            castling,
            en_passant: rights.into_iter().collect(),
            made: (numbers.0 % 256) as u8,
            halfmove: numbers.0,
            ply: numbers.1,
            counters: vec![vec![numbers.2], numbers.3],
            hands,
            order,
            relations,
            last_mover: seats.1.first().copied().flatten(),
            last_checkers: seats.1,
            relaxed,
            restrictions,
            refused,
            announced,
            offers,
            pending,
            sealed,
            settled,
            shields,
            ..base.clone()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_setup_reads_back_as_itself(setup in any_setup()) {
        let rules = cross();
        let text = write(&rules, &setup);
        prop_assert_eq!(read(&rules, &text), Ok(setup), "{}", text);
    }

    #[test]
    fn a_damaged_text_is_read_or_refused_with_a_place_inside_it(
        at in 0..START.len(),
        damage in "[-,/{}'a-zA-Z0-9^+ é]{0,3}",
        length in 0usize..6,
    ) {
        let mut text = START.to_owned();
        let end = (at + length).min(text.len());
        text.replace_range(at..end, &damage);
        if let Err(error) = read(&cross(), &text) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {}", error, text);
        }
    }
}

#[test]
fn each_option_of_sites_is_read_where_the_rules_agree() {
    // All options in exports, in both spellings if there are two.
    for option in [
        "'royal':('h1','a7','g14','n8')",
        "'kingSquares':('h1','a7','g14','n8')",
        "'lives':(1,1,1,1)",
        "'resigned':(false,false,false,false)",
        "'flagged':(False,False,False,False)",
        "'stalemated':(false,false,false,false)",
        "'gameOver':''",
        "'zombieImmune':(false,false,false,false)",
        "'zombieType':('','','','')",
        "'enPassant':('','','','')",
        "'pawnsBaseRank':2",
        "'pawnBaseRank':2",
        "'uniquify':7",
        "'std2pc':true",
        "'wb':true",
        "'dim':'14x14'",
        "'bank':('','','','','')",
        "'seirawanDrops':('','','','')",
        "'setupComplete':(true,false,true,true)",
        "'boxOffset':1",
    ] {
        for form in [option.to_owned(), option.replace('\'', "\""), option.replace(':', " : ")] {
            let text = but("0-0-x", &format!("0-0-{{{form}}}-\nx"));
            assert_eq!(read(&cross(), &text), Ok(setup(START)), "{form}");
        }
    }
}

#[test]
fn seats_that_left_are_out_by_either_reason() {
    let out = setup(&but("R-0,0,0,0", "R-0,1,0,1"));
    assert_eq!(out.seat_states[1], StateId::DEAD);
    let why = "0-0-{'resigned':(false,true,false,false),'flagged':(false,false,false,true)}-x";
    let text = but("R-0,0,0,0", "R-0,1,0,1").replacen("0-0-x", why, 1);
    assert_eq!(setup(&text), out);
}
