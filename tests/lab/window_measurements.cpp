// The tabs of measurements beneath the picture: they open readable, are maximised and put back; and the bar at 1280
// pixels.
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/panels/run/timing_table.h"

using namespace lightbench;

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

LIGHTBENCH_TEST(WindowMeasurementsTest, QApplication)
#include "window_measurements.moc"
