// Workgroup sizes: the value, its text, and the plain words for why one is legal or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

struct Workgroup {
    int x = 1;
    int y = 1;
    bool operator==(const Workgroup&) const = default;
    int items() const { return x * y; }
};

constexpr auto fields(const Workgroup*) {
    using T = Workgroup;
    return FieldList{Field{"x", &T::x}, Field{"y", &T::y}};
}

/// The driver takes a size of its own at each launch (a null local size of clEnqueueNDRangeKernel) and tells nobody
/// which. Only for variants whose kernels look at no more than global ids.
inline constexpr Workgroup driversChoice{0, 0};

/// "64x1" is written "64"; "16x16" as it is; the driver's choice is "driver".
std::string workgroupText(Workgroup workgroup);
/// Reads "auto" (nothing), "driver", "64" or "16x16". Throws Error(Usage, field "workgroup") for anything else, 0
/// included.
std::optional<Workgroup> parseWorkgroup(std::string_view text);

/// One workgroup size on one device for one stage: legal or not, and why.
struct WorkgroupChoice {
    Workgroup workgroup;
    bool legal = true;
    std::string reason; ///< why it is not legal, in one sentence that names the limit; empty if legal
    int items = 0;
    std::uint64_t localBytes = 0; ///< local memory of the largest pass of the plan
};

} // namespace lightbench
