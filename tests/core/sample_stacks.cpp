// The sample stacks: each opens with a comment that teaches, parses, and runs on the first sample image.
#include <QDir>
#include <QTest>
#include <cstring>

#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "core/sample_images/sample_images.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"

using namespace lightbench;

class SampleStacks : public QObject {
    Q_OBJECT
private slots:
    void everyStackRuns_data();
    void everyStackRuns();
};

void SampleStacks::everyStackRuns_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(LIGHTBENCH_SOURCE_DIR) + "/resources/stacks");
    const QStringList files = folder.entryList({"*.stack"});
    QVERIFY(files.size() >= 3);
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void SampleStacks::everyStackRuns() {
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.startsWith("# "));
    const Stack stack = parseStack(text.toStdString());
    QVERIFY(stack.size() >= 2);
    const ImagePtr image = std::make_shared<const Image>(drawSample(sampleImages().front().id, {320, 213}));
    const ImagePtr result = runReference(image, stack);
    QCOMPARE(result->size(), image->size());
    const bool changed = result->shape() != image->shape() ||
                         std::memcmp(result->bytes().data(), image->bytes().data(), image->bytes().size()) != 0;
    QVERIFY(changed);
}

LIGHTBENCH_TEST(SampleStacks, NoApplication)
#include "sample_stacks.moc"
