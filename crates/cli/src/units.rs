//! Numbers, times and sizes as people type them.

use std::time::Duration;

use tabuleiro::text::{Diagnostic, Source};

/// Reads `10s`, `500ms`, `2m`, `1h`; a bare number is seconds.
pub(crate) fn duration(option: &str, value: &str) -> Result<Duration, Diagnostic> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    quantity(value, &units)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| Source::option(option, value).diagnostic("U0102", 0..value.len()))
}

/// Reads `4GiB`, `512MB`, `1000`; a bare number is bytes.
pub(crate) fn bytes(option: &str, value: &str) -> Result<u64, Diagnostic> {
    let units = [
        ("kib", 1024.0),
        ("mib", 1048576.0),
        ("gib", 1073741824.0),
        ("tib", 1099511627776.0),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("tb", 1e12),
        ("b", 1.0),
        ("", 1.0),
    ];
    quantity(value, &units)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| Source::option(option, value).diagnostic("U0103", 0..value.len()))
}

/// Reads a whole number, from `least` up; `_` may part its digits.
pub(crate) fn whole(option: &str, value: &str, least: u64) -> Result<u64, Diagnostic> {
    let digits = value.replace('_', "");
    let fault = |code| Source::option(option, value).diagnostic(code, 0..value.len());
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let negative = digits.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.parse::<f64>().is_ok()
    });
    match digits.parse::<u64>() {
        Ok(number) if plain && number >= least => Ok(number),
        parsed if negative || plain && parsed.is_ok() => {
            let fault = fault("U0112").with("found", value).with("option", option);
            Err(fault.with("least", least))
        }
        _ => Err(fault("U0101").with("least", least)),
    }
}

/// A time that is still to pass, or has passed, as people say it: to the second, or the minute.
pub(crate) fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match () {
        () if hours > 0 => format!("{hours} h {minutes} min"),
        () if minutes > 0 => format!("{minutes} min {} s", seconds % 60),
        () => format!("{seconds} s"),
    }
}

/// A number that is not negative, with a unit: the first that fits.
fn quantity(value: &str, units: &[(&str, f64)]) -> Option<f64> {
    let lower = value.trim().to_ascii_lowercase();
    let (number, scale) =
        units.iter().find_map(|(unit, scale)| Some((lower.strip_suffix(unit)?, scale)))?;
    let number = number.trim_end();
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = plain.then(|| number.parse().ok()).flatten()?;
    Some(number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let read = |text| duration("time-limit", text).map_err(|d| d.code());
        assert_eq!(read("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(read("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(read("2"), Ok(Duration::from_secs(2)));
        for wrong in ["", "s", "-1s", "1e9", "10 parsecs", "inf", "9999999999999999999999h"] {
            assert_eq!(read(wrong), Err("U0102"), "{wrong:?}");
        }
    }

    #[test]
    fn sizes_are_read() {
        let read = |text| bytes("memory-limit", text).map_err(|d| d.code());
        assert_eq!(read("4GiB"), Ok(4 << 30));
        assert_eq!(read("512 MB"), Ok(512_000_000));
        assert_eq!(read("1000"), Ok(1000));
        for wrong in ["", "GiB", "-1", "4G i B", "NaN"] {
            assert_eq!(read(wrong), Err("U0103"), "{wrong:?}");
        }
    }

    #[test]
    fn whole_numbers_are_read() {
        let read = |text| whole("max-nodes", text, 1).map_err(|d| d.code());
        assert_eq!(read("1_000_000"), Ok(1_000_000));
        for wrong in ["", "_", "-", "--1", "1.5", "1e6", "99999999999999999999"] {
            assert_eq!(read(wrong), Err("U0101"), "{wrong:?}");
        }
        for small in ["0", "-1", "-1.5"] {
            assert_eq!(read(small), Err("U0112"), "{small:?}");
        }
    }

    #[test]
    fn times_to_come_are_told_roughly() {
        let told = |seconds| spoken(Duration::from_secs(seconds));
        assert_eq!([told(9), told(75), told(7_260)], ["9 s", "1 min 15 s", "2 h 1 min"]);
    }
}
