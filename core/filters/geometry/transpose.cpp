// transpose exchanges rows and columns. rotate-90 turns the image by 90, 180 or 270 degrees: a quarter turn is a
// transposition with rows reversed. The programs are in kernels/geometry/transpose/.
#include <algorithm>
#include <optional>

#include "core/base/parallel.h"
#include "core/filters/geometry/pixel_moves.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

/// Numbered like QUARTER_TURN in kernels/geometry/transpose/quarter_turns.clh.
enum class QuarterTurn { Transpose = 0, Clockwise = 1, Counterclockwise = 2 };

/// The quarter turn for these parameters; nullopt for other angles.
using QuarterTurnOf = std::optional<QuarterTurn> (*)(const ParameterValues& parameters);

/// A square tile of pixels that a workgroup moves through local memory, in pixels. The padding is behind each row of a
/// padded tile, and between the halves of a tile whose odd rows are offset.
struct LocalTile {
    int side, padding;
};
constexpr LocalTile paddedTile{32, 1}, offsetTile{16, 16};

void addTileDefines(KernelPass& pass, const LocalTile& tile) {
    addDefines(pass, {{"TILE", tile.side}, {"PADDING", tile.padding}});
}

/// A tile that is moved in blocks of 16 bytes: its bytes per row and column, and whether rows begin at whole blocks.
struct RegisterBlockTile {
    int pixelBytes;
    bool readsWide, writesWide;
    int bytes = 128;

    int side() const { return bytes / pixelBytes; }
    /// One more word per column if rows of the result start at unaligned addresses.
    int columnBytes() const { return bytes + (pixelBytes < 4 && !writesWide ? 4 : 0); }
};

RegisterBlockTile blockTile(const PlanRequest& request) {
    const int pixel = int(request.input.format.bytesPerPixel());
    const auto isWide = [&](int side) { return side * pixel % 16 == 0; };
    return {pixel, isWide(request.input.size.width), isWide(request.input.size.height)};
}

void addTileDefines(KernelPass& pass, const RegisterBlockTile& tile) {
    addDefines(pass, {{"PIXEL_BYTES", tile.pixelBytes},
                      {"TILE_BYTES", tile.bytes},
                      {"WIDE_READS", tile.readsWide},
                      {"WIDE_WRITES", tile.writesWide}});
}

/// A square tile, at least a cache line wide, which a work-item moves in square blocks. A row of a block has 16 bytes.
/// Sides are in pixels.
struct CacheLineTile {
    int side, blockSide;
};

CacheLineTile lineTile(int pixelBytes) { return {std::max(64 / pixelBytes, 8), 16 / pixelBytes}; }

void addTileDefines(KernelPass& pass, const CacheLineTile& tile) {
    addDefines(pass, {{"LINE", tile.side}, {"BLOCK", tile.blockSide}});
}

Plan plainTransposePlan(const PlanRequest& request) {
    return singlePass(plainPass(request, "transpose", request.input.format, 0));
}

/// A pass with one workgroup per tile of this side.
template <class Tile>
KernelPass tilePass(const PlanRequest& request, const std::string& variant, int side, const Tile& tile) {
    KernelPass pass = kernelPass(request, "transpose/" + variant);
    addTileDefines(pass, tile);
    pass.global = coverTiles(request.input.size, {side, side}, request.workgroup);
    return pass;
}

Plan paddedPlan(const PlanRequest& request) {
    constexpr LocalTile tile = paddedTile;
    KernelPass pass = tilePass(request, "local_padded", tile.side, tile);
    pass.localBytes = std::uint64_t(tile.side) * (tile.side + tile.padding) * request.input.format.bytesPerPixel();
    return singlePass(std::move(pass));
}

Plan offsetPlan(const PlanRequest& request) {
    constexpr LocalTile tile = offsetTile;
    KernelPass pass = tilePass(request, "local_offset_rows", tile.side, tile);
    const std::uint64_t word = std::max<std::uint64_t>(4, request.input.format.bytesPerPixel());
    pass.localBytes = word * (tile.side * tile.side + tile.padding);
    return singlePass(std::move(pass));
}

Plan blockPlan(const PlanRequest& request) {
    const RegisterBlockTile tile = blockTile(request);
    KernelPass pass = tilePass(request, "local_blocks", tile.side(), tile);
    pass.localBytes = std::uint64_t(tile.columnBytes()) * std::uint64_t(tile.side());
    return singlePass(std::move(pass));
}

Plan linesPlan(const PlanRequest& request) {
    const int pixel = int(request.input.format.bytesPerPixel());
    const CacheLineTile tile = lineTile(pixel);
    const int line = tile.side;
    KernelPass pass = kernelPass(request, "transpose/cache_lines");
    addTileDefines(pass, tile);
    pass.privateBytes = std::uint64_t(line) * std::uint64_t(line) * std::uint64_t(pixel);
    const Size size = request.input.size;
    pass.global = coverBlocks(size, {line, line}, request.workgroup);
    return singlePass(std::move(pass));
}

std::vector<Variant> unturnedVariants() {
    return {
        Variant{
            .id = "local-padded",
            .label = "Padded local tile",
            .idea =
                "A 32 x 32 tile goes through local memory, so that reads and writes both run along rows. One column of "
                "padding puts the samples of each column into different banks (Ruetsch and Micikevicius 2009).",
            .workgroups = areaWorkgroups(),
            .plan = paddedPlan,
        },
        Variant{
            .id = "local-offset-rows",
            .label = "Local tile, odd rows offset",
            .idea = "A tile of 16 x 16 words goes through local memory. Its odd rows are stored in the second half, 16 "
                    "words further on (as in the column pass of Mali's blurs). That gains nothing here: banks conflict "
                    "as often as with rows that follow one another.",
            .workgroups = areaWorkgroups(),
            .plan = offsetPlan,
        },
        Variant{
            .id = "local-blocks",
            .label = "Local tile in blocks",
            .idea = "Each work-item loads 16 bytes from as many rows as a word has pixels, and transposes that block "
                    "in registers. Tiles of 128 x 128 bytes go through local memory in units of 16 bytes, whose places "
                    "are permuted by exclusive or.",
            .workgroups = lineWorkgroups(),
            .plan = blockPlan,
        },
        Variant{
            .id = "cache-lines",
            .idea = "For CPUs: each work-item moves a tile as wide as a cache line through private memory. It "
                    "transposes 16-byte rows in registers by perfect shuffles (Stone 1971).",
            .missing = missingForLargePrograms,
            .plan = linesPlan,
        },
        plainVariant("Each work-item moves a pixel: reads follow rows, and writes stride over columns.",
                     plainTransposePlan),
    };
}

/// The plan of a transposition with the kernels built for that turn.
Plan turnedPlan(Plan plan, QuarterTurn turn) {
    if (turn == QuarterTurn::Transpose) return plan;
    for (Pass& pass : plan.passes)
        std::get<KernelPass>(pass).defines.emplace_back("QUARTER_TURN", std::to_string(int(turn)));
    return plan;
}

/// The variants of transpose, for parameters with a quarter turn.
std::vector<Variant> transposeVariants(QuarterTurnOf turn) {
    std::vector<Variant> all = unturnedVariants();
    for (Variant& variant : all)
        variant.plan = [turn, plan = variant.plan](const PlanRequest& request) {
            return turnedPlan(plan(request), turn(request.parameters).value());
        };
    return all;
}

/// The measured choices for these variants.
ChoiceTable transposeChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {{
        {.devices = cpu, .variant = "cache-lines", .workgroup = Workgroup{1, 1}},
        // Blocks of 8- and 16-byte pixels hold too few pixels to pay off.
        {.types = {SampleType::U16, SampleType::U32, SampleType::F32}, .channels = 4, .variant = "local-padded"},
        {.devices = cpu, .variant = "local-blocks", .workgroup = Workgroup{1, 1}},
        {.types = {SampleType::U8},
         .channels = 1,
         .variant = "local-blocks",
         .workgroup = Workgroup{512, 1},
         .measured = "H200, 2026-11-23, gray 8-bit: 8192 x 8192: 0.041 ms, 0.042 ms in workgroups of 256; 8191 x "
                     "8193: 0.079 ms, 0.083 ms in workgroups of 256; 1920 x 1080: 0.0104 ms, 0.0119 ms in "
                     "workgroups of 256; RGBA, 8192 x 8192: 0.212 ms, 0.157 ms in workgroups of 256"},
        // This row decides `auto` wherever its variant runs. Later rows are for other variants.
        {.variant = "local-blocks",
         .workgroup = Workgroup{256, 1},
         .measured = "H200, 2026-11-21, 8192 x 8192, gray 8-bit: 0.040 ms, 82 % of the peak rate of copying"},
        {.variant = "plain", .workgroup = Workgroup{16, 16}},
        {.devices = cpu, .variant = "local-padded", .workgroup = Workgroup{32, 1}},
        {.variant = "local-padded", .workgroup = Workgroup{32, 8}},
        {.devices = cpu, .variant = "local-offset-rows", .workgroup = Workgroup{16, 1}},
        {.variant = "local-offset-rows", .workgroup = Workgroup{16, 16}},
        {.variant = "cache-lines", .workgroup = Workgroup{8, 8}},
    }};
}

ImageShape transposed(const ImageShape& input, const ParameterValues& = {}) {
    return {{input.size.height, input.size.width}, input.format, input.layout};
}

/// out(x,y) = in(y, x), clockwise in(y, H-1-x), the other way in(W-1-y, x): row x of the input becomes a column.
Image turned(const Image& input, QuarterTurn turn) {
    Image output(transposed(input.shape()));
    const int channels = input.channels();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(output.height(), [&](int y) {
            const int column = turn == QuarterTurn::Counterclockwise ? input.width() - 1 - y : y;
            T* to = output.row<T>(y);
            for (int x = 0; x < output.width(); ++x) {
                const T* row = input.row<T>(turn == QuarterTurn::Clockwise ? input.height() - 1 - x : x);
                for (int c = 0; c < channels; ++c)
                    *to++ = row[column * channels + c];
            }
        });
    });
    return output;
}

} // namespace

Filter transpose() {
    return {
        .id = "transpose",
        .group = "Geometry",
        .summary = "Swaps rows and columns.",
        .synonyms = {"swap axes", "flip"},
        .doc = "Rows become columns: out(y,x) = in(x,y). Width and height are exchanged; alpha moves with the colours.",
        .accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32},
        .outputShape = transposed,
        .reference = [](const Image& input, const ParameterValues&) { return turned(input, QuarterTurn::Transpose); },
        .variants = transposeVariants([](const ParameterValues&) { return std::optional(QuarterTurn::Transpose); }),
        .choices = transposeChoices(),
    };
}

namespace {
/// Null for the half turn.
std::optional<QuarterTurn> quarterTurn(const ParameterValues& parameters) {
    const std::string& angle = parameters.choice("angle");
    if (angle == "180") return std::nullopt;
    return angle == "90" ? QuarterTurn::Clockwise : QuarterTurn::Counterclockwise;
}

PixelMove halfTurn(const ImageShape& input) { return {input, {input.size.width - 1, -1}, {input.size.height - 1, -1}}; }

Image rotate90Reference(const Image& input, const ParameterValues& parameters) {
    const std::optional<QuarterTurn> turn = quarterTurn(parameters);
    return turn ? turned(input, *turn) : movedPixels(input, halfTurn(input.shape()));
}

bool isQuarterTurn(const PlanRequest& request) { return quarterTurn(request.parameters).has_value(); }

Variant halfTurnSegments() {
    return {
        .id = "segments",
        .idea = "Each work-item makes 16 bytes of the result, from pixels that it reads backwards. On CPUs it makes a "
                "segment of a row.",
        .applies = {"it takes 180 degrees only, because rows become columns with 90 and 270",
                    [](const PlanRequest& request) { return !isQuarterTurn(request); }},
        .plan = [](const PlanRequest& request) { return pixelMovePlan(request, halfTurn(request.input)); },
    };
}
} // namespace

Filter rotate_90() {
    Filter filter;
    filter.id = "rotate-90";
    filter.label = "Rotate by 90 degrees";
    filter.group = "Geometry";
    filter.synonyms = {"turn", "orientation", "quarter turn"};
    filter.summary = "Turns an image clockwise by 90, 180 or 270 degrees.";
    filter.doc = "Turns the image clockwise by a multiple of 90 degrees. W and H are the width and height in pixels: "
                 "90 out(x,y) = in(y, H-1-x), 180 in(W-1-x, H-1-y), 270 in(W-1-y, x) (OpenCV's rotate, NumPy's rot90 "
                 "the other way round). Alpha moves with the colours.";
    filter.parameters = {choiceParameter("angle", "Angle", {{"90", "90"}, {"180", "180"}, {"270", "270"}}, "90",
                                         "Degrees clockwise; 90 and 270 change width and height.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32};
    filter.outputShape = [](const ImageShape& input, const ParameterValues& parameters) {
        return quarterTurn(parameters) ? transposed(input) : input;
    };
    filter.reference = rotate90Reference;
    filter.variants = transposeVariants(quarterTurn);
    for (Variant& variant : filter.variants)
        variant.applies = {"it takes 90 and 270 degrees only, because rows stay rows with 180", isQuarterTurn};
    filter.variants.push_back(halfTurnSegments());
    filter.choices =
        mergedChoices({{.devices = {DeviceClass::Cpu}, .variant = "segments", .workgroup = Workgroup{1, 1}},
                       {.variant = "segments", .workgroup = Workgroup{256, 1}}},
                      transposeChoices());
    // It was always slower here than the others; transpose keeps it.
    static constexpr std::string_view slower = "local-offset-rows";
    std::erase_if(filter.variants, [](const Variant& one) { return one.id == slower; });
    std::erase_if(filter.choices.rows, [](const MeasuredChoice& row) { return row.variant == slower; });
    return filter;
}

} // namespace lightbench::filters
