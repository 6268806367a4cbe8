//! `cargo xtask bench count`: exact counts against their goals of time and memory, each by a program of
//! its own. `--only long` measures those that take a minute; `--peers python` adds Graphillion, in a
//! virtual environment that is made for the purpose and thrown away.

#[path = "../figures.rs"]
#[allow(dead_code, reason = "everything here is measured, and no patience ends")]
mod figures;
mod graphillion;
#[path = "../machine.rs"]
mod machine;
mod process;
#[path = "../python.rs"]
mod python;
mod tours;

use figures::Goals;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let long = words.windows(2).any(|pair| pair == ["--only", "long"]);
    println!("{}\n", machine::machine());
    let mut goals = Goals::default();
    tours::measure(long, &mut goals);
    println!("\n{}", goals.summary());
}
