//! What is counted, what is known of it, and the goals.

/// A count by the program.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    pub(crate) count: &'static str,
    /// Goals: seconds, and megabytes of all processes together.
    pub(crate) seconds: f64,
    pub(crate) megabytes: f64,
    /// Whether it takes a minute or more.
    pub(crate) long: bool,
}

const fn quick(
    name: &'static str,
    words: &'static str,
    count: &'static str,
    seconds: f64,
    megabytes: f64,
) -> Row {
    Row { name, words, count, seconds, megabytes, long: false }
}

const fn long(row: Row) -> Row {
    Row { long: true, ..row }
}

/// No goal.
const ANY: f64 = f64::INFINITY;

/// Two threads and two processes on the same work.
pub(crate) const LOCAL: &str = "English, positions, two threads";
pub(crate) const CLUSTER: &str = "English, positions, two processes";

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    quick("tours, 6x6 closed", "tour count --size 6x6 --closed", "9862", 0.05, ANY),
    quick("tours, 6x8 closed", "tour count --size 6x8 --closed", "55488142", 0.5, 50.0),
    quick("tours, 7x8 closed", "tour count --size 7x8 --closed", "34524432316", 15.0, ANY),
    long(quick("tours, 7x7 open, directed", "tour count --size 7x7", "165575218320", 60.0, 3000.0)),
    long(quick("tours, 8x8 closed", "tour count --size 8x8 --closed", "13267364410532", 300.0, 6000.0)),
    quick("English, positions", "pegs count --board english --of positions", "187636299", 3.0, 40.0),
    quick("English, finishes", "pegs count --board english --of finishes", "5", 3.0, 40.0),
    // A limit of nodes, however large, makes positions be counted by keys.
    quick("English, positions by keys", "pegs count --board english --of positions --max-nodes 1000000000", "187636299", ANY, 400.0),
    quick("English, keys in 64 MiB", "pegs count --board english --of positions --max-nodes 1000000000 --memory-limit 64MiB", "187636299", 20.0, 71.0),
    quick("English, winning", "pegs count --board english --of winning", "13428122", 3.0, ANY),
    quick("English, solutions", "pegs count --board english", "40861647040079968", 3.0, ANY),
    quick("English, games", "pegs count --board english --of games", "577116156815309849672", 10.0, 1000.0),
    quick(LOCAL, "pegs count --board english --of positions --max-nodes 1000000000 --threads 2", "187636299", ANY, ANY),
    quick(CLUSTER, "pegs count --board english --of positions --processes 2", "187636299", 5.0, ANY),
    long(quick("European, positions", "pegs count --board european --of positions", "2993979754", 60.0, 350.0)),
    long(quick("European, games", "pegs count --board european --of games --memory-limit 8GiB", "16662591542028595169821912", ANY, 8600.0)),
    long(quick("6x6 corner, positions", "pegs count --board 6x6 --vacancy 1,1 --of positions", "2383981575", 30.0, 200.0)),
];
