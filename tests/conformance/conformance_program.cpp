// What the conformance walk says when something is wrong with a filter beyond its pixels.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/conformance/conformance_walk.h"
#include "tests/kernel_folder.h"
#include "tests/test_program.h"

using namespace lightbench;

class ConformanceProgram : public QObject {
    Q_OBJECT
private slots:
    void aCrashNamesItsCase();
    void aFilterThatAcceptsNothingFails();
    void aTimeLimitNamesWhatDidNotRun();
    void briefWalksMeetEveryFormat();
    void briefWalksMeetEveryParameterSet();
};

namespace {
QString saidBy(const QStringList& arguments, int exitCode) {
    QProcess program;
    program.start(LIGHTBENCH_CONFORMANCE, arguments);
    if (!program.waitForFinished(120000) || program.exitCode() != exitCode)
        return QString("ended with %1").arg(program.exitCode());
    return QString::fromUtf8(program.readAllStandardOutput() + program.readAllStandardError());
}
} // namespace

// A kernel that leaves its buffer takes the whole program down, which says in what it was.
void ConformanceProgram::aCrashNamesItsCase() {
    QTemporaryDir folder;
    tests::copyKernels(folder.path());
    QFile file(folder.filePath("point/invert/plain.cl"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("KERNEL void invert_plain(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {\n"
               "    dst[(size_t)1 << 44] = src[0];\n"
               "}\n");
    file.close();
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LIGHTBENCH_KERNELS", folder.path());
    program.setProcessEnvironment(environment);
    program.start(LIGHTBENCH_CONFORMANCE, {"--filter", "invert"});
    QVERIFY(program.waitForFinished(120000));
    const QString said = program.readAllStandardError();
    QCOMPARE(program.exitStatus(), QProcess::CrashExit);
    QVERIFY2(said.contains("CRASHED in invert variant=plain"), qPrintable(said));
    QVERIFY2(said.contains("gray 8-bit"), qPrintable(said));
}

void ConformanceProgram::aFilterThatAcceptsNothingFails() {
    WalkEngines engines;
    Filter filter = filterById("invert");
    filter.accepts.clear();
    const std::vector<WalkResult> results = walkVariant(engines, filter, filter.variants.front(), {});
    QCOMPARE(results.size(), std::size_t(1));
    QCOMPARE(results.front().failures.size(), std::size_t(1));
    QVERIFY(results.front().failures.front().find("nothing was compared") != std::string::npos);
}

void ConformanceProgram::aTimeLimitNamesWhatDidNotRun() {
    const QStringList cpu{"--filter", "invert", "--variant", "cpu", "--format", "gray8"};
    const QString cut = saidBy(cpu + QStringList{"--time-limit", "1e-9"}, 0);
    QVERIFY2(cut.contains("not run to the end within 1e-09 s: 2\n"
                          "  invert variant=cpu, gray 8-bit, not even its defaults\n"
                          "  invert variant=cpu, gray 8-bit, other parameters\n"),
             qPrintable(cut));
    // Defaults first: an image of each size. Then the usual walk, with more.
    const QString whole = saidBy(cpu + QStringList{"--time-limit", "1000"}, 0);
    const QStringList lines = whole.split('\n').filter("gray 8-bit");
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines.first().contains("   6 ran") && !lines.last().contains("   6 ran"), qPrintable(whole));
    QVERIFY2(!whole.contains("not run"), qPrintable(whole));
    QVERIFY(saidBy({"--time-limit", "soon"}, 2).contains("--time-limit needs a number of seconds above 0"));
}

// Each variant walks two formats, and the variants of a filter walk different ones.
void ConformanceProgram::briefWalksMeetEveryFormat() {
    WalkEngines engines;
    const WalkOptions options{.hasty = true, .brief = true, .isOver = [] { return true; }};
    std::map<std::string, std::set<std::string>> ofFilter;
    for (const Filter& filter : allFilters())
        for (const Variant* variant : allVariants(filter)) {
            const std::vector<WalkResult> results = walkVariant(engines, filter, *variant, options);
            std::set<std::string> formats;
            for (const WalkResult& result : results)
                formats.insert(result.format);
            QCOMPARE(formats.size(), std::min<std::size_t>(2, acceptedFormats(filter).size()));
            QCOMPARE(results.size(), formats.size());
            ofFilter[filter.id].merge(formats);
        }
    std::set<std::string> all;
    for (const auto& [id, formats] : ofFilter) {
        const Filter& filter = filterById(id);
        const std::size_t accepted = acceptedFormats(filter).size();
        QVERIFY2(formats.size() == std::min(accepted, 2 * allVariants(filter).size()), id.c_str());
        all.insert(formats.begin(), formats.end());
    }
    QVERIFY(all.size() >= 6);
}

// Two neighbouring variants together, and a variant without a neighbour.
void ConformanceProgram::briefWalksMeetEveryParameterSet() {
    for (const Filter& filter : allFilters()) {
        std::mt19937 random(1);
        const std::vector<ParameterSet> sets = parameterSets(filter, random);
        for (std::size_t i = 0; i + 1 < filter.variants.size() || i == 0; ++i) {
            const std::size_t next = std::min(i + 1, filter.variants.size() - 1);
            std::vector<ParameterSet> met = shareOfVariant(filter, filter.variants[i], sets);
            QVERIFY(next == i || met.size() <= sets.size() / 2 + 1);
            std::ranges::copy(shareOfVariant(filter, filter.variants[next], sets), std::back_inserter(met));
            for (const ParameterSet& set : sets)
                QVERIFY2(std::ranges::find(met, set.values, &ParameterSet::values) != met.end(), filter.id.c_str());
        }
    }
}

LIGHTBENCH_TEST(ConformanceProgram, QCoreApplication)
#include "conformance_program.moc"
