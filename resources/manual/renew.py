#!/usr/bin/env python3
"""Renews every generated page of the manual: runs each renew_*.py beside this file.

usage: resources/manual/renew.py BUILD_FOLDER [--check]    (such as build/release)
With --check nothing is written: the exit code is 1 if a page is stale.
"""
import pathlib
import subprocess
import sys


def main():
    if len([word for word in sys.argv[1:] if word != "--check"]) != 1:
        print("usage: renew.py BUILD_FOLDER [--check]", file=sys.stderr)
        return 2
    scripts = sorted(pathlib.Path(__file__).resolve().parent.glob("renew_*.py"))
    return max(subprocess.run([sys.executable, str(script), *sys.argv[1:]]).returncode for script in scripts)


sys.exit(main())
