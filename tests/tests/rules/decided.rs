//! Tests of given positions in which the game is already over. Also tests which positions count as
//! equal.

use quadrille_core::{AnyGame, Change, SeatResult, game};
use quadrille_dsl::{actions, fen, load};
use quadrille_tests::Disk;

/// Runs `test` on a game of a ruleset from a position.
fn at(ruleset: &str, position: &str, test: impl FnOnce(&mut dyn AnyGame)) {
    let loaded = load(&Disk::new(), ruleset, &[]).unwrap_or_else(|found| panic!("{found:?}"));
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, position).unwrap_or_else(|error| panic!("{error:?}"));
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    game.decision().expect("no hook fails");
    test(game.as_mut());
}

/// Returns the result of the first seat in a given position, or `None` if the game is not over.
fn result(ruleset: &str, position: &str) -> Option<SeatResult> {
    let mut found = None;
    at(ruleset, position, |game| found = game.outcome().map(|outcome| outcome.results[0]));
    found
}

#[test]
fn a_given_position_is_over_if_it_has_decided_the_game() {
    use SeatResult::{Draw, Loss, Win};
    for (ruleset, position, expected) in [
        // Goals: both kings have arrived; only White's has, and Black's is near enough or not.
        ("racing-kings", "3krK2/8/8/8/8/8/8/8 b - - 0 1", Some(Draw)),
        ("racing-kings", "6K1/8/8/8/8/8/8/7k b - - 0 1", Some(Win)),
        ("racing-kings", "6K1/k7/8/8/8/8/8/8 b - - 0 1", None),
        ("racing-kings", "k7/6K1/8/8/8/8/8/8 w - - 0 1", Some(Loss)),
        ("racing-kings", "4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - - 0 1", Some(Win)),
        // Missing pieces.
        ("atomic", "8/p7/8/8/4K3/8/8/R7 b - - 0 1", Some(Win)),
        ("atomic", "4k3/p7/8/8/8/8/8/R7 w - - 0 1", Some(Loss)),
        ("atomic", "4k3/p7/8/8/4K3/8/8/R7 b - - 0 1", None),
        ("extinction", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", Some(Win)),
        ("extinction", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", None),
        ("horde", "4k3/pppppppp/8/8/8/8/8/8 w - - 0 1", Some(Loss)),
        ("shatranj", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Some(Win)),
        // A bare king can still make the other king bare.
        ("shatranj", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", None),
        // Built-in draws.
        ("orthodox-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Draw)),
        ("orthodox-chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", None),
        // Mate is detected as in any turn.
        ("orthodox-chess", "R3k3/8/4K3/8/8/8/8/8 b - - 0 1", Some(Win)),
    ] {
        assert_eq!(result(ruleset, position), expected, "{ruleset}: {position}");
    }
}

#[test]
fn counters_of_a_given_position_are_judged() {
    let board = "-x,x,x,8,x,x,x/x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/14/14/14/14/1,bK,10,gK,1/14/14/\
                 3,rQ,10/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x";
    let position = |given: &str| {
        format!("B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{{'counters':('checks={given}')}}{board}")
    };
    // Checks of partners count together: Red has two, and Yellow has one.
    assert_eq!(result("three-checks", &position("2,0,1,0")), Some(SeatResult::Win));
    assert_eq!(result("three-checks", &position("2,2,0,0")), None);
}

/// FIDE 9.2.3: an en passant right makes two positions different only if a pawn could be captured
/// en passant.
#[test]
fn an_en_passant_right_that_nobody_can_use_makes_no_difference() {
    let thrice = |ruleset: &str, position: &str, first: &str, over: bool| {
        at(ruleset, position, |game| {
            let there_and_back = "h8g6 h1g3 g6h8 g3h1".split(' ');
            let moves = there_and_back.map(|mv| format!("{}-{}", &mv[..2], &mv[2..]));
            let moves: Vec<String> = moves.collect();
            let all = [first.to_owned()].into_iter().chain(moves.iter().chain(&moves).cloned());
            for (number, action) in all.enumerate() {
                assert!(game.outcome().is_none(), "{position}: over before action {number}");
                actions::play(game, &action).unwrap_or_else(|error| panic!("{error:?}"));
            }
            game.decision().expect("no hook fails");
            assert_eq!(game.outcome().is_some(), over, "{ruleset}: {position}");
        });
    };
    for ruleset in ["orthodox-chess", "crazyhouse", "atomic"] {
        // Beside White's pawn, there is no pawn, a pawn that may capture, or a pawn that is pinned.
        thrice(ruleset, "3k3n/8/8/8/8/8/p3P3/4K2N w - - 0 1", "e2-e4", true);
        thrice(ruleset, "3k3n/8/8/8/3p4/8/4P3/4K2N w - - 0 1", "e2-e4", false);
        thrice(ruleset, "3k3n/8/8/8/3p4/8/4P3/3RK2N w - - 0 1", "e2-e4", true);
    }
    // Both pawns would leave the rank of the black king and the white rook.
    thrice("orthodox-chess", "7n/8/8/8/k2p3R/8/4P3/4K2N w - - 0 1", "e2-e4", true);
}

/// A king may castle only over squares that are not attacked. For this test, the king is taken off
/// its square.
#[test]
fn attacks_through_the_castling_kings_own_square_count() {
    let castles = |ruleset: &str, position: &str, action: &str| {
        let mut found = false;
        at(ruleset, position, |game| {
            let legal = actions::legal(game).expect("no hook fails");
            found = legal.iter().any(|(text, _)| text == action);
        });
        found
    };
    assert!(!castles("atomic", "r3k2R/5K2/8/8/8/8/8/8 b q - 0 1", "e8-c8"));
    assert!(castles("atomic", "r3k2N/5K2/8/8/8/8/8/8 b q - 0 1", "e8-c8"));
    // A king that is not royal may castle out of an attack and through it.
    let kings = "r3k2r/pbnpqppp/8/8/8/8/PBNPQPPP/R3K2R w KQkq - 0 1";
    assert!(castles("extinction", kings, "e1-g1") && castles("extinction", kings, "e1-c1"));
    let attacked = "r3k2r/pbn1qppp/8/8/8/8/PBN2PPP/RQ2K2R w KQkq - 0 1";
    assert!(castles("extinction", attacked, "e1-g1"));
}

/// A king may castle without leaving its square. In this case only the rook moves, and nothing is
/// captured.
#[test]
fn a_castling_in_which_the_king_stays_is_traced_as_the_rooks_move() {
    let position = "nqr3kr/pppppppp/8/8/8/8/PPPPPPPP/NQR3KR w KQkq - 0 1";
    at("king-stays", position, |game| {
        game.trace(true);
        actions::play(game, "g1-g1").expect("it is legal");
        let changes = game.trace_entries().iter().flat_map(|entry| &entry.changes);
        let moved: Vec<_> = changes
            .filter(|change| !matches!(change, Change::Castling { .. } | Change::Turn { .. }))
            .collect();
        assert!(matches!(moved[..], [Change::Moved { .. }]), "{moved:?}");
    });
}
