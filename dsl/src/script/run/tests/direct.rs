//! Tests that direct execution of a script has the same results as execution by Rhai.

use std::fs;
use std::path::Path;

use quadrille_core::Hooks as _;
use quadrille_core::numeric::rng::{Rng, Stream};

use super::*;
use crate::library::Shelf;
use crate::load;

#[test]
fn hooks_of_shipped_rulesets_never_need_rhai() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    let (mut called, mut by_rhai) = (0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.join("geometry.toml").is_file() {
            continue;
        }
        let name = path.to_str().unwrap();
        let loaded = load(&Shelf::default(), name, &[]).unwrap();
        let host = loaded.scripts.host(&loaded.rules).without_memory();
        for seed in 0..40 {
            let mut rng = Rng::new(seed, 0, Stream::Agent, 0, 0);
            let mut game = game::start(&loaded.rules, &host).unwrap();
            for _ in 0..1500 {
                if game.play_random(&mut rng).unwrap().is_none() {
                    break;
                }
            }
        }
        for (hook, (calls, left)) in host.called_directly() {
            if left > 0 {
                by_rhai.push(format!("{name}: {hook}, {left} of {calls}"));
            }
            called += calls;
        }
    }
    assert!(by_rhai.is_empty(), "{by_rhai:#?}");
    assert!(called > 1_000, "{called}");
}

/// Bodies of a mate hook. Each body tests several results. For each test, it emits an effect whose
/// clause shows the result.
const BODIES: &[&str] = &[
    "let n = 7; n += 3; n -= 1; n *= 4; n /= 6; n %= 4; note(n == 2);",
    "note(-7 / 2 == -3); note(-7 % 2 == -1); note(!(2 < 1)); note(3 >= 3 && 2 <= 1 || 1 != 2);",
    "let n = 1; { let n = 2; n += 1; } note(n == 1); let n = 5; note(n == 5);",
    "let sum = 0; for n in 0..4 { if n == 1 { continue; } sum += n; } note(sum == 5);",
    "let sum = 0; for n in 1..=4 { if n == 4 { break; } sum += n; } note(sum == 6);",
    "let sum = 0; for (seat, i) in seats() { sum += i; } note(sum == 6);",
    "let n = 0; while n < 5 { n += 1; if n == 3 { break; } } note(n == 3); loop { n += 1; if n > 9 { break; } } note(n == 10);",
    "let list = [1, 2]; let other = list; other.push(3); note(list.len == 2); note(other[-1] == 3); other[0] = 9; note(other[0] + list[0] == 10);",
    "let list = [1, 2] + [3]; note(list.len() == 3); note(2 in list); note(!(4 in list)); note(list.index_of(3) == 2); note([].is_empty());",
    "let few = seats().filter(|player| player != seat); note(few.len == 3); note(few.all(|one| one != seat)); note(!few.some(|one| one == seat));",
    "let found = seats().find(|one| one.team != seat.team); note(found != ()); note(seats().find(|one| false) == ());",
    "note(seats().map(|one| one.name).index_of(seat.name) == 0); note(seats().index_of(|one| one == seat) == 0);",
    "note([3, 4].filter(|one, i| one == 4 && i == 1).len == 1); note([1, 2].filter(|one| one).is_empty());",
    "let map = #{ a: 1, `b`: 2 }; map[\"c\"] = 3; map.a += 4; note(map.a == 5); note(map[\"c\"] == 3); note(map[\"absent\"] == ()); note(map.len() == 3); note(map.contains(\"b\")); note(map.keys().index_of(\"c\") == 2); note(map.values().len == 3);",
    "let word = switch seat.name { \"red\" | \"blue\" => \"one\", \"green\" if 1 > 2 => \"two\", _ => \"three\" }; note(word == \"one\"); note(switch 3 { 1 => false, 3 => true, _ => false }); note(switch true { true => 1, _ => 2 } == 1); note(switch 21 { 1 => 2 } == ());",
    "note(`${seat.name}-${1 + 1}` == \"red-2\"); note(\"ab\" + \"c\" == \"abc\"); note(\"abc\".contains(\"bc\")); note(\"a\" < \"b\"); note(\"abc\".len == 3);",
    "let far = square(\"d2\").step(\"north\"); note(far == square(\"d3\")); note(square(\"d1\").step(\"south\") == ()); note(() != far);",
    "let last = { let a = 1; a + 1 }; note(last == 2); let none = if last == 3 { 4 }; note(none == ());",
    "fn_of(2); note(twice(twice(2)) == 8); note(early(1) == 10 && early(2) == 20); note(down(5) == 0);",
    "let n = 3; note([1, 2].map(|one| one + n)[1] == 5); n = 4; note([1, 2].map(|one| one + n)[1] == 6);",
    "let word = \"abca\"; note(word[0] == 'a' && word[-1] == word[0] && word[1] != 'a'); note(word.index_of('c') == 2 && word.index_of('d') == -1); note(word.contains('b')); note('a' < 'b'); note(`${word[1]}` == \"b\");",
    "let letter = \"K\"[0]; note(switch letter { 'Q' => false, 'K' => true, _ => false }); note(switch letter { 'a' => 1, _ => 2 } == 2); note(switch \"K\" { 'K' => 1, \"K\" => 2 } == 2);",
    "note(\"to-left\".ends_with(\"left\") && !\"left\".starts_with(\"right\")); note(min(2, 3) == 2 && max(2, 3) == 3);",
    "let list = [1]; let other = list; list += [2, 3]; note(list.len == 3 && other.len == 1);",
    "let list = [31, 12, 22, 11, 32]; let other = list; let by = 10; list.sort(|one, two| one % by - two % by); note(list[0] == 31 && list[1] == 11 && list[2] == 12 && list[4] == 32); note(other[0] == 31 && other[1] == 12);",
    "let inner = #{ a: 1 }; let outer = #{ inner: inner, b: 2 }; note(outer != () && () != outer.inner && !(outer == ())); note(outer.inner.a == 1); outer.c = 3; note(outer.len() == 3); inner.a = 2; note(outer.inner.a == 1); note([1] != () && !(() == [1]) && 'a' != ());",
    "for one in [[seat, 1], [seat, 2]] { note(one[0] == seat && one[1] > 0); }",
];

/// Bodies of functions that Rhai must run or reject.
const LEFT: &[&str] = &[
    "let all = [1, \"a\", seat]; note(all[0] == all[1]);",
    "let all = [1, \"a\", seat]; note(all[2] == all[1]);",
    "let n = 9223372036854775807; n += 1;",
    "let none = 0; note(1 / none == 0);",
    "note([1][3] == 1);",
    "let all = [1]; if all[0] { note(true); }",
    "let n = 1; [1, 2].for_each(|| n += this); note(n == 4);",
    "let count = 0; [1, 2].map(|one| { count += one; one }); note(count == 3);",
    "let list = [1]; list += 2; note(list.len == 2);",
    "let list = [2, 1]; list.sort(|one, two| one < two); note(list[0] == 1);",
    "let list = [2, 1]; list.sort(|one, two| ()); note(list.len == 2);",
    "note(\"ab\"[2] == 'b');",
    "let n = 1; note(#{ a: #{ b: #{ c: n } } }.a.b.c == 1);",
    "let all = [1, seat]; note(all[0].name == \"red\");",
    "note(true); throw \"no\";",
    "try { throw 1; } catch (e) { note(e == 1); }",
    "let name = \"no\"; name += \"where\"; note(zone(name).len == 0);",
    "let list = [3, 1]; list.sort(); note(list[0] == 1);",
    "note(1); deep(1);",
    "let text = \"x\"; for n in 0..12 { text += text; } note(text.len > 0);",
];

const FUNCTIONS: &str = "
    fn note(truth) { if truth { clause(\"T1\"); } else { clause(\"T2\"); } draw(); }
    fn fn_of(n) { }
    fn twice(n) { n * 2 }
    fn early(n) { for i in 0..9 { if i == n { return i * 10; } } 0 }
    fn down(n) { if n == 0 { 0 } else { down(n - 1) } }
    fn deep(n) { deep(n + 1) + 1 }
";

/// The answer of a hook: the clause and the place of each effect, or the message if the hook
/// failed.
type Answered = Result<Vec<(Option<u16>, u64)>, String>;

/// Calls a mate hook with this body, and returns its answer. The boolean is `true` if Rhai had to
/// run the hook. Asserts that the answer is the same if only Rhai runs the hook.
#[track_caller]
fn answered(body: &str) -> (Answered, bool) {
    let text = format!(
        "fn define(rules) {{ rules.clause(\"T1\", \"True.\"); rules.clause(\"T2\", \"False.\"); }}\n\
         fn on_mate(game, seat) {{ {body} }}\n{FUNCTIONS}"
    );
    let (scripts, rules) = rules(&[&text], cross());
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    let ask = |host: &Host| {
        let mut out = Vec::new();
        let done = host.call(0, &Event::Mate(WHITE), game.view(), &mut out);
        let out = out.into_iter().map(|one| (one.clause.map(|clause| clause.0), one.place));
        done.map(|()| out.collect()).map_err(|error| error.message().to_owned())
    };
    let host = scripts.host(&rules).without_memory();
    let answer = ask(&host);
    assert_eq!(answer, ask(&scripts.host(&rules).without_memory().by_rhai()), "{body}");
    let left = host.called_directly().iter().any(|(_, (_, left))| *left > 0);
    (answer, left)
}

#[test]
fn what_runs_directly_means_what_it_means_to_rhai() {
    for body in BODIES {
        let (answer, left) = answered(body);
        assert!(!left, "{body}");
        let answer = answer.unwrap_or_else(|error| panic!("{body}: {error}"));
        assert!(!answer.is_empty(), "{body}");
        assert!(answer.iter().all(|(clause, _)| *clause == Some(0)), "{body}: {answer:?}");
    }
}

#[test]
fn what_is_not_known_to_run_directly_is_left_to_rhai() {
    for body in LEFT {
        assert!(answered(body).1, "{body}");
    }
}

#[test]
fn a_hook_that_is_mostly_left_to_rhai_is_left_to_it_altogether() {
    let text = "fn on_mate(game, seat) { let list = [game.count(seat), 1]; list.sort(); if list[0] == 1 { draw(); } }";
    let (scripts, rules) = rules(&[text], cross());
    let host = scripts.host(&rules);
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    for _ in 0..500 {
        let mut out = Vec::new();
        host.call(0, &Event::Mate(WHITE), game.view(), &mut out).unwrap();
        assert_eq!(out.len(), 1);
    }
    let [(_, (calls, left))] = host.called_directly()[..] else { panic!() };
    assert_eq!(calls, left);
    assert!(calls < 100, "{calls}");
}
