// Nothing is compiled on the way from a parameter to the picture: fallback variants are general and right, builds are
// made at rest, and what a driver compiles counts as build. On the first device.
#include <QTemporaryDir>

#include <set>

#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

namespace lightbench {

namespace {

struct Case {
    const char* filter;
    const char* variant;
    const char* parameter;
    const char* first; ///< a value that is built
    const char* then;  ///< the value that a hand moves on to
};

/// A variant that is built for values, of each filter that has such.
constexpr Case cases[] = {
    {"gaussian", "fused", "sigma", "1", "2.5"},
    {"convolution", "register-blocked", "k", "5", "9"},
    {"median", "shared-columns", "k", "3", "5"},
    {"median", "selection-network", "k", "3", "7"},
    {"local-maximum", "van-herk", "k", "5", "21"},
    {"peaks", "register-blocked", "k", "5", "63"},
    {"adaptive-threshold", "fused", "k", "5", "9"},
    {"box", "columns", "k", "5", "9"},
    {"unsharp-mask", "columns-first", "sigma", "1", "2.5"},
};

std::string stageText(const Case& one, const char* value) {
    return std::string(one.filter) + " variant=" + one.variant + " " + one.parameter + "=" + value;
}

RunOptions promptly() {
    RunOptions options;
    options.verify = true;
    options.reuse = true;
    options.prompt = true;
    return options;
}

/// A driver that does not compile at a first launch still takes some microseconds longer for it; compilers take a
/// hundred milliseconds.
bool builtNothing(const Report& report) { return report.buildMs < 1; }

std::set<std::string> programsOf(const Plan& plan) {
    std::set<std::string> programs;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) {
            std::string options = kernel->program;
            for (const auto& [name, value] : kernel->defines)
                options += " " + name + "=" + value;
            programs.insert(options);
        }
    return programs;
}

} // namespace

class FallbackVariants : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        // A cache of kernels that is nobody else's, and empty.
        QVERIFY(folder.isValid());
        qputenv("POCL_CACHE_DIR", folder.path().toLocal8Bit());
    }
    void compilingIsBuilding();
    void generalPlansShareTheirPrograms();
    void theyMatchTheReference_data();
    void theyMatchTheReference();
    void whatWasMeantIsBuiltAtRest();
    void aNewerRunTakesTheRestAway();
    void stacksBuiltAheadBuildNothing();

private:
    QTemporaryDir folder;
};

void FallbackVariants::compilingIsBuilding() {
    const auto engine = makeOpenClEngine();
    const ReportPtr cold = engine->run(requestOf(noiseImage({64, 64}), "median k=5"));
    QVERIFY(cold->buildMs > 0);
    // The launch at which a driver compiles is no part of the wait or of the run.
    QVERIFY2(cold->queueMs < cold->buildMs, qPrintable(QString::number(cold->queueMs)));
    QVERIFY2(cold->wallMs < cold->buildMs, qPrintable(QString::number(cold->wallMs)));
    const ReportPtr again = engine->run(requestOf(noiseImage({64, 64}), "median k=5"));
    QCOMPARE(again->buildMs, 0.0);
}

/// The fallback variant's programs are the same for the smallest, a small and the largest value of each number.
static void checkSharedPrograms(const Filter& filter, const Variant& variant, const ImageShape& shape,
                                const DeviceInfo& device) {
    std::set<std::string> programs;
    std::size_t maximum = 0;
    for (const Parameter& parameter : filter.parameters) {
        const bool whole = parameter.kind == ParameterKind::Integer;
        if (!whole && parameter.kind != ParameterKind::Real) continue;
        for (double value : {parameter.minimum, parameter.minimum + 2 * parameter.step, parameter.maximum}) {
            Stage stage = makeStage(filter.id);
            stage.parameters.set(parameter.name, whole ? ParameterValue(int(value)) : ParameterValue(value));
            const auto fallbackVariant = fallbackOf({&filter, &variant, {1, 1}, {}}, stage, shape, device);
            if (!fallbackVariant) continue;
            programs.merge(programsOf(fallbackVariant->plan));
            maximum = std::max(maximum, programsOf(fallbackVariant->plan).size());
        }
    }
    QVERIFY(maximum > 0);
    QVERIFY2(programs.size() == maximum, (filter.id + " " + variant.id + ", " + shape.name()).c_str());
}

void FallbackVariants::generalPlansShareTheirPrograms() {
    const DeviceInfo device = makeOpenClEngine()->devices().devices.at(0);
    int checked = 0;
    for (const Filter& filter : allFilters())
        for (const Variant& variant : filter.variants) {
            if (variant.fallbackVariant.empty()) continue;
            // Programs may be others for each shape, not for each value.
            for (const ImageShape& shape : {ImageShape{{512, 300}, {SampleType::U8, 4}},
                                            {{300, 512}, {SampleType::U8, 1}},
                                            {{1280, 900}, {SampleType::F32, 1}},
                                            {{2900, 2100}, {SampleType::U16, 4}}})
                checkSharedPrograms(filter, variant, shape, device);
            ++checked;
        }
    QVERIFY(checked >= 10);
}

void FallbackVariants::theyMatchTheReference_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < std::size(cases); ++i)
        QTest::newRow(stageText(cases[i], cases[i].then).c_str()) << int(i);
}

void FallbackVariants::theyMatchTheReference() {
    QFETCH(int, index);
    const Case& one = cases[index];
    const auto engine = makeOpenClEngine({.poison = true});
    const std::string missing =
        missingOn(engine->devices().devices.at(0), variantById(filterById(one.filter), one.variant));
    if (!missing.empty()) QSKIP(missing.c_str());
    const ImagePtr image = noiseImage({131, 67});
    const ReportPtr meant = engine->run(requestOf(image, stageText(one, one.first), promptly()));
    QCOMPARE(meant->stages[0].variant, std::string(one.variant));
    QVERIFY(meant->stages[0].fallbackFor.empty());
    const ReportPtr prompt = engine->run(requestOf(image, stageText(one, one.then), promptly()));
    QCOMPARE(prompt->stages[0].fallbackFor, std::string(one.variant));
    QCOMPARE(prompt->stages[0].variant, variantById(filterById(one.filter), one.variant).fallbackVariant);
    QVERIFY2(prompt->verdict() <= Verdict::WithinTolerance && prompt->verdict() != Verdict::NotChecked,
             verdictName(prompt->verdict()).c_str());
}

void FallbackVariants::whatWasMeantIsBuiltAtRest() {
    const auto engine = makeOpenClEngine();
    const ImagePtr image = noiseImage({131, 67});
    engine->run(requestOf(image, "median k=3 variant=shared-columns", promptly()));
    std::atomic<int> built{0};
    RunMonitor monitor;
    monitor.built = [&] { ++built; };
    const RunRequest wanted = requestOf(image, "median k=9 variant=shared-columns", promptly());
    QVERIFY(!engine->run(wanted, monitor)->stages[0].fallbackFor.empty());
    QTRY_COMPARE_WITH_TIMEOUT(built.load(), 1, 120000);
    const ReportPtr meant = engine->run(wanted, monitor);
    QCOMPARE(meant->stages[0].variant, std::string("shared-columns"));
    QVERIFY(meant->stages[0].fallbackFor.empty());
    QVERIFY2(builtNothing(*meant), qPrintable(QString::number(meant->buildMs)));
    QCOMPARE(built.load(), 1);
}

void FallbackVariants::aNewerRunTakesTheRestAway() {
    const auto engine = makeOpenClEngine();
    const ImagePtr image = noiseImage({131, 67});
    engine->run(requestOf(image, "local-maximum k=3 variant=van-herk", promptly()));
    std::atomic<int> first{0}, second{0};
    RunMonitor monitor;
    monitor.built = [&] { ++first; };
    engine->run(requestOf(image, "local-maximum k=11 variant=van-herk", promptly()), monitor);
    monitor.built = [&] { ++second; };
    engine->run(requestOf(image, "local-maximum k=13 variant=van-herk", promptly()), monitor);
    QTRY_COMPARE_WITH_TIMEOUT(second.load(), 1, 120000);
    QCOMPARE(first.load(), 0);
}

void FallbackVariants::stacksBuiltAheadBuildNothing() {
    const auto engine = makeOpenClEngine();
    const RunRequest request = requestOf(noiseImage({70, 41}), "box k=7 | transpose");
    std::atomic<int> built{0};
    engine->buildAhead(request, [&] { ++built; });
    QTRY_COMPARE_WITH_TIMEOUT(built.load(), 1, 120000);
    QVERIFY(builtNothing(*engine->run(request)));
}

LIGHTBENCH_TEST(FallbackVariants, QCoreApplication)
} // namespace lightbench

#include "fallback_variants.moc"
