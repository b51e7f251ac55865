#!/usr/bin/env python3
"""Runs the conformance of each variant on another driver, and prints the table of resources/manual/other-drivers.md.

    OCL_ICD_VENDORS=FOLDER tests/faults/walk_driver.py build/release             # all filters, an hour or more
    OCL_ICD_VENDORS=FOLDER tests/faults/walk_driver.py build/release box median  # only these

FOLDER holds one ICD file with the path of the driver's library. Each variant runs in a process of its own, because a
driver may end it. A process that used more than --limit seconds of processor time is ended, too. What each of them
printed goes to --log. The variant `cpu` is left out: it does not use the driver.
"""
import argparse
import concurrent.futures
import json
import pathlib
import resource
import subprocess
import sys

FORMATS = {"u8": "gray", "rgba8": "RGBA"}


def filters_of(build):
    listing = subprocess.run([build / "bin/lightbench-cli", "filters", "--json"], capture_output=True, check=True)
    return {entry["id"]: [variant["id"] for variant in entry["variants"] if variant["id"] != "cpu"]
            for entry in json.loads(listing.stdout)}


def outcome_of(build, name, variant, format_name, how, limit):
    """A word for the outcome, and what the program printed."""
    command = [build / "bin/lightbench-conformance", how, "--filter", name, "--variant", variant, "--format",
               format_name]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             timeout=20 * limit,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    except subprocess.TimeoutExpired as late:
        return "no end", (late.stdout or b"").decode(errors="replace")
    if "does not take" in run.stdout or "left out" in run.stdout:
        return "left out", run.stdout
    if run.returncode in (-9, -24):
        return "no end", run.stdout
    if run.returncode < 0:
        return "ends the process", run.stdout
    if run.returncode != 0 and "TOO FEW" in run.stdout and "FAILED" not in run.stdout:
        return "too few cases", run.stdout  # the device's limits forbid the others
    return "holds" if run.returncode == 0 else "fails", run.stdout


def cell(outcomes):
    """How many variants hold of those that the format has, and what the others do."""
    counted = [outcome for outcome in outcomes if outcome != "left out"]
    others = [f"{counted.count(word)} {word}" for word in ("fails", "too few cases", "no end", "ends the process")
              if word in counted]
    return ", ".join([f"{counted.count('holds')} of {len(counted)} hold" if counted else "", *others])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("filters", nargs="*")
    parser.add_argument("--format", action="append", choices=FORMATS, help="of images; default: both")
    parser.add_argument("--defaults", dest="how", action="store_const", const="--defaults", default="--hasty",
                        help="default parameters alone, optimised as for a user; without it all, mostly not optimised")
    parser.add_argument("--limit", type=int, default=20, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=argparse.FileType("w"), default=sys.stderr)
    arguments = parser.parse_intermixed_args()
    variants = {name: all_ for name, all_ in filters_of(arguments.build).items()
                if not arguments.filters or name in arguments.filters}
    formats = arguments.format or list(FORMATS)
    print("| filter | " + " | ".join(FORMATS[one] for one in formats) + " |\n" + "| --- " * (1 + len(formats)) + "|")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = {(name, variant, format_name): pool.submit(outcome_of, arguments.build, name, variant, format_name,
                                                          arguments.how, arguments.limit)
                for name, all_ in variants.items() for format_name in formats for variant in all_}
        for name, all_ in variants.items():
            cells = []
            for format_name in formats:
                outcomes = []
                for variant in all_:
                    word, text = runs[name, variant, format_name].result()
                    outcomes.append(word)
                    print(f"== {name} variant={variant} {format_name}: {word}\n{text}", file=arguments.log, flush=True)
                cells.append(cell(outcomes))
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
