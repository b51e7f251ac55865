// Does not look for string literals: those of kernels (assembly, _Pragma) contain no // or /*.
#include "core/framework/kernel_comments.h"

#include <algorithm>

namespace lightbench {

std::string withoutComments(std::string_view source) {
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size();) {
        const std::string_view start = source.substr(i, 2);
        if (start != "//" && start != "/*") {
            text += source[i++];
            continue;
        }
        const std::size_t end = std::min(source.find(start == "//" ? "\n" : "*/", i + 2), source.size());
        text += ' ' + std::string(std::size_t(std::ranges::count(source.substr(i, end - i), '\n')), '\n');
        i = start == "//" ? end : std::min(end + 2, source.size());
    }
    return text;
}

} // namespace lightbench
