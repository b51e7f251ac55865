// Looks for the first stage with a small difference that reaches the first mismatch of the chain.
#include "core/run/grown_difference.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/compare/mismatch_tally.h"
#include "core/framework/filter.h"

namespace lightbench {

namespace {
using Stages = std::vector<const StageReport*>;

/// The stages that make an image.
Stages imageStages(const Report& report) {
    Stages stages;
    for (const StageReport& stage : report.stages)
        if (stage.analysis.empty()) stages.push_back(&stage);
    return stages;
}

bool differsAt(const Image& a, const Image& b, Point pixel) {
    for (int c = 0; c < a.channels(); ++c)
        if (isMismatch(a.at(pixel.x, pixel.y, c), b.at(pixel.x, pixel.y, c), 0)) return true;
    return false;
}

/// How far the later stages reach together; nothing: any distance.
std::optional<int> reachOf(const Stages& stages, std::size_t first, const FilterCatalog& filters) {
    int halo = 0;
    for (std::size_t i = first; i < stages.size(); ++i) {
        const Locality locality = filters.byId(stages[i]->filter).locality(stages[i]->parameters);
        if (locality.kind == Locality::Whole || locality.kind == Locality::Line) return std::nullopt;
        halo += locality.halo;
    }
    return halo;
}

/// The nearest within a window around the pixel, smallest distance first.
std::optional<Point> nearestInWindow(const Image& result, const Image& reference, Point to, int reach) {
    std::optional<Point> nearest;
    int best = reach + 1;
    for (int y = std::max(0, to.y - reach); y <= std::min(result.height() - 1, to.y + reach); ++y)
        for (int x = std::max(0, to.x - reach); x <= std::min(result.width() - 1, to.x + reach); ++x) {
            const int distance = std::max(std::abs(x - to.x), std::abs(y - to.y));
            if (distance >= best || !differsAt(result, reference, {x, y})) continue;
            nearest = Point{x, y};
            best = distance;
        }
    return nearest;
}

/// The last difference up to the pixel in reading order, as diffused errors and running sums travel; if there is none,
/// the first of all.
std::optional<Point> lastBefore(const Image& result, const Image& reference, Point to) {
    const auto width = std::size_t(result.width());
    const auto pixelAt = [&](std::size_t i) { return Point{int(i % width), int(i / width)}; };
    const std::size_t at = std::size_t(to.y) * width + std::size_t(to.x);
    for (std::size_t i = at + 1; i-- > 0;)
        if (differsAt(result, reference, pixelAt(i))) return pixelAt(i);
    for (std::size_t i = at + 1; i < result.size().area(); ++i)
        if (differsAt(result, reference, pixelAt(i))) return pixelAt(i);
    return std::nullopt;
}

std::string stagesText(const Stages& stages, std::size_t first) {
    const auto number = [&](std::size_t i) { return std::to_string(stages[i]->stackIndex + 1); };
    if (first + 1 == stages.size()) return stages[first]->filter + " (stage " + number(first) + ")";
    return "stages " + number(first) + " to " + number(stages.size() - 1);
}
} // namespace

bool hasGrown(const Report& report) {
    return report.checked && report.endToEnd.verdict == Verdict::Mismatch && report.verdict() != Verdict::Mismatch;
}

std::optional<GrownDifference> grownDifference(const Report& report) {
    if (!hasGrown(report) || !report.endToEnd.firstMismatch) return std::nullopt;
    const Stages stages = imageStages(report);
    std::optional<GrownDifference> found;
    for (std::size_t i = 0; i + 1 < stages.size(); ++i) {
        const StageReport& stage = *stages[i];
        if (!stage.outputImage || !stage.referenceImage || stage.difference.allMismatched() == 0) continue;
        const std::uint64_t colours = stage.difference.mismatched; // as in the figures; or alpha alone
        GrownDifference one{stage.stackIndex, stage.filter, colours > 0 ? colours : stage.difference.allMismatched(),
                            stagesText(stages, i + 1), *report.endToEnd.firstMismatch};
        const Image &result = *stage.outputImage, &reference = *stage.referenceImage;
        if (report.output && report.output->size() == result.size()) {
            const std::optional<int> reach = reachOf(stages, i + 1, report.filters);
            one.cause = reach ? nearestInWindow(result, reference, one.mismatch, *reach)
                              : lastBefore(result, reference, one.mismatch);
        }
        if (!found || (one.cause && !found->cause)) found = one;
    }
    return found;
}

std::string grownText(const GrownDifference& grown) {
    return grown.filter + " (stage " + std::to_string(grown.stage + 1) + ") rounds " + std::to_string(grown.samples) +
           (grown.samples == 1 ? " sample" : " samples") + " otherwise than its reference, and " + grown.grownBy +
           (grown.grownBy.starts_with("stages") ? " make that large" : " makes that large");
}

} // namespace lightbench
