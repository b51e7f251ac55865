// Runs points; expects how long slow ones would take from small images.
#include "core/experiment/point_measurer.h"

#include <algorithm>
#include <cstring>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "core/image/bench_image.h"

namespace lightbench {

namespace {
/// A try-out has this part of each side.
constexpr int tryPart = 8;
/// Images below this are measured without a try-out.
constexpr std::size_t alwaysPixels = 500'000;

int mirrored(int i, int n) {
    const int phase = i % (2 * n);
    return phase < n ? phase : 2 * n - 1 - phase;
}

/// The image, cut or mirrored on to another size.
Image fitted(const Image& image, Size size) {
    Image result({size, image.format()});
    const std::size_t pixel = image.format().bytesPerPixel();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            std::memcpy(result.bytes().data() + (std::size_t(y) * std::size_t(size.width) + std::size_t(x)) * pixel,
                        image.bytes().data() + (std::size_t(mirrored(y, image.height())) * std::size_t(image.width()) +
                                                std::size_t(mirrored(x, image.width()))) *
                                                   pixel,
                        pixel);
    return result;
}

bool usesHost(const Stack& stack) {
    return std::ranges::any_of(stack, [](const Stage& stage) { return stage.enabled && stage.variant == "cpu"; });
}

std::string keyOf(const ExperimentPoint& point) {
    return csvLine({point.image, sizeText(point.size), formatText(point.format)});
}
} // namespace

PointMeasurer::PointMeasurer(ExperimentSettings settings, Engine& engine)
    : settings_(std::move(settings)), engine_(engine), host_(hostName()),
      inputHash_(settings_.input ? hashText(contentHash(settings_.input->bytes())) : "") {}

const DeviceInfo& PointMeasurer::device(int number) const {
    const DeviceList& list = engine_.devices();
    if (number >= 0 && std::size_t(number) < list.devices.size()) return list.devices[std::size_t(number)];
    throw Error(ErrorKind::Device, "there is no OpenCL device " + std::to_string(number) + " to measure");
}

const Ceilings& PointMeasurer::ceilings(int device) {
    const auto known = ceilings_.find(device);
    if (known != ceilings_.end()) return known->second;
    const Ceilings measured = settings_.ceilings ? engine_.ceilings(device, settings_.stop) : Ceilings();
    return ceilings_.emplace(device, measured).first->second;
}

/// Whether the point's image is the one that was given, and no kind.
bool PointMeasurer::isGiven(const ExperimentPoint& point) const {
    const auto& kinds = benchImageKinds();
    return settings_.input && std::ranges::find(kinds, point.image) == kinds.end();
}

ImagePtr PointMeasurer::make(const ExperimentPoint& point) const {
    if (!isGiven(point)) return std::make_shared<const Image>(benchImage(point.image, {point.size, point.format}));
    if (settings_.input->size() == point.size) return settings_.input;
    return std::make_shared<const Image>(fitted(*settings_.input, point.size));
}

ImagePtr PointMeasurer::image(const ExperimentPoint& point) {
    const std::string key = keyOf(point);
    for (const auto& [known, image] : images_)
        if (known == key) return image;
    if (images_.size() > 1) images_.erase(images_.begin());
    images_.emplace_back(key, make(point));
    return images_.back().second;
}

MeasureOptions PointMeasurer::optionsFor(const ExperimentPoint& point) const {
    MeasureOptions options = settings_.measure;
    options.check = options.check && point.check;
    options.buildOptions += (point.buildOptions.empty() ? "" : " ") + point.buildOptions;
    return options;
}

bool PointMeasurer::checksElsewhere(const ExperimentPoint& point) const {
    return settings_.measure.check && point.check && settings_.checkSize.area() > 0 &&
           settings_.checkSize.area() < point.size.area();
}

Provenance PointMeasurer::provenanceOf(const ExperimentPoint& point) const {
    const MeasureOptions options = optionsFor(point);
    const DeviceInfo& info = device(point.device);
    return {.program = settings_.program,
            .commit = settings_.commit,
            .host = host_,
            .driver = info.driver,
            .deviceIndex = point.device,
            .kernels = kernelsHash(point.stack, {point.size, point.format}, info),
            .buildOptions = options.buildOptions,
            .imageHash = isGiven(point) ? inputHash_ : "",
            .check = !options.check           ? "no"
                     : checksElsewhere(point) ? sizeText(settings_.checkSize)
                                              : "yes",
            .buffersWanted = options.buffers,
            .repeatsWanted = options.repeat,
            .capSeconds = options.capMs / 1000};
}

PointRow PointMeasurer::asked(const ExperimentPoint& point) const {
    PointRow row = emptyRow(point, device(point.device));
    row.from = provenanceOf(point);
    return row;
}

Measurement PointMeasurer::measure(const ExperimentPoint& point) {
    MeasureOptions options = optionsFor(point);
    options.check = options.check && !checksElsewhere(point);
    Measurement result = engine_.measure({image(point), point.stack, point.device, options}, settings_.stop);
    if (checksElsewhere(point)) checkElsewhere(result, point);
    return result;
}

void PointMeasurer::checkElsewhere(Measurement& result, const ExperimentPoint& point) {
    ExperimentPoint smaller = point;
    smaller.size = settings_.checkSize;
    MeasureOptions options = optionsFor(point);
    options.repeat = 1;
    const Measurement checked = engine_.measure({image(smaller), point.stack, point.device, options}, settings_.stop);
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        result.stages[i].difference = checked.stages[i].difference;
        result.stages[i].referenceThreads = checked.stages[i].referenceThreads;
        result.stages[i].referenceMs = checked.stages[i].referenceMs;
    }
}

/// A run of a part of the image, stretched to the whole; empty if the whole is to be measured.
std::string PointMeasurer::tooSlow(const ExperimentPoint& point) {
    const bool onHost = computesOnHost(device(point.device)) || usesHost(point.stack);
    if (settings_.mostMs <= 0 || !onHost || point.size.area() < alwaysPixels) return {};
    const Size part{std::max(1, point.size.width / tryPart), std::max(1, point.size.height / tryPart)};
    const auto small = std::make_shared<const Image>(fitted(*image(point), part));
    MeasureOptions options = optionsFor(point);
    options.repeat = 2;
    options.buffers = 2;
    options.check = false;
    options.capMs = settings_.mostMs;
    const Measurement tried = engine_.measure({small, point.stack, point.device, options}, settings_.stop);
    const double ms = tried.wallUs.least / 1000 * double(point.size.area()) / double(part.area());
    if (ms <= settings_.mostMs) return {};
    return "left out: by a run on " + sizeText(part) + " one on the whole image would take " + threeDigits(ms / 1000) +
           " s; --cap is " + threeDigits(settings_.mostMs / 1000) + " s";
}

void PointMeasurer::fill(PointRow& row, const ExperimentPoint& point, const Measurement& result) {
    addResult(row, point, result, ceilings(point.device));
    if (checksElsewhere(point)) row.checkedSize = sizeText(settings_.checkSize);
    row.from.time = timeText();
}

PointRow PointMeasurer::measured(const ExperimentPoint& point, const PointRow& asked) {
    PointRow row = asked;
    try {
        row.reason = tooSlow(point);
        if (row.reason.empty()) fill(row, point, measure(point));
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        row = asked;
        row.reason = error.what();
    }
    return row;
}

} // namespace lightbench
