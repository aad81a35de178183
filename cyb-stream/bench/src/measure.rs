//! Time by criterion, allocations by a counting allocator.

use std::{alloc::System, fs, hint::black_box, path::PathBuf, time::Duration};

use criterion::{Criterion, SamplingMode};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Samples of each measurement; the median is told.
const SAMPLES: usize = 11;

/// One line of the report.
#[derive(Clone, Debug)]
pub struct Row {
    pub group: &'static str,
    pub name: &'static str,
    /// Median, in milliseconds.
    pub ms: f64,
    /// Allocations of one run.
    pub allocations: usize,
    /// Bytes on the wire.
    pub wire: usize,
    /// Chunks, cells or leaves in them.
    pub items: usize,
}

/// What one run measures.
pub struct Bench {
    criterion: Criterion,
    folder: PathBuf,
    filter: Option<String>,
    pub rows: Vec<Row>,
}

impl Bench {
    /// Measures what has `filter` in `group/name`; all without.
    pub fn new(filter: Option<String>) -> Self {
        let folder = std::env::temp_dir().join(format!("cyb-stream-bench-{}", std::process::id()));
        let criterion = Criterion::default()
            .output_directory(&folder)
            .sample_size(SAMPLES)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(700))
            .without_plots();
        Self { criterion, folder, filter, rows: Vec::new() }
    }

    /// Runs `work` again and again; what it answers is not looked at.
    pub fn measure<T>(
        &mut self,
        (group, name): (&'static str, &'static str),
        (wire, items): (usize, usize),
        mut work: impl FnMut() -> T,
    ) {
        if self.filter.as_ref().is_some_and(|filter| !format!("{group}/{name}").contains(filter)) {
            return;
        }
        // What grows once and is kept is not counted.
        black_box(work());
        let region = Region::new(ALLOCATOR);
        black_box(work());
        let allocations = region.change().allocations;

        let id = format!("{group}-{name}").replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let mut criterion_group = self.criterion.benchmark_group("all");
        criterion_group.sampling_mode(SamplingMode::Flat);
        criterion_group.bench_function(&id, |bencher| bencher.iter(&mut work));
        criterion_group.finish();
        let estimates = self.folder.join("all").join(&id).join("new/estimates.json");
        let ms = fs::read(&estimates)
            .ok()
            .and_then(|json| serde_json::from_slice::<serde_json::Value>(&json).ok())
            .and_then(|json| json["median"]["point_estimate"].as_f64())
            .expect("criterion leaves its estimates")
            / 1e6;
        self.rows.push(Row { group, name, ms, allocations, wire, items });
    }

    /// Times `encode` into a kept buffer; answers what it wrote.
    pub fn encode(
        &mut self,
        name: (&'static str, &'static str),
        items: usize,
        encode: impl Fn(&mut Vec<u8>),
    ) -> Vec<u8> {
        let mut out = Vec::new();
        encode(&mut out);
        let wire = out.clone();
        self.measure(name, (wire.len(), items), || {
            out.clear();
            encode(&mut out);
        });
        wire
    }

    /// Times a walk, after a look at whether it finds all `text` bytes.
    pub fn decode(
        &mut self,
        name: (&'static str, &'static str),
        size: (usize, usize),
        text: usize,
        walk: impl Fn() -> usize,
    ) {
        assert_eq!(walk(), text, "{}", name.1);
        self.measure(name, size, walk);
    }

    /// The median of a measurement, in milliseconds.
    pub fn ms(&self, group: &str, name: &str) -> Option<f64> {
        self.row(group, name).map(|row| row.ms)
    }

    pub fn row(&self, group: &str, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.group == group && row.name == name)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // Only estimates lie there.
        drop(fs::remove_dir_all(&self.folder));
    }
}
