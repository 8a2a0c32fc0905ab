//! Defines an [`OptionKey`] for each part of the state of the turn: dice, restrictions, refused and
//! announced moves, offers, open questions and the number of the ply.

use quadrille_core::rules::{Again, Restriction};
use quadrille_core::{
    EventKind, Kind, Phase, Protect, Question, SealedAnswer, Seat, Setup, Spec, Square, Subject,
};

use super::OptionKey;
use crate::formats::fen::option_syntax::{OptionSpan, OptionValue};
use crate::formats::fen::seat_and_square_values::{
    a_seat, a_square, seat_of, show_square, show_word, word,
};
use crate::formats::fen::{FenError, Mistake, key, move_options, seats};

pub(super) const DICE: OptionKey = OptionKey { name: "dice", read: read_dice, write: write_dice };

fn read_dice(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.dice = value.tuple()?.iter().map(OptionSpan::number).collect::<Result<_, _>>()?;
    setup.rolled = spec.dice.is_none() || !setup.dice.is_empty();
    Ok(())
}

fn write_dice(_: &Spec, setup: &Setup) -> Option<OptionValue> {
    let faces = setup.dice.iter().map(|face| OptionValue::Number(i64::from(*face)));
    (!setup.dice.is_empty()).then(|| OptionValue::tuple(faces))
}

pub(super) const ROLLED: OptionKey =
    OptionKey { name: "rolled", read: read_rolled, write: write_rolled };

fn read_rolled(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.rolled = value.bool()?;
    Ok(())
}

fn write_rolled(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let is_implied = spec.dice.is_none() || setup.rolled != setup.dice.is_empty();
    (!is_implied).then_some(OptionValue::Bool(setup.rolled))
}

pub(super) const SHUFFLED: OptionKey =
    OptionKey { name: "shuffled", read: read_shuffled, write: write_shuffled };

fn read_shuffled(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.shuffled = value.number()?;
    Ok(())
}

fn write_shuffled(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let shuffled = usize::from(setup.shuffled);
    (shuffled != spec.shuffles.len()).then(|| OptionValue::Number(i64::from(setup.shuffled)))
}

pub(super) const MADE: OptionKey = OptionKey { name: "made", read: read_made, write: write_made };

fn read_made(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.made = value.number()?;
    Ok(())
}

fn write_made(_: &Spec, setup: &Setup) -> Option<OptionValue> {
    (setup.made != 0).then(|| OptionValue::Number(i64::from(setup.made)))
}

pub(super) const RESTRICT: OptionKey =
    OptionKey { name: "restrict", read: read_restrict, write: write_restrict };

/// Reads a restriction on the next action of a seat: `r safe`, `r lifts h1`, `r kinds KQ`, `r
/// colours by`, `r from a1 b1`, `r to a1 b1`, `r spares K`, `r captures by`, `r again h1`, `r
/// another`.
fn read_restrict(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let text = entry.text()?;
        let mut words = text.splitn(3, ' ');
        let seat = seat_of(spec, entry, words.next().unwrap_or_default())?;
        let (what, which) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let restriction = match what {
            "safe" if which.is_empty() => Restriction::Safe,
            "lifts" => Restriction::Lifts(a_square(spec, entry, which)?),
            "another" if which.is_empty() => Restriction::Again(Again::Any),
            "again" => Restriction::Again(Again::Move(a_square(spec, entry, which)?)),
            "capture_again" => Restriction::Again(Again::Capture(a_square(spec, entry, which)?)),
            "kinds" => Restriction::Kinds(kinds_of(spec, entry, which)?),
            "spares" => Restriction::Spares(kinds_of(spec, entry, which)?),
            "colours" => Restriction::Colours(colours_of(spec, entry, which)?),
            "from" => Restriction::From(squares_of(spec, entry, which)?),
            "to" => Restriction::To(squares_of(spec, entry, which)?),
            "captures" => Restriction::Captures(which.chars().try_fold(0, |colours, letter| {
                Ok::<_, FenError>(colours | seat_of(spec, entry, &letter.to_string())?.bit())
            })?),
            _ => {
                return Err(entry.error(
                    Mistake::InvalidRestriction(text.to_owned()),
                    "write `r safe`, `r lifts h1`, `r kinds KQ`, `r spares K` or `r captures by`",
                ));
            }
        };
        setup.restrictions.push((seat, restriction));
    }
    Ok(())
}

/// Returns the kinds with these letters as a set that has one bit for each kind.
fn kinds_of(spec: &Spec, entry: &OptionSpan, letters: &str) -> Result<u32, FenError> {
    letters.chars().try_fold(0, |kinds, letter| match spec.kind_of_letter(letter) {
        Some(Kind(kind)) => Ok(kinds | 1u32.checked_shl(kind.into()).unwrap_or(0)),
        None => Err(entry.error(Mistake::UnknownKind(letter), "write letters of kinds of piece")),
    })
}

/// Returns the colours with these letters as a set that has one bit for each colour.
fn colours_of(spec: &Spec, entry: &OptionSpan, letters: &str) -> Result<u8, FenError> {
    letters.chars().try_fold(0, |colours, letter| match spec.colour_of_key(letter) {
        Some(colour) => Ok(colours | colour.bit()),
        None => Ok(colours | seat_of(spec, entry, &letter.to_string())?.bit()),
    })
}

fn squares_of(spec: &Spec, entry: &OptionSpan, names: &str) -> Result<Vec<Square>, FenError> {
    names.split(' ').map(|name| a_square(spec, entry, name)).collect()
}

fn write_restrict(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let letters = |kinds: u32| -> String {
        let held = spec.kinds.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
        held.map(|(_, kind)| kind.letter).collect()
    };
    let show = |(seat, restriction): &(Seat, Restriction)| {
        let of = match restriction {
            Restriction::Safe | Restriction::Again(Again::Any) => String::new(),
            Restriction::Lifts(square)
            | Restriction::Again(Again::Move(square) | Again::Capture(square)) => {
                format!(" {}", show_square(spec, *square))
            }
            Restriction::Kinds(kinds) | Restriction::Spares(kinds) => {
                format!(" {}", letters(*kinds))
            }
            Restriction::Colours(colours) => {
                let colours = spec.colours().filter(|colour| colours & colour.bit() != 0);
                format!(" {}", colours.map(|colour| spec.colour_key(colour)).collect::<String>())
            }
            Restriction::From(squares) | Restriction::To(squares) => {
                squares.iter().map(|square| format!(" {}", show_square(spec, *square))).collect()
            }
            Restriction::Captures(colours) => {
                let colours = seats(spec).filter(|seat| colours & seat.bit() != 0);
                format!(" {}", colours.map(|seat| key(spec, seat)).collect::<String>())
            }
        };
        format!("{} {}{of}", key(spec, *seat), restriction.word())
    };
    (!setup.restrictions.is_empty())
        .then(|| OptionValue::texts(setup.restrictions.iter().map(show)))
}

const PHASES: &[(&str, Phase)] = &[
    ("opening", Phase::Opening),
    ("turn", Phase::Turn),
    ("answered", Phase::Answered),
    ("skipped", Phase::Skipped),
    ("done", Phase::Done),
];

pub(super) const PHASE: OptionKey =
    OptionKey { name: "phase", read: read_phase, write: write_phase };

fn read_phase(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.phase = word(value, value.text()?, PHASES)?;
    Ok(())
}

/// Returns the default phase of the turn, for a position whose text does not state the phase. If
/// the rules have a hook for the opening of a turn, the default is `Phase::Opening`, so that this
/// hook will run. Without such a hook, `Phase::Opening` and `Phase::Turn` have the same effect.
pub(in crate::formats::fen) fn default_phase(spec: &Spec) -> Phase {
    let opens = spec.handlers.iter().any(|handler| handler.event == EventKind::Turn);
    if opens { Phase::Opening } else { Phase::Turn }
}

fn write_phase(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    (setup.phase != default_phase(spec)).then(|| OptionValue::Text(show_word(&setup.phase, PHASES)))
}

/// The words for the ways to protect royals. Positions, scripts and traces use these words.
pub const PROTECTIONS: &[(&str, Protect)] = &[
    ("none", Protect::None),
    ("safe", Protect::Safe),
    ("no_new_attacker", Protect::NoNewAttacker),
    ("safe_unless_already_in_check", Protect::SafeUnlessInCheck),
];

pub(super) const RELAXED: OptionKey =
    OptionKey { name: "relaxed", read: read_relaxed, write: write_relaxed };

fn read_relaxed(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.relaxed = Some(word(value, value.text()?, PROTECTIONS)?);
    Ok(())
}

fn write_relaxed(_: &Spec, setup: &Setup) -> Option<OptionValue> {
    setup.relaxed.map(|protect| OptionValue::Text(show_word(&protect, PROTECTIONS)))
}

pub(super) const REFUSED: OptionKey =
    OptionKey { name: "refused", read: read_refused, write: write_refused };

fn read_refused(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.refused = value
        .tuple()?
        .iter()
        .map(|played| move_options::read(spec, played))
        .collect::<Result<_, _>>()?;
    Ok(())
}

fn write_refused(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let moves = setup.refused.iter().map(|played| move_options::write(spec, played));
    (!setup.refused.is_empty()).then(|| OptionValue::texts(moves))
}

pub(super) const ANNOUNCED: OptionKey =
    OptionKey { name: "announced", read: read_announced, write: write_announced };

fn read_announced(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.announced = Some(move_options::read(spec, value)?);
    Ok(())
}

fn write_announced(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    setup.announced.map(|played| OptionValue::Text(move_options::write(spec, &played)))
}

pub(super) const OFFERS: OptionKey =
    OptionKey { name: "offers", read: read_offers, write: write_offers };

/// Reads the claims that each seat may make, such as `r claim`.
fn read_offers(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let text = entry.text()?;
        let (seat, word) = text.split_once(' ').unwrap_or((text, ""));
        setup.offers.push((seat_of(spec, entry, seat)?, word.to_owned()));
    }
    Ok(())
}

fn write_offers(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let show = |(seat, word): &(Seat, String)| format!("{} {word}", key(spec, *seat));
    (!setup.offers.is_empty()).then(|| OptionValue::texts(setup.offers.iter().map(show)))
}

pub(super) const PENDING: OptionKey =
    OptionKey { name: "pending", read: read_pending, write: write_pending };

/// Reads the open questions. Each is written `('r','question','about',('option',…))`. A secret
/// question also has `'secret'` at its end.
fn read_pending(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let (mut question, secret) = read_question(spec, entry)?;
        if let Some(secret) = secret {
            if secret.text()? != "secret" {
                return Err(secret.error(Mistake::InvalidQuestion, HOW_TO_ASK));
            }
            question.secret = true;
        }
        setup.pending.push(question);
    }
    Ok(())
}

fn write_pending(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let show = |question: &Question| {
        let secret = question.secret.then(|| OptionValue::Text("secret".to_owned()));
        write_question(spec, question, secret)
    };
    (!setup.pending.is_empty()).then(|| OptionValue::tuple(setup.pending.iter().map(show)))
}

pub(super) const SEALED: OptionKey =
    OptionKey { name: "sealed", read: read_sealed, write: write_sealed };

/// Reads the answered secret questions. Each is written
/// `('r','question','about',('option',…),'option')`, with the answer at its end.
fn read_sealed(spec: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    for entry in value.tuple()? {
        let (question, Some(answer)) = read_question(spec, entry)? else {
            return Err(entry.error(Mistake::InvalidQuestion, HOW_TO_SEAL));
        };
        let answered = answer.text()?;
        let Some(choice) = question.options.iter().position(|option| option == answered) else {
            return Err(answer.error(Mistake::InvalidQuestion, HOW_TO_SEAL));
        };
        let question = Question { secret: true, ..question };
        setup.sealed.push(SealedAnswer { question, choice: choice as u16 });
    }
    Ok(())
}

fn write_sealed(spec: &Spec, setup: &Setup) -> Option<OptionValue> {
    let show = |sealed: &SealedAnswer| {
        let option = sealed.question.options.get(usize::from(sealed.choice));
        write_question(spec, &sealed.question, option.cloned().map(OptionValue::Text))
    };
    (!setup.sealed.is_empty()).then(|| OptionValue::tuple(setup.sealed.iter().map(show)))
}

const HOW_TO_ASK: &str =
    "write ('r','name','',('option','option')), with 'secret' at the end if the answer is sealed";
const HOW_TO_SEAL: &str =
    "write ('r','name','',('option','option'),'option'), with the chosen option at the end";

/// Reads a question, and the value that follows its options.
fn read_question<'v>(
    spec: &Spec,
    entry: &'v OptionSpan,
) -> Result<(Question, Option<&'v OptionSpan>), FenError> {
    let ([seat, name, about, options, rest @ ..], 4..=5) = (entry.tuple()?, entry.tuple()?.len())
    else {
        return Err(entry.error(Mistake::InvalidQuestion, HOW_TO_ASK));
    };
    let options = options.tuple()?.iter().map(|option| Ok(option.text()?.to_owned()));
    let question = Question {
        seat: a_seat(spec, seat)?,
        name: name.text()?.to_owned(),
        options: options.collect::<Result<_, FenError>>()?,
        about: read_subject(spec, about)?,
        secret: false,
        of_move: false,
    };
    Ok((question, rest.first()))
}

/// Reads the subject of a question: a number, the letter of a seat, or a square. If the string is
/// empty, there is no subject.
fn read_subject(spec: &Spec, about: &OptionSpan) -> Result<Subject, FenError> {
    if let OptionValue::Number(_) = about.value {
        return about.number().map(Subject::Number);
    }
    match about.text()? {
        "" => Ok(Subject::Nothing),
        text if text.chars().nth(1).is_none() => seat_of(spec, about, text).map(Subject::Seat),
        text => a_square(spec, about, text).map(Subject::Square),
    }
}

fn write_subject(spec: &Spec, about: Subject) -> OptionValue {
    match about {
        Subject::Nothing => OptionValue::Text(String::new()),
        Subject::Number(n) => OptionValue::Number(n.into()),
        Subject::Seat(seat) => OptionValue::Text(key(spec, seat).to_string()),
        Subject::Square(square) => OptionValue::Text(show_square(spec, square)),
    }
}

fn write_question(spec: &Spec, question: &Question, last: Option<OptionValue>) -> OptionValue {
    let fields = [
        OptionValue::Text(key(spec, question.seat).to_string()),
        OptionValue::Text(question.name.clone()),
        write_subject(spec, question.about),
        OptionValue::texts(question.options.iter().cloned()),
    ];
    OptionValue::tuple(fields.into_iter().chain(last))
}

pub(super) const PLY: OptionKey = OptionKey { name: "ply", read: read_ply, write: write_ply };

fn read_ply(_: &Spec, setup: &mut Setup, value: &OptionSpan) -> Result<(), FenError> {
    setup.ply = value.number()?;
    Ok(())
}

fn write_ply(_: &Spec, setup: &Setup) -> Option<OptionValue> {
    (setup.ply != 0).then(|| OptionValue::Number(i64::from(setup.ply)))
}
