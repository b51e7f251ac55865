#include "core/framework/tuning_parameters.h"

#include <cctype>
#include <stdexcept>

namespace lightbench {

int tuningValue(const PlanRequest& request, std::string_view name) {
    const auto found = request.tuning.find(name);
    if (found != request.tuning.end()) return found->second;
    throw std::logic_error("no choice decides the tuning parameter " + std::string(name) +
                           ", or the variant does not declare it");
}

std::string tuningDefine(std::string_view name) {
    std::string define;
    for (const char c : name)
        define += c == '-' ? '_' : char(std::toupper(static_cast<unsigned char>(c)));
    return define;
}

} // namespace lightbench
