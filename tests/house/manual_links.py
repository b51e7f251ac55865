#!/usr/bin/env python3
"""Checks README.md, CONTRIBUTING.md, DESIGN.md and the manual: every link and picture leads somewhere, also to an
#anchor; every picture of the manual is used; every page can be reached from index.md.

usage: tests/house/manual_links.py [SOURCE_FOLDER]    (default: the folder above tests)
Prints each breach. The exit code is 1 if there is one.
"""
import re
import sys
import tempfile
from pathlib import Path

PICTURES = {".png", ".webp", ".svg", ".jpg"}

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^()\s<>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
PICTURE_TAG = re.compile(r"<img[^>]*\bsrc=\"([^\"]+)\"")


def without_code(text):
    """The text without fenced blocks, indented blocks and code in backticks; the lines stay."""
    text = re.sub(r"^```.*?^```[^\n]*$", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.M | re.S)
    lines, before = [], ""
    isCode = isList = False
    for line in text.split("\n"):
        if re.match(r"[-*] |\d+\. ", line): isList = True
        elif line.strip() and not line.startswith(" "): isList = False
        # Four spaces after an empty line begin a block of code, except where they go on with an item of a list.
        if line.startswith("    ") and not isList and (isCode or not before.strip()): isCode = True
        elif line.strip(): isCode = False
        lines.append("" if isCode else line)
        before = line
    return re.sub(r"`[^`\n]*`", "code", "\n".join(lines))


def anchors(text):
    """What GitHub makes of the headings: lower case, no punctuation, hyphens for blanks, numbers for doubles."""
    found = {}
    names = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for line in re.sub(r"^```.*?^```[^\n]*$", "", text, flags=re.M | re.S).split("\n"):
        heading = re.match(r"#{1,6} +(.*?)\s*#*$", line)
        if not heading: continue
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
        name = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        count = found.get(name, 0)
        found[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def pages_of(root):
    texts = [root / name for name in ("README.md", "CONTRIBUTING.md", "DESIGN.md")]
    return [page for page in texts if page.exists()] + sorted((root / "resources/manual").rglob("*.md"))


def check_links(root, pages):
    """Breaches of links and pictures; and what each page leads to."""
    breaches, leads = [], {}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        plain = without_code(text)
        leads[page] = set()
        targets = [m.group(3) for m in LINK.finditer(plain)] + PICTURE_TAG.findall(plain)
        for target in targets:
            if re.match(r"[a-z]+:", target): continue
            path, _, anchor = target.partition("#")
            to = (page.parent / path).resolve() if path else page.resolve()
            name = f"{page.relative_to(root)}: {target}"
            if not to.exists():
                breaches.append(f"{name} leads nowhere")
                continue
            leads[page].add(to)
            if anchor and to.suffix == ".md" and anchor not in anchors(to.read_text(encoding="utf-8")):
                breaches.append(f"{name}: there is no such heading")
    return breaches, leads


def check_use(root, pages, leads):
    """Pictures that no page shows, and pages that index.md does not lead to."""
    manual = root / "resources/manual"
    used = set().union(*leads.values()) if leads else set()
    breaches = [f"{picture.relative_to(root)} is shown on no page"
                for picture in sorted(manual.rglob("*")) if picture.suffix in PICTURES
                and picture.resolve() not in used]
    if not (manual / "index.md").exists(): return breaches + ["resources/manual/index.md is missing"]
    reached, waiting = set(), [manual / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached: continue
        reached.add(page)
        waiting += [other for other in pages if other.resolve() in leads.get(page, ()) and other not in reached]
    return breaches + [f"{page.relative_to(root)} cannot be reached from index.md"
                       for page in pages if manual in page.parents and page not in reached]


def check(root):
    pages = pages_of(root)
    breaches, leads = check_links(root, pages)
    return breaches + check_use(root, pages, leads), len(pages)


def finds_breaches():
    """Tries the checks on pages that are made up: each breach is found, and good pages have none."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        manual = root / "resources/manual"
        (manual / "images").mkdir(parents=True)
        (manual / "images/one.png").write_bytes(b"")
        write = lambda name, text: (root / name).write_text(text, encoding="utf-8")
        write("README.md", "See [the manual](resources/manual/index.md#the-first-page).\n\n    [code](none.md)\n")
        write("resources/manual/index.md", "# The `first` page!\n\n[Two](two.md), ![One](images/one.png) `[a](b.md)`\n")
        write("resources/manual/two.md", "# Two\n\n## Two\n\n[Up](index.md), [here](#two-1).\n")
        good = check(root)[0]
        write("resources/manual/two.md", "[a](none.md) [b](index.md#none) ![c](images/none.png)\n")
        write("resources/manual/three.md", "Nobody leads here.\n")
        (manual / "images/two.png").write_bytes(b"")
        bad = check(root)[0]
    return good == [] and len(bad) == 5, good, bad


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent.parent).resolve()
    works, good, bad = finds_breaches()
    if not works:
        print("the check itself is wrong:", good, bad, sep="\n")
        return 1
    breaches, pages = check(root)
    for breach in breaches:
        print(breach)
    print(f"{pages} pages, {len(breaches)} breaches")
    return 1 if breaches or pages == 0 else 0


if __name__ == "__main__": sys.exit(main())
