// What filters say of their locality against what their results depend on: where a sample of the input changes, only
// what may depend on it changes. Analyses let the image through and are of all of it.
#include <QTest>

#include <algorithm>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
bool mayDepend(const Locality& locality, Point from, Point to) {
    const int across = std::abs(from.x - to.x), down = std::abs(from.y - to.y);
    switch (locality.kind) {
    case Locality::Point: return across == 0 && down == 0;
    case Locality::Window: return std::max(across, down) <= locality.halo;
    case Locality::Line: return across == 0 || down == 0;
    case Locality::Whole: break;
    }
    return true;
}

/// The input with the first sample of a pixel at the other end of its range.
Image changedAt(const Image& input, Point at) {
    Image changed = input.clone();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        T& sample = changed.row<T>(at.y)[at.x * input.channels()];
        sample = double(sample) > input.format().fullScale() / 2 ? T(0) : T(input.format().fullScale());
    });
    return changed;
}

bool differAt(const Image& a, const Image& b, Point at) {
    for (int c = 0; c < a.channels(); ++c)
        if (a.at(at.x, at.y, c) != b.at(at.x, at.y, c)) return true;
    return false;
}

std::vector<Point> changedPixels(const Image& a, const Image& b) {
    std::vector<Point> points;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            if (differAt(a, b, {x, y})) points.push_back({x, y});
    return points;
}

constexpr Point places[] = {{0, 0}, {38, 26}, {19, 13}, {1, 25}, {37, 3}, {10, 20}};

/// What is wrong with one filter and parameter set; `spread` counts the changes away from the changed pixel itself.
QString breachOf(const Filter& filter, const ParameterValues& values, int& spread) {
    const Image input = testImage({{39, 27}, {filter.accepts.front(), 1}}, Picture::Noise, 3);
    const Locality locality = filter.locality(values);
    const Image before = filter.reference(input, values);
    if (locality.kind != Locality::Whole && before.size() != input.size())
        return QStringLiteral("its output has another size, so that it depends on the whole image");
    for (const Point at : places)
        for (const Point to : changedPixels(before, filter.reference(changedAt(input, at), values))) {
            spread += to.x != at.x || to.y != at.y ? 1 : 0;
            if (!mayDepend(locality, at, to))
                return QStringLiteral("%1 says that (%2, %3) does not depend on (%4, %5)")
                    .arg(QString::fromStdString(localityText(locality)))
                    .arg(to.x)
                    .arg(to.y)
                    .arg(at.x)
                    .arg(at.y);
        }
    return {};
}

QString nameOf(const Filter& filter, const ParameterValues& values) {
    Stage stage;
    stage.filter = filter.id;
    stage.parameters = values;
    return QString::fromStdString(stageText(stage));
}
} // namespace

class LocalityTest : public QObject {
    Q_OBJECT
private slots:
    void resultsDependOnWhatFiltersSay_data();
    void resultsDependOnWhatFiltersSay();
};

void LocalityTest::resultsDependOnWhatFiltersSay_data() {
    QTest::addColumn<QString>("id");
    for (const Filter& filter : allFilters())
        if (filter.reference && !filter.analyse) QTest::newRow(filter.id.c_str()) << QString::fromStdString(filter.id);
}

void LocalityTest::resultsDependOnWhatFiltersSay() {
    QFETCH(QString, id);
    const Filter& filter = filterById(id.toStdString());
    std::mt19937 random(1);
    int spread = 0, tried = 0;
    bool isWhole = false, isSameSize = true;
    for (const ParameterSet& set : parameterSets(filter, random)) {
        const ImageShape shape{{39, 27}, {filter.accepts.front(), 1}};
        try {
            isSameSize = isSameSize && outputShapeOf(filter, shape, set.values).size == shape.size;
            if (filter.check) filter.check(shape, set.values);
        } catch (const Error&) {
            continue; // not for an image of that size
        }
        const ParameterValues values = withPictures(filter, set.values, shape, 1, true);
        const QString breach = breachOf(filter, values, spread);
        QVERIFY2(breach.isEmpty(), qPrintable(nameOf(filter, values) + ": " + breach));
        isWhole = isWhole || filter.locality(set.values).kind != Locality::Point;
        ++tried;
    }
    QVERIFY(tried > 0);
    QVERIFY2(!isWhole || !isSameSize || spread > 0,
             "it looks no farther than the pixel itself, so it is a point filter");
}

LIGHTBENCH_TEST(LocalityTest, QCoreApplication)
#include "locality.moc"
