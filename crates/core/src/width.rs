//! Choosing wide vector instructions when the processor has them.
//!
//! The loops that matter are plain ones that the compiler vectorises. Each is compiled three times,
//! and the widest version the processor can run is called.

/// What the processor can run. Comes from [`Width::detect`] alone, so that holding one proves
/// that the instructions it stands for exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(Isa);

/// The three versions of each loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// What every processor of the family has.
    Baseline,
    /// AVX2 and the bit instructions that came with it.
    Wide,
    /// AVX-512 with counting of bits.
    Widest,
}

impl Width {
    /// The widest version that runs here.
    pub fn detect() -> Width {
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
            if widest {
                return Width(Isa::Widest);
            }
            if wide {
                return Width(Isa::Wide);
            }
        }
        Width(Isa::Baseline)
    }

    /// This version, or a narrower one: to measure what other processors would run.
    pub fn at_most(self, kind: Isa) -> Width {
        Width(self.0.min(kind))
    }

    /// Which version this is.
    pub fn kind(self) -> Isa {
        self.0
    }
}

/// Declares `$name(width, ...)`, which runs the always-inlined `$body(...)` compiled for that width.
/// With three bodies, each width has its own: the widest first. Behind `where` stand the instances, by their
/// constants, that are compiled for more than the baseline; all are, without it.
#[macro_export]
macro_rules! by_width {
    ($(#[$meta:meta])* $visible:vis fn $name:ident $(<$(const $order:ident: usize),+ $(,)?>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $body:path;) => {
        $crate::by_width! {
            $(#[$meta])* $visible fn $name $(<$(const $order: usize),+>)? ($($argument: $type),*) -> $result = $body where wide: true, widest: true;
        }
    };
    ($(#[$meta:meta])* $visible:vis fn $name:ident $(<$(const $order:ident: usize),+ $(,)?>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $body:path where wide: $if_wide:expr, widest: $if_widest:expr;) => {
        $crate::by_width! {
            $(#[$meta])* $visible fn $name $(<$(const $order: usize),+>)? ($($argument: $type),*) -> $result = $body, $body, $body where wide: $if_wide, widest: $if_widest;
        }
    };
    ($(#[$meta:meta])* $visible:vis fn $name:ident $(<$(const $order:ident: usize),+ $(,)?>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $widest:path, $wide:path, $baseline:path;) => {
        $crate::by_width! {
            $(#[$meta])* $visible fn $name $(<$(const $order: usize),+>)? ($($argument: $type),*) -> $result = $widest, $wide, $baseline where wide: true, widest: true;
        }
    };
    ($(#[$meta:meta])* $visible:vis fn $name:ident $(<$(const $order:ident: usize),+ $(,)?>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $widest:path, $wide:path, $baseline:path where wide: $if_wide:expr, widest: $if_widest:expr;) => {
        $(#[$meta])*
        #[allow(clippy::too_many_arguments, reason = "a kernel takes what it takes")]
        $visible fn $name $(<$(const $order: usize),+>)? (width: $crate::width::Width, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(clippy::too_many_arguments, reason = "a kernel takes what it takes")]
                fn wide $(<$(const $order: usize),+>)? ($($argument: $type),*) -> $result {
                    $wide($($argument),*)
                }
                #[target_feature(
                    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512vpopcntdq"
                )]
                #[allow(clippy::too_many_arguments, reason = "a kernel takes what it takes")]
                fn widest $(<$(const $order: usize),+>)? ($($argument: $type),*) -> $result {
                    $widest($($argument),*)
                }
                // What is false for an instance is not compiled for it.
                if const { $if_widest } && width.kind() == $crate::width::Isa::Widest {
                    // SAFETY: a `Width` of this kind is only made after the processor said that it has
                    // all that `widest` is compiled for; nothing else about the call is unsafe.
                    #[allow(unsafe_code, reason = "calls code compiled for detected features")]
                    return unsafe { widest $(::<$($order),+>)? ($($argument),*) };
                }
                if const { $if_wide } && width.kind() >= $crate::width::Isa::Wide {
                    // SAFETY: the same, with what `wide` is compiled for, which the widest have, too.
                    #[allow(unsafe_code, reason = "calls code compiled for detected features")]
                    return unsafe { wide $(::<$($order),+>)? ($($argument),*) };
                }
            }
            let _ = width;
            $baseline($($argument),*)
        }
    };
}
pub use by_width;
