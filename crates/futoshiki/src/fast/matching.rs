//! All-different in full (Régin 1994): a bipartite matching of places to things by augmenting paths, and the
//! strongly connected components that say which edges belong to some perfect matching. All sets are words.

/// Rules out every edge that no perfect matching uses. `edges[i]` are the things place `i` may
/// take, of as many things as there are places; `matched[i]` is a guess of what place `i` takes,
/// kept from call to call. A thing that is all some place may take is an edge of no other place. Calls
/// `lose(i, things)` once at most for what place `i` loses; false if there is no perfect matching.
pub(super) fn filter(edges: &[u64], matched: &mut [u8], mut lose: impl FnMut(usize, u64)) -> bool {
    const NO_PLACE: u8 = u8::MAX;
    let n = edges.len();
    let mut owner = [NO_PLACE; 64];
    let mut taken = 0u64;
    let mut unmatched = 0u64;
    for place in 0..n {
        let thing = matched[place];
        let free = edges[place] & !taken;
        if thing < 64 && free >> thing & 1 == 1 {
            taken |= 1 << thing;
            owner[thing as usize] = place as u8;
        } else {
            unmatched |= 1 << place;
        }
    }
    while unmatched != 0 {
        let start = unmatched.trailing_zeros() as usize;
        unmatched &= unmatched - 1;
        // Breadth first along alternating paths; `from` is the place that reached a thing.
        let mut from = [NO_PLACE; 64];
        let mut queue = [0u8; 64];
        let (mut head, mut tail) = (0, 1);
        queue[0] = start as u8;
        let mut seen = 0u64;
        let mut end = None;
        while head < tail {
            let place = queue[head] as usize;
            head += 1;
            let mut fresh = edges[place] & !seen;
            seen |= fresh;
            if fresh & !taken != 0 {
                let thing = (fresh & !taken).trailing_zeros() as usize;
                from[thing] = place as u8;
                end = Some(thing);
                break;
            }
            while fresh != 0 {
                let thing = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                from[thing] = place as u8;
                queue[tail] = owner[thing];
                tail += 1;
            }
        }
        let Some(mut thing) = end else { return false };
        taken |= 1 << thing;
        loop {
            let place = from[thing] as usize;
            let before = matched[place];
            matched[place] = thing as u8;
            owner[thing] = place as u8;
            if place == start {
                break;
            }
            thing = before as usize;
        }
    }
    // Things are the nodes; a thing points at all its owner might take instead. The path holds
    // components being gathered (their things, all they point at), each reaching the next.
    let mut path = [(0u64, 0u64); 64];
    let mut depth = 0;
    let mut on_path = 0u64;
    let mut done = 0u64;
    for &edge in edges {
        if edge.is_power_of_two() {
            done |= edge;
        }
    }
    let all = taken;
    loop {
        if depth == 0 {
            let rest = all & !done;
            if rest == 0 {
                return true;
            }
            let thing = rest.trailing_zeros() as usize;
            path[0] = (1 << thing, edges[owner[thing] as usize]);
            on_path = 1 << thing;
            depth = 1;
        }
        let (things, reach) = path[depth - 1];
        let targets = reach & !things & !done;
        if targets & on_path != 0 {
            let wanted = targets & on_path;
            let (mut things, mut reach) = (things, reach);
            while wanted & !things != 0 {
                depth -= 1;
                things |= path[depth - 1].0;
                reach |= path[depth - 1].1;
            }
            path[depth - 1] = (things, reach);
        } else if targets != 0 {
            let thing = targets.trailing_zeros() as usize;
            path[depth] = (1 << thing, edges[owner[thing] as usize]);
            on_path |= 1 << thing;
            depth += 1;
        } else {
            let mut members = things;
            while members != 0 {
                let thing = members.trailing_zeros() as usize;
                members &= members - 1;
                let place = owner[thing] as usize;
                let lost = edges[place] & !things;
                if lost != 0 {
                    lose(place, lost);
                }
            }
            done |= things;
            on_path &= !things;
            depth -= 1;
        }
    }
}
