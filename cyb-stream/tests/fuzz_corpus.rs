//! The kept inputs of the fuzz targets, and what the fuzzer found, replayed without it.

use std::{collections::BTreeSet, fs, path::Path};

#[expect(unreachable_pub, reason = "the fuzz targets are crates of their own")]
#[path = "../fuzz/src/bodies/mod.rs"]
mod bodies;

#[test]
fn every_kept_input_of_every_target_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let folders: BTreeSet<_> = fs::read_dir(&corpus)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let names: BTreeSet<_> = bodies::TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(folders, names, "each target has a corpus, and each corpus a target");
    for (name, run) in bodies::TARGETS {
        let files: Vec<_> =
            fs::read_dir(corpus.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name} has seeds");
        for file in files {
            // So that a failure names the input.
            println!("{}", file.display());
            run(&fs::read(&file).unwrap());
        }
    }
}

#[test]
fn inputs_too_short_to_mean_anything_pass() {
    for (_, run) in bodies::TARGETS {
        run(b"");
        for byte in 0..=u8::MAX {
            run(&[byte]);
            run(&[0x1F, byte]);
        }
    }
}
