//! The state of the lint of one script, and the walk over the nodes of the script.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use rhai::{AST, ASTNode};

use super::rhai_functions::RhaiFunctions;
use super::shared_functions::SharedFunctions;
use super::type_knowledge::Locals;
use crate::diagnostic::{Diagnostic, Source};
use crate::script::compile::scripts::{AskCall, Name};
use crate::script::engine::sandbox::TextOffsets;
use crate::script::interface::api::{Availability, Type};
use crate::script::syntax::Outline;

/// The maximum number of visits of nodes, for each byte of a script. The limit is needed because
/// Rhai visits a `switch` case once for each of its values. If cases are nested, Rhai visits the
/// inner case once for each combination of values.
pub(super) const MAX_VISITS_PER_BYTE: usize = 32;

/// A call of a function by name.
pub(super) struct FunctionCall {
    /// The index of the function whose body contains the call.
    pub(super) within: Option<usize>,
    pub(super) name: String,
    pub(super) span: Range<usize>,
    /// The hooks that are allowed to use the called function.
    pub(super) phase: Availability,
}

/// A lint of one script.
pub(super) struct Lint<'a> {
    pub(super) language: &'a RhaiFunctions,
    pub(super) source: Arc<Source>,
    pub(super) places: TextOffsets,
    pub(super) outline: &'a Outline,
    pub(super) findings: &'a mut Vec<Diagnostic>,
    pub(super) most_findings: usize,
    /// The functions that any script may call.
    pub(super) shared: &'a mut SharedFunctions,
    pub(super) calls: Vec<FunctionCall>,
    pub(super) names: Vec<(Option<usize>, Name)>,
    pub(super) map_keys: BTreeSet<String>,
    pub(super) properties: Vec<(String, Range<usize>)>,
    /// For each property in the code: the type of the value before its dot, if this type is
    /// evident. The key is the offset of the property.
    pub(super) properties_on: HashMap<usize, Type>,
    /// The addresses of the closures that are allowed, because the function to which they are
    /// passed calls them immediately.
    pub(super) passed: HashSet<usize>,
    /// The types of variables and parameters.
    pub(super) locals: Locals,
    /// The questions and offers.
    pub(super) asks: Vec<AskCall>,
    /// For each method call whose receiver has an evident type: the type of the receiver. The key
    /// is the address of the call.
    pub(super) receivers: HashMap<usize, Type>,
}

/// Visits each node of a script once, until `visit` returns `false`. `length` is the length of the
/// script. Returns `false` if the walk was stopped because of too many visits.
pub(super) fn each_node(
    length: usize,
    ast: &AST,
    visit: &mut dyn FnMut(&ASTNode<'_>) -> bool,
) -> bool {
    let mut seen = HashSet::new();
    let mut visits = length.saturating_mul(MAX_VISITS_PER_BYTE) + 1000;
    ast.walk(&mut |path| {
        visits -= 1;
        let new = path.last().filter(|node| seen.insert(address(node)));
        let goes_on = new.is_none_or(&mut *visit);
        visits > 0 && goes_on
    });
    visits > 0
}

/// Returns the address of a node. The address identifies the node.
pub(super) fn address(node: &ASTNode<'_>) -> (bool, usize) {
    match node {
        ASTNode::Stmt(stmt) => (true, std::ptr::from_ref(*stmt).addr()),
        ASTNode::Expr(expr) => (false, std::ptr::from_ref(*expr).addr()),
        _ => (false, 0),
    }
}
