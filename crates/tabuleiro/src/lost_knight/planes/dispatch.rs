//! Choosing wide vector instructions when the processor has them: the only `unsafe` of the core.
//!
//! The kernels are plain loops that the compiler vectorises. Each is compiled three times, and the
//! widest version the processor can run is called.

/// What the processor can run. Can only be had from [`Width::detect`], so that holding one proves
/// that the instructions it stands for exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width(Kind);

/// The three versions of each kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What every processor of the family has.
    Baseline,
    /// AVX2 and the bit instructions that came with it.
    Wide,
    /// AVX-512 with counting of bits.
    Widest,
}

impl Width {
    /// The widest version that runs here. `LKBITS_WIDTH=baseline` or `wide` in the environment
    /// holds it down, for measuring.
    pub(crate) fn detect() -> Width {
        static FOUND: std::sync::OnceLock<Width> = std::sync::OnceLock::new();
        *FOUND.get_or_init(|| {
            let limit = std::env::var("LKBITS_WIDTH").unwrap_or_default();
            #[cfg(target_arch = "x86_64")]
            {
                let wide = is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt");
                let widest = wide
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq");
                if widest && limit.is_empty() {
                    return Width(Kind::Widest);
                }
                if wide && limit != "baseline" {
                    return Width(Kind::Wide);
                }
            }
            let _ = limit;
            Width(Kind::Baseline)
        })
    }

    /// Which version this is.
    pub(crate) fn kind(self) -> Kind {
        self.0
    }
}

/// Declares `$name(width, ...)`, which runs the always-inlined `$body(...)` compiled for that width.
macro_rules! by_width {
    ($(#[$meta:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $body:path;) => {
        $(#[$meta])*
        #[allow(clippy::too_many_arguments, reason = "a kernel takes what it takes")]
        pub(crate) fn $name(width: $crate::lost_knight::planes::dispatch::Width, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(clippy::too_many_arguments, reason = "a kernel takes what it takes")]
                fn wide($($argument: $type),*) -> $result {
                    $body($($argument),*)
                }
                #[target_feature(
                    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512vpopcntdq"
                )]
                #[allow(clippy::too_many_arguments, reason = "a kernel takes what it takes")]
                fn widest($($argument: $type),*) -> $result {
                    $body($($argument),*)
                }
                // SAFETY: a `Width` of these kinds is only made after the processor said that it
                // has all the features named above; nothing else about the call is unsafe.
                #[allow(unsafe_code, reason = "calls code compiled for detected features")]
                match width.kind() {
                    $crate::lost_knight::planes::dispatch::Kind::Widest => return unsafe { widest($($argument),*) },
                    $crate::lost_knight::planes::dispatch::Kind::Wide => return unsafe { wide($($argument),*) },
                    $crate::lost_knight::planes::dispatch::Kind::Baseline => {}
                }
            }
            let _ = width;
            $body($($argument),*)
        }
    };
}
pub(crate) use by_width;
