// lb_probe(x) in a user's kernel: reports a value for one pixel. Normally the macro does nothing with the value. For a
// run that asks for a pixel, the kernel gets one more argument, a buffer to which the pixel's work-item writes. The
// engine calls these functions.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/image/image.h"

namespace lightbench {

class KernelLibrary;
struct KernelSource;
struct ResolvedStage;

/// One call of lb_probe.
struct ProbedValue {
    std::string kernel;
    int line = 0;      ///< in the file of the kernel
    std::string name;  ///< the expression in the kernel's text
    std::string value; ///< such as "0.25", or "1, 2, 3, 4" for a vector
    bool operator==(const ProbedValue&) const = default;
};

constexpr auto fields(const ProbedValue*) {
    using T = ProbedValue;
    return FieldList{Field{"kernel", &T::kernel}, Field{"line", &T::line}, Field{"name", &T::name},
                     Field{"value", &T::value}};
}

/// Makes the kernels that call lb_probe report for this pixel: they get one more buffer, and their calls in `sources`,
/// the plan's programs, write to it. Nothing changes without such a call. Throws Error(Usage) that names file and line
/// if a call stands outside of a kernel. It also does so if work-items are not pixels, so that lb_probe_at is needed.
void addProbes(ResolvedStage& stage, std::map<std::string, KernelSource>& sources, Point pixel);
/// What the kernels wrote to Plan::probes. `kernels`: with the texts from before addProbes.
std::vector<ProbedValue> probesOf(const ResolvedStage& stage, const KernelLibrary& kernels,
                                  std::span<const std::uint32_t> words);

} // namespace lightbench
