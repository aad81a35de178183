//! The measurements as Markdown, and what they are to reach.

use std::{fmt::Write as _, fs, process::Command};

use crate::measure::{Bench, Row};

const BEGIN: &str = "<!-- bench: written by `cargo run --release` in `bench/` -->\n";
const END: &str = "<!-- end of bench -->";

/// To the terminal.
pub fn print(bench: &Bench) {
    println!("{}", markdown(bench));
}

/// Into the README, between its marks.
pub fn write(bench: &Bench) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = fs::read_to_string(path).expect("the README is there");
    let (before, rest) = readme.split_once(BEGIN).expect("the README says where");
    let (_, behind) = rest.split_once(END).expect("the README says up to where");
    fs::write(path, format!("{before}{BEGIN}{}{END}{behind}", markdown(bench)))
        .expect("the README can be written");
}

fn markdown(bench: &Bench) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "\n{}. Medians of 11 samples.", machine());
    let mut groups: Vec<&str> = bench.rows.iter().map(|row| row.group).collect();
    groups.dedup();
    groups.sort_by_key(|group| bench.rows.iter().position(|row| row.group == *group));
    groups.dedup();
    let (tables, hostile): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| !group.starts_with("hostile"));
    for group in tables {
        let _ = writeln!(
            out,
            "\n| {group} | ms | wire MB | MB/s | allocations per item |\n|---|---:|---:|---:|---:|"
        );
        for row in bench.rows.iter().filter(|row| row.group == group) {
            let Row { name, ms, allocations, wire, items, .. } = row;
            let (mb, each) = (*wire as f64 / 1e6, *allocations as f64 / *items as f64);
            let each = if *allocations == 0 { "0".to_owned() } else { format!("{each:.3}") };
            let _ = writeln!(out, "| {name} | {ms:.2} | {mb:.1} | {:.0} | {each} |", mb / ms * 1e3);
        }
    }
    if !hostile.is_empty() {
        let _ = writeln!(out, "\n| hostile input, MB/s | Decoder | lending Reader |\n|---|---:|---:|");
        let speed = |row: &Row| row.wire as f64 / row.ms / 1e3;
        for row in bench.rows.iter().filter(|row| row.group == hostile[0]) {
            let lent = bench.row("hostile, lending Reader", row.name).map_or(0.0, speed);
            let _ = writeln!(out, "| {} | {:.0} | {lent:.0} |", row.name, speed(row));
        }
    }
    let _ = writeln!(out, "\n| bar | wanted | measured | |\n|---|---:|---:|---|");
    for Bar { what, wanted, measured, holds } in bars(bench) {
        let _ = writeln!(
            out,
            "| {what} | {wanted} | {measured} | {} |",
            if holds { "holds" } else { "**missed**" }
        );
    }
    out.push('\n');
    out
}

fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("unknown CPU", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let version =
        Command::new("rustc").arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    let version = version.split(" (").next().unwrap_or_default();
    format!("{model}, {cores} cores, {version}")
}

struct Bar {
    what: &'static str,
    wanted: String,
    measured: String,
    holds: bool,
}

/// Every bar whose rows were measured.
fn bars(bench: &Bench) -> Vec<Bar> {
    let speed = |what, group, ours, other: Option<f64>, least: f64| {
        let measured = other? / bench.ms(group, ours)?;
        let (wanted, holds) = (format!("≥ {least} x"), measured >= least);
        Some(Bar { what, wanted, measured: format!("{measured:.2} x"), holds })
    };
    let fastest = |group: &str, names: &[&str]| {
        let times = names.iter().filter_map(|name| bench.ms(group, name));
        times.reduce(f64::min)
    };
    let borrowing = ["prost Bytes", "rmp-serde &str", "minicbor &str", "serde_json &str", "sonic-rs &str"];
    let owning =
        ["prost String", "rmp-serde String", "minicbor String", "serde_json String", "sonic-rs String"];
    let encoding = ["prost", "rmp-serde", "minicbor", "serde_json", "sonic-rs"];
    let (walk, checked) = ("cyb-stream, walk", "cyb-stream, walk + UTF-8");
    let lending = "cyb-stream, lending Reader";
    let (lines, table, trees) = ("lines decode", "table decode", "trees decode");
    let at_most = |what, group, name, most: f64| {
        let measured = bench.ms(group, name)?;
        let (wanted, holds) = (format!("≤ {most} ms"), measured <= most);
        Some(Bar { what, wanted, measured: format!("{measured:.2} ms"), holds })
    };
    let encode = |what, group, most: f64| {
        let measured = bench.ms(group, "cyb-stream")? / fastest(group, &encoding)?;
        let (wanted, holds) = (format!("≤ {most} x"), measured <= most);
        Some(Bar { what, wanted, measured: format!("{measured:.2} x"), holds })
    };
    let borrowed = bench.rows.iter().filter(|row| {
        [walk, checked, lending, "cyb-stream, row offsets"].contains(&row.name)
            && row.group.ends_with("decode")
    });
    let allocations =
        borrowed.map(|row| row.allocations as f64 / row.items as f64).reduce(f64::max).map(|most| Bar {
            what: "allocations per chunk on borrowed paths",
            wanted: "0".to_owned(),
            measured: format!("{most:.6}"),
            // A reader has its one buffer.
            holds: most < 1e-5,
        });
    let hostile = bench.rows.iter().filter(|row| row.group.starts_with("hostile"));
    let slowest = hostile.map(|row| row.wire as f64 / row.ms / 1e3).reduce(f64::min).map(|slowest| Bar {
        what: "slowest hostile input",
        wanted: "≥ 300 MB/s".to_owned(),
        measured: format!("{slowest:.0} MB/s"),
        holds: slowest >= 300.0,
    });
    let bars = [
        speed("walk of lines: memcpy / ours", lines, walk, bench.ms(lines, "memcpy"), 0.5),
        speed("walk of lines: fastest borrowing / ours", lines, walk, fastest(lines, &borrowing), 3.0),
        speed("lines, UTF-8 checked: fastest / ours", lines, checked, fastest(lines, &borrowing), 1.0),
        speed("walk of cells: fastest borrowing / ours", table, walk, fastest(table, &borrowing), 3.0),
        speed("cells, UTF-8 checked: fastest / ours", table, checked, fastest(table, &borrowing), 1.0),
        at_most("row offsets of 100 000 rows", table, "cyb-stream, row offsets", 2.0),
        speed("walk of trees: fastest borrowing / ours", trees, walk, fastest(trees, &borrowing), 2.5),
        speed("trees, UTF-8 checked: fastest / ours", trees, checked, fastest(trees, &borrowing), 1.0),
        allocations,
        speed(
            "lending Reader through a pipe: bare read / ours",
            "lines through a pipe",
            lending,
            bench.ms("lines through a pipe", "bare read"),
            0.9,
        ),
        speed(
            "owned from Reader: fastest owning / ours",
            lines,
            "cyb-stream, owned from Reader",
            fastest(lines, &owning),
            1.0,
        ),
        encode("encode lines: ours / fastest", "lines encode", 1.1),
        encode("encode a table: ours / fastest", "table encode", 1.1),
        encode("encode trees: ours / fastest", "trees encode", 1.5),
        at_most("a million lines into a pipe", "lines encode", "cyb-stream into a pipe", 40.0),
        slowest,
    ];
    bars.into_iter().flatten().collect()
}
