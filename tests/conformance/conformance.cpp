// Every filter and variant against its CPU reference on a real device. The environment chooses: LIGHTBENCH_TEST_DEVICE
// the device's index (0), LIGHTBENCH_TEST_FILTER one filter (all).
#include <QTest>

#include "tests/conformance/conformance_walk.h"

using namespace lightbench;

class Conformance : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void walk_data();
    void walk();

private:
    std::unique_ptr<WalkEngines> engines_;
    WalkOptions options_;
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
    const Variant& way = variantById(one, variant.toStdString());
    QString problems;
    for (const WalkResult& result : walkVariant(*engines_, one, way, options_)) {
        if (!result.leftOut.empty()) QSKIP(result.leftOut.c_str());
        for (const std::string& failure : result.failures)
            problems += QString::fromStdString(failure) + '\n';
        if (!result.ended && result.ran < leastRuns(way))
            problems += QString("only %1 runs with %2\n").arg(result.ran).arg(result.format.c_str());
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

int main(int count, char** words) {
    serveIfWorker(count, words);
    QCoreApplication application(count, words);
    Conformance tests;
    return QTest::qExec(&tests, count, words);
}
#include "conformance.moc"
