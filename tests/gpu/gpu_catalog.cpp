// A filter that was laid over the built-in ones, with a kernel that was laid over theirs: it runs, and nothing can
// prove it.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/framework/plan.h"
#include "core/run/report_json.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Copies red, green and blue, each through the kernel's own idea of it.
Plan copyPlan(const PlanRequest& request) {
    Plan plan;
    KernelPass pass;
    pass.kernel = "mine_direct";
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.global = coverGlobal(request.input.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height}};
    plan.passes.push_back(std::move(pass));
    return plan;
}

FilterCatalog withMine() {
    Filter mine;
    mine.id = "mine";
    mine.label = "Mine";
    mine.accepts = {SampleType::U8};
    mine.variants = {{.id = "direct", .label = "Direct", .workgroups = areaWorkgroups(), .plan = copyPlan}};
    return builtInFilters().with({mine});
}

KernelLibrary withKernel(const std::string& value) {
    return KernelLibrary().with("mine.cl", "KERNEL void mine_direct(global const sample_t* restrict src,\n"
                                           "    global out_sample_t* restrict dst, int width, int height) {\n"
                                           "    const int x = get_global_id(0), y = get_global_id(1);\n"
                                           "    if (x >= width || y >= height) return;\n"
                                           "    dst[y * width + x] = " +
                                               value + ";\n}\n");
}

RunRequest myRequest(const std::string& value, bool verify = true) {
    RunRequest request{{noiseImage({40, 30}, {SampleType::U8, 1})}, {.verify = verify, .repeat = 2, .warmUp = true}};
    request.filters = withMine();
    request.kernels = withKernel(value);
    request.stack = {makeStage("mine", request.filters), makeStage("invert")};
    return request;
}
} // namespace

class GpuCatalog : public QObject {
    Q_OBJECT
private slots:
    void init() { engine_ = makeOpenClEngine(); }

    void runsAndIsNotProved() {
        const ReportPtr report = engine_->run(myRequest("src[y * width + x] / 2"));
        const RunRequest request = myRequest("0");
        const int half = int(request.image->at(3, 4, 0)) / 2;
        QCOMPARE(int(report->output->at(3, 4, 0)), 255 - half);
        QVERIFY(report->stages[0].difference.verdict == Verdict::NoReference && !report->stages[0].referenceImage);
        QVERIFY(report->stages[1].difference.verdict == Verdict::Match);
        QVERIFY(report->endToEnd.verdict == Verdict::NoReference && !report->endToEndReference);
        QCOMPARE(verdictName(report->verdict()), std::string("not checked: no reference"));
        const QJsonObject json =
            QJsonDocument::fromJson(QByteArray::fromStdString(reportJson(*report, "in", "out").text())).object();
        QCOMPARE(json["verdict"].toString(), QString("not checked: no reference"));
        const QJsonObject stage = json["stages"][0].toObject();
        QCOMPARE(stage["difference"]["verdict"].toString(), QString("not checked: no reference"));
        QVERIFY(stage["reference_ms"].isNull() && stage["difference"]["max_abs"].isNull());
    }

    void measuredWithoutAProof() {
        const RunRequest run = myRequest("src[y * width + x]");
        const Measurement measured = engine_->measure(measurementOf(run, {.repeat = 2, .buffers = 1}), {});
        QVERIFY(measured.stages[0].difference.verdict == Verdict::NoReference);
        QVERIFY(measured.stages[1].difference.verdict == Verdict::Match);
        QVERIFY(measured.verdict() == Verdict::NoReference);
    }

    /// The text is part of what a stage depends on.
    void editedTextRunsAgain() {
        RunRequest request = myRequest("11", false);
        request.options.reuse = true;
        QCOMPARE(engine_->run(request)->output->at(0, 0, 0), 244.0);
        QVERIFY(engine_->run(request)->stages[0].reused);
        request.kernels = request.kernels.with("mine.cl", withKernel("22").layers()[0].files.at("mine.cl"));
        const ReportPtr edited = engine_->run(request);
        QVERIFY(!edited->stages[0].reused);
        QCOMPARE(edited->output->at(0, 0, 0), 233.0);
    }

    void whatIsNotThereIsNamed() {
        RunRequest request = myRequest("0");
        request.kernels = {};
        QVERIFY(QString(errorOf(*engine_, request).what()).contains("mine.cl"));
        request.filters = {};
        const Error error = errorOf(*engine_, request);
        QVERIFY2(QString(error.what()).contains("no filter called \"mine\""), error.what());
        QCOMPARE(error.stage, 0);
        request = myRequest("0");
        request.stack[0].variant = "cpu";
        QVERIFY(QString(errorOf(*engine_, request).what()).contains("mine has no variant called \"cpu\""));
    }

private:
    std::unique_ptr<Engine> engine_;
};

LIGHTBENCH_TEST(GpuCatalog, QCoreApplication)
#include "gpu_catalog.moc"
