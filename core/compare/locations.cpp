// Finds the smallest border, seam width or rectangle that covers nearly all mismatches, then tests whether that is more
// than chance.
#include "core/compare/locations.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr double borderCoverage = 0.99, seamCoverage = 0.95, regionCoverage = 0.99;
constexpr double maxShare = 0.5, maxRegion = 0.1, odds = 1e-3;
constexpr std::uint64_t minInRegion = 10;

/// `independent`: how many of them did not lie there only because their neighbour did.
bool standsOut(double share, std::uint64_t independent) {
    return share <= maxShare && std::pow(share, double(independent)) <= odds;
}

struct Range {
    int first = 0, last = -1;
    int length() const { return last - first + 1; }
};

/// The places that have any.
Range extentOf(const PixelCounts& counts) {
    const auto any = [](std::uint32_t count) { return count > 0; };
    const auto first = std::ranges::find_if(counts, any);
    const auto last = std::find_if(counts.rbegin(), counts.rend(), any);
    return {int(first - counts.begin()), int(counts.size()) - 1 - int(last - counts.rbegin())};
}

/// How many of the first counts hold that share of the sum.
int depthOf(const PixelCounts& counts, std::uint64_t sum, double coverage) {
    std::uint64_t seen = 0;
    int depth = 0;
    while (depth < int(counts.size()) && double(seen) < coverage * double(sum))
        seen += counts[std::size_t(depth++)];
    return depth;
}

double coverageOf(const PixelCounts& counts, int depth, std::uint64_t sum) {
    return double(std::accumulate(counts.begin(), counts.begin() + depth, std::uint64_t(0))) / double(sum);
}

std::string pixelsText(int count) { return count == 1 ? "1 pixel" : std::to_string(count) + " pixels"; }

// --- the border ---

/// Counts by the distance from one edge, and whether they go along it.
struct Edge {
    const char* name;
    PixelCounts counts;
    int side;      ///< of the image, across the edge
    bool goesLong; ///< over at least half of the edge
};

PixelCounts reversed(const PixelCounts& counts) { return {counts.rbegin(), counts.rend()}; }

std::vector<Edge> edgesOf(const MismatchTally& tally, Size image) {
    const bool tall = 2 * extentOf(tally.rows).length() >= image.height;
    const bool wide = 2 * extentOf(tally.columns).length() >= image.width;
    return {{"left", tally.columns, image.width, tall},
            {"right", reversed(tally.columns), image.width, tall},
            {"upper", tally.rows, image.height, wide},
            {"lower", reversed(tally.rows), image.height, wide}};
}

std::string tailHint(const char* edge, Size image, const std::vector<Tiling>& tilings) {
    const bool right = edge == std::string("right"), lower = edge == std::string("lower");
    for (const Tiling& tiling : tilings) {
        const int side = right ? image.width : image.height;
        const int tile = right ? tiling.tile.width : tiling.tile.height;
        if ((right || lower) && tile < side && side % tile != 0)
            return "The image ends inside of a workgroup's tile (" + std::to_string(side) + " = " +
                   std::to_string(side / tile) + " x " + std::to_string(tile) + " + " + std::to_string(side % tile) +
                   "): it looks like the remainder that no whole vector or tile covers.";
    }
    return "It looks like a wrong border rule on that side, or a loop that ends too early.";
}

std::optional<Location> allEdges(const MismatchTally& tally, Size image) {
    const int depth = depthOf(tally.border, tally.pixels, borderCoverage);
    const double inside =
        std::max(0.0, double(image.width) - 2 * depth) * std::max(0.0, double(image.height) - 2 * depth);
    const bool around =
        2 * extentOf(tally.rows).length() >= image.height && 2 * extentOf(tally.columns).length() >= image.width;
    Location location{MismatchPattern::Border, "within " + pixelsText(depth) + " of the border",
                      coverageOf(tally.border, depth, tally.pixels), 1 - inside / double(image.area()),
                      "It looks like a wrong border rule for pixels outside of the image."};
    return around && standsOut(location.share, tally.pixels) ? std::optional(location) : std::nullopt;
}

std::optional<Location> oneEdge(const MismatchTally& tally, const Edge& edge, Size image,
                                const std::vector<Tiling>& tilings) {
    const int depth = depthOf(edge.counts, tally.pixels, borderCoverage);
    Location location{MismatchPattern::Border, "within " + pixelsText(depth) + " of the " + edge.name + " border",
                      coverageOf(edge.counts, depth, tally.pixels), double(depth) / edge.side,
                      tailHint(edge.name, image, tilings)};
    return edge.goesLong && standsOut(location.share, tally.pixels) ? std::optional(location) : std::nullopt;
}

void keepSmaller(std::optional<Location>& best, std::optional<Location> other) {
    if (other && (!best || other->share < best->share)) best = std::move(other);
}

// --- seams ---

/// The share of an image that lies nearer than `depth` to the seams of a grid.
double seamShare(Size image, Size grid, int depth) {
    const auto away = [depth](int side, int tile) {
        int count = 0;
        for (int at = 0; at < side; ++at)
            count += seamDistance(at, tile, side) >= depth ? 1 : 0;
        return double(count) / side;
    };
    return 1 - away(image.width, grid.width) * away(image.height, grid.height);
}

std::string tileText(Size tile) { return std::to_string(tile.width) + " x " + std::to_string(tile.height) + " pixels"; }

std::optional<Location> gridSeams(const MismatchTally& tally, const PixelCounts& counts, Size image, Size grid) {
    const int depth = depthOf(counts, tally.pixels, seamCoverage);
    Location location{
        MismatchPattern::WorkgroupSeams,
        "within " + pixelsText(depth) + " of the seams of the workgroups' tiles of " + tileText(grid),
        coverageOf(counts, depth, tally.pixels), seamShare(image, grid, depth),
        "It looks like data that neighbouring workgroups share: a halo that is too small, or a missing barrier."};
    return depth < int(counts.size()) && standsOut(location.share, tally.pixels) ? std::optional(location)
                                                                                 : std::nullopt;
}

/// Lines (columns or rows) by their place in a period.
struct Fold {
    char axis; ///< 'x' or 'y'
    const PixelCounts& lines;
    int period;
    bool isTile; ///< the period is a workgroup's tile, else a vector's width
};

struct Window {
    int first = 0, length = 0;
    double coverage = 0;
};

/// The shortest segment of the period, which may go on over its end, that holds nearly all.
Window shortestWindow(const PixelCounts& residues, std::uint64_t sum) {
    const int period = int(residues.size());
    Window best{0, period, 1};
    for (int first = 0; first < period; ++first) {
        std::uint64_t seen = 0;
        for (int length = 1; length < best.length; ++length) {
            seen += residues[std::size_t((first + length - 1) % period)];
            if (double(seen) >= seamCoverage * double(sum)) best = {first, length, double(seen) / double(sum)};
        }
    }
    return best;
}

PixelCounts folded(const Fold& fold) {
    PixelCounts residues(std::size_t(fold.period), 0u);
    for (std::size_t i = 0; i < fold.lines.size(); ++i)
        residues[i % std::size_t(fold.period)] += fold.lines[i];
    return residues;
}

/// How many lines have any, and over how many periods they are spread.
std::pair<int, int> linesAndPeriods(const Fold& fold) {
    int lines = 0, periods = 0, last = -1;
    for (int i = 0; i < int(fold.lines.size()); ++i) {
        if (fold.lines[std::size_t(i)] == 0) continue;
        ++lines;
        if (std::exchange(last, i / fold.period) != i / fold.period) ++periods;
    }
    return {lines, periods};
}

std::string windowText(const Fold& fold, const Window& window) {
    const std::string last = std::to_string((window.first + window.length - 1) % fold.period);
    return std::string("where ") + fold.axis + " mod " + std::to_string(fold.period) + " is " +
           std::to_string(window.first) + (window.length > 1 ? ".." + last : "");
}

std::optional<Location> foldSeams(const MismatchTally& tally, const Fold& fold) {
    constexpr int minPeriods = 3;
    const auto [lines, periods] = linesAndPeriods(fold);
    if (periods < minPeriods) return std::nullopt;
    const Window window = shortestWindow(folded(fold), tally.pixels);
    Location location{fold.isTile ? MismatchPattern::WorkgroupSeams : MismatchPattern::VectorSeams,
                      windowText(fold, window), window.coverage, double(window.length) / fold.period,
                      fold.isTile
                          ? "It is the same place in every workgroup's tile: check its first and last work-items, and "
                            "the data that they read from their neighbours."
                          : "It is the same lane of every vector: check for a wrong component, or a wrong value from "
                            "the neighbouring vector."};
    return standsOut(location.share, std::uint64_t(lines)) ? std::optional(location) : std::nullopt;
}

/// Widths of tiles and vectors along one axis; the usual vectors are tried in any case.
std::vector<Fold> foldsOf(char axis, const PixelCounts& lines, const std::vector<Tiling>& tilings) {
    const auto side = axis == 'x' ? &Size::width : &Size::height;
    std::vector<Fold> folds;
    const auto add = [&](int period, bool isTile) {
        if (period < 2 || 3 * std::size_t(period) > lines.size()) return;
        if (std::ranges::find(folds, period, &Fold::period) == folds.end())
            folds.push_back({axis, lines, period, isTile});
    };
    for (const Tiling& tiling : tilings) {
        add(tiling.perItem.*side, false);
        add(tiling.tile.*side, true);
    }
    for (const int usual : {2, 4, 8, 16})
        add(usual, false);
    for (const int usual : {32, 64, 128, 256})
        if (tilings.empty()) add(usual, true);
    return folds;
}

// --- one rectangle ---

/// Without half a percent at either end.
Range middleOf(const PixelCounts& counts, std::uint64_t sum) {
    const double cut = (1 - regionCoverage) / 2 * double(sum);
    Range range{0, int(counts.size()) - 1};
    double before = 0, after = 0;
    while (before + counts[std::size_t(range.first)] <= cut)
        before += counts[std::size_t(range.first++)];
    while (after + counts[std::size_t(range.last)] <= cut)
        after += counts[std::size_t(range.last--)];
    return range;
}
} // namespace

std::optional<Location> borderLocation(const MismatchTally& tally, Size image, const std::vector<Tiling>& tilings) {
    std::optional<Location> best = allEdges(tally, image);
    for (const Edge& edge : edgesOf(tally, image))
        keepSmaller(best, oneEdge(tally, edge, image, tilings));
    return best;
}

std::vector<Size> seamGrids(Size image, const std::vector<Tiling>& tilings) {
    std::vector<Size> grids;
    for (const Tiling& tiling : tilings)
        grids.push_back(tiling.tile);
    if (tilings.empty()) grids = {{8, 8}, {16, 16}, {32, 32}, {64, 64}};
    std::erase_if(grids, [image](Size grid) { return grid.width >= image.width && grid.height >= image.height; });
    return grids;
}

std::optional<Location> seamLocation(const MismatchTally& tally, Size image, const std::vector<Tiling>& tilings,
                                     const std::vector<Size>& grids) {
    std::optional<Location> best;
    for (std::size_t i = 0; i < grids.size(); ++i)
        keepSmaller(best, gridSeams(tally, tally.seams[i], image, grids[i]));
    for (const Fold& fold : foldsOf('x', tally.columns, tilings))
        keepSmaller(best, foldSeams(tally, fold));
    for (const Fold& fold : foldsOf('y', tally.rows, tilings))
        keepSmaller(best, foldSeams(tally, fold));
    return best;
}

std::optional<Location> regionLocation(const MismatchTally& tally, Size image) {
    if (tally.pixels < minInRegion) return std::nullopt;
    const Range x = middleOf(tally.columns, tally.pixels), y = middleOf(tally.rows, tally.pixels);
    const double area = double(x.length()) * y.length();
    Location location{MismatchPattern::Region,
                      "in one rectangle of " + tileText({x.length(), y.length()}) + " at x " + std::to_string(x.first) +
                          ", y " + std::to_string(y.first),
                      regionCoverage, area / double(image.area()),
                      "It looks like one workgroup or one part of the image that was not written, or was written with "
                      "another's result."};
    return location.share <= maxRegion ? std::optional(location) : std::nullopt;
}

} // namespace lightbench
