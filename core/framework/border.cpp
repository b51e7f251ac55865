#include "core/framework/border.h"

#include <cstdint>
#include <stdexcept>

namespace lightbench {

Parameter borderParameter() {
    return choiceParameter(
        "border", "Border",
        {{"replicate", "Replicate"}, {"reflect101", "Reflect (101)"}, {"wrap", "Wrap"}, {"constant", "Constant (0)"}},
        "replicate",
        "What the pixels beyond the border of the image are. replicate: the nearest pixel of the border (aaa|abc). "
        "reflect101: the mirror image, without repeating the border pixel (cb|abc). wrap: the pixels of the other side "
        "(bc|abc). constant: 0.");
}

Border borderByName(const std::string& name) {
    if (name == "replicate") return Border::Replicate;
    if (name == "reflect101") return Border::Reflect101;
    if (name == "wrap") return Border::Wrap;
    if (name == "constant") return Border::Constant;
    throw std::logic_error("no border mode is called " + name);
}

int borderIndex(int i, int n, Border border) {
    if (i >= 0 && i < n) return i;
    switch (border) {
    case Border::Replicate: return i < 0 ? 0 : n - 1;
    case Border::Reflect101: {
        if (n == 1) return 0;
        const std::int64_t period = 2 * (std::int64_t(n) - 1);
        const std::int64_t phase = ((i % period) + period) % period;
        return int(phase < n ? phase : period - phase);
    }
    case Border::Wrap: return i % n < 0 ? i % n + n : i % n;
    case Border::Constant: break;
    }
    return -1;
}

} // namespace lightbench
