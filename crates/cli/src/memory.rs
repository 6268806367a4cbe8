//! What is let go goes back to the system at once, so that a limit of memory holds for what the system
//! sees too.

/// Larger pieces than this are the system's business.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1 << 20;

/// Asks for it. Left to itself, the allocator of GNU systems keeps ever larger pieces to itself once
/// some were let go, and a search in little memory takes half as much again as it counts.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "the allocator is asked through the C library")]
    // SAFETY: it sets one number of the allocator's own, before there are other threads.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
}
