//! The next move and why: no layer around the knights before the last holds an exit, so that no path is
//! shorter; a move that comes one nearer to an exit lies on a path that is no longer than that.

use search::{Limit, Meter, Outcome, Proof};

use super::distances::{ToExit, layers};
use super::explain_check::{DISTANCE, LAYERS, NEARER, ONLY, SHORTEST};
use super::play::{Prefix, go};
use crate::{Enclosure, Labels, Local, LostKnight, Plan};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::{Options, Solve};
use tabuleiro_core::explain::{Advice, Assertion, Explain, Rating, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::scene::Tone;

impl Explain<Local> for LostKnight {
    const TECHNIQUES: &'static [Technique] =
        &[Technique { name: NEARER, cost: 10 }, Technique { name: ONLY, cost: 20 }];

    /// The path as numbers and links; where it stands.
    fn show(&self, Prefix { path }: &Prefix, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (number, &square) in (0..).zip(path) {
            canvas.number(square, Some(number))?;
            canvas.tone(square, Tone::Path)?;
        }
        for step in path.windows(2) {
            self.connect(step[0], step[1], canvas)?;
        }
        path.last().map_or(Ok(()), |&last| canvas.tone(last, Tone::Current))
    }

    fn advise(&self, position: &Prefix, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        if self.state(position) == PlayState::Won {
            return Ok(Advice::Won);
        }
        let to_exit = ToExit::new(self, meter)?;
        let ways = self.ways_on(&position.path);
        let mut good =
            ways.iter().filter(|&&to| to_exit.is_on_shortest(self, position.path.len(), to));
        let Some(&to) = good.next() else { return Ok(Advice::Lost) };
        let around = layers(self, meter)?;
        Ok(Advice::Step(Box::new(self.step(position, to, &ways, &to_exit, &around))))
    }

    /// The step over the layers around the knights.
    fn illustrate(
        &self,
        position: &Prefix,
        step: &Step,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), Limit> {
        let fewest = step.premises.iter().find(|premise| premise.rule == LAYERS);
        let fewest = fewest.map_or(0, |premise| premise.values.len() as u32);
        let around = layers(self, canvas.meter())?;
        for (square, &label) in self.size().squares().zip(around.all()) {
            if label <= fewest {
                canvas.number(square, i32::try_from(label).ok())?;
            }
        }
        step.squares.iter().try_for_each(|&(at, role)| canvas.tone(at, role.tone()))?;
        let from = position.path.last().into_iter();
        from.zip(&step.moves).try_for_each(|(&from, made)| self.connect(from, made.at, canvas))
    }

    fn winnable(&self, position: &Prefix, meter: &mut Meter<'_>) -> Outcome<Vec<Move>, Enclosure> {
        self.shortest(position, meter).unwrap_or_else(Outcome::Unknown)
    }

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        let to_exit = ToExit::new(self, meter)?;
        let Some(fewest) = to_exit.fewest else { return Ok(None) };
        let mut path = self.begin().path;
        let mut first = None;
        let (mut run, mut longest) = (0_u64, 0);
        let mut steps = [(NEARER, 0), (ONLY, 0)];
        // A knight is chosen where there are several, and then moves.
        while path.len() <= fewest as usize {
            meter.check_limits()?;
            let ways = self.ways_on(&path);
            let good: Vec<Square> = ways
                .iter()
                .copied()
                .filter(|&to| to_exit.is_on_shortest(self, path.len(), to))
                .collect();
            first = first.or((!path.is_empty()).then_some((good.len(), ways.len())));
            run = if good.len() == 1 { run + 1 } else { 0 };
            longest = longest.max(run);
            steps[usize::from(good.len() == 1)].1 += 1;
            path.extend(good.first());
        }
        let hardest = if steps[1].1 > 0 { 1 } else { 0 };
        let costs = Self::TECHNIQUES.iter().map(|technique| u64::from(technique.cost));
        let (keep, all) = first.unwrap_or_default();
        Ok(Some(Rating {
            hardest: Some(Self::TECHNIQUES[hardest].name),
            cost: Self::TECHNIQUES[hardest].cost,
            effort: costs.zip(steps).map(|(cost, (_, count))| cost * count).sum(),
            steps: steps.into_iter().filter(|&(_, count)| count > 0).collect(),
            facts: vec![
                Message::new("lost-knight.rate.moves").with("n", u64::from(fewest)),
                Message::new("lost-knight.rate.first").with("keep", keep).with("n", all),
                Message::new("lost-knight.rate.run").with("n", longest),
            ],
        }))
    }
}

impl LostKnight {
    /// Links two squares a move apart.
    fn connect(&self, from: Square, to: Square, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let place = |square| self.size().index(square) as u32;
        let Some((down, right)) = self.moves().between(place(from), place(to)) else {
            return Ok(());
        };
        let stays = i64::from(from.row) + down == i64::from(to.row)
            && i64::from(from.col) + right == i64::from(to.col);
        if stays { canvas.link(from, to) } else { canvas.link_across(from, to, (down, right)) }
    }

    /// Whether a path can still be a shortest one, and how.
    fn shortest(
        &self,
        position: &Prefix,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Vec<Move>, Enclosure>, Limit> {
        if self.state(position) == PlayState::Won {
            return Ok(Outcome::Solved(Vec::new()));
        }
        let to_exit = ToExit::new(self, meter)?;
        if to_exit.fewest.is_none() && self.remaining(position).is_some() {
            // No way at all: the squares around a knight or an exit that no move leads out of.
            let plan: Plan = match Solve::plan(self, "queue", &Options::default()) {
                Ok(plan) => plan,
                Err(_) => return Ok(Outcome::Impossible(Proof::Exhaustion)),
            };
            return Ok(match self.solve(&plan, meter, &mut (), &mut Vec::new()) {
                Outcome::Solved(route) => Outcome::Solved(self.continuation(position, &route)),
                Outcome::Impossible(proof) => Outcome::Impossible(proof),
                Outcome::Unknown(limit) => Outcome::Unknown(limit),
            });
        }
        let mut path = position.path.clone();
        let fewest = to_exit.fewest.map_or(0, |fewest| fewest as usize + 1);
        while path.len() < fewest {
            meter.check_limits()?;
            let ways = self.ways_on(&path);
            let next = ways.into_iter().find(|&to| to_exit.is_on_shortest(self, path.len(), to));
            let Some(next) = next else { break };
            path.push(next);
        }
        // Where the path stopped before the first move it made, it had left every shortest path.
        let done = path.len() == fewest && path.len() > position.path.len();
        Ok(if done {
            Outcome::Solved(path[position.path.len()..].iter().map(|&to| go(to)).collect())
        } else {
            Outcome::Impossible(Proof::Exhaustion)
        })
    }

    /// A move on a shortest path, explained by how far each square around is from the exits.
    fn step(
        &self,
        Prefix { path }: &Prefix,
        to: Square,
        ways: &[Square],
        to_exit: &ToExit,
        around: &Labels,
    ) -> Step {
        let fewest = to_exit.fewest.unwrap_or(0);
        let good = |square: Square| to_exit.is_on_shortest(self, path.len(), square);
        let mut sizes = vec![0_i32; fewest as usize];
        for &label in around.all() {
            if let Some(size) = sizes.get_mut(label as usize) {
                *size = size.saturating_add(1);
            }
        }
        let within: u64 = sizes.iter().map(|&size| size as u64).sum();
        let mut premises = vec![Assertion { rule: LAYERS, squares: Vec::new(), values: sizes }];
        let mut story = vec![
            Message::new("lost-knight.story.layers")
                .with("n", u64::from(fewest.saturating_sub(1)))
                .with("squares", within)
                .with("fewest", u64::from(fewest)),
        ];
        for &way in ways {
            let Some(left) = to_exit.at(self, way) else { continue };
            let values = vec![i32::try_from(left).unwrap_or(i32::MAX)];
            premises.push(Assertion { rule: DISTANCE, squares: vec![way], values });
            if way == to {
                continue;
            }
            let longer = (path.len() as u64 + u64::from(left)).saturating_sub(fewest.into());
            let name = if longer == 0 { "also" } else { "longer" };
            let line = Message::new(format!("lost-knight.story.{name}"));
            story.push(line.with("square", way.to_string()).with("n", longer));
        }
        let alone = ways.iter().filter(|&&way| good(way)).count() == 1;
        let (technique, cost) = if alone { (ONLY, 20) } else { (NEARER, 10) };
        let mut squares: Vec<(Square, SquareRole)> =
            ways.iter().filter(|&&way| way != to).map(|&way| (way, SquareRole::Premise)).collect();
        squares.push((to, SquareRole::Conclusion));
        let begun = if path.is_empty() { "begin" } else { "go" };
        let told = |key: String| {
            let from = path.last().copied().unwrap_or(to);
            let message = Message::new(key).with("square", to.to_string());
            let message = message.with("from", from.to_string());
            message.with("n", u64::from(to_exit.at(self, to).unwrap_or(0)))
        };
        let key = match to_exit.at(self, to) {
            _ if path.is_empty() => "begin",
            Some(0) => "exit",
            _ => technique,
        };
        Step {
            technique,
            cost,
            premises,
            conclusion: vec![Assertion { rule: SHORTEST, squares: vec![to], values: Vec::new() }],
            moves: vec![go(to)],
            squares,
            place: told(format!("lost-knight.place.{begun}")),
            message: told(format!("lost-knight.hint.{key}")),
            story,
        }
    }
}
