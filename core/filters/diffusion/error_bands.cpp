#include "core/filters/diffusion/error_bands.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/framework/plain_variant.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

/// Diffuses all three colours of a pixel together, to the nearest palette colour.
template <class T> void diffuseColours(const Image& input, Image& output, const DiffusionMatrix& matrix,
                                       const PaletteSearch<int>& palette) {
    const int max = int(input.format().fullScale()), channels = input.channels();
    std::vector<ErrorRows> errors(3, ErrorRows(input.width()));
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        for (int x = 0; x < input.width(); ++x) {
            const T* from = input.row<T>(y) + x * channels;
            T* to = output.row<T>(y) + x * 4;
            std::array<int, 3> v{};
            for (std::size_t c = 0; c < 3; ++c)
                v[c] =
                    std::clamp(int(from[channels == 4 ? c : 0]) + errors[c].sumAt(x, matrix) / matrix.divisor, 0, max);
            const std::array<int, 3>& q = palette.nearest(v);
            for (std::size_t c = 0; c < 3; ++c) {
                to[c] = T(q[c]);
                errors[c].own[std::size_t(x + 2)] = v[c] - q[c];
            }
            to[3] = channels == 4 ? from[3] : T(max);
        }
        std::ranges::for_each(errors, &ErrorRows::next);
    }
}

/// Passes the shares as defines, so that shares of 0 cost nothing.
void addShares(KernelPass& pass, const DiffusionMatrix& matrix) {
    addDefines(pass, {{"DIVISOR", matrix.divisor}});
    const auto add = [&](const char* name, const auto& shares) {
        for (std::size_t i = 0; i < shares.size(); ++i)
            pass.defines.emplace_back(name + std::to_string(i), std::to_string(shares[i]));
    };
    add("RIGHT", matrix.right);
    add("BELOW", matrix.below);
    add("SECOND_BELOW", matrix.second);
}

/// The table of output values (8-bit values, all levels, or a palette's colours), and the number of colours, or of
/// levels less one.
struct Steps {
    Scratch table;
    int count, bias = 0;
};
Steps stepsOf(const PlanRequest& request) {
    const Format format = request.input.format;
    if (const PalettePtr palette = paletteOf(request.parameters))
        return {PaletteSearch<int>(*palette, format.type).table(), int(palette->colours.size())};
    const int levels = request.parameters.integer("levels");
    const int max = int(format.fullScale()), middle = int(inSampleUnits(bilevelThreshold8Bit, format.type));
    if (format.type == SampleType::U8)
        return {{"levels", 256 * 4, bytesOf(nearestLevels(levels, middle, max))}, levels - 1};
    return {{"levels", std::uint64_t(levels) * 4, bytesOf(evenLevels(levels, max))},
            levels - 1,
            levelBias(levels, middle, max)};
}

/// Columns between two checks of the progress of the band above.
constexpr int chunk = 64;

} // namespace

Image diffusedToPalette(const Image& input, const DiffusionMatrix& matrix, const Palette& palette) {
    Image output(colourShape(input.shape()));
    const PaletteSearch<int> search(palette, input.format().type);
    input.format().type == SampleType::U16 ? diffuseColours<std::uint16_t>(input, output, matrix, search)
                                           : diffuseColours<std::uint8_t>(input, output, matrix, search);
    return output;
}

std::string singleBandProblem(Workgroup workgroup, const PlanRequest& request) {
    const int rows = request.input.size.height;
    if (rows > workgroup.x) return {};
    return workgroupText(workgroup) + " work-items take " +
           (rows == 1 ? "the row" : "all " + std::to_string(rows) + " rows") +
           " of this image, which one workgroup then does alone; use fewer, or variant=single-group";
}

double imageRows(const PlanRequest& request) { return request.input.size.height; }

Plan errorBandsPlan(const PlanRequest& request, const DiffusionMatrix& matrix, std::size_t groups) {
    const Format output = ditheredShape(request.input, request.parameters).format;
    const Size size = request.input.size;
    const std::uint64_t rows = std::uint64_t(request.workgroup.x), error = 4 * std::uint64_t(output.channels);
    const std::size_t bands = roundUp(std::size_t(size.height), rows) / rows;
    const Steps steps = stepsOf(request);
    Plan plan;
    const BufferRef ticketAndMarkers = plan.addScratch("group counter and progress", (bands + 1) * 4);
    KernelPass pass = kernelPass(request, {"error_diffusion", "error_diffusion_bands"}, output);
    addDefines(pass, {{"PALETTE", paletteOf(request.parameters) != nullptr}, {"CHUNK", chunk}});
    addShares(pass, matrix);
    pass.global = {std::min(groups, bands) * rows, 1};
    pass.localBytes = 2 * chunk * error + 4;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"ticket_and_markers", ticketAndMarkers},
                      {"errors", plan.addScratch("errors", 2 * std::uint64_t(size.width) * error)},
                      {"levels", plan.addScratch(steps.table)},
                      {"level_steps", steps.count},
                      {"bias", steps.bias},
                      {"width", size.width},
                      {"height", size.height},
                      {"passed", LocalArgument{4 * rows * error}}};
    pass.bytes =
        request.input.bytes() + ImageShape{size, output}.bytes() + 4 * (bands - 1) * std::uint64_t(size.width) * error;
    pass.operations = 34 * request.input.samples();
    plan.passes = {FillPass{ticketAndMarkers, 0}, std::move(pass)};
    return plan;
}

Variant plainWalkVariant(MakePlan plan) {
    const auto takes = [](const PlanRequest& request) {
        return !paletteOf(request.parameters) && request.input.size.area() <= 4'000'000;
    };
    Variant variant = plainVariant(
        "One work-item visits all pixels in order, channel by channel.", std::move(plan), exactly(),
        {"it takes no palette and at most 4 million pixels, because one work-item visits all pixels of a channel",
         takes});
    variant.workgroups = singleItemWorkgroups(variant.id);
    variant.communication = Communication::InPlace; // it loads the errors that it stored
    return variant;
}

} // namespace lightbench::filters
