#!/usr/bin/env python3
"""Writes what follows from the table of image formats: the table of files.md, and the types of lightbench.desktop.

usage: resources/manual/renew_formats.py BUILD_FOLDER [--check]    (such as build/release)
The program test_codecs makes them. With --check it compares only: the exit code is 1 if one is stale.
"""
import os
import pathlib
import subprocess
import sys


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        print("usage: renew_formats.py BUILD_FOLDER [--check]", file=sys.stderr)
        return 2
    program = pathlib.Path(words[0]).resolve() / "bin" / "test_codecs"
    if not program.exists():
        print(f"renew_formats.py: {program} has not been built", file=sys.stderr)
        return 2
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    if "--check" not in sys.argv: environment["LIGHTBENCH_RENEW"] = "1"
    command = [program, "codecs", "-silent", "filesListTheFormats"]
    return subprocess.run(command, env=environment).returncode and 1


sys.exit(main())
