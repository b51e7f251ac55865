#!/usr/bin/env python3
"""Checks arrows between folders: those that no #include line shows, and those of the lower folders of ui.

    tests/house/arrows.py [ROOT]

A function that a header declares is defined in the header's folder. Otherwise a folder calls another one that it does
not include, and only the linker knows of it. What the build writes (GENERATED) is the exception.

The lower folders of ui include what MAY_INCLUDE lists and nothing else of ui: what is known does not know how it is shown.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
ROOMS = ("app", "core", "gpu", "ui")
GENERATED = {"embeddedSources", "manualFiles", "programCommit"}
MAY_INCLUDE = {"ui/texts": (), "ui/files": (), "ui/display": (), "ui/theme": ("ui/texts",),
               "ui/state": ("ui/files", "ui/texts", "ui/display")}
DECLARED = re.compile(r"([A-Za-z_]\w*)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?:noexcept)?\s*$")
DEFINED = re.compile(r"^(?!return|else|if|for|while)[A-Za-z_][\w:<>,&*\s]*?[\s&*]([A-Za-z_]\w*)\([^;{}]*\)"
                     r"\s*(?:noexcept|try)?\s*\{", re.MULTILINE)


def plain(text):
    """The text without comments and lines of the preprocessor."""
    return re.sub(r"//.*|^\s*#.*", "", text, flags=re.MULTILINE)


def outside_of_types(text):
    """Statements at the level of namespaces; bodies of types and functions are left out."""
    statements, current, levels = [], "", []
    for letter in text:
        if letter == "{":
            levels.append(bool(re.search(r"\bnamespace\b|\bextern\s", current)))
            current = "" if all(levels) else current + letter
        elif letter == "}":
            wasBody = bool(levels) and not levels.pop()
            if wasBody and all(levels): current = ""
        elif all(levels):
            if letter == ";":
                statements.append(current.strip())
                current = ""
            else:
                current += letter
    return statements


def declarations(text):
    """Names of functions that a header declares and does not define."""
    for statement in outside_of_types(plain(text)):
        if re.search(r"\b(?:using|typedef|class|struct|enum|template)\b|=", statement): continue
        if name := DECLARED.search(statement): yield name[1]


def definitions(text):
    return {name[1] for name in DEFINED.finditer(plain(text))}


def misplaced(files):
    """files: texts by path. Yields (header, function, folders that define it)."""
    defined = defaultdict(set)
    for path, text in files.items():
        for name in definitions(text): defined[name].add(str(Path(path).parent))
    for path, text in sorted(files.items()):
        if not path.endswith(".h"): continue
        for name in declarations(text):
            if name not in GENERATED and str(Path(path).parent) not in defined[name]:
                yield path, name, sorted(defined[name])


def upward(files):
    """Includes of the lower folders of ui that MAY_INCLUDE does not list, as text."""
    for path, text in sorted(files.items()):
        folder = "/".join(path.split("/")[:2])
        for header in re.findall(r'^#include "(ui/[^"]+)"', text, re.MULTILINE):
            if folder in MAY_INCLUDE and not header.startswith((folder + "/", *(f + "/" for f in MAY_INCLUDE[folder]))):
                yield f"{path} includes {header}; {folder} may include {', '.join(MAY_INCLUDE[folder]) or 'none'} of ui"


def try_itself():
    """The scan finds what it is for, so that it cannot pass by seeing nothing."""
    files = {"core/a/x.h": "namespace n {\nint here(int a);\nstd::vector<int> there(const std::map<int, int>& m);\n"
                           "struct S { int member(); };\ninline int inlined() { return 0; }\n}\n",
             "core/a/x.cpp": "namespace n {\nint here(int a) {\n return a;\n}\n}\n",
             "core/b/y.cpp": "std::vector<int> there(const std::map<int, int>& m) { return {}; }\n"}
    assert list(misplaced(files)) == [("core/a/x.h", "there", ["core/b"])], list(misplaced(files))
    files = {"ui/state/a/x.h": '#include "ui/view/y.h"\n#include "ui/state/b/z.h"\n#include "ui/files/f.h"\n',
             "ui/view/y.h": '#include "ui/state/a/x.h"\n'}
    assert len(list(upward(files))) == 1


def main():
    try_itself()
    files = {str(path.relative_to(ROOT)): path.read_text() for room in ROOMS
             for path in (ROOT / room).rglob("*") if path.suffix in (".h", ".cpp")}
    problems = [f"{path} declares {name}, which {', '.join(folders) or 'nothing'} defines; move one of them"
                for path, name, folders in misplaced(files)]
    problems += upward(files)
    for problem in problems: print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
