// The window on small screens and with long names. Both halves of the stack panel keep a usable height, and windows and
// dialogs are at most as large as the screen. Names are elided, tabs keep the part that differs, and the readout hides
// no pixel that is pointed at.
#include <QDialog>
#include <QLabel>
#include <QMouseEvent>
#include <QScreen>
#include <QScrollArea>
#include <QSplitter>

#include "tests/lab/own_kernel_window.h"
#include "tests/test_program.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/window_habits.h"
#include "ui/panels/stack/stack_tabs.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowFitTest : public QObject, private OwnKernelWindow {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_fit")); }
    void init() { QVERIFY(startWithFile()); }
    void cleanup() { window.reset(); }

    void listAndFormKeepAUsableHeight_data();
    void listAndFormKeepAUsableHeight();
    void theDividerStaysWhereItWasMoved();
    void aWindowOfALargerScreenIsFitted();
    void dialogsFitTheScreen();
    void tabsKeepThePartThatDiffers();
    void fiveTabsAreToldApart();
    void longNamesAreElided();
    void theReadoutLeavesThePixelFree();

private:
    void resizeTo(QSize size) {
        window->resize(size);
        QTest::qWait(50);
    }
    void addStages(int count) {
        for (int i = 0; i < count; ++i)
            addFilter(i % 2 ? "gaussian" : "bilateral");
    }
    QSplitter* divider() { return window->findChild<QSplitter*>(QStringLiteral("stackDivider")); }
    int formHeight() { return window->stackPanel()->findChild<QScrollArea*>()->viewport()->height(); }
    /// Drags the line between list and form.
    void dragDivider(int by) {
        QWidget* handle = divider()->handle(1);
        const QPoint from = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, from);
        QTest::mouseMove(handle, from + QPoint(0, by));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, from + QPoint(0, by));
    }
};

void WindowFitTest::listAndFormKeepAUsableHeight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("stages");
    QTest::newRow("1366x768, eight stages") << QSize(1366, 768) << 8;
    QTest::newRow("1024x600, four stages") << QSize(1024, 600) << 4;
    QTest::newRow("800x560, twelve stages") << QSize(800, 560) << 12;
    QTest::newRow("1440x900, one stage") << QSize(1440, 900) << 1;
}

void WindowFitTest::listAndFormKeepAUsableHeight() {
    QFETCH(QSize, size);
    QFETCH(int, stages);
    resizeTo(size);
    addStages(stages);
    QTest::qWait(50);
    const int whole = formHeight() + cards()->height();
    QVERIFY2(formHeight() >= 96 && formHeight() >= whole / 2 - 8, qPrintable(QString::number(formHeight())));
    const int wanted = cards()->sizeHint().height();
    QVERIFY2(cards()->height() >= std::min(wanted, whole / 3), qPrintable(QString::number(cards()->height())));
}

void WindowFitTest::theDividerStaysWhereItWasMoved() {
    resizeTo({1366, 768});
    addStages(8);
    QTest::qWait(50);
    QVERIFY(divider());
    const int before = cards()->height();
    dragDivider(-60);
    const int moved = cards()->height();
    QVERIFY2(std::abs(moved - (before - 60)) <= 2, qPrintable(QString("%1, %2").arg(before).arg(moved)));
    session().setCurrent(2);
    addFilter("invert");
    QTest::qWait(50);
    QCOMPARE(cards()->height(), moved);
    window.reset();
    QVERIFY(start());
    resizeTo({1366, 768});
    addStages(8);
    QTest::qWait(50);
    QVERIFY2(std::abs(cards()->height() - moved) <= 12, qPrintable(QString::number(cards()->height())));
    QTest::mouseDClick(divider()->handle(1), Qt::LeftButton);
    QTest::qWait(50);
    QVERIFY(std::abs(cards()->height() - before) <= 2);
}

void WindowFitTest::aWindowOfALargerScreenIsFitted() {
    const QRect screen = window->screen()->availableGeometry();
    QWidget saved;
    for (const QRect& place : {QRect(QPoint(300, 200), QSize(1440, 900)), QRect(QPoint(-200, -50), QSize(700, 500)),
                               QRect(QPoint(screen.right() - 100, 60), QSize(640, 500))}) {
        saved.setGeometry(place);
        fitToScreen(&saved);
        QVERIFY2(screen.contains(saved.geometry()), qPrintable(QString::number(saved.x())));
    }
    saved.setGeometry(40, 60, 640, 480); // it is left alone where it fits
    fitToScreen(&saved);
    QCOMPARE(saved.geometry(), QRect(40, 60, 640, 480));
    window->setGeometry(500, 300, 1300, 900);
    window->close();
    window.reset();
    window = std::make_unique<LabWindow>(labEngine(), builtInFilters());
    QVERIFY(window->width() <= screen.width() || window->width() == window->minimumSizeHint().width());
    QVERIFY(window->x() >= screen.left() && window->y() >= screen.top());
}

void WindowFitTest::dialogsFitTheScreen() {
    const QSize screen = window->screen()->availableGeometry().size();
    resizeTo(screen - QSize(20, 60));
    addFilter("invert");
    QStringList shown;
    for (const char* command : {"manual", "reference", "keys", "tuning"}) {
        window->commands().action(command)->trigger();
        for (QDialog* dialog : window->findChildren<QDialog*>()) {
            if (!dialog->isVisible()) continue;
            shown << dialog->objectName();
            QVERIFY2(dialog->width() <= screen.width() && dialog->height() <= screen.height() - 30,
                     qPrintable(dialog->objectName() + QString(" %1").arg(dialog->width())));
        }
    }
    window->documents().open({path_});
    QTRY_VERIFY(stages().contains("shade"));
    emit window->stackPanel()->form()->mappingRequested(QStringLiteral("shade"));
    auto* mapping = window->findChild<QDialog*>(QStringLiteral("mapping"));
    QVERIFY(mapping && mapping->width() <= screen.width());
    QVERIFY2(shown.contains("manual") && shown.contains("help") && shown.contains("tuning"),
             qPrintable(shown.join(' ')));
}

void WindowFitTest::tabsKeepThePartThatDiffers() {
    const QFontMetrics metrics(QApplication::font());
    const auto shortened = [&](const QStringList& names, int tab, const QString& like) {
        return shortTabName(names, tab, metrics, metrics.horizontalAdvance(like));
    };
    const QString mark = changedMark();
    const QStringList numbered{"Stack 1", "Stack 2" + mark, "Stack 12" + mark};
    QCOMPARE(shortened(numbered, 0, "Stack 1"), QStringLiteral("Stack 1"));
    QCOMPARE(shortened(numbered, 0, "Stack"), QStringLiteral("…1"));
    QCOMPARE(shortened(numbered, 1, "Stack"), QStringLiteral("…2") + mark);
    QCOMPARE(shortened(numbered, 2, "Stack"), QStringLiteral("12") + mark);
    const QStringList files{"denoise-then-sharpen-3", "denoise-then-sharpen-4" + mark, "blur"};
    QCOMPARE(shortened(files, 0, "denoise"), QStringLiteral("…3"));
    QCOMPARE(shortened(files, 1, "denoise"), QStringLiteral("…4") + mark);
    QCOMPARE(shortened(files, 2, "denoise"), QStringLiteral("blur"));
    const QStringList lone{QString(150, 'x') + "1" + mark, "blur"};
    const QString text = shortened(lone, 0, "a longer room");
    QVERIFY2(text.endsWith("1" + mark) && text.contains(QChar(0x2026)), qPrintable(text));
}

void WindowFitTest::fiveTabsAreToldApart() {
    resizeTo({1024, 600});
    for (int i = 0; i < 4; ++i)
        window->commands().action("new-tab")->trigger();
    addFilter("invert");
    QTest::qWait(50);
    auto* tabs = window->findChild<QTabBar*>(QStringLiteral("stackTabs"));
    QCOMPARE(tabs->count(), 5);
    for (int tab = 0; tab < tabs->count(); ++tab) {
        const QString text = tabs->tabText(tab), name = session().tabName(tab);
        QVERIFY2(text.contains(QString::number(tab + 1)), qPrintable(text));
        QCOMPARE(text.endsWith(changedMark()), name.endsWith(changedMark()));
        // What the style paints is not cut once more.
        QVERIFY2(tabs->fontMetrics().horizontalAdvance(text) <= tabs->tabRect(tab).width() - 16, qPrintable(text));
        QVERIFY(tabs->tabToolTip(tab).contains(name));
    }
}

void WindowFitTest::longNamesAreElided() {
    resizeTo({1024, 600});
    const QString longName = QString(150, 'n'), photo = home_->filePath(longName + ".png");
    const QString kernel = home_->filePath(longName + ".cl");
    QVERIFY(testPicture(320, 201).save(photo));
    putFile(kernel, kernelOf("convert_uchar_sat(10 * strength)"));
    window->documents().open({photo});
    QVERIFY(settle());
    window->documents().open({kernel});
    QTRY_VERIFY(!session().stack().empty());
    QVERIFY(settle());
    const auto* format = window->findChild<QLabel*>(QStringLiteral("imageFormat"));
    QVERIFY(format && format->isVisible() && format->text().contains("201"));
    QVERIFY2(format->width() >= format->fontMetrics().horizontalAdvance(format->text()),
             qPrintable(QString::number(format->width())));
    const auto* heading = inForm<ElidedLabel>("stageHeading");
    QVERIFY(heading);
    QVERIFY2(heading->height() <= 2 * heading->fontMetrics().lineSpacing() + 4,
             qPrintable(QString::number(heading->height())));
    const QStringList lines = heading->linesAt(heading->width());
    QVERIFY2(lines.size() == 2 && lines[1].endsWith(QChar(0x2026)), qPrintable(lines.join('\n')));
    QVERIFY2(window->width() <= 1024, qPrintable(QString::number(window->width())));
}

void WindowFitTest::theReadoutLeavesThePixelFree() {
    openPicture();
    addFilter("invert");
    QVERIFY(settle());
    window->banner()->hide();
    ImageView* view = &window->lab().view;
    for (const QSize size : {QSize(800, 560), QSize(1280, 800)}) {
        resizeTo(size);
        QVERIFY(waitUntil([=] { return !view->isPreparing(); }));
        view->zoomTo(16, view->rect().center()); // the picture is everywhere
        int moved = 0;
        QRect usual;
        for (int y = view->height() - 120; y < view->height(); y += 7)
            for (int x = 4; x < 200; x += 37) {
                const QString place = QString("%1, %2 of %3, %4").arg(x).arg(y).arg(view->width()).arg(view->height());
                QMouseEvent move(QEvent::MouseMove, QPointF(x, y), view->mapToGlobal(QPointF(x, y)), Qt::NoButton,
                                 Qt::NoButton, Qt::NoModifier);
                QApplication::sendEvent(view, &move);
                QVERIFY2(!view->readout().isEmpty(), qPrintable(place));
                const QRect area = view->readoutArea();
                if (usual.isNull()) usual = area;
                moved += area.top() != usual.top();
                QVERIFY(view->rect().contains(area));
                QVERIFY2(!area.adjusted(-4, -4, 4, 4).contains(x, y), qPrintable(place));
            }
        QVERIFY(moved > 0);
    }
}

LIGHTBENCH_TEST(WindowFitTest, QApplication)
#include "window_fit.moc"
