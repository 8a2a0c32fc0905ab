//! Reads moves of several steps.

use std::collections::BTreeMap;

use super::landing::Landing;
use super::movement::{MoveReader, Travel};
use super::scene::{Content, Fact};
use super::squares::{COMPASS, Squares, Step};
use super::syntax::{Ludeme, Value};

impl MoveReader<'_, '_> {
    /// Reads `(forEach Direction …)`, a move of several steps.
    pub(super) fn legs(&mut self, ludeme: &Ludeme, from: Squares) {
        let mut paths = Vec::new();
        if let Err(unknown) = self.leg(ludeme, &mut Vec::new(), true, &mut paths) {
            self.notes.unknown(&unknown, ludeme, "this move depends on it");
            return;
        }
        let mut horses: BTreeMap<(Step, usize), Vec<Vec<Step>>> = BTreeMap::new();
        let mut landings = BTreeMap::new();
        for (path, free, landing) in paths {
            let sum = path.iter().fold((0, 0), |sum: Step, step| (sum.0 + step.0, sum.1 + step.1));
            if free || path.len() == 1 {
                self.emit(sum, Travel::Leap, &landing, from);
            } else {
                let key = (path[0], path.len());
                horses.entry(key).or_default().push(path);
                landings.insert(key, landing);
            }
        }
        for (key, paths) in horses {
            let diagonal = |step: &Step| step.0 != 0 && step.1 != 0;
            let outward = |path: &Vec<Step>| {
                diagonal(&path[1]) && path[2..].iter().all(|step| *step == path[1])
            };
            let (way, length) = key;
            if paths.len() == 2 && !diagonal(&way) && paths.iter().all(outward) {
                self.emit(way, Travel::Horse(length - 1), &landings[&key], from);
            } else {
                self.miss(ludeme, "a move of these steps has no counterpart");
            }
        }
    }

    fn leg(
        &mut self,
        ludeme: &Ludeme,
        path: &mut Vec<Step>,
        free: bool,
        paths: &mut Vec<(Vec<Step>, bool, Landing)>,
    ) -> Fact<()> {
        if ludeme.part("between").is_some() || path.len() > 5 || paths.len() > 256 {
            return Err(self.notes.reason(ludeme));
        }
        let way = ludeme.args().skip(1).find(|item| {
            matches!(item.value, Value::Word(_) | Value::Set(_)) || item.name() == "directions"
        });
        let ways = match way {
            Some(way) => self.scene.directions(way, path.last().copied())?,
            None => COMPASS.map(|(_, way)| way).to_vec(),
        };
        let to = ludeme.part("to");
        let all = self.equipment().board.all;
        let body = match to {
            Some(to) => to.part("apply").and_then(|apply| apply.arg(0)),
            None => ludeme
                .args()
                .skip(1)
                .filter(|item| matches!(item.name(), "if" | "move" | "forEach" | "and"))
                .last(),
        };
        let Some(mut body) = body else { return Err(self.notes.reason(ludeme)) };
        while let ("and", Some(only), None) = (body.name(), body.arg(0), body.arg(1)) {
            body = only.each().first().unwrap_or(only);
        }
        let crossing = match to.and_then(|to| to.named("if")) {
            Some(test) => Some(self.scene.landing(Some(test), false)?),
            None => None,
        };
        for way in ways {
            path.push(way);
            if body.is("forEach", "Direction") {
                let empty =
                    crossing.as_ref().is_none_or(|crossing| crossing.of(Content::Empty) == all);
                let mut pieces = crossing
                    .iter()
                    .flat_map(|crossing| &crossing.squares)
                    .filter(|(content, _)| **content != Content::Empty);
                let open = pieces.clone().all(|(_, set)| *set == all);
                let closed = pieces.all(|(_, set)| set.is_empty());
                if !empty || !(open || closed) {
                    return Err(self.notes.reason(ludeme));
                }
                self.leg(body, path, free && open, paths)?;
            } else {
                let landing = self.end_of_legs(body)?;
                paths.push((path.clone(), free, landing));
            }
            path.pop();
        }
        Ok(())
    }

    /// Reads the end of a move of several steps: `(if … (move (from) (to …)))`.
    fn end_of_legs(&mut self, body: &Ludeme) -> Fact<Landing> {
        let (test, relocation) = match body.name() {
            "if" => (body.arg(0), body.arg(1)),
            _ => (None, Some(body)),
        };
        let Some(to) = relocation
            .filter(|ludeme| ludeme.name() == "move")
            .and_then(|ludeme| ludeme.part("to"))
        else {
            return Err(self.notes.reason(body));
        };
        if to.arg(0).is_some_and(|target| target.name() != "apply") {
            return Err(self.notes.reason(to));
        }
        match test.or(to.named("if")) {
            Some(test) => self.scene.landing(Some(test), false),
            None => Ok(self.scene.not_own()),
        }
    }
}
