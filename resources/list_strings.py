#!/usr/bin/env python3
"""Lists every text that Lightbench shows, with its file and line, so that one can read them in one go.

usage: resources/list_strings.py [--check] [FOLDER ...]    (such as app core/filters; default: all)

Reads the sources of app, core, gpu and ui. In ui a text counts if it passes through tr() or another translating helper.
Elsewhere each literal of two words or more counts: help, errors, warnings, documentation, reports. Literals that
the code joins with + are one text; each value between them is shown as a figure, {}.

--check prints nothing but the breaches of the guide, and ends with 1 if there is one. They are hints: no test fails for
them. .ci/hints prints them, too.
  - a sentence of more than 25 words (a colon or semicolon ends one);
  - a word that the guide forbids, or the wrong one of two names for one thing;
  - a label with a full stop;
  - a number and a noun that do not agree, such as "1 steps".
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app", "core", "gpu", "ui")
LONGEST = 25  # words of a sentence
VALUE = "{}"  # what stands for a value between two literals

# A pattern, and what to write instead. Patterns match whole words, in any case.
FORBIDDEN = [
    (r"anew|afresh", "again"),
    (r"roofs?", "peak"),
    (r"middle half", "interquartile range"),
    (r"(comes?|came) to(?! an end| rest)", "say the thing itself"),
    (r"in the way of", "as"),
    (r"strangers?", "rows of another program, driver or image"),
    (r"twins?", "reference"),
    (r"deeds?", "action"),
    (r"told|tells? apart", "shown, reported or distinguished"),
    (r"looked at", "checked"),
    (r"compare no more", "Stop comparing"),
    (r"what is there", "name the thing"),
    (r"whoever", "name the actor"),
    (r"of its own accord", "by itself"),
    (r"makes? a picture", "say what it does"),
    (r"laid over", "overlaid on"),
    (r"crown\w*", "select"),
    (r"hopeless", "pruned"),
    (r"leavers?|entrants?", "candidate"),
    (r"(go|goes|going|went) on (with|where)", "resume"),
    (r"lent", "shared"),
    (r"stand-?ins?", "fallback variant"),
    (r"single run, cold", "single cold run (not a benchmark)"),
    # Two names for one thing.
    (r"work[ -]groups?", "workgroup"),
    (r"work items?|workitems?", "work-item"),
    (r"colors?|colored|coloring", "colour"),
    (r"grey", "gray"),
    (r"speedups?", "speed-up"),
    (r"(bits|pixels|work-items|groups|bins|seconds|operations) an? "
     r"(pixel|sample|side|workgroup|buffer|unit|compute unit|channel|point|second)", "per"),
    (r"ceilings?", "peak rate"),
    (r"turn on [“\"]?check against reference", "press “Check against reference”"),
    (r"command[- ]line interface", "command line"),
    (r"shared memory", "local memory"),
]
# (path, pattern of the text, reason): what the rules above do not mean.
EXCEPTIONS = [
    ("core/sample_images/lettering.cpp", r".", "glyph outlines and pangrams, which are drawn into a sample image"),
]
FORBIDDEN = [(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.I), better) for pattern, better in FORBIDDEN]
DISAGREES = re.compile(r"(?<![\w.,%-])(?<!- )(?<!x )1 (?:steps|stages|images|pixels|samples|variants|rounds|runs|files|"
                       r"points|rows|devices|filters|workgroups|work-items|races|repeats|times|cores|kernels|"
                       r"warnings|seconds)\b")
TRANSLATED = re.compile(r"\b(?:tr|translate|QT_TR_NOOP|QT_TRANSLATE_NOOP|\w+Text|\w+Words)"
                        r"\(\s*(?:\"[A-Z]\w*\",\s*)?$")
LABEL = re.compile(r"(?:\.label = |\bfilter\.label = |(?:addAction|QPushButton|QLabel|setWindowTitle|addTab|"
                   r"QCheckBox|addButton)\((?:tr\()?)\s*$")
# What follows a literal that belongs to no text: the folders of #include, kernel options, attributes.
CODE = re.compile(r"^(?:-[A-Za-z-]+[ =]|<\w|#|[\w./-]+\.(?:cl|clh|h)$|%[\d.]*\w$)")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\.)+\'', re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "0": "\0", "r": "\r"}


def literals(source):
    """(start, end, text) of each literal; comments and includes are left out."""
    for token in TOKEN.finditer(source):
        word = token.group(0)
        if word.startswith(("//", "/*", "'")): continue
        line = source.rfind("\n", 0, token.start()) + 1
        if re.match(r"\s*#\s*include", source[line:token.start()]): continue
        text = token.group(2)
        if text is None:
            text = re.sub(r"\\x[0-9a-fA-F]+|\\(.)", lambda m: ESCAPES.get(m.group(1), m.group(1) or ""), token.group(3))
        yield token.start(), token.end(), text


def joined(between):
    """What stands for the code between two literals of one text, or None if they are two texts."""
    between = re.sub(r"//[^\n]*", "", between).strip()
    if not between: return ""
    between = re.sub(r"^\)?\s*\+", "+", between)  # std::string("...") + ...
    between = re.sub(r"\+\s*(?:std::)?(?:string|QString)\($", "+", between)
    if not (between.startswith("+") and between.endswith("+")): return None
    if between == "+": return ""
    depth = 0
    for letter in between:
        depth += letter in "([{"
        depth -= letter in ")]}"
        if depth < 0 or (depth == 0 and letter in ",;?"): return None
    return VALUE if depth == 0 else None


def texts(source, translatedOnly):
    """(line, text, is it a label) of each text of a file."""
    found = []
    before = None
    for start, end, text in literals(source):
        glue = joined(source[before:start]) if before is not None else None
        if glue is not None:
            found[-1][1] += glue + text
        else:
            head = source[max(0, start - 120):start]
            counts = not translatedOnly or TRANSLATED.search(head)
            found.append([source.count("\n", 0, start) + 1, text, bool(LABEL.search(head)), bool(counts)])
        before = end
    for line, text, label, counts in found:
        words = re.findall(r"[A-Za-z]{2,}", text)
        if not counts or CODE.match(text): continue
        if translatedOnly or label or len(words) >= 2 and " " in text.strip(): yield line, text, label


def sentences(text):
    """The sentences of a text. Lines of examples, which are indented, are none."""
    text = "\n".join("" if line.startswith("  ") else line for line in text.split("\n"))
    text = re.sub(r"\b(cf|al|ch|eq|fig|vol|no|pp|e\.g|i\.e)\. ", r"\1 ", text, flags=re.I)
    for paragraph in re.split(r"\n\s*\n", text):
        yield from re.split(r"(?<=[.!?:;])[)”\"]?\s+", " ".join(paragraph.split()))


def breaches(text, label):
    """What is wrong with a text, each with the sentence at fault."""
    for sentence in sentences(text):
        words = [word for word in sentence.split() if re.search(r"\w|{}|%\d", word)]
        if len(words) > LONGEST: yield f"a sentence of {len(words)} words: {sentence}"
        for pattern, better in FORBIDDEN:
            hit = pattern.search(sentence)
            if hit: yield f'"{hit.group(0)}" (better: {better}): {sentence}'
        if DISAGREES.search(sentence): yield f"number and noun disagree: {sentence}"
    flat = " ".join(text.split())
    if label and flat.endswith(".") and not flat.endswith("..."): yield f"a label with a full stop: {flat}"


def isExcepted(path, text):
    return any(path == where and re.search(pattern, text) for where, pattern, _ in EXCEPTIONS)


def sources(folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"): yield path


def check(listed):
    """Prints the breaches, and says whether there are any."""
    found = [f"{path}:{line}: {problem}" for path, line, text, label in listed if not isExcepted(path, text)
             for problem in breaches(text, label)]
    print("\n".join(found) if found else f"{len(listed)} texts keep to the guide")
    return bool(found)


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    folders = [word for word in sys.argv[1:] if not word.startswith("--")] or FOLDERS
    if options - {"--check"}: sys.exit("usage: list_strings.py [--check] [FOLDER ...]")
    listed = [(path.relative_to(ROOT).as_posix(), *text) for path in sources(folders)
              for text in texts(path.read_text(encoding="utf-8"), path.relative_to(ROOT).parts[0] == "ui")]
    if options: sys.exit(check(listed))
    for path, line, text, _ in listed: print(f"{path}:{line}: {' '.join(text.split())}")


main()
