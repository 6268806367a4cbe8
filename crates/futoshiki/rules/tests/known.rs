//! The search behind the check of steps against all values that cells can hold.

use tabuleiro_core::contract::Meter;
use tabuleiro_core::random::Rng;
use tabuleiro_futoshiki_rules::{Known, Sign};

/// Constraints as lists.
#[derive(Debug, Default)]
struct Said {
    can: Vec<u64>,
    once: Vec<(usize, u64)>,
    has: Vec<(usize, u64)>,
    signs: Vec<Sign>,
}

impl Said {
    fn random(order: usize, rng: &mut Rng) -> Said {
        let cells = order * order;
        let all = (1 << order) - 1;
        let set = |rng: &mut Rng| 1 + rng.below(all) as u64;
        let some = |rng: &mut Rng| rng.below(2 * order + 2);
        let mut said = Said { can: vec![all as u64; cells], ..Said::default() };
        for _ in 0..rng.below(cells) {
            let cell = rng.below(cells);
            said.can[cell] = set(rng);
        }
        for _ in 0..some(rng) {
            said.once.push((rng.below(2 * order), set(rng)));
        }
        for _ in 0..some(rng) {
            said.has.push((rng.below(2 * order), set(rng)));
        }
        for _ in 0..rng.below(4) {
            let (less, more) = (rng.below(cells) as u16, rng.below(cells) as u16);
            said.signs.push(Sign { less, more });
        }
        said
    }

    fn obeyed(&self, order: usize, values: &[u64]) -> bool {
        let cell = |line: usize, i: usize| match line < order {
            true => line * order + i,
            false => i * order + line - order,
        };
        let times = |line: usize, value: u64| {
            (0..order).filter(|&i| values[cell(line, i)] == value).count()
        };
        let each = |list: &[(usize, u64)], fits: fn(usize) -> bool| {
            list.iter().all(|&(line, set)| {
                (0..order).map(|v| 1 << v).filter(|v| set & v != 0).all(|v| fits(times(line, v)))
            })
        };
        values.iter().zip(&self.can).all(|(value, can)| value & can != 0)
            && each(&self.once, |times| times <= 1)
            && each(&self.has, |times| times >= 1)
            && self.signs.iter().all(|s| values[usize::from(s.less)] < values[usize::from(s.more)])
    }

    fn known(&self, order: usize) -> Known {
        let mut known = Known::new(order);
        self.can.iter().enumerate().for_each(|(cell, &can)| known.keep(cell, can));
        self.once.iter().for_each(|&(line, set)| known.add_once(line, set));
        self.has.iter().for_each(|&(line, set)| known.add_has(line, set));
        self.signs.iter().for_each(|&sign| known.add_sign(sign));
        known
    }
}

#[test]
fn a_contradiction_is_found_exactly_where_no_values_obey() {
    let mut rng = Rng::new(5);
    let mut refuted = 0;
    for round in 0..6000 {
        let order = 1 + round % 3;
        let said = Said::random(order, &mut rng);
        let mut values = vec![1; order * order];
        let top = 1u64 << (order - 1);
        let mut any = false;
        'all: loop {
            any |= said.obeyed(order, &values);
            // The next values, as a number is counted up.
            for value in &mut values {
                if *value < top {
                    *value <<= 1;
                    continue 'all;
                }
                *value = 1;
            }
            break;
        }
        let found = said.known(order).refute(u64::MAX, &mut Meter::unlimited()).expect("no limit");
        assert_eq!(found.is_some(), !any, "{order} {said:?}");
        refuted += usize::from(!any);
    }
    assert!((1000..5000).contains(&refuted), "{refuted}");
}
