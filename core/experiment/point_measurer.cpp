// Runs points; expects how long slow ones would take from small images.
#include "core/experiment/point_measurer.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "core/base/text.h"
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
} // namespace

const DeviceInfo& PointMeasurer::device(int number) {
    const DeviceList& list = engine_.devices();
    if (number >= 0 && std::size_t(number) < list.devices.size()) return list.devices[std::size_t(number)];
    throw Error(ErrorKind::Device, "there is no OpenCL device " + std::to_string(number) + " to measure");
}

const Ceilings& PointMeasurer::ceilings(int device) {
    const auto known = ceilings_.find(device);
    if (known != ceilings_.end()) return known->second;
    const Ceilings measured = options_.ceilings ? engine_.ceilings(device, options_.stop) : Ceilings();
    return ceilings_.emplace(device, measured).first->second;
}

ImagePtr PointMeasurer::make(const ExperimentPoint& point) const {
    const auto& kinds = benchImageKinds();
    if (!options_.input || std::ranges::find(kinds, point.image) != kinds.end())
        return std::make_shared<const Image>(benchImage(point.image, {point.size, point.format}));
    if (options_.input->size() == point.size) return options_.input;
    return std::make_shared<const Image>(fitted(*options_.input, point.size));
}

ImagePtr PointMeasurer::image(const ExperimentPoint& point) {
    const std::string key = csvLine(
        {point.image, std::to_string(point.size.width), std::to_string(point.size.height), formatText(point.format)});
    for (const auto& [known, image] : images_)
        if (known == key) return image;
    if (images_.size() > 1) images_.erase(images_.begin());
    images_.emplace_back(key, make(point));
    return images_.back().second;
}

MeasureOptions PointMeasurer::optionsFor(const ExperimentPoint& point) const {
    MeasureOptions options = options_.measure;
    options.check = options.check && point.check;
    options.buildOptions += (point.buildOptions.empty() ? "" : " ") + point.buildOptions;
    return options;
}

Measurement PointMeasurer::measure(const ExperimentPoint& point) {
    MeasureOptions options = optionsFor(point);
    const bool checks = options.check;
    const bool elsewhere = options_.checkSize.area() > 0 && options_.checkSize.area() < point.size.area();
    if (elsewhere) options.check = false;
    Measurement result = engine_.measure({image(point), point.stack, point.device, options}, options_.stop);
    if (!elsewhere || !checks) return result;
    ExperimentPoint smaller = point;
    smaller.size = options_.checkSize;
    options.check = true;
    options.repeat = 1;
    const Measurement checked = engine_.measure({image(smaller), point.stack, point.device, options}, options_.stop);
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        result.stages[i].difference = checked.stages[i].difference;
        result.stages[i].referenceThreads = checked.stages[i].referenceThreads;
        result.stages[i].referenceMs = checked.stages[i].referenceMs;
    }
    return result;
}

/// A run of a part of the image, stretched to the whole; empty if the whole is to be measured.
std::string PointMeasurer::tooSlow(const ExperimentPoint& point) {
    const bool onHost = device(point.device).type == DeviceType::Cpu || usesHost(point.stack);
    if (options_.mostMs <= 0 || !onHost || point.size.area() < alwaysPixels) return {};
    ExperimentPoint part = point;
    part.size = {std::max(1, point.size.width / tryPart), std::max(1, point.size.height / tryPart)};
    const auto small = std::make_shared<const Image>(fitted(*image(point), part.size));
    MeasureOptions options = optionsFor(point);
    options.repeat = 2;
    options.buffers = 2;
    options.check = false;
    options.capMs = options_.mostMs;
    const Measurement tried = engine_.measure({small, point.stack, point.device, options}, options_.stop);
    const double ms = tried.wallUs.least / 1000 * double(point.size.area()) / double(part.size.area());
    if (ms <= options_.mostMs) return {};
    return "left out: by a run on " + std::to_string(part.size.width) + "x" + std::to_string(part.size.height) +
           " one on the whole image would take " + threeDigits(ms / 1000) + " s; --cap is " +
           threeDigits(options_.mostMs / 1000) + " s";
}

void PointMeasurer::fill(PointRow& row, const ExperimentPoint& point) {
    row.reason = tooSlow(point);
    if (!row.reason.empty()) return;
    addResult(row, point, measure(point), ceilings(point.device));
    if (options_.checkSize.area() > 0 && options_.checkSize.area() < point.size.area() && options_.measure.check &&
        point.check)
        row.checkedSize = std::to_string(options_.checkSize.width) + "x" + std::to_string(options_.checkSize.height);
}

PointRow PointMeasurer::run(const ExperimentPoint& point) {
    PointRow row = empty(point);
    try {
        fill(row, point);
        row.repeatsWanted = options_.measure.repeat;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        row = empty(point);
        row.reason = error.what();
    }
    return row;
}

} // namespace lightbench
