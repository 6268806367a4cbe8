//! What is said when layers that were kept are not what they should be.

use search::layers::{Fault, Flaw};

use crate::text::Diagnostic;

/// The diagnostic for a fault with a file.
pub fn refused(fault: &Fault) -> Diagnostic {
    let code = match fault.flaw {
        Flaw::System(_) => "L0001",
        Flaw::Damaged => "L0002",
        Flaw::Foreign => "L0003",
        Flaw::Nothing => "L0004",
        Flaw::Taken => "L0005",
    };
    let diagnostic = Diagnostic::new(code).with("path", fault.path.display().to_string());
    match &fault.flaw {
        Flaw::System(reason) => diagnostic.with("reason", reason.as_str()),
        _ => diagnostic,
    }
}
