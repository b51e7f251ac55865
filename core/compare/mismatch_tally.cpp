// Counts in at most 16 bands of rows, in parallel. More bands would take more memory for their counts.
#include "core/compare/mismatch_tally.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/parallel.h"

namespace lightbench {

namespace {
MismatchTally emptyTally(Size size, std::span<const Size> grids) {
    MismatchTally tally;
    tally.columns.resize(std::size_t(size.width));
    tally.rows.resize(std::size_t(size.height));
    tally.border.resize(std::size_t(std::min(size.width, size.height) + 1) / 2);
    tally.cells.resize(std::size_t(MismatchTally::cellsAcross * MismatchTally::cellsAcross));
    for (const Size grid : grids)
        tally.seams.emplace_back(std::size_t(std::max(grid.width, grid.height)));
    return tally;
}

void addLocation(MismatchTally& tally, Point at, Size size, std::span<const Size> grids) {
    constexpr int across = MismatchTally::cellsAcross;
    ++tally.pixels;
    ++tally.columns[std::size_t(at.x)];
    ++tally.rows[std::size_t(at.y)];
    ++tally.border[std::size_t(std::min({at.x, at.y, size.width - 1 - at.x, size.height - 1 - at.y}))];
    const auto cell = [](int place, int side) { return std::int64_t(place) * across / side; };
    ++tally.cells[std::size_t(cell(at.y, size.height) * across + cell(at.x, size.width))];
    for (std::size_t i = 0; i < grids.size(); ++i) {
        PixelCounts& counts = tally.seams[i];
        const int distance =
            std::min(seamDistance(at.x, grids[i].width, size.width), seamDistance(at.y, grids[i].height, size.height));
        ++counts[std::min(std::size_t(distance), counts.size() - 1)];
    }
}

template <class T> void addValue(MismatchTally& tally, T a, T b, Point at, double step) {
    ++tally.samples;
    const double distance = double(a) - double(b);
    if (std::isnan(distance)) return void(++tally.nans);
    if (std::isinf(distance)) return void(++tally.infinities);
    ++(distance > 0 ? tally.above : tally.below);
    if (std::abs(distance) <= step) ++tally.steps;
    if (std::abs(distance) <= tally.largest) return;
    tally.largest = std::abs(distance);
    tally.largestAt = at;
}

/// Counts the mismatches in one band of rows.
template <class T> class Band {
public:
    Band(const Image& actual, const Image& expected, const MismatchRule& rule, std::span<const Size> grids)
        : actual_(actual), expected_(expected), rule_(rule), grids_(grids), tally_(emptyTally(actual.size(), grids)) {}

    void addRow(int y) {
        const T *a = actual_.row<T>(y), *b = expected_.row<T>(y);
        const auto channels = std::size_t(actual_.channels());
        if (std::memcmp(a, b, std::size_t(actual_.width()) * channels * sizeof(T)) == 0) return;
        for (int x = 0; x < actual_.width(); ++x, a += channels, b += channels)
            if (addPixel(a, b, {x, y})) addLocation(tally_, {x, y}, actual_.size(), grids_);
    }
    MismatchTally take() { return std::move(tally_); }

private:
    bool addPixel(const T* a, const T* b, Point at) {
        bool mismatches = false;
        for (std::size_t c = 0; c < std::size_t(actual_.channels()); ++c) {
            if (!isMismatch(a[c], b[c], rule_.of(c).allowed)) continue;
            ++tally_.channels[c];
            addValue(tally_, a[c], b[c], at, rule_.of(c).step);
            mismatches = true;
        }
        return mismatches;
    }
    const Image &actual_, &expected_;
    const MismatchRule& rule_;
    std::span<const Size> grids_;
    MismatchTally tally_;
};

void add(PixelCounts& sum, const PixelCounts& part) { std::ranges::transform(sum, part, sum.begin(), std::plus()); }

/// Adds the counts of a band. Bands are added in order, so the first of equal largest distances is kept.
void add(MismatchTally& sum, const MismatchTally& part) {
    for (const auto count :
         {&MismatchTally::samples, &MismatchTally::pixels, &MismatchTally::nans, &MismatchTally::infinities,
          &MismatchTally::above, &MismatchTally::below, &MismatchTally::steps})
        sum.*count += part.*count;
    for (std::size_t c = 0; c < sum.channels.size(); ++c)
        sum.channels[c] += part.channels[c];
    for (const auto counts :
         {&MismatchTally::columns, &MismatchTally::rows, &MismatchTally::border, &MismatchTally::cells})
        add(sum.*counts, part.*counts);
    for (std::size_t i = 0; i < sum.seams.size(); ++i)
        add(sum.seams[i], part.seams[i]);
    if (part.largest <= sum.largest) return;
    sum.largest = part.largest;
    sum.largestAt = part.largestAt;
}
} // namespace

int seamDistance(int at, int tile, int side) {
    if (tile >= side) return tile;
    return std::min(at % tile, tile - 1 - at % tile);
}

MismatchTally tallyOf(const Image& actual, const Image& expected, const MismatchRule& rule,
                      std::span<const Size> grids) {
    const int bands = bandsOf(actual.height());
    std::vector<MismatchTally> parts(static_cast<std::size_t>(bands));
    withSampleType(actual.format().type, [&](auto zero) {
        parallelRows(bands, [&](int i) {
            Band<decltype(zero)> band(actual, expected, rule, grids);
            const auto edge = [&](int n) { return int(std::int64_t(actual.height()) * n / bands); };
            for (int y = edge(i); y < edge(i + 1); ++y)
                band.addRow(y);
            parts[std::size_t(i)] = band.take();
        });
    });
    MismatchTally sum = emptyTally(actual.size(), grids);
    for (const MismatchTally& part : parts)
        add(sum, part);
    return sum;
}

} // namespace lightbench
