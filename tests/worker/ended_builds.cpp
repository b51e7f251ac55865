// A variant whose build ends the driver's process: `auto` passes it over and says so, who asked for it gets one error
// with the cause, and measurements do as runs. The program is its own worker, with a driver that ends at some variants.
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "app/worker/worker_engine.h"
#include "app/worker/worker_loop.h"
#include "core/definition/defined_filters.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/gpu/gpu_support.h"

using namespace lightbench;

namespace {
constexpr const char* words = "LLVM ERROR: Instruction Combining did not reach a fixpoint after 1 iterations";

/// It runs nothing, and ends its process at the variants of a list. The list begins with how it ends. It "gives up" or
/// "crashes" while it builds, or it "gives up later" or "crashes later" at the launch.
class EndingEngine : public Engine {
public:
    explicit EndingEngine(std::vector<std::string> way) : way_(std::move(way)) {}
    const DeviceList& devices() override { return list_; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        auto report = std::make_shared<Report>();
        static_cast<StackResult&>(*report) = built(request, monitor);
        report->output = request.image;
        return report;
    }
    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        Measurement result;
        if (request.options.buildOptions != "-harmless") static_cast<StackResult&>(result) = built(request, monitor);
        return result;
    }
    PeakRates peakRates(int, const std::stop_token&) override { return {}; }
    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token&) override {
        end(request.stage.variant);
        return {};
    }

private:
    void end(const std::string& variant) const {
        if (std::ranges::find(way_, variant) == way_.end()) return;
        if (way_.front().starts_with("crashes")) std::raise(SIGSEGV);
        std::fprintf(stderr, "some note\n%s\n", words);
        std::abort();
    }
    StackResult built(const StackRequest& request, const RunMonitor& monitor) const {
        StackResult result;
        for (const PlannedStage& stage :
             plannedStages(request.stack, request.image->shape(), list_.devices[0], request.filters, {})) {
            const bool isLate = way_.front().ends_with("later");
            RunProgress progress{stage.stackIndex, "at work"};
            progress.variant = stage.resolved.variant->id;
            progress.building = !isLate;
            if (isLate) progress.kernels = {"a_kernel"};
            monitor.progress(progress);
            end(progress.variant);
            StageReport& report = result.stages.emplace_back();
            report.stackIndex = stage.stackIndex;
            report.filter = stage.requested.filter;
            report.variant = progress.variant;
            report.variantWasAuto = stage.requested.variant == "auto";
        }
        result.warnings = {"process " + std::to_string(getpid())};
        return result;
    }
    static DeviceList devicesOfTests() {
        DeviceInfo device = tests::madeUpGpu();
        device.name = "a device of tests";
        return {{device}, {}};
    }
    std::vector<std::string> way_;
    DeviceList list_ = devicesOfTests();
};

std::unique_ptr<Engine> engineThat(std::vector<std::string> way, std::vector<std::string>* warned = nullptr) {
    WorkerSettings settings;
    settings.program = QCoreApplication::applicationFilePath().toStdString();
    settings.arguments = std::move(way);
    if (warned) settings.warn = [warned](const std::string& line) { warned->push_back(line); };
    return makeWorkerEngine(settings);
}

/// The variants that `auto` takes for a median of this image, one after the other where those before are not to be had.
std::vector<std::string> automaticVariants() {
    const Filter& filter = filterById("median");
    const RunRequest request = requestOf(noiseImage({61, 47}), "median k=5");
    const std::string first = resolveStage(request.stack[0], request.image->shape(), tests::madeUpGpu()).variant->id;
    std::vector<std::string> ids{first};
    for (const Variant& variant : filter.variants)
        if (mayBeAutomatic(variant) && variant.id != first) ids.push_back(variant.id);
    return ids;
}

/// The number of the process that made a result.
std::string processOf(const StackResult& result) { return result.warnings.at(0); }
} // namespace

class EndedBuilds : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(automaticVariants().size() > 2); }

    void autoPassesOver_data() {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("said");
        QTest::newRow("gives up") << "gives up" << QString(" (\"%1\")").arg(words);
        QTest::newRow("gives up at the launch") << "gives up later" << QString(" (\"%1\")").arg(words);
        QTest::newRow("crashes") << "crashes" << QString();
    }
    void autoPassesOver() {
        QFETCH(QString, way);
        QFETCH(QString, said);
        const std::vector<std::string> variants = automaticVariants();
        const auto engine = engineThat({way.toStdString(), variants[0]});
        const RunRequest request = requestOf(noiseImage({61, 47}), "invert | median k=5");
        const ReportPtr report = engine->run(request);
        const StageReport& median = report->stages.at(1);
        QVERIFY(median.variant != variants[0] && median.variantWasAuto);
        QCOMPARE(median.chosenBy, std::string("built-in"));
        QCOMPARE(report->stack, request.stack);
        QCOMPARE(QString::fromStdString(report->warnings.at(1)),
                 QString::fromStdString("median: auto used " + median.variant + ", because " + variants[0] +
                                        " ended the driver's process on a device of tests") +
                     said);
        // It is known from now on: the same process goes on, with other parameters, too.
        const ReportPtr again = engine->run(requestOf(noiseImage({61, 47}), "median k=7"));
        QCOMPARE(processOf(*again), processOf(*report));
        QCOMPARE(again->warnings.size(), std::size_t(2));
        // Another filter has nothing to do with it.
        QCOMPARE(engine->run(requestOf(noiseImage({61, 47}), "invert"))->warnings.size(), std::size_t(1));
    }

    void autoTriesAll() {
        std::vector<std::string> way = automaticVariants();
        const std::string last = way.back();
        way.back() = "gives up";
        std::swap(way.front(), way.back());
        const ReportPtr report = engineThat(way)->run(requestOf(noiseImage({61, 47}), "median k=5"));
        QCOMPARE(report->stages.at(0).variant, last);
    }

    void noneIsLeft() {
        std::vector<std::string> way = automaticVariants();
        way.insert(way.begin(), "gives up");
        const auto engine = engineThat(way);
        for (int i = 0; i < 2; ++i) {
            const Error error = errorOf(*engine, requestOf(noiseImage({61, 47}), "invert | median k=5"));
            QCOMPARE(error.stage, 1);
            QVERIFY2(QString(error.what()).contains("median variant="), error.what());
            QVERIFY2(QString(error.what()).contains(words), error.what());
        }
    }

    /// Who names a variant gets it, or the reason.
    void namedVariantIsAnError() {
        const std::string variant = automaticVariants()[0];
        const auto engine = engineThat({"gives up", variant});
        const std::string stack = "median k=5 variant=" + variant;
        const Error error = errorOf(*engine, requestOf(noiseImage({61, 47}), stack));
        QCOMPARE(QString(error.what()),
                 QString::fromStdString("median variant=" + variant +
                                        " on a device of tests crashed its process while it was built. The process "
                                        "ended by signal 6 (Aborted), and the driver's last words name the cause: \"" +
                                        words + "\". Try other build options, another variant or another device"));
        QVERIFY(QString::fromStdString(error.details()).contains("some note"));
    }

    /// Of a kernel that crashes while it runs, `auto` does not know that another variant would do better.
    void crashOfAKernelIsAnError() {
        const std::string variant = automaticVariants()[0];
        const Error error =
            errorOf(*engineThat({"crashes later", variant}), requestOf(noiseImage({61, 47}), "median k=5"));
        const QString text = error.what();
        QVERIFY2(text.contains(": kernel a_kernel crashed its process, which ended by signal 11") &&
                     text.contains("use another variant, workgroup or device") && !text.contains("last words"),
                 error.what());
    }

    void measurements() {
        const std::vector<std::string> variants = automaticVariants();
        const auto engine = engineThat({"gives up", variants[0]});
        MeasureRequest request =
            measurementOf(requestOf(noiseImage({61, 47}), "invert | median k=5"), {.buildOptions = "-cl-opt-disable"});
        const Measurement result = engine->measure(request);
        QVERIFY(result.stages.at(1).variant != variants[0]);
        QVERIFY2(QString::fromStdString(result.warnings.at(1)).contains("auto used"), result.warnings[1].c_str());
        // Other options may be harmless, and are tried.
        request.options.buildOptions = "-harmless";
        QCOMPARE(engine->measure(request).warnings.size(), std::size_t(0));
        // Candidates of a race keep their variants.
        request.options.buildOptions = "-cl-opt-disable";
        request.options.keepsVariants = true;
        try {
            engine->measure(request);
            QFAIL("it ended well");
        } catch (const WorkerEnded& error) {
            QCOMPARE(error.stage, 1);
            QCOMPARE(error.variant, variants[0]);
            QVERIFY(error.gaveUp);
        }
    }

    /// A sweep's rows have no place for it, so the program says it, once.
    void sweepIsToldOnce() {
        std::vector<std::string> warned;
        const auto engine = engineThat({"gives up", automaticVariants()[0]}, &warned);
        for (const char* stack : {"median k=5", "median k=7"})
            QCOMPARE(engine->measure(measurementOf(requestOf(noiseImage({61, 47}), stack), {})).warnings.size(),
                     std::size_t(1));
        QCOMPARE(warned.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(warned[0]).startsWith("median: auto used "));
    }

    /// A variant is tried again when its kernels were edited.
    void editedKernelsAreTriedAgain() {
        const std::vector<std::string> variants = automaticVariants();
        const auto engine = engineThat({"gives up", variants[0]});
        RunRequest request = requestOf(noiseImage({61, 47}), "median k=5");
        const std::string before = processOf(*engine->run(request));
        QCOMPARE(processOf(*engine->run(request)), before);
        const ResolvedStage resolved = resolveStage(request.stack[0], request.image->shape(), tests::madeUpGpu());
        const KernelSource source = KernelLibrary().source(programNames(resolved.plan).front());
        const std::string path = source.path.substr(std::string("kernels/").size());
        request.kernels = KernelLibrary().with(path, "// edited\n" + KernelLibrary().file(path).text);
        QVERIFY(processOf(*engine->run(request)) != before);
    }

    /// A kernel of the user: the driver's words are the cause if there are any, or else it may write outside a buffer.
    void kernelOfTheUser_data() {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("notSaid");
        QTest::newRow("compiler gives up") << "gives up"
                                           << "name the cause: \"LLVM ERROR: "
                                           << "outside a buffer";
        QTest::newRow("compiler crashes") << "crashes"
                                          << "while it was built"
                                          << "outside a buffer";
        QTest::newRow("kernel crashes") << "crashes later"
                                        << "perhaps it reads or writes outside a buffer"
                                        << "build options";
    }
    void kernelOfTheUser() {
        QFETCH(QString, way);
        QFETCH(QString, said);
        QFETCH(QString, notSaid);
        const FilterDefinition mine{"mine", "kernel void mine(global const uchar* src, global uchar* dst, int width, "
                                            "int height) { dst[0] = src[0]; }"};
        RunRequest request = requestOf(noiseImage({61, 47}, {SampleType::U8, 1}), "invert");
        request.filters = withDefinitions(builtInFilters(), {mine});
        request.stack = parseStack("mine", request.filters);
        const std::string variant = request.filters.byId("mine").variants.front().id;
        const auto engine = engineThat({way.toStdString(), variant});
        const Error error = errorOf(*engine, request);
        const QString text = error.what();
        QVERIFY2(text.contains(said) && !text.contains(notSaid), error.what());
        QCOMPARE(text.contains("Try other build options, another variant or another device"), way != "crashes later");
    }

    void compilerFigures() {
        const auto engine = engineThat({"gives up", "plain"});
        Stage stage = parseStack("invert variant=plain").front();
        try {
            engine->compile({stage, {{61, 47}, {SampleType::U8, 4}}, 0, builtInFilters()}, {});
            QFAIL("it ended well");
        } catch (const WorkerEnded& error) {
            QVERIFY2(QString(error.what())
                         .contains("invert variant=plain on a device of tests crashed its process "
                                   "while it was built"),
                     error.what());
        }
    }
};

int main(int count, char** arguments) {
    const int socket = workerSocket(count, arguments);
    if (socket >= 0)
        serveWorker(socket, [&] {
            return std::make_unique<EndingEngine>(std::vector<std::string>(arguments + 1, arguments + count - 2));
        });
    QCoreApplication application(count, arguments);
    EndedBuilds tests;
    return QTest::qExec(&tests, count, arguments);
}
#include "ended_builds.moc"
