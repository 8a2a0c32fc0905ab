//! Caches recently parsed scripts, separately for each thread. Loading a ruleset needs the syntax
//! tree of each script several times: for lints, `define`, tables and hooks. Parsing takes a large
//! part of the loading time.
//!
//! Several engines can use the same tree, because the tree does not depend on the functions that
//! are registered with an engine. The only property of an engine that affects the tree is its
//! optimisation level.

use std::cell::RefCell;

use rhai::{AST, Engine, OptimizationLevel, ParseError, Scope};

use crate::diagnostic::Source;
use crate::script::syntax::Literal;

/// The maximum number of cached scripts.
const MAX_CACHED_SCRIPTS: usize = 32;

/// A parsed script.
struct CachedScript {
    name: String,
    text: String,
    /// The values of the script's tunables.
    values: Vec<Literal>,
    /// The syntax tree without optimisation. `None` until it is first requested.
    plain: Option<AST>,
    optimised: Option<AST>,
}

thread_local! {
    static PARSED: RefCell<Vec<CachedScript>> = const { RefCell::new(Vec::new()) };
}

/// Returns the syntax tree of a script whose tunables have these values. The tree is optimised if
/// the engine optimises. If the tree is not cached, `parse` creates it.
pub(super) fn ast(
    engine: &Engine,
    source: &Source,
    values: &[Literal],
    scope: &Scope<'_>,
    parse: impl FnOnce() -> Result<AST, ParseError>,
) -> Result<AST, ParseError> {
    let named = |mut ast: AST| {
        ast.set_source(source.name.as_str());
        ast
    };
    PARSED.with_borrow_mut(|all| {
        let same = |it: &CachedScript| {
            it.name == source.name && it.values == values && it.text == source.text.as_str()
        };
        let level = engine.optimization_level();
        let plainly = level == OptimizationLevel::None;
        let place = all.iter().position(same);
        if let Some(CachedScript { plain, optimised, .. }) = place.map(|place| &mut all[place]) {
            if !plainly && optimised.is_none() {
                let optimise = |ast: &AST| named(engine.optimize_ast(scope, ast.clone(), level));
                *optimised = plain.as_ref().map(optimise);
            }
            if let Some(ast) = if plainly { plain } else { optimised } {
                return Ok(ast.clone());
            }
        }
        let ast = named(parse()?);
        let place = place.unwrap_or_else(|| {
            if all.len() >= MAX_CACHED_SCRIPTS {
                all.remove(0);
            }
            all.push(CachedScript {
                name: source.name.clone(),
                text: source.text.clone(),
                values: values.to_vec(),
                plain: None,
                optimised: None,
            });
            all.len() - 1
        });
        let CachedScript { plain, optimised, .. } = &mut all[place];
        *if plainly { plain } else { optimised } = Some(ast.clone());
        Ok(ast)
    })
}
