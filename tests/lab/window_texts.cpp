// No text of the window is cut off at 1280 x 800, in any panel and state, in the light and in the dark theme.
#include <QDir>
#include <QHelpEvent>
#include <QTabWidget>
#include <QToolTip>

#include "tests/built_in_stacks.h"
#include "tests/lab/text_fit.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/manual/manual_window.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowTextsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_texts")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        window->resize(1280, 800);
    }
    void cleanup() { window.reset(); }

    void theCheckSeesWhatIsCut();
    void emptyWindow_data() { themes(); }
    void emptyWindow();
    void shortContents_data() { themes(); }
    void shortContents();
    void longContents_data() { themes(); }
    void longContents();
    void everyForm_data() { themes(); }
    void longChoicesHaveATooltip();
    void everyForm();

private:
    static void themes() {
        QTest::addColumn<ThemeMode>("theme");
        QTest::newRow("light") << ThemeMode::Light;
        QTest::newRow("dark") << ThemeMode::Dark;
    }
    void useTheme() const {
        QFETCH(ThemeMode, theme);
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), theme);
    }
    QString cut() const {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        return cutTexts(*window).join('\n');
    }
    /// Every tab beneath the image, each in front once.
    void everyTabFits() const {
        for (auto* tabs : window->findChildren<QTabWidget*>())
            for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
                tabs->setCurrentIndex(i);
                QVERIFY2(cut().isEmpty(), qPrintable(tabs->tabText(i) + ":\n" + cut()));
            }
    }
};

void WindowTextsTest::theCheckSeesWhatIsCut() {
    QCOMPARE(cut(), QString());
    auto* label = new QLabel(QStringLiteral("Three words here"), window->centralWidget());
    label->setGeometry(0, 0, 30, 40);
    label->show();
    QVERIFY(cut().contains("Three words here"));
}

void WindowTextsTest::emptyWindow() {
    useTheme();
    QCOMPARE(cut(), QString());
    everyTabFits();
}

void WindowTextsTest::shortContents() {
    useTheme();
    openPicture();
    addFilter("invert");
    QVERIFY(settle());
    everyTabFits();
    for (QAction* mode : window->commands().group("modes")) {
        mode->trigger();
        QVERIFY2(cut().isEmpty(), qPrintable(mode->text() + ":\n" + cut()));
    }
    window->lab().session.replace({}, "clear");
    QVERIFY(settle());
    QCOMPARE(cut(), QString());
}

void WindowTextsTest::longContents() {
    useTheme();
    const QString name = folder.filePath(QString(60, 'w') + QStringLiteral(" and much more.png"));
    QVERIFY(testPicture(3011, 2007).save(name));
    window->documents().open({name});
    for (const char* id : {"difference-of-gaussians", "floyd-steinberg", "connected-components", "distance-transform"})
        addFilter(id);
    QVERIFY(settle());
    everyTabFits();
    window->commands().action("run")->trigger();
    QCOMPARE(cut(), QString()); // while it runs
    QVERIFY(settle());
    window->lab().session.setWorkgroup(1, Workgroup{7777, 1});
    QVERIFY(settle());
    everyTabFits();
    window->documents().open({folder.filePath(QString(60, 'm') + QStringLiteral(" is missing.png"))});
    QVERIFY(waitUntil([this] { return window->banner()->text().contains("missing"); }));
    QCOMPARE(cut(), QString());
    for (QAction* mode : window->commands().group("modes")) {
        mode->trigger();
        QVERIFY2(cut().isEmpty(), qPrintable(mode->text() + ":\n" + cut()));
    }
}

void WindowTextsTest::longChoicesHaveATooltip() {
    ComboBox box(window.get());
    box.addItem(QStringLiteral("Correlation coefficient, normalised"));
    box.setToolTip(QStringLiteral("How similar"));
    box.resize(80, 24);
    box.show();
    QVERIFY(box.shownText() != box.currentText());
    QHelpEvent asked(QEvent::ToolTip, {5, 5}, box.mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(&box, &asked);
    QCOMPARE(QToolTip::text(), QStringLiteral("Correlation coefficient, normalised\nHow similar"));
    QToolTip::hideText();
}

void WindowTextsTest::everyForm() {
    useTheme();
    for (const Filter& filter : allFilters()) {
        window->lab().session.replace({makeStage(filter.id)}, "replace");
        window->lab().session.setCurrent(0);
        QVERIFY2(cut().isEmpty(), qPrintable(QString::fromStdString(filter.id) + ":\n" + cut()));
    }
}

LIGHTBENCH_TEST(WindowTextsTest, QApplication)
#include "window_texts.moc"
