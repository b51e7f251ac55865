#!/usr/bin/env python3
"""Compares what a compiler makes of the kernels of two revisions, without a device.

usage: compare_kernel_code.py OLD_KERNELS NEW_KERNELS FILTER,... [--programs build/release/bin/kernel_programs]
       compare_kernel_code.py OLD_KERNELS NEW_KERNELS all --preprocessed

OLD_KERNELS and NEW_KERNELS are folders such as kernels/. Both go through the plans of the same build. clang compiles
each kernel for NVIDIA (PTX) and for x86 with AVX2. If CUDA's ptxas is installed, it tells registers and spills, too.
The result is a line for each kernel whose code differs by more than 2 %, and a summary for each target.

NVIDIA's own compiler and PoCL are other versions of the same compiler, so equal code here means equal code there as
a rule. It is no measurement. With --preprocessed the texts after the preprocessor are compared, and nothing is compiled.
"""
import argparse, collections, concurrent.futures, hashlib, os, pathlib, re, shutil, subprocess, sys, tempfile

CLANG = next((name for name in ("clang-19", "clang-16", "clang-14", "clang") if shutil.which(name)), None)
COMMON = ["-x", "cl", "-cl-std=CL1.2", "-w", "-Xclang", "-finclude-default-header"]
PTX = ["--target=nvptx64-nvidia-nvcl", "-Xclang", "-target-cpu", "-Xclang", "sm_80", "-Xclang", "-target-feature",
       "-Xclang", "+ptx75"]
TARGETS = {
    "nvidia": [*PTX, "-D__NV_CL_C_VERSION=120", "-Dasm=__asm__"],
    "gpu": PTX,
    "cpu": ["--target=x86_64-unknown-linux-gnu", "-mavx2", "-mfma"],
}


def compiled(path, target, only_preprocessed):
    """The assembly text of a program, or None if it does not compile."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    options = text.split("\n", 1)[0].removeprefix("// options:").split()
    mode = ["-E", "-P"] if only_preprocessed else ["-O3", "-S", "-o", "-"]
    command = [CLANG, *COMMON, *TARGETS[target], *options, *mode, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0: return None, done.stderr
    return done.stdout, ""


def registers(assembly):
    """Registers and bytes of spills that ptxas gives the kernels of this text; (0, 0) without ptxas."""
    if not shutil.which("ptxas"): return 0, 0
    assembly = re.sub(r"^\.version .*$", ".version 7.5", assembly, flags=re.M)
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(assembly)
        file.flush()
        done = subprocess.run(["ptxas", "-v", "-arch=sm_80", file.name, "-o", os.devnull], capture_output=True, text=True,
                              check=False)
    used = [int(n) for n in re.findall(r"Used (\d+) registers", done.stderr)]
    spilled = [int(n) for n in re.findall(r"(\d+) bytes spill stores", done.stderr)]
    return max(used, default=0), sum(spilled)


def kernel_of(path):
    return re.search(r"\.\d+\.(\w+)\.cl$", path.name).group(1)


def body(assembly, kernel, target):
    """The instructions of one kernel, without names, labels and directives."""
    if target != "cpu":
        found = re.search(r"\.entry " + kernel + r"\(.*?\n\{(.*?)\n\}", assembly, re.S)
    else:
        found = re.search(r"^" + kernel + r":(.*?)^\.Lfunc_end", assembly, re.S | re.M)
    if not found: return []
    lines = [line.strip() for line in found.group(1).split("\n")]
    return [line for line in lines if line and not line.startswith((".", "//", "#", "$")) and not line.endswith(":")]


def judge(name, folders, target, only_preprocessed):
    """(kind, text) of one pair of programs: same, close, differs or fails."""
    texts = []
    for folder in folders:
        text, problem = compiled(folder / name, target, only_preprocessed)
        if text is None: return "fails", f"{name} ({folder.name}): {problem.splitlines()[0] if problem else '?'}"
        texts.append(text)
    if only_preprocessed:
        plain = [re.sub(r"\s+", " ", text) for text in texts]
        return ("same", "") if plain[0] == plain[1] else ("differs", name)
    kernel = kernel_of(folders[0] / name)
    old, new = (body(text, kernel, target) for text in texts)
    if not old or not new: return "fails", f"{name}: {kernel} is not in what clang made"
    if [line.split()[0] for line in old] == [line.split()[0] for line in new]: return "same", ""
    ratio = len(new) / max(1, len(old))
    figures = [registers(text) for text in texts] if target != "cpu" else [(0, 0), (0, 0)]
    text = f"{name} ({target}): {len(old)} -> {len(new)} instructions"
    if any(figures[0]): text += f", registers {figures[0][0]} -> {figures[1][0]}, spills {figures[0][1]} -> {figures[1][1]}"
    grew = figures[1][0] > figures[0][0] or figures[1][1] > figures[0][1]
    return ("close" if ratio <= 1.02 and not grew else "differs"), text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("filters")
    parser.add_argument("--programs", default="build/release/bin/kernel_programs")
    parser.add_argument("--new-programs", help="that of the new revision, if its plans differ")
    parser.add_argument("--preprocessed", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true", help="print the close ones, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        folders = [pathlib.Path(work) / "old", pathlib.Path(work) / "new"]
        programs = [arguments.programs, arguments.new_programs or arguments.programs]
        for folder, kernels, program in zip(folders, (arguments.old, arguments.new), programs):
            done = subprocess.run([program, kernels, arguments.filters, str(folder)], capture_output=True, text=True,
                                  check=False)
            if done.returncode != 0: sys.exit(done.stderr.strip() or f"{program} failed")
        pairs = {}  # programs of equal text on both sides are compiled once
        names = [sorted(path.name for path in folder.iterdir()) for folder in folders]
        if not names[0] or not names[1]: sys.exit(f"no filter of {arguments.filters} has kernels")
        for name in sorted(set(names[0]) ^ set(names[1])): print(f"only in one of both: {name}")
        for name in sorted(set(names[0]) & set(names[1])):
            texts = [(folder / name).read_bytes() for folder in folders]
            if texts[0] == texts[1]: continue
            target = next(target for target in TARGETS if f".{target}." in name)
            pairs.setdefault((hashlib.sha1(b"\0".join(texts)).digest(), kernel_of(folders[0] / name), target), name)
        counts = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            tasks = {pool.submit(judge, name, folders, key[2], arguments.preprocessed): key for key, name in pairs.items()}
            for task in concurrent.futures.as_completed(tasks):
                kind, text = task.result()
                counts[tasks[task][2], kind] += 1
                if kind in ("differs", "fails") or (arguments.all and kind == "close"): print(f"{kind}: {text}")
        for (target, kind), count in sorted(counts.items()): print(f"{target}: {count} {kind}")
        if not counts: print("all texts are equal")
    return 1 if any(kind in ("differs", "fails") for _, kind in counts) else 0


sys.exit(main())
