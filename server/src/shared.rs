//! What all connections share: rulesets, tables, threads, and what is counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quadrille_service::{Rulesets, Service, ServiceLimits};

use crate::guard::{Names, only_here};
use crate::page::{Asset, Page};
use crate::pool::Pool;
use crate::tables::{ConnectionId, Hall};

/// What a server allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerLimits {
    /// WebSockets of one address of the network. This machine itself may have as many as there can be.
    pub sockets: usize,
    /// WebSockets in all.
    pub all_sockets: usize,
    /// Messages of a connection in a second.
    pub each_second: u32,
    /// Messages of a connection at once.
    pub burst: u32,
    /// Plies of all private games.
    pub plies: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self { sockets: 8, all_sockets: 4096, each_second: 20, burst: 100, plies: 500_000 }
    }
}

/// The maximum length of a request in bytes.
pub(crate) const MAX_REQUEST_BYTES: usize = 2 * 1024 * 1024;
/// Where the page finds the list of rulesets before it has spoken to a service. A page on a static host has
/// a file of that name beside it; here it is what this server's library holds.
pub(crate) const TIMELINE_PATH: &str = "/timeline.json";
/// The maximum number of private games of a connection.
const MAX_PRIVATE_GAMES: usize = 32;
/// The maximum number of plies of these games together.
const MAX_PRIVATE_PLIES: usize = 50_000;

/// What all connections share.
pub(crate) struct ServerState {
    pub page: Page,
    pub names: Names,
    pub hall: Arc<Hall>,
    pub rulesets: Arc<Rulesets>,
    /// The rulesets by year, once somebody has asked for them.
    pub timeline: OnceLock<Asset>,
    pub limits: ServerLimits,
    /// Answers what takes no time.
    pub answering: Pool,
    /// The same for rules in a page's own files, and for long texts.
    pub slow: Pool,
    /// Checks files, plays in bulk, and gives advice.
    pub working: Pool,
    /// The plies of all private games.
    pub plies: AtomicUsize,
    pub connections: AtomicU64,
    pub doors: Arc<Doors>,
    /// Where others on the network find the server, if that is known.
    pub address: Option<String>,
}

impl ServerState {
    /// A service for a connection.
    pub fn service(&self) -> Service {
        let limits = ServiceLimits {
            message: MAX_REQUEST_BYTES,
            games: MAX_PRIVATE_GAMES,
            plies: MAX_PRIVATE_PLIES,
        };
        Service::new(Arc::clone(&self.rulesets), limits)
    }

    /// The rulesets by year, as a file of the page.
    pub fn timeline(&self) -> &Asset {
        self.timeline.get_or_init(|| {
            let cards = serde_json::to_vec(self.rulesets.cards()).unwrap_or_default();
            Asset::new(TIMELINE_PATH, cards.into())
        })
    }

    /// The number of another connection.
    pub fn connection(&self) -> ConnectionId {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Where others find the server, if the name under which it was found leads only here.
    pub fn elsewhere(&self, host: &str) -> Option<String> {
        self.address.clone().filter(|_| only_here(host))
    }
}

/// Counts who is in.
#[derive(Default)]
pub(crate) struct Doors {
    inside: Mutex<HashMap<IpAddr, usize>>,
}

/// One who is in, until it is dropped.
pub(crate) struct Admission {
    doors: Arc<Doors>,
    address: IpAddr,
}

impl Doors {
    /// Lets one more in from an address, if there is room.
    pub fn enter(self: &Arc<Self>, address: IpAddr, limits: &ServerLimits) -> Option<Admission> {
        let address = address.to_canonical();
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = inside.values().sum();
        let own = inside.get(&address).copied().unwrap_or_default();
        let most = if address.is_loopback() { usize::MAX } else { limits.sockets };
        if all >= limits.all_sockets || own >= most {
            return None;
        }
        inside.insert(address, own + 1);
        Some(Admission { doors: Arc::clone(self), address })
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut inside = self.doors.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = inside.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_come_in_from_an_address_and_more_once_some_have_gone() {
        let doors = Arc::new(Doors::default());
        let limits = ServerLimits { sockets: 2, all_sockets: 5, ..ServerLimits::default() };
        let far: IpAddr = "192.0.2.1".parse().unwrap();
        let mapped: IpAddr = "::ffff:192.0.2.1".parse().unwrap();
        let here: IpAddr = "127.0.0.1".parse().unwrap();
        let first = doors.enter(far, &limits).expect("there is room");
        let _second = doors.enter(mapped, &limits).expect("there is room");
        assert!(doors.enter(far, &limits).is_none());
        drop(first);
        let _third = doors.enter(far, &limits).expect("one has gone");
        let _own: Vec<Admission> =
            (0..3).map(|_| doors.enter(here, &limits).expect("our own machine")).collect();
        assert!(doors.enter(here, &limits).is_none(), "five in all");
    }
}
