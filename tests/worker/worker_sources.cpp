// What a worker runs: the kernels' text as this program sees it, the built-in filters only, and what needs progress.
// Its results are those of this process.
#include <QTest>

#include "app/worker/worker_engine.h"
#include "core/definition/defined_filters.h"
#include "gpu/opencl_engine.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/kernel_folder.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"

using namespace lightbench;

class WorkerSources : public QObject {
    Q_OBJECT
private slots:
    void kernelsOfTheRequest();
    void filtersOfTheRequest();
    void definitionsOfTheRequest();
    void kernelThatNeverEnds();
    void ruleOfTheGuard();
    void equalsThisProcess();
    void figuresOfTheCompiler();
};

/// The worker builds the text that this program sees: the engine's folder, and what the request lays over it.
void WorkerSources::kernelsOfTheRequest() {
    QTemporaryDir folder;
    tests::copyKernels(folder.path());
    const auto library = KernelLibrary::ofFolder(folder.path().toStdString());
    QFile original(folder.filePath("point/invert/plain.cl"));
    QVERIFY(original.open(QIODevice::ReadOnly));
    const QString right = QString::fromUtf8(original.readAll());
    const auto edited = [&](const char* value) {
        QString text = right;
        const int place = int(text.indexOf("dst[i] =")), end = int(text.indexOf(';', place));
        return text.replace(place, end - place, QString("dst[i] = ") + value).toStdString();
    };
    WorkerSettings settings;
    settings.kernels = library;
    const auto engine = makeWorkerEngine(settings);
    RunRequest request = requestOf(noiseImage({8, 8}, {SampleType::U8, 1}), "invert variant=plain");
    QVERIFY(engine->run(request)->output->at(2, 3, 0) == 255 - request.image->at(2, 3, 0));
    const std::string seven = edited("7"), nine = edited("9");
    QFile file(folder.filePath("point/invert/plain.cl"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(seven));
    file.close();
    QCOMPARE(engine->run(request)->output->at(2, 3, 0), 7.0); // what was saved meanwhile
    request.kernels = KernelLibrary().with("invert/plain.cl", nine);
    const ReportPtr report = engine->run(request);
    QVERIFY(report->ranInWorker);
    QCOMPARE(report->output->at(2, 3, 0), 9.0);
    settings.inProcess = true;
    QCOMPARE(makeWorkerEngine(settings)->run(request)->output->at(2, 3, 0), 9.0);
}

/// A filter made of functions cannot be sent to another process.
void WorkerSources::filtersOfTheRequest() {
    Filter mine = filterById("invert");
    mine.id = "mine";
    RunRequest request = requestOf(noiseImage({8, 8}), "invert");
    request.filters = builtInFilters().with({mine});
    const Error error = errorOf(*makeWorkerEngine({}), request);
    QVERIFY2(QString(error.what()).contains("knows the built-in filters and definitions"), error.what());
}

/// A definition can: the worker makes the same filter from it. In both processes the result is the one asked for.
void WorkerSources::definitionsOfTheRequest() {
    const std::string text = "//@ label: Brighter\n"
                             "//@ parameter: by 0..255 = 7\n"
                             "kernel void brighter(global const uchar* src, global uchar* dst, int width, int height,\n"
                             "                     int channels, int by) {\n"
                             "    const int x = get_global_id(0), y = get_global_id(1);\n"
                             "    if (x >= width || y >= height) return;\n"
                             "    for (int c = 0; c < channels; ++c) {\n"
                             "        const int i = (y * width + x) * channels + c;\n"
                             "        dst[i] = add_sat(src[i], (uchar)by);\n"
                             "    }\n"
                             "}\n";
    RunRequest request = requestOf(noiseImage({61, 47}, {SampleType::U8, 4}), "");
    request.filters = withDefinitions(builtInFilters(), {{"my-brighter", text}});
    request.stack = parseStack("my-brighter by=40 | invert", request.filters);
    WorkerSettings settings{.inProcess = true};
    for (const bool isolated : {true, false}) {
        settings.inProcess = !isolated;
        const auto engine = makeWorkerEngine(settings);
        const ReportPtr report = engine->run(request);
        QCOMPARE(report->ranInWorker, isolated);
        for (int y = 0; y < 47; ++y)
            for (int x = 0; x < 61; ++x)
                for (int c = 0; c < 4; ++c) {
                    const double brighter = std::min(255.0, request.image->at(x, y, c) + 40);
                    QCOMPARE(report->output->at(x, y, c), c == 3 ? brighter : 255 - brighter);
                }
        QCOMPARE(stackLine(report->stack, report->filters), std::string("my-brighter by=40 | invert"));
        MeasureRequest measured = measurementOf(request, {.repeat = 2, .buffers = 1});
        QCOMPARE(engine->measure(measured, {}).stages.at(0).kernels.at(0).name, std::string("brighter"));
        request.options.reuse = true;
        engine->run(request);
        request.filters = withDefinitions(builtInFilters(), {{"my-brighter", text}}); // another object, and equal
        QVERIFY(engine->run(request)->stages.at(0).reused);
        request.options.reuse = false;
    }
}

/// On the real driver: a kernel that waits for what never comes.
void WorkerSources::kernelThatNeverEnds() {
    QTemporaryDir folder;
    tests::copyKernels(folder.path());
    QFile file(folder.filePath("point/invert/plain.cl"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray source = file.readAll();
    QCOMPARE(source.count("dst[i] ="), 1);
    source.replace("dst[i] =", "volatile global uint* word = (volatile global uint*)dst;\n"
                               "    word[0] = 1u;\n    while (word[0] != 2u) ;\n    dst[i] =");
    file.seek(0);
    file.write(source);
    file.close();
    WorkerSettings settings;
    settings.kernels = KernelLibrary::ofFolder(folder.path().toStdString());
    settings.timeOutSeconds = 5;
    const auto engine = makeWorkerEngine(settings);
    const Error error = errorOf(*engine, requestOf(noiseImage({64, 64}), "grayscale | invert variant=plain"));
    QVERIFY2(QString(error.what()).contains("no progress for 5 s"), error.what());
    QCOMPARE(error.stage, 1);
}

/// Stacks that need forward progress run in the worker; without `inProcess` every stack does.
void WorkerSources::ruleOfTheGuard() {
    WorkerSettings settings{.inProcess = true};
    const auto engine = makeWorkerEngine(settings);
    settings.inProcess = false;
    const auto isolated = makeWorkerEngine(settings);
    const ImagePtr image = noiseImage({64, 40});
    QCOMPARE(isolated->devices().devices.size(), engine->devices().devices.size());
    QVERIFY(!engine->run(requestOf(image, "invert"))->ranInWorker);
    QVERIFY(isolated->run(requestOf(image, "invert"))->ranInWorker);
    for (const Filter& filter : allFilters())
        for (const Variant& variant : filter.variants) {
            Stage stage = makeStage(filter.id);
            QVERIFY(!needsProgress(stage)); // auto
            stage.variant = variant.id;
            QCOMPARE(needsProgress(stage), variant.needsProgress);
            if (!variant.needsProgress) continue;
            RunRequest request = requestOf(image, "grayscale | " + stageText(stage), {.verify = true});
            if (!missingOn(engine->devices().devices[0], variant).empty()) continue;
            QVERIFY(engine->run(request)->ranInWorker);
            request.stack[1].enabled = false;
            QVERIFY(!engine->run(request)->ranInWorker);
        }
}

void WorkerSources::equalsThisProcess() {
    const auto worker = makeWorkerEngine({}), here = makeOpenClEngine();
    const RunRequest request = requestOf(noiseImage({321, 123}),
                                         "gaussian sigma=3 | grayscale | floyd-steinberg | "
                                         "histogram",
                                         {.verify = true});
    const ReportPtr there = worker->run(request), expected = here->run(request);
    QVERIFY(sameSamples(*there->output, *expected->output));
    QVERIFY(there->endToEnd.rmse == expected->endToEnd.rmse && there->device.name == expected->device.name);
    for (std::size_t i = 0; i < expected->stages.size(); ++i) {
        const StageReport &a = there->stages[i], &b = expected->stages[i];
        QVERIFY(sameSamples(*a.outputImage, *b.outputImage) && sameSamples(*a.referenceImage, *b.referenceImage));
        QVERIFY(a.variant == b.variant && a.workgroup == b.workgroup && a.analysis == b.analysis);
        QVERIFY(a.difference.verdict == b.difference.verdict && a.difference.rmse == b.difference.rmse);
        QCOMPARE(a.kernels.size(), b.kernels.size());
        for (const KernelReport& kernel : a.kernels)
            QVERIFY(kernel.runUs > 0);
    }
}

/// The worker compiles as this process does, with the shape of a second image and without its pixels.
void WorkerSources::figuresOfTheCompiler() {
    const std::string file = LIGHTBENCH_SOURCE_DIR "/tests/fixtures/inputs/gray-256x171-waves.npy";
    const ImageShape shape{{256, 171}, {SampleType::U8, 1}};
    for (const std::string& text : {std::string("invert"), stageOfFile("blend", "with", file), std::string("gaussian"),
                                    std::string("median variant=cpu"), std::string("!invert")}) {
        CompileRequest request{parseStack(text).front(), shape, 0, builtInFilters()};
        const auto there = makeWorkerEngine({})->compile(request, {});
        const auto here = makeWorkerEngine({.inProcess = true})->compile(request, {});
        QVERIFY2(there == here, text.c_str());
        QCOMPARE(there.empty(), text.ends_with("cpu"));
        for (const CompiledProgram& program : there)
            for (const KernelResources& figures : program.kernels)
                QVERIFY2(figures.largestWorkgroup.value_or(0) > 0 && figures.localBytes, figures.kernel.c_str());
    }
    CompileRequest unknown{parseStack("invert").front(), shape, 99, builtInFilters()};
    QVERIFY_EXCEPTION_THROWN(makeWorkerEngine({})->compile(unknown, {}), Error);
}

LIGHTBENCH_TEST(WorkerSources, QCoreApplication)
#include "worker_sources.moc"
