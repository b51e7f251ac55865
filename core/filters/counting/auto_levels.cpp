// auto-levels: stretches each colour channel to full scale, ignoring a share of its darkest and lightest samples.
#include <cmath>

#include "core/base/rounding.h"
#include "core/filters/counting/float_ends.h"
#include "core/filters/counting/histogram_luts.h"
#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {

/// How many samples are ignored at one end.
std::uint32_t cutOf(const ParameterValues& parameters, const char* end, std::size_t pixels) {
    return std::uint32_t(std::floor(double(pixels) * parameters.real(end) / 100));
}

/// The table of one channel; host counterpart of kernels/counting/auto_levels/table.cl.
ChannelTable autoLevelsTable(const ChannelCounts& counts, std::uint32_t darkest, std::uint32_t lightest) {
    const std::uint32_t full = std::uint32_t(counts.size()) - 1;
    std::uint32_t low = 0, high = full;
    for (std::uint32_t below = counts[0]; below <= darkest && low < full;)
        below += counts[++low];
    for (std::uint32_t above = counts[full]; above <= lightest && high > 0;)
        above += counts[--high];
    ChannelTable table(counts.size());
    for (std::uint32_t i = 0; i <= full; ++i)
        table[i] = std::uint16_t(high <= low ? i
                                 : i <= low  ? 0
                                 : i >= high ? full
                                             : roundedRatio(full * (i - low), high - low));
    return table;
}

/// Halves all terms, so that the difference of huge numbers does not overflow.
float stretched(float s, const FloatEnds& ends) {
    if (!ends.isRange()) return s;
    if (s >= ends.high) return 1;
    return s > ends.low ? (0.5f * s - 0.5f * ends.low) / (0.5f * ends.high - 0.5f * ends.low) : 0;
}

Image autoLevelsFloatReference(const Image& input, std::uint32_t darkest, std::uint32_t lightest) {
    std::vector<FloatEnds> ends;
    for (int c = 0; c < input.format().colourChannels(); ++c)
        ends.push_back(floatEnds(input, c, darkest, lightest));
    Image output(input.shape());
    parallelRows(input.height(), [&](int y) {
        fillColours<float>(input, output, y, [&, row = input.row<float>(y)](std::size_t i) {
            return stretched(row[i], ends[i % std::size_t(input.channels())]);
        });
    });
    return output;
}

Image autoLevelsReference(const Image& input, const ParameterValues& parameters) {
    const std::size_t all = input.size().area();
    if (!input.format().isInteger())
        return autoLevelsFloatReference(input, cutOf(parameters, "dark", all), cutOf(parameters, "light", all));
    return histogramLutReference(input, [&](const ChannelCounts& counts, std::size_t pixels) {
        return autoLevelsTable(counts, cutOf(parameters, "dark", pixels), cutOf(parameters, "light", pixels));
    });
}

Plan autoLevelsFloatPlan(const PlanRequest& request) {
    const std::size_t pixels = request.input.size.area();
    Plan plan;
    const BufferRef ends = addFloatEnds(plan, request, cutOf(request.parameters, "dark", pixels),
                                        cutOf(request.parameters, "light", pixels));
    KernelPass& pass = plan.add(sampleSegmentsPass(request, "auto_levels/stretch", 5));
    addArguments(pass, {{"ends", ends}});
    return plan;
}

Plan autoLevelsPlan(const PlanRequest& request) {
    const std::size_t pixels = request.input.size.area();
    if (!request.input.format.isInteger()) return autoLevelsFloatPlan(request);
    return histogramLutPlan(request, "auto_levels", 256 * 4 + 2 * 4,
                            {{"darkest", cutOf(request.parameters, "dark", pixels)},
                             {"lightest", cutOf(request.parameters, "light", pixels)}},
                            2 * 4 + 1);
}

Parameter share(const std::string& name, const std::string& label, const std::string& which) {
    return realParameter(name, label, "%", 0, 49, 0.1, 0.5, "Share of the " + which + " samples that may be cut off.");
}

} // namespace

Filter auto_levels() {
    Filter filter;
    filter.id = "auto-levels";
    filter.label = "Automatic levels";
    filter.group = "Tone and contrast";
    filter.synonyms = {"autocontrast", "normalize", "stretch", "white balance", "contrast", "statistics"};
    filter.summary = "Stretches the tones of an image over the whole scale, and clips a small share at both ends.";
    filter.doc = "Stretches each channel: round(M (s - l) / (h - l)), half to even, cut off at 0 and full scale M. At "
                 "most the share `dark` of the channel's N samples lies below l, and at most `light` above h. l is the "
                 "smallest value with more than floor(N dark) samples up to it. h is the largest value with more than "
                 "floor(N light) samples from it on. This is Pillow's ImageOps.autocontrast, except that Pillow rounds "
                 "down. A channel where h is not above l does not change. Each colour channel is filtered by itself; "
                 "alpha is copied. For floats, M is 1 and nothing is rounded. In sorted order, floor(N dark) finite "
                 "samples come before l, and floor(N light) after h. NaN becomes 0.";
    filter.parameters = {share("dark", "Darkest", "darkest"), share("light", "Lightest", "lightest")};
    filter.reference = autoLevelsReference;
    filter.variants = {histogramLutVariant(autoLevelsPlan)};
    // Of floats OpenCL's division may be off in the last places.
    filter.variants.front().tolerance = {.magnitudeFactor = 1e-6, .magnitude = 1};
    filter.choices = histogramLutChoices();
    return filter;
}

} // namespace lightbench::filters
