#!/usr/bin/env python3
"""Checks how kernels pass structs and where their barriers stand, since some drivers get other forms wrong.

usage: fragile_kernels.py KERNELS

Looks at each program with the files that it includes. It fails if
- a struct is changed after it was passed by value: by the caller, later or in the next pass of a loop, or by the
  helper;
- a struct with an array is copied from or to an element of an array;
- a loop with a barrier has a `continue` of its own.
CONTRIBUTING.md has the reasons.
"""
import pathlib
import re
import sys

HELPER = re.compile(r"^(?:INLINE|CALLABLE|KERNEL)\b([^;{}]*?)\b(\w+)\(", re.M)
CHANGE = r"\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\s*(?:\+\+|--)"
PLACE = r"(?:\[[^\]]*\]|(?:\.|->)\w+)*"


def end_of(text, begin):
    """The place of the bracket that closes the one at `begin`."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    opening, closing = text[begin], pairs[text[begin]]
    for at in range(begin, len(text)):
        if text[at] == opening: depth += 1
        if text[at] == closing:
            depth -= 1
            if depth == 0: return at
    return len(text)


def parts_of(text):
    """Arguments or parameters: what commas outside of brackets separate."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0: parts.append("")
        else: parts[-1] += letter
    return [part.strip() for part in parts]


class Program:
    """The text of a kernel file and of all files that it includes, without comments; each file once."""

    def __init__(self, path, root):
        self.text, self.places = "", []  # where each file begins
        self.add(path, root, set())
        structs = list(re.finditer(r"typedef\s+(?:struct|union)\b[^{;]*\{((?:[^{}]|\{[^{}]*\})*)\}\s*(\w+)\s*;",
                                   self.text))
        self.structs = {found.group(2) for found in structs}
        self.pointers = {name for found in structs for name in re.findall(r"\*(?:\s*const)?\s*(\w+)", found.group(1))}
        self.with_arrays = {found.group(2) for found in structs if "[" in found.group(1)}
        self.helpers, self.by_value, self.returns_array = [], set(), set()
        types = "|".join(sorted(self.structs)) or "(?!)"
        self.by_value_parameter = re.compile(rf"(const\s+)?(?:{types})\s+(\w+)$")
        self.pointer_parameter = re.compile(rf"(?:{types})\s*\*\s*(?:const\s+)?(\w+)$")
        self.variable = re.compile(rf"(?<!const )(?<![\w(])(?:{types})(\s*\*(?:\s*const)?)?\s+(\w+)\b(?!\s*\()")
        for found in HELPER.finditer(self.text):
            end = end_of(self.text, found.end() - 1)
            body = self.text.find("{", end)
            parameters = parts_of(self.text[found.end():end])
            self.helpers.append((found.group(2), parameters, body, end_of(self.text, body)))
            self.by_value |= {(found.group(2), i) for i, parameter in enumerate(parameters)
                              if self.by_value_parameter.match(parameter)}
            result = found.group(1).split()
            if result and result[-1] in self.with_arrays: self.returns_array.add(found.group(2))
        self.have_barriers = {"barrier"}
        while True:
            calls = re.compile(rf"\b(?:{'|'.join(sorted(self.have_barriers))})\(")
            more = {name for name, _, begin, end in self.helpers if calls.search(self.text, begin, end)}
            if more <= self.have_barriers: break
            self.have_barriers |= more
        self.barriers = calls

    def add(self, path, root, seen):
        if path in seen: return
        seen.add(path)
        code = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
        for number, line in enumerate(code.split("\n"), 1):
            included = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if included: self.add(root / included.group(1), root, seen)
            self.places.append((path.relative_to(root), number))
            self.text += ("" if line.lstrip().startswith("#") else line) + "\n"

    def place(self, at):
        path, line = self.places[self.text.count("\n", 0, at)]
        return f"{path}:{line}"

    def end_of_statement(self, at):
        """The end of the statement that begins at `at`, or behind it."""
        head = re.compile(r"\s*(?:(?:for|while|if|UNROLL_FOR)\s*(?=\()|\{)").match(self.text, at)
        if not head: return self.text.find(";", at)
        if self.text[head.end() - 1] == "{": return end_of(self.text, head.end() - 1)
        end = self.end_of_statement(end_of(self.text, head.end()) + 1)
        other = re.compile(r"\s*else\b").match(self.text, end + 1)
        return self.end_of_statement(other.end()) if other else end

    def loops(self, begin, end):
        """Begin and end of the loops in a helper."""
        for found in re.finditer(r"\b(?:for|while|UNROLL_FOR)\s*\(", self.text[begin:end]):
            yield begin + found.start(), self.end_of_statement(begin + found.start())

    def changes(self, name, is_pointer, begin, end):
        """Where this part of the text changes a struct, or may."""
        pattern = rf"(?<![\w.>]){name}{PLACE}(?:{CHANGE})|(?:\+\+|--)\s*{name}\b|(?<!&)&{name}{PLACE}(?=[,)])"
        if is_pointer: pattern += rf"|(?<=[(,])\s*{name}\s*(?=[,)])"
        return [self.place(begin + found.start()) for found in re.finditer(pattern, self.text[begin:end])
                if not self.is_constant_argument(begin + found.start(), found.group(0))
                and not any(member in self.pointers for member in re.findall(r"(\w+)\[", found.group(0)))]

    def is_constant_argument(self, at, text):
        """True for a pointer that a helper takes as one to const."""
        if not (text.startswith("&") or re.match(r"\s*\w+\s*$", text)): return False
        depth, begin = 0, at - 1
        while begin >= 0 and (depth > 0 or self.text[begin] not in "({"):
            depth += (self.text[begin] in ")]") - (self.text[begin] in "([")
            begin -= 1
        called = re.search(r"(\w+)\s*$", self.text[:begin])
        number = len(parts_of(self.text[begin + 1:at])) - 1
        takers = [parameters[number] for name, parameters, _, _ in self.helpers
                  if called and name == called.group(1) and number < len(parameters)]
        return bool(takers) and all(re.match(r"const\b", taker) for taker in takers)

    def copied_elements(self, name, parameters, begin, end):
        """Elements of arrays that a helper fills or reads as a whole, and that are structs with an array."""
        types, body = "|".join(sorted(self.with_arrays)) or "(?!)", self.text[begin:end]
        returns = "|".join(sorted(self.returns_array)) or "(?!)"
        found = list(re.finditer(rf"\w+(?:\[[^\]\n]*\])+\s*=\s*(?:\{{[^;]*?)?\b(?:{returns})\(", body))
        for declared in re.finditer(rf"\b(?:{types})\s+([^;(){{}}=]*\[[^;(){{}}]*)(?=;)", f"{parameters};{body}"):
            for variable, sizes in re.findall(r"(\w+)((?:\[[^\]]*\])+)", declared.group(1)):
                element = variable + r"(?:\[[^\]\n]*\])" * sizes.count("[")
                found += re.finditer(rf"(?<![\w.&]){element}\s*=(?!=)|=\s*{element}\s*[,;]", body)
        for copy in found:
            yield (f"{self.place(begin + copy.start())}: {name} copies a struct with an array from or to an element of "
                   "an array; copy its members, or use an array")

    def problems(self):
        for name, parameters, begin, end in self.helpers:
            structs = {}  # name: whether it is a pointer, and where it is declared
            for parameter in parameters:
                by_value, pointer = self.by_value_parameter.match(parameter), self.pointer_parameter.match(parameter)
                if pointer: structs[pointer.group(1)] = (True, begin)
                if not by_value: continue
                structs[by_value.group(2)] = (False, begin)
                for place in self.changes(by_value.group(2), False, begin, end):
                    yield (f"{place}: {name} changes {by_value.group(2)}, which it got by value; take a pointer, or "
                           "make another struct")
            for found in self.variable.finditer(self.text, begin, end):
                others = self.text[found.end():self.text.find(";", found.end())].split("=")[0]
                for variable in re.findall(r"(?:^|,)\s*(\w+)", found.group(2) + others):
                    structs[variable] = (bool(found.group(1)), found.end())
            loops = list(self.loops(begin, end))
            for call in re.finditer(r"\b(\w+)\(", self.text[begin:end]):
                after = end_of(self.text, begin + call.end() - 1)
                for number, argument in enumerate(parts_of(self.text[begin + call.end():after])):
                    passed = re.match(rf"\*?\s*(\w+){PLACE}$", argument)
                    if (call.group(1), number) not in self.by_value or not passed: continue
                    if passed.group(1) not in structs: continue
                    is_pointer, declared = structs[passed.group(1)]
                    again = [loop for loop in loops if declared < loop[0] < begin + call.start() < loop[1]]
                    for place in self.changes(passed.group(1), is_pointer, again[0][0] if again else after, end):
                        yield (f"{place}: {name} changes {passed.group(1)}, which it passed to {call.group(1)} by value "
                               f"at {self.place(begin + call.start())}; pass a pointer, or make another struct")
            yield from self.copied_elements(name, "; ".join(parameters), begin, end)
            for found in re.finditer(r"\bcontinue;", self.text[begin:end]):
                around = [loop for loop in loops if loop[0] < begin + found.start() < loop[1]]
                inner = around[-1]
                if self.barriers.search(self.text, *inner):
                    yield f"{self.place(begin + found.start())}: a continue in a loop with a barrier; use if and braces"


def main():
    root = pathlib.Path(sys.argv[1])
    programs = [Program(path, root) for path in sorted(root.rglob("*.cl"))]
    if not programs: sys.exit(f"there are no kernels in {root}")
    found = sorted({problem for program in programs for problem in program.problems()})
    print("\n".join(found))
    passed = {(name, i) for program in programs for name, i in program.by_value}
    print(f"{len(programs)} programs, {len(passed)} arguments are structs by value, {len(found)} problems")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
