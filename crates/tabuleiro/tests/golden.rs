//! Golden cases that are quick to run.

mod kinds;
#[path = "golden/runner.rs"]
mod runner;

use std::path::Path;

use kinds::kinds;

#[test]
fn golden_cases_hold() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for kind in kinds() {
        let name = kind.about().name;
        let own = package.join("..").join(name).join("tests/golden");
        let expectations = runner::check_all(kind, &[package.join("tests/golden").join(name), own]);
        assert!(expectations > 0, "{name} has no golden cases");
    }
}
