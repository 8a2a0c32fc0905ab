//! The state that all connections share: rulesets, tables, threads and counts.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use quadrille_service::protocol::MAX_SERVER_MESSAGE_BYTES;
use quadrille_service::{Rulesets, Service, ServiceLimits};

use crate::doors::Doors;
use crate::draft_process::DraftStarter;
use crate::game_pages::GamePages;
use crate::guard::Names;
use crate::log::Log;
use crate::page::{Asset, Page};
use crate::pool::Pool;
use crate::tables::Hall;
use crate::turns::ConnectionId;

/// The limits of a server for its clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerLimits {
    /// The maximum number of WebSockets from one network address. The local machine is exempt. The
    /// default is enough for the three sockets of each page in a class of 40.
    pub per_address: usize,
    /// The maximum number of WebSockets in total.
    pub all_sockets: usize,
    /// The number of messages per second from one connection.
    pub each_second: u32,
    /// The number of messages that one connection may send at once.
    pub burst: u32,
    /// The maximum number of plies of all private games together. Most rulesets need less than 9 KB
    /// a ply.
    pub plies: usize,
    /// The maximum number of stored tables that were opened from one network address. The local
    /// machine is exempt.
    pub stored_tables: usize,
    /// The number of days after which an unused table is deleted from the store.
    pub table_days: u32,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            per_address: 120,
            all_sockets: 4096,
            each_second: 20,
            burst: 100,
            plies: 200_000,
            stored_tables: 1000,
            table_days: 180,
        }
    }
}

/// The path of the list of rulesets, which the page reads before it is connected to a service. A
/// static host has a file with this name beside the page. This server generates the file from its
/// library.
pub(crate) const TIMELINE_PATH: &str = "/timeline.json";
/// The maximum number of private games of a connection.
const MAX_PRIVATE_GAMES: usize = 32;
/// The maximum number of plies of a connection's private games together.
const MAX_PRIVATE_PLIES: usize = 50_000;

/// The state that all connections share.
pub(crate) struct ServerState {
    pub page: Page,
    pub names: Names,
    /// The proxies whose headers name the clients.
    pub proxies: Vec<IpAddr>,
    pub hall: Arc<Hall>,
    pub rulesets: Arc<Rulesets>,
    /// The rulesets by year, once a client has requested them.
    pub timeline: OnceLock<Asset>,
    /// The pages of the rulesets.
    pub game_pages: GamePages,
    pub limits: ServerLimits,
    /// The pool for quick answers.
    pub answering: Pool,
    /// The pool for answers that involve long texts, or rules from a page's files.
    pub slow: Pool,
    /// The pool for checks of files, games in bulk, and advice.
    pub working: Pool,
    /// The number of plies of all private games.
    pub plies: AtomicUsize,
    pub connections: AtomicU64,
    pub doors: Arc<Doors>,
    /// Starts the processes for the drafts of connections. `None` if this process handles them.
    pub drafts: Option<DraftStarter>,
    /// The address for other machines of the network, if it is known.
    pub address: Option<String>,
    pub log: Log,
}

impl ServerState {
    /// Creates the private service of a connection.
    pub fn service(&self) -> Service {
        let limits = ServiceLimits {
            message: MAX_SERVER_MESSAGE_BYTES,
            games: MAX_PRIVATE_GAMES,
            plies: MAX_PRIVATE_PLIES,
        };
        Service::new(Arc::clone(&self.rulesets), limits)
    }

    /// Returns the rulesets by year, as a file of the page.
    pub fn timeline(&self) -> &Asset {
        self.timeline.get_or_init(|| {
            let cards = serde_json::to_vec(self.rulesets.cards()).unwrap_or_default();
            Asset::new(TIMELINE_PATH, cards.into())
        })
    }

    /// Returns a number for a new connection.
    pub fn connection(&self) -> ConnectionId {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }
}
