// colour-map: replaces brightness by colour, with a table such as viridis.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/filters/colour/colour_tables.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/named_choices.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {

struct Map {
    const char *name, *label;
    std::string_view colours; ///< empty: the grays
};
constexpr Map maps[] = {{"viridis", "Viridis", viridisColours},
                        {"magma", "Magma", magmaColours},
                        {"turbo", "Turbo", turboColours},
                        {"gray", "Gray", {}}};

/// Which value of a colour pixel is mapped, as kernels/colour/colour_map.cl expects it.
struct Source {
    const char *name, *label, *expression;
};
constexpr Source sources[] = {
    {"luma", "Luma", "luma(s.x,s.y,s.z)"}, {"red", "Red", "s.x"}, {"green", "Green", "s.y"}, {"blue", "Blue", "s.z"}};

int hexDigit(char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

/// Channel c of entry i of the map, 0..255.
int entryOf(const Map& map, int i, int c) {
    if (map.colours.empty()) return i;
    const std::size_t at = std::size_t(6 * i + 2 * c);
    return 16 * hexDigit(map.colours[at]) + hexDigit(map.colours[at + 1]);
}

/// The map as opaque RGBA in sample units: 8-bit values, times 257 for 16-bit samples, over 255 for floats.
template <class T> std::vector<T> tableOf(const Map& map) {
    std::vector<T> table;
    for (int i = 0; i < 4 * 256; ++i) {
        const int value = i % 4 == 3 ? 255 : entryOf(map, i / 4, i % 4);
        if constexpr (std::is_floating_point_v<T>)
            table.push_back(float(value) / 255.0f);
        else
            table.push_back(T(sizeof(T) == 2 ? value * 257 : value));
    }
    return table;
}

/// The index of the nearest entry. NaN and samples below black give the first, samples above white the last.
template <class T> std::size_t entryAt(T sample) {
    if constexpr (std::is_floating_point_v<T>)
        return std::size_t(std::nearbyint(std::fmin(std::fmax(sample, 0.0f), 1.0f) * 255.0f));
    else
        return sizeof(T) == 2 ? (sample + 128u) / 257u : sample;
}

template <class T> T shown(const T* pixel, const std::string& source) {
    if (source == "luma") return luma(pixel[0], pixel[1], pixel[2]);
    return pixel[source == "red" ? 0 : source == "green" ? 1 : 2];
}

template <class T>
void colourRow(const Image& input, Image& output, int y, const std::vector<T>& table, const std::string& source) {
    const int channels = input.channels();
    for (int x = 0; x < input.width(); ++x) {
        const T* from = input.row<T>(y) + x * channels;
        T* to = output.row<T>(y) + 4 * x;
        std::copy_n(table.begin() + 4 * entryAt<T>(channels == 4 ? shown(from, source) : from[0]), 4, to);
        if (channels == 4) to[3] = from[3];
    }
}

Image colourMapReference(const Image& input, const ParameterValues& parameters) {
    Image output(colourShape(input.shape()));
    withSampleType(input.format().type, [&](auto zero) {
        const auto table = tableOf<decltype(zero)>(rowNamed(maps, parameters.choice("map")));
        parallelRows(input.height(), [&](int y) { colourRow(input, output, y, table, parameters.choice("of")); });
    });
    return output;
}

Plan colourMapSegmentsPlan(const PlanRequest& request) {
    const Format format = request.input.format;
    Plan plan;
    KernelPass& pass =
        plan.add(wideSegmentsPass(request, colourShape(request.input), {"colour-map", "colour_map_segments"}, 8));
    pass.defines.push_back(
        {"OF", format.channels == 4 ? rowNamed(sources, request.parameters.choice("of")).expression : "s"});
    std::vector<std::byte> table;
    withSampleType(format.type, [&](auto zero) {
        table = bytesOf(tableOf<decltype(zero)>(rowNamed(maps, request.parameters.choice("map"))));
    });
    const std::uint64_t bytes = table.size();
    pass.arguments.push_back({"table", plan.addScratch({"table", bytes, std::move(table)})});
    return plan;
}

} // namespace

Filter colour_map() {
    return {
        .id = "colour-map",
        .group = "Colour",
        .summary = "Shows values as colours of a scientific colour map.",
        .synonyms = {"viridis", "magma", "turbo", "false colour", "pseudocolour", "gradient map", "heat map"},
        .doc = "Gives each pixel's value v a colour: entry round(255 v / F) of a table of 256, with F full scale. The "
               "tables viridis and magma are by van der Walt and Smith (2015), as in Matplotlib; turbo is by Mikhailov "
               "(Google, 2019). Entries are multiplied by 257 for 16-bit images, and divided by 255 for float images. "
               "In gray images v is the sample; in colour images it is a channel or grayscale's luma. Gray images "
               "become RGBA; alpha is copied.",
        .parameters = {choiceParameter("map", "Map", choicesOf(maps), "viridis", "The table."),
                       choiceParameter("of", "Of", choicesOf(sources), "luma",
                                       "Which value of a colour image is shown.")},
        .clampsFloats = true,
        .locality = pointLocality,
        .outputShape = colourShape,
        .reference = colourMapReference,
        .variants = {Variant{
            .id = "segments",
            .label = "Segments of pixels",
            .idea = "Each work-item looks up four pixels with one load and one store. On GPUs it looks up as many as "
                    "fit into 16 bytes.",
            .plan = colourMapSegmentsPlan,
        }},
    };
}

} // namespace lightbench::filters
