// Adds derived values to the structs' fields, and writes null for what was not measured.
#include "core/run/report_json.h"

#include <variant>

#include "core/base/text.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
Json known(bool isKnown, Json value) { return isKnown ? std::move(value) : Json(); }

Json imageJson(const std::string& path, const ImageShape& shape) {
    Json object = pathJson(path);
    object["width"] = shape.size.width;
    object["height"] = shape.size.height;
    object["format"] = shape.formatName();
    return object;
}

void addHistogram(Json& object, const std::string& name, const std::shared_ptr<const Histogram>& histogram) {
    object[name] = histogram ? jsonOf(histogram->bins) : Json(Json::Array());
    if (histogram) object[name + "_channels"] = jsonOf(histogram->channels);
    if (histogram && !histogram->outside.empty()) object[name + "_outside"] = jsonOf(histogram->outside);
}

Json wallSamples(const Report& report) {
    Json samples = Json::Array();
    for (const RepeatParts& run : report.runs)
        samples.append(run.wallMs);
    return samples;
}

/// Writes null for the largest difference if one is infinite, since JSON has no infinity.
void leaveOutInfinite(Json& object, std::uint64_t infinities) {
    if (infinities > 0) object["max_abs"] = Json();
}

Json channelJson(const ChannelDifference& channel, const std::string& name) {
    Json object = fieldsJson(channel);
    leaveOutInfinite(object, channel.infinities);
    object["name"] = name;
    return object;
}

std::string hexOf(const std::string& bytes) {
    std::string digits;
    for (const char c : bytes)
        digits += hexDigits(static_cast<unsigned char>(c), 2);
    return digits;
}
} // namespace

Json toJson(Verdict verdict) { return verdictName(verdict); }
Json toJson(DeviceType type) { return deviceTypeName(type); }
Json toJson(const Point& point) { return Json::Array{point.x, point.y}; }
Json toJson(const Workgroup& workgroup) { return Json::Array{workgroup.x, workgroup.y}; }
Json toJson(const Tolerance& tolerance) { return tolerance.text(); }
Json toJson(const DeviceInfo& device) { return fieldsJson(device, Brief); }

Json toJson(const ParameterValues& values) {
    const auto plain = [](const auto& value) -> Json {
        if constexpr (requires { Json(value); })
            return value;
        else
            return valueText(value);
    };
    Json object = Json::Object();
    for (const auto& [name, value] : values.all())
        object[name] = std::visit(plain, value);
    return object;
}

Json toJson(const KernelReport& kernel) {
    Json object = fieldsJson(kernel);
    object["spread_us"] = kernel.spreadUs();
    return object;
}

Json toJson(const RepeatParts& parts) {
    Json object = fieldsJson(parts);
    object["other_ms"] = parts.otherMs();
    return object;
}

Json toJson(DeviceWork work) { return workName(work); }
Json toJson(HostWork work) { return workName(work); }
Json toJson(ClockCorrelation correlation) { return correlationName(correlation); }

Json toJson(const Timeline& timeline) {
    Json object = fieldsJson(timeline);
    object["parts"] = fieldsJson(timeline.parts());
    return object;
}

Json toJson(const StageReport& stage) {
    const bool checked = isChecked(stage.difference.verdict);
    Json object = fieldsJson(stage);
    object["width"] = stage.output.size.width;
    object["height"] = stage.output.size.height;
    object["format"] = stage.output.formatName();
    object["samples_us"] = jsonOf(stage.timingsUs());
    object["reference_ms"] = known(checked, stage.referenceMs);
    object["reference_spread_ms"] = known(!stage.referenceTimingsMs.empty(), stage.referenceSpreadMs);
    object["reference_threads"] = known(checked, stage.referenceThreads);
    object["speedup"] = known(checked && stage.speedup() > 0, stage.speedup());
    if (stage.analysis.empty()) object.erase("analysis");
    if (stage.probes.empty()) object.erase("probes");
    return object;
}

Json toJson(const Difference& difference) {
    Json object = fieldsJson(difference);
    if (!isChecked(difference.verdict))
        forEachField<Difference>([&](auto field) {
            if (field.is(CheckResult)) object[field.name] = Json();
        });
    leaveOutInfinite(object, difference.infinities);
    Json& channels = object["channels"] = Json::Array();
    for (std::size_t c = 0; c < difference.channels.size(); ++c)
        channels.append(channelJson(difference.channels[c], channelName(c, difference.channels.size())));
    object["alpha"] = difference.alpha() ? channelJson(*difference.alpha(), "alpha") : Json();
    return object;
}

Json pathJson(const std::string& path) {
    Json object;
    object["path"] = path.empty() ? Json() : isUtf8(path) ? Json(path) : Json(shownPath(path));
    if (!isUtf8(path)) object["path_hex"] = hexOf(path);
    return object;
}

std::string timesText(const Report& report) {
    if (report.repeats == 1 && !report.warmedUp) return "single cold run (not a benchmark)";
    const std::string runs =
        report.repeats == 1 ? "a single run" : "medians of " + std::to_string(report.repeats) + " repeats";
    return runs + (report.warmedUp ? " after a warm-up" : ", cold");
}

Json reportJson(const Report& report, const std::string& inputPath, const std::string& outputPath) {
    Json object = fieldsJson(report);
    object["stack"] = stackLine(report.stack, report.filters);
    if (report.input) object["input"] = imageJson(inputPath, report.input->shape());
    if (report.output) object["output"] = imageJson(outputPath, report.output->shape());
    object["gpu_ms"] = report.gpuMs();
    object["times_of"] = timesText(report);
    object["wall_samples_ms"] = wallSamples(report);
    object["median_run"] = toJson(report.medianRepeat());
    object["reference_ms"] = known(report.checked, report.referenceMs());
    object["verdict"] = toJson(report.verdict());
    Json& histogram = object["histogram"] = Json::Object();
    addHistogram(histogram, "input", report.inputHistogram);
    addHistogram(histogram, "output", report.outputHistogram);
    return object;
}

} // namespace lightbench
