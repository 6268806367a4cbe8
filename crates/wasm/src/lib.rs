//! The library in a worker of the browser: what [`api`] answers, over a border of bytes by address.
//! Nothing but the compiler makes it: `cargo xtask page`.
//!
//! The host gives four functions, in the module `host`: `now`, the time in milliseconds; `send`, which
//! takes a frame; `pause`, called some forty times a second while something is asked, which may wait
//! and whose answer other than 0 stops the work; `failed`, which is told why the program ends. It calls
//! three: `begin` once, `room` for as many bytes as the verb and the body of a question have together,
//! and `ask` when they are there. There are no threads and no files: who asks for threads gets one,
//! and layers that outgrow the memory end the count.
#![cfg_attr(
    all(target_family = "wasm", target_os = "unknown"),
    allow(unsafe_code, reason = "the border to the host is bytes by address")
)]

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod border {
    //! The border.

    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
    use std::time::Duration;

    use api::{Handler, Share};
    use search::{Limits, SearchProgress};

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        fn now() -> f64;
        fn send(bytes: *const u8, length: usize);
        fn pause() -> u32;
        fn failed(bytes: *const u8, length: usize);
    }

    /// What one question may use. Memory of the machine is not given back before the worker ends.
    const SHARE: Share =
        Share { time: Duration::from_secs(600), memory: 1 << 30, threads: Some(1) };
    /// Milliseconds between two pauses.
    const PERIOD: f64 = 25.0;
    /// Milliseconds between two words of how far a search is.
    const PULSES: f64 = 250.0;

    static DESK: OnceLock<Handler> = OnceLock::new();
    /// What is asked: verb and body.
    static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    static CANCEL: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    /// How far the present search is, if that was asked for, and when it was told last.
    static PULSE: Mutex<Option<Arc<SearchProgress>>> = Mutex::new(None);
    static TOLD: AtomicU64 = AtomicU64::new(0);
    /// Whether something is being answered, and when the last pause was, an `f64` by its bits.
    static ASKED: AtomicBool = AtomicBool::new(false);
    static PAUSED: AtomicU64 = AtomicU64::new(0);

    /// Sends a frame.
    fn put(frame: &[u8]) {
        // SAFETY: the host reads so many bytes from there, and keeps none of them.
        unsafe { send(frame.as_ptr(), frame.len()) };
    }

    /// The time; every now and then the host may pause, and stop what is being done.
    fn clock() -> Duration {
        // SAFETY: the host has this function, which takes nothing.
        let time = unsafe { now() };
        let since = time - f64::from_bits(PAUSED.load(Ordering::Relaxed));
        if since >= PERIOD && ASKED.load(Ordering::Relaxed) {
            // SAFETY: the same. Nothing is locked that a question needs: only one is answered at a time.
            if unsafe { pause() } != 0 {
                CANCEL.store(true, Ordering::Relaxed);
            }
            if time - f64::from_bits(TOLD.load(Ordering::Relaxed)) >= PULSES {
                TOLD.store(time.to_bits(), Ordering::Relaxed);
                let pulse = PULSE.lock().unwrap_or_else(PoisonError::into_inner).clone();
                pulse.iter().for_each(|pulse| put(&api::wire::progress(pulse)));
            }
            // SAFETY: the same.
            PAUSED.store(unsafe { now() }.to_bits(), Ordering::Relaxed);
        }
        Duration::try_from_secs_f64(time / 1e3).unwrap_or_default()
    }

    /// Begins. The nonce tells boards of this worker from those of another.
    #[unsafe(no_mangle)]
    extern "C" fn begin(nonce: u32) {
        search::clock::bring(clock);
        std::panic::set_hook(Box::new(|panic| {
            let words = panic.to_string();
            // SAFETY: the host reads so many bytes from there, and keeps none of them.
            unsafe { failed(words.as_ptr(), words.len()) }
        }));
        let _ = DESK.set(Handler::new(tabuleiro::KINDS, nonce.into()));
    }

    /// Room for a question of so many bytes; nothing if there is no memory for it.
    #[unsafe(no_mangle)]
    extern "C" fn room(length: usize) -> *mut u8 {
        let mut question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
        question.clear();
        if question.try_reserve_exact(length).is_err() {
            return std::ptr::null_mut();
        }
        question.resize(length, 0);
        question.as_mut_ptr()
    }

    /// Answers what stands in the room: first the verb, of so many bytes, then the body.
    #[unsafe(no_mangle)]
    extern "C" fn ask(verb: usize) {
        let mut place = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
        let question = std::mem::take(&mut *place);
        drop(place);
        let (verb, body) = question.split_at(verb.min(question.len()));
        let handler = DESK.get_or_init(|| Handler::new(tabuleiro::KINDS, 0));
        CANCEL.store(false, Ordering::Relaxed);
        ASKED.store(true, Ordering::Relaxed);
        let verb = String::from_utf8_lossy(verb);
        let begun = |limits: &Limits| {
            PULSE.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&limits.pulse);
        };
        handler.serve(&verb, body, SHARE, CANCEL.clone(), begun, &mut |frame| {
            put(&frame);
            // A slow receiver may make the sender wait.
            clock();
        });
        ASKED.store(false, Ordering::Relaxed);
    }
}
