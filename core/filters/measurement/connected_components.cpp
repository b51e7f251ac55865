// connected-components: labels, measures or colours the connected parts of the foreground.
#include <array>
#include <iterator>

#include "core/device/device_traits.h"
#include "core/filters/measurement/foreground.h"
#include "core/filters/windows/float_strips.h"
#include "core/framework/filter.h"
#include "core/framework/named_choices.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

bool isEight(const ParameterValues& parameters) { return parameters.choice("connectivity") == "8"; }
std::uint32_t minAreaOf(const ParameterValues& parameters) { return std::uint32_t(parameters.integer("min-area")); }

/// What is shown of each part. `figure`: the number it is derived from, a label or an area.
struct Shown {
    const char *name, *label;
    Format format;
    bool isLabelled;
};
constexpr Shown showings[] = {{"label", "Labels", {SampleType::U32, 1}, true},
                              {"area", "Areas", {SampleType::U32, 1}, false},
                              {"colour", "Colours", {SampleType::U8, 4}, true},
                              {"mask", "Mask", {SampleType::U8, 1}, false}};
const Shown& shownOf(const ParameterValues& parameters) { return rowNamed(showings, parameters.choice("show")); }

ImageShape shapeOf(const ImageShape& input, const ParameterValues& parameters) {
    const Format format = shownOf(parameters).format;
    return {input.size, format, format.channels == 4 ? Layout::NoAlpha : Layout::Plain};
}

/// Parts as a union-find forest; the root of a part is its first pixel in raster order.
class Forest {
public:
    explicit Forest(std::size_t size) : parent_(size) {
        for (std::size_t i = 0; i < size; ++i)
            parent_[i] = std::uint32_t(i);
    }
    std::size_t rootOf(std::size_t i) {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void unite(std::size_t a, std::size_t b) {
        a = rootOf(a);
        b = rootOf(b);
        parent_[std::max(a, b)] = std::uint32_t(std::min(a, b));
    }

private:
    std::vector<std::uint32_t> parent_;
};

Forest partsOf(const std::vector<std::uint8_t>& foreground, Size size, bool eight) {
    const int width = size.width;
    Forest forest(foreground.size());
    const auto join = [&](std::size_t i, std::size_t other) {
        if (foreground[other]) forest.unite(i, other);
    };
    for (std::size_t i = 0; i < foreground.size(); ++i) {
        if (!foreground[i]) continue;
        const int x = int(i % std::size_t(width));
        const bool hasAbove = i >= std::size_t(width);
        if (x > 0) join(i, i - 1);
        if (hasAbove) join(i, i - std::size_t(width));
        if (eight && hasAbove && x > 0) join(i, i - std::size_t(width) - 1);
        if (eight && hasAbove && x + 1 < width) join(i, i - std::size_t(width) + 1);
    }
    return forest;
}

/// The colour of a label; host counterpart of kernels/measurement/connected_components/pixels.clh.
std::array<std::uint8_t, 4> colourOf(std::uint32_t label) {
    if (label == 0) return {0, 0, 0, 255};
    std::uint32_t mixed = label * 0x9E3779B1u;
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA6Bu;
    mixed ^= mixed >> 13;
    const auto part = [&](int shift) { return std::uint8_t((mixed >> shift & 255u) * 3 / 4 + 64); };
    return {part(0), part(8), part(16), 255};
}

/// For each pixel the area of its part; 0 for background and parts that are too small.
std::vector<std::uint32_t> areasOf(Forest& forest, const std::vector<std::uint8_t>& foreground, std::uint32_t minimum) {
    std::vector<std::uint32_t> areas(foreground.size());
    for (std::size_t i = 0; i < areas.size(); ++i)
        if (foreground[i]) ++areas[forest.rootOf(i)];
    for (std::size_t i = 0; i < areas.size(); ++i)
        areas[i] = foreground[i] && areas[forest.rootOf(i)] >= minimum ? areas[forest.rootOf(i)] : 0;
    return areas;
}

/// For each pixel with an area the label of its part.
std::vector<std::uint32_t> labelsOf(Forest& forest, const std::vector<std::uint32_t>& areas) {
    std::vector<std::uint32_t> labels(areas.size());
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (areas[i]) labels[i] = forest.rootOf(i) == i ? ++last : labels[forest.rootOf(i)];
    return labels;
}

Image connectedComponentsReference(const Image& input, const ParameterValues& parameters) {
    const Shown& shown = shownOf(parameters);
    const std::vector<std::uint8_t> foreground = foregroundOf(input, parameters);
    Forest forest = partsOf(foreground, input.size(), isEight(parameters));
    std::vector<std::uint32_t> figures = areasOf(forest, foreground, minAreaOf(parameters));
    if (shown.isLabelled) figures = labelsOf(forest, figures);
    Image output(shapeOf(input.shape(), parameters));
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (shown.format.type == SampleType::U32)
            output.samples<std::uint32_t>()[i] = figures[i];
        else if (shown.format.channels == 1)
            output.samples<std::uint8_t>()[i] = figures[i] ? 255 : 0;
        else
            std::ranges::copy(colourOf(figures[i]), output.samples<std::uint8_t>() + 4 * i);
    return output;
}

bool needsAreas(const ParameterValues& parameters) {
    return minAreaOf(parameters) > 1 || std::string_view(shownOf(parameters).name) == "area";
}

/// The defines that the kernels of both variants share.
std::vector<std::pair<std::string, std::string>> partDefines(const ParameterValues& parameters) {
    const std::string_view shown = shownOf(parameters).name;
    const auto flag = [](bool isSet) { return std::string(isSet ? "1" : "0"); };
    return {{"EIGHT", flag(isEight(parameters))},
            {"AREAS", flag(needsAreas(parameters))},
            {"SHOW_AREA", flag(shown == "area")},
            {"SHOW_COLOUR", flag(shown == "colour")},
            {"SHOW_MASK", flag(shown == "mask")}};
}

/// How the image is divided: words of 32 pixels of a row, tiles of words, and chunks.
struct Words {
    static constexpr int tileWords = 8, maxTileRows = 32, chunk = 256;
    int inRow, slots;
    std::size_t count;
    explicit Words(Size size)
        : inRow(divideUp(size.width, 32)), slots(std::min(16, divideUp(size.width, 2))),
          count(std::size_t(inRow) * std::size_t(size.height)) {}
    std::size_t runs() const { return count * std::size_t(slots); }
    std::size_t chunks() const { return divideUp(count, chunk); }
};

/// Adds the passes of one plan, which share its buffers.
class Passes {
public:
    explicit Passes(const PlanRequest& request)
        : request_(request), shown_(shownOf(request.parameters)), words_(request.input.size),
          hasAreas_(needsAreas(request.parameters)) {
        bits_ = {"words", plan_.addScratch("words", words_.count * 4)};
        while (tileBytes() > request.device.localMemory && tileRows_ > 1)
            tileRows_ /= 2;
        parent_ = {"parent", plan_.addScratch("parents", words_.runs() * 4)};
        areas_ = {"areas", plan_.addScratch("areas", hasAreas_ ? words_.runs() * 4 : 4)};
        roots_ = {"roots", plan_.addScratch("roots", words_.count * 2)};
    }
    Plan made() {
        addTiles();
        add("borders", words_.count, 4, {bits_, parent_, height(), rowWords()});
        add("flatten", words_.count, 6, {bits_, parent_, roots_, areas_, count()});
        if (shown_.isLabelled) addNumbers();
        addPaint();
        return std::move(plan_);
    }

private:
    NamedArgument width() const { return {"width", request_.input.size.width}; }
    NamedArgument height() const { return {"height", request_.input.size.height}; }
    NamedArgument rowWords() const { return {"row_words", words_.inRow}; }
    NamedArgument count() const { return {"count", std::int32_t(words_.count)}; }
    NamedArgument minimum() const { return {"min_area", minAreaOf(request_.parameters)}; }
    /// Local memory per word: the word, and a parent and perhaps an area for each of its runs.
    std::uint64_t tileBytes() const {
        return 4 * std::uint64_t(Words::tileWords * tileRows_) * std::uint64_t(1 + words_.slots * (hasAreas_ ? 2 : 1));
    }
    int wordItems() const { return isCpuDevice(request_.device) ? 1 : 32; }

    void addDefines(KernelPass& pass) const {
        const auto add = [&](const char* name, int value) { pass.defines.emplace_back(name, std::to_string(value)); };
        pass.defines = formatDefines(request_.input.format, shown_.format);
        const auto flags = partDefines(request_.parameters);
        pass.defines.insert(pass.defines.end(), flags.begin(), flags.end());
        add("SLOTS", words_.slots);
        add("TILE_WORDS", Words::tileWords);
        add("TILE_ROWS", tileRows_);
        add("WORD_ITEMS", wordItems());
    }

    /// `bytes`: the bytes that one work-item must move.
    KernelPass& add(const char* kernel, std::size_t items, std::uint64_t bytes, std::vector<NamedArgument> arguments) {
        KernelPass pass =
            kernelPass(request_, {"connected-components/union-find", std::string("connected_components_") + kernel});
        addDefines(pass);
        pass.global = {roundUp(items, std::size_t(request_.workgroup.x)), 1};
        pass.arguments = std::move(arguments);
        pass.bytes = items * bytes;
        pass.operations = request_.input.size.area();
        return plan_.add(std::move(pass));
    }

    void addTiles() {
        const Size size = request_.input.size;
        const NamedArgument threshold{"threshold", thresholdOf(request_.parameters, request_.input.format.type)};
        KernelPass& pass =
            add("tiles", words_.count, 8,
                {{"src", inputBuffer()}, bits_, parent_, areas_, threshold, width(), height(), rowWords()});
        pass.global = {std::size_t(divideUp(words_.inRow, Words::tileWords)) * std::size_t(request_.workgroup.x),
                       std::size_t(divideUp(size.height, tileRows_))};
        pass.localBytes = tileBytes();
        pass.bytes += request_.input.bytes();
    }

    /// Numbers the roots by a prefix sum over chunks of words.
    void addNumbers() {
        const NamedArgument counts{"counts", plan_.addScratch("roots of chunks", words_.chunks() * 4)};
        const std::size_t items = std::size_t(request_.workgroup.x);
        const auto addChunks = [&](const char* kernel, std::size_t groups, std::vector<NamedArgument> arguments) {
            KernelPass& pass = add(kernel, groups * items, 0, std::move(arguments));
            pass.localBytes = 2 * Words::chunk * 4;
            pass.bytes = words_.count * 2;
        };
        addChunks("count", words_.chunks(), {roots_, areas_, counts, minimum(), count()});
        addChunks("scan", 1, {counts, {"chunks", std::int32_t(words_.chunks())}});
        addChunks("number", words_.chunks(), {roots_, areas_, counts, parent_, minimum(), count()});
    }

    void addPaint() {
        add("paint", words_.count * std::size_t(wordItems()), 0,
            {bits_, parent_, areas_, {"dst", outputBuffer()}, minimum(), width(), height(), rowWords()})
            .bytes = words_.count * 8 + ImageShape{request_.input.size, shown_.format}.bytes();
    }

    const PlanRequest& request_;
    const Shown& shown_;
    Words words_;
    bool hasAreas_;
    int tileRows_ = Words::maxTileRows;
    Plan plan_;
    NamedArgument bits_, parent_, areas_, roots_;
};

Plan connectedComponentsPlan(const PlanRequest& request) { return Passes(request).made(); }

/// The plan for CPUs: single work-items label runs of pixels within strips of rows, one joins the components of the
/// strips, and they paint (kernels/measurement/connected_components/strips.cl).
class ComponentStrips {
public:
    explicit ComponentStrips(const PlanRequest& request)
        : request_(request), format_(shownOf(request.parameters).format) {}

    Plan made() {
        const Size size = request_.input.size;
        const int words = divideUp(size.width, 64), pitch = divideUp(size.width, 2), rows = stripRows(request_, 8, 1);
        const std::size_t strips = std::size_t(divideUp(size.height, rows));
        const std::uint64_t runs = std::uint64_t(pitch) * std::uint64_t(size.height);
        const NamedArgument width{"width", size.width}, height{"height", size.height}, rowWords{"row_words", words},
            runPitch{"run_pitch", pitch}, perStrip{"strip_rows", rows};
        const NamedArgument bits = scratch("words", std::uint64_t(words) * std::uint64_t(size.height) * 8);
        const NamedArgument parts = scratch("parts", runs * 4), nodes = scratch("nodes", runs * 4);
        const NamedArgument areas = scratch("areas", needsAreas(request_.parameters) ? runs * 4 : 4);
        const NamedArgument bounds = scratch("bounds", strips * 6 * std::uint64_t(pitch) * 4);
        const NamedArgument rowRuns = scratch("row_runs", std::uint64_t(size.height) * 4);
        const NamedArgument counts = scratch("counts", strips * 8);

        const std::uint64_t wordBytes = plan_.scratch[0].bytes, result = ImageShape{size, format_}.bytes();
        add("strips", strips,
            {{"src", inputBuffer()},
             bits,
             parts,
             nodes,
             areas,
             bounds,
             rowRuns,
             counts,
             {"threshold", thresholdOf(request_.parameters, request_.input.format.type)},
             width,
             height,
             rowWords,
             runPitch,
             perStrip})
            .bytes = request_.input.bytes() + wordBytes;
        add("number_parts", 1,
            {parts,
             nodes,
             areas,
             bounds,
             rowRuns,
             counts,
             {"min_area", minAreaOf(request_.parameters)},
             height,
             runPitch,
             perStrip});
        add("paint_runs", strips,
            {bits,
             parts,
             {"figures", nodes.value},
             rowRuns,
             {"dst", outputBuffer()},
             width,
             height,
             rowWords,
             perStrip})
            .bytes = wordBytes + result;
        return std::move(plan_);
    }

private:
    NamedArgument scratch(const char* name, std::uint64_t bytes) { return {name, plan_.addScratch({name, bytes, {}})}; }

    KernelPass& add(const char* kernel, std::size_t items, std::vector<NamedArgument> arguments) {
        KernelPass pass = kernelPass(
            request_, {"connected-components/strips", std::string("connected_components_") + kernel}, format_);
        std::ranges::move(partDefines(request_.parameters), std::back_inserter(pass.defines));
        pass.global = {items, 1};
        pass.arguments = std::move(arguments);
        pass.bytes = 0;
        pass.operations = request_.input.size.area();
        return plan_.add(std::move(pass));
    }

    const PlanRequest& request_;
    Format format_;
    Plan plan_;
};

Plan partStripsPlan(const PlanRequest& request) { return ComponentStrips(request).made(); }

Plan plainPartsPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const std::uint64_t words = 4 * (request.input.size.area() + 1);
    Plan plan;
    KernelPass pass = plainPass(request, "connected_components", shownOf(parameters).format, 9);
    runOneGroup(pass, request.workgroup);
    const auto defines = partDefines(parameters);
    pass.defines.insert(pass.defines.end(), defines.begin(), defines.end());
    const BufferRef areas = plan.addScratch("areas", words);
    addArguments(pass, {{"labels", plan.addScratch("labels", words)},
                        {"areas", areas},
                        {"numbers", plan.addScratch("numbers", words)},
                        {"threshold", thresholdOf(parameters, request.input.format.type)},
                        {"min_area", minAreaOf(parameters)}});
    pass.localBytes = 4;
    plan.passes = {FillPass{areas, 0}, std::move(pass)};
    return plan;
}

/// Labels that walk along a line one pixel at a time pass over the image as often as the line is long.
Variant plainComponents() {
    constexpr std::size_t maximum = 256 * 256;
    Variant variant = plainVariant(
        "In one workgroup, each pixel gets the smallest label of its neighbours, until none changes.", plainPartsPlan);
    variant.workgroups = lineWorkgroups();
    variant.applies = {"it takes at most 65,536 pixels, because labels move slowly from pixel to pixel",
                       [](const PlanRequest& request) { return request.input.size.area() <= maximum; }};
    variant.communication = Communication::AcrossWorkgroups;
    return variant;
}

std::vector<Parameter> parameters() {
    return {
        choiceParameter("connectivity", "Connectivity", {{"8", "8 neighbours"}, {"4", "4 neighbours"}}, "8",
                        "Whether pixels that touch at a corner are connected."),
        foregroundThreshold("A pixel whose brightness exceeds it is foreground."),
        logarithmic(integerParameter("min-area", "Minimum area", "px", 1, 1 << 30, 1, 1,
                                     "Smaller parts count as background and get no number.")),
        choiceParameter("show", "Show", choicesOf(showings), "label",
                        "What the result holds for each pixel. label: the number of its part, 32-bit, 0 for "
                        "background. area: how many pixels its part has, 32-bit, 0 for background. colour: a colour "
                        "made from the label, 8-bit, on black. mask: full scale in parts, 0 elsewhere, 8-bit.")};
}

} // namespace

Filter connected_components() {
    return {
        .id = "connected-components",
        .group = "Analysis",
        .summary = "Finds the parts of the foreground that are connected, and numbers them.",
        .synonyms = {"label", "labelling", "blobs", "regions", "particles", "count objects", "ccl", "measurement"},
        .doc = "Numbers the connected parts of the foreground 1..N, in raster order of their first pixels; the "
               "background is 0. It numbers as SciPy's ndimage.label and scikit-image's measure.label do (Rosenfeld "
               "and Pfaltz 1966). Pixels whose brightness exceeds `threshold` are foreground. The result is exact and "
               "the same on every device.",
        .parameters = parameters(),
        .outputShape = shapeOf,
        .reference = connectedComponentsReference,
        .variants = {Variant{
                         .id = "union-find",
                         .label = "Union-find of runs",
                         .idea = "Each word holds the bits of 32 pixels. Runs of set bits are merged by "
                                 "compare-and-swap, first within tiles in local memory, then across their seams "
                                 "(Komura 2015; Playne and Hawick 2018). A prefix sum over the roots numbers them.",
                         .workgroups = {WorkgroupRule::Line, {{1, 1}, {64, 1}, {128, 1}, {256, 1}}, nullptr},
                         .plan = connectedComponentsPlan,
                         .communication = Communication::AcrossWorkgroups,
                     },
                     Variant{
                         .id = "strips",
                         .label = "Strips, for CPUs",
                         .idea = "Each work-item walks down a strip of rows and unites its runs with those that "
                                 "they touch above (He, Chao and Suzuki 2008). One work-item unites the strips and "
                                 "numbers their parts. Then rows are painted run by run.",
                         .workgroups = stripWorkgroups(),
                         .plan = partStripsPlan,
                         .communication = Communication::InPlace,
                     },
                     plainComponents()},
        .choices = {{{.devices = {DeviceClass::Cpu},
                      .variant = "strips",
                      .measured =
                          "PoCL, 2 cores, 2026-11-23: 3840 x 2160, a scene in black and white: 4.1 ms, union-find 26 "
                          "ms; 3840 x 2160, noise: 50 ms, union-find 102 ms; 640 x 480: 0.13 ms, union-find 1.1 ms"},
                     {.variant = "union-find"},
                     {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{1, 1}},
                     {.variant = "strips", .workgroup = Workgroup{1, 1}},
                     {.workgroup = Workgroup{256, 1}}}},
    };
}

} // namespace lightbench::filters
