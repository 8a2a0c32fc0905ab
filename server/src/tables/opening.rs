//! Opens a table that is not stored yet.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quadrille_dsl::sentence;
use quadrille_dsl::text::Argument;
use quadrille_service::protocol::{
    Answer, ClockPlan, GameFormat, Refusal, RefusalCode, RulesKey, SeatPlan, Start,
};
use quadrille_service::{HeldGame, Rulesets};
use serde::{Deserialize, Serialize};

use super::table::{Table, no_chance, planned, tidy};
use crate::secret::{self, TokenHash, hash};
use crate::store::StoredTable;
use crate::turns::ConnectionId;

/// The plan of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TablePlan {
    /// The number of the request.
    pub id: u64,
    /// The connection that opens the table. This connection becomes the host.
    pub connection: ConnectionId,
    /// The name of the table.
    pub table: String,
    /// The hash of the network from which the table is opened. `None` if the quota does not apply.
    pub owner: Option<TokenHash>,
    pub rules: RulesKey,
    pub from: Start,
    pub seats: BTreeMap<String, SeatPlan>,
    pub clock: Option<ClockPlan>,
    /// The name of the player.
    pub name: Option<String>,
}

/// Creates a table that its host has joined. When `stop` is set, loading its rules soon ends.
///
/// # Errors
/// Returns a [`Refusal`] if the rules can't be loaded, or the plan does not fit them.
pub(super) fn open(
    rulesets: &Rulesets,
    plan: TablePlan,
    stop: &AtomicBool,
) -> Result<(Table, StoredTable, Answer), Refusal> {
    let TablePlan { connection, table, owner, rules, from, seats, clock, name, .. } = plan;
    let host = secret::token().map_err(no_chance)?;
    let invitation = secret::token().map_err(no_chance)?;
    let game = HeldGame::begin(rulesets, table.clone(), rules, &from, stop)?;
    let session = game.session();
    let names: Vec<&String> =
        session.ruleset().spec().seats.iter().map(|seat| &seat.name).collect();
    if let Some(unknown) = seats.keys().find(|seat| !names.contains(seat)) {
        let sentence = sentence!(GameNoSeat, seat = Argument::seat(unknown));
        return Err(Refusal::new(RefusalCode::Unknown, sentence));
    }
    let (mut stored, mut tokens, mut mine) = (Vec::new(), Vec::new(), Vec::new());
    for seat in names {
        let plan = seats.get(seat).cloned().unwrap_or_default();
        let (mut row, token) = planned(seat, &plan)?;
        if plan == SeatPlan::Mine {
            row.called = name.as_deref().and_then(tidy);
            mine.push(seat.clone());
        }
        stored.push(row);
        tokens.extend(token.map(|token| (seat.clone(), token)));
    }
    let start = match (&from, game.export(GameFormat::Json)?) {
        (Start::Start, _) => None,
        (_, Answer::Text { text }) => Some(text),
        _ => None,
    };
    let stored = StoredTable {
        name: table,
        rules: game.rules().clone(),
        start,
        clock,
        host: hash(&host),
        owner,
        invitation: Some(hash(&invitation)),
        seats: stored,
        actions: Vec::new(),
    };
    let mut opened = Table::new(game, &stored)?;
    opened.go_on();
    opened.welcome(connection, mine, true);
    let table = Box::new(opened.view(connection)?);
    let tokens = tokens.into_iter().collect();
    let answer = Answer::Hosted { table, tokens, host, invitation };
    Ok((opened, stored, answer))
}
