// The fields of everything that goes over the wire, each type once for both directions.
#include "app/worker/wire_values.h"

#include <algorithm>

#include "app/worker/wire.h"
#include "core/filters/detection/detector.h"

namespace lightbench {

// A type with all of its fields, each once and in their order, for both directions: one that is not named here does not
// compile. The functions are found by the reader and the writer through their arguments, which is why they are in no
// namespace without a name.
#define LIGHTBENCH_FIELDS(Type, ...)                                                                                   \
    template <class A> static void transfer(A& a, Is<Type> auto& value) {                                              \
        auto& [__VA_ARGS__] = value;                                                                                   \
        a(__VA_ARGS__);                                                                                                \
    }

LIGHTBENCH_FIELDS(Size, width, height)
LIGHTBENCH_FIELDS(Point, x, y)
LIGHTBENCH_FIELDS(Format, type, channels)
LIGHTBENCH_FIELDS(ImageShape, size, format, layout)
LIGHTBENCH_FIELDS(Workgroup, x, y)
LIGHTBENCH_FIELDS(Matrix, k, weights, source)
LIGHTBENCH_FIELDS(Rectangle, x, y, width, height)
LIGHTBENCH_FIELDS(PatchDetector, kind, window, trees, testsPerTree, tests, leaves)
LIGHTBENCH_FIELDS(RunOptions, verify, repeat, warmUp, reuse, stageImages, prompt, histograms)
LIGHTBENCH_FIELDS(DeviceInfo, index, name, platform, vendor, driver, version, languageVersion, type, computeUnits,
                  clockMHz, maxWorkgroup, maxWorkItems, localMemory, privateMemory, globalMemory, maxAllocation,
                  globalCache, preferredMultiple, computeCapability, embedded, extensions)
LIGHTBENCH_FIELDS(DeviceList, devices, warnings)
LIGHTBENCH_FIELDS(RunProgress, stackIndex, activity, fraction, checking)
LIGHTBENCH_FIELDS(KernelReport, name, global, local, queuedUs, submitUs, runUs, startUs, bytes, operations, gbPerS,
                  samplesUs, onHost)
LIGHTBENCH_FIELDS(RunParts, wallMs, uploadMs, kernelsMs, downloadMs)
LIGHTBENCH_FIELDS(ChannelDifference, maxAbs, meanAbs, rmse, psnrDb, mismatched, samples, nans)
LIGHTBENCH_FIELDS(Difference, verdict, maxAbs, meanAbs, rmse, psnrDb, mismatched, samples, nans, firstMismatch,
                  channels)
LIGHTBENCH_FIELDS(Tolerance, steps, share, share16, range, relative)
LIGHTBENCH_FIELDS(Histogram, channels, bins)
LIGHTBENCH_FIELDS(Summary, least, lowerQuartile, median, upperQuartile, most)
LIGHTBENCH_FIELDS(Ceiling, best, least, form)
LIGHTBENCH_FIELDS(Ceilings, readGbPerS, copyGbPerS, gigaOperationsPerS, bytes, rounds)
LIGHTBENCH_FIELDS(Measurement, stages, buildOptions, stageSpanUs, spanUs, sumUs, wallUs, repeats, warmUps, buffers,
                  buildMs, buildLog, warnings)
LIGHTBENCH_FIELDS(MeasureOptions, repeat, buffers, check, capMs, buildOptions)
LIGHTBENCH_FIELDS(ImagePlace, shape, place)

template <class A> static void transfer(A& a, Is<DetectorFile> auto& f) {
    auto& [source, pointer] = f;
    std::optional<PatchDetector> detector;
    if constexpr (!A::reads) {
        if (pointer) detector = *pointer;
    }
    a(source, detector);
    if constexpr (A::reads) {
        if (detector) pointer = std::make_shared<const PatchDetector>(std::move(*detector));
    }
}

/// Both sides know which parameters a filter has.
template <class A> static void transferParameters(A& a, const std::string& filterId, auto& values) {
    const Filter* filter = findFilter(filterId);
    if (!filter) throw ChannelGarbled("a stage of an unknown filter");
    for (const Parameter& parameter : filter->parameters) {
        ParameterValue value;
        if constexpr (!A::reads) value = values.get(parameter.name);
        a(value);
        if constexpr (A::reads) values.set(parameter.name, std::move(value));
    }
}

template <class A> static void transfer(A& a, Is<Stage> auto& s) {
    auto& [filter, parameters, variant, workgroup, enabled] = s;
    a(filter, variant, workgroup, enabled);
    transferParameters(a, filter, parameters);
}

/// Images follow by themselves, see forEachImage.
template <class A> static void transfer(A& a, Is<StageReport> auto& s) {
    auto& [stackIndex, filter, variant, workgroup, variantWasAuto, workgroupWasAuto, standsInFor, parameters, output,
           localBytes, kernels, gpuMs, gpuSpreadMs, reused, referenceMs, referenceSpreadMs, referenceSamplesMs,
           referenceThreads, difference, tolerance, outputImage, referenceImage, analysis] = s;
    a(stackIndex, filter, variant, workgroup, variantWasAuto, workgroupWasAuto, standsInFor);
    transferParameters(a, filter, parameters);
    a(output, localBytes, kernels, gpuMs, gpuSpreadMs, reused, referenceMs, referenceSpreadMs, referenceSamplesMs,
      referenceThreads, difference, tolerance, analysis);
}

/// Without what the other side knows (input and stack, ownProcess), and what follows by itself (images, histograms).
template <class A> static void transfer(A& a, Is<Report> auto& r) {
    auto& [device, input, output, stack, stages, buildMs, uploadMs, downloadMs, queueMs, wallMs, wallSpreadMs, runs,
           repeats, warmedUp, checked, endToEnd, endToEndReference, inputHistogram, outputHistogram, ownProcess,
           deviceBytes, warnings] = r;
    a(device, stages, buildMs, uploadMs, downloadMs, queueMs, wallMs, wallSpreadMs, runs, repeats, warmedUp, checked,
      endToEnd, deviceBytes, warnings);
}

namespace {
std::vector<std::byte> encodeAll(const auto&... values) {
    WireWriter writer;
    writer(values...);
    return std::move(writer.bytes);
}

template <class T> T decodeOne(std::vector<std::byte> bytes) {
    T value{};
    WireReader reader(std::move(bytes));
    reader(value);
    reader.finish();
    return value;
}

/// Every image that a report points at, or of those the caller's choice, in one order for both sides.
void forEachImage(auto& report, bool stageImages, auto&& visit) {
    visit(report.output);
    visit(report.endToEndReference);
    if (!stageImages) return;
    for (auto& stage : report.stages) {
        visit(stage.outputImage);
        visit(stage.referenceImage);
    }
}

constexpr std::int32_t noImage = -1, inputImage = -2;

std::optional<Histogram> valueOf(const std::shared_ptr<const Histogram>& histogram) {
    return histogram ? std::optional(*histogram) : std::nullopt;
}

std::shared_ptr<const Histogram> pointerTo(std::optional<Histogram> histogram) {
    return histogram ? std::make_shared<const Histogram>(std::move(*histogram)) : nullptr;
}
} // namespace

std::string wireVersion() { return "lightbench-worker 1, " LIGHTBENCH_VERSION; }

std::vector<std::byte> encode(const std::string& text) { return encodeAll(text); }
std::vector<std::byte> encode(const DeviceList& list) { return encodeAll(list); }
std::vector<std::byte> encode(const RunProgress& progress) { return encodeAll(progress); }

std::vector<std::byte> encode(const Error& error) {
    return encodeAll(error.kind(), std::string(error.what()), error.details(), error.stage, error.field);
}

std::vector<std::byte> encode(const RunRequest& request, ImagePlace image) {
    return encodeAll(image, request.stack, request.device, request.options);
}
std::vector<std::byte> encode(const MeasureRequest& request, ImagePlace image) {
    return encodeAll(image, request.stack, request.device, request.options);
}
std::vector<std::byte> encode(int device) { return encodeAll(device); }
std::vector<std::byte> encode(const Measurement& result) { return encodeAll(result); }
std::vector<std::byte> encode(const Ceilings& ceilings) { return encodeAll(ceilings); }

std::string decodeText(std::vector<std::byte> bytes) { return decodeOne<std::string>(std::move(bytes)); }
DeviceList decodeDevices(std::vector<std::byte> bytes) { return decodeOne<DeviceList>(std::move(bytes)); }
RunProgress decodeProgress(std::vector<std::byte> bytes) { return decodeOne<RunProgress>(std::move(bytes)); }
int decodeNumber(std::vector<std::byte> bytes) { return decodeOne<int>(std::move(bytes)); }
Measurement decodeResult(std::vector<std::byte> bytes) { return decodeOne<Measurement>(std::move(bytes)); }
Ceilings decodeCeilings(std::vector<std::byte> bytes) { return decodeOne<Ceilings>(std::move(bytes)); }

Error decodeError(std::vector<std::byte> bytes) {
    ErrorKind kind{};
    std::string message, details, field;
    int stage = -1;
    WireReader reader(std::move(bytes));
    reader(kind, message, details, stage, field);
    reader.finish();
    Error error(kind, message, details);
    error.stage = stage;
    error.field = field;
    return error;
}

template <class Request> Incoming<Request> decodeRequest(std::vector<std::byte> bytes) {
    Incoming<Request> incoming;
    WireReader reader(std::move(bytes));
    reader(incoming.image, incoming.request.stack, incoming.request.device, incoming.request.options);
    reader.finish();
    return incoming;
}
template Incoming<RunRequest> decodeRequest(std::vector<std::byte>);
template Incoming<MeasureRequest> decodeRequest(std::vector<std::byte>);

void sendReport(Channel& channel, const Report& report, const RunOptions& options) {
    std::vector<ImagePtr> images;
    std::vector<ImageShape> shapes;
    std::vector<std::int32_t> places;
    forEachImage(report, options.stageImages, [&](const ImagePtr& image) {
        const auto known = std::ranges::find(images, image);
        if (!image || image == report.input) {
            places.push_back(image ? inputImage : noImage);
            return;
        }
        places.push_back(std::int32_t(known - images.begin()));
        if (known != images.end()) return;
        images.push_back(image);
        shapes.push_back(image->shape());
    });
    channel.send(Message::Report,
                 encodeAll(report, valueOf(report.inputHistogram), valueOf(report.outputHistogram), shapes, places));
    for (const ImagePtr& image : images)
        channel.send(Message::Image, image->bytes());
}

std::shared_ptr<Report> receiveReport(Channel& channel, const Channel::Head& head, const RunRequest& request) {
    auto report = std::make_shared<Report>();
    std::optional<Histogram> input, output;
    std::vector<ImageShape> shapes;
    std::vector<std::int32_t> places;
    WireReader reader(channel.receiveBody(head));
    reader(*report, input, output, shapes, places);
    reader.finish();
    std::vector<ImagePtr> images;
    for (const ImageShape& shape : shapes) {
        Image image(shape);
        channel.receive(Message::Image, image.bytes());
        images.push_back(std::make_shared<const Image>(std::move(image)));
    }
    report->input = request.image;
    report->stack = request.stack;
    report->inputHistogram = pointerTo(std::move(input));
    report->outputHistogram = pointerTo(std::move(output));
    std::size_t next = 0;
    forEachImage(*report, request.options.stageImages, [&](ImagePtr& image) {
        const std::int32_t place = places.at(next++);
        if (place != noImage) image = place == inputImage ? request.image : images.at(std::size_t(place));
    });
    return report;
}

} // namespace lightbench
