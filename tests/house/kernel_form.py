#!/usr/bin/env python3
"""Checks that the kernels keep the form of CONTRIBUTING.md.

usage: kernel_form.py KERNELS [--list]

Fails if a file has no head, or a helper that is not always inlined; if its work-items communicate and its head has no
paragraph "Races: ..."; if a macro holds statements and is not among the exceptions; or if all files together have too
many preprocessor lines or function-like macros; or if a plain kernel has more than 40 lines or includes anything but
the prelude. --list prints the figures of each file.
"""
import pathlib
import re
import sys

# The limits. Lower them when the kernels get better; never raise them.
PREPROCESSOR_PERCENT = 12
FUNCTION_MACROS = 150
HEAD_WORDS = 40
PLAIN_LINES = 40
# Files that have a shorter head, and macros that hold statements. Each has its reason.
SHORT_HEADS = {}
# What work-items communicate by, beside barriers. The head says which loads and stores race, and why every order is right.
COMMUNICATION = re.compile(r"\b(?:atomic_|atom_)\w+\(|\bvolatile (?:global|local)\b|\b\w*_fence\(|shfl\.sync|"
                           r"\b(?:load|store)_shared(?:_long)?\(|\b(?:wait_for|publish|look_back)\(")
STATEMENT_MACROS = {
    "UNALIGNED_16": "defines the same functions for each type and address space, which OpenCL C 1.2 cannot abstract",
    "UNALIGNED_16_EVERYWHERE": "calls UNALIGNED_16",
    "UNROLL_FOR": "unrolls loops for GPUs alone, which a pragma cannot say",
}


def logical_lines(text):
    """Lines, with those that end in a backslash joined; each with the number of lines that it takes."""
    joined, count = "", 0
    for line in text.split("\n"):
        count += 1
        if line.endswith("\\"):
            joined += line[:-1] + " "
            continue
        yield joined + line, count
        joined, count = "", 0


class KernelFile:
    def __init__(self, path, root):
        self.name = str(path.relative_to(root))
        text = path.read_text(encoding="utf-8")
        self.lines = len(text.rstrip("\n").split("\n"))
        head = re.match(r"((?://[^\n]*\n)*)", text).group(1)
        self.head_words = len(head.replace("//", " ").split())
        code = re.sub(r"//[^\n]*", "", text)
        self.is_plain = path.name == "plain.cl"
        self.includes = re.findall(r'#\s*include\s+"([^"]+)"', code)
        self.communicates, self.says_races = COMMUNICATION.search(code) is not None, "// Races: " in head
        self.preprocessor, self.macros, self.statements, self.plain_helpers = 0, [], [], []
        for line, count in logical_lines(text):
            code = line.split("//")[0]
            if re.match(r"\s*#", code):
                self.preprocessor += count
            macro = re.match(r"\s*#\s*define\s+(\w+)(\([^)]*\))?(.*)", re.sub(r'"[^"]*"', '""', code))
            if macro and macro.group(2) is not None: self.macros.append(macro.group(1))
            if macro and re.search(r"[;{}]", macro.group(3)): self.statements.append(macro.group(1))
            if macro and re.search(r"\b(for|while|do|return)\b", macro.group(3)):
                if macro.group(1) not in self.statements: self.statements.append(macro.group(1))
        without_macros = "\n".join(line for line, _ in logical_lines(text) if not re.match(r"\s*#", line))
        self.plain_helpers = re.findall(r"^static\s+inline\s+(?!__attribute__\s*\(\(always_inline)[^;{]*?(\w+)\s*\(",
                                        without_macros, re.M)
        self.plain_helpers += re.findall(r"^(?!INLINE|KERNEL|kernel|static|typedef|constant|enum|struct|union|__kernel|#)"
                                         r"[a-z_]\w*[\w \*]*?\b(\w+)\s*\([^;{}]*\)\s*\{", without_macros, re.M)


def problems(files):
    for file in files:
        if file.head_words < HEAD_WORDS and file.name not in SHORT_HEADS:
            yield (f"{file.name}: its head has {file.head_words} words; at least {HEAD_WORDS}: say the algorithm, the division "
                   "of work, where data lies, why it is fast, its source")
        if file.communicates and not file.says_races:
            yield (f'{file.name}: its work-items communicate, but its head has no paragraph "Races: ..."; say which loads and '
                   "stores race, and why every order gives the right result")
        if file.is_plain and (file.lines > PLAIN_LINES or any(not name.startswith("prelude/") for name in file.includes)):
            yield (f"{file.name}: has {file.lines} lines and includes {', '.join(file.includes) or 'nothing'}; a plain kernel has "
                   f"at most {PLAIN_LINES} lines and includes the prelude alone")
        for name in file.plain_helpers:
            yield f"{file.name}: {name} is not INLINE; PoCL 3.1 can leave such a call, which then writes to the wrong memory"
        for name in file.statements:
            if name not in STATEMENT_MACROS: yield f"{file.name}: the macro {name} holds statements; make it an INLINE function"
    lines, preprocessor = sum(f.lines for f in files), sum(f.preprocessor for f in files)
    percent = 100 * preprocessor / lines
    if percent > PREPROCESSOR_PERCENT:
        yield f"all: {percent:.1f} % of the lines are preprocessor; at most {PREPROCESSOR_PERCENT} %"
    macros = sum(len(f.macros) for f in files)
    if macros > FUNCTION_MACROS: yield f"all: {macros} function-like macros; at most {FUNCTION_MACROS}"


def main():
    root = pathlib.Path(sys.argv[1])
    files = [KernelFile(path, root) for path in sorted(root.rglob("*")) if path.suffix in (".cl", ".clh")]
    if not files: sys.exit(f"there are no kernels in {root}")
    if "--list" in sys.argv:
        for f in files:
            print(f"{f.name}: {f.lines} lines, {f.preprocessor} preprocessor, {len(f.macros)} macros, "
                  f"{len(f.statements)} with statements, head {f.head_words} words, {len(f.plain_helpers)} helpers not INLINE")
    found = list(problems(files))
    print("\n".join(found))
    lines, preprocessor = sum(f.lines for f in files), sum(f.preprocessor for f in files)
    print(f"{len(files)} files, {lines} lines, {100 * preprocessor / lines:.1f} % preprocessor, "
          f"{sum(len(f.macros) for f in files)} function-like macros, {sum(len(f.statements) for f in files)} with statements, "
          f"{sum(len(f.plain_helpers) for f in files)} helpers not INLINE, "
          f"{sum(f.head_words < HEAD_WORDS for f in files)} short heads")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
