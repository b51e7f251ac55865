// What filters say of their locality against what their results depend on: where a sample of the input changes, only
// what may depend on it changes. A reference that computes a part of the image for a region gives the samples of the
// whole. Analyses let the image through and are of all of it.
#include <QTest>

#include <algorithm>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"
#include "core/run/region_mix.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
bool mayDepend(const Locality& locality, Point from, Point to) {
    const int across = std::abs(from.x - to.x), down = std::abs(from.y - to.y);
    switch (locality.kind) {
    case Locality::Pixel: return across == 0 && down == 0;
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

constexpr Size regionImage{97, 61};
constexpr Rectangle regions[] = {{0, 0, 1, 1}, {41, 23, 11, 7}, {96, 55, 9, 9}, {0, 31, 3, 5}};

bool isInside(const Rectangle& region, Point at) {
    return at.x >= region.x && at.x < region.x + region.width && at.y >= region.y && at.y < region.y + region.height;
}

/// The first pixel that is neither the input's, outside of the region, nor the filter's inside; empty if there is none.
QString wrongPixel(const Image& limited, const Image& input, const Image& filtered, const Rectangle& region) {
    for (int y = 0; y < input.height(); ++y)
        for (int x = 0; x < input.width(); ++x)
            if (differAt(limited, isInside(region, {x, y}) ? filtered : input, {x, y}))
                return QStringLiteral("(%1, %2) differs from the whole image's").arg(x).arg(y);
    return {};
}

/// Runs the reference for each region, and counts those that compute a part of the image.
QString wrongRegion(const Filter& filter, const ParameterValues& values, Format format, int& parts) {
    const Image input = testImage({regionImage, format}, Picture::Noise, 5);
    const Image filtered = filter.reference(input, values);
    for (const Rectangle& region : regions) {
        ParameterValues limits = values;
        limits.set("region", region);
        limits.set("mix", 1.0);
        const Rectangle part = computedPart(filter, input.shape(), limits);
        if (part.width == input.width() && part.height == input.height()) continue;
        ++parts;
        const QString wrong = wrongPixel(referenceImage(filter, input, limits), input, filtered, region);
        if (!wrong.isEmpty()) return QString::fromStdString(valueText(region)) + ": " + wrong;
    }
    return {};
}
} // namespace

class LocalityTest : public QObject {
    Q_OBJECT
private slots:
    void resultsDependOnWhatFiltersSay_data();
    void resultsDependOnWhatFiltersSay();
    void partsOfTheImageSuffice_data();
    void partsOfTheImageSuffice();
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
        isWhole = isWhole || filter.locality(set.values).kind != Locality::Pixel;
        ++tried;
    }
    QVERIFY(tried > 0);
    QVERIFY2(!isWhole || !isSameSize || spread > 0,
             "it looks no farther than the pixel itself, so it is a point filter");
}

void LocalityTest::partsOfTheImageSuffice_data() {
    QTest::addColumn<QString>("id");
    for (const Filter& filter : allFilters())
        if (filter.reference && imageParameterNames(filter).empty() &&
            filter.locality(defaultValues(filter.parameters)).isShiftInvariant)
            QTest::newRow(filter.id.c_str()) << QString::fromStdString(filter.id);
}

void LocalityTest::partsOfTheImageSuffice() {
    QFETCH(QString, id);
    const Filter& filter = filterById(id.toStdString());
    std::mt19937 random(1);
    int parts = 0;
    int tried = 0;
    for (const ParameterSet& set : parameterSets(filter, random)) {
        if (set.maxPixels > 0 && set.maxPixels < regionImage.area()) continue;
        // The sets take turns, because some references are slow.
        const Format format = tried++ % 2 == 0 ? Format{filter.accepts.front(), 4} : Format{filter.accepts.back(), 1};
        try {
            outputShapeOf(filter, {regionImage, format}, set.values);
            if (filter.check) filter.check({regionImage, format}, set.values);
        } catch (const Error&) {
            continue; // not for an image of that kind
        }
        const QString wrong = wrongRegion(filter, set.values, format, parts);
        QVERIFY2(wrong.isEmpty(), qPrintable(nameOf(filter, set.values) + " " + wrong));
    }
    // Those that change the format of all that they take have no regions.
    QVERIFY2(parts > 0 || filter.outputShape, "no region made it compute a part");
}

LIGHTBENCH_TEST(LocalityTest, QCoreApplication)
#include "locality.moc"
