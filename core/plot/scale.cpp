// Ends and ticks of scales.
#include "core/plot/scale.h"

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {
constexpr double roundFactors[] = {1, 2, 5, 10};

/// The largest round number that is not above it, or the least that is not below it.
double roundedDown(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    double found = power;
    for (const double factor : roundFactors)
        if (factor * power <= value * (1 + 1e-9)) found = factor * power;
    return found;
}

double roundedUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : roundFactors)
        if (factor * power >= value * (1 - 1e-9)) return factor * power;
    return 10 * power;
}
} // namespace

double Scale::place(double value) const {
    if (!(most > least)) return 0.5;
    if (!isLogarithmic) return (value - least) / (most - least);
    return std::log(value / least) / std::log(most / least);
}

std::vector<double> Scale::ticks(int about) const {
    std::vector<double> all;
    if (!(most > least)) return {least};
    if (!isLogarithmic) {
        const double step = roundedUp((most - least) / std::max(1, about));
        for (double i = std::ceil(least / step - 1e-9); i * step <= most + step * 1e-9; ++i)
            all.push_back(i * step);
        return all;
    }
    const bool areMany = 3 * std::log10(most / least) > 2 * about;
    for (double power = std::pow(10.0, std::floor(std::log10(least))); power <= most * 1.001; power *= 10)
        for (const double factor : {1.0, 2.0, 5.0})
            if ((factor == 1 || !areMany) && factor * power >= least * 0.999 && factor * power <= most * 1.001)
                all.push_back(factor * power);
    return all;
}

Scale scaleOver(const std::vector<double>& numbers, bool isLogarithmic) {
    if (numbers.empty()) return {0, 1, false};
    const auto [least, most] = std::ranges::minmax(numbers);
    return {least, most, isLogarithmic && least > 0};
}

Scale timeScale(const std::vector<double>& numbers, bool isLogarithmic) {
    std::vector<double> times;
    std::ranges::copy_if(numbers, std::back_inserter(times), [](double one) { return one > 0; });
    if (times.empty()) return {0, 1, false};
    const auto [least, most] = std::ranges::minmax(times);
    if (!isLogarithmic) return {0, most * 1.05, false};
    const Scale scale{roundedDown(least), roundedUp(most), true};
    return scale.most > scale.least ? scale : Scale{scale.least / 2, scale.most * 2, true};
}

} // namespace lightbench
