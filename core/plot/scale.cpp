#include "core/plot/scale.h"

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {
constexpr double roundFactors[] = {1, 2, 5, 10};

/// The largest round number that is not above a value, and the least that is not below it.
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

double Scale::position(double value) const {
    if (!(maximum > minimum)) return 0.5;
    if (!isLogarithmic) return (value - minimum) / (maximum - minimum);
    return std::log(value / minimum) / std::log(maximum / minimum);
}

std::vector<double> Scale::ticks(int about) const {
    std::vector<double> all;
    if (!(maximum > minimum)) return {minimum};
    if (!isLogarithmic) {
        const double step = roundedUp((maximum - minimum) / std::max(1, about));
        for (double i = std::ceil(minimum / step - 1e-9); i * step <= maximum + step * 1e-9; ++i)
            all.push_back(i * step);
        return all;
    }
    const bool areMany = 3 * std::log10(maximum / minimum) > 2 * about;
    for (double power = std::pow(10.0, std::floor(std::log10(minimum))); power <= maximum * 1.001; power *= 10)
        for (const double factor : {1.0, 2.0, 5.0})
            if ((factor == 1 || !areMany) && factor * power >= minimum * 0.999 && factor * power <= maximum * 1.001)
                all.push_back(factor * power);
    return all;
}

Scale scaleOver(const std::vector<double>& numbers, bool isLogarithmic) {
    if (numbers.empty()) return {0, 1, false};
    const auto [minimum, maximum] = std::ranges::minmax(numbers);
    return {minimum, maximum, isLogarithmic && minimum > 0};
}

Scale timeScale(const std::vector<double>& numbers, bool isLogarithmic) {
    std::vector<double> times;
    std::ranges::copy_if(numbers, std::back_inserter(times), [](double one) { return one > 0; });
    if (times.empty()) return {0, 1, false};
    const auto [minimum, maximum] = std::ranges::minmax(times);
    if (!isLogarithmic) return {0, maximum * 1.05, false};
    const Scale scale{roundedDown(minimum), roundedUp(maximum), true};
    return scale.maximum > scale.minimum ? scale : Scale{scale.minimum / 2, scale.maximum * 2, true};
}

} // namespace lightbench
