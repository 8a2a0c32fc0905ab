//! Chooses the zones that a picture marks by default, and names zones for its legend.

use quadrille_core::{Spec, Zone};
use quadrille_dsl::sentence;
use quadrille_dsl::text::Argument;

use super::picture::Picture;
use super::zone_group::{ZoneGroup, ZonePart};
use crate::colour::Rgb;

/// The maximum number of groups that a picture marks by default.
const MAX_DEFAULT_ZONE_GROUPS: usize = 6;

/// The colours of zones that belong to no seat.
const ZONE_COLOURS: [Rgb; 6] = [
    Rgb(0x6a, 0x3d, 0x9a),
    Rgb(0x1b, 0x7f, 0x8c),
    Rgb(0xb0, 0x4a, 0x7a),
    Rgb(0x3f, 0x6f, 0xb5),
    Rgb(0x4d, 0x7d, 0x2a),
    Rgb(0xa8, 0x5a, 0x1a),
];

/// Returns the names of the zones to mark by default. A zone is left out if it is empty, covers the
/// whole board, or is the union of other zones. If there would be too many groups of zones, returns
/// no names.
#[must_use]
pub fn telling(spec: &Spec) -> Vec<&str> {
    let all = spec.geometry.all();
    let is_part = |zone: &Zone| !zone.is_empty() && *zone != all;
    let parts: Vec<&(String, Zone)> = spec.zones.iter().filter(|(_, zone)| is_part(zone)).collect();
    // A zone is made up of other zones if each of its squares is also in a smaller zone that lies
    // inside the first zone. If two zones are equal, the later zone counts as made up of the
    // earlier zone.
    let made_up = |place: usize, zone: &Zone| {
        let mut covered = Zone::default();
        for (other, (_, within)) in parts.iter().enumerate() {
            let smaller = within.len() < zone.len() || within == zone && other < place;
            if smaller && (*within - *zone).is_empty() {
                covered |= *within;
            }
        }
        covered == *zone
    };
    let kept = parts.iter().enumerate().filter(|(place, (_, zone))| !made_up(*place, zone));
    let names: Vec<&str> = kept.map(|(_, (name, _))| name.as_str()).collect();
    if grouped(spec, &names).len() <= MAX_DEFAULT_ZONE_GROUPS { names } else { Vec::new() }
}

/// A group of corresponding zones.
struct Group<'a> {
    /// The common end of the names of these zones, which follows the name of a seat. `None` if the
    /// zone is alone in its group.
    rest: Option<&'a str>,
    zones: Vec<&'a (String, Zone)>,
}

/// Returns the named zones in groups. In each group of several zones, every name begins with the
/// name of a seat, and the rest of the name is the same.
fn grouped<'a>(spec: &'a Spec, names: &[&str]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let wanted = spec.zones.iter().filter(|(name, _)| names.contains(&name.as_str()));
    let of_seats = |rest: &str| {
        let seats = spec
            .seats
            .iter()
            .filter(|seat| names.iter().any(|name| rest_of(name, &seat.name) == Some(rest)));
        seats.count()
    };
    for zone in wanted {
        let rest = spec.seats.iter().find_map(|seat| rest_of(&zone.0, &seat.name));
        let rest = rest.filter(|rest| of_seats(rest) > 1);
        match groups.iter_mut().find(|group| rest.is_some() && group.rest == rest) {
            Some(group) => group.zones.push(zone),
            None => groups.push(Group { rest, zones: vec![zone] }),
        }
    }
    groups
}

/// Returns the part of a zone's name after the name of a seat.
fn rest_of<'a>(zone: &'a str, seat: &str) -> Option<&'a str> {
    let rest = zone.strip_prefix(seat)?.strip_prefix(['-', '_'])?;
    (!rest.is_empty()).then_some(rest)
}

/// Returns a name with spaces instead of hyphens and underscores.
fn spoken(name: &str) -> Argument {
    Argument::Word(name.replace(['-', '_'], " "))
}

impl Picture {
    /// Marks the zones with these names. Names without a zone are ignored.
    pub fn mark_zones(&mut self, spec: &Spec, names: &[&str]) {
        let mut drawn: Vec<(Zone, usize)> = Vec::new();
        for (number, Group { rest, zones }) in grouped(spec, names).into_iter().enumerate() {
            let seat_of =
                |name: &str| spec.seats.iter().position(|seat| rest_of(name, &seat.name) == rest);
            let mut parts = Vec::new();
            for (name, zone) in &zones {
                let seat = rest.and_then(|_| seat_of(name));
                let of_seat = seat.and_then(|seat| self.colours.get(seat)).map(|look| look.colour);
                let taken: Vec<usize> = drawn
                    .iter()
                    .filter(|(other, _)| other.meets(zone))
                    .map(|(_, inset)| *inset)
                    .collect();
                let inset = (0..).find(|inset| !taken.contains(inset)).unwrap_or_default();
                drawn.push((*zone, inset));
                let cells = zone.into_iter().filter(|square| spec.geometry.has(*square));
                let cells = cells.map(|square| spec.geometry.cell(square));
                parts.push(ZonePart {
                    seat: seat.and_then(|seat| spec.seats.get(seat)).map(|seat| seat.name.clone()),
                    colour: of_seat.unwrap_or(ZONE_COLOURS[number % ZONE_COLOURS.len()]),
                    squares: cells
                        .map(|cell| (i32::from(cell.file), i32::from(cell.rank)))
                        .collect(),
                    inset,
                });
            }
            let label = match (rest, zones.first()) {
                (Some(rest), _) if zones.len() == spec.seats.len() => {
                    sentence!(ZoneOfEachSeat, zone = spoken(rest))
                }
                (Some(rest), _) => {
                    let seats = parts.iter().filter_map(|part| part.seat.as_deref());
                    let seats: Argument = seats.map(Argument::word).collect();
                    sentence!(ZoneOfSeats, zone = spoken(rest), seats = seats)
                }
                (None, Some((name, _))) => sentence!(Zone, zone = spoken(name)),
                (None, None) => continue,
            };
            self.zones.push(ZoneGroup { label, parts });
        }
    }

    /// Returns the number and the colour of each marked zone that contains a square. Numbers begin
    /// at 1.
    pub fn zones_at(&self, file: i32, rank: i32) -> impl Iterator<Item = (usize, Rgb)> {
        let numbered = self.zones.iter().zip(1..);
        numbered.filter_map(move |(group, number)| {
            let part = group.parts.iter().find(|part| part.squares.contains(&(file, rank)))?;
            Some((number, part.colour))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PictureOptions;
    use crate::testing::cross;

    /// Returns the cross-shaped board with zones.
    fn with(zones: &[(&str, &[&str])]) -> Spec {
        let (mut spec, _) = cross();
        let zone = |squares: &[&str]| {
            let mut zone = Zone::default();
            for name in squares {
                zone.insert(spec.geometry.square_named(name).unwrap());
            }
            zone
        };
        let zones = zones.iter().map(|(name, squares)| ((*name).to_owned(), zone(squares)));
        spec.zones = zones.collect();
        spec
    }

    fn marked(spec: &Spec, names: &[&str]) -> Picture {
        let mut picture = Picture::empty(spec, &PictureOptions::default());
        picture.mark_zones(spec, names);
        picture
    }

    const REARS: [(&str, &[&str]); 4] = [
        ("yellow-rear", &["d1", "e1", "f1"]),
        ("red-rear", &["a4", "a5"]),
        ("white-rear", &["d14"]),
        ("black-rear", &["n4"]),
    ];

    #[test]
    fn zones_of_seats_have_one_number_and_the_colours_of_the_seats() {
        let spec = with(&[&REARS[..], &[("hill", &["g7", "h7", "g8", "h8"])]].concat());
        let picture = marked(&spec, &telling(&spec));
        let words: Vec<String> = picture.zones.iter().map(ZoneGroup::words).collect();
        let rears = "each seat's rear: yellow d1..f1, red a4..a5, white d14, black n4";
        assert_eq!(words, [rears, "hill: g7:h8"]);
        assert_eq!(picture.zones_at(3, 13).collect::<Vec<_>>(), [(1, Rgb::of_seat(2))]);
        assert_eq!(picture.zones_at(6, 6).map(|(number, _)| number).collect::<Vec<_>>(), [2]);
        assert_eq!(picture.zones_at(4, 4).count(), 0);
        let some = marked(&spec, &["red-rear", "black-rear"]);
        assert_eq!(some.zones[0].label.to_string(), "rear of red and black");
        assert_eq!(marked(&spec, &["red-rear"]).zones[0].label.to_string(), "red rear");
    }

    #[test]
    fn zones_that_say_nothing_or_are_too_many_are_not_marked_by_themselves() {
        let both: &[&str] = &["d4", "e5"];
        let mut spec = with(&[
            ("one", &["d4"]),
            ("other", &["e5"]),
            ("both", both),
            ("again", &["d4"]),
            ("none", &[]),
        ]);
        spec.zones.push(("board".to_owned(), spec.geometry.all()));
        assert_eq!(telling(&spec), ["one", "other"]);
        let squares: Vec<[&str; 1]> = vec![["d4"], ["e4"], ["f4"], ["g4"], ["h4"], ["i4"], ["j4"]];
        let zones: Vec<(&str, &[&str])> =
            squares.iter().map(|square| (square[0], &square[..])).collect();
        assert_eq!(telling(&with(&zones[..6])).len(), 6);
        assert_eq!(telling(&with(&zones)), [""; 0]);
    }

    #[test]
    fn outlines_of_zones_that_meet_stand_apart() {
        let spec = with(&[("a", &["d4", "e4"]), ("b", &["e4", "f4"]), ("c", &["f4", "g4"])]);
        let insets: Vec<usize> = marked(&spec, &["a", "b", "c"])
            .zones
            .iter()
            .map(|group| group.parts[0].inset)
            .collect();
        assert_eq!(insets, [0, 1, 0]);
    }
}
