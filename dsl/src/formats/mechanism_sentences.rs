//! Describes in sentences the parts of a ruleset other than movement: dice, protection, duties,
//! blasts, hands, fog, neutral pieces, counters and memories.

use std::collections::BTreeMap;

use crate::formats::circumstance_text;
use crate::text::prose::{capital, either, listed, plural, with_article};
use quadrille_core::rules::{
    Base, Blast, CaptureHand, Circumstance, ClauseId, Demand, Dice, Duty, Fog, Hand, HiddenKinds,
    Holds, KnownTo, Neutral, Protect, Relation, Royals, Shuffle, Spec,
};
use quadrille_core::{Kind, Seat, Seats, Zone};

/// The maximum number of squares that a sentence lists. Larger sets are described by their size.
const MAX_LISTED_SQUARES: u32 = 12;

/// A count that is never reached in a game. A bound above this number never matters.
const UNBOUNDED_COUNT: i32 = 1000;

/// Returns the sentences in the order in which a player needs them. There are no sentences about
/// features that every game has. The counters in `plies` are left out, because scripts use them
/// only to store the number of a ply.
#[must_use]
pub fn sentences(spec: &Spec, plies: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(spec.dice.as_ref().map(|dice| rolled(spec, dice)));
    out.extend(spec.shuffles.iter().map(|shuffle| shuffled(spec, shuffle)));
    protection(spec, &mut out);
    out.extend(spec.duties.iter().map(|duty| owed(spec, duty)));
    out.extend(spec.blast.as_ref().map(|blast| blown_up(spec, blast)));
    hands(spec, &mut out);
    supply(spec, &mut out);
    limits(spec, &mut out);
    out.extend(spec.neutral.as_ref().map(|neutral| unowned(spec, neutral)));
    out.extend(spec.fog.map(|fog| {
        let whose = if fog == Fog::Team { "their side's" } else { "their own" };
        format!("Players see only the squares where {whose} pieces stand, attack or may go.")
    }));
    out.extend(spec.hidden.as_ref().map(|hidden| concealed(spec, hidden)));
    state(spec, plies, &mut out);
    out
}

/// Describes the kinds that are hidden, and the seats that know them.
fn concealed(spec: &Spec, hidden: &HiddenKinds) -> String {
    let is_hidden =
        |kind: usize| hidden.pieces.iter().any(|(_, concealed)| concealed.index() == kind);
    let all = (0..spec.kinds.len()).all(|kind| is_hidden(kind) || kind == hidden.shown_as.index());
    let which = if all {
        "pieces".to_owned()
    } else {
        let kinds = spec.kinds.iter().enumerate().filter(|(number, _)| is_hidden(*number));
        listed(&kinds.map(|(_, kind)| plural(&kind.name)).collect::<Vec<_>>())
    };
    let owners = match hidden.known_to {
        KnownTo::Seat => "except their owner ",
        KnownTo::Team => "except their side ",
        KnownTo::Nobody => "",
    };
    let shown = kind(spec, hidden.shown_as);
    let captures = if hidden.captures_reveal { " A piece that captures is revealed." } else { "" };
    format!(
        "{} look like {} to all players {owners}until they are revealed.{captures}",
        capital(&which),
        with_article(shown)
    )
}

/// Returns sentences about the kinds that a kind may capture, and about the squares that it may
/// enter. Returns no sentence about captures or squares without a limit.
#[must_use]
pub fn limits_of_kind(spec: &Spec, of: Kind) -> Vec<String> {
    let captures = capture_limit(spec, of);
    captures.into_iter().chain(entry_limits(spec, of)).collect()
}

/// Describes the kinds that a kind may capture.
fn capture_limit(spec: &Spec, of: Kind) -> Option<String> {
    let every = u32::MAX >> (32 - spec.kinds.len().clamp(1, 32));
    let allowed = spec.kind_captures.get(of.index())? & every;
    let names = |set: u32| -> Vec<String> { kinds(spec, set).into_iter().map(plural).collect() };
    let (some, others) = (names(allowed), names(every & !allowed));
    Some(match (some.is_empty(), others.is_empty()) {
        (_, true) => return None,
        (true, _) => "It captures no pieces.".to_owned(),
        _ if others.len() < some.len() => format!("It does not capture {}.", either(&others)),
        _ => format!("It captures only {}.", listed(&some)),
    })
}

/// Describes the squares that a kind may enter. Seats with the same squares share a sentence.
fn entry_limits(spec: &Spec, of: Kind) -> Vec<String> {
    let mut said: Vec<(String, Seats)> = Vec::new();
    for seat in (0..spec.seats.len() as u8).map(Seat) {
        let usual = spec.facing(seat);
        let barred = spec.restricted_squares.iter().filter(|(piece, _)| {
            piece.kind() == of && piece.colour() == seat && piece.facing() == usual
        });
        let barred: Zone = barred.map(|(_, square)| *square).collect();
        let words = squares(spec, barred);
        match said.iter_mut().find(|(known, _)| *known == words) {
            Some((_, who)) => {
                who.insert(seat);
            }
            None => said.push((words, std::iter::once(seat).collect())),
        }
    }
    let limited = said.into_iter().filter(|(words, _)| !words.is_empty());
    let sentence = |(words, who): (String, Seats)| {
        if who == all_seats(spec) {
            format!("It {words}.")
        } else {
            format!("For {}: it {words}.", seats(spec, who))
        }
    };
    limited.map(sentence).collect()
}

/// Describes the squares that a piece may enter if it may not enter the squares in `barred`.
/// Returns an empty string if `barred` is empty.
fn squares(spec: &Spec, barred: Zone) -> String {
    let all = spec.geometry.all().into_iter();
    let allowed: Zone = all.filter(|square| !barred.contains(*square)).collect();
    let name = |zone: Zone| {
        let known = spec.zones.iter().find(|(_, squares)| *squares == zone);
        let names =
            || zone.into_iter().map(|square| spec.geometry.name(square)).collect::<Vec<_>>();
        match known {
            Some((name, _)) => Some(format!("the zone `{name}`")),
            None if zone.len() > MAX_LISTED_SQUARES => None,
            None => Some(listed(&names())),
        }
    };
    match (barred.len(), name(allowed), name(barred)) {
        (0, ..) => String::new(),
        _ if allowed.is_empty() => "can't enter any square".to_owned(),
        (_, Some(allowed), _) => format!("enters only {allowed}"),
        (_, None, Some(barred)) => format!("does not enter {barred}"),
        (n, None, None) => format!("does not enter {n} of the squares"),
    }
}

fn seats(spec: &Spec, seats: Seats) -> String {
    listed(&seats.iter().map(|seat| capital(spec.colour_name(seat))).collect::<Vec<_>>())
}

fn all_seats(spec: &Spec) -> Seats {
    (0..spec.seats.len() as u8).map(Seat).collect()
}

/// Returns the names of the kinds in a bit set.
fn kinds(spec: &Spec, set: u32) -> Vec<&str> {
    let of = |(i, kind)| (set >> i & 1 != 0).then_some(kind);
    spec.kinds.iter().map(|kind| kind.name.as_str()).enumerate().filter_map(of).collect()
}

fn kind(spec: &Spec, kind: Kind) -> &str {
    &spec.kinds[kind.index()].name
}

/// Adds the clause in parentheses to a sentence, and ends the sentence.
fn clause(spec: &Spec, sentence: &str, clause: Option<ClauseId>) -> String {
    match clause.and_then(|clause| spec.clauses.get(usize::from(clause.0))) {
        Some(clause) => format!("{sentence} ({}).", clause.id),
        None => format!("{sentence}."),
    }
}

fn rolled(spec: &Spec, dice: &Dice) -> String {
    let every = (1u32 << spec.kinds.len()) - 1;
    let faces: Vec<String> = dice
        .faces
        .iter()
        .map(|(face, _, allowed)| match kinds(spec, *allowed) {
            _ if *allowed & every == every => format!("{face} any piece"),
            some if some.is_empty() => format!("{face} nothing"),
            some => {
                let some: Vec<String> = some.into_iter().map(with_article).collect();
                format!("{face} {}", either(&some))
            }
        })
        .collect();
    let dice = if dice.count == 1 { "A die is rolled" } else { "Two dice are rolled" };
    format!("{dice} before each turn. Each number lets a piece move: {}.", listed(&faces))
}

fn shuffled(spec: &Spec, shuffle: &Shuffle) -> String {
    let names: Vec<String> =
        shuffle.squares.iter().map(|square| spec.geometry.name(*square)).collect();
    let outcomes = shuffle.outcomes.len();
    let sentence = format!(
        "Before the first turn, the pieces on {} are shuffled. All {outcomes} outcomes are equally \
         likely",
        listed(&names)
    );
    clause(spec, &sentence, shuffle.clause)
}

fn protection(spec: &Spec, out: &mut Vec<String>) {
    // The seats that each sentence applies to.
    let mut said: BTreeMap<(u8, &str), Seats> = BTreeMap::new();
    for (i, row) in spec.protect.iter().enumerate().take(spec.seats.len()) {
        let seat = Seat(i as u8);
        let own = match row[i] {
            Protect::Safe => None,
            Protect::None => Some("may leave their own royals attacked"),
            Protect::NoNewAttacker => Some("may not give their own royals a new attacker"),
            Protect::SafeUnlessInCheck => {
                Some("may not leave their own royals attacked, except royals already in check")
            }
        };
        let partners: Vec<Protect> = row
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != i && spec.seats.get(*other).is_some())
            .filter(|(other, _)| spec.seats[*other].team == spec.seats[i].team)
            .map(|(_, how)| *how)
            .collect();
        let partners = match partners.first() {
            Some(Protect::Safe) => Some("may not leave a partner's royals attacked"),
            Some(Protect::NoNewAttacker) => Some("may not give a partner's royals a new attacker"),
            Some(Protect::SafeUnlessInCheck) => {
                Some("may not leave a partner's royals attacked, except royals already in check")
            }
            _ => None,
        };
        for (order, words) in [(0, own), (1, partners)] {
            if let Some(words) = words {
                said.entry((order, words)).or_default().insert(seat);
            }
        }
    }
    for ((_, words), who) in said {
        let who = if who == all_seats(spec) { "Players".to_owned() } else { seats(spec, who) };
        out.push(format!("{who} {words}."));
    }
    match spec.royals {
        Royals::Any => {}
        Royals::All => out.push(
            "A player with several royals is in check only if all of them are attacked.".to_owned(),
        ),
        Royals::Last => {
            out.push(
                "A player's royal can be checked and mated only if it is their last one."
                    .to_owned(),
            );
        }
    }
}

fn owed(spec: &Spec, duty: &Duty) -> String {
    let captors: Vec<String> = kinds(spec, duty.kinds).into_iter().map(with_article).collect();
    let (with, such) = if captors.len() == spec.kinds.len() {
        (String::new(), "")
    } else {
        (format!(" with {}", either(&captors)), " with such a piece")
    };
    let what = match duty.demand {
        Demand::Capture => format!("A player who can capture{with} must capture{such}"),
        Demand::CaptureMostPieces => format!(
            "A player who can capture{with} must capture as many pieces as one move{such} can"
        ),
        Demand::CaptureMostValue => format!(
            "A player who can capture{with} must capture the highest total value that one \
             move{such} can capture"
        ),
        Demand::NoCheck => "A move may not give check to an opponent".to_owned(),
        Demand::NoRepeat { times: 2 } => {
            "A move may not repeat a position that has occurred since the last progress".to_owned()
        }
        Demand::NoRepeat { times } => {
            let before = times.saturating_sub(1);
            format!(
                "A move may not repeat a position that has occurred {before} times since the last progress"
            )
        }
    };
    let what = if duty.seats == all_seats(spec) {
        what
    } else {
        format!("For {}: {}{}", seats(spec, duty.seats), what[..1].to_lowercase(), &what[1..])
    };
    clause(spec, &what, duty.clause)
}

fn blown_up(spec: &Spec, blast: &Blast) -> String {
    let near = blast.reach.iter().all(|leap| leap.dx.abs() <= 1 && leap.dy.abs() <= 1);
    let straight = blast.reach.iter().all(|leap| leap.dx == 0 || leap.dy == 0);
    let squares = match blast.reach.len() {
        8 if near => "on the eight surrounding squares".to_owned(),
        4 if near && straight => "on the four adjacent squares".to_owned(),
        1 => "on one nearby square".to_owned(),
        n => format!("on {n} nearby squares"),
    };
    let whose = match blast.removes {
        Relation::Anyone => "all pieces".to_owned(),
        Relation::Own => "the capturing player's own pieces".to_owned(),
        Relation::Partner => "partners' pieces".to_owned(),
        Relation::Friend => "pieces of the capturing side".to_owned(),
        Relation::Enemy => "opponents' pieces".to_owned(),
        Relation::Colours(colours) => {
            let colours = spec.colours().filter(|colour| colours & colour.bit() != 0);
            let names: Vec<&str> = colours.map(|colour| spec.colour_name(colour)).collect();
            format!("the pieces of {}", listed(&names))
        }
    };
    let captor = if blast.captor { "the capturing piece and " } else { "" };
    let spared: Vec<String> = kinds(spec, blast.spares).into_iter().map(plural).collect();
    let but =
        if spared.is_empty() { String::new() } else { format!(", but no {}", either(&spared)) };
    clause(spec, &format!("A capture also removes {captor}{whose} {squares}{but}"), blast.clause)
}

fn hands(spec: &Spec, out: &mut Vec<String>) {
    if let Some(whose) = spec.captures_to_hand {
        let whose = match whose {
            CaptureHand::Captor => "the capturing player's hand",
            CaptureHand::Partner => "the hand of the capturing player's partner",
            CaptureHand::Owner => "the hand of the player who loses it",
        };
        let what = format!("A captured piece goes to {whose}");
        out.push(clause(spec, &what, spec.captures_to_hand_clause));
    }
    // Kinds with the same form in hand share a sentence.
    let mut forms: Vec<(Base, Vec<String>)> = Vec::new();
    for base in &spec.bases {
        let name = with_article(kind(spec, base.kind));
        let alike = |known: &Base| Base { kind: base.kind, ..*known } == *base;
        match forms.iter_mut().find(|(known, _)| alike(known)) {
            Some((_, names)) => names.push(name),
            None => forms.push((*base, vec![name])),
        }
    }
    for (base, names) in forms {
        let mark = base.mark.and_then(|mark| spec.marks.get(usize::from(mark)));
        let mark = mark.map_or_else(String::new, |mark| format!(" with the mark `{mark}`"));
        let to = with_article(kind(spec, base.base));
        let what = capital(&format!("{}{mark} goes to a hand as {to}", either(&names)));
        out.push(clause(spec, &what, base.clause));
    }
    // Seats with the same rule share a sentence.
    let mut said: Vec<(String, Seats)> = Vec::new();
    for hand in spec.hands.iter().filter(|hand| !hand.pieces.is_empty()) {
        let words = dropped(spec, hand);
        match said.iter_mut().find(|(known, _)| *known == words) {
            Some((_, who)) => {
                who.insert(hand.seat);
            }
            None => said.push((words, std::iter::once(hand.seat).collect())),
        }
    }
    for (words, who) in said {
        let who = if who == all_seats(spec) {
            String::new()
        } else {
            format!("For {}: ", seats(spec, who))
        };
        out.push(capital(&format!("{who}{words}")));
    }
}

/// Describes when and on which squares a seat may drop pieces from this hand.
fn dropped(spec: &Spec, hand: &Hand) -> String {
    let held: Vec<String> =
        hand.pieces.iter().map(|(held, _)| with_article(kind(spec, *held))).collect();
    let held = either(&held);
    let must = if hand.first {
        format!("a player who holds {held} must drop it before any other move")
    } else {
        format!("a player may drop {held} instead of moving")
    };
    let mut words = format!("{must}, on {}", place(spec, hand.zone));
    if let Some(most) = hand.limits.on_line {
        words.push_str(&format!(", with at most {most} of a kind on a file"));
    }
    if hand.limits.no_mate {
        words.push_str(", but not to give mate");
    }
    clause(spec, &words, hand.clause)
}

fn place(spec: &Spec, zone: Zone) -> String {
    if zone == spec.geometry.all() {
        return "any empty square".to_owned();
    }
    match spec.zones.iter().find(|(_, squares)| *squares == zone) {
        Some((name, _)) => format!("an empty square of the zone `{name}`"),
        None => format!("an empty square in a set of {}", zone.into_iter().count()),
    }
}

fn supply(spec: &Spec, out: &mut Vec<String>) {
    for (of, most) in &spec.supply {
        let of = with_article(kind(spec, *of));
        out.push(format!(
            "A piece promotes to {of} only while fewer than {most} of its colour are on the board."
        ));
    }
}

/// Describes the conditions of promotions and of moves to some squares.
fn limits(spec: &Spec, out: &mut Vec<String>) {
    let mut sentences: Vec<(String, Vec<String>)> = Vec::new();
    let mut add = |what: String, circumstances: &[Circumstance]| {
        let when = circumstance_text::all(spec, circumstances);
        match sentences.iter_mut().find(|(known, _)| *known == what) {
            Some((_, all)) => all.push(when),
            None => sentences.push((what, vec![when])),
        }
    };
    for limit in &spec.promotion_limits {
        let (of, into) = (kind(spec, limit.kind), kind(spec, limit.into));
        let what = format!("{} promotes to {}", capital(&with_article(of)), with_article(into));
        add(what, &limit.circumstances);
    }
    for limit in &spec.entry_limits {
        let named = spec.zones.iter().find(|(_, squares)| *squares == limit.zone);
        let squares = match named {
            Some((name, _)) => format!("the zone `{name}`"),
            None => {
                let squares = limit.zone.into_iter().map(|it| spec.geometry.name(it));
                either(&squares.collect::<Vec<_>>())
            }
        };
        let what = format!("{} moves to {squares}", capital(&with_article(kind(spec, limit.kind))));
        add(what, &limit.circumstances);
    }
    out.extend(sentences.iter().map(|(what, when)| format!("{what} only while {}.", either(when))));
}

fn unowned(spec: &Spec, neutral: &Neutral) -> String {
    let captured = if neutral.capturable { "can be captured" } else { "can't be captured" };
    let moved = if neutral.movers == all_seats(spec) {
        "any player may move them".to_owned()
    } else if neutral.movers == Seats::default() {
        "no player moves them".to_owned()
    } else {
        format!("{} may move them", seats(spec, neutral.movers))
    };
    format!("The {} pieces belong to no player. They {captured}, and {moved}.", neutral.name)
}

fn state(spec: &Spec, plies: &[&str], out: &mut Vec<String>) {
    let named = |wanted: &dyn Fn(bool, Holds) -> bool| {
        let counters = spec.counters.iter();
        let some: Vec<String> = counters
            .filter(|counter| wanted(counter.per_seat, counter.holds))
            .filter(|counter| !plies.contains(&counter.name.as_str()))
            .map(|counter| match counter.holds {
                Holds::Number => within(&counter.name, counter.min, counter.max),
                Holds::Seat => format!("`{}`, a player", counter.name),
                Holds::Seats => format!("`{}`, several players", counter.name),
                Holds::Square => format!("`{}`, a square", counter.name),
                Holds::Kind => format!("`{}`, a kind of piece", counter.name),
            })
            .collect();
        some.join("; ")
    };
    let number = |holds: Holds| holds == Holds::Number;
    let carried = spec.piece_counters.iter();
    let carried: Vec<String> = carried.map(|c| within(&c.name, c.min, c.max)).collect();
    let marks: Vec<String> = spec.marks.iter().map(|mark| format!("`{mark}`")).collect();
    for (what, names) in [
        ("Counted for each player", named(&|per_seat, holds| per_seat && number(holds))),
        ("Counted for the game", named(&|per_seat, holds| !per_seat && number(holds))),
        ("Counted for each piece", carried.join("; ")),
        ("Remembered for each player", named(&|per_seat, holds| per_seat && !number(holds))),
        ("Remembered for the game", named(&|per_seat, holds| !per_seat && !number(holds))),
        ("Marks of pieces", marks.join(", ")),
    ] {
        if !names.is_empty() {
            out.push(format!("{what}: {names}."));
        }
    }
}

/// Returns the name of a counter with its bounds. A bound is included only if a game can reach it.
fn within(name: &str, min: i32, max: i32) -> String {
    match (min > -UNBOUNDED_COUNT, max < UNBOUNDED_COUNT) {
        (true, true) => format!("`{name}`, {min} to {max}"),
        (true, false) => format!("`{name}`, from {min}"),
        (false, true) => format!("`{name}`, up to {max}"),
        (false, false) => format!("`{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::Piece;

    use super::*;
    use crate::testing::chess;

    #[test]
    fn limits_of_captures_and_squares_are_stated() {
        let mut spec = chess();
        let [pawn, king, rook] =
            ["pawn", "king", "rook"].map(|name| spec.kind_named(name).unwrap());
        let limits = |spec: &Spec, kind| limits_of_kind(spec, kind).join(" ");
        assert_eq!(limits(&spec, pawn), "");
        spec.kind_captures[pawn.index()] = 1 << pawn.0 | 1 << rook.0;
        assert_eq!(limits(&spec, pawn).matches(' ').count(), 5, "{}", limits(&spec, pawn));
        assert!(limits(&spec, pawn).starts_with("It captures only "));
        spec.kind_captures[king.index()] = 0;
        assert_eq!(limits(&spec, king), "It captures no pieces.");
        spec.kind_captures[rook.index()] = !(1 << king.0);
        assert_eq!(limits(&spec, rook), "It does not capture kings.");
        let white = Seat(0);
        let barred = |names: &[&str], seat| -> Vec<_> {
            let piece = Piece::new(rook, seat, spec.facing(seat));
            names.iter().map(|name| (piece, spec.geometry.square_named(name).unwrap())).collect()
        };
        let some = barred(&["a1", "h8"], white);
        let both = [some.clone(), barred(&["a1", "h8"], Seat(1))].concat();
        spec.restricted_squares = some;
        assert!(
            limits(&spec, rook).contains(" it does not enter a1 and h8."),
            "{}",
            limits(&spec, rook)
        );
        assert!(limits(&spec, rook).contains("For White: "));
        spec.restricted_squares = both;
        assert!(limits(&spec, rook).contains(" It does not enter a1 and h8."));
    }
}
