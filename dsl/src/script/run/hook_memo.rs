//! Stores the answers of hooks, so that a hook does not run again if its answer is already known.
//!
//! Scripts have no memory, no randomness and no clock. The answer of a hook therefore depends only
//! on its arguments and on what it reads of the game. Each call is therefore a path in a decision
//! tree. The path begins with the arguments that the function uses. It continues with each read and
//! its result, and it ends with the answer.
//!
//! A later call repeats the reads on its game. If the path of this call ends at a stored answer,
//! the script does not run. The number of nodes in a tree is limited.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

use quadrille_core::{Emitted, Square};

use super::hook_arguments::Arguments;
use super::recorded_reads::{AnsweringGame, HookRead, ReadNotes, ReadValue};

/// The maximum number of nodes in a tree.
const MAX_PLACES: usize = 16_384;
/// The maximum number of different results that are stored for one read.
const MAX_BRANCHES: usize = 64;
/// The number of calls after which the use of a tree is judged. If fewer than one in four calls had
/// a stored answer, the tree is dropped. Otherwise, the tree is judged again after half as many
/// further calls. Recent calls count more than earlier calls.
const TRIAL_CALLS: u32 = 4_096;

/// The answer of a hook.
#[derive(Clone, Debug)]
pub(super) enum HookAnswer {
    /// The effects that the hook has caused.
    Effects(Rc<[Emitted]>),
    /// The moves that the hook offers.
    Moves(Rc<[(Square, Square)]>),
    /// `true` if the hook forbids a move.
    Forbidden(bool),
}

/// The result of looking up a call.
pub(super) enum MemoLookup {
    /// The stored answer, and the number of operations that the script used to compute the answer.
    Answer(HookAnswer, u64),
    /// There is no stored answer. The script must run, and its reads should be recorded.
    Unknown,
    /// The answer of this call can't be stored. The script must run, and nothing is recorded.
    Never,
}

/// A node of a tree.
enum TreeNode {
    /// The place at which no call has recorded a read or an answer yet.
    Vacant,
    /// A read of the script. The list contains each known result of the read, in order, with the
    /// node that follows it.
    Reads(HookRead, Vec<(ReadValue, usize)>),
    /// The end of the script: its answer, and the number of operations that it used.
    Done(HookAnswer, u64),
    /// The end of the recorded part of a call. The rest of the call was not recorded, so no answer
    /// is stored.
    Closed,
}

#[derive(Default)]
struct MemoTree {
    /// For each list of arguments, the first node of the paths that begin with these arguments.
    roots: HashMap<Box<[u8]>, usize>,
    places: Vec<TreeNode>,
}

impl MemoTree {
    fn add(&mut self) -> Option<usize> {
        if self.places.len() >= MAX_PLACES {
            return None;
        }
        self.places.push(TreeNode::Vacant);
        Some(self.places.len() - 1)
    }

    /// Returns the read at a node. If the node contains no read, the path ends here, and the result
    /// of the lookup is returned as `Err`.
    fn step(&self, place: usize) -> Result<HookRead, MemoLookup> {
        match self.places.get(place) {
            Some(TreeNode::Vacant) => Err(self.unknown()),
            Some(TreeNode::Done(answer, operations)) => {
                Err(MemoLookup::Answer(answer.clone(), *operations))
            }
            Some(TreeNode::Reads(read, _)) => Ok(*read),
            // The tree may also have been dropped in the meantime.
            Some(TreeNode::Closed) | None => Err(MemoLookup::Never),
        }
    }

    /// Returns the node that follows a read with the result `found`. If there is no such node, the
    /// path ends here, and the result of the lookup is returned as `Err`.
    fn branch(&self, place: usize, found: ReadValue) -> Result<usize, MemoLookup> {
        let Some(TreeNode::Reads(_, branches)) = self.places.get(place) else {
            return Err(MemoLookup::Never);
        };
        match branches.binary_search_by(|(known, _)| known.cmp(&found)) {
            Ok(index) => Ok(branches[index].1),
            Err(_) if branches.len() >= MAX_BRANCHES => Err(MemoLookup::Never),
            Err(_) => Err(self.unknown()),
        }
    }

    fn unknown(&self) -> MemoLookup {
        if self.places.len() < MAX_PLACES { MemoLookup::Unknown } else { MemoLookup::Never }
    }

    /// Adds the path of a call to the tree. Returns `None` if the tree has no room for it.
    fn insert(
        &mut self,
        arguments: &[u8],
        reads: &[(HookRead, ReadValue)],
        end: TreeNode,
    ) -> Option<()> {
        let mut place = match self.roots.get(arguments) {
            Some(place) => *place,
            None => {
                let place = self.add()?;
                self.roots.insert(arguments.into(), place);
                place
            }
        };
        for &(read, found) in reads {
            if matches!(self.places[place], TreeNode::Vacant) {
                self.places[place] = TreeNode::Reads(read, Vec::new());
            }
            let TreeNode::Reads(known, branches) = &self.places[place] else { return None };
            debug_assert_eq!(*known, read, "a hook reads the same after the same answers");
            place = match branches.binary_search_by(|(known, _)| known.cmp(&found)) {
                Ok(index) => branches[index].1,
                Err(_) if branches.len() >= MAX_BRANCHES => return None,
                Err(index) => {
                    let next = self.add()?;
                    let TreeNode::Reads(_, branches) = &mut self.places[place] else { return None };
                    branches.insert(index, (found, next));
                    next
                }
            };
        }
        if matches!(self.places[place], TreeNode::Vacant) {
            self.places[place] = end;
        }
        Some(())
    }
}

/// The stored answers of one hook.
#[derive(Default)]
pub(super) struct Memo {
    tree: RefCell<MemoTree>,
    calls: Cell<u32>,
    answered: Cell<u32>,
    given_up: Cell<bool>,
    /// A buffer that each call reuses for its arguments.
    spare: Cell<Vec<u8>>,
}

impl Memo {
    /// Drops all stored answers, and stores no more answers.
    pub(super) fn give_up(&self) {
        self.given_up.set(true);
        self.tree.take();
    }

    /// Drops all stored answers. Answers of later calls are stored again.
    pub(super) fn forget(&self) {
        self.tree.take();
    }

    /// Looks up the stored answer of a call with these arguments.
    pub(super) fn recall(&self, arguments: &Arguments, game: &AnsweringGame<'_>) -> MemoLookup {
        if self.given_up.get() {
            return MemoLookup::Never;
        }
        let Err(recalled) = self.find(arguments.bytes(), game);
        self.calls.set(self.calls.get().saturating_add(1));
        if matches!(recalled, MemoLookup::Answer(..)) {
            self.answered.set(self.answered.get().saturating_add(1));
        }
        if self.calls.get() >= TRIAL_CALLS {
            if self.answered.get() < self.calls.get() / 4 {
                self.give_up();
            }
            // Recent calls count more than earlier ones.
            self.calls.set(self.calls.get() / 2);
            self.answered.set(self.answered.get() / 2);
        }
        recalled
    }

    /// Follows the path of a call in the tree. The result at the end of the path is returned as
    /// `Err`. The reads on the path may run other hooks, or the same hook again.
    fn find(&self, arguments: &[u8], game: &AnsweringGame<'_>) -> Result<Infallible, MemoLookup> {
        let tree = self.tree.borrow();
        let root = tree.roots.get(arguments).copied();
        let mut place = root.ok_or_else(|| tree.unknown())?;
        drop(tree);
        loop {
            let read = self.tree.borrow().step(place)?;
            let found = read.ask(game).ok_or(MemoLookup::Never)?;
            place = self.tree.borrow().branch(place, found)?;
        }
    }

    /// Stores a call: its arguments, its reads and its answer.
    pub(super) fn note(
        &self,
        arguments: &Arguments,
        notes: &ReadNotes,
        answer: HookAnswer,
        operations: u64,
    ) {
        let end =
            if notes.closed.get() { TreeNode::Closed } else { TreeNode::Done(answer, operations) };
        // If there is no room, the call is not stored.
        let _ = self.tree.borrow_mut().insert(arguments.bytes(), &notes.reads.borrow(), end);
    }

    /// Returns an empty list for the arguments of a call. Each bit of `mentions` belongs to an
    /// argument, and is set if the function uses this argument.
    pub(super) fn arguments(&self, mentions: u8) -> Arguments {
        Arguments::new(self.spare.take(), mentions)
    }

    /// Takes back the buffer of a call's arguments, for the next call.
    pub(super) fn done(&self, arguments: Arguments) {
        self.spare.set(arguments.into_bytes());
    }
}
