//! The next move and why: no layer around the knights before the last holds an exit, so that no path is
//! shorter; a move that comes one nearer to an exit lies on a path that is no longer than that.

use search::{Limit, Meter, Outcome, Proof};

use super::distances::{ToExit, layers};
use crate::show::{across, tone};
use crate::{Enclosure, Labels, Local, LostKnight, Prefix};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::{Options, Solve};
use tabuleiro_core::explain::{Advice, Assertion, Explain, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::scene::Tone;
use tabuleiro_lost_knight_rules::explain_check::{DISTANCE, LAYERS, NEARER, ONLY, SHORTEST};
use tabuleiro_lost_knight_rules::go;

impl Explain<Local> for LostKnight {
    const TECHNIQUES: &'static [Technique] =
        &[Technique { name: NEARER, cost: 10 }, Technique { name: ONLY, cost: 20 }];

    /// The path as numbers and links; where it stands.
    fn show(&self, position: &Prefix, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let path = position.path();
        for (number, &square) in (0..).zip(path) {
            canvas.number(square, Some(number))?;
            if tone(self, square) == Tone::Plain {
                canvas.tone(square, Tone::Path)?;
            }
        }
        for step in path.windows(2) {
            connect(self, step[0], step[1], canvas)?;
        }
        path.last().map_or(Ok(()), |&last| canvas.tone(last, Tone::Current))
    }

    fn advise(&self, position: &Prefix, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        if self.state(position) == PlayState::Won {
            return Ok(Advice::Won);
        }
        let held = meter.claimed();
        let to_exit = ToExit::new(self, meter)?;
        let ways = self.ways_on(position.path());
        let mut good =
            ways.iter().filter(|&&to| to_exit.is_on_shortest(self, position.path().len(), to));
        let Some(&to) = good.next() else { return Ok(Advice::Lost) };
        let around = layers(self, meter)?;
        let step = step(self, position, to, &ways, &to_exit, &around);
        drop((to_exit, around));
        meter.release(meter.claimed() - held);
        Ok(Advice::Step(Box::new(step)))
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
        let from = position.path().last().into_iter();
        from.zip(&step.moves).try_for_each(|(&from, made)| connect(self, from, made.at, canvas))
    }

    fn winnable(&self, position: &Prefix, meter: &mut Meter<'_>) -> Outcome<Vec<Move>, Enclosure> {
        shortest(self, position, meter).unwrap_or_else(Outcome::Unknown)
    }
}

/// Links two squares a move apart.
fn connect(
    board: &LostKnight,
    from: Square,
    to: Square,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), Limit> {
    match across(board, from, to) {
        Some(None) => canvas.link(from, to),
        Some(Some(over)) => canvas.link_across(from, to, over),
        None => Ok(()),
    }
}

/// Whether a path can still be a shortest one, and how.
fn shortest(
    board: &LostKnight,
    position: &Prefix,
    meter: &mut Meter<'_>,
) -> Result<Outcome<Vec<Move>, Enclosure>, Limit> {
    if board.state(position) == PlayState::Won {
        return Ok(Outcome::Solved(Vec::new()));
    }
    let to_exit = ToExit::new(board, meter)?;
    if to_exit.fewest.is_none() && board.remaining(position).is_some() {
        // No way at all: the squares around a knight or an exit that no move leads out of.
        let Ok(plan) = board.plan("auto", &Options::default()) else {
            unreachable!("a strategy needs no options");
        };
        return Ok(match board.solve(&plan, meter, &mut (), &mut Vec::new()) {
            Outcome::Solved(route) => Outcome::Solved(board.continuation(position, &route)),
            Outcome::Impossible(proof) => Outcome::Impossible(proof),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        });
    }
    let walked = position.path().len();
    let mut path = position.path().to_vec();
    let squares = to_exit.fewest.map_or(0, |fewest| fewest as usize + 1);
    while path.len() < squares {
        meter.check_limits()?;
        let ways = board.ways_on(&path);
        let next = ways.into_iter().find(|&to| to_exit.is_on_shortest(board, path.len(), to));
        let Some(next) = next else { break };
        path.push(next);
    }
    // Where no move was found, the path had left every shortest one.
    let done = path.len() == squares && squares > walked;
    Ok(if done {
        Outcome::Solved(path[walked..].iter().map(|&to| go(to)).collect())
    } else {
        Outcome::Impossible(Proof::Exhaustion)
    })
}

/// A move on a shortest path, explained by how far each square around is from the exits.
fn step(
    board: &LostKnight,
    position: &Prefix,
    to: Square,
    ways: &[Square],
    to_exit: &ToExit,
    around: &Labels,
) -> Step {
    let path = position.path();
    let fewest = to_exit.fewest.unwrap_or(0);
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
    let mut alone = true;
    for &way in ways {
        let Some(left) = to_exit.at(board, way) else { continue };
        let values = vec![i32::try_from(left).unwrap_or(i32::MAX)];
        premises.push(Assertion { rule: DISTANCE, squares: vec![way], values });
        if way == to {
            continue;
        }
        let longer = (path.len() as u64 + u64::from(left)).saturating_sub(fewest.into());
        alone &= longer > 0;
        let name = if longer == 0 { "also" } else { "longer" };
        let line = Message::new(format!("lost-knight.story.{name}"));
        story.push(line.with("square", way.to_string()).with("n", longer));
    }
    let (technique, cost) = if alone { (ONLY, 20) } else { (NEARER, 10) };
    let mut squares: Vec<(Square, SquareRole)> =
        ways.iter().filter(|&&way| way != to).map(|&way| (way, SquareRole::Premise)).collect();
    squares.push((to, SquareRole::Conclusion));
    let begun = if path.is_empty() { "begin" } else { "go" };
    let told = |key: String| {
        let from = path.last().copied().unwrap_or(to);
        let message = Message::new(key).with("square", to.to_string());
        let message = message.with("from", from.to_string());
        message.with("n", u64::from(to_exit.at(board, to).unwrap_or(0)))
    };
    let key = match to_exit.at(board, to) {
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
