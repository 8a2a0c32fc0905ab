//! Limits the number of connections, and of processes, in total and from each network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// The numbers of open connections by [`network`](crate::turns::network).
#[derive(Default)]
pub(crate) struct Doors {
    inside: Mutex<HashMap<Option<IpAddr>, usize>>,
}

/// An open connection. Dropping it makes room for another.
pub(crate) struct Admission {
    doors: Arc<Doors>,
    address: Option<IpAddr>,
}

impl Doors {
    /// Returns the number of open connections.
    pub fn count(&self) -> usize {
        lock(&self.inside).values().sum()
    }

    /// Admits one more connection from a network, if there is room. `None` stands for this machine
    /// and for proxies, which have no separate limit.
    pub fn enter(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        per_address: usize,
        total: usize,
    ) -> Option<Admission> {
        let mut inside = lock(&self.inside);
        let all: usize = inside.values().sum();
        let own = inside.get(&address).copied().unwrap_or_default();
        let most = if address.is_none() { usize::MAX } else { per_address };
        if all >= total || own >= most {
            return None;
        }
        inside.insert(address, own + 1);
        Some(Admission { doors: Arc::clone(self), address })
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut inside = lock(&self.doors.inside);
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
        let far = Some(IpAddr::from([192, 0, 2, 1]));
        let first = doors.enter(far, 2, 5).expect("there is room");
        let _second = doors.enter(far, 2, 5).expect("there is room");
        assert!(doors.enter(far, 2, 5).is_none());
        drop(first);
        let _third = doors.enter(far, 2, 5).expect("one has gone");
        let _own: Vec<Admission> =
            (0..3).map(|_| doors.enter(None, 2, 5).expect("our own machine")).collect();
        assert!(doors.enter(None, 2, 5).is_none(), "five in total");
    }
}
