//! Runs compiled functions.
//!
//! All variables are on one stack. The arguments of a call are pushed onto the stack and become the
//! first variables of the called function. Its other variables follow on the stack.

use std::fmt::Write as _;
use std::rc::Rc;

use rhai::{EvalAltResult, Identifier, Map};

use super::compiler_input::Functions;
use super::node::{Binary, Comparison, Each, EachKind, For, NativeCall, Node, Switch};
use super::operators::{self, MAX_LITERAL_ENTRIES};
use crate::script::engine::sandbox::{MAX_ARRAY, MAX_STRING};
use crate::script::interface::native::{Call, Meter, Value};

/// The maximum nesting depth of nodes, added up over all running functions.
const MAX_DEPTH: usize = 96;

/// The reason why the evaluation of a node ended without a value.
pub(super) enum NodeExit {
    Return(Value),
    Break,
    Continue,
    /// The part is not supported, so Rhai must run the function.
    Unable,
    /// A native function failed.
    Failed(Box<EvalAltResult>),
}

type RunResult<T = Value> = Result<T, NodeExit>;

/// Returns the value, or [`NodeExit::Unable`] if there is none. Rhai then runs the function.
fn able<T>(value: Option<T>) -> RunResult<T> {
    value.ok_or(NodeExit::Unable)
}

pub(super) struct DirectRunner<'a> {
    pub functions: &'a Functions,
    pub meter: &'a Meter,
    pub stack: &'a mut Vec<Value>,
    /// The sum of the maximum nesting depths of all functions that are running.
    pub depth: usize,
}

impl DirectRunner<'_> {
    /// Runs a function. Before the call, its arguments must be on the stack from the index `base`.
    /// After the call, they are removed from the stack.
    pub(super) fn function(&mut self, number: usize, base: usize) -> RunResult {
        let function = able(self.functions.get(number).and_then(Option::as_ref))?;
        let depth = self.depth + function.depth;
        let count = self.stack.len() - base;
        if count != function.params || depth > MAX_DEPTH || self.meter.is_spent() {
            return Err(NodeExit::Unable);
        }
        self.stack.resize(base + function.slots, Value::Nothing);
        let before = std::mem::replace(&mut self.depth, depth);
        let answer = self.node(&function.body, base, &function.source);
        self.depth = before;
        self.stack.truncate(base);
        match answer {
            Err(NodeExit::Return(value)) => Ok(value),
            answer => answer,
        }
    }

    /// Evaluates a node. Separate functions evaluate most kinds of nodes. This keeps stack frames
    /// small, so that nodes can be deeply nested.
    fn node(&mut self, node: &Node, base: usize, source: &str) -> RunResult {
        self.meter.charge(1);
        match node {
            Node::Unable => Err(NodeExit::Unable),
            Node::Constant(value) => Ok(value.clone()),
            Node::Variable(slot) => Ok(self.stack[base + slot].clone()),
            Node::Text(parts) => self.text(parts, base, source),
            Node::List(items) => self.list(items, base, source),
            Node::Map(entries) => self.map(entries, base, source),
            Node::And(parts) => self.all_or_any(parts, false, base, source),
            Node::Or(parts) => self.all_or_any(parts, true, base, source),
            Node::Not(part) => self.truth(part, base, source).map(|truth| Value::Bool(!truth)),
            Node::Negative(part) => self.negative(part, base, source),
            Node::Binary(operator, sides) => self.binary(*operator, sides, base, source),
            Node::Index(sides) => self.index(sides, base, source),
            Node::Call(function, args) => {
                let first = self.arguments(args, base, source)?;
                self.function(*function, first)
            }
            Node::Native(call) => self.native(call, base, source),
            Node::Each(each) => self.each(each, base, source),
            Node::If(parts) => {
                let truth = self.truth(&parts.0, base, source)?;
                self.node(if truth { &parts.1 } else { &parts.2 }, base, source)
            }
            Node::Block(nodes) => self.block(nodes, base, source),
            Node::Let(slot, value) => self.set(*slot, None, value, base, source),
            Node::Assign(slot, operator, value) => self.set(*slot, *operator, value, base, source),
            Node::SetEntry(slot, operator, parts) => {
                self.set_entry(*slot, *operator, parts, base, source)
            }
            Node::Push(slot, item) => self.push(*slot, item, base, source),
            Node::Sort(slot, by) => self.sort(*slot, by, base),
            Node::While(parts) => self.repeat(parts, base, source),
            Node::For(each) => self.go_through(each, base, source),
            Node::Switch(switch) => self.switch(switch, base, source),
            Node::Return(value) => Err(NodeExit::Return(self.node(value, base, source)?)),
            Node::Break => Err(NodeExit::Break),
            Node::Continue => Err(NodeExit::Continue),
        }
    }

    #[inline(never)]
    fn list(&mut self, items: &[Node], base: usize, source: &str) -> RunResult {
        let items = items.iter().map(|item| self.node(item, base, source));
        let items = items.collect::<RunResult<Vec<_>>>()?;
        let fits = items.len() <= MAX_ARRAY && items.iter().all(operators::may_be_held);
        able(fits.then(|| Value::List(Rc::new(items))))
    }

    #[inline(never)]
    fn map(&mut self, entries: &[(Identifier, Node)], base: usize, source: &str) -> RunResult {
        let mut map = Map::new();
        let mut size = 0;
        for (key, value) in entries {
            let value = self.node(value, base, source)?;
            let (value, added) = able(operators::literal_entry(value))?;
            size += added;
            map.insert(key.clone(), value);
        }
        able((size <= MAX_LITERAL_ENTRIES).then(|| Value::Other(Rc::new(map.into()))))
    }

    /// Evaluates parts until the result is known. If `any` is `true`, returns `true` if at least
    /// one part is true. Otherwise, returns `true` if all parts are true.
    #[inline(never)]
    fn all_or_any(&mut self, parts: &[Node], any: bool, base: usize, source: &str) -> RunResult {
        for part in parts {
            if self.truth(part, base, source)? == any {
                return Ok(Value::Bool(any));
            }
        }
        Ok(Value::Bool(!any))
    }

    #[inline(never)]
    fn negative(&mut self, part: &Node, base: usize, source: &str) -> RunResult {
        match self.node(part, base, source)? {
            Value::Int(number) => able(number.checked_neg().map(Value::Int)),
            _ => Err(NodeExit::Unable),
        }
    }

    fn binary(
        &mut self,
        operator: Binary,
        (one, other): &(Node, Node),
        base: usize,
        source: &str,
    ) -> RunResult {
        let one = self.node(one, base, source)?;
        let other = self.node(other, base, source)?;
        able(operators::binary(operator, one, other))
    }

    #[inline(never)]
    fn index(&mut self, (list, at): &(Node, Node), base: usize, source: &str) -> RunResult {
        let list = self.node(list, base, source)?;
        let at = self.node(at, base, source)?;
        able(operators::index(&list, &at))
    }

    #[inline(never)]
    fn block(&mut self, nodes: &[Node], base: usize, source: &str) -> RunResult {
        let mut last = Value::Nothing;
        for node in nodes {
            last = self.node(node, base, source)?;
        }
        Ok(last)
    }

    #[inline(never)]
    fn set(
        &mut self,
        slot: usize,
        operator: Option<Binary>,
        value: &Node,
        base: usize,
        source: &str,
    ) -> RunResult {
        let mut value = self.node(value, base, source)?;
        if let Some(operator) = operator {
            let before = self.stack[base + slot].clone();
            value = able(operators::binary(operator, before, value))?;
        }
        self.stack[base + slot] = value;
        Ok(Value::Nothing)
    }

    #[inline(never)]
    fn set_entry(
        &mut self,
        slot: usize,
        operator: Option<Binary>,
        (at, value): &(Node, Node),
        base: usize,
        source: &str,
    ) -> RunResult {
        let mut value = self.node(value, base, source)?;
        let at = self.node(at, base, source)?;
        if let Some(operator) = operator {
            let before = able(operators::index(&self.stack[base + slot], &at))?;
            value = able(operators::binary(operator, before, value))?;
        }
        let done = operators::set_entry(&mut self.stack[base + slot], &at, value);
        able(done.map(|()| Value::Nothing))
    }

    #[inline(never)]
    fn push(&mut self, slot: usize, item: &Node, base: usize, source: &str) -> RunResult {
        let item = self.node(item, base, source)?;
        match &mut self.stack[base + slot] {
            Value::List(list) if list.len() < MAX_ARRAY && operators::may_be_held(&item) => {
                Rc::make_mut(list).push(item);
                Ok(Value::Nothing)
            }
            _ => Err(NodeExit::Unable),
        }
    }

    /// Sorts a list by insertion. Equal elements keep their order, as in Rhai.
    #[inline(never)]
    fn sort(&mut self, slot: usize, by: &Comparison, base: usize) -> RunResult {
        let Value::List(list) = self.stack[base + slot].clone() else {
            return Err(NodeExit::Unable);
        };
        let mut sorted: Vec<Value> = Vec::with_capacity(list.len());
        for item in list.iter() {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                let first = self.stack.len();
                for slot in &by.captured {
                    let value = self.stack[base + slot].clone();
                    self.stack.push(value);
                }
                self.stack.extend([item.clone(), sorted[middle].clone()]);
                // Rhai treats other results in unusual ways.
                let Value::Int(order) = self.function(by.function, first)? else {
                    return Err(NodeExit::Unable);
                };
                if order < 0 { high = middle } else { low = middle + 1 }
            }
            sorted.insert(low, item.clone());
        }
        self.stack[base + slot] = Value::List(Rc::new(sorted));
        Ok(Value::Nothing)
    }

    #[inline(never)]
    fn repeat(&mut self, (condition, body): &(Node, Node), base: usize, source: &str) -> RunResult {
        while self.truth(condition, base, source)? && self.again(body, base, source)? {}
        Ok(Value::Nothing)
    }

    fn truth(&mut self, node: &Node, base: usize, source: &str) -> RunResult<bool> {
        match self.node(node, base, source)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(NodeExit::Unable),
        }
    }

    /// Pushes the arguments of a call onto the stack. Returns the index of the first argument.
    fn arguments(&mut self, args: &[Node], base: usize, source: &str) -> RunResult<usize> {
        let first = self.stack.len();
        for arg in args {
            let value = match arg {
                // The most frequent nodes are handled directly.
                Node::Variable(slot) => self.stack[base + slot].clone(),
                Node::Constant(value) => value.clone(),
                arg => self.node(arg, base, source)?,
            };
            self.stack.push(value);
        }
        self.meter.charge(args.len() as u64);
        Ok(first)
    }

    fn native(&mut self, call: &NativeCall, base: usize, source: &str) -> RunResult {
        if self.meter.is_spent() {
            return Err(NodeExit::Unable);
        }
        let first = self.arguments(&call.args, base, source)?;
        let args = &self.stack[first..];
        let at = Call { source: Some(source), at: call.at };
        if let (Some(name), [map @ Value::Other(_)]) = (&call.entry, args) {
            let answer = able(operators::entry(map, name));
            self.stack.truncate(first);
            return answer;
        }
        let answer = match call.natives.iter().find_map(|native| native(&at, args)) {
            Some(answer) => answer.map_err(NodeExit::Failed),
            None => able(call.language.and_then(|own| operators::language(own, args))),
        };
        self.stack.truncate(first);
        answer
    }

    #[inline(never)]
    fn text(&mut self, parts: &[Node], base: usize, source: &str) -> RunResult {
        let mut text = String::new();
        for part in parts {
            match self.node(part, base, source)? {
                Value::Text(part) => text.push_str(&part),
                Value::Int(number) => able(write!(text, "{number}").ok())?,
                Value::Char(letter) => text.push(letter),
                _ => return Err(NodeExit::Unable),
            }
        }
        if text.len() > MAX_STRING {
            return Err(NodeExit::Unable);
        }
        Ok(Value::Text(text.into()))
    }

    #[inline(never)]
    fn each(&mut self, each: &Each, base: usize, source: &str) -> RunResult {
        let Value::List(list) = self.node(&each.list, base, source)? else {
            return Err(NodeExit::Unable);
        };
        let mut kept = Vec::new();
        for (number, item) in list.iter().enumerate() {
            let first = self.stack.len();
            for slot in &each.captured {
                let value = self.stack[base + slot].clone();
                self.stack.push(value);
            }
            self.stack.push(item.clone());
            if each.numbered {
                self.stack.push(Value::Int(number as i64));
            }
            let answer = self.function(each.function, first)?;
            // A value that is not a boolean counts as false.
            let holds = matches!(answer, Value::Bool(true));
            match each.kind {
                EachKind::Filter if holds => kept.push(item.clone()),
                EachKind::Filter => {}
                EachKind::Map if operators::may_be_held(&answer) => kept.push(answer),
                EachKind::Map => return Err(NodeExit::Unable),
                EachKind::All if !holds => return Ok(Value::Bool(false)),
                EachKind::Some if holds => return Ok(Value::Bool(true)),
                EachKind::Find if holds => return Ok(item.clone()),
                EachKind::IndexOf if holds => return Ok(Value::Int(number as i64)),
                EachKind::All | EachKind::Some | EachKind::Find | EachKind::IndexOf => {}
            }
        }
        Ok(match each.kind {
            EachKind::Filter | EachKind::Map => Value::List(Rc::new(kept)),
            EachKind::All => Value::Bool(true),
            EachKind::Some => Value::Bool(false),
            EachKind::Find => Value::Nothing,
            EachKind::IndexOf => Value::Int(-1),
        })
    }

    /// Runs the body of a loop once. Returns `true` if the loop continues.
    fn again(&mut self, body: &Node, base: usize, source: &str) -> RunResult<bool> {
        if self.meter.is_spent() {
            return Err(NodeExit::Unable);
        }
        match self.node(body, base, source) {
            Ok(_) | Err(NodeExit::Continue) => Ok(true),
            Err(NodeExit::Break) => Ok(false),
            Err(end) => Err(end),
        }
    }

    #[inline(never)]
    fn go_through(&mut self, each: &For, base: usize, source: &str) -> RunResult {
        let Value::List(list) = self.node(&each.list, base, source)? else {
            return Err(NodeExit::Unable);
        };
        for (number, item) in list.iter().enumerate() {
            self.stack[base + each.item] = item.clone();
            if let Some(counter) = each.counter {
                self.stack[base + counter] = Value::Int(number as i64);
            }
            if !self.again(&each.body, base, source)? {
                break;
            }
        }
        Ok(Value::Nothing)
    }

    #[inline(never)]
    fn switch(&mut self, switch: &Switch, base: usize, source: &str) -> RunResult {
        let value = self.node(&switch.value, base, source)?;
        for (case, condition, then) in &switch.cases {
            let same = match (case, &value) {
                (Value::Int(a), Value::Int(b)) => a == b,
                (Value::Char(a), Value::Char(b)) => a == b,
                (Value::Text(a), Value::Text(b)) => a == b,
                (Value::Bool(a), Value::Bool(b)) => a == b,
                (Value::Nothing, Value::Nothing) => true,
                _ => false,
            };
            if same {
                let holds = match condition {
                    Some(condition) => self.truth(condition, base, source)?,
                    None => true,
                };
                if holds {
                    return self.node(then, base, source);
                }
            }
        }
        // A value of any other type is left to Rhai.
        match value {
            Value::Int(_) | Value::Char(_) | Value::Text(_) | Value::Bool(_) | Value::Nothing => {
                self.node(&switch.otherwise, base, source)
            }
            _ => Err(NodeExit::Unable),
        }
    }
}
