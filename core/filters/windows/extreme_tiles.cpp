#include "core/filters/windows/extreme_tiles.h"

#include <algorithm>
#include <limits>

#include "core/framework/plan.h"

namespace lightbench {

namespace {

/// Bytes per vector in which results are stored.
constexpr int vectorBytes = 16;

/// The tile of a workgroup: the tuning parameters of kernels/windows/window_maximum/tiles.cl. Words have 4 bytes.
struct Tile {
    int line = 0;         ///< work-items
    int left = 0;         ///< words of a line before the tile
    int own = 0;          ///< words of the tile's line; 0 if lines are too short
    int pad = 0;          ///< words before a line in local memory, which align the tile's own words to vectors
    int pitch = 0;        ///< words per line in local memory
    int rows = 0;         ///< a multiple of 4
    int downRows = 0;     ///< rows computed from words that are loaded together
    int sharing = 0;      ///< rows whose windows share loads
    int sharingAlong = 0; ///< pixels of a row whose windows share loads
};

int rowBytes(const PlanRequest& request) {
    return request.input.size.width * int(request.input.format.bytesPerPixel());
}

bool isAligned(const PlanRequest& request) { return rowBytes(request) % vectorBytes == 0; }

/// The most bytes before the tile at which its vectors may start.
int maxPhase(const PlanRequest& request) {
    return isAligned(request) ? 0 : vectorBytes - int(request.input.format.bytesPerPixel());
}

/// Small windows read few rows beyond the tile. Of larger ones, 16 rows share what they see; 28, which load less, where
/// registers hold that: of gray whose words have one part. A tile leaves a twelfth of 48 KB of local memory, or of
/// less.
void setRows(Tile& tile, const PlanRequest& request, int tiles) {
    const int bytes = int(std::min<std::uint64_t>(request.device.localMemory, 48 << 10)) / 12 * 11;
    const int k = request.parameters.integer("k");
    const Format format = request.input.format;
    const int maximum = format.channels == 1 && format.type != SampleType::U8 ? 28 : 16;
    const int fitting = std::max(bytes / (4 * tile.pitch * tiles) / 4, 1) * 4;
    tile.sharing = k > 9 ? std::min({k / 4 * 4, maximum, fitting}) : sharingWindows(k);
    tile.rows = std::max(std::min(16, fitting) / tile.sharing, 1) * tile.sharing;
    tile.downRows = k > 9 ? tile.sharing : tile.rows;
}

Tile tileOf(const MaximumOutput& use, const PlanRequest& request, int line) {
    const int k = request.parameters.integer("k");
    const int reach = k / 2 * int(request.input.format.bytesPerPixel());
    Tile tile;
    tile.line = line;
    tile.left = (reach + maxPhase(request) + 3) / 4;
    tile.own = std::max((line - tile.left - (reach + 3) / 4) / 4 * 4, 0);
    tile.pad = (4 - tile.left % 4) % 4;
    // Padding, up to three words of a row's phase, and the fill up to whole vectors.
    tile.pitch = (tile.pad + line + 3 + 3) / 4 * 4;
    tile.sharingAlong = std::min(sharingWindows(k), vectorBytes / int(request.input.format.bytesPerPixel()));
    setRows(tile, request, use.range ? 2 : 1);
    return tile;
}

void addTile(KernelPass& pass, const Tile& tile) {
    addDefines(pass, {{"ITEMS", tile.line},
                      {"LEFT_WORDS", tile.left},
                      {"OWN_WORDS", tile.own},
                      {"LINE_PAD", tile.pad},
                      {"LINE_PITCH", tile.pitch},
                      {"TILE_ROWS", tile.rows},
                      {"DOWN_ROWS", tile.downRows},
                      {"DOWN_GROUP", tile.sharing},
                      {"ALONG_GROUP", tile.sharingAlong}});
}

/// The name of a result in kernels/windows/window_maximum/tiles.cl.
std::string extremesName(const MaximumOutput& use) {
    if (use.range) return "MAXIMUM_MINUS_MINIMUM";
    return use.minimum ? "MINIMUM_ONLY" : "MAXIMUM_ONLY";
}

int tilesAcross(const Tile& tile, const PlanRequest& request) {
    return (rowBytes(request) + maxPhase(request) + 4 * tile.own - 1) / (4 * tile.own);
}

std::string lineProblem(Workgroup group, const PlanRequest& request) {
    if (group.y != 1 || group.x % 4 != 0) return workgroupText(group) + " is no line of a multiple of 4 work-items";
    if (tileOf({}, request, group.x).own > 0) return {};
    return workgroupText(group) + " has no work-items but for what the windows reach into";
}

} // namespace

int sharingWindows(int k) { return k < 4 ? 2 : k < 8 ? 4 : k < 16 ? 8 : 16; }

Plan extremeTilesPlan(const MaximumOutput& use, const PlanRequest& request) {
    const ImageShape& input = request.input;
    const int k = request.parameters.integer("k"), line = request.workgroup.x;
    const Tile tile = tileOf(use, request, line);
    KernelPass pass = kernelPass(request, "window_maximum/tiles");
    addDefines(pass, {{"PEAKS", use.peaks}, {"INVERTED_KEYS", 0}, {"K", k}, {"ALIGNED", isAligned(request)}});
    pass.defines.push_back({"EXTREMES", extremesName(use)});
    pass.defines.push_back(packedDefine(request.device));
    addTile(pass, tile);
    pass.global = {std::size_t(tilesAcross(tile, request)) * std::size_t(line),
                   std::size_t(divideUp(input.size.height, tile.rows))};
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", input.size.width},
                      {"height", input.size.height},
                      {"threshold", use.threshold},
                      {"vectors", LocalArgument{std::uint64_t(tile.pitch * tile.rows * (use.range ? 2 : 1)) * 4}}};
    pass.operations = colourSamples(request.input) * std::uint64_t(use.range ? 13 : 6);
    return singlePass(std::move(pass));
}

WorkgroupRule extremeTilesWorkgroups() { return {WorkgroupRule::Line, {{128, 1}, {256, 1}, {512, 1}}, lineProblem}; }

/// The line that loads the fewest words, with those that windows reach into and those beyond the image. Pixels of 16
/// bytes fill local memory with fewer (H200, 2026-11-23: 31 x 31 of float RGBA by 384 in 1.20 ms, by 512 in 1.44).
/// Small groups of small pixels wait less for one another, so that a longer line must save more (H200, 2026-11-23: 31 x
/// 31 of 8191 x 8193 gray bytes by 128 in 0.083 ms, 160 0.096, 256 0.119; 16-bit 0.102, 0.115, 0.111; RGBA 0.253,
/// 0.252, 0.244).
Workgroup extremeTilesWorkgroup(const MaximumOutput& use, const PlanRequest& request) {
    int best = 384;
    double minimum = std::numeric_limits<double>::infinity();
    const double enough = request.input.format.bytesPerPixel() <= 2 ? 0.9 : 0.98;
    for (const int line : {128, 160, 192, 256, 384, 512}) {
        const Tile tile = tileOf(use, request, line);
        if (tile.own == 0 || (line == 512 && request.input.format.bytesPerPixel() == 16)) continue;
        const double down = double(tile.downRows + request.parameters.integer("k") - 1) / tile.downRows;
        const double words = tilesAcross(tile, request) * line * down;
        if (words < enough * minimum) best = line, minimum = words;
    }
    return {best, 1};
}

} // namespace lightbench
