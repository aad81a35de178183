#!/usr/bin/env python3
"""Shows a table, then ends: the whole protocol that a producer needs, without a library."""
import sys


def varint(number):
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + varint(number // 128)


def frame(pair, payload):
    return b"\x1f" + pair + varint(len(payload)) + payload


def kv(key, value):
    return frame(b"=s", frame(b"~t", key.encode()) + frame(b"#t", value.encode()))


def table(headers, rows):
    schema = frame(b"/s", b"".join(frame(b"~t", header.encode()) for header in headers))
    return frame(b"#T", schema + b"".join(frame(b":s", b"".join(row)) for row in rows))


FILES = [("src/", 4096), ("Cargo.toml", 795), ("README.md", 2133), ("SPEC.md", 16384), ("tests/", 4096)]
ROWS = [[frame(b"/t", name.encode()), frame(b"=t", b"%db" % size)] for name, size in FILES]
sys.stdout.buffer.write(table(["name", "size"], ROWS) + frame(b".x", kv("code", "0")))
