#!/usr/bin/env python3
"""Draws resources/design.svg, the picture of DESIGN.md, from the folders and #include lines of the sources.

    resources/draw_design.py

Boxes are folders. An arrow means that a file of one room includes a file of the other. Run it after a folder was added
or removed.
"""
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "resources" / "design.svg"
SUFFIXES = {".h", ".cpp", ".in", ".cl", ".clh"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"(\w+)/', re.MULTILINE)
# What each room is made with, as tests/house/include_scan.cpp and the build have it.
ROOMS = {
    "app": "the programs and the worker process",
    "ui": "the window: Qt, no OpenCL",
    "gpu": "OpenCL, no Qt",
    "core": "C++ standard library; image libraries in codecs",
    "kernels": "OpenCL C, embedded into core as text",
}
WIDTH, MARGIN, GAP = 1000, 20, 56
PADDING, HEADER, CELL, SPACE = 14, 42, 30, 8
COLOURS = """\
.page{fill:#ffffff}.cell{fill:#ffffff;stroke:#c9cfd8}
.app{fill:#eef1f6;stroke:#8a94a3}.ui{fill:#e8f4ec;stroke:#6fa383}.gpu{fill:#fdf1e3;stroke:#c4935a}
.core{fill:#f3ecf8;stroke:#9a7db3}.kernels{fill:#fdf1e3;stroke:#c4935a;stroke-dasharray:5 4}
.text{fill:#1f2329}.dim{fill:#5b6472}.way{stroke:#4a5361}.tip{fill:#4a5361}"""
DARK = """\
.page{fill:#14171c}.cell{fill:#1d2127;stroke:#434b57}
.app{fill:#22272f;stroke:#7d8796}.ui{fill:#1b2a21;stroke:#5f9474}.gpu{fill:#2e2519;stroke:#b58650}
.core{fill:#282030;stroke:#9a7db3}.kernels{fill:#2e2519;stroke:#b58650}
.text{fill:#e8ebf0}.dim{fill:#a5afbd}.way{stroke:#b7c0cc}.tip{fill:#b7c0cc}"""


def sources(folder):
    return [path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES and path.is_file()]


def includes():
    """Pairs of rooms, of which the first includes the second."""
    pairs = set()
    for room in ROOMS:
        for path in sources(ROOT / room):
            for other in INCLUDE.findall(path.read_text(encoding="utf-8")):
                if other in ROOMS and other != room: pairs.add((room, other))
    return pairs


class Room:
    def __init__(self, name, x, width, columns):
        self.name, self.x, self.width, self.columns = name, x, width, columns
        self.folders = sorted(path for path in (ROOT / name).iterdir() if path.is_dir() and sources(path))
        self.rows = -(-len(self.folders) // columns)
        self.top = 0

    def height(self):
        return HEADER + self.rows * (CELL + SPACE) - SPACE + PADDING

    def bottom(self):
        return self.top + self.height()

    def svg(self):
        lines = [f'<rect class="{self.name}" x="{self.x}" y="{self.top}" width="{self.width}" height="{self.height()}" '
                 'rx="10"/>',
                 f'<text class="text room" x="{self.x + PADDING}" y="{self.top + 27}">{self.name}/'
                 f'<tspan class="dim what" dx="10">{escape(ROOMS[self.name])}</tspan></text>']
        width = (self.width - 2 * PADDING - (self.columns - 1) * SPACE) / self.columns
        for index, folder in enumerate(self.folders):
            x = self.x + PADDING + index % self.columns * (width + SPACE)
            y = self.top + HEADER + index // self.columns * (CELL + SPACE)
            lines += [f'<rect class="cell" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{CELL}" rx="6"/>',
                      f'<text class="text name" x="{x + 10:.1f}" y="{y + 20}">{escape(folder.name)}</text>']
        return lines


def rooms():
    inner = WIDTH - 2 * MARGIN
    gpu = 220
    ui = inner - gpu - GAP
    all_rooms = {"app": Room("app", MARGIN, inner, 5), "ui": Room("ui", MARGIN, ui, 3),
                 "gpu": Room("gpu", MARGIN + ui + GAP, gpu, 1), "core": Room("core", MARGIN, inner, 5),
                 "kernels": Room("kernels", MARGIN, inner, 5)}
    middle = [all_rooms["ui"], all_rooms["gpu"]]
    for room in middle: room.rows = max(one.rows for one in middle)
    all_rooms["app"].top = MARGIN
    for room in middle: room.top = all_rooms["app"].bottom() + GAP
    all_rooms["core"].top = middle[0].bottom() + GAP
    all_rooms["kernels"].top = all_rooms["core"].bottom() + MARGIN
    return all_rooms


def arrow(x, top, bottom):
    return [f'<line class="way" x1="{x:.1f}" y1="{top + 4}" x2="{x:.1f}" y2="{bottom - 12}"/>',
            f'<path class="tip" d="M{x - 6:.1f} {bottom - 14}L{x:.1f} {bottom - 3}L{x + 6:.1f} {bottom - 14}z"/>']


def arrows(all_rooms):
    app, ui, gpu, core = (all_rooms[name] for name in ("app", "ui", "gpu", "core"))
    ways = {("app", "ui"): (ui.x + ui.width / 2, app, ui), ("app", "gpu"): (gpu.x + gpu.width / 2, app, gpu),
            ("app", "core"): (gpu.x - GAP / 2, app, core), ("ui", "core"): (ui.x + ui.width / 2, ui, core),
            ("gpu", "core"): (gpu.x + gpu.width / 2, gpu, core)}
    lines = []
    for pair in sorted(includes()):
        if pair not in ways: sys.exit("draw_design: {} includes {}, which DESIGN.md does not allow".format(*pair))
        x, above, below = ways[pair]
        lines += arrow(x, above.bottom(), below.top)
        if pair == ("app", "ui"):
            lines.append(f'<text class="dim what" x="{x + 14:.1f}" y="{above.bottom() + GAP / 2 + 4}">includes</text>')
    return lines


def drawing():
    all_rooms = rooms()
    height = all_rooms["kernels"].bottom() + MARGIN
    fonts = ("text{font-family:system-ui,-apple-system,'DejaVu Sans',sans-serif}.room{font-size:19px;font-weight:700}"
             ".what{font-size:13px;font-weight:400}.name{font-size:14px;font-weight:600}.way{stroke-width:2}")
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
             "<title>The rooms of Lightbench, their folders, and which room includes which</title>",
             f"<style>\n{fonts}\n{COLOURS}\n@media (prefers-color-scheme:dark){{\n{DARK}\n}}\n</style>",
             f'<rect class="page" width="{WIDTH}" height="{height}" rx="12"/>']
    for room in all_rooms.values(): lines += room.svg()
    return "\n".join(lines + arrows(all_rooms) + ["</svg>"]) + "\n"


if __name__ == "__main__": DRAWING.write_text(drawing(), encoding="utf-8")
