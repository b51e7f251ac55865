// Every filter and variant against its CPU reference on a real device. The environment chooses: LIGHTBENCH_TEST_DEVICE
// the device's index (0), LIGHTBENCH_TEST_FILTER one filter (all). A variant meets every second set of
// parameters, and the variant after it meets the other sets. LIGHTBENCH_TEST_ALL takes all formats of a variant, and
// each of its sets in two of them. Without it a variant meets two formats, and each of its sets in one. With --filters
// it lists the filters, which become entries of CTest.
#include <QTest>

#include <cstdio>

#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/conformance/conformance_walk.h"
#include "tests/conformance/gpu_forms.h"

using namespace lightbench;

class Conformance : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void walk_data();
    void walk();
    void formsForGpus_data();
    void formsForGpus();

private:
    /// Of all formats; none where the walk is left out, which leftOut_ gives the reason for.
    QString problemsOf(WalkEngines& engines, const Filter& filter, const Variant& variant, const WalkOptions& options);
    std::unique_ptr<WalkEngines> engines_, asGpus_;
    WalkOptions options_;
    QString leftOut_;
};

void Conformance::initTestCase() {
    engines_ = std::make_unique<WalkEngines>();
    options_.hasty = true;
    options_.brief = !qEnvironmentVariableIsSet("LIGHTBENCH_TEST_ALL");
    options_.device = qEnvironmentVariableIntValue("LIGHTBENCH_TEST_DEVICE");
    QVERIFY2(std::size_t(options_.device) < engines_->here().devices().devices.size(), "no such device");
}

void Conformance::walk_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("variant");
    const QByteArray only = qgetenv("LIGHTBENCH_TEST_FILTER");
    for (const Filter& filter : allFilters())
        for (const Variant* variant : allVariants(filter))
            if (only.isEmpty() || only == filter.id.c_str())
                QTest::addRow("%s/%s", filter.id.c_str(), variant->id.c_str())
                    << QString::fromStdString(filter.id) << QString::fromStdString(variant->id);
}

void Conformance::walk() {
    QFETCH(QString, filter);
    QFETCH(QString, variant);
    const Filter& one = filterById(filter.toStdString());
    const QString problems = problemsOf(*engines_, one, variantById(one, variant.toStdString()), options_);
    if (!leftOut_.isEmpty()) QSKIP(qPrintable(leftOut_));
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

/// What processors never choose: of variants that have one form for them and another for GPUs, the latter, with default
/// parameters and without optimization. A filter's variants take its first and its last format in turn: gray bytes and
/// mostly RGBA floats. `lightbench-conformance --as-gpu` has the rest. Variants of the worker's have no such forms.
void Conformance::formsForGpus_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("variant");
    QTest::addColumn<std::size_t>("format"); // of those that the filter accepts
    const QByteArray only = qgetenv("LIGHTBENCH_TEST_FILTER");
    if (!engines_) initTestCase(); // -datatags lists the rows and runs nothing
    const DeviceInfo& device = engines_->here().devices().devices.at(std::size_t(options_.device));
    bool hasForms = false;
    for (const Filter& filter : allFilters()) {
        if (!only.isEmpty() && only != filter.id.c_str()) continue;
        std::size_t forms = 0;
        const std::vector<Format> formats = acceptedFormats(filter);
        for (const Variant& variant : filter.variants) {
            std::size_t format = forms % 2 == 0 ? 0 : formats.size() - 1;
            if (!hasFormForGpus(filter, variant, formats[format], device)) format = formats.size() - 1 - format;
            if (variant.needsProgress || !hasFormForGpus(filter, variant, formats[format], device)) continue;
            QTest::addRow("%s/%s, %s", filter.id.c_str(), variant.id.c_str(), formats[format].name().c_str())
                << QString::fromStdString(filter.id) << QString::fromStdString(variant.id) << format;
            ++forms;
            hasForms = true;
        }
    }
    if (!hasForms) QSKIP("no variant of the filter has a form of its own for GPUs");
}

void Conformance::formsForGpus() {
    QFETCH(QString, filter);
    QFETCH(QString, variant);
    QFETCH(std::size_t, format);
    if (!asGpus_) asGpus_ = std::make_unique<WalkEngines>(true);
    const Filter& one = filterById(filter.toStdString());
    WalkOptions options = options_;
    options.defaultsOnly = true;
    options.format = acceptedFormats(one)[format];
    const QString problems = problemsOf(*asGpus_, one, variantById(one, variant.toStdString()), options);
    QCOMPARE(leftOut_, QString());
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

QString Conformance::problemsOf(WalkEngines& engines, const Filter& filter, const Variant& variant,
                                const WalkOptions& options) {
    QString problems;
    for (const WalkResult& result : walkVariant(engines, filter, variant, options)) {
        leftOut_ = QString::fromStdString(result.leftOut);
        if (!leftOut_.isEmpty()) break;
        for (const std::string& failure : result.failures)
            problems += QString::fromStdString(failure) + '\n';
        if (!result.ended && result.ran + result.notApplying < minRuns(variant, options))
            problems += QString("only %1 runs with %2\n").arg(result.ran).arg(result.format.c_str());
    }
    return problems;
}

int main(int count, char** words) {
    if (count == 2 && words[1] == std::string_view("--filters")) {
        for (const Filter& filter : allFilters())
            std::puts(filter.id.c_str());
        return 0;
    }
    serveIfWorker(count, words);
    QCoreApplication application(count, words);
    Conformance tests;
    return QTest::qExec(&tests, count, words);
}
#include "conformance.moc"
