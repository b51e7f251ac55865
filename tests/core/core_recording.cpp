// Recordings of the order of pixels: what the words of a buffer say, which plans can record and what that adds to them,
// and that kernels which do not record know nothing of it.
#include <QRegularExpression>
#include <QTest>

#include "core/framework/kernel_library.h"
#include "core/framework/kernel_signature.h"
#include "core/run/recorded_stage.h"
#include "core/run/stack_text.h"
#include "core/source/preprocessor.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
DeviceInfo device(DeviceType type, const std::string& vendor) {
    DeviceInfo info;
    info.name = info.vendor = vendor;
    info.type = type;
    info.computeUnits = 2;
    info.preferredMultiple = 32;
    info.maxWorkgroup = 1024;
    info.maxWorkItems = {1024, 1024, 64};
    info.localMemory = 48 << 10;
    info.maxAllocation = std::uint64_t(1) << 30;
    return info;
}
const DeviceInfo cpu = device(DeviceType::Cpu, "some"), nvidia = device(DeviceType::Gpu, "NVIDIA Corporation");

ResolvedStage resolved(const std::string& stage, Size size = {40, 30}, const DeviceInfo& where = cpu) {
    return resolveStage(parseStack(stage).front(), {size, {SampleType::U8, 1}}, where);
}

QString value(const KernelPass& pass, const std::string& define) {
    for (const auto& [name, text] : pass.defines)
        if (name == define) return QString::fromStdString(text);
    return "not defined";
}

/// Two groups, and four pixels that were finished in the order 2 0 3 1.
Recording smallRecording() {
    ResolvedStage stage = resolved("floyd-steinberg variant=row-per-group workgroup=1", {2, 2});
    addRecording(stage, cpu);
    return recordingOf(stage, std::vector<std::uint32_t>{4, 0, /**/ 0, 3, 0, 0, /**/ 1, 4, 2, 1, /**/ 1, 3, 0, 2});
}

/// A program without comments, and without recording.clh itself.
QString withoutRecordingHeader(QString text) {
    static const QRegularExpression comments("//[^\n]*");
    const qsizetype begin = text.indexOf("#line 1 \"kernels/prelude/recording.clh\""),
                    end = text.indexOf("#line", begin + 1);
    if (begin >= 0) text.remove(begin, end - begin);
    return text.remove(comments);
}
} // namespace

class CoreRecording : public QObject {
    Q_OBJECT
private slots:
    void wordsAreRead() {
        const Recording recording = smallRecording();
        QCOMPARE(recording.filter, std::string("floyd-steinberg"));
        QCOMPARE(recording.kernel, std::string("floyd_steinberg_row_per_group"));
        QVERIFY(recording.unit == RecordedUnit::Pixels);
        QCOMPARE(recording.groups.size(), std::size_t(2));
        QVERIFY((recording.groups[1] == GroupRecord{1, 4, 2, 1}));
        QCOMPARE(recording.stamps->at(1, 0, 0), 3.0);
        QCOMPARE(recording.end(), 4u);
        QCOMPARE(recording.waitingGroups(), std::size_t(1));
    }

    void rowsAndText() {
        const Recording recording = smallRecording();
        QCOMPARE(workgroupCsv(recording),
                 std::string("group,start_pixels,finish_pixels,waited_pixels,waits\n0,0,3,0,0\n1,1,4,2,1\n"));
        const QString text = QString::fromStdString(recordingText(recording));
        VERIFY_CONTAINS(text, "an order, not times");
        VERIFY_CONTAINS(text, "among 4 pixels");
        VERIFY_CONTAINS(text, "1 of 2 workgroups waited for others; the longest, number 1, for 2 pixels");
    }

    void pictureIsColouredByTime() {
        const Image picture = recordingPicture(smallRecording());
        QCOMPARE(picture.shape().format, (Format{SampleType::U8, 4}));
        const auto green = [&](int x, int y) { return picture.at(x, y, 1); }; // grows from first to last
        QVERIFY(green(0, 1) < green(0, 0) && green(0, 0) < green(1, 1) && green(1, 1) < green(1, 0));
        QCOMPARE(picture.at(0, 1, 0), 68.0); // the first is the scale's first colour
        QCOMPARE(picture.at(0, 0, 3), 255.0);
    }

    void planRecordsOnRequestOnly() {
        ResolvedStage stage = resolved("floyd-steinberg variant=barrier-wavefront workgroup=8");
        const Plan before = stage.plan;
        QVERIFY(recordingProblem(stage).empty() && !before.recording);
        QCOMPARE(value(lastKernel(stage.plan), "RECORD_ORDER"), QString("not defined"));
        addRecording(stage, cpu);
        QCOMPARE(stage.plan.passes.size(), before.passes.size() + 1);
        const auto& fill = std::get<FillPass>(stage.plan.passes[before.passes.size() - 1]);
        const KernelPass& pass = lastKernel(stage.plan);
        QVERIFY(fill.buffer == stage.plan.recording->words && fill.word == 0);
        QVERIFY((pass.arguments.back() == NamedArgument{"recording", stage.plan.recording->words}));
        QCOMPARE(value(pass, "RECORD_ORDER"), QString("1"));
        QCOMPARE(stage.plan.recording->groups, std::size_t(4)); // 30 rows in bands of 8
        QCOMPARE(stage.plan.scratchOf(stage.plan.recording->words).bytes, std::uint64_t(4 * (2 + 4 * 4 + 40 * 30)));
    }

    void clockWhereThereIsOne() {
        ResolvedStage stage = resolved("prefix-sum variant=look-back", {400, 300}, nvidia);
        addRecording(stage, nvidia);
        QCOMPARE(value(lastKernel(stage.plan), "RECORD_ORDER"), QString("2"));
        const std::vector<std::uint32_t> words(
            stage.plan.scratchOf(stage.plan.recording->words).bytes / sizeof(std::uint32_t), 0);
        QVERIFY(recordingOf(stage, words).unit == RecordedUnit::Nanoseconds);
    }

    void othersSayThatTheyDoNot() {
        for (const char* stage : {"median", "integral columns=transposed variant=register-blocked", "box"}) {
            ResolvedStage none = resolved(stage);
            const auto error = errorOf([&] { addRecording(none, cpu); });
            QVERIFY2(error && error->field == "variant", stage);
            VERIFY_CONTAINS(QString(error->what()), "replay is not available");
        }
        ResolvedStage host = resolved("floyd-steinberg variant=cpu");
        VERIFY_CONTAINS(messageOf([&] { addRecording(host, cpu); }), "no kernel makes its pixels");
    }

    void tooLargeForTheDevice() {
        DeviceInfo small = cpu;
        small.maxAllocation = 4096;
        ResolvedStage stage = resolved("floyd-steinberg");
        VERIFY_CONTAINS(messageOf([&] { addRecording(stage, small); }), "needs a buffer of");
    }

    /// Every variant of the wavefronts and scans, and its kernel takes what the plan gives, with and without.
    void allOfThemRecord() {
        for (const char* name : {"floyd-steinberg", "prefix-sum", "integral"})
            for (const Variant& variant : filterById(name).variants) {
                if (isPlain(variant)) continue; // plain kernels have nothing but the algorithm
                ResolvedStage stage = resolved(std::string(name) + " variant=" + variant.id);
                const auto problem = [&] {
                    const KernelPass& pass = lastKernel(stage.plan);
                    const std::string source = KernelLibrary().source(pass.program).text;
                    return matchArguments(pass, kernelParameters(source, pass.kernel)).problem;
                };
                QCOMPARE(problem(), std::string());
                addRecording(stage, cpu);
                QCOMPARE(problem(), std::string());
            }
    }

    /// Algorithms call the functions of recording.clh and leave it to them whether anything is recorded.
    void algorithmsDoNotAskWhetherTheyRecord() {
        static const QRegularExpression asks("RECORD_ORDER|RECORDS|#[^\n]*RECORD");
        for (const char* name : {"floyd-steinberg", "prefix-sum", "integral"})
            for (const Variant& variant : filterById(name).variants) {
                ResolvedStage stage = resolved(std::string(name) + " variant=" + variant.id);
                if (stage.plan.passes.empty() || isPlain(variant)) continue;
                const std::string text = KernelLibrary().source(lastKernel(stage.plan).program).text;
                const QString rest = withoutRecordingHeader(QString::fromStdString(text));
                VERIFY_CONTAINS(rest, "begin_recording(RECORDING, ");
                VERIFY_CONTAINS(rest, "end_recording(&recorder);");
                const QRegularExpressionMatch found = asks.match(rest);
                QVERIFY2(!found.hasMatch(),
                         qPrintable(rest.mid(std::max<qsizetype>(found.capturedStart() - 60, 0), 120)));
            }
        QVERIFY(!QString::fromStdString(KernelLibrary().source("median/column-strips").text).contains("RECORD"));
    }

    /// Kernels call the recording functions in every program. Without the define they are empty.
    void functionsDoNothingWithoutTheDefine() {
        Preprocessor preprocessor({}, {});
        for (const auto& [name, value] : formatDefines({SampleType::U8, 1}, {SampleType::U8, 1}))
            preprocessor.define(name, value);
        const std::string text = KernelLibrary().file("prelude.clh").text + KernelLibrary().file("recording.clh").text;
        QStringList words;
        for (const ProgramToken& token : preprocessor.run(text))
            words << QString::fromUtf8(token.text.data(), qsizetype(token.text.size()));
        const QString code = words.join(' ');
        for (const char* function : {"end_recording", "record_pixels", "begin_wait", "end_wait"}) {
            const QRegularExpression empty(QStringLiteral(" %1 \\( [^)]* \\) \\{ \\}").arg(function));
            QVERIFY2(empty.match(code).hasMatch(), function);
        }
        VERIFY_CONTAINS(code, "{ const recorder_t recorder = { 0 } ; return recorder ; }");
        for (const char* word : {"atomic", "volatile", "asm"})
            QVERIFY2(!code.contains(word), word);
        for (const char* name : {"floyd-steinberg", "prefix-sum", "integral"})
            for (const Variant& variant : filterById(name).variants) {
                ResolvedStage stage = resolved(std::string(name) + " variant=" + variant.id);
                if (stage.plan.passes.empty() || isPlain(variant)) continue;
                const KernelPass& pass = lastKernel(stage.plan);
                const std::string source = KernelLibrary().source(pass.program).text;
                VERIFY_CONTAINS(QString::fromStdString(source), "RECORD_PARAMETER)");
                const auto parameters = kernelParameters(source, pass.kernel);
                QVERIFY(parameters);
                for (const KernelParameter& parameter : *parameters)
                    QVERIFY(parameter.onlyWhenRecording || parameter.name != "recording");
            }
    }
};

LIGHTBENCH_TEST(CoreRecording, QCoreApplication)
#include "core_recording.moc"
