#include "gpu/execution/timing.h"

#include <algorithm>

#include "core/base/statistics.h"

namespace lightbench {

Stamps stampsOf(const cl::Event& event) {
    try {
        return {std::int64_t(event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>()),
                std::int64_t(event.getProfilingInfo<CL_PROFILING_COMMAND_SUBMIT>()),
                std::int64_t(event.getProfilingInfo<CL_PROFILING_COMMAND_START>()),
                std::int64_t(event.getProfilingInfo<CL_PROFILING_COMMAND_END>())};
    } catch (const cl::Error&) {
        return {};
    }
}

namespace {
/// Some drivers' timestamps overlap slightly; such durations become 0.
double microseconds(std::int64_t from, std::int64_t to) { return to > from ? double(to - from) / 1000 : 0; }

KernelReport kernelRow(const KernelPass& pass, const BuiltKernel& built) {
    KernelReport row;
    row.name = pass.kernel;
    row.global = pass.global;
    row.local = {std::size_t(pass.local.x), std::size_t(pass.local.y)};
    row.bytes = pass.bytes;
    row.operations = pass.operations;
    row.compiled = built.compiled;
    return row;
}

KernelReport transferRow(const std::string& name, const std::vector<BufferRef>& buffers, const PreparedStage& stage,
                         bool onHost) {
    KernelReport row;
    row.name = name;
    row.onHost = onHost;
    for (const BufferRef& buffer : buffers)
        row.bytes += bytesOf(stage.resolved.plan, stage.input, buffer);
    return row;
}

void addRows(const PreparedStage& stage, std::size_t index, std::vector<KernelReport>& rows) {
    const Pass& pass = stage.resolved.plan.passes[index];
    if (const auto* kernel = std::get_if<KernelPass>(&pass)) {
        rows.push_back(kernelRow(*kernel, stage.kernels[index]));
    } else if (const auto* fill = std::get_if<FillPass>(&pass)) {
        rows.push_back(transferRow("fill", {fill->buffer}, stage, false));
    } else if (const auto* image = std::get_if<ImagePass>(&pass)) {
        rows.push_back(transferRow(image->name(), {image->buffer, image->buffer}, stage, false));
    } else {
        const auto& host = std::get<HostPass>(pass);
        rows.push_back(transferRow("download", host.reads, stage, true));
        rows.push_back(transferRow(host.name(), {}, stage, true));
        rows.back().operations = host.operations;
        rows.push_back(transferRow("upload", host.writes, stage, true));
    }
}

/// From the first start to the last end of commands, in nanoseconds of the device's clock. Host work between two
/// commands is included.
struct EventSpan {
    std::int64_t first = 0, last = 0; ///< both 0: no command has usable times
    void add(const EventSpan& other) {
        if (other.last == 0) return;
        first = last == 0 ? other.first : std::min(first, other.first);
        last = std::max(last, other.last);
    }
    double us() const { return microseconds(first, last); }
};

EventSpan spanOf(const std::vector<TimedCommand>& commands) {
    EventSpan span;
    for (const TimedCommand& command : commands)
        for (const cl::Event& event : command.events)
            if (const Stamps stamps = stampsOf(event); stamps.isUsable()) span.add({stamps.started, stamps.ended});
    return span;
}

void warnOnce(std::vector<std::string>& warnings, const std::string& name) {
    const std::string text = "the driver reported no usable time for " + name + "; it is shown as 0";
    if (std::ranges::find(warnings, text) == warnings.end()) warnings.push_back(text);
}
} // namespace

double runMicroseconds(const TimedCommand& command, const std::string& name, std::vector<std::string>& warnings) {
    double sum = command.events.empty() ? command.hostUs : 0;
    for (const cl::Event& event : command.events) {
        if (const Stamps stamps = stampsOf(event); stamps.isUsable())
            sum += microseconds(stamps.started, stamps.ended);
        else
            warnOnce(warnings, name);
    }
    return sum;
}

StageTimes::StageTimes(const PreparedStage& stage, bool sharesMemory) {
    for (std::size_t i = 0; i < stage.resolved.plan.passes.size(); ++i)
        addRows(stage, i, rows_);
    for (KernelReport& row : rows_)
        if (row.onHost && sharesMemory) row.bytes = 0;
    queued_.resize(rows_.size());
    submit_.resize(rows_.size());
}

void StageTimes::add(const std::vector<TimedCommand>& commands, RowClock& clock, std::vector<std::string>& warnings) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Stamps stamps = commands[i].events.empty() ? Stamps() : stampsOf(commands[i].events.front());
        const bool usable = stamps.isUsable();
        if (usable && !clock.begun) {
            clock.begun = true;
            clock.origin = stamps.started;
        }
        KernelReport& row = rows_[i];
        // The clocks differ, so host work is placed after the previous row.
        row.startUs = usable ? microseconds(clock.origin, stamps.started) : clock.endUs;
        row.timingsUs.push_back(runMicroseconds(commands[i], row.name, warnings));
        const bool waited = usable && !commands[i].isFirstLaunch;
        queued_[i].push_back(waited ? microseconds(stamps.queued, stamps.submitted) : 0);
        submit_[i].push_back(waited ? microseconds(stamps.submitted, stamps.started) : 0);
        clock.endUs = row.startUs + row.timingsUs.back();
    }
}

double StageTimes::latestMs() const {
    double sum = 0;
    for (const KernelReport& row : rows_)
        sum += row.timingsUs.back() / 1000;
    return sum;
}

void StageTimes::writeTo(StageReport& report) const {
    report.kernels = rows_;
    report.gpuMs = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        KernelReport& row = report.kernels[i];
        row.queuedUs = medianOf(queued_[i]);
        row.submitUs = medianOf(submit_[i]);
        row.runUs = medianOf(row.timingsUs);
        row.gbPerS = row.runUs > 0 ? double(row.bytes) / row.runUs / 1000 : 0;
        report.gpuMs += row.runUs / 1000;
    }
    report.gpuSpreadMs = summaryOf(report.timingsUs()).spread() / 1000;
}

RunTimes::RunTimes(std::span<const PreparedStage> stages, bool sharesMemory, bool takesSpans)
    : takesSpans_(takesSpans), stageSpansUs_(stages.size()) {
    for (const PreparedStage& stage : stages)
        stages_.emplace_back(stage, sharesMemory);
}

void RunTimes::add(const Repeat& repeat, Report& report) {
    RepeatParts parts;
    for (const RoundCommands& commands : repeat.rounds) {
        RowClock clock;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            stages_[i].add(commands[i], clock, report.warnings);
            parts.kernelsMs += stages_[i].latestMs();
        }
    }
    parts.uploadMs = runMicroseconds(repeat.up, "the upload", report.warnings) / 1000;
    parts.downloadMs = runMicroseconds(repeat.down, "the download", report.warnings) / 1000;
    parts.wallMs = double(repeat.wall.end - repeat.wall.begin) / 1e6 - repeat.compileMs;
    report.runs.push_back(parts);
    if (takesSpans_) addSpans(repeat);
}

void RunTimes::addSpans(const Repeat& repeat) {
    EventSpan whole;
    std::vector<double> stageUs(stages_.size());
    for (const RoundCommands& commands : repeat.rounds)
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const EventSpan span = spanOf(commands[i]);
            whole.add(span);
            stageUs[i] += span.us();
        }
    const auto rounds = double(repeat.rounds.size());
    spansUs_.push_back(whole.us() / rounds);
    for (std::size_t i = 0; i < stageUs.size(); ++i)
        stageSpansUs_[i].push_back(stageUs[i] / rounds);
}

} // namespace lightbench
