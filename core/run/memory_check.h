// What Oclgrind finds while it runs a stack: accesses outside of buffers, races, uninitialised values and diverging
// barriers, by file and line. Findings are hints: a run's verdict does not depend on them. `check-memory` and the
// Source tab show them, and a check without a reference those about values that nobody wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

struct MemoryFinding {
    std::string what;        ///< in Oclgrind's words, such as "Invalid read of size 1 at global memory"
    std::string kernel;      ///< empty if it is not known
    std::string file;        ///< of the line, as messages name it; empty if it is not known
    int line = 0;            ///< 0 if it is not known
    std::string detail{};    ///< such as "Only 8 out of 16 work-items executed barrier"
    std::uint64_t count = 1; ///< how often the line did it
    bool operator==(const MemoryFinding&) const = default;
};

constexpr auto fields(const MemoryFinding*) {
    using T = MemoryFinding;
    return FieldList{Field{"what", &T::what}, Field{"kernel", &T::kernel}, Field{"file", &T::file},
                     Field{"line", &T::line}, Field{"detail", &T::detail}, Field{"count", &T::count}};
}

struct MemoryCheck {
    std::vector<MemoryFinding> findings; ///< one for each kind and line, in the order of their first appearance
    bool isComplete = true;              ///< false: Oclgrind crashed, or its time was over
    bool crashed = false;                ///< false if it is complete or its time was over
    /// False: the stack has image objects, and Oclgrind cannot follow through them which values were written.
    bool followsValues = true;
};

constexpr auto fields(const MemoryCheck*) {
    return FieldList{Field{"findings", &MemoryCheck::findings}, Field{"is_complete", &MemoryCheck::isComplete},
                     Field{"crashed", &MemoryCheck::crashed}, Field{"follows_values", &MemoryCheck::followsValues}};
}

/// Reads what Oclgrind wrote.
std::vector<MemoryFinding> memoryFindings(std::string_view log);
/// True if it is about a value that nobody wrote.
bool isAboutUnwrittenValues(const MemoryFinding& finding);
/// Drops what was found about values that nobody wrote, where it may be wrong: if the check does not follow values.
void dropUncertain(MemoryCheck& check);
/// A finding in one line without its place, such as "Invalid read of size 1 at global memory, 60 times".
std::string findingText(const MemoryFinding& finding);
/// Why the check saw only a part of the stack, in one sentence; empty if it is complete.
std::string incompleteText(const MemoryCheck& check);
/// The findings with their lines, as text for a terminal.
std::string memoryCheckText(const MemoryCheck& check);

} // namespace lightbench
