//! Golden cases that are quick to run.

#[path = "golden/runner.rs"]
mod runner;

use std::path::Path;

#[test]
fn golden_cases_hold() {
    runner::check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
