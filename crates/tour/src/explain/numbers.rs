//! Boards with given numbers, solved by logic: a number that has one square left, a square that has one
//! number left, and what would become of the board otherwise.

use std::collections::BTreeSet;

use search::{Limit, Meter};

use super::places::{Conflict, Links, Places, count, members};
use crate::{Tour, TourPosition, quick_refute};
use tabuleiro_core::board::Square;
use tabuleiro_core::explain::{Assertion, SquareRole, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Play;
use tabuleiro_tour_rules::number_check::{
    BESIDE, CONTRADICTION, NO_NUMBER, NO_SQUARE, NUMBER, ONLY_NUMBER, REACH, REFUTED,
};
use tabuleiro_tour_rules::put;

/// Squares of the largest board that is looked at.
pub(crate) const MOST: u64 = 400;
/// Squares that are tried in vain for a number, at most: more are more than a person looks at.
const TRIED: u32 = 6;

/// The techniques, from the easiest to the hardest.
pub(crate) const LADDER: [&str; 5] = [BESIDE, REACH, ONLY_NUMBER, CONTRADICTION, REFUTED];

/// What a technique tells: its name, numbers and their squares.
pub(super) type Round = (&'static str, Vec<(u32, Square)>);

/// A board that is looked at by logic.
pub(crate) struct Logic<'a> {
    tour: &'a Tour,
    links: Links,
}

/// A number, its place, and how that is known: premises, and what is told of those that need words of
/// their own.
struct Found {
    number: u32,
    place: usize,
    premises: Vec<Assertion>,
    story: Vec<Message>,
}

impl<'a> Logic<'a> {
    /// Nothing where no numbers are put, or the board is too large.
    pub(crate) fn new(tour: &'a Tour, meter: &mut Meter<'_>) -> Result<Option<Self>, Limit> {
        if !tour.takes_numbers() || tour.squares() > MOST || tour.size().area() > 4 * MOST {
            return Ok(None);
        }
        Ok(Some(Logic { tour, links: Links::new(tour, meter)? }))
    }

    /// The first step by the easiest technique that applies.
    pub(crate) fn step(
        &self,
        position: &TourPosition,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Step>, Limit> {
        let places = Places::new(self.tour, position, &self.links, meter)?;
        for technique in LADDER {
            let found = self.find(technique, position, &places, 1, meter)?;
            if let Some(found) = found.into_iter().next() {
                return Ok(Some(self.told(technique, found, &places)));
            }
        }
        Ok(None)
    }

    /// All numbers that the easiest technique that applies tells, with its name.
    pub(crate) fn round(
        &self,
        position: &TourPosition,
        techniques: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Round>, Limit> {
        let places = Places::new(self.tour, position, &self.links, meter)?;
        for &technique in &LADDER[..techniques] {
            let found = self.find(technique, position, &places, usize::MAX, meter)?;
            if !found.is_empty() {
                let square = |place| self.tour.size().square(place);
                let found = found.iter().map(|found| (found.number, square(found.place)));
                return Ok(Some((technique, found.collect())));
            }
        }
        Ok(None)
    }

    /// At most so many numbers that a technique tells.
    fn find(
        &self,
        technique: &'static str,
        position: &TourPosition,
        places: &Places,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Found>, Limit> {
        if technique == ONLY_NUMBER {
            let only = places.numbers().into_iter().filter(|&(_, _, only)| only).take(most);
            let found = only.map(|(place, number, _)| {
                let premises = vec![self.only(number, place)];
                Found { number, place, premises, story: Vec::new() }
            });
            return Ok(found.collect());
        }
        let mut found = Vec::new();
        for number in places.open() {
            if found.len() >= most {
                break;
            }
            meter.check_limits()?;
            let left = count(places.of(number));
            if let BESIDE | REACH = technique {
                let beside = places.anchors(number).any(|(known, _)| known.abs_diff(number) == 1);
                if left == 1 && (technique == REACH || beside) {
                    let place = members(places.of(number)).next().unwrap_or_default();
                    let premises = self.reach(number, places);
                    found.push(Found { number, place, premises, story: Vec::new() });
                }
            } else if (2..=TRIED).contains(&left) {
                let argues = technique == REFUTED;
                found.extend(self.tried(number, position, places, argues, meter)?);
            }
        }
        Ok(found)
    }

    /// The number on the only one of its squares that leads to no contradiction.
    fn tried(
        &self,
        number: u32,
        position: &TourPosition,
        places: &Places,
        argues: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found>, Limit> {
        let (mut premises, mut story) = (self.reach(number, places), Vec::new());
        let mut last = None;
        for place in members(places.of(number)) {
            match self.against(number, place, position, places, argues, meter)? {
                Some((premise, line)) => {
                    premises.push(premise);
                    story.push(line);
                }
                // Two squares that nothing speaks against are too many.
                None if last.is_some() => return Ok(None),
                None => last = Some(place),
            }
        }
        Ok(last.map(|place| Found { number, place, premises, story }))
    }

    /// Why a number cannot stand at a place, if that is seen.
    fn against(
        &self,
        number: u32,
        place: usize,
        position: &TourPosition,
        places: &Places,
        argues: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Assertion, Message)>, Limit> {
        let square = |place| self.tour.size().square(place);
        let said = |rule, squares: Vec<Square>, of: &[u32]| {
            let values = std::iter::once(number).chain(of.iter().copied());
            let squares = std::iter::once(square(place)).chain(squares).collect();
            Assertion { rule, squares, values: values.map(|value| value as i32).collect() }
        };
        let line = |key: &str| {
            let line = Message::new(format!("tour.story.{key}")).with("number", u64::from(number));
            line.with("square", square(place))
        };
        match places.with(number, place, &self.links, meter)?.conflict() {
            Some(Conflict::NoSquare(other)) => {
                let line = line(NO_SQUARE).with("other", u64::from(other));
                return Ok(Some((said(NO_SQUARE, Vec::new(), &[other]), line)));
            }
            Some(Conflict::NoNumber(empty)) => {
                let line = line(NO_NUMBER).with("empty", square(empty));
                return Ok(Some((said(NO_NUMBER, vec![square(empty)], &[]), line)));
            }
            None if !argues => return Ok(None),
            None => {}
        }
        let mut after = position.clone();
        if self.tour.make(&mut after, put(number, square(place))).is_err() {
            return Ok(None);
        }
        let Some(rest) = self.tour.remaining(&after) else { return Ok(None) };
        let argument = quick_refute::find(&rest, meter)?;
        Ok(argument.map(|argument| {
            let line = line("put-refuted").with("reason", argument.message());
            (said(argument.word(), argument.squares().to_vec(), &[]), line)
        }))
    }

    /// What the squares left for a number follow from.
    fn reach(&self, number: u32, places: &Places) -> Vec<Assertion> {
        let anchors = places.anchors(number).map(|(known, place)| Assertion {
            rule: REACH,
            squares: vec![self.tour.size().square(place)],
            values: vec![known as i32, number as i32],
        });
        anchors.collect()
    }

    fn only(&self, number: u32, place: usize) -> Assertion {
        let squares = vec![self.tour.size().square(place)];
        Assertion { rule: ONLY_NUMBER, squares, values: vec![number as i32] }
    }

    /// The step that puts a number, with its words.
    fn told(
        &self,
        technique: &'static str,
        Found { number, place, premises, story }: Found,
        places: &Places,
    ) -> Step {
        let to = self.tour.size().square(place);
        let known: BTreeSet<Square> =
            premises.iter().flat_map(|premise| premise.squares.iter().copied()).collect();
        let mut squares: Vec<(Square, SquareRole)> = known
            .into_iter()
            .filter(|&square| square != to)
            .map(|square| (square, SquareRole::Premise))
            .collect();
        squares.push((to, SquareRole::Conclusion));
        let anchor = |(known, place): (u32, usize)| {
            let anchor = Message::new("tour.anchor").with("number", u64::from(known));
            let anchor = anchor.with("n", u64::from(known.abs_diff(number)));
            anchor.with("square", self.tour.size().square(place))
        };
        let known = places.anchors(number).map(anchor).reduce(|before, after| {
            Message::new("tour.anchors").with("before", before).with("after", after)
        });
        let about = |key: String| {
            let message = Message::new(key).with("number", u64::from(number)).with("square", to);
            match &known {
                Some(known) => message.with("known", known.clone()),
                None => message,
            }
        };
        let place = if technique == ONLY_NUMBER { "square" } else { "number" };
        Step {
            technique,
            cost: super::hint::cost(technique),
            premises,
            conclusion: vec![Assertion {
                rule: NUMBER,
                squares: vec![to],
                values: vec![number as i32],
            }],
            moves: vec![put(number, to)],
            squares,
            place: about(format!("tour.place.{place}")),
            message: about(format!("tour.hint.{technique}")),
            story,
        }
    }
}
