// The fields of everything that goes over the wire, each type once for both directions.
#include "app/worker/wire_values.h"

#include <algorithm>

#include "app/worker/wire.h"
#include "core/detector.h"

namespace lightbench {

// Found by the reader and the writer through their arguments, which is why they are in no namespace without a name.
template <class A> static void transfer(A& a, Is<Size> auto& s) { a(s.width, s.height); }
template <class A> static void transfer(A& a, Is<Point> auto& p) { a(p.x, p.y); }
template <class A> static void transfer(A& a, Is<Format> auto& f) { a(f.type, f.channels); }
template <class A> static void transfer(A& a, Is<ImageShape> auto& s) { a(s.size, s.format); }
template <class A> static void transfer(A& a, Is<Workgroup> auto& w) { a(w.x, w.y); }
template <class A> static void transfer(A& a, Is<Matrix> auto& m) { a(m.k, m.weights, m.source); }
template <class A> static void transfer(A& a, Is<Rectangle> auto& r) { a(r.x, r.y, r.width, r.height); }

template <class A> static void transfer(A& a, Is<PatchDetector> auto& d) {
    a(d.kind, d.window, d.trees, d.testsPerTree, d.tests, d.leaves);
}
template <class A> static void transfer(A& a, Is<DetectorFile> auto& f) {
    std::optional<PatchDetector> detector;
    if constexpr (!A::reads) {
        if (f.detector) detector = *f.detector;
    }
    a(f.source, detector);
    if constexpr (A::reads) {
        if (detector) f.detector = std::make_shared<const PatchDetector>(std::move(*detector));
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
    a(s.filter, s.variant, s.workgroup, s.enabled);
    transferParameters(a, s.filter, s.parameters);
}

template <class A> static void transfer(A& a, Is<RunOptions> auto& o) { a(o.verify, o.repeat, o.warmUp, o.reuse); }

template <class A> static void transfer(A& a, Is<DeviceInfo> auto& d) {
    a(d.index, d.name, d.platform, d.vendor, d.driver, d.version, d.languageVersion, d.type, d.computeUnits, d.clockMHz,
      d.maxWorkgroup, d.maxWorkItems, d.localMemory, d.globalMemory, d.maxAllocation, d.globalCache,
      d.preferredMultiple, d.embedded, d.extensions);
}

template <class A> static void transfer(A& a, Is<DeviceList> auto& l) { a(l.devices, l.warnings); }

template <class A> static void transfer(A& a, Is<RunProgress> auto& p) {
    a(p.stackIndex, p.activity, p.fraction, p.checking);
}

template <class A> static void transfer(A& a, Is<KernelReport> auto& k) {
    a(k.name, k.global, k.local, k.queuedUs, k.submitUs, k.runUs, k.startUs, k.bytes, k.operations, k.gbPerS,
      k.samplesUs, k.onHost);
}

template <class A> static void transfer(A& a, Is<Difference> auto& d) {
    a(d.verdict, d.maxAbs, d.meanAbs, d.rmse, d.psnrDb, d.mismatched, d.samples, d.nans, d.firstMismatch);
}

template <class A> static void transfer(A& a, Is<Tolerance> auto& t) {
    a(t.steps, t.share, t.share16, t.range, t.relative);
}

template <class A> static void transfer(A& a, Is<Histogram> auto& h) { a(h.channels, h.bins); }

template <class A> static void transfer(A& a, Is<StageReport> auto& s) {
    a(s.stackIndex, s.filter, s.variant, s.workgroup, s.variantWasAuto, s.workgroupWasAuto);
    transferParameters(a, s.filter, s.parameters);
    a(s.output, s.localBytes, s.kernels, s.gpuMs, s.gpuSpreadMs, s.reused, s.referenceMs, s.referenceThreads,
      s.difference, s.tolerance, s.analysis);
}

template <class A> static void transfer(A& a, Is<Report> auto& r) {
    a(r.device, r.stages, r.buildMs, r.uploadMs, r.downloadMs, r.queueMs, r.wallMs, r.wallSpreadMs, r.repeats,
      r.checked, r.endToEnd, r.deviceBytes, r.warnings);
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

/// Every image that a report points at, in one order for both sides.
void forEachImage(auto& report, auto&& visit) {
    visit(report.output);
    visit(report.endToEndReference);
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

std::vector<std::byte> encode(const RunRequest& request, bool withImage) {
    return encodeAll(request.image->shape(), withImage, request.stack, request.device, request.options);
}

std::string decodeText(std::vector<std::byte> bytes) { return decodeOne<std::string>(std::move(bytes)); }
DeviceList decodeDevices(std::vector<std::byte> bytes) { return decodeOne<DeviceList>(std::move(bytes)); }
RunProgress decodeProgress(std::vector<std::byte> bytes) { return decodeOne<RunProgress>(std::move(bytes)); }

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

IncomingRequest decodeRequest(std::vector<std::byte> bytes) {
    IncomingRequest incoming;
    WireReader reader(std::move(bytes));
    reader(incoming.image, incoming.withImage, incoming.request.stack, incoming.request.device,
           incoming.request.options);
    reader.finish();
    return incoming;
}

void sendReport(Channel& channel, const Report& report) {
    std::vector<ImagePtr> images;
    std::vector<ImageShape> shapes;
    std::vector<std::int32_t> places;
    forEachImage(report, [&](const ImagePtr& image) {
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
    forEachImage(*report, [&](ImagePtr& image) {
        const std::int32_t place = places.at(next++);
        if (place != noImage) image = place == inputImage ? request.image : images.at(std::size_t(place));
    });
    return report;
}

} // namespace lightbench
