#!/usr/bin/env python3
"""Kills, stops and crashes Lightbench's processes at random moments, and checks that nothing is lost or left behind.

    tests/faults/random_kills.py                                                # a short form of about 30 seconds
    tests/faults/random_kills.py --kills 200 --stops 100 --faults 50 --main 50  # the long form

It harms two jobs in random order: a batch of 12 images and an experiment, both with a journal. The worker process gets
SIGKILL (--kills), SIGSTOP (--stops; it continues, or its program ends it after --timeout) or SIGSEGV (--faults). With
--main, the program itself gets SIGKILL. After every harm, each output file must be whole and right, the journal must be
readable, and no process and no temporary folder may be left. After one to three harms the same call runs undisturbed.
It must continue from the journal and give the undisturbed run's results, and no unfinished file may be left. --seed
repeats the choices, but the moments depend on the machine. The exit code is 1 if a fault was found.
"""
import argparse
import contextlib
import csv
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

SIGNALS = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP, "fault": signal.SIGSEGV, "main": signal.SIGKILL}
IMAGES = 12
BATCH = ["--stack", "median k=5 | gaussian sigma=2 | floyd-steinberg", "--jobs", "2", "--format", "png"]
EXPERIMENT = ["--stack", "gaussian", "--axis", "variant=strips,columns-first,two-pass", "--axis", "gaussian.sigma=1,2",
              "--axis", "size=96x64", "--cap", "1", "--repeat", "12", "--no-peak-rates"]


class Faults(Counter):
    """Counts the faults of each kind, and prints the first three."""
    context = ""  # the job, and the harms since it began

    def note(self, kind, sentence):
        self[kind] += 1
        if self[kind] <= 3:
            print(f"FAULT ({kind}) after {self.context}: {sentence}", flush=True)


def write_images(folder, chance):
    folder.mkdir()
    for number in range(IMAGES):
        width, height = chance.randrange(200, 600), chance.randrange(150, 400)
        content = b"P6 %d %d 255\n" % (width, height) + chance.randbytes(width * height * 3)
        (folder / f"image{number:02}.ppm").write_bytes(content)


def processes_of(mark):
    """(id, parent, name) of each process whose environment holds the mark. That of a zombie is empty."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (entry / "environ").read_bytes():
                name = os.path.basename((entry / "cmdline").read_text(errors="replace").split("\0")[0])
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                found.append((int(entry.name), int(parent), name))
        except OSError:  # it has ended meanwhile
            continue
    return found


class Job:
    """One call of lightbench-cli that writes into a folder of its own, and what it should write."""

    def __init__(self, program, name, words, place, faults):
        self.name, self.place, self.faults, self.folder = name, place, faults, place / name
        self.mark = os.fsencode(place / "tmp")
        self.words = [str(program), *words, "--journal", str(self.folder / "journal.csv")]
        for _ in range(2):  # the first time PoCL compiles the kernels
            self.clear()
            begin = time.monotonic()
            code, text = self.outcome(self.start())
            self.seconds = time.monotonic() - begin
        if code != 0:
            sys.exit(f"The undisturbed {name} ended with exit code {code}:\n{text}")
        self.wanted = self.made()

    def check_files(self):
        """Checks the output files, for jobs that have any."""

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()

    def start(self, *more):
        environment = dict(os.environ, TMPDIR=str(self.place / "tmp"), POCL_CACHE_DIR=str(self.place / "kernels"),
                           LIGHTBENCH_TUNING="off", LIGHTBENCH_PEAK_RATES="off")
        return subprocess.Popen([*self.words, *more], env=environment, text=True, errors="replace",
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def outcome(self, process):
        try:
            text = process.communicate(timeout=120)[0]
        except subprocess.TimeoutExpired:
            state = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
            self.faults.note("hang", f"the call did not end within 120 s; its state is {state} (T: stopped)")
            process.kill()
            text = process.communicate()[0]
        return process.returncode, text

    def rows(self):
        """The rows of the journal as dictionaries, without a last line that a killed program left incomplete."""
        path = self.folder / "journal.csv"
        text = path.read_text() if path.exists() else ""
        table = list(csv.reader(text[:text.rfind("\n") + 1].splitlines(keepends=True)))
        for row in table:
            if len(row) != len(table[0]):
                self.faults.note("journal", f"a row has {len(row)} cells, not {len(table[0])}: {row}")
        return [dict(zip(table[0], row)) for row in table[1:]]

    def worker_of(self, process):
        """The id of the worker, as soon as there is one. None if the program ends first."""
        while process.poll() is None:
            for number, parent, name in processes_of(self.mark):
                if parent == process.pid and name == "lightbench-worker":
                    return number
        return None

    def harm(self, kind, chance, counts):
        """Runs the job, sends the signal at a random moment, and checks its files afterwards."""
        continues = kind == "stop" and chance.random() < 0.5
        self.faults.context += f" {kind}{'+continue' * continues}"
        process = self.start("--timeout", "2")
        victim = process.pid if kind == "main" else self.worker_of(process)
        time.sleep(chance.uniform(0, 0.7 * self.seconds))
        reached = victim is not None and process.poll() is None
        with contextlib.suppress(ProcessLookupError):
            if reached:
                os.kill(victim, SIGNALS[kind])
            if reached and continues:
                time.sleep(chance.uniform(0.02, 1))
                os.kill(victim, signal.SIGCONT)
        code, text = self.outcome(process)
        counts[f"{self.name}, {kind}: " + (f"exit code {code}" if reached else "too late")] += 1
        counts["warning of a damaged kernel cache"] += "cache of compiled kernels is damaged" in text
        if code not in (0, 3, -signal.SIGKILL):
            self.faults.note("exit code", f"the call ended with exit code {code}: {text.strip()[-500:]}")
        self.check_files()
        self.rows()
        self.check_surroundings()

    def run_on(self):
        """Runs the job undisturbed to its end, and compares all that it made."""
        before = self.rows()
        code, text = self.outcome(self.start())
        if code != 0:
            self.faults.note("next run", f"it ended with exit code {code}: {text.strip()[-500:]}")
        self.check_resumed(before, self.rows(), text)
        if self.made() != self.wanted:
            self.faults.note("results", "the next run's results are not those of the undisturbed run")
        for path in self.folder.rglob(".lightbench-*.unfinished"):
            if not Path("/proc", path.name.split("-")[1]).exists():
                self.faults.note("unfinished file", f"{path.relative_to(self.place)} of a dead process is still there "
                                                    f"after the next run ({path.stat().st_size:,} bytes)")
        self.check_surroundings()

    def check_surroundings(self):
        end = time.monotonic() + 10
        while (left := processes_of(self.mark)) and time.monotonic() < end:
            time.sleep(0.02)
        for number, _, name in left:
            self.faults.note("process", f"{name} still runs 10 s after its program ended")
            os.kill(number, signal.SIGKILL)
        for path in (self.place / "tmp").glob("lightbench-*-??????"):  # locked while a process uses it
            if subprocess.run(["flock", "--nonblock", path, "true"], check=False).returncode == 0:
                self.faults.note("folder", f"{path.name} of a dead process is left in the temporary folder")
                shutil.rmtree(path, ignore_errors=True)


class Batch(Job):
    def __init__(self, program, place, faults):
        images = sorted(map(str, (place / "images").iterdir()))
        super().__init__(program, "batch", ["run", *images, "-o", str(place / "batch/results"), *BATCH], place, faults)

    def made(self):
        return {path.name: path.read_bytes() for path in (self.folder / "results").glob("[!.]*")}

    def check_files(self):
        for name, content in self.made().items():
            if content != self.wanted.get(name):
                self.faults.note("output file", f"{name} ({len(content):,} bytes) is not the undisturbed run's")

    def check_resumed(self, before, after, text):
        done = {os.path.basename(row["input"]) for row in before if row["output_hash"] and not row["error"]}
        kept = {os.path.basename(line.split(" -> ")[0]) for line in text.splitlines() if "  kept, done " in line}
        if done != kept:
            self.faults.note("resume", f"{len(done)} images were done and {len(kept)} kept: {sorted(done ^ kept)}")
        if len(after) != IMAGES or any(row["error"] for row in after):
            self.faults.note("rows", f"the journal has {len(after)} rows instead of {IMAGES}, or rows with an error")


class Experiment(Job):
    def __init__(self, program, place, faults):
        words = ["experiment", str(sorted((place / "images").glob("*.ppm"))[0]), *EXPERIMENT]
        super().__init__(program, "experiment", words, place, faults)

    def made(self):
        return sorted((row["axes"], float(row["span_us"]) > 0, row["reason"]) for row in self.rows())

    def check_resumed(self, before, after, text):
        """Rows of a race stay as they are if all three variants were measured to the end."""
        ended = {row["axes"]: row for row in before if row["ended"] and not row["reason"]}
        races = Counter(row["race"] for row in ended.values())
        for row in after:
            old = ended.get(row["axes"], row)
            if old != row and races[old["race"]] == 3:
                changed = [key for key in row if row[key] != old[key]]
                self.faults.note("resume", f"the finished row {row['axes']} changed in {changed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option, count in (("kills", 5), ("stops", 3), ("faults", 3), ("main", 5)):
        parser.add_argument("--" + option, type=int, default=count, metavar="N", help=f"default {count}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="leave out the remaining harms after this time")
    parser.add_argument("--programs", type=Path, default=Path(__file__).resolve().parents[2] / "build/release/bin")
    wanted = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    chance, faults, counts, begin = random.Random(wanted.seed), Faults(), Counter(), time.monotonic()
    kinds = ["kill"] * wanted.kills + ["stop"] * wanted.stops + ["fault"] * wanted.faults + ["main"] * wanted.main
    chance.shuffle(kinds)
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # a busy disk takes seconds for each image
    with tempfile.TemporaryDirectory(prefix="random-kills-", dir=memory) as folder:
        place = Path(folder)
        (place / "tmp").mkdir()
        write_images(place / "images", chance)
        jobs = [one(wanted.programs.resolve() / "lightbench-cli", place, faults) for one in (Batch, Experiment)]
        while kinds and time.monotonic() - begin < wanted.minutes * 60:
            if chance.random() < 0.1:
                shutil.rmtree(place / "kernels", ignore_errors=True)  # PoCL compiles again
            job = chance.choice(jobs)
            job.clear()
            faults.context = job.name
            for _ in range(min(chance.choice((1, 1, 2, 3)), len(kinds))):
                job.harm(kinds.pop(), chance, counts)
            job.run_on()
    print(*(f"{count:5}  {name}" for name, count in sorted(counts.items())), sep="\n")
    print(f"{time.monotonic() - begin:.0f} s, {len(kinds)} harms left out, faults: {dict(faults) or 'none'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
