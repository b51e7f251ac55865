#include "core/framework/workgroup.h"

#include <charconv>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
// Larger than any device allows, and its square still fits an int.
constexpr int largestSide = 32768;

/// Reads a number from 1 to largestSide that must fill the text; 0 for anything else.
int wholeNumber(std::string_view text) {
    int value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = problem == std::errc{} && end == text.data() + text.size();
    return whole && value >= 1 && value <= largestSide ? value : 0;
}
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
    const Workgroup workgroup{wholeNumber(text.substr(0, cross)),
                              cross == std::string_view::npos ? 1 : wholeNumber(text.substr(cross + 1))};
    if (workgroup.x && workgroup.y) return workgroup;
    fail(ErrorKind::Usage,
         "\"" + shownText(text) +
             "\" is not a workgroup size; give auto, driver, a number of work-items such as 64, or width x height such "
             "as 16x16, each 1..32768",
         "workgroup");
}

} // namespace lightbench
