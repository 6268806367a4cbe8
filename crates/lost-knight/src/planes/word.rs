//! What kernels do with a row of bits, or with several at once.

/// A word of columns, or several words that are treated alike.
pub(crate) trait Word: Copy {
    fn or(self, other: Self) -> Self;
    /// Shifted towards higher columns.
    fn left<const BY: i32>(self) -> Self;
    /// Shifted towards lower columns.
    fn right<const BY: i32>(self) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn left<const BY: i32>(self) -> Self {
        self << BY
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> Self {
        self >> BY
    }
}
