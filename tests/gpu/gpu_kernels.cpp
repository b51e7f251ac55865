// Kernels that do not build or ask for too much, from a folder of their own.
#include <QRegularExpression>
#include <QTemporaryDir>

#include "app/worker/worker_engine.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/kernel_folder.h"
#include "tests/test_program.h"

using namespace lightbench;

class GpuKernels : public QObject {
    Q_OBJECT
private slots:
    void init();
    void brokenKernelIsNamedWithItsLine();
    void missingKernelIsNamed();
    void argumentsThatDoNotSuitAreNamed();
    void headersAreIncludedAndNamedWithTheirLines();
    void missingOrEndlessHeaderIsNamed();
    void tooMuchLocalMemoryIsFoundBeforeTheLaunch();
    void editedKernelRunsAgain();
    void poisonFindsWritesBeyondTheEnd();
    void poisonFindsUnwrittenSamples();
    void resultsPastTheCachesAreTheSame();

private:
    void edit(const QByteArray& from, const QByteArray& to) { editFile("point/grayscale/plain.cl", from, to); }
    void editFile(const QString& name, const QByteArray& from, const QByteArray& to);

    std::unique_ptr<Engine> makeEngine(bool poison = false) const {
        return makeOpenClEngine({.poison = poison, .kernels = KernelLibrary::ofFolder(folder_->path().toStdString())});
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Engine> engine_;
    RunRequest request_;
};

void GpuKernels::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    tests::copyKernels(folder_->path());
    engine_ = makeEngine();
    request_ = requestOf(noiseImage({40, 30}), "invert | grayscale variant=plain");
}

void GpuKernels::editFile(const QString& name, const QByteArray& from, const QByteArray& to) {
    QFile file(folder_->filePath(name));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray text = file.readAll();
    QVERIFY2(text.contains(from), "the kernel no longer has the line that this test changes");
    text.replace(text.indexOf(from), from.size(), to);
    file.resize(0);
    file.write(text);
}

void GpuKernels::brokenKernelIsNamedWithItsLine() {
    QFile file(folder_->filePath("point/grayscale/plain.cl"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const auto line = text.left(text.indexOf("const int y")).count('\n') + 1;
    edit("const int y", "const int y = nothing_of_that_name; const int z");
    const Error error = errorOf(*engine_, request_);
    QCOMPARE(error.kind(), ErrorKind::Build);
    QCOMPARE(error.stage, 1);
    const QString message = error.what();
    QVERIFY2(message.contains(QStringLiteral("kernels/point/grayscale/plain.cl:%1").arg(line)), error.what());
    QVERIFY2(message.contains("nothing_of_that_name") && !message.contains('\n'), error.what());
    QVERIFY2(error.details().find("SRC_SAMPLE") != std::string::npos, "the details hold the options");
    // The engine stays usable.
    edit("nothing_of_that_name", "get_global_id(1)");
    QVERIFY(sameSamples(*engine_->run(request_)->output, *runReference(request_.image, request_.stack)));
}

void GpuKernels::missingKernelIsNamed() {
    edit("grayscale_plain", "grayscale_other");
    const Error error = errorOf(*engine_, request_);
    QCOMPARE(error.kind(), ErrorKind::Build);
    QVERIFY2(QString(error.what()).contains("kernels/point/grayscale/plain.cl has no kernel called grayscale_plain"),
             error.what());
}

// A plan and a kernel that do not agree are told as that, not as a broken driver or as wrong pixels.
void GpuKernels::argumentsThatDoNotSuitAreNamed() {
    const std::vector<std::pair<QByteArray, QString>> all{
        {"float height) {",
         "the plan gives kernel grayscale_plain an int for \"height\", where the kernel has a float"},
        {"int high) { const int height = high;",
         "the plan gives kernel grayscale_plain \"height\"; the kernel has src, dst, width and high"},
        {"int height, int more) {", "the plan gives kernel grayscale_plain nothing for its parameter \"int more\""},
        {"sample_t height) {", "an int for \"height\", where the kernel has \"sample_t height\""}};
    QByteArray now = "int height) {";
    for (const auto& [parameters, message] : all) {
        edit(now, parameters);
        now = parameters;
        const Error error = errorOf(*engine_, request_);
        QCOMPARE(error.kind(), ErrorKind::Build);
        QCOMPARE(error.stage, 1);
        QVERIFY2(QString(error.what()).startsWith("grayscale: kernels/point/grayscale/plain.cl: "), error.what());
        QVERIFY2(QString(error.what()).contains(message), error.what());
    }
}

void GpuKernels::headersAreIncludedAndNamedWithTheirLines() {
    QFile header(folder_->filePath("extra.clh"));
    QVERIFY(header.open(QIODevice::WriteOnly));
    header.write("// Included twice.\nconstant int EXTRA = 49;\n");
    header.close();
    edit("KERNEL void grayscale_plain", "#if 1\n#include \"extra.clh\"\n#endif\n#include \"extra.clh\"\n"
                                        "KERNEL void grayscale_plain");
    edit("dst[i] = gray;", "dst[i] = EXTRA;");
    QCOMPARE(engine_->run(request_)->output->at(3, 4, 0), 49.0);
    QVERIFY(header.open(QIODevice::Append));
    header.write("nonsense;\n");
    header.close();
    const Error error = errorOf(*engine_, request_);
    QVERIFY2(QString(error.what()).contains("kernels/extra.clh:3"), error.what());
}

void GpuKernels::missingOrEndlessHeaderIsNamed() {
    edit("KERNEL void grayscale_plain", "#include \"nowhere.clh\"\nKERNEL void grayscale_plain");
    const Error error = errorOf(*engine_, request_);
    QVERIFY2(QString(error.what()).contains("nowhere.clh"), error.what());
    QFile header(folder_->filePath("nowhere.clh"));
    QVERIFY(header.open(QIODevice::WriteOnly));
    header.write("#include \"nowhere.clh\"\n");
    header.close();
    const Error endless = errorOf(*engine_, request_);
    QVERIFY2(QString(endless.what()).contains("includes itself"), endless.what());
}

/// In a worker, because drivers may end the process at such a launch.
void GpuKernels::tooMuchLocalMemoryIsFoundBeforeTheLaunch() {
    WorkerSettings settings;
    settings.kernels = KernelLibrary::ofFolder(folder_->path().toStdString());
    engine_ = makeWorkerEngine(settings);
    const std::uint64_t limit = engine_->devices().devices[0].localMemory;
    edit("const int x = get_global_id(0);",
         QByteArray("local uchar much[") + QByteArray::number(qulonglong(2 * limit)) +
             "]; much[get_local_id(0)] = 0; barrier(CLK_LOCAL_MEM_FENCE); const int x = get_global_id(0) + "
             "much[get_local_id(0)];");
    const Error error = errorOf(*engine_, request_);
    QCOMPARE(error.field, std::string("workgroup"));
    QCOMPARE(error.stage, 1);
    QVERIFY2(QString(error.what()).contains("grayscale_plain") && QString(error.what()).contains("local memory"),
             error.what());
    // auto tried smaller sizes in vain; the message speaks of the one that it chose, which depends on the device.
    const auto workgroup = QRegularExpression(QStringLiteral("grayscale \\(plain\\), workgroup [0-9]+(x[0-9]+)?: "));
    QVERIFY2(QString(error.what()).contains(workgroup), error.what());
}

void GpuKernels::editedKernelRunsAgain() {
    request_.options.reuse = true;
    const ReportPtr before = engine_->run(request_);
    edit("dst[i] = gray;", "dst[i] = 77;");
    const ReportPtr after = engine_->run(request_);
    QVERIFY(after->stages[0].reused && !after->stages[1].reused);
    QCOMPARE(after->output->at(3, 4, 0), 77.0);
}

void GpuKernels::poisonFindsWritesBeyondTheEnd() {
    engine_ = makeEngine(true);
    edit("dst[i] = gray;", "dst[i] = gray; dst[i + 40] = 1;");
    const Error error = errorOf(*engine_, request_);
    QVERIFY2(QString(error.what()).contains("beyond its output of 1200 bytes"), error.what());
    QCOMPARE(error.stage, 1);
}

void GpuKernels::poisonFindsUnwrittenSamples() {
    engine_ = makeEngine(true);
    engine_->run(request_); // leaves the right samples in the pooled buffer
    edit("dst[i] = gray;", "if (x != 7) dst[i] = gray;");
    const ReportPtr report = engine_->run(request_);
    QCOMPARE(report->output->at(7, 3, 0), double(0xA5));
}

// As processors store images that their caches cannot hold: none that tests take is so large.
void GpuKernels::resultsPastTheCachesAreTheSame() {
    editFile("prelude/unaligned_vectors.clh", "#ifndef STREAMING_STORES\n#define STREAMING_STORES 0\n#endif",
             "#undef STREAMING_STORES\n#define STREAMING_STORES 1");
    for (const Format format : {Format{SampleType::U8, 1}, Format{SampleType::U8, 4}, Format{SampleType::F32, 4}}) {
        request_ = requestOf(noiseImage({128, 40}, format),
                             "erode | top-hat k=5 | median | morphological-gradient k=3 | local-maximum k=9 | "
                             "brightness-contrast contrast=1.5 | blend mode=add with=input");
        QVERIFY(sameSamples(*engine_->run(request_)->output, *runReference(request_.image, request_.stack)));
    }
}

LIGHTBENCH_TEST(GpuKernels, QCoreApplication)
#include "gpu_kernels.moc"
