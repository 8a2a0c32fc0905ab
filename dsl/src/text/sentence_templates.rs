//! The codes of all sentences, each with its English template.

use quadrille_core::Ending;
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
            $(#[expect(missing_docs, reason = "the template shows the meaning")] $code,)*
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
    PlyShuffles = "the pieces are shuffled: {order}";
    PlyAnswers = "{who} answers {answer}";
    PlyChooses = "{who} chooses {option} for {question}";
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
    ConsequenceRefused = "the move {from}–{to} is refused";
    ConsequenceOrder = "the order of turns is now {seats}";
    // Clauses.
    ByClause = "{what} (clause {clause:plain})";
    ByClauses = "{what} ({clauses:plain})";
    // Changes of plies.
    ChangeMove = "{piece:plain} {from}–{to}";
    ChangeMoveBecomes = "{piece:plain} {from}–{to}, now {other:plain}";
    ChangeCapture = "{piece:plain} is captured";
    ChangeRemove = "{piece:plain} is removed";
    ChangePlace = "{piece:plain} is placed on {square}";
    ChangeReplace = "{before:plain} becomes {after:plain}";
    ChangeFace = "{piece:plain} faces {facing}";
    ChangeMark = "{piece:plain} is marked [{marks:plain}]";
    ChangeSeatState = "{seat:plain} becomes {state:plain}";
    ChangeArmyState = "{army:plain}'s army becomes {state:plain}";
    ChangeControl = "controller of {army:plain}'s army: {before:plain} → {after:plain}";
    ChangeCounter = "{counter:plain}: {before} → {after}";
    ChangeSeatCounter = "{counter:plain} {seat:plain}: {before} → {after}";
    ChangeMemory = "{memory:plain}: {after:plain}";
    ChangeSeatMemory = "{memory:plain} {seat:plain}: {after:plain}";
    ChangeHand = "hand of {seat:plain}, {kind:plain}: {before} → {after}";
    ChangeCastlingRestored = "castling {from}–{to} of {seat:plain} is possible again";
    ChangeCastlingLost = "castling {from}–{to} of {seat:plain} is lost";
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
    ChangeAnnounced = "announced {from}–{to}";
    ChangeNotAnnounced = "no announced move";
    ChangeRefused = "refused {from}–{to}";
    ChangeMaySay = "{seat:plain} may say {word:plain}";
    ChangeMayNotSay = "{seat:plain} may not say {word:plain}";
    ChangeQuestion = "question to {seat:plain}, {question:plain}: {options:plain}";
    ChangeAnswered = "{seat:plain} has answered {question:plain}";
    ChangeResult = "{seat:plain}: {result:plain}";
    ChangeNoResult = "{seat:plain}: no result yet";
    ChangeFinished = "the game is over by {ending:plain}: {results:plain}";
    ResultOfSeat = "{seat:plain} {result:plain}";
    ChangeOther = "another change";
    // Outcomes of games.
    OutcomeDraw = "drawn";
    OutcomeWin = "{seat} wins";
    OutcomeWins = "{seats} win";
    OutcomePoints = "{outcome} ({points:plain})";
    PointsOfSeat = "{seat:plain} {points:plain}";
    OutcomeEnding = "{outcome}: {ending}";
    OutcomeEndingName = "{outcome} by {ending:plain}";
    OutcomeClause = "{outcome} by {clause:plain}: {text}";
    EndingRule = Ending::Rule(None).meaning();
    EndingRepetition = Ending::Repetition.meaning();
    EndingNoProgress = Ending::NoProgress.meaning();
    EndingInsufficientForce = Ending::InsufficientForce.meaning();
    EndingStuck = Ending::Stuck.meaning();
    EndingLeft = Ending::Left.meaning();
    EndingAgreed = Ending::Agreed.meaning();
    EndingPlyLimit = Ending::PlyLimit.meaning();
    // Reasons why an action is not legal.
    IllegalGameOver = "the game is over";
    IllegalQuestionPending = "{seat} has to answer `{question:plain}` first";
    IllegalNoQuestion = "there is no question to answer";
    IllegalAnswer = "the possible answers are {options}";
    IllegalMustRoll = "{seat} has to roll first";
    IllegalNoRoll = "there is nothing to roll now";
    IllegalNoSuchRoll = "the dice can't show that";
    IllegalMustShuffle = "the pieces have to be shuffled first";
    IllegalNoSuchShuffle = "the pieces can't be shuffled like that";
    IllegalOutOfTurn = "it is {turn}'s turn, not {seat}'s";
    IllegalNoTurns = "{seat} has no more turns: it is {state}";
    IllegalNoSuchSquare = "the board has no such square";
    IllegalNoPiece = "there is no piece on {square}";
    IllegalNotYours = "{piece} is {owner}'s to move, but it is {turn}'s turn";
    IllegalUncontrolled = "no player may move {piece}";
    IllegalCannotMove = "{piece} can't move: {army}'s army is {state}";
    IllegalMustPlayAnnounced = "the announced move {from}–{to} has to be played";
    IllegalMustDrop = "pieces in hand have to be dropped first";
    IllegalBlocked = "{piece} can't get to {to}: {by:or} is in the way";
    IllegalBlockedByAll = "{piece} can't get to {to}: {by} are in the way";
    IllegalWall = "{piece} can't get to {to}: the wall {wall} is in the way";
    IllegalWalls = "{piece} can't get to {to}: the walls {walls} are in the way";
    IllegalOnlyCaptures = "{piece} can go to {to} only to capture, and there is nothing there";
    IllegalNotHowItMoves = "{piece} does not move to {to}; it reaches {targets}";
    IllegalNoMoves = "{piece} does not move to {to}; it has no moves here";
    IllegalMayNotEnter = "{piece} may not enter {square}";
    IllegalCapture = "{piece} can't be captured by this side";
    IllegalCaptureOwn = "{piece} can't be captured: it belongs to the same side";
    IllegalCaptureNeutral = "{piece} can't be captured: it belongs to no player";
    IllegalCapturePartner = "{piece} can't be captured: it is a partner's";
    IllegalCaptureKind = "{piece} can't be captured by a piece of this kind";
    IllegalCaptureRoyal = "{piece} is royal and can't be captured";
    IllegalCaptureState = "{piece} can't be captured: its army is {state}";
    IllegalCaptureCaptor =
        "{piece} can't be captured: an army that is {state} captures nothing";
    IllegalPinned = "{piece} is pinned to {royal} by {by}";
    IllegalCheckNotAnswered = "{royal} is in check by {by}, and would stay in check";
    IllegalIntoCheck = "{royal} would be in check by {by}";
    IllegalExposesRoyal = "{royal} would be exposed to check by {by}";
    IllegalExposesPartner = "{royal}, a partner's, would be in check by {by}";
    IllegalGivesCheck = "the move may not give check to {royal}";
    IllegalLosesRoyal = "{royal} would be lost by the move";
    IllegalMustCapture = "the move must be a capture: {pieces:or} can capture";
    IllegalMustCaptureMostPieces =
        "the move must capture as many pieces as possible: {pieces:or} can capture";
    IllegalMustCaptureMostValue =
        "the move must capture the highest possible value: {pieces:or} can capture";
    IllegalRepeats = "the position may not be repeated";
    IllegalDice = "no {kind} may move by the dice left: {faces}";
    IllegalMustLiftCheck = "the move must lift the check of {royal}";
    IllegalTurnContinues = "the turn continues";
    IllegalMustMoveAgain = "{piece} has to move again";
    IllegalMustCaptureAgain = "{piece} has to capture again";
    IllegalOnlyKinds = "only {kinds:a} may move";
    IllegalOnlyColours = "only pieces of {seats:or} may move";
    IllegalOnlyFrom = "only a piece on {squares:or} may move";
    IllegalOnlyTo = "the move must end on {squares:or}";
    IllegalOnlyCapturesOf = "only pieces of {seats:or} may be captured";
    IllegalSparesKinds = "no {kinds:or} may be captured";
    IllegalMustBeSafe = "the move must leave the seat's own royals safe";
    IllegalForbidden = "a rule forbids it";
    IllegalForbiddenByHook = "`{hook:plain}` forbids it";
    IllegalForbiddenByClause = "`{hook:plain}` forbids it, clause {clause:plain}";
    IllegalPromotion = "the piece promotes on {square}: write {choices:or} after the move";
    IllegalPromotionOptional = "on {square} write nothing or {choices:or} after the move";
    IllegalNothingToPromoteTo = "there is nothing left to promote to on {square}";
    IllegalNoPromotion = "there is no promotion on {square}";
    IllegalCastling = "castling is not possible";
    IllegalCastlingRightLost = "castling is no longer possible: king or rook has moved";
    IllegalCastlingNotAtHome = "castling needs king and rook on their first squares";
    IllegalCastlingBlocked = "castling is blocked by {by}";
    IllegalCastlingWalled = "castling is not possible while a wall is in the way";
    IllegalCastlingAttacked = "castling is not possible while {square} is attacked by {by}";
    IllegalDropNotInHand = "there is no {kind} in hand";
    IllegalDropZone = "{kind:a} may not be dropped on {square}";
    IllegalDropLine = "the line of {square} already has the maximum number of this kind";
    IllegalDropMates = "a dropped {kind} may not give mate";
    IllegalDropOccupied = "{square} is occupied";
    IllegalAnnouncement = "these rules do not let the seat announce moves";
    IllegalAnnouncementLegal = "the move is legal and needs no announcement";
    IllegalAnnouncementRefused = "the announced move was refused this turn";
    IllegalNoPass = "no rule offers a pass here";
    IllegalNoSuchOffer = "there is no such offer to take up";
    IllegalOther = "the move is not legal";
    IllegalHidden = "the answer depends on squares that are out of sight";
    // Reasons why a text is not an action.
    ActionMalformed = "`{action}` is not a move";
    ActionUnknownSquare = "`{square}` is not a square of this board";
    ActionUnknownKind = "`{letter}` is not a kind of piece";
    ActionNumberTooLarge = "`{number}` is too large";
    ActionAmbiguous = "`{action}` can mean several moves";
    ActionUnlisted = "`{action}` is not legal here";
    // Errors of games.
    GameIllegal = "`{action}` is not legal: {reason}";
    GameNoSeat = "there is no seat `{seat:plain}`";
    GameNoGame = "the record has no game";
    GameBadJson = "the game's JSON is invalid: {error}";
    GameStart = "the game's `start`: {error}";
    GameReplay = "move {ply} of the game: {error}";
    GameTooLarge = "the text has {length} bytes; it may have at most {most}";
    GamePosition = "no game can start from the position: {error}";
    GameVersion =
        "the game has version {version} of the format; this program reads version {expected}";
    GameOtherRules = "the game was played by `{played}`, but these rules are `{rules}`";
    GameNoPly = "there is no position after ply {ply}: the game has {plies} plies";
    GameTooManyPlies = "a game may have at most {most} plies";
    GameNoSuggestion = "the agent suggests no move";
    GameUnplayableLesson = "the lesson can't be played: {reason}";
    GamePuzzleOver = "there is nothing to solve in this position";
    GameUndecided = "the search reached its limit without a result";
    // Refusals.
    RefusalNoGame = "there is no game `{game}`";
    RefusalNoComparison = "there is no comparison `{comparison}`";
    RefusalNoPuzzle = "there is no puzzle {number}; `{ruleset}` has {puzzles}";
    RefusalNoLesson = "there is no lesson {number}; the ruleset has {lessons}";
    RefusalNoKind = "there is no piece `{kind:plain}`";
    RefusalNoArmy = "there is no army `{army:plain}`";
    RefusalNoSquare = "there is no square `{square}`";
    RefusalPieceNotShown = "the board has no such piece";
    RefusalNoFacing = "`{facing}` is not a direction in which a piece can face";
    RefusalNotText = "`{file}` is not a text file";
    RefusalNoWeights = "the weights of `{ruleset}` are missing";
    RefusalNotPuzzle = "the game is not a puzzle";
    RefusalStale = "the game is at ply {ply}, not {expected}";
    RefusalHidden = "the game hides pieces from players; export it when it is over";
    RefusalMessageSize = "the message has {bytes} bytes; the maximum is {most}";
    RefusalFilesSize = "the files have {bytes} bytes; the maximum is {most}";
    RefusalGamesPerMessage = "a message may request at most {most} games";
    RefusalGameTooLong = "the game takes too long to play";
    RefusalComparedRulesets = "a comparison needs 2 to {most} rulesets";
    RefusalComparedGames =
        "a comparison on this page may have at most {most} games on each side";
    RefusalSameRules = "both sides have the same rules";
    RefusalNoTables =
        "this page has no tables; to play together, start a server with `quadrille serve`";
    RefusalBadRuleset = "the ruleset can't be loaded";
    // Refusals of a server.
    ServerTooManyGames = "the server has too many games; try again later";
    ServerTooManyRequests =
        "{most} long requests are already open; wait for one of them";
    ServerFailed = "the server could not complete the request";
    ServerTooManyDrafts = "the server has too many drafts; try again later";
    ServerDraftFailed =
        "the draft needs too much time or memory; simplify it, and load it again";
    ServerNoRandomNumbers = "the system provides no random numbers: {error}";
    ServerNotStored =
        "the change was not made, because it could not be stored: {error}";
    TableClock =
        "a clock needs 1 to {most} seconds, and an increment of at most {added} seconds";
    TableAllInUse = "all {tables} tables are in use; try again later";
    TableQuota =
        "your network has opened {tables} tables, which is the maximum; unused tables are deleted";
    TableAgentLimit =
        "`{agent}` takes too long for a table; choose at most {nodes} nodes, or depth {depth}";
    TableNoToken = "there is no such table, or no seat with this token";
    TableNotPossible = "this request is not possible at a table";
    TableSpectator = "you are a spectator; open the link of a seat to play";
    TableNotYourTurn = "{seat:plain} is to act, and you do not play {seat:plain}";
    TableServerKeepsTime = "the server keeps the time";
    TableAgentRefusesDraw = "an agent plays {seat:plain}, and agents never accept a draw";
    TableOnlyHostAssigns = "only the host can assign seats";
    TableSeatsTaken = "all seats of this table are taken; watch the game instead";
    TableSeatTaken = "{seat} is taken; choose another seat";
    TableRematchOfSpectator = "only players can ask for a rematch; you are a spectator";
    TableRematchTooEarly = "the game is not over; ask for a rematch after its end";
    TableNoRoll = "there is no roll";
    TableSeatGiven = "the host has given {seat:plain} to another player";
    ClassNoCode = "there is no class with this code; check the code";
    ClassWrongCodes =
        "too many wrong codes came from your network; try again in a minute";
    ClassFull = "all seats of this class are taken; watch a game instead";
    ClassTables = "a class has 1 to {most} tables";
    ClassOpenSeat = "in a class, at least one seat is open, and no seat is yours";
    ClassOnlyHost = "only the teacher who opened the class can change it";
    ServerEnded = "the server has ended";
    // Conclusions of comparisons.
    CompareConclusion = "{answer}: {figures}";
    CompareLonger = "games are longer in {side}";
    CompareShorter = "games are shorter in {side}";
    CompareMoreWinners = "more games have a winner in {side}";
    CompareFewerWinners = "fewer games have a winner in {side}";
    CompareMore = "more {metric} in {side}";
    CompareFewer = "fewer {metric} in {side}";
    CompareHigher = "{metric:plain} is higher in {side}";
    CompareLower = "{metric:plain} is lower in {side}";
    CompareOpposite =
        "{side} changes {metric:plain} in opposite directions for different agents";
    CompareSomeAgents = "{side} changes {metric:plain} for some agents only";
    CompareEquivalent =
        "{side} changes {metric:plain} by less than the margin of {margin}, if at all";
    CompareOpen = "the games do not show yet if {first} and {side} differ in {metric:plain}";
    CompareRandomPlay = "in random play";
    CompareAgents = "with {agents} agents";
    CompareNoBlock = "{play}, no block has a value on both sides";
    CompareFigures = "{other} instead of {first} {play} ({interval})";
    CompareFiguresEquivalent = "{figures}, equivalent";
    CompareFiguresInconclusive = "{figures}, inconclusive";
    CompareAlso = "{figures}; {others}";
    CompareInterval = "{level} % interval: {low} to {high}";
    CompareIntervalMisses =
        "{interval}; this interval misses the difference of the means";
    CompareIntervalBlocks =
        "{interval}; {blocks} of {all} blocks have a value on both sides";
    CompareFewBlocks =
        "few changes can be shown in fewer than {blocks} blocks: play more games";
    CompareRandomPlayOnly = "random play alone says little about real players";
    CompareOneLineUp = "other agents were not tried";
    // A text that has only one language.
    Text = "{text}";
    // Seats, pieces and boards.
    SeatState = "{state:plain}";
    SeatPiecesMovedBy = "pieces are moved by {seat:plain}";
    SeatPiecesUncontrolled = "pieces are uncontrolled";
    PieceCounter = "{counter:plain} {value}";
    PieceMark = "{mark:plain}";
    BoardSidesJoined = "each side of the board is joined to the opposite one";
    BoardLeftJoined = "the left side of the board is joined to the right one";
    BoardTopJoined = "the top of the board is joined to the bottom";
    BoardOneWay = "crossed one way only: {ways:plain}";
    BoardFogOfSeats = "players see only what their pieces reach";
    BoardFogOfTeams = "players see only what their side's pieces reach";
    BoardKindsOfSeats = "only its player knows the kind of a piece";
    BoardKindsOfTeams = "only its side knows the kind of a piece";
    BoardKindsOfNobody = "some pieces have kinds that no player knows";
    BoardPortal = "what enters {from} comes out of {to}, and the other way round";
    BoardPortals = "what enters comes out elsewhere: {ways:plain}";
    BoardPortalWay = "into {from} out of {to}";
    ZoneOfEachSeat = "each seat's {zone}";
    ZoneOfSeats = "{zone} of {seats}";
    Zone = "{zone}";
    // Puzzles.
    TaskWin = "{side} to move: win in {plies}";
    TaskMate = "{side} to move: mate {seat} in {plies}";
    TaskSaveOnce = "{side} to move: save {seat}";
    TaskSave = "{side} to move: save {seat} for {plies} turns";
    TaskThaw = "{side} to move: free the frozen army of {seat} in {plies}";
    AttemptSolved = "solved";
    AttemptRightOneTurn = "correct. 1 more turn to go";
    AttemptRight = "correct. {turns} more turns to go";
    AttemptRefuted = "{answers:plain}, and {failure}";
    AttemptAnswer = "{seat} answers {action}";
    AttemptNotWon = "the game is not won in time";
    AttemptNotMated = "{seat} is not mated in time";
    AttemptNotSaved = "{seat} is lost";
    AttemptNotThawed = "{seat} stays frozen";
    PuzzleOrigin =
        "after ply {ply} of game {game} between agents ({agents}) with seed {seed}";
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
