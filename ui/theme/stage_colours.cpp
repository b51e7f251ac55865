#include "ui/theme/stage_colours.h"

#include <array>
#include <cmath>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr std::array<QRgb, 6> onDark{0x4fb3c4, 0x7a9df0, 0xdd8ac0, 0xb7a18c, 0xab8cea, 0x8fa6bd};
constexpr std::array<QRgb, 6> onLight{0x137082, 0x3f63c8, 0xb04a92, 0x7d6650, 0x7a4fc0, 0x4f6a85};
} // namespace

QColor stageColour(int stage) {
    const auto& colours = theme().dark ? onDark : onLight;
    return QColor::fromRgb(colours[std::size_t(std::max(0, stage)) % colours.size()]);
}

QColor textOn(const QColor& colour) {
    // Relative luminance, WCAG 2.1.
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double luminance =
        0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    return luminance > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
}

QColor blended(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int from, int to) { return int(std::lround(from + (to - from) * share)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

} // namespace lightbench
