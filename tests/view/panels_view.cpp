// The difference panel: what they show of a report, and what they ask for.
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <limits>

#include "core/framework/filter.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/panels/difference/difference_text.h"
#include "ui/panels/difference/verdict_rows.h"
#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

using namespace lightbench;

namespace {

constexpr Format gray8{SampleType::U8, 1};

Difference matching() {
    return {{0, 0, 0, std::numeric_limits<double>::infinity(), 0, 33647712, 0}, Verdict::Match, {}};
}

/// A stage that matches, and one that does not.
std::shared_ptr<Report> checkedReport() {
    auto report = std::make_shared<Report>();
    report->filters = builtInFilters();
    report->checked = true;
    report->output = std::make_shared<const Image>(ImageShape{{8, 8}, gray8});
    StageReport stage;
    stage.filter = "grayscale";
    stage.output = {{8, 8}, gray8};
    stage.difference = matching();
    report->stages.push_back(stage);
    stage.stackIndex = 2; // the second stage of the stack is disabled
    stage.difference = {{12, 0.5, 2.25, 41.1, 214, 33647712, 3}, Verdict::Mismatch, Point{412, 77}};
    report->stages.push_back(stage);
    report->endToEnd = {{1, 0.001, 0.02, 80, 9, 33647712, 0}, Verdict::WithinTolerance, Point{1, 2}};
    return report;
}

bool shows(const QWidget& panel, const QString& text) {
    const auto labels = panel.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](QLabel* label) { return label->isVisibleTo(&panel) && label->text().contains(text); });
}

QString named(const QWidget& panel, const QString& name) {
    for (const auto* label : panel.findChildren<QLabel*>())
        if (label->accessibleName() == name && label->isVisibleTo(&panel)) return label->text();
    return {};
}

QString thin(const char* text) { return QString(text).replace(' ', thinSpace); }

} // namespace

/// Results of a session whose device is that of the reports here; end to end is chosen.
struct SessionOfResults {
    Session session{builtInFilters()};
};
struct ShownResults : SessionOfResults, Results {
    ShownResults() : Results(session) {
        session.setDevice(DeviceInfo{});
        choose(-1);
    }
};

class TestPanels : public QObject {
    Q_OBJECT

private slots:
    void namesHaveTheRoomOfTheirRow() {
        const QFontMetrics metrics(interfaceFont());
        const QString name = "3 Floyd-Steinberg", quick = "✓ match", slow = "≈ within 1 · 24 differ";
        const int width = metrics.horizontalAdvance(name) + metrics.horizontalAdvance(quick) + 24;
        QCOMPARE(VerdictRows::shownName(name, quick, width, metrics), name);
        QVERIFY(VerdictRows::shownName(name, slow, width, metrics).endsWith(QChar(0x2026)));
    }

    void verdictsAreShortenedBeforeNames() {
        const QFontMetrics metrics(interfaceFont());
        const QString name = "3 Floyd-Steinberg", verdict = "≈ within 1 · 24 differ", brief = "≈ within 1";
        const int enough = metrics.horizontalAdvance(name) + metrics.horizontalAdvance(verdict) + 24;
        QCOMPARE(VerdictRows::shownVerdict(name, verdict, enough, metrics), verdict);
        const int little = metrics.horizontalAdvance(name) + metrics.horizontalAdvance(brief) + 24;
        QCOMPARE(VerdictRows::shownVerdict(name, verdict, little, metrics), brief);
        QCOMPARE(VerdictRows::shownName(name, verdict, little, metrics), name);
    }

    /// Nobody is told to turn on what is on, and no button comes and goes while a hand drags.
    void theCheckThatIsOnIsNotOffered() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setCheckOn(true);
        results.setReport(std::make_shared<const Report>());
        QVERIFY(panel.findChild<QPushButton*>()->isHidden());
        QVERIFY(shows(panel, "did not finish"));
        results.begin(1, false);
        QVERIFY(shows(panel, "as soon as the run ends"));
        QVERIFY(panel.findChild<QPushButton*>()->isHidden());
        results.setCheckOn(false);
        QVERIFY(shows(panel, "Turn on Check"));
        QVERIFY(!panel.findChild<QPushButton*>()->isHidden());
    }

    void uncheckedSaysHowToCheck() {
        ShownResults results;
        DifferencePanel panel(results);
        QSignalSpy asked(&panel, &DifferencePanel::checkRequested);
        QVERIFY(shows(panel, "not checked"));
        auto* button = panel.findChild<QPushButton*>();
        QVERIFY(button->isHidden()); // before the first run the check may well be on
        results.setReport(std::make_shared<const Report>());
        QVERIFY(!button->isHidden());
        button->click();
        QCOMPARE(asked.count(), 1);
        QVERIFY(shows(panel, "not checked"));
        auto empty = std::make_shared<Report>();
        empty->checked = true;
        results.setReport(empty);
        QVERIFY(shows(panel, "nothing to check"));
        QVERIFY(button->isHidden());
        results.setReport(nullptr);
        results.begin(1, true);
        QVERIFY(shows(panel, "checking…"));
        QVERIFY(button->isHidden());
    }

    void figuresOfTheChosenStage() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        QVERIFY(shows(panel, "≈ within 1"));
        results.choose(0);
        QVERIFY(shows(panel, "✓ match · every sample is equal"));
        QVERIFY(shows(panel, "∞" + thin(" dB")));
        QVERIFY(shows(panel, "0 of " + thin("33 647 712")));
        QVERIFY(!shows(panel, "x 412"));
        results.choose(2);
        QVERIFY(shows(panel, "✗ mismatch"));
        QVERIFY(shows(panel, "12 of 255"));
        QVERIFY(shows(panel, "0.5 · 2.25 steps"));
        QVERIFY(shows(panel, "x 412, y 77"));
        QVERIFY(shows(panel, "NaN"));
        results.choose(7); // not in the report: end to end
        QVERIFY(shows(panel, "≈ within 1"));
    }

    /// Whatever is chosen, the head has the worst verdict below it and names whose it is.
    void theHeadHasTheWorstVerdict() {
        ShownResults results;
        DifferencePanel panel(results);
        const auto head = [&] { return named(panel, "Verdict"); };
        const auto chosen = [&] { return named(panel, "Verdict of the chosen stage"); };
        const QString label = QString::fromStdString(filterById("grayscale").label);
        results.setReport(checkedReport());
        results.choose(0);
        QVERIFY2(head().startsWith("3 " + label + ": ✗ mismatch"), qPrintable(head()));
        QCOMPARE(chosen(), "1 " + label + ": ✓ match · every sample is equal");
        results.choose(-1);
        QVERIFY2(head().startsWith("3 " + label + ": ✗"), qPrintable(head()));
        QVERIFY2(chosen().startsWith("End to end: ≈ within 1"), qPrintable(chosen()));

        auto failed = checkedReport(); // and a chain without an end
        failed->stages[1].difference = {.verdict = Verdict::ReferenceFailed};
        failed->stages[1].finding = "sobel.py:3: No module named numpy";
        failed->endToEnd = {.verdict = Verdict::ReferenceFailed};
        results.setReport(failed);
        results.choose(0);
        QCOMPARE(head(), "3 " + label + ": the reference failed: sobel.py:3: No module named numpy");

        auto grown = checkedReport();
        grown->stages[1].difference = matching();
        grown->endToEnd = {{255, 87, 149, 4.67, 602178, 1764000, 0}, Verdict::Mismatch, Point{460, 25}};
        results.setReport(grown);
        results.choose(2);
        QCOMPARE(head(), "End to end: 34.1" + thin(" %") + " of samples differ · each stage is within tolerance");
        QCOMPARE(chosen(), "3 " + label + ": ✓ match · every sample is equal");
    }

    /// A reference that waits, one that failed and none are three things, in the list, the head and the note.
    void waitingFailedAndNoneAreThreeThings() {
        ShownResults results;
        DifferencePanel panel(results);
        const auto* list = panel.findChild<QTableWidget*>();
        const auto shownFor = [&](Verdict verdict, const std::string& finding) {
            auto report = checkedReport();
            report->stages.pop_back();
            report->stages[0].outputImage = report->output;
            report->stages[0].difference = {.verdict = verdict};
            report->stages[0].finding = finding;
            report->endToEnd = {.verdict = verdict};
            results.setReport(report);
            results.choose(-1); // the whole chain names the stage that it waits for
        };
        shownFor(Verdict::ReferenceWaits, "shade.py has not been allowed to run; read it");
        QCOMPARE(list->item(0, 1)->text(), QString("waits for permission"));
        QCOMPARE(list->item(1, 1)->text(), QString("waits for permission"));
        QVERIFY(shows(panel, "waiting: shade.py has not been allowed to run"));
        QVERIFY(shows(panel, "Stage 1: The check waits for your permission"));
        QVERIFY(!shows(panel, "failed") && !shows(panel, "no reference"));
        shownFor(Verdict::ReferenceFailed, "shade.py:1: No module named numpy");
        QCOMPARE(list->item(0, 1)->text(), QString("reference failed"));
        QCOMPARE(list->item(1, 1)->text(), QString("reference failed"));
        QVERIFY(shows(panel, "because the reference failed: shade.py:1: No module named numpy"));
        QVERIFY(!shows(panel, "no reference"));
        shownFor(Verdict::NoReference, "the same with 4 workgroup sizes; nothing written outside");
        QCOMPARE(list->item(0, 1)->text(), QString("no reference · stayed the same"));
        QVERIFY(shows(panel, "no reference: the same with 4 workgroup sizes; nothing written outside"));
        shownFor(Verdict::NoReference, "");
        QCOMPARE(list->item(0, 1)->text(), QString("no reference"));
    }

    /// Alpha has figures of its own, and a mismatch in it alone says so.
    void figuresByChannel() {
        auto report = checkedReport();
        Difference& difference = report->stages[1].difference;
        difference = {{0, 0, 0, std::numeric_limits<double>::infinity(), 0, 192, 0}, Verdict::Mismatch, Point{1, 1}};
        difference.channels = {{1, 0.2, 0.4, 56, 3, 64, 0}, {2, 0.2, 0.5, 54, 3, 64, 0}, {}, {9, 1, 3, 38, 16, 64, 0}};
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(report);
        results.choose(2);
        QVERIFY(shows(panel, "0.4 · 0.5 · 0 · 3"));
        QVERIFY(shows(panel, "alpha: 25" + thin(" %") + " of samples differ"));
        QVERIFY(channelsTip(difference)
                    .contains("green: largest 2, mean 0.2, RMSE 0.5, PSNR 54" + thin(" dB") + ", 3 samples differ"));
    }

    void stagesAreListedAndChosen() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        auto* list = panel.findChild<QTableWidget*>();
        QCOMPARE(list->rowCount(), 3);
        QCOMPARE(list->item(0, 0)->text(), "1 " + QString::fromStdString(filterById("grayscale").label));
        QVERIFY(list->item(1, 0)->text().startsWith("3 "));
        QCOMPARE(list->item(2, 0)->text(), QString("End to end"));
        QSignalSpy chosen(&results, &Results::sourceChanged);
        list->setCurrentCell(1, 0);
        QCOMPARE(results.source(), 2);
        QVERIFY(shows(panel, "✗ mismatch"));
        list->setCurrentCell(2, 0);
        QCOMPARE(results.source(), -1);
        QCOMPARE(chosen.count(), 2);
        results.setReport(checkedReport()); // a new report is no choice of the user
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(results.source(), -1);
    }

    void theFirstMismatchIsALink() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        results.choose(2);
        QSignalSpy pixel(&panel, &DifferencePanel::showPixel);
        for (auto* label : panel.findChildren<QLabel*>())
            if (label->text().contains("<a href")) emit label->linkActivated("pixel");
        QCOMPARE(pixel.count(), 1);
        QCOMPARE(pixel.takeFirst().at(0).toPoint(), QPoint(412, 77));
    }

    void aDifferenceThatGrewIsNoFault() {
        auto report = checkedReport();
        report->stages.pop_back();
        report->stages[0].difference.verdict = Verdict::WithinTolerance;
        report->endToEnd = {{255, 87, 149, 4.67, 602178, 1764000, 0}, Verdict::Mismatch, Point{460, 25}};
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(report);
        results.choose(-1);
        QVERIFY(shows(panel, "34.1" + thin(" %") + " of samples differ · each stage is within tolerance"));
        QVERIFY(!shows(panel, "✗"));
        QCOMPARE(panel.findChild<QTableWidget*>()->item(1, 1)->foreground().color(),
                 verdictColour(Verdict::WithinTolerance));
        report->stages[0].difference.verdict = Verdict::Mismatch; // then it is one
        results.setReport(report);
        QVERIFY(shows(panel, "✗ mismatch"));
    }

    void staleFiguresSaySo() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        results.session.add(makeStage("invert"));
        QVERIFY(shows(panel, "of the last run"));
        results.session.undoStack()->undo();
        QVERIFY(!shows(panel, "of the last run"));
    }

    void numbersOfTheLegend() {
        QCOMPARE(legendNumbers({DifferenceStyle::FalseColour, 1, gray8}), (QStringList{"0", "128", "255"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Absolute, 64, gray8}), (QStringList{"0", "1.99", "3.98"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Signed, 2, gray8}), (QStringList{"−64", "0", "+63.5"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Absolute, 65535 / 3.0, {SampleType::U16, 1}}),
                 (QStringList{"0", "1.5", "3"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Mask, 1, gray8}), (QStringList{"equal", "", "differs"}));
    }

    void textOfFigures() {
        Difference difference = checkedReport()->stages[1].difference;
        QCOMPARE(shareText(difference), "0.000636" + thin(" %"));
        QCOMPARE(sourceVerdictText(difference), "✗ 0.000636" + thin(" %") + " of samples");
        QCOMPARE(decibelText(difference.psnrDb), "41.1" + thin(" dB"));
        difference.maxAbs = 0.25;
        QCOMPARE(largestText(difference, {SampleType::F32, 1}), QString("0.25 of 1.0"));
        QCOMPARE(figureText(0), QString("0"));
        QCOMPARE(figureText(-8.06e-6), QString("−8.06e−6"));
        QCOMPARE(figureText(12345.6), thin("12 346"));
    }
};

LIGHTBENCH_TEST(TestPanels, QApplication)
#include "panels_view.moc"
