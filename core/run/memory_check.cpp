// Reads the paragraphs of Oclgrind's log: a heading, then indented lines.
#include "core/run/memory_check.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
/// The text behind `before` in a line; empty if it does not begin so.
std::string textAfter(std::string_view line, std::string_view before) {
    return line.starts_with(before) ? std::string(trimmed(line.substr(before.size()))) : std::string();
}

/// "At line 6 (column 26) of user/sobel/sobel.cl:"
bool readPlace(std::string_view line, MemoryFinding& finding) {
    const std::string rest = textAfter(line, "At line ");
    const std::size_t space = rest.find(' '), of = rest.find(" of ");
    if (space == std::string::npos || of == std::string::npos) return false;
    finding.line = int(parsedNumber(rest.substr(0, space)).value_or(0));
    std::string path = rest.substr(of + 4);
    if (path.ends_with(':')) path.pop_back();
    finding.file = withoutUserFolder(path);
    return true;
}

/// Headings end with the address that was used, which differs from work-item to work-item.
std::string withoutAddress(std::string_view heading) {
    return std::string(trimmed(heading.substr(0, heading.find(" address 0x"))));
}

bool isSame(const MemoryFinding& a, const MemoryFinding& b) {
    return a.what == b.what && a.kernel == b.kernel && a.file == b.file && a.line == b.line;
}

/// A line below a heading.
void readLine(std::string_view line, MemoryFinding& finding) {
    if (const std::string kernel = textAfter(line, "Kernel:"); !kernel.empty()) finding.kernel = kernel;
    if (line.starts_with("Only ")) finding.detail = line; // work-items executed a barrier
    if (!line.starts_with("At line ")) return;
    if (finding.line == 0) {
        readPlace(line, finding);
        return;
    }
    MemoryFinding other; // the second place of a race
    if (finding.detail.empty() && readPlace(line, other))
        finding.detail = "with line " + std::to_string(other.line) +
                         (other.file == finding.file ? std::string() : " of " + other.file);
}
} // namespace

std::vector<MemoryFinding> memoryFindings(std::string_view log) {
    std::vector<MemoryFinding> findings;
    std::optional<MemoryFinding> current;
    const auto take = [&] {
        if (!current) return;
        const auto same = std::ranges::find_if(findings, [&](const auto& one) { return isSame(one, *current); });
        if (same == findings.end())
            findings.push_back(*current);
        else
            ++same->count;
        current.reset();
    };
    for (const std::string_view line : split(log, "\n")) {
        const std::string_view text = trimmed(line);
        if (text.empty()) continue;
        const bool isIndented = line.front() == '\t' || line.front() == ' ';
        if (isIndented) {
            if (current) readLine(text, *current);
            continue;
        }
        take();
        if (!text.starts_with("Oclgrind:"))
            current = MemoryFinding{.what = withoutAddress(text), .kernel = {}, .file = {}};
    }
    take();
    return findings;
}

bool isAboutUnwrittenValues(const MemoryFinding& finding) {
    return finding.what.find("ninitialized") != std::string::npos;
}

void dropUncertain(MemoryCheck& check) {
    if (check.followsValues) return;
    std::erase_if(check.findings, isAboutUnwrittenValues);
}

std::string findingText(const MemoryFinding& finding) {
    std::string text = finding.what;
    if (!finding.detail.empty()) text += ": " + finding.detail;
    if (finding.count > 1) text += ", " + std::to_string(finding.count) + " times";
    return text;
}

std::string incompleteText(const MemoryCheck& check) {
    if (check.isComplete) return {};
    return check.crashed ? "Oclgrind crashed before the end of the stack, so it saw only a part."
                         : "The time was over before the end of the stack, so Oclgrind saw only a part.";
}

std::string memoryCheckText(const MemoryCheck& check) {
    std::string text;
    for (const MemoryFinding& finding : check.findings)
        text += (finding.line > 0 ? shownPath(finding.file) + ":" + std::to_string(finding.line) + ": " : "") +
                (finding.kernel.empty() ? "" : "kernel " + finding.kernel + ": ") + findingText(finding) + "\n";
    if (!check.isComplete) text += incompleteText(check) + "\n";
    if (check.findings.empty() && check.isComplete) text += "Oclgrind found nothing.\n";
    if (!check.followsValues)
        text += "Values that nobody wrote were not looked for: Oclgrind cannot follow them through image objects.\n";
    return text;
}

} // namespace lightbench
