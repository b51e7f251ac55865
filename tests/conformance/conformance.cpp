// Every filter and variant against its CPU reference on a real device. The environment chooses: LIGHTBENCH_TEST_DEVICE
// the device's index (0), LIGHTBENCH_TEST_FILTER one filter (all).
#include <QTest>

#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_walk.h"

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
    QString problemsOf(WalkEngines& engines, const Filter& filter, const Variant& variant);
    std::unique_ptr<WalkEngines> engines_;
    WalkOptions options_;
    QString leftOut_;
};

void Conformance::initTestCase() {
    engines_ = std::make_unique<WalkEngines>();
    options_.hasty = true;
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
    const QString problems = problemsOf(*engines_, one, variantById(one, variant.toStdString()));
    if (!leftOut_.isEmpty()) QSKIP(qPrintable(leftOut_));
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

/// What processors never choose, of filters that have one form for them and another for GPUs in the same variant:
/// `lightbench-conformance --as-gpu` has all of them.
void Conformance::formsForGpus_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("variant");
    const QByteArray only = qgetenv("LIGHTBENCH_TEST_FILTER");
    const auto add = [&](const char* form, const char* filter, const char* variant) {
        if (only.isEmpty() || only == filter) QTest::newRow(form) << QString(filter) << QString(variant);
    };
    if (!only.isEmpty() && only != "equalize" && only != "sobel") QSKIP("the filter wanted is none of these");
    add("counting in parts", "equalize", "fused-table");
    add("rows of words", "sobel", "segments");
}

void Conformance::formsForGpus() {
    QFETCH(QString, filter);
    QFETCH(QString, variant);
    WalkEngines engines(true);
    const Filter& one = filterById(filter.toStdString());
    const QString problems = problemsOf(engines, one, variantById(one, variant.toStdString()));
    QCOMPARE(leftOut_, QString());
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

QString Conformance::problemsOf(WalkEngines& engines, const Filter& filter, const Variant& variant) {
    QString problems;
    for (const WalkResult& result : walkVariant(engines, filter, variant, options_)) {
        leftOut_ = QString::fromStdString(result.leftOut);
        if (!leftOut_.isEmpty()) break;
        for (const std::string& failure : result.failures)
            problems += QString::fromStdString(failure) + '\n';
        if (!result.ended && result.ran < minRuns(variant))
            problems += QString("only %1 runs with %2\n").arg(result.ran).arg(result.format.c_str());
    }
    return problems;
}

int main(int count, char** words) {
    serveIfWorker(count, words);
    QCoreApplication application(count, words);
    Conformance tests;
    return QTest::qExec(&tests, count, words);
}
#include "conformance.moc"
