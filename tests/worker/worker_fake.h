// An engine for tests of the worker process. It uses no device and misbehaves on request: it aborts, hangs or ignores a
// stop. Its reports fill every field, so that tests can compare what arrives.
#pragma once

#include <QtGlobal>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <set>
#include <thread>
#include <unistd.h>

#include "app/worker/wire_values.h"
#include "core/base/error.h"
#include "core/run/engine.h"
#include "core/run/stack_text.h"

namespace lightbench {

/// What FakeEngine does, chosen by RunRequest::device.
enum Behaviour { Answer, Abort, Exit, Hang, LongCheck, WaitForStop, IgnoreStop, Throw, Echo };

inline constexpr int longCheckMs = 1500;

class FakeEngine : public Engine {
public:
    const DeviceList& devices() override { return list_; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        const bool same = last_ == request.image;
        last_ = request.image;
        RunProgress progress{0, "at work", 0.25, request.device == LongCheck};
        progress.variant = "fused";
        progress.kernels = {"gaussian_rows", "gaussian_columns"};
        if (monitor.progress) monitor.progress(progress);
        behave(request, monitor);
        if (monitor.built) monitor.built();
        auto report = std::make_shared<Report>(reportOf(request));
        report->warnings = {same ? "the same image" : "another image", "process " + std::to_string(getpid())};
        return report;
    }

    void buildAhead(const RunRequest& request, std::function<void()> built) override {
        if (request.device == Abort) std::abort();
        if (built) built();
    }
    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        RunRequest run{{request.image, request.stack, request.device}, {}};
        behave(run, monitor);
        const bool known = !known_.insert(request.image).second;
        return resultOf(request, known);
    }
    PeakRates peakRates(int device, const std::stop_token& stop) override {
        behave({{nullptr, {}, device, {}}, {}}, {stop, {}});
        return {{1.5, 1.25, "a launch"}, {2.5, 2.25, "another"}, {3, 0.1, ""}, {5, 4, "local"}, 6.5, 1ull << 34, 3};
    }

    static Measurement resultOf(const MeasureRequest& request, bool known) {
        Measurement result;
        const RunRequest run{{request.image, request.stack, request.device}, {}};
        for (std::size_t i = 0; i < request.stack.size(); ++i)
            result.stages.push_back(stageOf(run, int(i), nullptr));
        result.buildOptions = {request.options.buildOptions};
        result.stageSpanUs = {{1, 2, 3, 4, 5}, {0.1, 0.2, 0.3, 0.4, 1e300}};
        result.spanUs = {6, 7, 8, 9, 10};
        result.sumUs = {11, 12, 13, 14, 15};
        result.wallUs = {16, 17, 18, 19, 20};
        result.repeats = request.options.repeat;
        result.warmUps = request.options.check;
        result.buffers = request.options.buffers;
        result.buildMs = request.options.capMs;
        result.buildLog = "line one\nline two";
        result.warnings = {known ? "known" : "new"};
        return result;
    }

    /// A report in which every field has a different value.
    static Report reportOf(const RunRequest& request) {
        Report report;
        report.device = device();
        report.input = request.image;
        report.stack = request.stack;
        report.filters = request.filters;
        const ImagePtr made = inverted(*request.image);
        for (std::size_t i = 0; i < request.stack.size(); ++i)
            report.stages.push_back(stageOf(request, int(i), made));
        report.output = request.device == Echo ? request.image : made;
        report.buildMs = 1.25;
        report.uploadMs = 2.5;
        report.downloadMs = 1.0 / 3;
        report.queueMs = 0.1;
        report.wallMs = 7;
        report.wallSpreadMs = 1e-9;
        report.runs = {{7, 2.5, 4, 1.0 / 3}, {8, 2, 5, 0.25}};
        report.warmedUp = request.options.warmUp;
        report.repeats = request.options.repeat;
        report.checked = request.options.verify;
        report.endToEnd = difference();
        report.endToEndReference = request.options.verify ? inverted(*made) : nullptr;
        report.inputHistogram = std::make_shared<const Histogram>(histogramOf(*request.image));
        report.outputHistogram = std::make_shared<const Histogram>(histogramOf(*made));
        report.deviceBytes = 1ull << 40;
        return report;
    }

private:
    static void behave(const RunRequest& request, const RunMonitor& monitor) {
        using namespace std::chrono_literals;
        switch (request.device) {
        case Abort: std::abort();
        case Exit: _exit(7);
        case Hang: std::fprintf(stderr, "worker %d hangs\n", int(getpid())); [[fallthrough]];
        case IgnoreStop:
            for (;;)
                std::this_thread::sleep_for(1s);
        case LongCheck: std::this_thread::sleep_for(std::chrono::milliseconds(longCheckMs)); break;
        case WaitForStop:
            while (!monitor.stop.stop_requested())
                std::this_thread::sleep_for(1ms);
            throw Error(ErrorKind::Cancelled, "stopped as asked");
        case Throw: {
            Error error(ErrorKind::Build, "it does not compile", "line one\nline two");
            error.stage = 1;
            error.field = "variant";
            throw error;
        }
        default: break;
        }
    }

    static ImagePtr inverted(const Image& image) {
        Image result = image.clone();
        auto* byte = reinterpret_cast<unsigned char*>(result.bytes().data());
        for (unsigned char* const end = byte + result.bytes().size(); byte != end; ++byte)
            *byte = ~*byte;
        return std::make_shared<const Image>(std::move(result));
    }

    static Difference difference() {
        return {{3.5, 0.1, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::infinity(),
                 1ull << 33, 1ull << 35, 9},
                Verdict::WithinTolerance,
                Point{4, 5},
                {{1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1}, {}, {0.5, 0.25, 0.125, 60, 1, 2, 3}}};
    }

    static StageReport stageOf(const RunRequest& request, int index, const ImagePtr& made) {
        StageReport stage;
        stage.stackIndex = index;
        stage.filter = request.stack[std::size_t(index)].filter;
        stage.variant = "some-variant";
        stage.workgroup = {32, 8};
        stage.variantWasAuto = true;
        stage.parameters = request.stack[std::size_t(index)].parameters;
        stage.output = request.image->shape();
        stage.localBytes = 1234;
        stage.kernels = {{"kernel_of_it", {640, 480}, {16, 4}, 0.5, 0.25, 100.125, 17, 1ull << 36, 5, 2.5, {1, 2, 3}}};
        stage.gpuMs = 0.1 + 0.2;
        stage.gpuSpreadMs = 0.01;
        stage.referenceMs = 55;
        stage.referenceSpreadMs = 0.75;
        stage.referenceTimingsMs = {54.5, 55, 56};
        stage.referenceThreads = 3;
        stage.difference = difference();
        stage.tolerance = {1, 0.001, 0.02, 1e-5, 1e-6};
        stage.outputImage = index % 2 ? made : request.image;
        stage.referenceImage = request.options.verify ? made : nullptr;
        stage.analysis = {1, 2, 0xffffffffu};
        return stage;
    }

    static DeviceInfo device() {
        DeviceInfo info;
        info.index = 0;
        info.name = "a device of tests";
        info.extensions = {"one", "two"};
        info.localMemory = 48 << 10;
        return info;
    }

    DeviceList list_{{device()}, {"a warning"}};
    ImagePtr last_;
    std::set<ImagePtr> known_; ///< all measured images, kept so that no new image gets the same address
};

/// A worker whose messages have different fields; it never returns.
[[noreturn]] inline void serveAsAnotherBuild(int socket) {
    Channel channel(socket);
    sendValue(channel, Message::Hello, std::string("lightbench-worker 1, fields of another build"));
    for (;;)
        pause();
}

} // namespace lightbench
