// otsu: a threshold of each colour channel that its own histogram gives.
#include <bit>

#include "core/filters/counting/counted_tables.h"

namespace lightbench::filters {

namespace {

/// A count, and the sum of the values that were counted.
struct Part {
    std::uint64_t count = 0, sum = 0;
};

/// The variance between two parts as a number of the same order: mantissa 48 bits, exponent above them. The twin of
/// kernels/counting/otsu.cl.
/// `countBits`: that counts keep; products with sums must fit 64.
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

ChannelTable tableOf(const ChannelCounts& counts, bool isInverted) {
    Part all, low;
    for (std::size_t i = 0; i < counts.size(); ++i)
        all = {all.count + counts[i], all.sum + i * counts[i]};
    const int countBits = counts.size() > 256 ? 24 : 28;
    std::size_t threshold = 0;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        low = {low.count + counts[i], low.sum + i * counts[i]};
        const std::uint64_t variance = varianceBetween(all, low, countBits);
        if (variance > most) threshold = i;
        most = std::max(most, variance);
    }
    ChannelTable table(counts.size());
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = (i > threshold) != isInverted ? std::uint16_t(table.size() - 1) : 0;
    return table;
}

Image reference(const Image& input, const ParameterValues& parameters) {
    return countedTableReference(input, [isInverted = parameters.isOn("inverted")](const ChannelCounts& counts, auto) {
        return tableOf(counts, isInverted);
    });
}

Plan plan(const PlanRequest& request) {
    constexpr std::uint64_t localBytes = 256 * (4 + 8 + 4);
    return countedTablePlan(request, "otsu_table", localBytes,
                            {{"inverted", std::int32_t(request.parameters.isOn("inverted"))}}, 3 * 8 + 4);
}

} // namespace

Filter otsu() {
    Filter filter;
    filter.id = "otsu";
    filter.label = "Otsu's threshold";
    filter.group = "Statistics";
    filter.synonyms = {"automatic threshold", "binarize", "segmentation"};
    filter.doc =
        "Full scale above the threshold t and 0 up to it, with the t that makes the variance between both parts "
        "largest: n1 n2 (m1 - m2)^2, of n1 samples with mean m1 up to t and n2 with mean m2 above; of several t "
        "the least (Otsu 1979, as OpenCV's THRESH_OTSU and scikit-image's threshold_otsu). Computed in whole numbers, "
        "the variance to 31 bits; of 16-bit images beyond 2^24 pixels from counts of 24 bits. "
        "A channel of one single value is full scale, unless it is 0. Each colour channel has its own "
        "threshold; alpha stays.";
    filter.parameters = {switchParameter("inverted", "Inverted", false, "0 above the threshold, full scale up to it.")};
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = reference;
    filter.variants = {countedTableVariant(plan)};
    filter.choices = countedTableChoices();
    return filter;
}

} // namespace lightbench::filters
