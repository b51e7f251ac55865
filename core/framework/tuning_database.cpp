// Sorts image sizes and parameter values into classes, so that a result applies to similar requests too.
#include "core/framework/tuning_database.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/plan.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
/// Up to this value every integer is a class of its own, because kernels are written for single window sizes and
/// counts.
constexpr int maxExactValue = 16;

/// The power-of-two range of a value, such as "2..4"; 0 is its own class.
std::string octaveOf(double value) {
    if (value == 0 || !std::isfinite(value)) return numberText(value);
    const double lower = std::exp2(std::floor(std::log2(std::abs(value))));
    return (value < 0 ? "-" : "") + numberText(lower) + ".." + numberText(2 * lower);
}

struct ClassOf {
    std::string operator()(int value) const {
        return std::abs(value) <= maxExactValue ? std::to_string(value) : octaveOf(value);
    }
    std::string operator()(double value) const { return octaveOf(value); }
    std::string operator()(const Matrix& matrix) const { return matrix.k == 0 ? "" : (*this)(matrix.k); }
    std::string operator()(const ImageInput&) const { return "an image"; }
    template <class T> std::string operator()(const T& value) const { return valueText(value); }
};

/// A TuningResult with the key fields only.
TuningResult keyOf(const Filter& filter, const PlanRequest& request) {
    TuningResult key;
    key.device = request.device.name;
    key.computeUnits = request.device.computeUnits;
    key.driver = request.device.driver;
    key.filter = filter.id;
    key.format = formatText(request.input.format);
    key.sizeClass = sizeClassOf(request.input.size);
    key.settings = settingsClassOf(request.parameters);
    return key;
}

std::string textOf(const KernelLibrary& kernels, const std::string& program) {
    try {
        return kernels.source(program).text;
    } catch (const Error& error) {
        return error.what();
    }
}
} // namespace

std::string sizeClassOf(Size size) {
    const double lower = std::pow(4, std::floor(std::log2(std::max(1.0, double(size.area()))) / 2));
    const auto [unit, name] = lower >= 1e6   ? std::pair(1e6, "MP")
                              : lower >= 1e3 ? std::pair(1e3, "kP")
                                             : std::pair(1.0, "P");
    return threeDigits(lower / unit) + " to " + threeDigits(4 * lower / unit) + " " + name;
}

std::string settingsClassOf(const ParameterValues& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters.all())
        if (!isOfStage(name)) text += (text.empty() ? "" : " ") + name + "=" + std::visit(ClassOf(), value);
    return text;
}

bool isForSame(const TuningResult& a, const TuningResult& b) {
    return a.device == b.device && a.computeUnits == b.computeUnits && a.driver == b.driver && a.filter == b.filter &&
           a.format == b.format && a.sizeClass == b.sizeClass && a.settings == b.settings;
}

const TuningResult* resultFor(const TuningDatabase& database, const Filter& filter, const PlanRequest& request) {
    if (std::ranges::find(database.results, filter.id, &TuningResult::filter) == database.results.end()) return nullptr;
    const TuningResult key = keyOf(filter, request);
    const auto found = std::ranges::find_if(
        database.results, [&](const TuningResult& one) { return one.hasTime() && isForSame(one, key); });
    return found == database.results.end() ? nullptr : &*found;
}

std::vector<std::string> programNames(const Plan& plan) {
    std::vector<std::string> names;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) names.push_back(kernel->program);
    std::ranges::sort(names);
    // Not std::ranges::unique: clang before 16 cannot compile its result.
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::string kernelsHash(const std::vector<std::string>& programs, const KernelLibrary& kernels) {
    std::string texts;
    for (const std::string& program : programs)
        texts += program + "\n" + textOf(kernels, program) + "\n";
    return programs.empty() ? "" : textHash(texts);
}

} // namespace lightbench
