// On CPUs a small part of a large image is run first. If the whole would take too long, the point is skipped.
#include "core/experiment/point_measurer.h"

#include <algorithm>
#include <chrono>

#include "core/base/current_time.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/stack_files.h"
#include "core/device/device_traits.h"
#include "core/framework/plan.h"
#include "core/roofline/peak_rates_file.h"

namespace lightbench {

namespace {
/// A trial run uses 1/8 of each side.
constexpr int tryPart = 8;
/// In a race, the first measurement of a point has only this many runs: it builds, checks and warms up.
constexpr int firstRuns = 3;
/// Smaller images are measured without a trial run.
constexpr std::size_t alwaysPixels = 500'000;

bool usesHost(const Stack& stack) {
    return std::ranges::any_of(stack, [](const Stage& stage) { return stage.enabled && stage.variant == "cpu"; });
}
} // namespace

double secondsOfSteadyClock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

PointMeasurer::PointMeasurer(const ExperimentSettings& settings, Engine& engine)
    : settings_(settings), engine_(engine), host_(hostName()), images_(settings.input) {}

const DeviceInfo& PointMeasurer::device(int number) const {
    const DeviceList& list = engine_.devices();
    if (number >= 0 && std::size_t(number) < list.devices.size()) return list.devices[std::size_t(number)];
    throw Error(ErrorKind::Device, "there is no OpenCL device " + std::to_string(number) + " to measure");
}

const PeakRates& PointMeasurer::peakRates(int device) {
    const auto known = peakRates_.find(device);
    if (known != peakRates_.end()) return known->second;
    const auto warn = [this](const std::string& line) {
        if (settings_.warn) settings_.warn(line);
    };
    PeakRates found;
    try {
        if (settings_.peakRates)
            found = peakRatesOf(engine_, this->device(device), PeakRatesFile(settings_.peakRatesFile), false,
                                settings_.stop, warn)
                        .peakRates;
    } catch (const Error& error) { // times are right without shares of the peak rates
        if (error.kind() != ErrorKind::Device) throw;
        warn(error.what());
    }
    return peakRates_.emplace(device, found).first->second;
}

MeasureOptions PointMeasurer::optionsFor(const ExperimentPoint& point) const {
    MeasureOptions options = settings_.measure;
    options.check = options.check && point.check;
    if (settings_.race) options.repeat = std::min(options.repeat, firstRuns);
    options.keepsVariants = settings_.race.has_value();
    options.buildOptions += (point.buildOptions.empty() ? "" : " ") + point.buildOptions;
    return options;
}

bool PointMeasurer::checksElsewhere(const ExperimentPoint& point) const {
    return settings_.measure.check && point.check && settings_.checkSize.area() > 0 &&
           settings_.checkSize.area() < point.size.area();
}

Provenance PointMeasurer::provenanceOf(const ExperimentPoint& point) {
    const MeasureOptions options = optionsFor(point);
    const DeviceInfo& info = device(point.device);
    return {.program = settings_.program,
            .commit = settings_.commit,
            .host = host_,
            .driver = info.driver,
            .deviceIndex = point.device,
            .kernels = kernelsHash(point.stack, point.filters, {point.size, point.format}, info, engine_.kernels()),
            .buildOptions = options.buildOptions,
            .imageHash = images_.hashOf(point),
            .checkedOn = !options.check           ? "no"
                         : checksElsewhere(point) ? sizeText(settings_.checkSize)
                                                  : "yes",
            .requestedBuffers = options.buffers,
            .requestedRepeats = settings_.measure.repeat,
            .capSeconds = options.capMs / 1000,
            .files = stackFilesHash(point.stack, point.filters)};
}

PointRow PointMeasurer::unmeasuredRowOf(const ExperimentPoint& point) {
    PointRow row = unmeasuredRow(point, device(point.device));
    row.provenance = provenanceOf(point);
    return row;
}

/// Measures the point's stack on the point's image, or fitted to another one.
Measurement PointMeasurer::measureOn(const ImagePtr& image, const ExperimentPoint& point,
                                     const MeasureOptions& options) {
    const Stack stack = fitted(point.stack, point.filters, {point.size, point.format}, image->shape());
    return engine_.measure({{image, stack, point.device, point.filters}, options}, {settings_.stop, {}});
}

Measurement PointMeasurer::measure(const ExperimentPoint& point) {
    MeasureOptions options = optionsFor(point);
    const bool elsewhere = checksElsewhere(point);
    if (elsewhere) options.check = false;
    Measurement result = measureOn(images_.of(point), point, options);
    return elsewhere ? checkedElsewhere(std::move(result), point) : result;
}

Measurement PointMeasurer::checkedElsewhere(Measurement result, const ExperimentPoint& point) {
    ExperimentPoint smaller = point;
    smaller.size = settings_.checkSize;
    MeasureOptions options = optionsFor(point);
    options.repeat = 1;
    const Measurement checked = measureOn(images_.of(smaller), point, options);
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        copyFields(checked.stages[i], result.stages[i], CheckResult);
        result.stages[i].tolerance = checked.stages[i].tolerance;
    }
    return result;
}

/// Estimates the time from a run on a part of the image. Returns why the point is skipped, or nothing.
std::string PointMeasurer::whyTooSlow(const ExperimentPoint& point) {
    const bool onHost = isCpuDevice(device(point.device)) || usesHost(point.stack);
    const ImagePtr image = images_.of(point);
    if (settings_.maxRunMs <= 0 || !onHost || point.size.area() < alwaysPixels) return {};
    const Size part{std::max(1, point.size.width / tryPart), std::max(1, point.size.height / tryPart)};
    MeasureOptions options = optionsFor(point);
    options.repeat = 2;
    options.buffers = 2;
    options.check = false;
    options.capMs = settings_.maxRunMs;
    Measurement tried;
    try {
        tried = measureOn(fitted(image, part), point, options);
    } catch (const Error& error) {
        // A parameter may need the whole image, such as a rectangle in it; then there is no estimate.
        if (error.kind() == ErrorKind::Usage) return {};
        throw;
    }
    const double ms = tried.wallUs.minimum / 1000 * double(point.size.area()) / double(part.area());
    if (ms <= settings_.maxRunMs) return {};
    return "skipped: a run on " + sizeText(part) + " shows that the whole image would take " + threeDigits(ms / 1000) +
           " s; --cap is " + threeDigits(settings_.maxRunMs / 1000) + " s";
}

/// Why a variant that the point asks for does not exist for it; empty if all exist. Other errors of its stack are for
/// the measurement to report.
std::string PointMeasurer::whyNotApplicable(const ExperimentPoint& point) const {
    ImageShape shape{point.size, point.format};
    try {
        for (const Stage& stage : point.stack) {
            if (!stage.enabled) continue;
            const PlanRequest request{shape, stage.parameters, device(point.device), {}};
            const ImageShape next = outputShape(stage, shape, point.filters);
            const bool isAuto = stage.variant == "auto";
            const std::string reason =
                isAuto ? ""
                       : lightbench::whyNotApplicable(variantById(point.filters.byId(stage.filter), stage.variant),
                                                      request);
            if (!reason.empty()) return "does not apply: " + reason;
            shape = next;
        }
    } catch (const Error&) {
        return {};
    }
    return {};
}

Measurement PointMeasurer::takeTiming(const ExperimentPoint& point, int runs) {
    MeasureOptions options = optionsFor(point);
    options.repeat = 1;
    options.runsPerRepeat = runs;
    options.check = false;
    options.again = true;
    return measureOn(images_.of(point), point, options);
}

void PointMeasurer::fill(PointRow& row, const ExperimentPoint& point, const Measurement& result) {
    const PeakRates& atMost = peakRates(point.device);
    if (checksElsewhere(point)) row.checkedSize = sizeText(settings_.checkSize);
    row.provenance.time = timeText();
    addResult(row, point, result, atMost);
}

PointRow PointMeasurer::measuredRow(const ExperimentPoint& point, const PointRow& empty) {
    PointRow row = empty;
    row.reason = whyNotApplicable(point);
    if (!row.reason.empty()) {
        row.status = PointStatus::DoesNotApply;
        return row;
    }
    try {
        row.reason = whyTooSlow(point);
        if (!row.reason.empty()) return row;
        const Measurement result = measure(point);
        if (!settings_.race && !isUsableTime(result.spanUs.median)) throw Error(ErrorKind::Device, noEventTimes);
        fill(row, point, result);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        row = empty;
        row.reason = error.what();
    }
    return row;
}

} // namespace lightbench
