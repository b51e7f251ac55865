#!/usr/bin/env python3
"""Writes the manual's page of each filter, their index, and a picture before and after for each.

usage: resources/manual/renew_filters.py BUILD_FOLDER [--check]    (such as build/release)

The pages come from `lightbench-cli filters --json` and from tests/fixtures/manifest.txt. filters/facts.json has what
the program does not know: when to use a filter, the formula, the code that the reference is checked against, and what
MEASUREMENTS.md says of variants. Its member picture has two stacks. The first makes the left picture of the sample
scene, and the second makes the right picture of the left one. A filter without it shows enough with its defaults. The
member said_by_formula lists parts of the program's description that repeat the formula, with what the page says
instead. `lightbench-cli run` makes the pictures.

--check writes the pages to a temporary folder and fails with a list of those that differ. Of pictures it compares only
whether they exist and their size, since drivers round differently; so the references on the host make them.
"""
import argparse
import ast
import collections
import csv
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SIZE = (236, 157)  # two and a gap are 480 wide
GAP = 8

# By tolerance of the manifest: how far results may differ. "exact" allows no difference.
CASES = {
    "exact": "",
    "rounding": "by at most 1, in at most 0.1 % of samples",
    "one": "by at most 1 anywhere",
    "few": "by at most 8 (16-bit)",
    "float": "by at most 0.00001 (floats)",
    "score": "by at most 0.0001 (floats)",
    "degrees": "by at most 0.001 degrees (floats)",
    "lab": "by at most 0.02 (floats of 0 to 100)",
}
# Quantities of the tables of choices that are not ranges of a number that a reader knows.
CONDITIONS = {
    "to a palette": "results to a palette",
    "packed bilevel": "gray 8-bit to black and white",
    "along x": "along rows",
    "measured tile fits": "neighbourhoods whose pixels fit into local memory",
    "walks": "enough whole lines for a workgroup on each compute unit",
}
DEVICES = {("cpu",): "CPUs", ("gpu",): "GPUs", ("gpu", "other"): "GPUs and accelerators"}
# Every stage has these beside the filter's own parameters; the index explains them.
SHARED_PARAMETERS = ("region", "mix")


class Program:
    """lightbench-cli, in a folder of its own for files."""

    def __init__(self, build, folder, on_host=False):
        """on_host: the stages' references make the pictures, so that nothing is compiled."""
        self.path = pathlib.Path(build).resolve() / "bin" / "lightbench-cli"
        self.folder, self.on_host = folder, on_host
        self.befores = []  # the stacks that make left pictures
        if not self.path.is_file():
            sys.exit(f"renew_filters.py: {self.path} is not built")

    def call(self, *arguments):
        done = subprocess.run([self.path, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"renew_filters.py: lightbench-cli {' '.join(arguments)}\n{done.stderr.strip()}")
        return done.stdout

    def run(self, source, result, stack, *options):
        if stack and self.on_host: stack = " | ".join(stage + " variant=cpu" for stage in stack.split(" | "))
        self.call("run", source, "-o", result, *(["--stack", stack] if stack else []), *options, "--quiet")

    def before(self, stack):
        """The name of the file with the scene after a stack."""
        if stack not in self.befores:
            self.befores.append(stack)
            self.run("scene.png", f"before-{len(self.befores) - 1}.npy", stack)
        return f"before-{self.befores.index(stack)}.npy"

    def write_webp(self, picture, target):
        picture.write(self.folder / "both.npy")
        self.run("both.npy", "both.webp", "", "--quality", "75")
        target.write_bytes((self.folder / "both.webp").read_bytes())


class Picture:
    """8-bit RGB rows; 32-bit samples from black, their least, to white, their greatest."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.rows = [bytearray(b"\xff" * 3 * width) for _ in range(height)]
        self.is_stretched = False

    @staticmethod
    def read(path):
        data = path.read_bytes()
        length = struct.unpack_from("<H", data, 8)[0]
        header = ast.literal_eval(data[10 : 10 + length].decode())
        height, width, *rest = header["shape"]
        channels, kind = (rest or [1])[0], header["descr"][1:]
        code = {"u1": "B", "u4": "I", "f4": "f"}[kind]
        samples = struct.unpack_from(f"<{height * width * channels}{code}", data, 10 + length)
        picture = Picture(width, height)
        if kind != "u1":
            picture.is_stretched = True
            low, high = min(samples), max(samples)
            samples = [round(255 * (sample - low) / (high - low or 1)) for sample in samples]
        for y in range(height):
            for x in range(width):
                at = (y * width + x) * channels
                picture.rows[y][3 * x : 3 * x + 3] = bytes(samples[at : at + 3] if channels > 2 else 3 * [samples[at]])
        return picture

    def beside(self, other):
        both = Picture(self.width + GAP + other.width, max(self.height, other.height))
        for picture, left in ((self, 0), (other, self.width + GAP)):
            top = (both.height - picture.height) // 2
            for y, row in enumerate(picture.rows):
                both.rows[top + y][3 * left : 3 * (left + picture.width)] = row
        return both

    def write(self, path):
        header = str({"descr": "|u1", "fortran_order": False, "shape": (self.height, self.width, 3)})
        header += " " * (-(len(header) + 11) % 64) + "\n"
        path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + b"".join(self.rows))


def bars(path):
    """The luma's bins of a file of histograms, as bars."""
    with path.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["channel"] == "luma" and row["bin"].isdigit()]
    counts = [int(row["output"]) for row in rows]
    picture, most = Picture(len(counts), SIZE[1]), max(counts)
    for x, count in enumerate(counts):
        for y in range(round(count / most * (picture.height - 1))):
            picture.rows[picture.height - 1 - y][3 * x : 3 * x + 3] = b"\x40\x40\x40"
    return picture


def draw(program, filter_id, fact):
    """The picture of a filter, and whether its right half was stretched."""
    before, stack = fact.get("picture", ("", filter_id))
    source = program.before(before)
    options = ["--histogram", "bins.csv"] if filter_id == "histogram" else []
    program.run(source, "after.npy", stack, *options)
    folder = program.folder
    after = bars(folder / "bins.csv") if filter_id == "histogram" else Picture.read(folder / "after.npy")
    return Picture.read(folder / source).beside(after), after.is_stretched


def webp_size(path):
    """Width and height in pixels of a WebP file of one lossy image."""
    data = path.read_bytes()
    if data[12:16] == b"VP8X":
        return tuple(1 + int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
    assert data[12:16] == b"VP8 ", f"{path} is of another form"
    return tuple(size & 0x3FFF for size in struct.unpack_from("<HH", data, 26))


def prose(text):
    text = re.sub(r"<(?=[A-Za-z/!])", r"\\<", text)
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


def item(text):
    """Of a list; the text begins with its dash."""
    return prose(text).replace("\n", "\n  ")


def cell(text):
    return re.sub(r"<(?=[A-Za-z/!])", r"\\<", text).replace("|", "\\|")


def comparisons(measured):
    """A measurement as a table's cell: device and image, then one comparison a line."""
    where, colon, rest = measured.partition(": ")
    lines = rest.split("; ")
    return cell(measured) if len(lines) == 1 else "<br>".join(cell(line) for line in [where + colon.strip(), *lines])


def counted(tolerance, count, total):
    """Of `total` results, how many are how close."""
    who = "all" if count == total else str(count)
    if not CASES[tolerance]:
        return f"{who} {'is' if who == '1' else 'are'} exact"
    return f"{who} {'differs' if who == '1' else 'differ'} {CASES[tolerance]}"


def listed(words, last="and"):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" {last} " + words[-1]


def condition_of(row):
    """Where a row of a table of choices holds, in words; empty: everywhere."""
    parts = []
    if "devices" in row:
        parts.append(DEVICES[tuple(row["devices"])])
    if "device" in row:
        parts.append(row["device"])
    if "least_capability" in row:
        parts.append(f"NVIDIA compute capability {row['least_capability'] / 10:.1f} or later")
    if "types" in row:
        parts.append(listed(row["types"], "or"))
    if "channels" in row:
        parts.append({1: "gray", 4: "RGBA"}[row["channels"]])
    if "least_pixels" in row:
        parts.append(f"at least {row['least_pixels']:,} pixels".replace(",", " "))
    if "most_pixels" in row:
        parts.append(f"at most {row['most_pixels']:,} pixels".replace(",", " "))
    for bounds in row.get("where", []):
        name, least, most = bounds["name"], bounds["least"], bounds["most"]
        if name in CONDITIONS:
            assert least == 1 and most is None, f"say what {name} of {least} to {most} means"
            parts.append(CONDITIONS[name])
        elif least in (None, 0):
            parts.append(f"{name} up to {most:g}")
        else:
            parts.append(f"{name} {least:g} to {most:g}" if most is not None else f"{name} from {least:g}")
    return ", ".join(parts)


def deciding(filter_):
    """The rows that can decide which variant auto chooses, as (condition, variant, measurement). A row whose variant
    does not always apply leaves the rest to later rows."""
    rows, decided = [], set()
    partial = {variant["id"] for variant in filter_["variants"] if "applies" in variant}
    for row in filter_["choices"]:
        devices = set(row.get("devices", []))
        if devices and devices <= decided:
            continue
        asks = set(row) - {"variant", "measured"}
        measured = row["measured"].replace("not recorded", "-")
        if row["variant"] in partial:
            rows.append(((condition_of(row) + ", where it applies").removeprefix(", "), row["variant"], measured))
            continue
        rows.append((condition_of(row) or "everything else", row["variant"], measured))
        if not asks:
            return rows
        if asks == {"devices"}:
            decided |= devices
    return rows + [("everything else", filter_["variants"][0]["id"], "-")]


def rounded(lines):
    """A number of lines, in tens: a page need not be made again for a line more."""
    return max(10, (lines + 5) // 10 * 10)


def files_table(variants):
    """What to read for each variant: a row, or one for GPUs and one for processors where they differ."""
    rows = []
    for variant in variants:
        named = {where: "<br>".join(f"`{file['path'].removeprefix('kernels/')}` ({rounded(file['lines'])})" for file in listed)
                 for where, listed in variant.get("files", {}).items()}
        if len(named) == 2 and named["gpu"] == named["cpu"]: del named["cpu"]
        places = {"gpu": ", on GPUs", "cpu": ", on processors"} if len(named) == 2 else {"gpu": "", "cpu": ""}
        rows += [f"| `{variant['id']}`{places[where]} | {files} |" for where, files in named.items()]
    if not rows: return []
    return [prose("The table has the files of the kernels for the default parameters, in the order of reading. The "
                  "numbers are their lines, rounded to tens. The files are in the folder `kernels`. Read the plain "
                  "variant first. `kernels/prelude` holds what most kernels share."), "",
            "| variant | files |", "| --- | --- |", *rows, ""]


def variant_text(variant, rows, fact):
    text = f"- **{variant['label']}** (`{variant['id']}`): {variant['idea']}"
    if "applies" in variant:
        text += f" {variant['applies'][0].upper()}{variant['applies'][1:]}."
    if variant["needs_progress"]:
        text += " It runs in a process of its own, and `auto` never chooses it."
    wins = [condition for condition, winner, _ in rows if winner == variant["id"]]
    if len(wins) == len(rows):
        when = ["`auto` always chooses it."]
    else:
        when = []  # the table below says for what
    if fact:
        when.append(fact["when"])
    if not wins and not when and not variant["needs_progress"]:
        when.append("`auto` never chooses it.")
    return item(text + "".join(" " + one for one in when))


def variants_text(filter_, fact):
    ours = [variant for variant in filter_["variants"] if variant["id"] != "cpu"]
    ours.sort(key=lambda variant: variant["id"] != "plain")
    text = ["## Variants", ""]
    rows = deciding(filter_)
    if len(ours) == 1:
        return text + [prose(f"One variant runs on devices, and `auto` chooses it: **{ours[0]['label']}** "
                             f"(`{ours[0]['id']}`). {ours[0]['idea']}"), ""]
    known = fact.get("variants", {})
    text += [variant_text(variant, rows, known.get(variant["id"])) for variant in ours] + [""]
    text += files_table(ours)
    if any(variant["id"] in known for variant in ours):
        text += ["[All measurements](../../../MEASUREMENTS.md)", ""]
    if len({winner for _, winner, _ in rows}) == 1:
        measured = [measured for _, _, measured in rows if measured != "-"]
        return text + ([prose(f"Measured: {'; '.join(measured)}."), ""] if measured else [])
    if "measured_with" in fact:
        text += [prose(fact["measured_with"]), ""]
    text += ["`auto` uses the first row that applies:", "", "| where | variant | measured |",
             "| --- | --- | --- |"]
    text += [f"| {cell(condition)} | `{variant}` | {comparisons(measured)} |" for condition, variant, measured in rows]
    return text + [""]


def accuracy_text(filter_, fact, cases):
    tolerances = collections.defaultdict(list)
    for variant in filter_["variants"]:
        if variant["id"] != "cpu":
            tolerances[variant["tolerance"]].append(f"`{variant['id']}`")
    text = "The reference is the variant `cpu`, plain code on the host. Lightbench compares every result with it. "
    if len(tolerances) == 1:
        text += f"Tolerance of every variant: {next(iter(tolerances))}."
    else:
        text += "Tolerances: " + "; ".join(f"{listed(ids)} {tolerance}" for tolerance, ids in tolerances.items()) + "."
    total = sum(cases.values())
    counts = [counted(name, cases[name], total) for name in CASES if cases[name]]
    results = f"{total} of their results: {'; '.join(counts)}"
    files = fact["proof_source"].split(" and ")
    other = "other code" if cases["exact"] == total else "other code, which may round differently"
    one, sources = len(files) == 1, listed([f"`{source}`" for source in files])
    return ["## Accuracy", "", prose(text), "",
            prose(f"The reference itself is checked against {other}. {fact['proof']} The test `outside_world` compares "
                  f"{results}. {sources} {'generates' if one else 'generate'} them."), ""]


def parameters_text(filter_):
    parameters = [parameter for parameter in filter_["parameters"] if parameter["name"] not in SHARED_PARAMETERS]
    shared = len(parameters) < len(filter_["parameters"])
    text = ["## Parameters", ""]
    if parameters:
        text += ["| parameter | values | default | meaning |", "| --- | --- | --- | --- |"]
        text += [f"| `{one['name']}` | {cell(one['range'])} | {cell(one['default']) or 'none'} | {cell(one['doc'])} |"
                 for one in parameters] + [""]
    if shared:
        whose = "Every stage also has" if parameters else "It has no parameters of its own, only those of every stage:"
        text += [f"{whose} [`region` and `mix`](index.md#what-every-stage-has).", ""]
    elif not parameters:
        text += ["It has none.", ""]
    return text


def use_text(filter_, fact, ids):
    """When to use a filter, and which other one instead. Filters are in backticks, and become links."""
    if not fact.get("use"):
        sys.exit(f"renew_filters.py: facts.json does not say when to use {filter_['id']}")
    known = {filter_["id"], *(parameter["name"] for parameter in filter_["parameters"])}

    def linked(match):
        word = match[1]
        if word in ids and word != filter_["id"]: return f"[`{word}`]({word}.md)"
        if word in known or "=" in word: return match[0]
        sys.exit(f"renew_filters.py: facts.json names `{word}` in the use of {filter_['id']}; no filter has that name")

    return ["## When to use it", "", prose(re.sub("`([^`]+)`", linked, " ".join(fact["use"]))), ""]


def description(filter_, fact):
    """The program's description of a filter, without what the formula says."""
    text = filter_["doc"]
    for part, instead in fact.get("said_by_formula", {}).items():
        if text.count(part) != 1:
            sys.exit(f"renew_filters.py: the description of {filter_['id']} does not say: {part}")
        text = text.replace(part, instead)
    return text


def quoted(stack):
    """A stack as a word of the shell."""
    return f"'{stack}'" if '"' in stack else f'"{stack}"'


def page(filter_, fact, cases, is_stretched, ids, others):
    before, stack = fact.get("picture", ("", filter_["id"]))
    left = f"the example image `scene` after `{before}`" if before else "the example image `scene`"
    right = f"the same after `{stack}`"
    if filter_["id"] == "histogram":
        right = "the luma's bins that it counted"
    elif is_stretched:
        right += ", shown from black (the smallest value) to white (the largest)"
    whole = f"{before} | {stack}" if before else stack
    suffix = "npy" if is_stretched else "png"
    takes = f"Takes {filter_['images']} images. " if filter_["images"] > 1 else ""
    own = [parameter for parameter in filter_["parameters"] if parameter["name"] not in SHARED_PARAMETERS]
    defaults = " (with the defaults)" if own else ""
    text = [f"# {filter_['label']} (`{filter_['id']}`)", "", filter_["summary"], "",
            f"![Before and after]({filter_['id']}.webp)", "", prose(f"Left: {left}. Right: {right}."), "",
            prose(f"Group: {filter_['group']}. {takes}Sample types: {', '.join(filter_['accepts'])}. Each "
                  f"result sample depends on {filter_['locality']}{defaults}."
                  + (f" Search words: {', '.join(filter_['synonyms'])}." if filter_["synonyms"] else "")), ""]
    text += use_text(filter_, fact, ids)
    text += ["## Formula", "", *[("    " + line).rstrip() for line in fact["formula"]], "",
             prose(description(filter_, fact)), ""]
    text += parameters_text(filter_)
    text += ["## Example", "", f"    $ lightbench-cli samples scene -o scene.png --size {SIZE[0]}x{SIZE[1]}",
             f"    $ lightbench-cli run scene.png -o out.{suffix} --stack {quoted(whole)}", ""]
    if is_stretched:
        text += ["The result has 32-bit samples, so it goes to a NumPy file.", ""]
    text += variants_text(filter_, fact)
    text += [prose(f"Its kernels: `lightbench-cli source {filter_['id']}`, or the tab "
                   "[Source](../where-time-goes.md#source-what-a-kernel-does) of the lab."), ""]
    text += accuracy_text(filter_, fact, cases)
    links = ["[" + one["label"] + "](" + one["id"] + ".md)" for one in others]
    group = f"; of the same group {listed(links)}" if links else ""
    text += [prose(f"See also: [all filters](index.md){group}.")]
    return "\n".join(text) + "\n"


def index(filters):
    groups = collections.defaultdict(list)
    for filter_ in filters:
        groups[filter_["group"]].append(filter_)
    variants = sum(variant["id"] != "cpu" for filter_ in filters for variant in filter_["variants"])
    text = ["# Filters", "",
            prose(f"Lightbench has {len(filters)} filters in {variants} OpenCL variants. Each page shows "
                  "the filter and says when to use it. It has the formula, the parameters, an example, the variants, "
                  "and the code that the reference is checked against."), ""]
    for group, members in groups.items():
        text += [f"## {group}", ""]
        text += [item(f"- [{one['label']}]({one['id']}.md): {one['summary']}") for one in members] + [""]
    shared = [one for one in filters[0]["parameters"] if one["name"] in SHARED_PARAMETERS]
    text += ["## What every stage has", "",
             "Every filter that makes an image has these parameters beside its own.", "",
             "| parameter | values | default | meaning |", "| --- | --- | --- | --- |",
             *[f"| `{one['name']}` | {cell(one['range'])} | {one['default']} | {cell(one['doc'])} |"
               for one in shared], "",
             "## How to read the pages", "",
             item("- Pictures show the example image `scene`, before and after the stack of the example."),
             item("- `auto` chooses the variant that was fastest where it was measured. Your own races can change that: "
                  "[Find the fastest variant](../fastest-variant.md)."),
             item("- Every filter also has the variant `cpu`, its reference on the host."),
             item("- The tolerance \"within 1\" means that a sample may differ by one step of its format. A percentage says "
                  "how many samples may differ. Float results may differ by a share of the largest value: "
                  "[Is my GPU right?](../is-my-gpu-right.md)"),
             "", "`resources/manual/renew_filters.py` writes these pages from the program."]
    return "\n".join(text) + "\n"


def proved_cases():
    """By filter, how many results of others' code there are of each tolerance."""
    cases = collections.defaultdict(collections.Counter)
    for line in (ROOT / "tests/fixtures/manifest.txt").read_text().splitlines():
        tolerance, _, _, stack = line.split("\t")
        for filter_id in {stage.split()[0] for stage in stack.split("|")}:
            cases[filter_id][tolerance] += 1
    return cases


def write_all(program, target, with_pictures):
    """Writes the pages, and the pictures too if asked for. Returns the pictures' sizes by their files' names."""
    filters = json.loads(program.call("filters", "--json"))
    facts = json.loads((HERE / "filters" / "facts.json").read_text())
    ids = [filter_["id"] for filter_ in filters]
    if set(ids) != set(facts):
        sys.exit(f"renew_filters.py: facts.json and the program differ in {', '.join(sorted(set(ids) ^ set(facts)))}")
    for filter_ in filters:
        unknown = set(facts[filter_["id"]].get("variants", {})) - {variant["id"] for variant in filter_["variants"]}
        if unknown:
            names = ", ".join(sorted(unknown))
            sys.exit(f"renew_filters.py: facts.json names variants that {filter_['id']} lacks: {names}")
    cases = proved_cases()
    program.call("samples", "scene", "-o", "scene.png", "--size", f"{SIZE[0]}x{SIZE[1]}")
    sizes = {}
    for filter_ in filters:
        filter_id = filter_["id"]
        picture, is_stretched = draw(program, filter_id, facts[filter_id])
        sizes[f"{filter_id}.webp"] = (picture.width, picture.height)
        if with_pictures: program.write_webp(picture, target / f"{filter_id}.webp")
        others = [one for one in filters if one["group"] == filter_["group"] and one is not filter_]
        text = page(filter_, facts[filter_id], cases[filter_id], is_stretched, ids, others)
        (target / f"{filter_id}.md").write_text(text)
    (target / "index.md").write_text(index(filters))
    return sizes


def differences(made, sizes, kept):
    """The names of files that a new run would write otherwise, with why."""
    found = []
    pages = {path.name for path in made.iterdir()}
    for name in sorted({*pages, *sizes, *(path.name for path in kept.iterdir())} - {"facts.json"}):
        if name not in pages and name not in sizes:
            found.append(f"{name}: of no filter")
        elif not (kept / name).is_file():
            found.append(f"{name}: missing")
        elif name in sizes:
            if webp_size(kept / name) != sizes[name]:
                found.append(f"{name}: another size")
        elif (made / name).read_text() != (kept / name).read_text():
            found.append(f"{name}: another text")
    return found


def main():
    parser = argparse.ArgumentParser(description="Writes the manual's pages of filters.")
    parser.add_argument("build", metavar="BUILD_FOLDER", help="such as build/release, with bin/lightbench-cli built")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page would differ")
    options = parser.parse_args()
    os.environ["LIGHTBENCH_TUNING"] = "off"  # pages show the built-in choices
    kept = HERE / "filters"
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as made:
        program = Program(options.build, pathlib.Path(work), on_host=options.check)
        if not options.check:
            write_all(program, kept, with_pictures=True)
            return
        sizes = write_all(program, pathlib.Path(made), with_pictures=False)
        found = differences(pathlib.Path(made), sizes, kept)
    if found:
        sys.exit("resources/manual/filters is not what the program says. Run resources/manual/renew_filters.py "
                 f"{options.build}:\n  " + "\n  ".join(found))


if __name__ == "__main__":
    main()
