//! What is said when layers that were kept are not what they should be.

use search::layers::{Fault, Flaw};

use crate::locale::Message;
use crate::text::Diagnostic;

/// The diagnostic for a fault with a file.
pub fn refused(fault: &Fault) -> Diagnostic {
    let code = match fault.flaw {
        Flaw::System(_) => "L0001",
        Flaw::Damaged => "L0002",
        Flaw::Foreign => "L0003",
        Flaw::Nothing => "L0004",
        Flaw::Taken => "L0005",
        Flaw::Locked(_) => "L0007",
    };
    let diagnostic = Diagnostic::new(code).with("path", fault.path.display().to_string());
    match &fault.flaw {
        Flaw::System(reason) => diagnostic.with("reason", reason.as_str()),
        Flaw::Locked(None) => diagnostic.with("holder", Message::new("kept.another")),
        Flaw::Locked(Some((process, host))) => {
            let holder = Message::new("kept.holder").with("process", process.as_str());
            diagnostic.with("holder", holder.with("host", host.as_str()))
        }
        _ => diagnostic,
    }
}
