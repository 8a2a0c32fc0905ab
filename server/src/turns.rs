//! A queue of jobs in which visitors take turns. First the network addresses take turns, and then
//! the visitors of an address. A visitor who opens more connections or requests more work therefore
//! delays no other address by more than one job.
//!
//! Next is the address that has received the least work so far. Of its visitors, the one that has
//! received the least work is served. This is start-time fair queueing: Goyal, Vin and Cheng, 1996.
//! The work of an address or visitor is counted only while one of its jobs waits or runs. A new
//! count starts with the work of the address or visitor that was served last.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};

/// The number of a connection.
pub(crate) type ConnectionId = u64;

/// A client with its own place in the queues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor {
    /// The network of the client, see [`network`]. `None` for this machine, which is exempt from
    /// the limits of an address.
    pub address: Option<IpAddr>,
    pub connection: ConnectionId,
}

/// Returns the part of an address that identifies a client's network. An IPv6 client usually has
/// all addresses that begin with the same 64 bits. Returns `None` for this machine.
pub(crate) fn network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        ip if ip.is_loopback() => None,
        IpAddr::V6(ip) => Some(Ipv6Addr::from_bits(ip.to_bits() & (u128::MAX << 64)).into()),
        ip @ IpAddr::V4(_) => Some(ip),
    }
}

/// A queue of jobs in which visitors take turns.
pub(crate) struct Turns<J> {
    addresses: HashMap<Option<IpAddr>, AddressQueue<J>>,
    /// The maximum number of jobs of one visitor that run at the same time.
    share: usize,
    /// The work with which a new address begins: the work of the address that was served last, as
    /// it was before that job.
    now: u64,
    arrivals: u64,
}

/// The visitors of an address.
struct AddressQueue<J> {
    work: u64,
    visitors: HashMap<ConnectionId, VisitorQueue<J>>,
    /// The work with which a new visitor begins: the work of the visitor that was served last, as
    /// it was before that job.
    now: u64,
}

/// The jobs of a visitor.
struct VisitorQueue<J> {
    work: u64,
    running: usize,
    /// The waiting jobs with the numbers of their arrivals.
    jobs: VecDeque<(u64, J)>,
}

impl<J> Turns<J> {
    /// Creates an empty queue. At most `share` jobs of a visitor run at the same time.
    pub fn new(share: usize) -> Self {
        Self { addresses: HashMap::new(), share: share.max(1), now: 0, arrivals: 0 }
    }

    /// Adds a job to the end of a visitor's queue.
    pub fn push(&mut self, visitor: Visitor, job: J) {
        self.arrivals += 1;
        let now = self.now;
        let address = self.addresses.entry(visitor.address).or_insert_with(|| AddressQueue {
            work: now,
            visitors: HashMap::new(),
            now: 0,
        });
        let now = address.now;
        let queue = address.visitors.entry(visitor.connection).or_insert_with(|| VisitorQueue {
            work: now,
            running: 0,
            jobs: VecDeque::new(),
        });
        queue.jobs.push_back((self.arrivals, job));
    }

    /// Returns the next job and its visitor. The caller has to call [`Turns::done`] after the job.
    pub fn next(&mut self) -> Option<(Visitor, J)> {
        let share = self.share;
        let waiting = self.addresses.iter();
        let waiting = waiting.filter_map(|(address, queue)| {
            let (_, arrival, connection) = queue.first(share)?;
            Some((queue.work, arrival, Visitor { address: *address, connection }))
        });
        let (_, _, visitor) = waiting.min_by_key(|(work, arrival, _)| (*work, *arrival))?;
        let address = self.addresses.get_mut(&visitor.address)?;
        let queue = address.visitors.get_mut(&visitor.connection)?;
        let (_, job) = queue.jobs.pop_front()?;
        queue.running += 1;
        self.now = self.now.max(address.work);
        address.now = address.now.max(queue.work);
        // Jobs that take no measurable time also use up a turn.
        address.work += 1;
        queue.work += 1;
        Some((visitor, job))
    }

    /// Records that a job of a visitor has ended, and the work that it needed.
    pub fn done(&mut self, visitor: Visitor, work: u64) {
        let Some(address) = self.addresses.get_mut(&visitor.address) else { return };
        address.work = address.work.saturating_add(work);
        if let Some(queue) = address.visitors.get_mut(&visitor.connection) {
            queue.work = queue.work.saturating_add(work);
            queue.running -= 1;
            if queue.running == 0 && queue.jobs.is_empty() {
                address.visitors.remove(&visitor.connection);
            }
        }
        if address.visitors.is_empty() {
            self.addresses.remove(&visitor.address);
        }
    }

    /// Returns `true` if another visitor has a job that could run now.
    pub fn others_wait(&self, visitor: Visitor) -> bool {
        self.addresses.iter().any(|(address, queue)| {
            queue.visitors.iter().any(|(connection, queue)| {
                let other = Visitor { address: *address, connection: *connection };
                other != visitor && queue.is_ready(self.share)
            })
        })
    }

    /// Returns the number of jobs that wait.
    pub fn waiting(&self) -> usize {
        let visitors = self.addresses.values().flat_map(|address| address.visitors.values());
        visitors.map(|queue| queue.jobs.len()).sum()
    }
}

impl<J> AddressQueue<J> {
    /// Returns the work, the arrival and the connection of the visitor whose job is next.
    fn first(&self, share: usize) -> Option<(u64, u64, ConnectionId)> {
        let ready = self.visitors.iter().filter(|(_, queue)| queue.is_ready(share));
        let ready = ready.filter_map(|(connection, queue)| {
            queue.jobs.front().map(|(arrival, _)| (queue.work, *arrival, *connection))
        });
        ready.min()
    }
}

impl<J> VisitorQueue<J> {
    fn is_ready(&self, share: usize) -> bool {
        self.running < share && !self.jobs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(address: u8, connection: ConnectionId) -> Visitor {
        Visitor { address: Some(IpAddr::from([192, 0, 2, address])), connection }
    }

    /// Runs all jobs one after the other. Each job is the work that it needs. Returns the visitors
    /// in the order in which they were served.
    fn served(turns: &mut Turns<u64>) -> Vec<ConnectionId> {
        let mut order = Vec::new();
        while let Some((visitor, work)) = turns.next() {
            order.push(visitor.connection);
            turns.done(visitor, work);
        }
        order
    }

    #[test]
    fn visitors_of_an_address_take_turns() {
        let mut turns = Turns::new(1);
        for (connection, jobs) in [(1, 3), (2, 1), (3, 2)] {
            (0..jobs).for_each(|_| turns.push(visitor(1, connection), 10));
        }
        assert_eq!(turns.waiting(), 6);
        assert_eq!(served(&mut turns), [1, 2, 3, 1, 3, 1]);
    }

    #[test]
    fn another_address_waits_for_one_job_however_many_connections_the_first_has() {
        let mut turns = Turns::new(1);
        for connection in 1..=100 {
            (0..4).for_each(|_| turns.push(visitor(1, connection), 10));
        }
        let (first, work) = turns.next().expect("a job waits");
        turns.push(visitor(2, 500), 10);
        turns.done(first, work);
        assert_eq!(turns.next().map(|(visitor, _)| visitor.connection), Some(500));
    }

    #[test]
    fn a_visitor_with_cheap_jobs_has_more_turns_than_one_with_expensive_jobs() {
        let mut turns = Turns::new(1);
        (0..3).for_each(|_| turns.push(visitor(1, 1), 100));
        (0..6).for_each(|_| turns.push(visitor(2, 2), 30));
        let order = served(&mut turns);
        assert_eq!(order[..6], [1, 2, 2, 2, 2, 1]);
    }

    #[test]
    fn a_visitor_has_at_most_a_share_of_the_running_jobs() {
        let mut turns = Turns::new(1);
        (0..2).for_each(|_| turns.push(visitor(1, 1), 0));
        let (first, _) = turns.next().expect("the first job");
        assert!(turns.next().is_none(), "its share is used up");
        assert!(!turns.others_wait(visitor(2, 2)), "this job can't run yet");
        turns.done(first, 0);
        assert!(turns.others_wait(visitor(2, 2)) && !turns.others_wait(first));
        assert!(turns.next().is_some());
    }

    #[test]
    fn accounts_end_with_their_last_job() {
        let mut turns = Turns::new(2);
        (1..=9).for_each(|connection| turns.push(visitor(connection as u8, connection), 5));
        served(&mut turns);
        assert!(turns.addresses.is_empty());
    }

    #[test]
    fn a_network_is_an_ipv4_address_or_the_first_half_of_an_ipv6_address() {
        let network_of = |text: &str| network(text.parse().unwrap()).map(|ip| ip.to_string());
        assert_eq!(network_of("192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!(network_of("::ffff:192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!(network_of("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1:2::"));
        for here in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(network_of(here), None, "{here}");
        }
    }
}
