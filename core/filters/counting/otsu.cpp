// otsu: makes each colour channel black and white with Otsu's threshold from its histogram.
#include <algorithm>
#include <bit>
#include <limits>

#include "core/device/device_traits.h"
#include "core/filters/counting/float_ends.h"
#include "core/filters/counting/histogram_luts.h"
#include "core/filters/point/luma_channels.h"
#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {

/// A count of samples and the sum of their values.
struct Part {
    std::uint64_t count = 0, sum = 0;
};

/// The variance between two parts as a sortable integer: 48 bits of mantissa below the exponent. Host counterpart of
/// kernels/counting/otsu/otsu.clh. `countBits`: bits kept of counts, since products with sums must fit 64
/// bits.
std::uint64_t varianceBetween(const Part& all, const Part& low, int countBits) {
    const int shift = std::max(0, int(std::bit_width(all.count)) - countBits);
    const std::uint64_t a = (all.count >> shift) * (low.sum >> shift), b = (all.sum >> shift) * (low.count >> shift);
    const std::uint64_t difference = a > b ? a - b : b - a, product = low.count * (all.count - low.count);
    if (difference == 0 || product == 0) return 0;
    const int d = std::countl_zero(difference), p = std::countl_zero(product);
    const std::uint64_t mantissa = difference << d >> 32;
    const std::uint64_t quotient = mantissa * mantissa / (product << p >> 32);
    const int q = std::countl_zero(quotient);
    return std::uint64_t(512 + p - 2 * d - q) << 48 | quotient << q >> 16;
}

/// The threshold: the largest value of the lower part.
std::size_t thresholdOf(const ChannelCounts& counts) {
    Part all, low;
    for (std::size_t i = 0; i < counts.size(); ++i)
        all = {all.count + counts[i], all.sum + i * counts[i]};
    const int countBits = counts.size() > 256 ? 24 : 28;
    std::size_t threshold = 0;
    std::uint64_t maximum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        low = {low.count + counts[i], low.sum + i * counts[i]};
        const std::uint64_t variance = varianceBetween(all, low, countBits);
        if (variance > maximum) threshold = i;
        maximum = std::max(maximum, variance);
    }
    return threshold;
}

ChannelTable otsuTable(const ChannelCounts& counts, bool isInverted) {
    const std::size_t threshold = thresholdOf(counts);
    ChannelTable table(counts.size());
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = (i > threshold) != isInverted ? std::uint16_t(table.size() - 1) : 0;
    return table;
}

/// 256 bins between a channel's smallest and largest sample.
struct FloatBins {
    float low, width; ///< start, and width of all bins together
    float edge(int i) const { return low + width * (float(i) * (1.0f / 256.0f)); }
    float centre(int i) const { return low + width * ((float(i) + 0.5f) * (1.0f / 256.0f)); }
    /// The last bin whose lower edge is not above the sample; the first for NaN.
    std::size_t binOf(float sample) const {
        int bin = 0;
        for (int step = 128; step > 0; step /= 2)
            if (edge(bin + step) <= sample) bin += step;
        return std::size_t(bin);
    }
};

float floatThreshold(const Image& input, int channel) {
    const FloatEnds ends = floatEnds(input, channel, 0, 0);
    if (!ends.isRange()) return ends.low;
    const FloatBins bins{ends.low, std::min(ends.high - ends.low, std::numeric_limits<float>::max())};
    ChannelCounts counts(256);
    const float* samples = input.samples<float>() + channel;
    for (std::size_t i = 0; i < input.size().area(); ++i)
        ++counts[bins.binOf(samples[i * std::size_t(input.channels())])];
    return bins.centre(int(thresholdOf(counts)));
}

Image otsuFloatReference(const Image& input, bool isInverted) {
    std::vector<float> thresholds;
    for (int c = 0; c < input.format().colourChannels(); ++c)
        thresholds.push_back(floatThreshold(input, c));
    Image output(input.shape());
    parallelRows(input.height(), [&](int y) {
        fillColours<float>(input, output, y, [&, row = input.row<float>(y)](std::size_t i) {
            return (row[i] > thresholds[i % std::size_t(input.channels())]) != isInverted ? 1.0f : 0.0f;
        });
    });
    return output;
}

Image otsuReference(const Image& input, const ParameterValues& parameters) {
    if (!input.format().isInteger()) return otsuFloatReference(input, parameters.isOn("inverted"));
    return histogramLutReference(input, [isInverted = parameters.isOn("inverted")](const ChannelCounts& counts, auto) {
        return otsuTable(counts, isInverted);
    });
}

/// Local memory of a workgroup, for a table of 256 values.
constexpr std::uint64_t localBytes = 256 * (4 + 8 + 4);

/// A pass with this many workgroups per channel.
KernelPass thresholdsPass(const PlanRequest& request, const Counting& counting) {
    KernelPass pass = countingPass(request, counting, {"otsu/floats", "otsu_thresholds"}, 16);
    pass.local = tableWorkgroup(request);
    pass.global = {std::size_t(counting.rows) * std::size_t(pass.local.x), 1};
    pass.localBytes = localBytes;
    pass.bytes = std::uint64_t(counting.rows) * 256 * 4;
    pass.operations = std::uint64_t(counting.rows) * 256 * 256;
    return pass;
}

/// Adds the pass that makes samples black and white by the thresholds of their channels.
void addComparing(Plan& plan, const PlanRequest& request, BufferRef thresholds) {
    addArguments(plan.add(sampleSegmentsPass(request, "otsu/compare", 2)),
                 {{"thresholds", thresholds}, {"inverted", std::int32_t(request.parameters.isOn("inverted"))}});
}

Plan otsuFloatPlan(const PlanRequest& request) {
    const Counting counting = automaticCounting(request, request.input.format.colourChannels());
    const std::uint64_t rows = std::uint64_t(counting.rows);
    Plan plan;
    const BufferRef ends = addFloatEnds(plan, request, 0, 0);
    const BufferRef histogram = plan.addScratch("histogram", rows * 256 * 4);
    const BufferRef thresholds = plan.addScratch("thresholds", rows * 4);
    plan.passes.emplace_back(FillPass{histogram, 0});
    KernelPass& count = plan.add(countingPass(request, counting, {"otsu/floats", "otsu_count"}, 16));
    count.arguments = {{"src", inputBuffer()},
                       {"ends", ends},
                       {"histogram", histogram},
                       {"pixels", std::int32_t(request.input.size.area())}};
    count.localBytes = rows * 256 * 4;
    count.operations = 24 * request.input.samples();
    plan.add(thresholdsPass(request, counting)).arguments = {
        {"histogram", histogram}, {"ends", ends}, {"thresholds", thresholds}};
    addComparing(plan, request, thresholds);
    return plan;
}

/// For 8 bits on CPUs: compares samples with the thresholds, which is faster in vectors than a look-up table.
Plan comparingPlan(const PlanRequest& request) {
    const Counting counting = automaticCounting(request, request.input.format.colourChannels());
    Plan plan;
    const BufferRef histogram = addChannelCounting(plan, request);
    const BufferRef thresholds = plan.addScratch("thresholds", std::uint64_t(counting.rows));
    KernelPass& find = plan.add(countingPass(request, counting, "otsu/threshold-alone", 16));
    find.global = {std::size_t(counting.rows), 1};
    find.arguments = {{"histogram", histogram}, {"thresholds", thresholds}};
    find.bytes = std::uint64_t(counting.rows) * 256 * 4;
    find.operations = std::uint64_t(counting.rows) * 256 * 32;
    addComparing(plan, request, thresholds);
    return plan;
}

Plan otsuPlan(const PlanRequest& request) {
    const Format format = request.input.format;
    if (!format.isInteger()) return otsuFloatPlan(request);
    if (format.type == SampleType::U8 && isCpuDevice(request.device) && request.workgroup.items() == 1)
        return comparingPlan(request);
    return histogramLutPlan(request, "otsu", localBytes,
                            {{"inverted", std::int32_t(request.parameters.isOn("inverted"))}}, 3 * 8 + 4);
}

} // namespace

Filter otsu() {
    Filter filter;
    filter.id = "otsu";
    filter.label = "Otsu's threshold";
    filter.group = "Threshold and dither";
    filter.synonyms = {"automatic threshold", "binarize", "segmentation", "statistics"};
    filter.summary = "Makes an image black and white, with the threshold that separates its tones best.";
    filter.doc =
        "The threshold t separates the tones of a channel best: samples above t become full scale, the others 0. With "
        "this t, the variance between both parts is largest: n1 n2 (m1 - m2)^2, for n1 samples up to t with mean m1 "
        "and n2 above with mean m2. If several t are equally good, the smallest is used (Otsu 1979, as in OpenCV's "
        "THRESH_OTSU and scikit-image's threshold_otsu). Each colour channel has its own threshold; alpha is copied. A "
        "channel with a single value becomes full scale, unless it is 0. For integers, the variance is computed in "
        "whole numbers, to 31 bits; 16-bit images of more than 2^24 pixels use counts of 24 bits. For floats, as in "
        "threshold_otsu, 256 bins lie between the smallest finite sample l and the largest h. Bin i begins at l + (h - "
        "l) i / 256. t is the centre of the lower part's last bin. NaN counts in the first bin, infinities count in "
        "the end bins. A float channel with a single value is 0.";
    filter.parameters = {switchParameter("inverted", "Inverted", false,
                                         "Inverts the result: 0 above the threshold, full scale elsewhere.")};
    filter.reference = otsuReference;
    filter.variants = {histogramLutVariant(otsuPlan)};
    filter.choices = histogramLutChoices();
    acceptLuma(filter, LumaUse::Replace);
    return filter;
}

} // namespace lightbench::filters
