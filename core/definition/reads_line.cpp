// Reads the words of the line, and evaluates its radii.
#include "core/definition/reads_line.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/definition/expression.h"

namespace lightbench {

namespace {
std::string radiusIn(Declarations& declared, std::string_view text, int line) {
    static const std::set<std::string> sizes{"width", "height", "channels", "workgroup_x", "workgroup_y", "bits"};
    std::string expression(trimmed(text));
    declared.check(expression, line);
    for (const std::string& name : namesIn(expression))
        if (sizes.contains(name)) declared.fail(line, "the window depends on " + name + "; it may on parameters alone");
    return expression;
}

int radius(const std::string& expression, const NamedNumbers& numbers) {
    return int(std::clamp(std::ceil(valueOf(expression, numbers)), 0.0, 1e6));
}
} // namespace

DeclaredReads readsOf(Declarations& declared) {
    const Annotation* line = declared.lineOf("reads");
    if (!line) return {};
    DeclaredReads reads{.text = line->value, .line = line->line};
    constexpr std::string_view window = "window";
    if (line->head == "point") {
        reads.kind = Locality::Point;
    } else if (line->head.starts_with(window)) {
        reads.kind = Locality::Window;
        const auto radii = split(std::string_view(line->head).substr(window.size()), ",");
        if (radii.size() > 2) declared.fail(line->line, "a window has two radii, such as window 2, 2");
        reads.radiusX = radiusIn(declared, radii.front(), line->line);
        reads.radiusY = radiusIn(declared, radii.back(), line->line);
    } else if (line->head != "all") {
        declared.fail(line->line, "write //@ reads: point, //@ reads: window RX, RY or //@ reads: all");
    }
    if (const std::string* position = line->part("position")) {
        if (*position != "matters" && *position != "does not matter")
            declared.fail(line->line, "write position matters or position does not matter");
        reads.isShiftInvariant = *position == "does not matter";
        if (reads.isShiftInvariant && reads.kind == Locality::Whole)
            declared.fail(line->line, "what reads all of the image knows the place; declare a point or a window");
    }
    if (const std::string* border = line->part("border")) {
        static const std::map<std::string, Border> borders{{"clamp", Border::Replicate},
                                                           {"mirror", Border::Reflect101},
                                                           {"wrap", Border::Wrap},
                                                           {"zero", Border::Constant}};
        const auto found = borders.find(*border);
        if (found == borders.end()) declared.fail(line->line, "a border is clamp, mirror, wrap or zero");
        if (reads.kind != Locality::Window || !reads.isShiftInvariant)
            declared.fail(line->line, "a border can be tested for a window with position does not matter");
        reads.border = found->second;
    }
    return reads;
}

WindowRadii radiiOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared) {
    if (reads.kind != Locality::Window) return {};
    const NamedNumbers numbers = numbersOf(values, declared);
    return {radius(reads.radiusX, numbers), radius(reads.radiusY, numbers)};
}

Locality localityOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared) {
    const WindowRadii radii = radiiOf(reads, values, declared);
    const int halo = std::max(radii.x, radii.y);
    if (reads.border == Border::Wrap || halo > widestTested) return {};
    return {reads.kind, halo};
}

} // namespace lightbench
