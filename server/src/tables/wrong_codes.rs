//! Limits the number of wrong codes of classes from each network, so that codes can't be guessed.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use crate::lock::lock;
use crate::rate::Rate;

/// The number of wrong codes that a network may send at once.
const WRONG_CODES_BURST: u32 = 30;
/// The time in seconds after which a network may send a further wrong code.
const WRONG_CODE_SECONDS: u32 = 10;
/// The maximum number of networks that are counted. If there are more, counting starts again.
const MAX_NETWORKS: usize = 10_000;

/// The wrong codes by [`network`](crate::turns::network). This machine has no limit.
#[derive(Default)]
pub(super) struct WrongCodes {
    rates: Mutex<HashMap<IpAddr, Rate>>,
}

impl WrongCodes {
    /// Returns `true` if a network has sent too many wrong codes.
    pub fn are_too_many(&self, address: Option<IpAddr>, now: Instant) -> bool {
        let Some(address) = address else { return false };
        let mut rates = lock(&self.rates);
        rates.get_mut(&address).is_some_and(|rate| !rate.take(0.0, now).is_zero())
    }

    /// Counts a wrong code.
    pub fn count(&self, address: Option<IpAddr>, now: Instant) {
        let Some(address) = address else { return };
        let mut rates = lock(&self.rates);
        if rates.len() >= MAX_NETWORKS {
            rates.clear();
        }
        let burst = (WRONG_CODES_BURST - 1) * WRONG_CODE_SECONDS;
        let rate = rates.entry(address).or_insert_with(|| Rate::new(1, burst, now));
        rate.take(WRONG_CODE_SECONDS.into(), now);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_network_may_send_some_wrong_codes_at_once_and_then_has_to_wait() {
        let (codes, start) = (WrongCodes::default(), Instant::now());
        let far = Some(IpAddr::from([192, 0, 2, 1]));
        for _ in 0..WRONG_CODES_BURST {
            assert!(!codes.are_too_many(far, start));
            codes.count(far, start);
            codes.count(None, start);
        }
        assert!(codes.are_too_many(far, start));
        assert!(!codes.are_too_many(Some(IpAddr::from([192, 0, 2, 2])), start));
        assert!(!codes.are_too_many(None, start), "this machine has no limit");
        let later = start + Duration::from_secs(WRONG_CODE_SECONDS.into());
        assert!(!codes.are_too_many(far, later));
    }
}
