//! The house stays as ARCHITECTURE.md says.

use std::{collections::BTreeMap, fs, path::Path};

use toml::Table;

const PACKAGES: [&str; 5] = ["app", "cyb-egui", "cyb-stream", "nushell-adapter", "tests"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace")
}

fn manifest(package: &str) -> Table {
    let text =
        fs::read_to_string(root().join(package).join("Cargo.toml")).expect("every package has a manifest");
    text.parse().expect("the manifest is TOML")
}

/// Names of normal dependencies; for `dev` those of tests and benches.
fn dependencies(package: &str, section: &str) -> Vec<String> {
    let manifest = manifest(package);
    let table = manifest.get(section).and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn packages_know_only_whom_they_may() {
    let allowed = BTreeMap::from([
        ("cyb-stream", vec![]),
        ("cyb-egui", vec!["cyb-stream"]),
        ("nushell-adapter", vec!["cyb-stream"]),
        ("app", vec!["cyb-egui", "cyb-stream", "nushell-adapter"]),
        ("tests", vec!["app", "cyb-egui", "cyb-stream", "nushell-adapter"]),
    ]);
    for (package, allowed) in allowed {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let edges = dependencies(package, section);
            let ours: Vec<&String> = edges.iter().filter(|name| PACKAGES.contains(&name.as_str())).collect();
            let unknown: Vec<_> = ours.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
            assert!(unknown.is_empty(), "{package} must not know {unknown:?}");
        }
    }
}

#[test]
fn only_the_adapter_names_nushell() {
    for package in PACKAGES.iter().filter(|package| **package != "nushell-adapter") {
        let nu: Vec<String> = ["dependencies", "dev-dependencies"]
            .iter()
            .flat_map(|section| dependencies(package, section))
            .filter(|name| name.starts_with("nu-") || name == "reedline")
            .collect();
        assert!(nu.is_empty(), "{package} names {nu:?}");
    }
}

#[test]
fn the_drawing_crate_has_no_window_and_the_others_no_drawing() {
    let refused = |package: &str, names: &[&str]| {
        let dependencies = dependencies(package, "dependencies");
        let found: Vec<_> = dependencies.iter().filter(|name| names.contains(&name.as_str())).collect();
        assert!(found.is_empty(), "{package} must not use {found:?}");
    };
    refused("cyb-egui", &["eframe", "crossbeam-channel", "rfd", "rustix"]);
    refused("cyb-stream", &["egui", "eframe", "egui_extras", "crossbeam-channel"]);
    refused("nushell-adapter", &["egui", "eframe", "egui_extras"]);
}

#[test]
fn the_drawing_crate_asks_the_system_for_nothing() {
    visit(&root().join("cyb-egui/src"), &mut |path, text| {
        for module in ["thread", "time", "fs", "env", "net", "process"] {
            let grouped = |rest: &str| {
                let names = rest
                    .split("};")
                    .next()
                    .unwrap_or_default()
                    .split(|letter: char| !letter.is_alphanumeric());
                names.into_iter().any(|name| name == module)
            };
            let used =
                text.contains(&format!("std::{module}")) || text.split("use std::{").skip(1).any(grouped);
            assert!(!used, "{} uses std::{module}", path.display());
        }
        assert!(!text.contains("chrono::Local"), "{} asks for the time", path.display());
    });
}

#[test]
fn files_stay_small() {
    let mut long = Vec::new();
    for package in PACKAGES {
        visit(&root().join(package), &mut |path, text| {
            let lines = text.lines().count();
            if lines > 400 {
                long.push(format!("{}: {lines} lines", path.display()));
            }
        });
    }
    assert!(long.is_empty(), "{long:#?}");
}

fn visit(folder: &Path, look: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder of ours can be read") {
        let path = entry.expect("its entries too").path();
        if path.is_dir() && !path.ends_with("target") {
            visit(&path, look);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            look(&path, &fs::read_to_string(&path).expect("sources are text"));
        }
    }
}
