#include "core/framework/workgroup.h"

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
// Larger than any device allows, and its square still fits an int.
constexpr int largestSide = 32768;
} // namespace

std::string workgroupText(Workgroup workgroup) {
    if (workgroup == driverChosenWorkgroup) return "driver";
    if (workgroup.y == 1) return std::to_string(workgroup.x);
    return std::to_string(workgroup.x) + "x" + std::to_string(workgroup.y);
}

std::optional<Workgroup> parseWorkgroup(std::string_view text) {
    if (text == "auto") return std::nullopt;
    if (text == workgroupText(driverChosenWorkgroup)) return driverChosenWorkgroup;
    const std::size_t cross = text.find('x');
    const auto x = parsedInteger(text.substr(0, cross), 1, largestSide);
    const auto y = cross == text.npos ? 1 : parsedInteger(text.substr(cross + 1), 1, largestSide);
    if (x && y) return Workgroup{*x, *y};
    fail(ErrorKind::Usage,
         "\"" + shownText(text) +
             "\" is not a workgroup size; give auto, driver, a number of work-items such as 64, or width x height such "
             "as 16x16, each 1..32768",
         "workgroup");
}

} // namespace lightbench
