// Reads sizes with parseWorkgroup, and names file and line in its errors.
#include "core/definition/workgroup_line.h"

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

Workgroup sizeIn(const std::string& text, int line, const std::string& file) {
    try {
        if (const auto size = parseWorkgroup(trimmed(text)); size && *size != driverChosenWorkgroup) return *size;
    } catch (const Error&) {
        // The message below says more.
    }
    failInFile(file, line, "\"" + shownText(text) + "\" is not a size; write 16x16, or 64 for 64 x 1");
}

std::vector<Workgroup> workgroupsIn(const std::string& text, int line, const std::string& file) {
    std::vector<Workgroup> sizes;
    for (const std::string_view one : split(text, ","))
        sizes.push_back(sizeIn(std::string(one), line, file));
    return sizes;
}

std::vector<Workgroup> workgroupsOf(const Annotation* line, const std::string& file) {
    return line ? workgroupsIn(line->head, line->line, file) : std::vector<Workgroup>{};
}

} // namespace lightbench
