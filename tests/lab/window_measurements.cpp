// The tabs of measurements beneath the picture: they open readable, are maximised and put back; and the bar at 1280
// pixels.
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "core/tuning/tuning_file.h"
#include "tests/experiment/fake_engine.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/lab/docks.h"
#include "ui/panels/experiment/experiment_panel.h"
#include "ui/panels/run/timing_table.h"

using namespace lightbench;

namespace {
/// Its runs return the input, and one variant of transpose wins that `auto` does not take.
class WindowRaceEngine : public tests::FakeEngine {
public:
    WindowRaceEngine() {
        resolves = true;
        medians = {{"local-padded", 2}};
    }
    ReportPtr run(const RunRequest& request, const RunMonitor&) override {
        auto report = std::make_shared<Report>();
        report->input = report->output = request.image;
        report->stack = request.stack;
        report->filters = request.filters;
        report->device = devices().devices.front();
        return report;
    }
};
} // namespace

class WindowMeasurementsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_measurements")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void measurementsOpenReadableAndAreMaximised();
    void exportIsInTheBar();
    void onlyTakingTheWinnerChangesAuto();

private:
    /// The picture and the panels, by name.
    QMap<QString, QRect> places() const {
        const auto inWindow = [this](const QWidget* widget) {
            return QRect(widget->mapTo(window.get(), QPoint(0, 0)), widget->size());
        };
        QMap<QString, QRect> found{{QStringLiteral("view"), inWindow(&window->lab().view)}};
        for (const auto* dock : window->findChildren<QDockWidget*>())
            found[dock->objectName()] = inWindow(dock);
        return found;
    }
    QWidget* bar() const { return window->findChild<QWidget*>(QStringLiteral("topBar")); }
    void resizeTo(QSize size) {
        window->resize(size);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }
};

void WindowMeasurementsTest::measurementsOpenReadableAndAreMaximised() {
    resizeTo({1280, 800});
    openPicture();
    addFilter("invert");
    QVERIFY(settle());
    auto* bottom = window->findChild<QDockWidget*>(QStringLiteral("dock.times"));
    QVERIFY2(bottom->height() >= 240, qPrintable(QString::number(bottom->height())));
    const auto before = places();
    QAction* maximise = window->commands().action("maximise-panels");
    auto* tabs = bottom->findChild<QTabWidget*>();
    emit tabs->tabBar()->tabBarDoubleClicked(0);
    QCoreApplication::processEvents();
    QVERIFY(maximise->isChecked());
    QVERIFY(!window->lab().view.isVisible());
    QVERIFY2(bottom->height() > 640, qPrintable(QString::number(bottom->height())));
    QTest::keyClick(timings(), Qt::Key_Escape);
    QCoreApplication::processEvents();
    QVERIFY(!maximise->isChecked());
    QCOMPARE(places(), before);
    maximise->trigger();
    maximise->trigger();
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
    maximise->trigger();
    window->close(); // the next start has the layout of before
    window.reset();
    QVERIFY(open());
    QVERIFY(window->lab().view.isVisible());
    for (const auto* dock : window->findChildren<QDockWidget*>())
        QVERIFY(dock->isVisible());
}

void WindowMeasurementsTest::exportIsInTheBar() {
    resizeTo({1280, 800});
    const auto* exports = window->commands().menu("exports")->menuAction();
    QVERIFY(std::ranges::any_of(bar()->findChildren<QToolButton*>(), [=](const QToolButton* button) {
        return button->isVisible() && button->defaultAction() == exports;
    }));
}

/// A race that ended has changed nothing that runs.
void WindowMeasurementsTest::onlyTakingTheWinnerChangesAuto() {
    const TuningFile file(folder.filePath(QStringLiteral("tuning.csv")).toStdString());
    window = std::make_unique<LabWindow>([] { return std::make_unique<WindowRaceEngine>(); }, builtInFilters(), file);
    window->resize(1440, 900);
    window->show();
    openPicture();
    addFilter("transpose");
    QVERIFY(settle());
    Session& session = window->lab().session;
    QTRY_VERIFY(session.device());
    auto* panel = window->findChild<ExperimentPanel*>();
    window->findChild<Docks*>()->show("experiment");
    QTRY_VERIFY(panel->isVisible());
    panel->toggle();
    QTRY_VERIFY(panel->runner().state() == ExperimentRunner::State::Done);
    QVERIFY(panel->status().contains("local-padded wins"));
    QVERIFY(file.read()->results.empty());
    QVERIFY(session.choices(0)->tunedOn.empty());
    QVERIFY(session.choices(0)->automatic->id != "local-padded");
    panel->take();
    QCOMPARE(file.read()->results.size(), std::size_t(1));
    QCOMPARE(session.choices(0)->automatic->id, std::string("local-padded"));
    QCOMPARE(session.stack()[0].variant, std::string("local-padded"));
}

LIGHTBENCH_TEST(WindowMeasurementsTest, QApplication)
#include "window_measurements.moc"
