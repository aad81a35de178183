//! Text with escape codes, as a shell sends it to a terminal, through vte's parser: no grid, no drawing.

use std::io::Write as _;

use vte::{Parser, Perform};

use crate::workload::{COLUMNS, FIELDS, KEYS};

pub fn encode_lines(lines: &[String], out: &mut Vec<u8>) {
    for line in lines {
        write!(out, "\x1b[32m{line}\x1b[0m\r\n").expect("a vector takes all");
    }
}

pub fn encode_table(rows: &[[String; 6]], out: &mut Vec<u8>) {
    for row in rows {
        for (cell, _) in row.iter().zip(COLUMNS) {
            write!(out, "│ \x1b[36m{cell:<20}\x1b[0m ").expect("a vector takes all");
        }
        out.extend_from_slice("│\r\n".as_bytes());
    }
}

pub fn encode_trees(trees: &[Vec<String>], out: &mut Vec<u8>) {
    for tree in trees {
        for (depth, record) in tree.chunks(FIELDS).enumerate() {
            for (key, value) in KEYS.iter().zip(record) {
                let indent = 2 * depth;
                write!(out, "{:indent$}\x1b[34m{key}\x1b[0m: {value}\r\n", "").expect("a vector takes all");
            }
        }
    }
}

/// How many characters a terminal would have to print.
pub fn print(wire: &[u8]) -> usize {
    let mut printed = Printed(0);
    Parser::new().advance(&mut printed, wire);
    printed.0
}

struct Printed(usize);

impl Perform for Printed {
    fn print(&mut self, _char: char) {
        self.0 += 1;
    }
}
