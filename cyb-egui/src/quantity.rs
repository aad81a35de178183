//! Sizes, durations and dates as people read them.

use chrono::{DateTime, FixedOffset, TimeDelta};

/// Bytes with a decimal unit: `512 B`, `1.2 kB`, `214.6 kB`.
pub(crate) fn size(bytes: i64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    let magnitude = bytes.unsigned_abs();
    if magnitude < 1000 {
        return format!("{bytes} B");
    }
    let sign = if bytes < 0 { "-" } else { "" };
    let mut value = magnitude as f64 / 1000.0;
    let mut unit = 0;
    // What would round to 1000.0 is 1.0 of the next unit.
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{sign}{value:.1} {}", UNITS.get(unit).copied().unwrap_or_default())
}

/// Nanoseconds with the unit that fits: `12 ms`, `8.4 s`, `2 min 5 s`.
pub(crate) fn duration(nanoseconds: i128) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let magnitude = nanoseconds.unsigned_abs();
    let text = match magnitude {
        0..1_000 => format!("{magnitude} ns"),
        1_000..1_000_000 => scaled(magnitude, 1_000, "µs"),
        1_000_000..1_000_000_000 => scaled(magnitude, 1_000_000, "ms"),
        1_000_000_000..60_000_000_000 => scaled(magnitude, 1_000_000_000, "s"),
        _ => clock(magnitude / 1_000_000_000),
    };
    format!("{sign}{text}")
}

/// One decimal below ten; truncated, so that a unit never shows 1000 of itself.
fn scaled(value: u128, unit: u128, name: &str) -> String {
    let tenths = value * 10 / unit;
    if tenths >= 100 || tenths.is_multiple_of(10) {
        format!("{} {name}", tenths / 10)
    } else {
        format!("{}.{} {name}", tenths / 10, tenths % 10)
    }
}

fn clock(seconds: u128) -> String {
    let parts = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let mut left = seconds;
    let mut words = Vec::new();
    for (unit, name) in parts {
        let count = left / unit;
        left %= unit;
        if count > 0 || !words.is_empty() {
            words.push((count, name));
        }
    }
    let told = words.iter().take(2).filter(|(count, _)| *count > 0);
    told.map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(" ")
}

/// How long a running command has been at it, with a steady number of digits: `8.4 s`, `2 min 5 s`.
pub(crate) fn elapsed(time: TimeDelta) -> String {
    let tenths = time.num_milliseconds().max(0) / 100;
    if tenths < 600 { format!("{}.{} s", tenths / 10, tenths % 10) } else { clock((tenths / 10) as u128) }
}

/// A date as seen from `now`; absolute when it is far, or without a `now`.
pub(crate) fn date(date: DateTime<FixedOffset>, now: Option<DateTime<FixedOffset>>) -> String {
    let Some(now) = now else { return date.format("%Y-%m-%d %H:%M").to_string() };
    let date = date.with_timezone(now.offset());
    let past = now.signed_duration_since(date);
    let days = day(now) - day(date);
    let near = past.num_hours().abs() < 12 || days == 0;
    match days {
        _ if past.num_seconds().abs() < 45 => "just now".to_owned(),
        _ if near => ago(past),
        1 => "yesterday".to_owned(),
        -1 => "tomorrow".to_owned(),
        2..=30 => format!("{days} days ago"),
        -30..=-2 => format!("in {} days", -days),
        _ => date.format("%Y-%m-%d").to_string(),
    }
}

/// The day of a date where its clock stands, counted from 1970. At the ends of what dates reach, `date_naive` panics.
fn day(date: DateTime<FixedOffset>) -> i64 {
    (date.timestamp() + i64::from(date.offset().local_minus_utc())).div_euclid(86_400)
}

fn ago(past: TimeDelta) -> String {
    let minutes = (past.num_seconds().abs() + 30) / 60;
    let (count, unit) = if minutes < 60 { (minutes, "minute") } else { ((minutes + 30) / 60, "hour") };
    let plural = if count == 1 { "" } else { "s" };
    if past < TimeDelta::zero() {
        format!("in {count} {unit}{plural}")
    } else {
        format!("{count} {unit}{plural} ago")
    }
}

/// A date in full, for who wants to know exactly.
pub(crate) fn full_date(date: DateTime<FixedOffset>) -> String {
    date.format("%A, %-d %B %Y, %H:%M:%S%.f %:z").to_string()
}

/// `1 row`, `2 rows`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Digits in groups of three, by narrow spaces: `6 144`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let cases = [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.0 kB"),
            (1_234, "1.2 kB"),
            (214_600, "214.6 kB"),
            (999_949, "999.9 kB"),
            (999_950, "1.0 MB"),
            (-1_500, "-1.5 kB"),
            (i64::MAX, "9.2 EB"),
            (i64::MIN, "-9.2 EB"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(size(bytes), expected);
        }
    }

    #[test]
    fn durations() {
        let cases = [
            (0, "0 ns"),
            (1_500, "1.5 µs"),
            (12_000_000, "12 ms"),
            (8_400_000_000, "8.4 s"),
            (59_999_999_999, "59 s"),
            (125_000_000_000, "2 min 5 s"),
            (3_600_000_000_000, "1 h"),
            (90_061_000_000_000, "1 d 1 h"),
            (-1_500, "-1.5 µs"),
        ];
        for (nanoseconds, expected) in cases {
            assert_eq!(duration(nanoseconds), expected);
        }
        duration(i128::MIN);
    }

    #[test]
    fn dates() {
        let at = |text: &str| DateTime::parse_from_rfc3339(text).unwrap();
        let now = Some(at("2026-03-14T12:00:00+01:00"));
        let cases = [
            ("2026-03-14T11:59:40+01:00", "just now"),
            ("2026-03-14T11:57:00+01:00", "3 minutes ago"),
            ("2026-03-14T09:59:00+00:00", "1 hour ago"),
            ("2026-03-14T10:00:00+01:00", "2 hours ago"),
            ("2026-03-13T11:00:00+01:00", "yesterday"),
            ("2026-03-13T23:00:00Z", "12 hours ago"),
            ("2026-03-11T12:00:00+01:00", "3 days ago"),
            ("2025-03-11T12:00:00+01:00", "2025-03-11"),
            ("2026-03-14T12:05:00+01:00", "in 5 minutes"),
            ("2026-03-16T12:05:00+01:00", "in 2 days"),
        ];
        for (text, expected) in cases {
            assert_eq!(date(at(text), now), expected, "{text}");
        }
        assert_eq!(date(at("2026-03-14T11:57:00+01:00"), None), "2026-03-14 11:57");
    }

    #[test]
    fn the_ends_of_what_dates_reach() {
        let now = DateTime::parse_from_rfc3339("2026-03-14T12:00:00+01:00").unwrap();
        for end in [DateTime::<chrono::Utc>::MIN_UTC, DateTime::<chrono::Utc>::MAX_UTC] {
            for hours in [-14, 0, 14] {
                let there = end.with_timezone(&FixedOffset::east_opt(hours * 3600).unwrap());
                for now in [None, Some(now), Some(there)] {
                    assert!(!date(there, now).is_empty());
                    assert!(!full_date(there).is_empty());
                }
            }
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count(1, "row"), "1 row");
        assert_eq!(count(1_234_567, "row"), "1\u{2009}234\u{2009}567 rows");
    }
}
