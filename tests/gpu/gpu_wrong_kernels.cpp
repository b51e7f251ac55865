// Kernels that are wrong on purpose, each in one way: the explainer names it, from what a checked run reports.
#include "core/run/stage_explanation.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {

/// A kernels' file with one piece of it exchanged.
KernelLibrary edited(const QString& path, const char* from, const char* to) {
    QFile file(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/kernels/") + path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(path));
    QByteArray text = file.readAll();
    if (text.count(from) == 0) qFatal("%s no longer has what this test changes", qPrintable(path));
    return KernelLibrary().with(path.toStdString(),
                                text.replace(text.indexOf(from), qsizetype(strlen(from)), to).toStdString());
}

struct Wrong {
    const char *name, *stack, *file, *from, *to;
    Format format;
    const char *pattern, *words;
};

constexpr Format gray{SampleType::U8, 1}, colours{SampleType::U8, 4}, floats{SampleType::F32, 1};
const char* const window = "convolution k=5 kernel=gaussian variant=plain workgroup=16x8";

const Wrong all[] = {
    {"nothing", window, "windows/convolution/plain.cl", "KERNEL void convolution_plain",
     "KERNEL void convolution_plain", gray, "equal", ""},
    {"the border", window, "windows/convolution/plain.cl", "    dst[at] =",
     "    if (x < radius || y < radius || x + radius >= width || y + radius >= height)\n"
     "        sum = convert_sum(src[at]) * denominator;\n    dst[at] =",
     gray, "border", "within 2 pixels of the border"},
    {"plus or minus one", window, "windows/convolution/plain.cl", "to_out(sum / denominator));",
     "to_out(floor(sum / denominator)));", gray, "plus-minus-one", "0 above"},
    {"seams of workgroups", "convolution k=5 kernel=gaussian variant=tiled workgroup=16x8",
     "windows/convolution/tiled.cl", "border_index(left + i, width), width);",
     "border_index(clamp(left + i, left + radius, left + radius + (int)get_local_size(0) - 1), width), width);", gray,
     "workgroup-seams", "x mod 16 is 14..1"},
    {"seams of vectors", "convolution k=5 kernel=gaussian variant=segments workgroup=16x1",
     "windows/convolution/segments.cl", "quotient(sum, denominator)), src + at, dst + at);",
     "quotient(sum, denominator)), src + at, dst + at); dst[at + SEGMENT_PIXELS - 1] = dst[at];", gray, "vector-seams",
     "x mod "},
    {"NaN", "invert variant=plain", "point/invert/plain.cl", "(pixel_t)(SRC_MAX)-s",
     "(pixel_t)(SRC_MAX)-s + 0.0f * log(s - 0.25f)", floats, "nan", "NaN (not a number)"},
    {"one channel", "invert variant=plain", "point/invert/plain.cl", "dst[i] = inverted;",
     "dst[i] = inverted; dst[i].y = s.y;", colours, "one-channel", "green"},
    {"scattered", "invert variant=plain", "point/invert/plain.cl", "dst[i] = inverted;",
     "dst[i] = ((uint)i * 2654435761u >> 7) % 89u == 0 ? s : inverted;", gray, "scattered", "cells of a grid"},
};

} // namespace

class GpuWrongKernels : public QObject {
    Q_OBJECT
private slots:
    void eachIsNamed_data();
    void eachIsNamed();

private:
    std::unique_ptr<Engine> engine_ = makeOpenClEngine({});
};

void GpuWrongKernels::eachIsNamed_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(all)); ++i)
        QTest::newRow(all[i].name) << i;
}

void GpuWrongKernels::eachIsNamed() {
    QFETCH(int, index);
    const Wrong& wrong = all[index];
    RunRequest request = requestOf(noiseImage({211, 140}, wrong.format), wrong.stack, {.verify = true});
    request.kernels = edited(wrong.file, wrong.from, wrong.to);
    const ReportPtr report = engine_->run(request);
    const auto stage = explainStage(report->stages.at(0));
    QVERIFY(stage);
    QString text;
    for (const Finding& finding : stage->explanation.findings)
        text += QString::fromStdString(patternName(finding.pattern) + ": " + finding.text + '\n');
    QVERIFY2(text.startsWith(wrong.pattern), qPrintable(text));
    QVERIFY2(text.contains(wrong.words), qPrintable(text));
    const bool hasValidResult = stage->explanation.findings[0].pattern == MismatchPattern::Equal;
    QCOMPARE(report->stages[0].difference.verdict == Verdict::Mismatch, !hasValidResult);
    const QString said = QString::fromStdString(report->stages[0].looksLike); // every check of a run says as much
    QVERIFY2(hasValidResult ? said.isEmpty() : text.startsWith(said), qPrintable(said));
    MeasureRequest measured = measurementOf(request, {.repeat = 1, .capMs = 1});
    QCOMPARE(QString::fromStdString(engine_->measure(measured, {}).stages[0].looksLike), said); // and every race
}

LIGHTBENCH_TEST(GpuWrongKernels, QCoreApplication)
#include "gpu_wrong_kernels.moc"
