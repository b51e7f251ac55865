// The CPU references and SSIM against the outside world: what Pillow, OpenCV, SciPy and scikit-image made of the same
// images, as make_fixtures.py wrote it down.
#include <algorithm>
#include <cmath>
#include <map>

#include <QFile>
#include <QTest>

#include "core/codecs/npy.h"
#include "core/compare/metrics.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

const QString folder = QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests/fixtures/");

QByteArray contentOf(const QString& name) {
    QFile file(folder + name);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(file.fileName()));
    return file.readAll();
}

ImagePtr imageFile(const QString& name) {
    const QByteArray content = contentOf(name);
    return std::make_shared<const Image>(
        readNpy(std::as_bytes(std::span(content.data(), std::size_t(content.size())))));
}

Tolerance toleranceOf(const QString& name) {
    if (name == "exact") return exactly();
    if (name == "rounding") return {1, 0.001, 0.001, 0};
    if (name == "one") return {1, 1, 1, 0};
    if (name == "few") return {8, 1, 1, 0};
    if (name == "float") return {0, 0, 0, 1e-5};
    if (name == "score") return {0, 0, 0, 1e-4};
    if (name == "degrees") return {0, 0, 0, 1e-3};
    if (name == "lab") return {0, 0, 0, 0.02};
    qFatal("the manifest has no tolerance called %s", qPrintable(name));
}

/// What the reference makes of the image; of a single analysis its words, in rows as long as those of the expectation.
ImagePtr referenceOf(const ImagePtr& image, const Stack& stack, const ImageShape& expected) {
    const Filter& filter = filterById(stack.front().filter);
    if (!filter.analyse) return runReference(image, stack);
    const std::vector<std::uint32_t> words = filter.analyse(*image, stack.front().parameters);
    if (words.size() != expected.samples()) throw std::runtime_error("the analysis has another length");
    Image result(expected);
    std::ranges::copy(words, result.samples<std::uint32_t>());
    return std::make_shared<const Image>(std::move(result));
}

QString describe(const Difference& difference) {
    const Point first = difference.firstMismatch.value_or(Point{-1, -1});
    return QStringLiteral("%1 of %2 samples differ, by up to %3, first at %4, %5")
        .arg(difference.mismatched)
        .arg(difference.samples)
        .arg(difference.maxAbs)
        .arg(first.x)
        .arg(first.y);
}

} // namespace

class OutsideWorld : public QObject {
    Q_OBJECT
private slots:
    void everyFilterIsProved();
    void references_data();
    void references();
    void structuralSimilarity();
};

void OutsideWorld::everyFilterIsProved() {
    std::map<QByteArray, int> cases;
    for (const QByteArray& line : contentOf("manifest.txt").trimmed().split('\n'))
        for (const QByteArray& stage : line.split('\t').value(3).split('|'))
            ++cases[stage.trimmed().split(' ').first()];
    for (const Filter& filter : allFilters())
        QVERIFY2(cases[filter.id.c_str()] >= 5,
                 (filter.id + " is not proved by others' code: add cases to tests/outside/make_fixtures.py").c_str());
}

void OutsideWorld::references_data() {
    QTest::addColumn<QStringList>("fields");
    for (const QByteArray& line : contentOf("manifest.txt").trimmed().split('\n')) {
        const QStringList fields = QString::fromUtf8(line).split('\t');
        if (fields.size() != 4) qFatal("a line of the manifest has not four fields: %s", line.constData());
        QTest::newRow(qPrintable(fields[2])) << fields;
    }
}

void OutsideWorld::references() {
    QFETCH(QStringList, fields);
    const ImagePtr expected = imageFile(fields[2]);
    ImagePtr result;
    const QString error = messageOf([&] {
        const Stack stack = parseStack(fields[3].toStdString(), (folder + "inputs/").toStdString());
        result = referenceOf(imageFile(fields[1]), stack, expected->shape());
    });
    QVERIFY2(result, qPrintable(error));
    const Difference difference = compareImages(*result, *expected, toleranceOf(fields[0]));
    QVERIFY2(difference.verdict == Verdict::Match || difference.verdict == Verdict::WithinTolerance,
             qPrintable(fields[3] + ": " + describe(difference)));
}

// scikit-image's structural_similarity with the window and the constants of Wang et al.
void OutsideWorld::structuralSimilarity() {
    for (const QByteArray& line : contentOf("ssim.txt").trimmed().split('\n')) {
        const QStringList fields = QString::fromUtf8(line).split('\t');
        const auto found = meanSsim(*imageFile(fields.at(0)), *imageFile(fields.at(1)));
        QVERIFY2(found && std::abs(*found - fields.at(2).toDouble()) < 1e-9, line.constData());
    }
}

LIGHTBENCH_TEST(OutsideWorld, NoApplication)
#include "outside_world.moc"
