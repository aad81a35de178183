//! The same bytes through a real pipe of the operating system.

use std::{
    io::{self, PipeReader, PipeWriter, Read, Write as _},
    thread,
};

const BLOCK: usize = 64 * 1024;

/// Writes `wire` in blocks on another thread and hands the other end to `read`.
pub fn through<T>(wire: &[u8], read: impl FnOnce(PipeReader) -> T) -> T {
    let (reader, mut writer) = io::pipe().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || wire.chunks(BLOCK).try_for_each(|block| writer.write_all(block)));
        read(reader)
    })
}

/// Reads to the end and looks at nothing: what any reader has to pay.
pub fn bare(mut source: impl Read) -> usize {
    let mut block = vec![0; BLOCK];
    let mut len = 0;
    while let Ok(count @ 1..) = source.read(&mut block) {
        len += count;
    }
    len
}

/// Hands the writing end to `write`, while another thread empties the pipe.
pub fn into(write: impl FnOnce(PipeWriter)) {
    let (reader, writer) = io::pipe().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || bare(reader));
        write(writer);
    });
}
