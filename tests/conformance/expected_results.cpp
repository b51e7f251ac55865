// Computed when first asked for.
#include "tests/conformance/expected_results.h"

#include "core/run/region_mix.h"

namespace lightbench {

void ExpectedResults::turnTo(const Filter& filter) {
    if (filter_ == filter.id) return;
    filter_ = filter.id;
    images_.clear();
    analyses_.clear();
}

const Image& ExpectedResults::image(const std::string& name, const Filter& filter, const Image& input,
                                    const ParameterValues& parameters) {
    turnTo(filter);
    const auto known = images_.find(name);
    if (known != images_.end()) return known->second;
    return images_.emplace(name, referenceImage(filter, input, parameters)).first->second;
}

const std::vector<std::uint32_t>& ExpectedResults::analysis(const std::string& name, const Filter& filter,
                                                            const Image& input, const ParameterValues& parameters) {
    turnTo(filter);
    const auto known = analyses_.find(name);
    if (known != analyses_.end()) return known->second;
    return analyses_.emplace(name, filter.analyse(input, parameters)).first->second;
}

} // namespace lightbench
