// auto-levels: each colour channel stretched to the whole scale, all but a share of its darkest and lightest samples.
#include <cmath>

#include "core/filters/counting/counted_tables.h"

namespace lightbench::filters {

namespace {

/// How many samples are cut off at an end.
std::uint32_t cutOf(const ParameterValues& parameters, const char* end, std::size_t pixels) {
    return std::uint32_t(std::floor(double(pixels) * parameters.real(end) / 100));
}

/// a / b, half to even.
std::uint32_t roundedRatio(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t whole = a / b, rest = 2 * (a - whole * b);
    return whole + (rest > b || (rest == b && whole % 2 == 1) ? 1 : 0);
}

/// The twin of kernels/counting/auto_levels.cl.
ChannelTable tableOf(const ChannelCounts& counts, std::uint32_t darkest, std::uint32_t lightest) {
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

Image reference(const Image& input, const ParameterValues& parameters) {
    return countedTableReference(input, [&](const ChannelCounts& counts, std::size_t pixels) {
        return tableOf(counts, cutOf(parameters, "dark", pixels), cutOf(parameters, "light", pixels));
    });
}

Plan plan(const PlanRequest& request) {
    const std::size_t pixels = request.input.size.area();
    return countedTablePlan(request, "auto_levels_table", 256 * 4 + 2 * 4,
                            {{"darkest", cutOf(request.parameters, "dark", pixels)},
                             {"lightest", cutOf(request.parameters, "light", pixels)}},
                            2 * 4 + 1);
}

Parameter share(const std::string& name, const std::string& label, const std::string& which) {
    return realParameter(name, label, "%", 0, 49, 0.1, 0.5, "How many of the " + which + " samples may be cut off.");
}

} // namespace

Filter auto_levels() {
    Filter filter;
    filter.id = "auto-levels";
    filter.label = "Automatic levels";
    filter.group = "Statistics";
    filter.synonyms = {"autocontrast", "normalize", "stretch", "white balance", "contrast"};
    filter.doc = "round(M (s - l) / (h - l)), cut off at 0 and full scale M, half to even: l is the least value that "
                 "more than the "
                 "share `dark` of a channel's samples do not exceed, h the greatest that more than `light` reach. As "
                 "Pillow's ImageOps.autocontrast, which rounds down. Channels where h is not above l stay. Each colour "
                 "channel on its own; alpha stays.";
    filter.parameters = {share("dark", "Darkest", "darkest"), share("light", "Lightest", "lightest")};
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = reference;
    filter.variants = {countedTableVariant(plan)};
    filter.choices = countedTableChoices();
    return filter;
}

} // namespace lightbench::filters
