// Which variant, workgroup and cut of the work is best where, as data with its measurement beside it: one table a
// filter, and the one function that reads it. What a user's own experiments find is laid over it as more rows.
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
#include "core/filter/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

struct PlanRequest;

/// How a plan cuts its work up: whole numbers by name, from the filter's table of choices (core/filter/choices.h).
using Cut = std::map<std::string, int, std::less<>>;

/// A number that a table's rows ask about beside the parameters, such as a radius that follows from sigma.
struct Quantity {
    std::string name;
    double (*of)(const PlanRequest& request) = nullptr;
};

/// From `least` to `most`, both included, of a quantity of the table or a parameter (integer or real).
struct QuantityRange {
    std::string name;
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

/// One row: where it holds, and what is best there. What is left out holds everywhere, or is not decided here.
struct MeasuredChoice {
    std::vector<DeviceClass> devices{};
    std::string device{};    ///< DeviceInfo::name of the only device that it holds on
    int leastCapability = 0; ///< NVIDIA's compute capability, as DeviceInfo has it: where instructions decide
    std::vector<SampleType> types{};
    int channels = 0;
    std::uint64_t leastPixels = 0, mostPixels = std::numeric_limits<std::uint64_t>::max();
    std::vector<QuantityRange> where{};

    /// The variant that `auto` takes; the workgroup and the cut are this variant's then. Empty: they are any variant's.
    std::string variant{};
    std::optional<Workgroup> workgroup{};
    Cut cut{};
    /// Device, date and result of the measurement. MEASUREMENTS.md describes the machines; times are of one run, in
    /// milliseconds.
    std::string measured = "not recorded";
};

/// Rows in order: of those that hold, the first that says something decides it.
struct ChoiceTable {
    std::vector<MeasuredChoice> rows{};
    std::vector<Quantity> quantities{};
};

/// The table with these rows before its own.
ChoiceTable laidOver(std::vector<MeasuredChoice> rows, ChoiceTable table);

/// What a table comes to for one request.
struct ChosenParts {
    std::string variant;                ///< empty: the table names none
    std::optional<Workgroup> workgroup; ///< nothing: the table does not say
    Cut cut;
};
/// With `variant` empty the first row that holds and names a variant decides it; else it is the one asked about. Its
/// workgroup, and each number of its cut, come from the first row for it (or for any variant) that gives them.
ChosenParts chosen(const ChoiceTable& table, const PlanRequest& request, std::string_view variant = {});

/// What `workgroup=auto` takes where neither the table nor the variant says anything.
Workgroup usualWorkgroup(const DeviceInfo& device, bool isArea);

} // namespace lightbench
