#!/usr/bin/env python3
"""Checks that the files which comments and pages name exist, so that nobody is sent to one that was renamed or removed.

    tests/house/named_files.py [ROOT]

A name counts if it starts with a folder of the repository, such as core/run/stack.h, or is a page in capitals, such as
DESIGN.md. Links of pages count too. Names with a placeholder (FAMILY, NAME) do not, nor do the commands of pages.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
FOLDERS = ("app", "core", "gpu", "kernels", "tests", "ui", "resources", ".ci")
SUFFIXES = "cpp|h|in|cl|clh|py|cmake|md|svg|png|txt|debian"
# Kernels may be named by what the compiler's messages call them: kernels/threshold.cl is kernels/point/threshold.cl.
NAME = re.compile(rf"(?<![\w/.{{}}$-])((?:app|core|gpu|kernels|tests|ui|resources|\.ci)/[\w./-]+\.(?:{SUFFIXES}))\b")
PAGE = re.compile(r"(?<![\w/.-])([A-Z]{3,}\.md)\b")
PLACEHOLDER = re.compile(r"(?<![A-Za-z])(?:FAMILY|NAME|PATH|ROOM|FORMAT|FOLDER|FILE)(?![A-Za-z])")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
COMMENTS = {".py": "#", ".cmake": "#", ".txt": "#"}
# A table of other people's files has their paths. This file and the other name files as examples.
LEFT_OUT = {"resources/measurements/odd_files.md", "tests/house/named_files.py", "tests/house/arrows.py"}


def comments(path, text):
    """(number, text) of each line of a page, or of each comment."""
    indented = False
    for number, line in enumerate(text.split("\n"), 1):
        if path.suffix == ".md":
            indented = line.startswith("    ") and (indented or not line.lstrip().startswith(("-", "*")))
            if not indented: yield number, line
        else:
            code, mark, comment = line.partition(COMMENTS.get(path.suffix, "//"))
            # A mark inside a text is none.
            if mark and code.count('"') % 2 == 0: yield number, comment


def exists(name, page):
    path = name.rstrip(".")
    if (ROOT / path).exists() or (page.parent / path).exists(): return True
    return path.startswith("kernels/") and any((ROOT / "kernels").rglob(Path(path).name))


def problems(path):
    shown = path.relative_to(ROOT).as_posix()
    for number, line in comments(path, path.read_text(encoding="utf-8")):
        names = NAME.findall(line) + PAGE.findall(line)
        if path.suffix == ".md": names += LINK.findall(line)
        for name in names:
            if not PLACEHOLDER.search(name) and not exists(name, path):
                yield f"{shown}:{number}: {name} does not exist"


def main():
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")] + list(ROOT.iterdir())
    kinds = {".h", ".cpp", ".in", ".cl", ".clh", ".py", ".cmake", ".md"}
    chosen = [path for path in sorted(files)
              if path.is_file() and (path.suffix in kinds or path.name == "CMakeLists.txt")
              and path.relative_to(ROOT).as_posix() not in LEFT_OUT]
    if len(chosen) < 100: sys.exit("named_files: too few files were found to be the repository")
    found = [problem for path in chosen for problem in problems(path)]
    print("\n".join(found) if found else f"{len(chosen)} files name only files that exist")
    sys.exit(1 if found else 0)


main()
