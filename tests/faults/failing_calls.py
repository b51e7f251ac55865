#!/usr/bin/env python3
"""Makes each OpenCL call of each function fail once, and checks what the command line makes of it.

    tests/faults/failing_calls.py build/release             # every call, which takes hours
    tests/faults/failing_calls.py build/release --sample 1  # the first call and the last of each function and job

The library failing_calls, which is preloaded, makes the n-th call of a function fail in each process, and proves it.
Each job runs with drivers in the worker; two of them also run in the program's own process. The exit code must be 3 with
one line that names the failure and a remedy, and nothing may be written but the reasons in an experiment's report. Or it
is 0: then the results are right, and a warning tells of a missing time. Afterwards the same command must work without
the failure. In the job "next", the call fails once, and the rest of the same batch must be right.

--once leaves out the functions that failed in a job before. Of the job "next" it takes every function's last call.

--job and --call narrow it down. The exit code is 1 if something was not as it must be.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

HERE = pathlib.Path(__file__).resolve().parent
STACK = "invert | box k=3 | threshold"
RUN = ["run", "a.npy", "-o", "out.npy", "--stack", STACK, "--verify", "--report", "report.json"]
EXPERIMENT = ["experiment", "a.npy", "--stack", "invert", "--axis", "variant=segments,plain", "--no-peak-rates", "--repeat",
              "3", "--cap", "1", "--buffers", "1", "--report", "report.json"]
JOBS = {
    "run": RUN,
    "run in process": [*RUN, "--in-process"],
    "measurement": ["run", "a.npy", "-o", "out.npy", "--stack", "invert", "--repeat", "2", "--report", "report.json"],
    "experiment": EXPERIMENT,
    "experiment in process": [*EXPERIMENT, "--in-process"],
    "replay": ["replay", "a.npy", "--stack", "floyd-steinberg", "-o", "order.npy", "--groups", "groups.csv"],
    "training": ["run", "a.npy", "-o", "out.npy", "--stack", "random-trees rectangle=10,10,20,20 trees=2"],
    "roofline": ["roofline", "a.npy", "--stack", "invert", "--repeat", "2", "--report", "report.json"],
    "peak rates": ["roofline", "-q"],
    "next": ["run", "a.npy", "b.npy", "-o", "out", "--jobs", "1", "--stack", STACK],
}
PEAK_RATES = 3  # calls that fail of each function, since each run takes seconds
EVERY = 80  # of a function that is called more often: the first calls, and some that are spread over the rest
NO_TIME = re.compile(rb'"(gpu_ms|run_us|wall_ms)": (0|null)[,\n]')


class Walk:
    def __init__(self, build, folder):
        self.cli = build / "bin/lightbench-cli"
        self.folder = folder
        self.library = self.preloadable(next(build.glob("tests/*failing_calls.so")))
        self.faults = 0
        self.failed = set()  # functions of which a call failed in a job
        self.outcomes = Counter()
        (folder / "peak_rates").mkdir()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("LIGHTBENCH_")}
        self.environment |= {"POCL_DEVICES": "basic", "LIGHTBENCH_TUNING": "off", "LIGHTBENCH_MY_KERNELS": "off",
                             "COMPILER_PATH": str(HERE.parent / "linker"), "OMP_WAIT_POLICY": "passive",
                             "LIGHTBENCH_PEAK_RATES": str(folder / "peak_rates/kept.csv"), "TMPDIR": str(folder / "tmp")}

    def preloadable(self, library):
        """The same library by a path for LD_PRELOAD, whose entries spaces and colons separate."""
        link = self.folder / "failing_calls.so"
        if re.search("[ :]", str(link)):
            sys.exit(f"LD_PRELOAD cannot name {link}: set TMPDIR to a folder without spaces and colons")
        link.symlink_to(library)
        return link

    def prepare(self, job):
        """An empty folder with the inputs."""
        work = self.folder / "work"
        for path in (work, self.folder / "tmp"):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir()
        shutil.copy(HERE.parent / "fixtures/inputs/gray-256x171-waves.npy", work / "a.npy")
        shutil.copy(work / "a.npy", work / "b.npy")
        if job == "peak rates":
            (self.folder / "peak_rates/kept.csv").unlink(missing_ok=True)
        return work

    def run(self, job, changes):
        """Exit code, errors and warnings, the files that it wrote, and what it left in the temporary folder."""
        work = self.prepare(job)
        try:
            done = subprocess.run([self.cli, *JOBS[job]], cwd=work, env=self.environment | changes, capture_output=True,
                                  text=True, errors="replace", timeout=300)
            code, messages = done.returncode, done.stderr
            messages += "".join(line for line in done.stdout.splitlines(True) if line.startswith("warning: "))
        except subprocess.TimeoutExpired:
            code, messages = "no end", ""
        files = {str(path.relative_to(work)): path.read_bytes() for path in sorted(work.rglob("*")) if path.is_file()}
        del files["a.npy"], files["b.npy"]
        kept = self.folder / "peak_rates/kept.csv"
        if job == "peak rates" and kept.exists():
            files["peak rates"] = kept.read_bytes()
        left = [path.name for path in (self.folder / "tmp").iterdir()]
        return code, messages, files, left

    def calls(self, job):
        """How often the process that calls most calls each function, and what a healthy run writes."""
        if job == "roofline" and not (self.folder / "peak_rates/kept.csv").exists():
            self.run("peak rates", {})
        record = self.folder / "calls"
        record.unlink(missing_ok=True)
        code, messages, files, _ = self.run(job, {"LD_PRELOAD": str(self.library), "LIGHTBENCH_CALLS": str(record)})
        if code != 0:
            sys.exit(f"{job} fails without a failing call: {messages}")
        if not record.exists():
            sys.exit(f"{self.library} was not loaded, or {job} calls nothing")
        counts = defaultdict(int)
        for line, count in Counter(record.read_text().splitlines()).items():
            counts[line.split()[1]] = max(counts[line.split()[1]], count)
        return counts, files

    def problem(self, job, outcome, healthy):
        """What is not as it must be; nothing if all is well."""
        code, messages, files, left = outcome
        lines = messages.splitlines()
        warnings = [line for line in lines if line.removeprefix("lightbench-cli: ").startswith("warning: ")]
        errors = [line for line in lines if line not in warnings]
        images = {name: content for name, content in healthy.items() if name.endswith(".npy")}
        wrong = [name for name in images if name in files and job != "replay" and files[name] != images[name]]
        if left:
            return f"left {', '.join(left)} in the temporary folder"
        if wrong:
            return f"{', '.join(wrong)} is wrong"
        if code == 0:
            if set(files) != set(healthy):
                return f"wrote {', '.join(files)} in place of {', '.join(healthy)}"
            hasNoTime = any(NO_TIME.search(content) for name, content in files.items() if name.endswith(".json"))
            return "a time is missing, without a warning" if hasNoTime and not warnings else None
        if code != 3:
            return f"exit code {code}"
        if len(errors) != 1:
            return f"{len(errors)} lines"
        if not re.search("CL_OUT_OF_RESOURCES|not enough device memory|no OpenCL device", errors[0]):
            return "the line does not say what failed"
        if not re.search("; |[.] [A-Z]", errors[0]):
            return "the line has no remedy"
        if job.startswith("experiment"):
            files.pop("report.json", None)  # it has the reason of each point
        if job == "next":
            # Devices are looked for once. Without any, all images fail.
            isAlone = files or "no OpenCL device" in errors[0]
            return None if isAlone else "nothing was written: the image beside it failed, too"
        return f"wrote {', '.join(files)}" if files else None

    def fail(self, job, call, number, healthy):
        injected = self.folder / "injected"
        injected.unlink(missing_ok=True)
        changes = {"LD_PRELOAD": str(self.library), "LIGHTBENCH_FAILING_CALL": f"{call} {number}",
                   "LIGHTBENCH_INJECTED": str(injected)}
        if job == "next":
            changes["LIGHTBENCH_FAIL_ONCE"] = str(self.folder / "once")
            (self.folder / "once").touch()
        outcome = self.run(job, changes)
        problem = self.problem(job, outcome, healthy) if injected.exists() else "this call was not made, so none failed"
        self.outcomes["error" if outcome[0] == 3 else "warning" if outcome[1] else "no message"] += 1
        if problem:
            self.faults += 1
            print(f"FAULT {job}, {call} {number}: {problem}\n    exit code {outcome[0]}: {outcome[1]}", flush=True)

    def numbers(self, job, call, count, sample, once):
        """Which calls of a function fail, one after the other."""
        if once and job == "next":
            return [count]
        if once and call in self.failed:
            return []
        if sample:
            return sorted({*range(1, min(sample, count) + 1), count})
        if job == "peak rates":
            return range(1, min(count, PEAK_RATES) + 1)
        if count <= EVERY:
            return range(1, count + 1)
        first = EVERY // 4
        return sorted({*range(1, first + 1), *(round(first + i * (count - first) / first) for i in range(1, first + 1))})

    def walk(self, job, sample, once, only):
        counts, healthy = self.calls(job)
        tried = 0
        for call, count in sorted(counts.items()):
            if only and call not in only:
                continue
            numbers = self.numbers(job, call, count, sample, once)
            for number in numbers:
                self.fail(job, call, number, healthy)
            tried += len(numbers)
        self.failed.update(counts)
        code, messages, files, _ = self.run(job, {})
        if code != 0 or set(files) != set(healthy):
            self.faults += 1
            print(f"FAULT {job}: fails after all of this: {messages}")
        print(f"{job}: {len(counts)} functions, {tried} of {sum(counts.values())} calls failed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="the first N calls and the last only")
    parser.add_argument("--once", action="store_true", help="each function fails in one job")
    parser.add_argument("--job", action="append", choices=JOBS)
    parser.add_argument("--call", action="append")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lightbench-failing-calls-") as folder:
        walk = Walk(arguments.build.resolve(), pathlib.Path(folder))
        for job in arguments.job or JOBS:
            walk.walk(job, arguments.sample, arguments.once, arguments.call)
    print(f"{sum(walk.outcomes.values())} failing calls: " +
          ", ".join(f"{count} {kind}" for kind, count in sorted(walk.outcomes.items())) + f"; {walk.faults} faults")
    return 1 if walk.faults else 0


if __name__ == "__main__":
    sys.exit(main())
