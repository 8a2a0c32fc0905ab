//! Warns about team names that are probably misspelt. Also warns about partners who may capture
//! each other although no clause mentions partners.

use std::sync::Arc;

use super::LintInput;
use crate::diagnostic::{Code, Diagnostic, Fix, NameSuggestion, suggest};
use crate::manifest::tree::{FileSpan, TomlNode, TomlValue};
use crate::script::TextCall;

/// Words in clauses about partners.
const PARTNERS: [&str; 6] = ["partner", "ally", "allies", "allied", "team", "own side"];

/// Returns the words of a team's name in sorted order. The names `red-yellow` and `yellow-red` thus
/// become equal.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> =
        name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

impl LintInput<'_> {
    /// Warns about a team with a single seat if its name resembles the name of another team. If the
    /// other team already has all its seats, there is no warning. Also warns if one seat is alone
    /// in its team and one other seat has no team, although there are larger teams.
    pub(super) fn teams(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let members = |team: usize| {
            spec.seats.iter().filter(move |seat| usize::from(seat.team) == team).count()
        };
        let most = (0..spec.teams.len()).map(members).max().unwrap_or(0);
        let Some(TomlValue::List(seats)) = self.table.get("seats").map(|node| &node.value) else {
            return;
        };
        for (node, seat) in seats.iter().zip(&spec.seats) {
            let Some(node) = node.table().and_then(|seat| seat.get("team")) else { continue };
            let name = node.text().unwrap_or_default();
            if members(seat.team.into()) != 1 || name.chars().count() < 3 {
                continue;
            }
            // `team1` and `team2` differ on purpose.
            let bare = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            let others = spec.teams.iter().enumerate().filter(|(team, other)| {
                bare(other) != bare(name) && (members(*team) == 1 || members(*team) < most.max(2))
            });
            let others: Vec<&str> = others.map(|(_, other)| other.as_str()).collect();
            let turned = others.iter().find(|other| words(other) == words(name));
            let turned = turned.map(|other| {
                NameSuggestion::replace(format!("did you mean `{other}`?"), name, other)
            });
            let close = turned.or_else(|| suggest(name, others.iter().copied()));
            let Some(advice) = close else { continue };
            let other = advice.edit.as_ref().and_then(|(_, new)| {
                let team = spec.teams.iter().position(|team| team == new)?;
                (members(team) == 1)
                    .then(|| spec.seats.iter().position(|of| usize::from(of.team) == team))?
            });
            let place = |i: usize| seats.get(i)?.table()?.get("team");
            // Two seats with similar team names are reported once.
            if let Some(other) = other
                && let Some(first) = place(other)
            {
                if first.at.span.start < node.at.span.start {
                    out.push(self.parted((node, &seat.name), (first, &spec.seats[other].name)));
                }
                continue;
            }
            let message =
                format!("{} is alone in the team `{name}`, against all others", seat.name);
            out.push(node.at.warning(Code::LonelyTeam, message).help(advice));
        }
        // Two seats may be meant as partners: the seat that is alone in its team, and the only seat
        // without a team.
        let named = |i: usize| seats.get(i).and_then(|node| node.table()?.get("team"));
        let without: Vec<usize> = (0..seats.len()).filter(|i| named(*i).is_none()).collect();
        let alone: Vec<usize> = (0..seats.len().min(spec.seats.len()))
            .filter(|i| named(*i).is_some() && members(spec.seats[*i].team.into()) == 1)
            .collect();
        if let ([without], [alone]) = (&without[..], &alone[..])
            && most > 1
            && let Some(node) = named(*alone)
        {
            let (one, other) = (&spec.seats[*alone].name, &spec.seats[*without].name);
            let name = node.text().unwrap_or_default();
            let message = format!("{one} is alone in the team `{name}`, and {other} has no team");
            let help = format!("if they are partners, write `team = \"{name}\"` for {other} too");
            let mut made = node.at.warning(Code::LonelyTeam, message).help(help);
            // The team is written on a separate line if the entry before it is on a separate line.
            let last = seats[*without].table().and_then(|seat| seat.entries.last());
            if let Some(FileSpan { source, span }) = last.map(|entry| &entry.node.at)
                && source.text[span.end..].starts_with('\n')
            {
                let replacement = format!("\nteam = \"{name}\"");
                let (source, span) = (Arc::clone(source), span.end..span.end);
                made.fixes.push(Fix { source, span, replacement, sure: false });
            }
            out.push(made);
        }
    }

    /// Returns the warning about two seats whose teams have similar names. If one name consists of
    /// names of seats and the other does not, the other name is reported as misspelt.
    fn parted(&self, later: (&TomlNode, &str), earlier: (&TomlNode, &str)) -> Diagnostic {
        let of_seats = |(node, _): (&TomlNode, &str)| {
            let known = |word: &String| self.spec.seats.iter().any(|seat| seat.name == *word);
            words(node.text().unwrap_or_default()).iter().all(known)
        };
        let name = |(node, _): (&TomlNode, &str)| node.text().unwrap_or_default().to_owned();
        let known = of_seats(later) != of_seats(earlier);
        let (wrong, right) =
            if known && of_seats(later) { (earlier, later) } else { (later, earlier) };
        let (old, new) = (name(wrong), name(right));
        let message = format!(
            "{} is alone in the team `{old}`, and {} in `{new}`: they are not partners",
            wrong.1, right.1
        );
        let made = wrong.0.at.warning(Code::LonelyTeam, message);
        let other = &right.0.at;
        let made = made.label(&other.source, other.span.clone(), "the other team");
        if known {
            return made.help(NameSuggestion::replace(
                format!("did you mean `{new}`?"),
                &old,
                &new,
            ));
        }
        // Either of the two names may be meant.
        let help = format!("if they are partners, write `{new}` or `{old}` for both");
        let made = made.help(NameSuggestion::replace(help, &old, &new));
        made.replacing((&other.source, other.span.clone()), &new, &old, false)
    }

    /// Warns if the pieces of partners may capture each other and no clause mentions partners.
    pub(super) fn partners(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let said = |text: &str| {
            let text = text.to_lowercase();
            PARTNERS.iter().any(|word| text.contains(word))
        };
        if spec.clauses.iter().any(|clause| said(&clause.text)) {
            return;
        }
        let seats = || spec.seats.iter().enumerate();
        let may = |a: usize, b: usize| {
            spec.relations.get(a).and_then(|row| row.get(b)).is_some_and(|r| r.capture)
        };
        let pairs = seats().flat_map(|a| seats().map(move |b| (a, b)));
        let mut taken =
            pairs.filter(|((a, one), (b, other))| a != b && one.team == other.team && may(*a, *b));
        if let Some(((a, one), (b, other))) = taken.next() {
            let back = if may(b, a) { "" } else { ", but not the other way round" };
            let message = format!(
                "{} may capture pieces of its partner {}{back}, and no clause mentions partners",
                one.name, other.name
            );
            let help = "exclude partners, as in `if a.team != b.team { rules.relate(a, b, \"capture\", true) }`, or state it \
                        under `[clauses]`";
            let node =
                self.table.get("seats").and_then(|seats| seats.list().get(a)?.table()?.get("team"));
            let at = node.map_or(self.top, |node| &node.at);
            let made = match self.scripts.all_calls("relate").next() {
                Some(TextCall { place: (source, span), .. }) => {
                    let code = Code::PartnersMayCapture;
                    let made = Diagnostic::warning(code, source, span, message);
                    made.label(&at.source, at.span.clone(), "the team of both")
                }
                None => at.warning(Code::PartnersMayCapture, message),
            };
            out.push(made.help(help));
            return;
        }
        // A hook may also allow such captures during a game.
        for TextCall { place: (source, span), .. } in self.scripts.all_calls("relate") {
            let after = &source.text[span.end..];
            let call = after.split_once(';').map_or(after, |(call, _)| call);
            let given: Vec<&str> = call.split(',').map(str::trim).collect();
            let [_, to, ability, allowed] = given[..] else { continue };
            let effect = !source.text[..span.start].trim_end().ends_with('.');
            if effect
                && to.contains(".partner")
                && ability == "\"capture\""
                && allowed.starts_with("true")
            {
                let message = "this lets a seat capture pieces of its partner, but no clause mentions partners";
                let help = "if that is meant, state it under `[clauses]`";
                let code = Code::PartnersMayCapture;
                out.push(Diagnostic::warning(code, source, span, message).help(help));
            }
        }
    }
}
