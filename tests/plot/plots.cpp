// What plots of experiments show, and how they are laid out: kinds, lines, intervals, signs beside colours, and what
// paper tells.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/plot/plot_layout.h"
#include "core/plot/scale.h"
#include "core/plot/svg.h"
#include "core/plot/sweep_plot.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr double curveWidth = 1.8;

Plot plotOf(const std::string& stack, const std::vector<std::string>& axes, FakeEngine& engine) {
    const Sweep points = sweep(stack, axes);
    return sweepPlot(points, measureAll(points.points, engine));
}

Plot plotOf(const std::string& stack, const std::vector<std::string>& axes) {
    FakeEngine engine;
    return plotOf(stack, axes, engine);
}

PlotDrawing drawn(const Plot& plot, double width = 800, double height = 300) {
    PlotFrame frame{width, height, 13, {}, paperPalette()};
    frame.textWidth = [](const std::string& text) { return commonTextWidth(text, 13); };
    return layOut(plot, frame);
}

/// Three points of one curve, such as an axis of numbers has.
Plot threePoints() {
    Plot plot;
    plot.kind = Plot::Curves;
    plot.x = {"k, px", {"1", "2", "10"}, {1, 2, 10}, false};
    plot.series = {"one"};
    for (std::size_t i = 0; i < 3; ++i) {
        PlotMark mark;
        mark.row = mark.automaticRow = mark.x = i;
        mark.name = "one";
        mark.status = MarkStatus::Slower;
        mark.medianMs = double(i + 1);
        mark.lowerMs = mark.medianMs - 0.25;
        mark.upperMs = mark.medianMs + 0.5;
        plot.marks.push_back(mark);
    }
    return plot;
}

auto isCurve = [](const PlotShape& shape) { return shape.kind == PlotShape::Line && shape.width == curveWidth; };

bool hasText(const PlotDrawing& drawing, const std::string& words) {
    return std::ranges::any_of(drawing.shapes,
                               [&](const PlotShape& shape) { return shape.text.find(words) != std::string::npos; });
}
} // namespace

class Plots : public QObject {
    Q_OBJECT
private slots:
    void axesChooseTheKind() {
        QCOMPARE(plotOf("invert", {"size=32,64,48"}).kind, Plot::Curves);
        QCOMPARE(plotOf("gaussian", {"gaussian.sigma=1,2,3", "variant=kernels"}).kind, Plot::Curves);
        QCOMPARE(plotOf("gaussian", {"variant=all"}).kind, Plot::Bars);
        QCOMPARE(plotOf("gaussian", {"gaussian.border=all", "variant=kernels"}).kind, Plot::Bars);
        QCOMPARE(plotOf("gaussian variant=fused", {"workgroup=8x8,16x8"}).kind, Plot::Map);
        QCOMPARE(plotOf("invert variant=plain", {"workgroup=64,128"}).kind, Plot::Bars);
        QCOMPARE(plotOf("gaussian", {"gaussian.sigma=1,2", "size=32,64", "variant=kernels"}).kind, Plot::Crossover);
        QCOMPARE(plotOf("invert", {"device=all"}).kind, Plot::Bars);
    }

    /// 3 and 640x480 do not share a scale, and what is no number has bars.
    void onlyNumbersHaveCurves() {
        const Plot numbers = plotOf("invert", {"size=32,64,48"});
        QCOMPARE(numbers.x.numbers, (std::vector<double>{32, 64, 48}));
        for (const char* mixed : {"size=32,64x48,128", "size=64x48,32,128"}) {
            const Plot plot = plotOf("invert", {mixed});
            QCOMPARE(plot.kind, Plot::Bars);
            QCOMPARE(plot.x.values.size(), std::size_t(3));
            QVERIFY(plot.x.numbers.empty());
            for (std::size_t i = 0; i < 3; ++i)
                QCOMPARE(plot.marks.at(i).x, i);
        }
        // One of numbers alone goes before, wherever it stands.
        const Plot two = plotOf("gaussian", {"gaussian.sigma=1,2", "size=32,64x48"});
        QCOMPARE(two.kind, Plot::Curves);
        QCOMPARE(two.x.name, std::string("gaussian.sigma, px"));
    }

    void everyPointIsDrawn() {
        const PlotDrawing drawing = drawn(threePoints());
        QCOMPARE(drawing.markAreas.size(), std::size_t(3));
        QCOMPARE(std::ranges::count_if(drawing.shapes, isCurve), 3); // two pieces, and the legend's
        for (const PlotShape& shape : drawing.shapes)
            for (const PlotSpot& point : shape.points)
                QVERIFY(point.x >= 0 && point.x <= drawing.width && point.y >= 0 && point.y <= drawing.height);
    }

    void noLineLeadsOverAMissingPoint() {
        for (const MarkStatus status : {MarkStatus::NotRun, MarkStatus::Wrong}) {
            Plot plot = threePoints();
            plot.marks[1].status = status;
            if (status == MarkStatus::NotRun) plot.marks[1].medianMs = 0;
            const PlotDrawing drawing = drawn(plot);
            QCOMPARE(std::ranges::count_if(drawing.shapes, isCurve), 1); // the legend's
            QCOMPARE(drawing.markAreas.size(), std::size_t(3));          // it can be asked why
            QVERIFY(hasText(drawing, status == MarkStatus::Wrong ? "✗ wrong" : "▨ cannot run"));
        }
    }

    void intervalsAreDrawn() {
        const Plot plot = threePoints();
        const PlotDrawing drawing = drawn(plot);
        for (const PlotDrawing::MarkArea& place : drawing.markAreas) {
            const double x = place.rect.centre().x;
            const auto isInterval = [&](const PlotShape& shape) {
                return shape.kind == PlotShape::Line && shape.points.size() == 2 && shape.width == 1 &&
                       std::abs(shape.points[0].x - x) < 1e-6 && std::abs(shape.points[1].x - x) < 1e-6;
            };
            const auto found = std::ranges::find_if(drawing.shapes, isInterval);
            QVERIFY(found != drawing.shapes.end());
            const double middle = place.rect.centre().y;
            // Twice as far to the slower end, as the quartiles are.
            QVERIFY(std::abs((middle - found->points[1].y) - 2 * (found->points[0].y - middle)) < 1e-6);
        }
    }

    void axesAreLinearOrLogarithmic() {
        Plot plot = threePoints();
        const auto gaps = [&] {
            const auto places = drawn(plot).markAreas;
            return std::pair(places[1].rect.x - places[0].rect.x, places[2].rect.x - places[1].rect.x);
        };
        QVERIFY(std::abs(gaps().second / gaps().first - 8) < 1e-6);
        plot.x.logarithmic = true;
        QVERIFY(std::abs(gaps().second / gaps().first - std::log(5) / std::log(2)) < 1e-6);
        QVERIFY(hasText(drawn(plot), "k, px (logarithmic)"));
        QVERIFY(!hasText(drawn(plot), "time, ms (logarithmic)"));
        plot.isTimeLogarithmic = true;
        QVERIFY(hasText(drawn(plot), "time, ms (logarithmic)"));
    }

    /// By their dashes and markers alone.
    void seriesAreToldApartWithoutColour() {
        PlotFrame frame{100, 100, 13, {}, paperPalette()};
        std::set<std::pair<std::vector<double>, std::vector<double>>> seen;
        for (std::size_t i = 0; i < 24; ++i) {
            PlotDrawing drawing;
            PlotPen(frame, drawing).marker({50, 50}, i, true);
            std::vector<double> form;
            for (const PlotSpot& point : drawing.shapes.front().points)
                form.insert(form.end(), {std::round(100 * point.x), std::round(100 * point.y)});
            QVERIFY(seen.insert({PlotPen::dashOf(i), form}).second);
        }
    }

    void barsSayHowTheyStand() {
        FakeEngine engine;
        engine.medians = {{"two-pass", 4000}, {"fused", 1000}, {"strips", 900}};
        engine.fails = "plain";
        engine.wrong = "strips";
        const Plot plot = plotOf("gaussian", {"variant=two-pass,plain,fused,strips"}, engine);
        const PlotDrawing drawing = drawn(plot);
        QVERIFY(hasText(drawing, "✗ wrong result") && hasText(drawing, "– not run") &&
                hasText(drawing, "1.00\u202fms"));
        QVERIFY(plot.marks.at(1).reason.find("took its process down") != std::string::npos);
        QCOMPARE(bestAt(plot, 0, 0)->name, std::string("fused")); // not the wrong one, which is faster
        QVERIFY(plot.title.find("1 wrong result") != std::string::npos);
    }

    /// The driver's own workgroup has no width and height: it stands below the map.
    void mapsShowTheDriverChosenWorkgroup() {
        const Plot plot = plotOf("gaussian variant=plain", {"workgroup=driver,8x8,16x8"});
        QCOMPARE(plot.kind, Plot::Map);
        const PlotDrawing drawing = drawn(plot);
        QCOMPARE(drawing.markAreas.size(), std::size_t(3));
        QVERIFY(drawing.markAreas[0].rect.y > drawing.markAreas[1].rect.bottom());
        QVERIFY(drawing.markAreas[0].rect.bottom() <= drawing.height);
        QVERIFY(hasText(drawing, "driver"));
    }

    /// The same twice is no axis of numbers.
    void copiesAreBars() { QCOMPARE(plotOf("invert", {"copy=1,2", "variant=all"}).kind, Plot::Bars); }

    /// Coloured by the winner, lettered, shaded by its lead; a tie leads by nothing.
    void crossoversNameTheWinner() {
        Plot plot;
        plot.kind = Plot::Crossover;
        plot.x = {"sigma, px", {"1", "2"}, {1, 2}, false};
        plot.y = {"size", {"512"}, {512}, false};
        plot.series = {"two-pass", "fused"};
        for (std::size_t i = 0; i < 4; ++i) {
            PlotMark mark;
            mark.row = mark.automaticRow = i;
            mark.x = i / 2;
            mark.series = i % 2;
            mark.medianMs = i == 0 ? 3 : 2;
            mark.status = i == 0 ? MarkStatus::Slower : i == 3 ? MarkStatus::Tie : MarkStatus::Winner;
            plot.marks.push_back(mark);
        }
        const PlotDrawing drawing = drawn(plot);
        QVERIFY(hasText(drawing, "B  1.50\u202f×"));
        QVERIFY(hasText(drawing, "A = B"));
        QVERIFY(hasText(drawing, "sigma, px →") && hasText(drawing, "size ↓"));
        QCOMPARE(drawing.markAreas.at(0).mark, std::size_t(1));
        const auto ground = [&](std::size_t place) {
            const PlotRect& rect = drawing.markAreas.at(place).rect;
            return std::ranges::find_if(drawing.shapes,
                                        [&](const PlotShape& one) {
                                            return one.kind == PlotShape::Area && one.points.front().x == rect.x;
                                        })
                ->colour;
        };
        const Rgb white{255, 255, 255}, whole = paperPalette().series[1];
        QVERIFY(ground(0) == blended(white, whole, 0.2 + 0.8 * std::log(1.5) / std::log(2)));
        QVERIFY(ground(1) == blended(white, paperPalette().series[0], 0.2));
    }

    /// A paper's plot tells by itself what it is of.
    void paperTellsWhatItIsOf() {
        const Sweep points = sweep("gaussian sigma=3", {"gaussian.radius=1,5,9", "variant=two-pass,fused"});
        FakeEngine engine;
        const std::vector<PointRow> rows = measureAll(points.points, engine);
        Plot plot = sweepPlot(points, rows);
        plot.series[0] = "a < b";
        const PlotDrawing paper = exportLayout(plot);
        QCOMPARE(paper.width, double(exportWidth));
        const std::string svg = svgOf(paper, paperPalette().ground);
        for (const char* word : {"gaussian on device 0", "random, 64x48, ", "gaussian sigma=3", "driver 1.0",
                                 "time, ms", "gaussian.radius, px", "interquartile ranges of the repeats", "a &lt; b",
                                 "fused</text>", "lightbench test", "<polyline", "stroke-dasharray"})
            QVERIFY2(svg.find(word) != std::string::npos, word);
        for (const PlotShape& shape : paper.shapes)
            for (const PlotSpot& point : shape.points)
                QVERIFY(point.x >= 0 && point.x <= paper.width && point.y >= 0 && point.y <= paper.height);
        QVERIFY(svgOf(exportLayout({}), paperPalette().ground).find("</svg>") != std::string::npos);
    }

    /// What is varied is on the axes; a size of one point would be wrong of the others.
    void notesLeaveOutWhatIsVaried() {
        QVERIFY(plotOf("invert", {"variant=all"}).notes.front().starts_with("random, 64x48, "));
        const std::string sizes = plotOf("invert", {"size=32,64"}).notes.front();
        QVERIFY2(sizes.starts_with("random, ") && sizes.find("32x32") == std::string::npos, sizes.c_str());
    }

    void ticksAreRound() {
        QCOMPARE(Scale({0, 7}).ticks(4), (std::vector<double>{0, 2, 4, 6}));
        QCOMPARE(Scale({1, 10, true}).ticks(4), (std::vector<double>{1, 2, 5, 10}));
        QCOMPARE(Scale({0.01, 100, true}).ticks(4), (std::vector<double>{0.01, 0.1, 1, 10, 100}));
        QCOMPARE(Scale({3, 3}).ticks(4), std::vector<double>{3});
        const Scale around = timeScale({0.3, 7, 0}, true);
        QCOMPARE(std::pair(around.minimum, around.maximum), std::pair(0.2, 10.0));
    }

    /// However many and however long: what has no room is scrolled to, never lost.
    void anySizeLaysOut() {
        for (const auto& axes : {std::vector<std::string>{"variant=all"},
                                 {"gaussian.sigma=1,2", "variant=all"},
                                 {"gaussian.sigma=1,2", "size=32,64", "variant=all"}})
            for (const double size : {40.0, 160.0, 2000.0}) {
                const Plot plot = plotOf("gaussian", axes);
                const PlotDrawing drawing = drawn(plot, size, size);
                QVERIFY(drawing.width >= size && drawing.height >= size);
                for (const PlotDrawing::MarkArea& place : drawing.markAreas)
                    QVERIFY(place.rect.width > 0 && place.rect.height > 0 && place.rect.y >= 0 &&
                            place.rect.bottom() <= drawing.height + 1);
            }
    }
};

LIGHTBENCH_TEST(Plots, NoApplication)
#include "plots.moc"
