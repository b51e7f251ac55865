// Writes reports as JSON; the names are SPEC's and stay stable. What was not measured is null, never 0.
#include "ui/files/report_json.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

#include "core/base/text.h"
#include "core/run/stack_text.h"
#include "ui/files/file_name.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace {
/// Names of files in a stack may be any bytes; JSON is UTF-8.
QString text(const std::string& s) {
    const QString whole = nameFromBytes(s);
    return isText(whole) ? whole : QString::fromStdString(shownLines(s));
}

QJsonValue known(bool isKnown, double value) {
    return isKnown && std::isfinite(value) ? QJsonValue(value) : QJsonValue();
}

template <class List> QJsonArray numbers(const List& list) {
    QJsonArray array;
    for (const auto& value : list)
        array.append(double(value));
    return array;
}

template <class List> QJsonArray texts(const List& list) {
    QJsonArray array;
    for (const std::string& value : list)
        array.append(text(value));
    return array;
}

QJsonArray pair(int x, int y) { return {x, y}; }

QJsonValue parameterJson(const ParameterValue& value) {
    if (const int* whole = std::get_if<int>(&value)) return *whole;
    if (const double* real = std::get_if<double>(&value)) return *real;
    if (const bool* on = std::get_if<bool>(&value)) return *on;
    return text(valueText(value));
}

QJsonObject parametersJson(const StageReport& stage) {
    QJsonObject object;
    for (const Parameter& parameter : filterById(stage.filter).parameters)
        object[text(parameter.name)] = parameterJson(stage.parameters.get(parameter.name));
    return object;
}

QJsonObject imageJson(const QString& path, const ImageShape& shape) {
    QJsonObject object = pathJson(path);
    object["width"] = shape.size.width;
    object["height"] = shape.size.height;
    object["format"] = text(shape.formatName());
    return object;
}

QJsonObject deviceJson(const DeviceInfo& device) {
    return {{"name", text(device.name)},
            {"platform", text(device.platform)},
            {"vendor", text(device.vendor)},
            {"driver", text(device.driver)},
            {"version", text(device.version)},
            {"type", text(deviceTypeName(device.type))},
            {"index", device.index}};
}

QJsonObject kernelJson(const KernelReport& kernel) {
    return {{"name", text(kernel.name)},      {"global", numbers(kernel.global)},
            {"local", numbers(kernel.local)}, {"queued_us", kernel.queuedUs},
            {"submit_us", kernel.submitUs},   {"run_us", kernel.runUs},
            {"spread_us", kernel.spreadUs()}, {"start_us", kernel.startUs},
            {"bytes", double(kernel.bytes)},  {"ops", double(kernel.operations)},
            {"gb_per_s", kernel.gbPerS},      {"samples_us", numbers(kernel.samplesUs)},
            {"on_host", kernel.onHost}};
}

QJsonArray kernelsJson(const StageReport& stage) {
    QJsonArray kernels;
    for (const KernelReport& kernel : stage.kernels)
        kernels.append(kernelJson(kernel));
    return kernels;
}

/// The kernels' times of each repeat, summed.
QJsonArray stageSamples(const StageReport& stage) {
    std::vector<double> sums;
    for (const KernelReport& kernel : stage.kernels) {
        if (sums.size() < kernel.samplesUs.size()) sums.resize(kernel.samplesUs.size());
        for (std::size_t i = 0; i < kernel.samplesUs.size(); ++i)
            sums[i] += kernel.samplesUs[i];
    }
    return numbers(sums);
}

QJsonObject stageJson(const StageReport& stage) {
    const bool checked = stage.difference.verdict != Verdict::NotChecked;
    QJsonObject object{{"index", stage.stackIndex},
                       {"filter", text(stage.filter)},
                       {"variant", text(stage.variant)},
                       {"variant_auto", stage.variantWasAuto},
                       {"stands_in_for", QString::fromStdString(stage.standsInFor)},
                       {"workgroup", pair(stage.workgroup.x, stage.workgroup.y)},
                       {"workgroup_auto", stage.workgroupWasAuto},
                       {"parameters", parametersJson(stage)},
                       {"width", stage.output.size.width},
                       {"height", stage.output.size.height},
                       {"format", text(stage.output.formatName())},
                       {"local_bytes", double(stage.localBytes)},
                       {"kernels", kernelsJson(stage)}};
    object["gpu_ms"] = stage.gpuMs;
    object["gpu_spread_ms"] = stage.gpuSpreadMs;
    object["samples_us"] = stageSamples(stage);
    object["reused"] = stage.reused;
    object["reference_ms"] = known(checked, stage.referenceMs);
    object["reference_spread_ms"] = known(!stage.referenceSamplesMs.empty(), stage.referenceSpreadMs);
    object["reference_samples_ms"] = numbers(stage.referenceSamplesMs);
    object["reference_threads"] = checked ? QJsonValue(stage.referenceThreads) : QJsonValue();
    object["speedup"] = known(checked && stage.speedup() > 0, stage.speedup());
    object["tolerance"] = text(stage.tolerance.text());
    object["difference"] = differenceJson(stage.difference);
    if (!stage.analysis.empty()) object["analysis"] = numbers(stage.analysis);
    return object;
}

QJsonArray binsJson(const std::shared_ptr<const Histogram>& histogram) {
    QJsonArray channels;
    if (histogram)
        for (const Bins& bins : histogram->bins)
            channels.append(numbers(bins));
    return channels;
}

QJsonObject histogramJson(const Report& report) {
    QJsonObject object{{"input", binsJson(report.inputHistogram)}, {"output", binsJson(report.outputHistogram)}};
    if (report.inputHistogram) object["input_channels"] = texts(report.inputHistogram->channels);
    if (report.outputHistogram) object["output_channels"] = texts(report.outputHistogram->channels);
    return object;
}

QJsonObject partsJson(const RunParts& parts) {
    return {{"wall_ms", parts.wallMs},
            {"upload_ms", parts.uploadMs},
            {"kernels_ms", parts.kernelsMs},
            {"download_ms", parts.downloadMs},
            {"other_ms", parts.otherMs()}};
}

QJsonArray wallSamples(const Report& report) {
    QJsonArray samples;
    for (const RunParts& run : report.runs)
        samples.append(run.wallMs);
    return samples;
}

void addTimes(QJsonObject& object, const Report& report) {
    object["gpu_ms"] = report.gpuMs();
    object["build_ms"] = report.buildMs;
    object["upload_ms"] = report.uploadMs;
    object["queue_ms"] = report.queueMs;
    object["download_ms"] = report.downloadMs;
    object["wall_ms"] = report.wallMs;
    object["wall_spread_ms"] = report.wallSpreadMs;
    object["wall_samples_ms"] = wallSamples(report);
    object["median_run"] = partsJson(report.medianRun());
    object["reference_ms"] = known(report.checked, report.referenceMs());
    object["repeats"] = report.repeats;
    object["warmed_up"] = report.warmedUp;
    object["device_bytes"] = double(report.deviceBytes);
}

QJsonObject channelJson(const ChannelDifference& channel, const std::string& name) {
    return {{"name", text(name)},
            {"max_abs", known(true, channel.maxAbs)},
            {"mean_abs", known(true, channel.meanAbs)},
            {"rmse", known(true, channel.rmse)},
            {"psnr_db", known(true, channel.psnrDb)},
            {"mismatched", double(channel.mismatched)},
            {"samples", double(channel.samples)},
            {"nans", double(channel.nans)}};
}
} // namespace

QJsonObject pathJson(const QString& path) {
    if (path.isEmpty()) return {{"path", QJsonValue()}};
    if (isText(path)) return {{"path", path}};
    const std::string bytes = nameBytes(path);
    return {{"path", shownName(path)}, {"path_hex", QString(QByteArray::fromStdString(bytes).toHex())}};
}

QJsonObject differenceJson(const Difference& difference) {
    const bool checked = difference.verdict != Verdict::NotChecked;
    QJsonObject object{{"max_abs", known(checked, difference.maxAbs)},
                       {"mean_abs", known(checked, difference.meanAbs)},
                       {"rmse", known(checked, difference.rmse)},
                       {"psnr_db", known(checked, difference.psnrDb)}};
    object["mismatched"] = known(checked, double(difference.mismatched));
    object["samples"] = known(checked, double(difference.samples));
    object["nans"] = known(checked, double(difference.nans));
    object["first_mismatch"] = difference.firstMismatch
                                   ? QJsonValue(pair(difference.firstMismatch->x, difference.firstMismatch->y))
                                   : QJsonValue();
    object["verdict"] = text(verdictName(difference.verdict));
    QJsonArray channels;
    for (std::size_t c = 0; c < difference.channels.size(); ++c)
        channels.append(channelJson(difference.channels[c], channelName(c, difference.channels.size())));
    object["channels"] = channels;
    object["alpha"] = difference.alpha() ? QJsonValue(channelJson(*difference.alpha(), "alpha")) : QJsonValue();
    return object;
}

QJsonObject reportJson(const Report& report, const QString& inputPath, const QString& outputPath) {
    QJsonObject object{{"device", deviceJson(report.device)}};
    if (report.input) object["input"] = imageJson(inputPath, report.input->shape());
    if (report.output) object["output"] = imageJson(outputPath, report.output->shape());
    QJsonArray stages;
    for (const StageReport& stage : report.stages)
        stages.append(stageJson(stage));
    object["stack"] = text(stackLine(report.stack));
    object["stages"] = stages;
    addTimes(object, report);
    object["verdict"] = text(verdictName(report.verdict()));
    object["end_to_end"] = differenceJson(report.endToEnd);
    object["histogram"] = histogramJson(report);
    object["own_process"] = report.ownProcess;
    object["warnings"] = texts(report.warnings);
    return object;
}

void saveJson(const QJsonObject& object, const QString& path) {
    writeWhole(path, QJsonDocument(object).toJson(QJsonDocument::Indented));
}

} // namespace lightbench
