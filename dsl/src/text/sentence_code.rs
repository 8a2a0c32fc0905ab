//! The codes of all sentences, each with its English template.

use serde::{Deserialize, Serialize};

/// Creates [`SentenceCode`] from codes and templates.
macro_rules! sentence_codes {
    ($($code:ident = $template:expr;)*) => {
        /// The code of a [`Sentence`](super::Sentence). Codes are stable across versions. Each code
        /// has an English template. A placeholder in a template is `{name}` or `{name:form}`, as
        /// described at [`Argument`](super::Argument).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[non_exhaustive]
        pub enum SentenceCode {
            $(#[doc = concat!("`", $template, "`")] $code,)*
        }

        impl SentenceCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// Returns the English template.
            #[must_use]
            pub const fn template(self) -> &'static str {
                match self {
                    $(Self::$code => $template,)*
                }
            }
        }
    };
}

// A template has neither a capital letter at its start nor a full stop at its end.
sentence_codes! {
    // Plies.
    PlyMoves = "{who}: {piece} {from} to {to}";
    PlyPuts = "{who} puts {kind:a} on {square}";
    PlyPasses = "{who} passes";
    PlyRolls = "{who} rolls {faces}";
    PlyAnswers = "{who} answers {answer}";
    PlySays = "{who} says {word}";
    PlyPlays = "{who} plays {action}";
    PlyHidden = "{who} acts out of sight";
    PlySecret = "{who} answers in secret";
    PlyTakes = "{ply}, takes {pieces}";
    PlyBecomes = "{ply}, becomes {kind:a}";
    // Consequences of plies.
    ConsequenceFree = "{who} is free again";
    ConsequenceState = "{who} is {state}";
    ConsequenceOwnPieces = "{seat} moves its own pieces again";
    ConsequenceControl = "{seat} now moves {army}'s pieces";
    ConsequenceUncontrolled = "{army}'s pieces are uncontrolled";
    ConsequenceReplaced = "{before} becomes {after}";
    ConsequenceQuestion = "{seat} has to answer: {question}";
    ConsequenceRefused = "the move {from}-{to} is refused";
    ConsequenceOrder = "the order of turns is now {seats}";
    ByClauses = "{what} ({clauses:plain})";
    // Changes of plies.
    ChangeMove = "{piece:plain} {from}-{to}";
    ChangeMoveBecomes = "{piece:plain} {from}-{to}, now {other:plain}";
    ChangeCapture = "{piece:plain} is captured";
    ChangeRemove = "{piece:plain} is removed";
    ChangePlace = "{piece:plain} is placed on {square}";
    ChangeReplace = "{before:plain} becomes {after:plain}";
    ChangeFace = "{piece:plain} faces {facing}";
    ChangeMark = "{piece:plain} is marked [{marks:plain}]";
    ChangeSeatState = "{seat:plain} becomes {state:plain}";
    ChangeArmyState = "{army:plain}'s army becomes {state:plain}";
    ChangeControl = "controller of {army:plain}'s army: {before:plain} -> {after:plain}";
    ChangeCounter = "{counter:plain}: {before} -> {after}";
    ChangeSeatCounter = "{counter:plain} {seat:plain}: {before} -> {after}";
    ChangeMemory = "{memory:plain}: {after:plain}";
    ChangeSeatMemory = "{memory:plain} {seat:plain}: {after:plain}";
    ChangeHand = "hand of {seat:plain}, {kind:plain}: {before} -> {after}";
    ChangeCastlingRestored = "castling {from}-{to} of {seat:plain} is possible again";
    ChangeCastlingLost = "castling {from}-{to} of {seat:plain} is lost";
    ChangeEnPassant = "{army:plain} may be captured en passant on {square}";
    ChangeEnPassantEnded = "{army:plain} can't be captured en passant now";
    ChangeTurn = "{seat:plain} is to move";
    ChangeOrder = "order of turns: {seats:plain}";
    ChangeMayCapture = "{from:plain} may capture {to:plain}";
    ChangeMayNotCapture = "{from:plain} may not capture {to:plain}";
    ChangeCaptureByRuleset =
        "the ruleset decides again if {from:plain} may capture {to:plain}";
    ChangeMayCheck = "{from:plain} may check {to:plain}";
    ChangeMayNotCheck = "{from:plain} may not check {to:plain}";
    ChangeCheckByRuleset = "the ruleset decides again if {from:plain} may check {to:plain}";
    ChangeLastCheck = "last check to {army:plain} by {seat:plain}";
    ChangeNoLastCheck = "no last check to {army:plain}";
    ChangeLastMove = "last move by {seat:plain}";
    ChangeNoLastMove = "no last move";
    ChangeDice = "dice left: {faces:plain}";
    ChangeNoDice = "dice left: none";
    ChangeProtection = "protection of own royals: {protection:plain}";
    ChangeDefaultProtection = "protection of own royals: default";
    ChangeRestricted = "next move of {seat:plain} is restricted: {restriction:plain}";
    ChangeUnrestricted =
        "next move of {seat:plain} is free of a restriction: {restriction:plain}";
    ChangeAnnounced = "announced {from}-{to}";
    ChangeNotAnnounced = "no announced move";
    ChangeRefused = "refused {from}-{to}";
    ChangeMaySay = "{seat:plain} may say {word:plain}";
    ChangeMayNotSay = "{seat:plain} may not say {word:plain}";
    ChangeQuestion = "question to {seat:plain}, {question:plain}: {options:plain}";
    ChangeAnswered = "{seat:plain} has answered {question:plain}";
    ChangeResult = "{seat:plain}: {result:plain}";
    ChangeNoResult = "{seat:plain}: no result yet";
    ChangeFinished = "the game is over by {ending:plain}: {results:plain}";
    ResultOfSeat = "{seat:plain} {result:plain}";
    ChangeOther = "another change";
}

impl SentenceCode {
    /// Returns `true` if `names` are exactly the names of the template's placeholders.
    #[must_use]
    pub const fn takes(self, names: &[&str]) -> bool {
        let template = self.template().as_bytes();
        let mut found = 0_u64;
        let mut at = 0;
        while at < template.len() {
            if template[at] == b'{' {
                let mut number = 0;
                while number < names.len() && !starts_with(template, at + 1, names[number]) {
                    number += 1;
                }
                if number == names.len() {
                    return false;
                }
                found |= 1 << number;
            }
            at += 1;
        }
        found.count_ones() as usize == names.len()
    }
}

/// Returns `true` if the placeholder whose name starts at byte `at` of a template has this name.
const fn starts_with(template: &[u8], at: usize, name: &str) -> bool {
    let name = name.as_bytes();
    let mut length = 0;
    while length < name.len() {
        if at + length >= template.len() || template[at + length] != name[length] {
            return false;
        }
        length += 1;
    }
    at + length < template.len() && matches!(template[at + length], b'}' | b':')
}
