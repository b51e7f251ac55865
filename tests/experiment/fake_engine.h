// An engine without a device, for tests of experiments, races and plots. It returns figures that the test sets, and
// records every request.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"

namespace lightbench::tests {

class FakeEngine : public Engine {
public:
    explicit FakeEngine(int timerNs = 0) {
        for (int index : {0, 1}) {
            DeviceInfo info;
            info.index = index;
            info.name = "device " + std::to_string(index);
            info.type = index == 0 ? DeviceType::Gpu : DeviceType::Cpu;
            info.driver = "1.0";
            info.timerNs = timerNs;
            info.maxWorkgroup = 1024;
            info.maxWorkItems = {1024, 1024, 64};
            info.localMemory = 48 << 10;
            info.globalMemory = info.maxAllocation = std::uint64_t(1) << 32;
            list_.devices.push_back(info);
        }
    }
    const DeviceList& devices() override { return list_; }
    KernelLibrary kernels() const override { return library; }
    ReportPtr run(const RunRequest&, const RunMonitor&) override { return nullptr; }
    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token&) override {
        return compiled ? compiled(request) : std::vector<CompiledProgram>();
    }
    MemoryCheck checkMemory(const RunRequest&, double, const std::stop_token&) override { return memory; }
    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        asked.push_back(request);
        if (monitor.stop.stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
        const Stage& stage = request.stack.front();
        if (stage.variant == fails || (request.options.again && stage.variant == failsLater))
            throw Error(ErrorKind::Device, "it took its process down");
        Measurement result;
        result.stages.emplace_back();
        result.stages[0].filter = stage.filter;
        result.stages[0].variant = stage.variant;
        if (resolves) {
            const ResolvedStage what =
                resolveStage(stage, request.image->shape(), list_.devices.at(std::size_t(request.device)));
            result.stages[0].variant = what.variant->id;
            result.stages[0].workgroup = what.workgroup;
        }
        result.stages[0].difference.verdict = !request.options.check   ? Verdict::NotChecked
                                              : stage.variant == wrong ? Verdict::Mismatch
                                                                       : Verdict::Match;
        const double us =
            (medians.contains(stage.variant) ? medians.at(stage.variant) : 10) * (noise ? noise(request) : 1);
        result.spanUs = {us - 1, us - 1, us, us + 1, us + 1};
        result.wallUs = {wallUs, wallUs, wallUs, wallUs, wallUs};
        result.repeats = request.options.repeat;
        result.buffers = request.options.buffers > 0 ? request.options.buffers : int(4 + asked.size() % 3);
        return result;
    }
    PeakRates peakRates(int device, const std::stop_token&) override {
        ++peakRatesAsked[device];
        return {{100, 90, "a launch"}, {50, 40, "another"}, {20, 10, ""}, {200, 100, ""}, 0, 1, 1};
    }

    KernelLibrary library;
    std::vector<MeasureRequest> asked;
    std::map<int, int> peakRatesAsked;
    std::map<std::string, double> medians;                                       ///< for each variant, in microseconds
    std::function<std::vector<CompiledProgram>(const CompileRequest&)> compiled; ///< what compile() returns
    MemoryCheck memory;                                                          ///< what checkMemory() returns
    std::string fails, wrong;                           ///< variants that fail, or have a wrong result
    std::string failsLater;                             ///< a variant that fails after its first measurement
    std::function<double(const MeasureRequest&)> noise; ///< factor for the median of a request
    double wallUs = 10;
    bool resolves = false; ///< reports what `auto` selected

private:
    DeviceList list_;
};

inline ExperimentPoint pointOf(const std::string& stack, Size size = {64, 48}) {
    return {parseStack(stack), 0, size, {SampleType::U8, 1}, builtInFilters()};
}

inline Sweep sweep(const std::string& stack, const std::vector<std::string>& axes, Size size = {64, 48}) {
    const ExperimentPoint base = pointOf(stack, size);
    FakeEngine engine;
    std::vector<Axis> parsed;
    for (const std::string& axis : axes)
        parsed.push_back(parseAxis(axis, base.stack, base.filters, engine.devices().devices));
    return sweepOf(base, parsed);
}

inline ExperimentSettings settings() {
    ExperimentSettings all;
    all.program = "lightbench test";
    all.commit = "abc";
    all.measure.repeat = 5;
    return all;
}

/// Measures all points, and so adds new rows to the journal.
inline std::vector<PointRow> measureAll(const std::vector<ExperimentPoint>& points, FakeEngine& engine,
                                        Journal& journal, const ExperimentSettings& given = settings()) {
    Experiment experiment(points, given, engine, journal);
    while (!experiment.isDone())
        experiment.step();
    return experiment.rows();
}

inline std::vector<PointRow> measureAll(const std::vector<ExperimentPoint>& points, FakeEngine& engine,
                                        const ExperimentSettings& given = settings()) {
    Journal none{std::string()};
    return measureAll(points, engine, none, given);
}

} // namespace lightbench::tests
