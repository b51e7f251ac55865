#include "ui/charts/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr double minUs = 0.1;

struct Unit {
    const char* name;
    double us;
};
constexpr std::array<Unit, 4> units{{{"ns", 1e-3}, {"µs", 1}, {"ms", 1e3}, {"s", 1e6}}};

/// The largest unit that is not above `us`.
const Unit& unitOf(double us) {
    const auto fits = [us](const Unit& unit) { return us >= 0.9995 * unit.us; };
    const auto found = std::find_if(units.rbegin(), units.rend(), fits);
    return found == units.rend() ? units.front() : *found;
}

double roundStep(double minimum) {
    const double power = std::pow(10, std::floor(std::log10(minimum)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= minimum * (1 - 1e-9)) return step * power;
    return 10 * power;
}

/// Rounds a range's length up to one of a few steps, so that similar runs get the same scale.
double roundLength(double minimum) {
    const double power = std::pow(10, std::floor(std::log10(minimum)));
    for (const double length : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (length * power >= minimum) return length * power;
    return 10 * power;
}

QString withUnit(double us, const Unit& unit, int decimals) {
    return QString::number(us / unit.us, 'f', decimals) + thinSpace + QString::fromUtf8(unit.name);
}
} // namespace

TimeRange followed(const TimeRange& shown, const TimeRange& wanted) {
    const bool fits = wanted.begin >= shown.begin && wanted.end <= shown.end;
    if (fits && shown.length() > 0 && wanted.length() >= 0.5 * shown.length()) return shown;
    const double length = roundLength(std::max(minUs, wanted.length() * 1.02));
    const double before = (length - wanted.length()) * (wanted.begin < 0 ? 0.5 : 0);
    return {wanted.begin - before, wanted.begin - before + length};
}

TimeRange zoomed(const TimeRange& shown, double us, double factor, const TimeRange& all) {
    const double maximum = std::max(minUs, 3 * std::max(all.length(), minUs));
    const double length = std::clamp(shown.length() * factor, minUs, maximum);
    const double begin = us - (us - shown.begin) * length / shown.length();
    return moved({begin, begin + length}, 0, all);
}

TimeRange moved(const TimeRange& shown, double us, const TimeRange& all) {
    const double minimum = all.begin - 0.8 * shown.length(),
                 maximum = std::max(minimum, all.end - 0.2 * shown.length());
    const double begin = std::clamp(shown.begin + us, minimum, maximum);
    return {begin, begin + shown.length()};
}

QList<TimeTick> ticksOf(const TimeRange& shown, int maximum) {
    QList<TimeTick> ticks;
    if (maximum < 1 || !(shown.length() > 0)) return ticks;
    const double step = roundStep(shown.length() / maximum);
    const Unit& unit = unitOf(std::max({std::abs(shown.begin), std::abs(shown.end), step}));
    const int decimals = std::clamp(int(std::ceil(-std::log10(step / unit.us) - 1e-9)), 0, 9);
    for (double i = std::ceil(shown.begin / step - 1e-9); i * step <= shown.end; ++i) {
        const double us = i * step;
        ticks.append({us, i == 0 ? QStringLiteral("0") : withUnit(us, unit, decimals)});
    }
    return ticks;
}

QString exactTimeText(double us) {
    if (us == 0) return withUnit(0, units[1], 0);
    const Unit& unit = unitOf(std::abs(us));
    return withUnit(us, unit, unit.us >= 1e6 ? 6 : unit.us >= 1e3 ? 4 : unit.us >= 1 ? 2 : 0);
}

} // namespace lightbench
