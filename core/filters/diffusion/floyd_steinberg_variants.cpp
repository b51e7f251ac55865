// floyd-steinberg's GPU variants. Pixels depend on their left and upper neighbours, so all are wavefronts; they differ
// in what runs side by side and in how one row learns how far the row above is.
#include "core/filters/diffusion/floyd_steinberg_variants.h"

#include <algorithm>

#include "core/device/device_traits.h"
#include "core/filters/diffusion/error_bands.h"
#include "core/framework/plain_variant.h"
#include "core/framework/tuning_parameters.h"
#include "core/image/even_levels.h"

namespace lightbench::filters::diffusion {

namespace {

/// The tuning parameter of variants that look at the row or band above once a chunk.
struct ChunkTuning {
    int chunk = 1; ///< columns between two looks
};
constexpr auto fields(const ChunkTuning*) { return FieldList{Field{"chunk", &ChunkTuning::chunk}}; }

/// The tuning parameters of variant pipelined, of which CPUs use none.
struct BandTuning {
    int rowLag = 0; ///< columns by which a row follows the row above
    int blockColumns = 0;
};
constexpr auto fields(const BandTuning*) {
    using T = BandTuning;
    return FieldList{Field{"row-lag", &T::rowLag}, Field{"block-columns", &T::blockColumns}};
}
struct LoaderTuning {
    int loaderWarps = 0; ///< of a band, beside one for each plane
};
constexpr auto fields(const LoaderTuning*) { return FieldList{Field{"loader-warps", &LoaderTuning::loaderWarps}}; }

/// The bytes of one pixel's errors.
std::uint64_t errorBytes(const PlanRequest& request) { return 4 * std::uint64_t(request.input.format.channels); }

/// Four rows of 256: the levels of each channel, alpha's unused.
std::vector<std::int32_t> levelRows(const PlanRequest& request) {
    std::vector<std::int32_t> rows(4 * 256, 0);
    const int max = int(request.input.format.fullScale());
    for (int c = 0; c < request.input.format.colourChannels(); ++c)
        std::ranges::copy(evenLevels(levelCount(request.parameters, c), max), rows.begin() + 256 * c);
    return rows;
}

/// What every kernel takes: the images, their size, the levels, which become a scratch buffer, and the rule.
std::vector<NamedArgument> ruleArguments(Plan& plan, const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const auto steps = [&](int c) { return std::int32_t(levelCount(parameters, c) - 1); };
    return {{"src", inputBuffer()},
            {"dst", outputBuffer()},
            {"levels", plan.addScratch({"levels", 4 * 256 * 4, bytesOf(levelRows(request))})},
            {"threshold", thresholdOf(parameters, request.input.format.type)},
            {"level_steps", steps(0)},
            {"level_steps_blue", steps(2)},
            {"width", request.input.size.width},
            {"height", request.input.size.height}};
}

/// How many groups of `rows` rows the image has.
std::size_t groupCount(const PlanRequest& request, std::uint64_t rows) {
    return roundUp(std::size_t(request.input.size.height), rows) / rows;
}

/// A pass of `groups` workgroups over the whole image. `kernelName` names its file in
/// kernels/diffusion/floyd_steinberg. What it keeps errors in is for the caller to add. The levels become a scratch
/// buffer of the plan.
KernelPass diffusionPass(Plan& plan, const PlanRequest& request, const std::string& kernelName, std::size_t groups) {
    KernelPass pass = kernelPass(request, "floyd_steinberg/" + kernelName);
    pass.arguments = ruleArguments(plan, request);
    addDefines(pass, {{"SEPARATE_SHARES", isArticle(request.parameters)},
                      {"QUANTISE", levelCount(request.parameters, 0) > 2},
                      {"HAS_WHITE", request.parameters.integer("threshold") < 255}});
    pass.global = {groups * std::size_t(request.workgroup.x), 1};
    pass.operations = 20 * request.input.samples();
    pass.records = true;
    return pass;
}

/// The plan that all variants with progress markers share. Its scratch is the ticket of groups with a marker for each
/// group, cleared to 0, and one row of errors, cleared if `errorsStartAtZero`.
Plan wavefrontPlan(const PlanRequest& request, std::size_t groups, const std::string& kernelName,
                   bool errorsStartAtZero = false) {
    const std::uint64_t errorRow = std::uint64_t(request.input.size.width) * errorBytes(request);
    Plan plan;
    const BufferRef ticketAndMarkers = plan.addScratch("group counter and progress", (groups + 1) * 4);
    const BufferRef errors = plan.addScratch("errors", errorRow);
    KernelPass pass = diffusionPass(plan, request, kernelName, groups);
    addArguments(pass, {{"ticket_and_markers", ticketAndMarkers}, {"errors", errors}});
    pass.bytes += 2 * (groups - 1) * errorRow;
    if (errorsStartAtZero) plan.passes.emplace_back(FillPass{errors, 0});
    plan.passes.emplace_back(FillPass{ticketAndMarkers, 0});
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

/// The same for kernels that look at the row or band above once a chunk.
Plan chunkedPlan(const PlanRequest& request, std::size_t groups, const std::string& kernelName) {
    Plan plan = wavefrontPlan(request, groups, kernelName);
    addTuning(lastKernel(plan), tuningOf<ChunkTuning>(request));
    return plan;
}

Plan rowPerGroupPlan(const PlanRequest& request) {
    Plan plan = chunkedPlan(request, std::size_t(request.input.size.height), "row_per_group");
    const std::uint64_t chunk = std::uint64_t(tuningOf<ChunkTuning>(request).chunk);
    lastKernel(plan).localBytes = chunk * request.input.format.bytesPerPixel() + (chunk + 1) * errorBytes(request) + 4;
    return plan;
}

Plan barrierWavefrontPlan(const PlanRequest& request) {
    if (paletteOf(request.parameters))
        return errorBandsPlan(request, floydSteinbergMatrix, std::size_t(request.input.size.height));
    const std::uint64_t rows = std::uint64_t(request.workgroup.x);
    Plan plan = chunkedPlan(request, groupCount(request, rows), "barrier_wavefront");
    lastKernel(plan).localBytes = std::uint64_t(tuningOf<ChunkTuning>(request).chunk) * errorBytes(request) + 4;
    addArguments(lastKernel(plan), {{"passed", LocalArgument{2 * rows * errorBytes(request)}}});
    return plan;
}

/// A row a work-item. Every row but the last of a group keeps its errors in the same global row.
Plan itemPlan(const PlanRequest& request, const std::string& kernelName) {
    const std::uint64_t rows = std::uint64_t(request.workgroup.x);
    Plan plan = chunkedPlan(request, groupCount(request, rows), kernelName);
    const std::uint64_t errors = request.input.samples() * 4;
    lastKernel(plan).bytes = 2 * request.input.bytes() + 2 * errors;
    lastKernel(plan).localBytes = 4;
    addArguments(lastKernel(plan), {{"row_markers", LocalArgument{4 * rows}}});
    return plan;
}

Plan rowPerItemPlan(const PlanRequest& request) { return itemPlan(request, "row_per_item"); }
Plan rowPerItemPollingPlan(const PlanRequest& request) { return itemPlan(request, "row_per_item_polling"); }

/// Pixels that a work-item of the single group makes between barriers.
constexpr int segmentColumns = 4;

/// Two errors a row of this strip and of the one before are kept between strips.
Plan singleGroupPlan(const PlanRequest& request) {
    if (paletteOf(request.parameters)) return errorBandsPlan(request, floydSteinbergMatrix, 1);
    const Size size = request.input.size;
    const std::uint64_t edges = 4 * std::uint64_t(size.height) * errorBytes(request);
    const std::uint64_t strip = std::uint64_t(segmentColumns * request.workgroup.x);
    const std::uint64_t strips = roundUp(std::size_t(size.width) + std::size_t(size.height) - 1, strip) / strip;
    Plan plan;
    const BufferRef kept = plan.addScratch("edges of strips", edges);
    KernelPass& pass = plan.add(diffusionPass(plan, request, "single_group", 1));
    addDefines(pass, {{"SHARE_COLUMNS", segmentColumns}});
    addArguments(pass, {{"edges", kept}, {"ring", LocalArgument{2 * strip * errorBytes(request)}}});
    pass.bytes += (strips - 1) * std::min(size.width, size.height) * errorBytes(request);
    return plan;
}

constexpr std::uint32_t notArrived = 0x80000000u; ///< NOT_ARRIVED in band_steps.clh

/// The skewed bands of pipelined_bands.cl and pipelined_planes.cl: what their plans and kernels share.
struct SkewedBands {
    static constexpr int rows = 32;         ///< of a band: the lanes of a warp
    static constexpr int tableErrors = 640; ///< bytes in the error table of a plane
    BandTuning tuning;
    LoaderTuning loaders; ///< none if isPackedBilevel
    int planes;           ///< colour channels
    int channels;

    explicit SkewedBands(const PlanRequest& request)
        : tuning(tuningOf<BandTuning>(request)),
          loaders(isPackedBilevel(request) ? LoaderTuning() : tuningOf<LoaderTuning>(request)),
          planes(request.input.format.colourChannels()), channels(request.input.format.channels) {}

    int items() const { return rows * (planes + loaders.loaderWarps); }

    /// Bytes of all errors of a band's last row, in whole blocks: blocks_of() in band_steps.clh.
    std::uint64_t errorRowBytes(int width) const {
        const int steps = width + tuning.rowLag * (rows - 1) + 3;
        return roundUp(std::size_t(steps), std::size_t(tuning.blockColumns)) * std::uint64_t(4 * planes);
    }
    /// Bytes of a band's errors in a block, and of its pixels there (PLANE_CELLS in plane_steps.clh).
    std::uint64_t slotBytes() const { return std::uint64_t(4 * tuning.blockColumns * planes); }
    std::uint64_t cellBytes() const { return std::uint64_t(4 * tuning.blockColumns * (rows + 1) * channels); }

    void addTo(KernelPass& pass) const {
        addDefines(pass, {{"BAND_ROWS", rows}});
        addTuning(pass, tuning);
        if (loaders.loaderWarps == 0) return;
        addTuning(pass, loaders);
        addDefines(pass, {{"TABLE_ERRORS", tableErrors}});
    }
};

/// The plan of the pipelined kernels for GPUs: each workgroup computes `bands` bands of rows. One buffer holds the last
/// row of errors of every group, and the group ticket.
Plan skewedPlan(const PlanRequest& request, const SkewedBands& layout, int bands, const std::string& kernelName) {
    const std::size_t groups = groupCount(request, std::uint64_t(bands * SkewedBands::rows));
    const std::uint64_t row = layout.errorRowBytes(request.input.size.width);
    Plan plan;
    const BufferRef errors = plan.addScratch("errors between groups and group counter", groups * row + 4);
    KernelPass pass = diffusionPass(plan, request, kernelName, groups);
    layout.addTo(pass);
    addArguments(pass, {{"errors", errors},
                        {"slots", LocalArgument{2 * std::uint64_t(bands) * layout.slotBytes()}},
                        {"ring", LocalArgument{2 * std::uint64_t(request.workgroup.x) * 4}}});
    pass.localBytes = 4;
    pass.bytes += 2 * (groups - 1) * row;
    plan.passes = {FillPass{errors, notArrived}, std::move(pass)};
    return plan;
}

Plan pipelinedBandsPlan(const PlanRequest& request) {
    const SkewedBands layout(request);
    Plan plan = skewedPlan(request, layout, request.workgroup.x / layout.items(), "pipelined_bands");
    addDefines(lastKernel(plan), {{"SPLITS_WORDS", request.input.size.width % 4 != 0}});
    return plan;
}

/// The same where each colour channel is a plane, whose pixels are moved by warps that only load and store.
Plan pipelinedPlanesPlan(const PlanRequest& request) {
    const SkewedBands layout(request);
    const int bands = request.workgroup.x / layout.items();
    Plan plan = skewedPlan(request, layout, bands, "pipelined_planes");
    addArguments(lastKernel(plan),
                 {{"cells", LocalArgument{2 * std::uint64_t(bands) * layout.cellBytes()}},
                  {"error_table", LocalArgument{std::uint64_t(layout.planes * SkewedBands::tableErrors)}}});
    return plan;
}

/// Bands that one work-item of pipelined_vector.cl has room for.
constexpr int maxBands = 64;

/// Bands for each work-item, so that every compute unit has two shares. Large shares let a thread fall behind by much
/// before others wait for it. With a single share each, threads would wait longer for their first tile.
int bandsPerItem(const PlanRequest& request, std::uint64_t bandHeight) {
    const std::size_t shares = 2 * std::size_t(request.device.computeUnits);
    return int(std::min<std::size_t>(roundUp(groupCount(request, bandHeight), shares) / shares, maxBands));
}

/// Blocks of 16 columns between two updates of a work-item's progress marker.
int tileBlocks(const PlanRequest& request) { return std::clamp(request.input.size.width / 512, 2, 16); }

/// The rows of a band in one vector, with several bands for each work-item.
Plan pipelinedVectorPlan(const PlanRequest& request) {
    const std::uint64_t bandHeight = 16 / std::uint64_t(request.input.format.channels);
    const int groupBands = bandsPerItem(request, bandHeight);
    const std::size_t groups = groupCount(request, bandHeight * std::uint64_t(groupBands));
    Plan plan = wavefrontPlan(request, groups, "pipelined_vector", true);
    addDefines(lastKernel(plan), {{"BAND_ROWS", std::int64_t(bandHeight)}, {"MAX_BANDS", maxBands}});
    addArguments(lastKernel(plan), {{"group_bands", groupBands}, {"tile_blocks", tileBlocks(request)}});
    return plan;
}

Plan pipelinedPlan(const PlanRequest& request) {
    if (request.workgroup.x == 1) return pipelinedVectorPlan(request);
    return isPackedBilevel(request) ? pipelinedBandsPlan(request) : pipelinedPlanesPlan(request);
}

std::string missingProgramCounters(const DeviceInfo& device) {
    if (hasIndependentThreadScheduling(device)) return {};
    return "work-items that run in step wait for each other here, which needs a program counter for each (PoCL, NVIDIA "
           "since Volta); use row-per-item-polling";
}

/// For variants that diffuse each channel by itself.
AppliesRule levelsOnly() {
    return {"it takes no palette, because a colour of a palette is all channels at once",
            [](const PlanRequest& request) { return !paletteOf(request.parameters); }};
}

std::string pipelinedProblem(Workgroup workgroup, const PlanRequest& request) {
    if (workgroup.x == 1) return {};
    const int bandItems = SkewedBands(request).items();
    if (workgroup.x % bandItems == 0) return {};
    return "pipelined takes whole bands of " + std::to_string(bandItems) +
           " work-items, or one work-item with its rows in a vector";
}

/// Palettes go in the bands of error-diffusion.
std::string wavefrontProblem(Workgroup workgroup, const PlanRequest& request) {
    return paletteOf(request.parameters) ? singleBandProblem(workgroup, request) : std::string();
}

/// The level of each value of each colour channel.
std::vector<std::int32_t> nearestOfChannels(const PlanRequest& request) {
    const SampleType type = request.input.format.type;
    std::vector<std::int32_t> all;
    for (int c = 0; c < request.input.format.colourChannels(); ++c) {
        const std::vector<int> table =
            nearestLevels(levelCount(request.parameters, c), thresholdOf(request.parameters, type),
                          int(request.input.format.fullScale()));
        all.insert(all.end(), table.begin(), table.end());
    }
    return all;
}

Plan plainDitherPlan(const PlanRequest& request) {
    const std::vector<std::int32_t> nearest = nearestOfChannels(request);
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "floyd_steinberg", request.input.format, 20));
    runOneGroup(pass, {1, 1});
    addDefines(pass, {{"SEPARATE_SHARES", isArticle(request.parameters)}});
    addArguments(pass, {{"nearest", plan.addTable("nearest", nearest)},
                        {"errors", plan.addScratch("errors", 4 * std::uint64_t(request.input.size.width + 1))},
                        {"threshold", thresholdOf(request.parameters, request.input.format.type)}});
    return plan;
}

} // namespace

std::vector<Variant> variants() {
    return {
        Variant{
            .id = "pipelined",
            .label = "Pipelined bands",
            .idea = "The rows of a band are stored side by side, each shifted against the row above. For each colour "
                    "channel, 32 lanes exchange registers, while 32 more move pixels between the image and local "
                    "memory. Bands pass errors on through local memory, and workgroups through global memory. On CPUs "
                    "a band is one vector.",
            .workgroups = lineWorkgroups(pipelinedProblem),
            .missing = missingForLargePrograms,
            .applies = levelsOnly(),
            .plan = pipelinedPlan,
            .tuning = tuningNames<BandTuning, LoaderTuning>(),
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "barrier-wavefront",
            .label = "One workgroup per band",
            .idea = "Each work-item computes a row, two pixels behind the row above, with one barrier per step. A band "
                    "follows the one above by a progress marker. For palettes it uses the kernel of error-diffusion.",
            .workgroups = lineWorkgroups(wavefrontProblem),
            .plan = barrierWavefrontPlan,
            .tuning = tuningNames<ChunkTuning>(),
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "row-per-group",
            .label = "One workgroup per row",
            .idea =
                "Each workgroup computes a row, whose number it draws from an atomic counter. It follows the row above "
                "by a progress marker. One work-item diffuses the errors, and all of them load and store pixels.",
            .workgroups = lineWorkgroups(),
            .applies = levelsOnly(),
            .plan = rowPerGroupPlan,
            .tuning = tuningNames<ChunkTuning>(),
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "row-per-item",
            .label = "One work-item per row, waiting",
            .idea = "This is the kernel of the Mali article. Each work-item waits for the local marker of the row "
                    "above. The first row of a group waits for the global marker of the group before. An atomic "
                    "counter numbers the groups.",
            .workgroups = lineWorkgroups(),
            .missing = missingProgramCounters,
            .applies = levelsOnly(),
            .plan = rowPerItemPlan,
            .tuning = tuningNames<ChunkTuning>(),
            .needsProgress = true,
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "row-per-item-polling",
            .label = "One work-item per row, polling",
            .idea = "This is the article's kernel for lock-step hardware. In each turn of one loop, a row advances by "
                    "a pixel if the row above is two pixels ahead, and does nothing otherwise.",
            .workgroups = lineWorkgroups(),
            .applies = levelsOnly(),
            .plan = rowPerItemPollingPlan,
            .tuning = tuningNames<ChunkTuning>(),
            .needsProgress = true,
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "single-group",
            .label = "One workgroup",
            .idea = "One workgroup sweeps the image in slanted strips, and its work-items share the rows in turn. "
                    "Errors go through a ring in local memory. So barriers are enough, and no workgroup waits for "
                    "another. For palettes it uses the kernel of error-diffusion.",
            .workgroups = lineWorkgroups(),
            .plan = singleGroupPlan,
            .communication = Communication::AcrossWorkgroups,
        },
        plainWalkVariant(plainDitherPlan),
    };
}

} // namespace lightbench::filters::diffusion
