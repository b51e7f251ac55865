// The patch detectors random-trees, whose tests compare two pixels of the window, and binary-patterns, whose tests
// compare the sums of two halves of a rectangle. A detector comes from a file, or a host step trains it on the stage's
// own input.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/device/device_traits.h"
#include "core/filters/building_blocks.h"
#include "core/filters/detection/detector_tables.h"
#include "core/filters/detection/detector_text.h"
#include "core/filters/detection/detector_training.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/framework/tuning_parameters.h"

namespace lightbench::filters {

namespace {
constexpr int initialTrees = 10;
int initialTests(DetectorKind kind) { return kind == DetectorKind::RandomTrees ? 8 : 5; }

/// The rectangle if none is given: the middle quarter of each side.
Rectangle centredQuarter(Size size) {
    const int width = std::clamp(size.width / 4, minWindow, largestWindow);
    const int height = std::clamp(size.height / 4, minWindow, largestWindow);
    return {(size.width - width) / 2, (size.height - height) / 2, width, height};
}

Rectangle objectIn(Size size, const ParameterValues& parameters) {
    const Rectangle& given = parameters.rectangle("rectangle");
    return given == Rectangle{} ? centredQuarter(size) : given;
}

TrainingSettings settingsFor(DetectorKind kind, Size size, const ParameterValues& parameters) {
    return {kind, objectIn(size, parameters), parameters.integer("trees"), parameters.integer("tests"),
            parameters.integer("seed")};
}

[[noreturn]] void refuse(const std::string& field, const std::string& message) {
    fail(ErrorKind::Usage, message, field);
}

DetectorPtr detectorFor(DetectorKind kind, const Image& input, const ParameterValues& parameters);

/// Null if no detector file is loaded.
DetectorPtr loadedDetector(const ParameterValues& parameters) {
    return contentOf<PatchDetector>(parameters.resourceFile("detector").resource);
}

/// The resource kind of detectors, which are read from a file or trained.
ResourceKind resourceOf(DetectorKind kind) {
    ResourceKind resource = detectorResource();
    resource.make = [kind](const Image& input, const ParameterValues& parameters) {
        return std::make_shared<const ResourceOf<PatchDetector>>(*detectorFor(kind, input, parameters));
    };
    return resource;
}

std::vector<Parameter> parametersOf(DetectorKind kind) {
    const std::string leaves = kind == DetectorKind::RandomTrees ? "2^tests" : "4^tests";
    return {rectangleParameter(
                "rectangle", "Object",
                "The object that the detector learns to find, in pixels of the stage's input, at least 2 x 2. With "
                "none, it is the rectangle in the middle, a quarter as wide and as high as the image."),
            integerParameter("trees", "Trees", "", 1, maxTrees, 1, initialTrees,
                             "Number of trees. Each has its own tests and leaves; the output is their mean."),
            integerParameter("tests", "Tests", "", 1, maxTests, 1, initialTests(kind),
                             "Tests of each tree, which has " + leaves + " leaves."),
            integerParameter("seed", "Seed", "", 0, 999999, 1, 0,
                             "Seed of the random numbers for tests, negatives and distortions."),
            resourceParameter("detector", "Detector", resourceOf(kind),
                              "The file of a trained detector, which brings its own object, trees, tests and seed. "
                              "`lightbench-cli train` writes such a file, and so does Save in the lab.")};
}

/// A detector file replaces the training parameters, so these must keep their defaults.
void checkFile(DetectorKind kind, const PatchDetector& detector, const ParameterValues& parameters) {
    if (detector.kind != kind)
        failNaming(ErrorKind::Usage, detectorFilterId(kind),
                   "this detector was trained for " + detectorFilterId(detector.kind) + ", not for " +
                       detectorFilterId(kind) + "; use that filter, or train another",
                   "detector");
    for (const Parameter& parameter : parametersOf(kind))
        if (parameter.name != "detector" && !(parameters.get(parameter.name) == parameter.initial))
            refuse(parameter.name, "the detector's file brings its own object, trees, tests and seed: remove " +
                                       parameter.name + "=" + valueText(parameters.get(parameter.name)) +
                                       " or the detector");
}

void check(DetectorKind kind, const ImageShape& input, const ParameterValues& parameters) {
    if (const DetectorPtr detector = loadedDetector(parameters)) return checkFile(kind, *detector, parameters);
    const std::string problem = trainingProblem(objectIn(input.size, parameters), input.size);
    if (problem.empty()) return;
    if (parameters.rectangle("rectangle") == Rectangle{})
        refuse("rectangle", "the image is too small to train on: its centred " + problem);
    refuse("rectangle", problem);
}

DetectorPtr detectorFor(DetectorKind kind, const Image& input, const ParameterValues& parameters) {
    if (const DetectorPtr detector = loadedDetector(parameters)) return detector;
    return trainedDetector(input, settingsFor(kind, input.size(), parameters));
}

ImageShape grayShape(const ImageShape& input, const ParameterValues&) { return {input.size, {SampleType::U8, 1}}; }

DetectorGeometry detectorGeometry(const PlanRequest& request) {
    if (const DetectorPtr file = loadedDetector(request.parameters))
        return {file->window, file->trees, file->testsPerTree};
    const Rectangle object = objectIn(request.input.size, request.parameters);
    return {{object.width, object.height}, request.parameters.integer("trees"), request.parameters.integer("tests")};
}

/// The tables of a detector in device memory.
struct Tables {
    BufferRef tests, leaves;
};

HostPass trainingPass(const PlanRequest& request, DetectorKind kind, const std::optional<int>& stride,
                      const Tables& tables) {
    const TrainingSettings settings = settingsFor(kind, request.input.size, request.parameters);
    const TrainDetector training{
        detectorFilterId(kind), request.input, settings.rectangle, settings.trees, settings.tests,
        settings.seed,          stride};
    return {training, {inputBuffer()}, {tables.tests, tables.leaves}};
}

/// Adds the tables: with contents if a detector file is given, else filled by a training step on the host.
Tables addTables(Plan& plan, const PlanRequest& request, DetectorKind kind, DetectorTestTable table) {
    std::optional<int> stride;
    if (table == DetectorTestTable::Offsets)
        stride = request.input.size.width + (kind == DetectorKind::RandomTrees ? 0 : 1);
    const DetectorGeometry geometry = detectorGeometry(request);
    Scratch tests{"tests", detectorTestBytes(kind, geometry, table), {}};
    Scratch leaves{"leaves", std::size_t(geometry.trees) * leavesPerTree(kind, geometry.testsPerTree), {}};
    const DetectorPtr file = loadedDetector(request.parameters);
    if (file) {
        tests.contents.resize(tests.bytes);
        writeDetectorTests(tests.contents, *file, stride);
        leaves.contents = bytesOf(file->leaves);
    }
    const BufferRef testTable = plan.addScratch(std::move(tests)), leafTable = plan.addScratch(std::move(leaves));
    const Tables tables{testTable, leafTable};
    if (!file) plan.passes.emplace_back(trainingPass(request, kind, stride, tables));
    return tables;
}

/// A pass that writes every pixel of the output. Its first argument is the input, until the plan sets another buffer.
KernelPass detectorPass(const PlanRequest& request, DetectorKind kind, const std::string& form, const Tables& tables) {
    const DetectorGeometry geometry = detectorGeometry(request);
    const Size size = request.input.size;
    KernelPass pass = kernelPass(request, "patch_detector/" + form, Format{SampleType::U8, 1});
    addDefines(pass, {{"COMPARES_RECTANGLES", kind == DetectorKind::BinaryPatterns}, {"TESTS", geometry.testsPerTree}});
    pass.arguments = {{"source", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"tests", tables.tests},
                      {"leaves", tables.leaves},
                      {"width", size.width},
                      {"height", size.height},
                      {"window_width", geometry.window.width},
                      {"window_height", geometry.window.height},
                      {"trees", geometry.trees}};
    const std::uint64_t sample = kind == DetectorKind::RandomTrees ? 1 : 4;
    pass.bytes = size.area() * (sample + 1);
    const std::uint64_t perTest = kind == DetectorKind::RandomTrees ? 4 : 20;
    pass.operations =
        size.area() * std::uint64_t(geometry.trees) * (std::uint64_t(geometry.testsPerTree) * perTest + 2);
    return pass;
}

/// The form of tests in local memory: offsets for pixel pairs; coordinates for rectangles, which need a quarter of the
/// bytes.
DetectorTestTable localTests(DetectorKind kind) {
    return kind == DetectorKind::RandomTrees ? DetectorTestTable::Offsets : DetectorTestTable::Coordinates;
}

/// As detectorPass, with the tests and the leaves of as many trees as fit in local memory.
KernelPass localPass(const PlanRequest& request, DetectorKind kind, const Tables& tables) {
    KernelPass pass = detectorPass(request, kind, "local_tables", tables);
    const DetectorGeometry geometry = detectorGeometry(request);
    const std::uint64_t tests = detectorTestBytes(kind, geometry, localTests(kind));
    const std::uint64_t leaves = leavesPerTree(kind, geometry.testsPerTree);
    // The tests always fit (at most 6 KiB). Leaves may fill local memory as far as a second workgroup still fits.
    const std::uint64_t room = std::min<std::uint64_t>(request.device.localMemory / 2, 24 << 10);
    const std::uint64_t fitting = room > tests ? (room - tests) / leaves : 0;
    const int localTrees = int(std::min<std::uint64_t>(fitting, std::uint64_t(geometry.trees)));
    const LocalArgument localLeaves{std::max<std::uint64_t>(1, leaves * std::uint64_t(localTrees))};
    addArguments(pass,
                 {{"local_tests", LocalArgument{tests}}, {"local_leaves", localLeaves}, {"local_trees", localTrees}});
    // About eight workgroups per compute unit, for any image size.
    const std::size_t columns = pass.global[0] / std::size_t(pass.local.x);
    const std::size_t maximum =
        std::max<std::size_t>(1, std::size_t(std::max(1, request.device.computeUnits)) * 8 / columns);
    const std::size_t rows = pass.global[1] / std::size_t(pass.local.y);
    pass.global[1] = std::min(rows, maximum) * std::size_t(pass.local.y);
    return pass;
}

/// The tuning parameter of variant packed.
struct PackedTuning {
    bool down = false; ///< a work-item's windows lie below each other, otherwise side by side
};
constexpr auto fields(const PackedTuning*) { return FieldList{Field{"down", &PackedTuning::down}}; }

KernelPass packedPass(const PlanRequest& request, DetectorKind kind, const Tables& tables) {
    KernelPass pass = detectorPass(request, kind, "packed", tables);
    const int lanes = vectorLanes(request.device);
    const auto tuning = tuningOf<PackedTuning>(request);
    addDefines(pass, {{"LANES", lanes}});
    addTuning(pass, tuning);
    pass.global = coverBlocks(request.input.size, tuning.down ? Size{1, lanes} : Size{lanes, 1}, request.workgroup);
    return pass;
}

/// The function that makes a variant's last pass.
using LastPass = KernelPass (*)(const PlanRequest& request, DetectorKind kind, const Tables& tables);

/// For each pixel that variant plain compares or adds up, and for its place. Rectangles are drawn at random: two tests
/// cover half a window.
double plainDetectorOperations(DetectorKind kind, const PlanRequest& request) {
    const DetectorGeometry geometry = detectorGeometry(request);
    const double pixels = kind == DetectorKind::RandomTrees ? 2.0 : double(geometry.window.area()) / 2;
    return pixels * geometry.trees * geometry.testsPerTree * (request.input.format.channels == 4 ? 10 : 4);
}

/// Reads windows from the input itself.
KernelPass plainDetectorPass(const PlanRequest& request, DetectorKind kind, const Tables& tables) {
    KernelPass pass = detectorPass(request, kind, "plain", tables);
    pass.arguments.front().name = "src";
    pass.bytes = request.input.bytes() + request.input.size.area();
    pass.operations = request.input.size.area() * std::uint64_t(plainDetectorOperations(kind, request));
    return pass;
}

/// Adds scratch and passes for the buffer that windows are read from. Its rows are as long as the image's for
/// RandomTrees, and one longer for BinaryPatterns.
using AddWindows = BufferRef (*)(Plan& plan, const PlanRequest& request, const KernelPass& last);

MakePlan detectorPlan(DetectorKind kind, DetectorTestTable table, AddWindows addWindows, LastPass lastPass) {
    return [=](const PlanRequest& request) {
        Plan plan;
        const Tables tables = addTables(plan, request, kind, table);
        KernelPass last = lastPass(request, kind, tables);
        last.arguments.front().value = addWindows(plan, request, last);
        plan.passes.emplace_back(std::move(last));
        return plan;
    };
}

ChoiceTable choices(DetectorKind kind) {
    ChoiceTable table{{
        {.variant = "packed",
         .tuning = {{"down", 0}},
         .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048, 16 trees: pixel pairs 44 ms, local-tables 237 "
                     "ms; rectangles 75 ms"},
        {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{16, 1}, .measured = "2026-11-21, figures not recorded"},
        {.workgroup = Workgroup{32, 8}, .measured = "2026-11-21, figures not recorded"},
    }};
    if (kind == DetectorKind::RandomTrees) return table;
    return mergedChoices(
        {{.devices = {DeviceClass::Gpu, DeviceClass::Other},
          .variant = "packed",
          .tuning = {{"down", 1}},
          .measured = "H200, 2026-11-21: a warp that reads four sums of neighbouring windows causes four times "
                      "the traffic in the first cache; single bytes do not"}},
        table);
}
/// The filter without its names, doc and variants.
Filter detectorFilterFrame(DetectorKind kind) {
    return {
        .id = detectorFilterId(kind),
        .group = "Detection",
        .parameters = parametersOf(kind),
        .accepts = {SampleType::U8},
        .outputShape = grayShape,
        .check = [kind](const ImageShape& input, const ParameterValues& parameters) { check(kind, input, parameters); },
        .reference =
            [kind](const Image& input, const ParameterValues& parameters) {
                return detectorResponse(input, *detectorFor(kind, input, parameters));
            },
        .train = [kind](const TrainDetector& training, HostReads reads,
                        HostWrites writes) { trainIntoTables(kind, training, reads, writes); },
        .choices = choices(kind),
    };
}

/// The text on output, trees and training that ends both filters' docs.
std::string detectorDoc() {
    return "The bits of a tree's tests form the number of a leaf, with the first test's bit as the highest. A leaf "
           "holds the share of positives among the training windows that reached it, as 0 to 255. The output has one "
           "channel: pixel (x + w / 2, y + h / 2) is the mean, rounded down, of the leaves that the window at (x, y) "
           "reaches. It is 0 where the window would leave the image. Colour becomes luma first, by grayscale's rule. " +
           trainingDoc();
}

/// Converts the image to gray, into a buffer for an image of the given size. The program is that of the last pass.
KernelPass detectorGrayPass(const PlanRequest& request, const KernelPass& last, Size size, BufferRef buffer) {
    const ImageShape& input = request.input;
    KernelPass pass = kernelPass(request, {last.program, "patch_detector_gray"});
    pass.defines = last.defines;
    pass.global = coverGlobal(size, request.workgroup);
    pass.arguments = {
        {"src", inputBuffer()}, {"dst", buffer}, {"width", input.size.width}, {"height", input.size.height}};
    pass.bytes = input.bytes() + size.area();
    pass.operations = 6 * input.size.area();
    return pass;
}

/// The variants of both filters (kernels/detection/patch_detector/). The ideas of two of them depend on the tests.
std::vector<Variant> detectorVariants(DetectorKind kind, AddWindows addWindows, const std::string& plainIdea,
                                      const std::string& packedIdea) {
    const AddWindows addNone = [](Plan&, const PlanRequest&, const KernelPass&) { return inputBuffer(); };
    Variant plain = plainVariant(
        plainIdea, detectorPlan(kind, DetectorTestTable::Coordinates, addNone, plainDetectorPass), exactly(),
        whileQuick([kind](const PlanRequest& request) { return plainDetectorOperations(kind, request); }));
    return {
        Variant{
            .id = "local-tables",
            .label = "Trees in local memory",
            .idea = "Each workgroup copies tests and leaves into local memory once, for as many trees as fit. Then it "
                    "strides down the image.",
            .workgroups = areaWorkgroups(),
            .plan = detectorPlan(kind, localTests(kind), addWindows, localPass),
        },
        // A work-item evaluates LANES neighbouring windows: below each other if a GPU reads sums, else side by side.
        Variant{
            .id = "packed",
            .label = "Packed tests",
            .idea = packedIdea,
            .plan = detectorPlan(kind, DetectorTestTable::Offsets, addWindows, packedPass),
            .tuning = tuningNames<PackedTuning>(),
        },
        std::move(plain),
    };
}

constexpr DetectorKind treesKind = DetectorKind::RandomTrees;

/// The gray image that windows are read from: the input itself, or its luma in a scratch buffer.
BufferRef addGray(Plan& plan, const PlanRequest& request, const KernelPass& last) {
    if (request.input.format.channels == 1) return inputBuffer();
    const BufferRef buffer = plan.addScratch("gray", request.input.size.area());
    plan.passes.emplace_back(detectorGrayPass(request, last, request.input.size, buffer));
    return buffer;
}

} // namespace

Filter random_trees() {
    Filter filter = detectorFilterFrame(treesKind);
    filter.label = "Random trees";
    filter.summary = "Finds a small object that it was shown once, by comparisons of two pixels.";
    filter.doc = "Finds a patch by trees of pixel comparisons (after Lepetit and Fua 2006; trees that run all of their "
                 "tests are the ferns of Ozuysal et al. 2010). A test compares two pixels of a w x h window: its bit "
                 "is 1 where a > b. Tests are drawn at random: a = below(w h), b = below(w h - 1), and b becomes b + 1 "
                 "where b >= a. Pixel i lies at (i mod w, i / w). " +
                 detectorDoc();
    filter.variants = detectorVariants(
        treesKind, addGray,
        "Each work-item reads the coordinates, both pixels and the leaf of each test from global memory.",
        "Each 128-bit load gets two tests, as offsets. A work-item compares vectors of pixels for 4 windows side by "
        "side, on CPUs for 16.");
    return filter;
}

namespace {

constexpr DetectorKind patternsKind = DetectorKind::BinaryPatterns;

/// The integral image with a row and a column of zeros in front, so that sums at the edge need no special case. Pads
/// the gray image, then runs integral's plan for this device.
BufferRef addSums(Plan& plan, const PlanRequest& request, const KernelPass& last) {
    const Size size = request.input.size;
    const ImageShape padded{{size.width + 1, size.height + 1}, {SampleType::U8, 1}};
    const BufferRef gray = plan.addScratch("gray", padded.bytes());
    const BufferRef sums = plan.addScratch("sums", padded.size.area() * sizeof(std::uint32_t));
    plan.passes.emplace_back(detectorGrayPass(request, last, padded.size, gray));
    appendPlan(plan, planOf(buildingBlock("integral"), padded, request.device), gray, sums);
    return sums;
}

} // namespace

Filter binary_patterns() {
    Filter filter = detectorFilterFrame(patternsKind);
    filter.label = "Binary patterns";
    filter.summary = "Finds a small object that it was shown once, by comparisons of halves of rectangles.";
    filter.doc =
        "Finds a patch by comparing halves of rectangles (2bitBP, Kalal, Matas and Mikolajczyk 2010). A test takes a "
        "rectangle of a w x h window, 2 a wide and 2 b high, and has two bits. The first bit is 1 where the left half "
        "is brighter than the right one. The second is 1 where the top half is brighter than the bottom one. The "
        "halves are summed from the integral image. Tests are drawn at random: a = 1 + below(w / 2), b = 1 + below(h / "
        "2), x = below(w - 2 a + 1), y = below(h - 2 b + 1), quotients rounded down. " +
        detectorDoc();
    filter.variants = detectorVariants(
        patternsKind, addSums,
        "Each work-item adds up both halves of each test's rectangle, pixel by pixel, without an integral image.",
        "One vector load gets the eight offsets of a test. A work-item adds vectors of sums for 4 windows, one below "
        "the other. On CPUs it does so for 16 windows side by side.");
    for (Variant& variant : filter.variants)
        if (!isPlain(variant)) variant.communication = Communication::AcrossWorkgroups; // in the kernels of integral
    return filter;
}

} // namespace lightbench::filters
