#!/usr/bin/env python3
"""The figures of MEASUREMENTS.md, as SVG, from the files that tests/measure/measure_literature.sh wrote.

One panel a device; figures whose file is missing are left out. Needs Debian's python3-matplotlib.

    tests/measure/plot_literature.py --out figures "PoCL, 2 cores=build/literature/pocl" "H200=build/literature/gpu"
"""
import argparse
import csv
import pathlib
import shlex
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import NullFormatter, ScalarFormatter  # noqa: E402

pyplot.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "lightbench", "font.family": "sans-serif", "font.size": 10,
    "axes.grid": True, "grid.color": "#dddddd", "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "legend.fontsize": 9, "axes.titlesize": 11,
})
# Okabe and Ito's colours, which most colour-blind readers tell apart.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444", "#a0a000"]
MARKS = "osD^vP*X"
SAMPLE_BYTES = {"u8": 1, "u16": 2, "u32": 4, "f32": 4, "rgba8": 4, "rgba16": 8, "rgba32": 16, "rgbaf32": 16}


class Row:
    """A measured point; its axes by name."""

    def __init__(self, cells):
        self.cells = cells
        self.axes = {}
        for word in shlex.split(cells["axes"]):
            name, _, value = word.partition("=")
            self.axes[name] = value
        width, height = (int(side) for side in cells["size"].split("x"))
        self.pixels = width * height
        self.ms = float(cells["span_us"]) / 1000
        self.low, self.high = float(cells["span_q1_us"]) / 1000, float(cells["span_q3_us"]) / 1000
        self.image = cells["image"]
        self.variant = cells["variant"]

    def image_gb_per_s(self):
        return self.pixels * SAMPLE_BYTES[self.cells["format"]] / self.ms / 1e6

    def kernels(self):
        pairs = (word.rpartition("=") for word in self.cells["kernels_us"].split())
        return [(name, float(us) / 1000) for name, _, us in pairs]


def newest(rows, path):
    """Of several rows of one point, which differ in what measured them, the one that came last."""
    naming = ("device", "stack", "image", "size", "format", "axes")
    points = {tuple(cells[column] for column in naming): cells for cells in rows}
    sources = {tuple(cells.get(column, "") for column in ("program", "commit", "host", "driver"))
               for cells in points.values()}
    if len(sources) > 1:
        print(f"{path}: its rows come from {len(sources)} programs, hosts or drivers", file=sys.stderr)
    return list(points.values())


def read(folder, name):
    """The points of a file that have a time; none if there is no such file."""
    path = pathlib.Path(folder) / f"{name}.csv"
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        rows = newest([cells for cells in csv.DictReader(file) if int(cells["repeats"]) > 0], path)
    for cells in rows:
        if cells["verdict"] == "mismatch":
            raise SystemExit(f"{path}: {cells['stack']} differs from its reference; wrong results are not drawn")
    return [Row(cells) for cells in rows]


def ordered(values):
    return list(dict.fromkeys(values))


def style(i):
    """Of line i: after as many as there are colours, they come again, dashed."""
    return {"color": COLOURS[i % len(COLOURS)], "marker": MARKS[(i + i // len(COLOURS)) % len(MARKS)], "markersize": 5,
            "linewidth": 1.5, "linestyle": "-" if i < len(COLOURS) else "--"}


class Figure:
    """A row of panels, one for each device that has data."""

    def __init__(self, options, name, title, data, columns=1):
        self.out = pathlib.Path(options.out) / f"{name}.svg"
        self.data = [(label, rows) for label, rows in data if any(rows)]
        self.drawn = bool(self.data)
        if not self.drawn:
            return
        count = len(self.data)
        self.figure, axes = pyplot.subplots(count if columns > 1 else 1, columns if columns > 1 else count,
                                            figsize=(5.4 * (columns if columns > 1 else count),
                                                     3.9 * (count if columns > 1 else 1)),
                                            squeeze=False, layout="constrained")
        self.panels = [list(axes[i]) if columns > 1 else axes[0][i] for i in range(count)]
        self.figure.suptitle(title)

    def save(self):
        self.figure.savefig(self.out, metadata={"Date": None})
        pyplot.close(self.figure)
        print(f"wrote {self.out}")


def lines(panel, rows, key, x, y):
    """One line for each value of key(row), points sorted by x(row)."""
    for i, name in enumerate(ordered(key(row) for row in rows)):
        own = sorted((row for row in rows if key(row) == name), key=x)
        panel.plot([x(row) for row in own], [y(row) for row in own], label=name, **style(i))


def plain_ticks(axis, values):
    axis.set_major_formatter(ScalarFormatter())
    axis.set_minor_formatter(NullFormatter())
    axis.set_ticks(sorted(set(values)))


def times_over(panel, rows, x, label, log_x=True):
    """Milliseconds of every variant over a number."""
    lines(panel, rows, lambda row: row.variant, x, lambda row: row.ms)
    panel.set_yscale("log")
    panel.set_ylabel("time, ms")
    panel.set_xlabel(label)
    if log_x:
        panel.set_xscale("log", base=2)
    plain_ticks(panel.xaxis, [x(row) for row in rows])
    panel.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def ladder(options):
    figure = Figure(options, "histogram-ladder", "Histogram: what each step costs",
                    [(label, read(folder, "ladder")) for label, folder in options.devices])
    if not figure.drawn:
        return
    for panel, (label, rows) in zip(figure.panels, figure.data):
        steps, images = ordered(row.axes["step"] for row in rows), ordered(row.image for row in rows)
        for i, image in enumerate(images):
            own = {row.axes["step"]: row.image_gb_per_s() for row in rows if row.image == image}
            places = [n + 0.8 * (i - (len(images) - 1) / 2) / len(images) for n in range(len(steps))]
            panel.bar(places, [own.get(step, 0) for step in steps], 0.8 / len(images), label=image, color=COLOURS[i])
        panel.set_xticks(range(len(steps)), [step.replace("plus ", "+ ").replace(" reduction", "\nreduction")
                                             for step in steps])
        panel.set(title=label, ylabel="image read, GB/s")
        panel.set_ylim(0, 1.3 * panel.get_ylim()[1])
        panel.legend(title="image", ncols=3, loc="upper center")
    figure.save()


def reads(options):
    figure = Figure(options, "histogram-reads", "Histogram: coalesced and serial 128-bit reads",
                    [(label, read(folder, "reads")) for label, folder in options.devices])
    if not figure.drawn:
        return

    def items(row):
        return int(row.axes["workgroup"]) * int(row.axes["histogram.groups"])

    for panel, (label, rows) in zip(figure.panels, figure.data):
        shown = [row for row in rows if row.axes["step"] in ("read only", "plus global reduction")]
        # One time for each number of work-items: the best division into workgroups.
        best = {}
        for row in shown:
            key = (row.axes["histogram.reads"], row.axes["step"], items(row))
            if key not in best or row.ms < best[key].ms:
                best[key] = row
        names = {"read only": "reading alone", "plus global reduction": "whole histogram"}
        lines(panel, list(best.values()), lambda row: f"{row.axes['histogram.reads']}, {names[row.axes['step']]}",
              items, lambda row: row.image_gb_per_s())
        panel.set_xscale("log", base=2)
        plain_ticks(panel.xaxis, [items(row) for row in shown])
        panel.tick_params(axis="x", labelrotation=60)
        panel.set(title=label, xlabel="work-items a compute unit", ylabel="image read, GB/s")
        panel.set_ylim(0, 1.4 * panel.get_ylim()[1])
        panel.legend(ncols=2, loc="upper center")
    figure.save()


def banks(options):
    figure = Figure(options, "histogram-banks", "Histogram: interleaved copies of the table",
                    [(label, read(folder, "banks")) for label, folder in options.devices])
    if not figure.drawn:
        return
    for panel, (label, rows) in zip(figure.panels, figure.data):
        count = lambda row: int(row.axes["histogram.banks"])  # noqa: E731
        lines(panel, rows, lambda row: row.image, count, lambda row: row.image_gb_per_s())
        panel.set_xscale("log", base=2)
        plain_ticks(panel.xaxis, [count(row) for row in rows])
        panel.set(title=label, xlabel="banks", ylabel="image read, GB/s")
        panel.set_ylim(bottom=0)
        panel.legend(title="image")
    figure.save()


def maximum(options):
    figure = Figure(options, "window-maximum", "Maximum of a k x k window",
                    [(label, read(folder, "maximum")) for label, folder in options.devices])
    if not figure.drawn:
        return
    for panel, (label, rows) in zip(figure.panels, figure.data):
        times_over(panel, rows, lambda row: int(row.axes["local-maximum.k"]), "k, pixels")
        panel.set_title(label)
    figure.save()


def bars(panel, rows, name):
    """Horizontal bars, the fastest at the top; whiskers are the quartiles."""
    rows = sorted(rows, key=lambda row: -row.ms)
    panel.barh([name(row) for row in rows], [row.ms for row in rows], color=COLOURS[0],
               xerr=[[row.ms - row.low for row in rows], [row.high - row.ms for row in rows]], ecolor="#444444")
    for i, row in enumerate(rows):
        panel.annotate(f"{row.ms:.3g}", (max(row.high, row.ms), i), (3, 0), textcoords="offset points", va="center",
                       fontsize=8)
    panel.set_xlabel("time, ms")
    panel.margins(x=0.12)
    if rows[0].ms > 20 * rows[-1].ms:
        panel.set_xscale("log")
        panel.set_xlim(rows[-1].ms / 2, rows[0].high * 3)
    panel.grid(axis="y", visible=False)


def sums(options):
    for name, title in (("integral", "Integral image to 32 bits"), ("prefix-sum", "Prefix sums of rows and columns")):
        figure = Figure(options, name, title, [(label, read(folder, name)) for label, folder in options.devices])
        if not figure.drawn:
            continue
        for panel, (label, rows) in zip(figure.panels, figure.data):
            axis = lambda row: row.axes.get("prefix-sum.axis")  # noqa: E731
            bars(panel, rows, lambda row: row.variant + (f", {axis(row)}" if axis(row) else ""))
            panel.set_title(label)
        figure.save()


def convolution(options):
    data = []
    for label, folder in options.devices:
        rows = read(folder, "convolution")
        for row in rows:
            row.k = int(row.axes["convolution.k"])
        separable = read(folder, "separable")
        for row in separable:
            row.k = 2 * int(row.axes["gaussian.radius"]) + 1
            row.variant = f"gaussian, {row.variant}"
        data.append((label, rows + separable))
    figure = Figure(options, "convolution", "k x k convolution, and the separable Gaussian of the same size", data)
    if not figure.drawn:
        return
    for panel, (label, rows) in zip(figure.panels, figure.data):
        times_over(panel, rows, lambda row: row.k, "k, pixels", log_x=False)
        panel.set_title(label)
    figure.save()


def without_training(rows):
    """Training on the host is the same for all variants and no cost of classifying; the reference has both in one."""
    for row in rows:
        if row.variant == "cpu":
            row.variant = "cpu, with training"
        else:
            row.ms = sum(ms for name, ms in row.kernels() if name not in ("download", "train", "upload"))
    return rows


def classifier(options):
    for kind, title in (("random-trees", "Random trees"), ("binary-patterns", "Binary patterns")):
        data = [(label, [without_training(read(folder, f"{kind}-{what}")) for what in ("trees", "tests")])
                for label, folder in options.devices]
        figure = Figure(options, kind, f"{title}: classifying, over trees and tests", data, columns=2)
        if not figure.drawn:
            continue
        for panels, (label, both) in zip(figure.panels, figure.data):
            for panel, rows, what in zip(panels, both, ("trees", "tests")):
                if rows:
                    times_over(panel, rows, lambda row, what=what: int(row.axes[f"{kind}.{what}"]),
                               what if what == "trees" else "tests of each tree", log_x=False)
                else:
                    panel.set_axis_off()
                    panel.text(0.5, 0.5, f"{what}: not measured", ha="center", va="center")
                panel.set_title(label)
        figure.save()


def floyd(options):
    figure = Figure(options, "floyd-steinberg-workgroup", "Floyd-Steinberg over the workgroup",
                    [(label, read(folder, "floyd-workgroup")) for label, folder in options.devices])
    if figure.drawn:
        for panel, (label, rows) in zip(figure.panels, figure.data):
            times_over(panel, rows, lambda row: int(row.axes["workgroup"]), "work-items a group")
            panel.set_title(label)
        figure.save()
    figure = Figure(options, "floyd-steinberg-size", "Floyd-Steinberg over the image's size",
                    [(label, read(folder, "floyd-size")) for label, folder in options.devices])
    if not figure.drawn:
        return
    for panel, (label, rows) in zip(figure.panels, figure.data):
        times_over(panel, rows, lambda row: row.pixels / 1e6, "image, megapixels")
        panel.xaxis.set_ticks(sorted({row.pixels / 1e6 for row in rows}),
                              [f"{mpix:.3g}" for mpix in sorted({row.pixels / 1e6 for row in rows})])
        panel.set_title(label)
    figure.save()


PARTS = {"download": "download", "cpu-reference": "work on the host", "upload": "upload"}


def parts_of(row):
    """Milliseconds by what they are spent on."""
    parts = dict.fromkeys(["dithering on the device", "download", "work on the host", "upload", "other filters"], 0.0)
    for name, ms in row.kernels():
        part = PARTS.get(name, "other filters")
        if name.startswith("floyd_steinberg") or name == "fill":
            part = "dithering on the device"
        parts[part] += ms
    parts["waiting between kernels"] = max(0.0, row.ms - sum(parts.values()))
    return parts


def chain(options):
    data = []
    for label, folder in options.devices:
        alone, middle = read(folder, "chain-alone"), read(folder, "chain-middle")
        for row in alone:
            row.name = f"{row.variant}, alone"
        for row in middle:
            row.name = f"{row.variant.split(' | ')[1]}, in a chain"
        data.append((label, alone + middle))
    figure = Figure(options, "floyd-steinberg-chain",
                    "Floyd-Steinberg alone and in a chain: cpu works on the host", data)
    if not figure.drawn:
        return
    for panel, (label, rows) in zip(figure.panels, figure.data):
        rows = sorted(rows, key=lambda row: row.name, reverse=True)
        left = [0.0] * len(rows)
        for i, part in enumerate(parts_of(rows[0])):
            widths = [parts_of(row)[part] for row in rows]
            panel.barh([row.name for row in rows], widths, left=left, label=part, color=COLOURS[i])
            left = [a + b for a, b in zip(left, widths)]
        # The host's bars may be a hundred times longer: they leave the panel, with their time beside them.
        most = 1.15 * max((ms for ms, row in zip(left, rows) if "cpu" not in row.name), default=max(left))
        panel.set_xlim(0, most * 1.12)
        for i, ms in enumerate(left):
            panel.annotate(f"{ms:.3g}" + (" \u2192" if ms > most else ""), (min(ms, most), i), (3, 0),
                           textcoords="offset points", va="center", fontsize=8)
        panel.set(title=label, xlabel="time, ms")
        panel.grid(axis="y", visible=False)
        panel.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.4, -0.15), ncols=3)
    figure.save()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="figures", help="folder for the figures")
    parser.add_argument("devices", nargs="+", metavar="LABEL=FOLDER")
    options = parser.parse_args()
    for device in options.devices:
        if "=" not in device or not pathlib.Path(device.partition("=")[2]).is_dir():
            parser.error(f"{device}: give LABEL=FOLDER with a folder of tests/measure/measure_literature.sh")
    options.devices = [(label, folder) for label, _, folder in (device.partition("=") for device in options.devices)]
    pathlib.Path(options.out).mkdir(parents=True, exist_ok=True)
    for draw in (ladder, reads, banks, maximum, sums, convolution, classifier, floyd, chain):
        draw(options)


main()
