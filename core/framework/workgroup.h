// Workgroup sizes: the value, its text form, and the reason why a size is legal or not on a device. Sizes are counted
// in work-items.
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

/// The driver chooses the size at each launch (a null local size for clEnqueueNDRangeKernel) and does not report it.
/// Only for variants whose kernels use global ids alone.
inline constexpr Workgroup driverChosenWorkgroup{0, 0};

/// "64" for 64x1, "16x16", or "driver" for the driver's choice.
std::string workgroupText(Workgroup workgroup);
/// Parses "auto" (nothing), "driver", "64" or "16x16". Throws Error(Usage, field "workgroup") for anything else,
/// including 0.
std::optional<Workgroup> parseWorkgroup(std::string_view text);

/// Whether one workgroup size is legal for one stage on one device, and why.
struct WorkgroupChoice {
    Workgroup workgroup;
    bool legal = true;
    std::string reason; ///< the reason if it is not legal, one sentence that names the limit
    int items = 0;
    std::uint64_t localBytes = 0; ///< the maximum local memory of the plan's passes
};

} // namespace lightbench
