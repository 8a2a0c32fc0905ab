//! Remembers the answers of hooks, so that they need not run again.
//!
//! A hook's answer follows from its arguments and from what it reads of the game: scripts have no
//! memory, no chance and no clock. So each call is noted as a path of a decision tree: first the
//! arguments that the function mentions, then each thing that it read with what it found, at the end
//! its effects. A later call asks the game itself for the same things, in the same order; where that
//! leads to an end, the answer is known without running the script. Trees are bounded.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

use quadrille_core::{Emitted, Square};

use super::hook_arguments::Arguments;
use super::recorded_reads::{AnsweringGame, HookRead, ReadNotes, ReadValue};

/// The most places of a tree, in all.
const MAX_PLACES: usize = 16_384;
/// The most answers to one question that are told apart.
const MAX_BRANCHES: usize = 64;
/// A tree is given up that, after so many calls, has answered less than one in four.
const TRIAL_CALLS: u32 = 4_096;

/// What a hook answered.
#[derive(Clone, Debug)]
pub(super) enum HookAnswer {
    /// Its effects.
    Effects(Rc<[Emitted]>),
    /// Moves that it offers.
    Moves(Rc<[(Square, Square)]>),
    /// Whether it forbids a move.
    Forbidden(bool),
}

/// What is known about a call.
pub(super) enum MemoLookup {
    /// It answers this, and would take so many operations.
    Answer(HookAnswer, u64),
    /// The script has to run, and what it does is worth noting.
    Unknown,
    /// The script has to run.
    Never,
}

/// A place of a tree.
enum TreeNode {
    /// No call has come further.
    Vacant,
    /// The script reads this next, and goes on by what it finds: places by answers, in order.
    Reads(HookRead, Vec<(ReadValue, usize)>),
    /// The script is done.
    Done(HookAnswer, u64),
    /// What the script does from here on is not noted.
    Closed,
}

#[derive(Default)]
struct MemoTree {
    /// The first places, by arguments.
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

    /// What the next step after a place is; `Err` where there is none.
    fn step(&self, place: usize) -> Result<HookRead, MemoLookup> {
        match self.places.get(place) {
            Some(TreeNode::Vacant) => Err(self.unknown()),
            Some(TreeNode::Done(answer, operations)) => {
                Err(MemoLookup::Answer(answer.clone(), *operations))
            }
            Some(TreeNode::Reads(read, _)) => Ok(*read),
            // Or the tree was given up meanwhile.
            Some(TreeNode::Closed) | None => Err(MemoLookup::Never),
        }
    }

    /// Where an answer leads to.
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

    /// Adds a call; `None` if there is no room.
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

/// The memory of one hook.
#[derive(Default)]
pub(super) struct Memo {
    tree: RefCell<MemoTree>,
    calls: Cell<u32>,
    answered: Cell<u32>,
    given_up: Cell<bool>,
    /// Where the arguments of a call are written down.
    spare: Cell<Vec<u8>>,
}

impl Memo {
    /// Forgets everything, for good.
    pub(super) fn give_up(&self) {
        self.given_up.set(true);
        self.tree.take();
    }

    /// Forgets everything, and begins again.
    pub(super) fn forget(&self) {
        self.tree.take();
    }

    /// Looks for a call with these arguments.
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
            // What counts is what it is worth now.
            self.calls.set(self.calls.get() / 2);
            self.answered.set(self.answered.get() / 2);
        }
        recalled
    }

    /// Goes through the tree to an end. While the game is asked, hooks may run, this one among them.
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

    /// Takes down what a call has read and answered.
    pub(super) fn note(
        &self,
        arguments: &Arguments,
        notes: &ReadNotes,
        answer: HookAnswer,
        operations: u64,
    ) {
        let end =
            if notes.closed.get() { TreeNode::Closed } else { TreeNode::Done(answer, operations) };
        // Without room for it the call is not noted.
        let _ = self.tree.borrow_mut().insert(arguments.bytes(), &notes.reads.borrow(), end);
    }

    /// Where to write the arguments of a call that a function mentions, a bit each in `mentions`.
    pub(super) fn arguments(&self, mentions: u8) -> Arguments {
        Arguments::new(self.spare.take(), mentions)
    }

    /// Takes the memory of arguments back.
    pub(super) fn done(&self, arguments: Arguments) {
        self.spare.set(arguments.into_bytes());
    }
}
