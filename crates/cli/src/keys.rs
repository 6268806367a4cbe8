//! Keys from the terminal, and the end of a terminal that is gone.

use std::time::Duration;
use std::{io, mem};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};

/// A key that is pressed within this time. An error if the terminal is gone.
pub(crate) fn key(within: Duration) -> io::Result<Option<KeyEvent>> {
    wait(Duration::ZERO)?;
    // What was read with the key before comes first.
    let told = event::poll(Duration::ZERO)? || (wait(within)? && event::poll(Duration::ZERO)?);
    Ok(match told.then(event::read).transpose()? {
        Some(Event::Key(key)) if key.kind != KeyEventKind::Release => Some(key),
        _ => None,
    })
}

/// Gives the screen back. A terminal that is gone is not dropped: it would try once more, and say on
/// standard error, which is gone as well, that it failed.
pub(crate) fn leave(mut terminal: DefaultTerminal) -> io::Result<()> {
    let cursor = terminal.show_cursor();
    let left = ratatui::try_restore().and(cursor);
    if left.is_err() {
        mem::forget(terminal);
    }
    left
}

/// Whether something comes from the terminal within this time. crossterm reads on from a terminal that
/// hung up, and never returns: so it is only asked while there is one.
#[cfg(target_os = "linux")]
fn wait(within: Duration) -> io::Result<bool> {
    use std::fs::File;
    use std::io::IsTerminal;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::sync::OnceLock;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    // Where standard input is no terminal, crossterm opens this one, too.
    static CONTROLLING: OnceLock<Option<File>> = OnceLock::new();

    let input = io::stdin();
    let terminal: Option<BorrowedFd<'_>> = if input.is_terminal() {
        Some(input.as_fd())
    } else {
        CONTROLLING.get_or_init(|| File::open("/dev/tty").ok()).as_ref().map(AsFd::as_fd)
    };
    let Some(terminal) = terminal else { return Ok(true) };
    let mut asked = [PollFd::from_borrowed_fd(terminal, PollFlags::IN)];
    let within = Timespec::try_from(within).map_err(io::Error::other)?;
    match poll(&mut asked, Some(&within)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let told = asked[0].revents();
    if told.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(told.contains(PollFlags::IN))
}

/// Whether something comes from the terminal within this time.
#[cfg(not(target_os = "linux"))]
fn wait(within: Duration) -> io::Result<bool> {
    event::poll(within)
}
