// Tables of measured choices: the best variant, workgroup and tuning parameters per device class, format, size and
// parameter range. Every filter has one; `auto` reads it through one function. A user's own race results take
// precedence (core/framework/tuning_database.h).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/device/device_traits.h"
#include "core/framework/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

struct PlanRequest;

/// Tuning parameters of a plan, such as pixels per work-item: whole numbers by name.
using TuningParameters = std::map<std::string, int, std::less<>>;

/// A derived number that rows may test besides the parameters, such as a radius that follows from sigma.
struct Quantity {
    std::string name;
    double (*of)(const PlanRequest& request) = nullptr;
};

/// A closed range `minimum`..`maximum` of a table's quantity or of a parameter (integer or real).
struct QuantityRange {
    std::string name;
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
};

/// One row: the conditions under which it applies, and the best choice there. A condition left out always holds; a
/// choice left out is not decided by this row.
struct MeasuredChoice {
    std::vector<DeviceClass> devices{};
    std::string device{}; ///< if set, the DeviceInfo::name of the only device to which the row applies
    /// The minimum NVIDIA compute capability, as in DeviceInfo: for rows that need certain instructions.
    int minCapability = 0;
    std::vector<SampleType> types{};
    int channels = 0;
    std::uint64_t minPixels = 0, maxPixels = std::numeric_limits<std::uint64_t>::max();
    std::vector<QuantityRange> where{};

    /// The variant that `auto` takes; workgroup and tuning parameters belong to it. Empty: they apply to any variant.
    std::string variant{};
    std::optional<Workgroup> workgroup{};
    TuningParameters tuning{};
    /// Device, date and image of the measurement, then a colon and its comparisons: "H200, 2026-11-22, 8192 x 8192: 7
    /// taps: 0.36 ms, fused 0.67 ms; 13 taps: ...". Times are of one run. MEASUREMENTS.md describes the machines.
    std::string measured = "not recorded";
};

/// Rows in order of precedence: the first matching row that gives a value decides it.
struct ChoiceTable {
    std::vector<MeasuredChoice> rows{};
    std::vector<Quantity> quantities{};
};

/// The table with these rows put before its own.
ChoiceTable mergedChoices(std::vector<MeasuredChoice> rows, ChoiceTable table);

/// The result of a look-up for one request.
struct ChosenParts {
    std::string variant;                ///< empty: the table names no variant
    std::optional<Workgroup> workgroup; ///< empty: the table does not decide it
    TuningParameters tuning;
};
/// The variants that matching rows name, in the order of the rows: `auto` takes the first one that applies.
std::vector<std::string> chosenVariants(const ChoiceTable& table, const PlanRequest& request);
/// Looks a request up. If `variant` is empty, the first matching row that names a variant decides it. The workgroup,
/// and each tuning parameter, come from the first row for that variant (or for any) that gives them.
ChosenParts chosen(const ChoiceTable& table, const PlanRequest& request, std::string_view variant = {});

/// The workgroup for `auto` if neither the table nor the variant gives one.
Workgroup usualWorkgroup(const DeviceInfo& device, bool isArea);

} // namespace lightbench
