// Where things are in the window: nothing moves that the user did not move, everything fits and can be read from small
// windows to large ones, and what is always to be seen is seen.
#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>

#include "core/device/device_label.h"
#include "tests/built_in_stacks.h"
#include "tests/kernel_folder.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/bars/device_box.h"
#include "ui/bars/zoom_box.h"
#include "ui/controls/combo_box.h"
#include "ui/panels/run/timing_table.h"
#include "ui/panels/stack/stack_view.h"
#include "ui/panels/stage/number_editor.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/view/empty_state.h"

using namespace lightbench;

class WindowLayoutTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void nothingMovesByItself();
    void fits_data();
    void fits();
    void checkSaysItsStateAndMovesNothing();
    void deviceHasAShortName();
    void zoomIsShownAndTyped();
    void docksFollowTheWindowUntilDragged();
    void readoutAndLegendLieApart();
    void noticesLeaveThePictureFree();
    void emptyViewFitsItsWidth();
    void cardsWriteShortNumbers();
    void longChoicesEndWithAnEllipsis();
    void everyFormIsAsWideAsItsPanel();
    void aSinglePixelIsSeen();

private:
    QRect inWindow(const QWidget* widget) const { return {widget->mapTo(window.get(), QPoint(0, 0)), widget->size()}; }
    /// The picture, the panels and what is in the bar, by name.
    QMap<QString, QRect> places() const {
        QMap<QString, QRect> found{{QStringLiteral("view"), inWindow(&window->lab().view)}};
        for (const auto* dock : window->findChildren<QDockWidget*>())
            found[dock->objectName()] = inWindow(dock);
        for (const auto* part : bar()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (part->isVisible()) found[QStringLiteral("bar %1").arg(part->x())] = inWindow(part);
        return found;
    }
    QString moved(const QMap<QString, QRect>& before) const {
        QStringList names;
        const QMap<QString, QRect> now = places();
        for (auto at = before.begin(); at != before.end(); ++at)
            if (now.value(at.key()) != at.value()) names << at.key();
        return names.join(QStringLiteral(", "));
    }
    QWidget* bar() const { return window->findChild<QWidget*>(QStringLiteral("topBar")); }
    void resizeTo(QSize size) {
        window->resize(size);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }
    ZoomBox* zoomBox() const { return window->findChild<ZoomBox*>(QStringLiteral("zoom")); }
    void typeZoom(const QString& text) {
        zoomBox()->setFocus();
        zoomBox()->lineEdit()->selectAll();
        QTest::keyClicks(zoomBox(), text);
        QTest::keyClick(zoomBox(), Qt::Key_Return);
    }
};

/// Kernels of which invert's is wrong at one pixel: a mismatch by the real way.
void WindowLayoutTest::initTestCase() {
    QVERIFY(prepare("window_layout"));
    const QString edited = folder.filePath(QStringLiteral("kernels"));
    QVERIFY(QDir().mkdir(edited));
    tests::copyKernels(edited);
    QFile invert(edited + QStringLiteral("/point/invert/segments.cl"));
    QVERIFY(invert.open(QIODevice::ReadWrite));
    QByteArray text = invert.readAll();
    QVERIFY(text.contains("own.remaining - i);\n}"));
    text.replace("own.remaining - i);\n}",
                 "own.remaining - i);\n    if (get_global_id(0) + get_global_id(1) == 0) dst[0] = src[0];\n}");
    invert.resize(0);
    invert.write(text);
    kernels = KernelLibrary::ofFolder(edited.toStdString());
}

// From the empty window through images, stages, verdicts, mismatches, errors and messages.
void WindowLayoutTest::nothingMovesByItself() {
    for (const QSize size : {QSize(1280, 800), QSize(900, 600)}) {
        resizeTo(size);
        const auto before = places();
        openPicture();
        QVERIFY(settle());
        QCOMPARE(moved(before), QString());
        for (const char* id : {"grayscale", "gaussian", "floyd-steinberg", "median", "invert", "transpose"}) {
            addFilter(id);
            QCOMPARE(moved(before), QString());
            QVERIFY(settle());
            QCOMPARE(moved(before), QString());
        }
        QCOMPARE(window->lab().results.report()->verdict(), Verdict::Mismatch);
        for (int stage = 0; stage < 6; ++stage) {
            window->lab().session.setCurrent(stage);
            QCoreApplication::processEvents();
            QVERIFY2(moved(before).isEmpty(), qPrintable(QString("stage %1: ").arg(stage) + moved(before)));
        }
        window->commands().action("run")->trigger();
        QTest::qWait(300); // Cancel takes the place of Run meanwhile
        QCOMPARE(moved(before), QString());
        QVERIFY(settle());
        for (QAction* mode : window->commands().group("modes")) {
            mode->trigger();
            QCoreApplication::processEvents();
            QVERIFY2(moved(before).isEmpty(), qPrintable(mode->text() + QString(": ") + moved(before)));
        }
        window->documents().open({folder.filePath(QStringLiteral("missing.png"))});
        QVERIFY(waitUntil([this] { return window->banner()->text().contains("missing"); }));
        QCoreApplication::processEvents();
        QCOMPARE(moved(before), QString());
        window->lab().session.setWorkgroup(1, Workgroup{7777, 1});
        QVERIFY(settle());
        QVERIFY(!card(1).data(StackModel::ErrorRole).toString().isEmpty());
        QCOMPARE(moved(before), QString());
        window->lab().session.replace({}, "clear");
        QVERIFY(settle());
        QCOMPARE(moved(before), QString());
    }
}

void WindowLayoutTest::fits_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(640, 360), QSize(800, 560), QSize(853, 533), QSize(900, 600), QSize(960, 1040),
                             QSize(1280, 800), QSize(1920, 1080), QSize(2560, 1440)})
        QTest::newRow(qPrintable(QStringLiteral("%1x%2").arg(size.width()).arg(size.height()))) << size;
}

void WindowLayoutTest::fits() {
    QFETCH(QSize, size);
    openPicture();
    for (const char* id : {"grayscale", "gaussian", "floyd-steinberg", "median", "invert", "transpose"})
        addFilter(id);
    QVERIFY(settle());
    window->commands().action("difference")->trigger();
    resizeTo(size);
    QCOMPARE(window->size(), size); // no part needs more
    const auto* overflow = bar()->findChild<QToolButton*>(QStringLiteral("overflow"));
    const auto parts = bar()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* part : parts) {
        if (!part->isVisible()) continue;
        QVERIFY(bar()->rect().contains(part->geometry()));
        for (const QWidget* other : parts)
            QVERIFY(other == part || !other->isVisible() || !other->geometry().intersects(part->geometry()));
    }
    for (const auto* button : bar()->findChildren<QToolButton*>())
        if (button->isVisible()) QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
    QList<QAction*> actions{window->commands().menu("exports")->menuAction()};
    for (const char* id : {"open", "run", "live", "check", "fit"})
        actions << window->commands().action(id);
    for (const QAction* action : actions) {
        const auto buttons = bar()->findChildren<QToolButton*>();
        const bool shown = std::ranges::any_of(
            buttons, [=](const QToolButton* b) { return b->isVisible() && b->defaultAction() == action; });
        const bool inMenu = overflow->isVisible() && overflow->menu()->actions().contains(action);
        QVERIFY2(shown != inMenu, qPrintable(action->text()));
    }
    QVERIFY(zoomBox()->isVisible());
    QVERIFY(window->lab().view.width() >= 200 && window->lab().view.height() >= 120);
    for (const auto* dock : window->findChildren<QDockWidget*>())
        QVERIFY2(window->rect().contains(inWindow(dock)), qPrintable(dock->objectName()));
}

void WindowLayoutTest::checkSaysItsStateAndMovesNothing() {
    for (const int width : {1440, 1180}) {
        resizeTo({width, 800});
        auto* check = bar()->findChild<QToolButton*>(QStringLiteral("check"));
        QVERIFY(check->isVisible());
        QVERIFY(!check->text().contains(QStringLiteral("✓")));
        window->commands().action("check")->setChecked(true);
        const auto before = places();
        const QImage on = check->grab().toImage();
        QTest::mouseClick(check, Qt::LeftButton);
        QVERIFY(!window->commands().action("check")->isChecked());
        QCoreApplication::processEvents();
        QCOMPARE(moved(before), QString());
        QVERIFY(check->grab().toImage() != on);
    }
}

void WindowLayoutTest::deviceHasAShortName() {
    auto* box = window->findChild<DeviceBox*>(QStringLiteral("devices"));
    const auto device = window->lab().session.device();
    QVERIFY(device);
    QVERIFY(box->currentText().startsWith(QString::fromStdString(deviceLabel(*device))));
    QVERIFY(box->toolTip().contains(QString::fromStdString(device->name)));
    QStringList names;
    for (int row = 0; row < box->count(); ++row)
        names << box->itemText(row);
    QCOMPARE(names.removeDuplicates(), 0);
}

void WindowLayoutTest::zoomIsShownAndTyped() {
    openPicture();
    QVERIFY(settle());
    ImageView* view = &window->lab().view;
    QCOMPARE(zoomBox()->currentText(), zoomText(view->zoom())); // the fitting one
    typeZoom(QStringLiteral("150"));
    QCOMPARE(view->zoom(), 1.5);
    QVERIFY(!view->isFitted());
    QVERIFY(view->hasFocus()); // its keys work again
    QTest::keyClick(view, Qt::Key_0);
    QCOMPARE(view->zoom(), 1.0);
    QCOMPARE(zoomBox()->currentText(), zoomText(1));
    typeZoom(QStringLiteral("fit"));
    QVERIFY(view->isFitted());
    typeZoom(QStringLiteral("much"));
    QVERIFY(zoomBox()->property("invalid").toBool());
    QVERIFY(view->isFitted());
    QTest::keyClick(zoomBox(), Qt::Key_Escape);
    QCOMPARE(zoomBox()->currentText(), zoomText(view->zoom()));
    const int row = zoomBox()->findText(zoomText(4));
    QVERIFY(row >= 0);
    emit zoomBox()->activated(row);
    QCOMPARE(view->zoom(), 4.0);
    typeZoom(QStringLiteral("2:1"));
    QCOMPARE(view->zoom(), 2.0);
    typeZoom(QStringLiteral("99999 %")); // the largest there is
    QCOMPARE(zoomBox()->currentText(), zoomText(128));
}

void WindowLayoutTest::docksFollowTheWindowUntilDragged() {
    openPicture();
    for (const char* id : {"grayscale", "gaussian", "floyd-steinberg", "median", "equalize", "transpose"})
        addFilter(id);
    QVERIFY(settle());
    const auto* stack = window->findChild<QDockWidget*>(QStringLiteral("dock.stack"));
    resizeTo({800, 560});
    const int narrow = stack->width();
    resizeTo({2560, 1440});
    const int wide = stack->width();
    QVERIFY2(wide > narrow + 100, qPrintable(QString("%1, %2").arg(narrow).arg(wide)));
    QVERIFY(timings()->viewport()->height() >= 10 * timings()->rowHeight(0));
    // The line between the stack and the picture, by mouse.
    const QPoint line(inWindow(stack).right() + 3, inWindow(stack).center().y());
    QVERIFY(window->isSeparator(line));
    QTest::mousePress(window.get(), Qt::LeftButton, {}, line);
    QTest::mouseMove(window.get(), line - QPoint(100, 0));
    QTest::qWait(50);
    QTest::mouseRelease(window.get(), Qt::LeftButton, {}, line - QPoint(100, 0));
    const int dragged = stack->width();
    QVERIFY(std::abs(dragged - (wide - 100)) <= 2);
    resizeTo({1440, 900});
    QCOMPARE(stack->width(), dragged);
    window->commands().action("reset-layout")->trigger();
    resizeTo({1440, 901});
    QVERIFY(stack->width() != dragged);
}

void WindowLayoutTest::readoutAndLegendLieApart() {
    openPicture();
    addFilter("invert");
    QVERIFY(settle());
    window->commands().action("difference")->trigger();
    window->banner()->hide();
    for (const QSize size : {QSize(800, 560), QSize(1280, 800)}) {
        resizeTo(size);
        ImageView* view = &window->lab().view;
        QVERIFY(waitUntil([=] { return !view->isPreparing(); }));
        const QPoint place = view->rect().center() - QPoint(40, 0); // at scale 2 the screen ends at 400
        QTest::mouseMove(view, place + QPoint(3, 3));
        QTest::mouseMove(view, place);
        QVERIFY(waitUntil([=] { return view->readout().contains("reference"); }));
        QVERIFY(view->rect().contains(view->readoutArea()));
        QVERIFY(!view->readoutArea().intersects(view->differenceLabels()));
        for (const auto* over : view->parentWidget()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (over != view && over->isVisible() && over != window->banner())
                QVERIFY(!over->geometry().intersects(view->differenceLabels()) &&
                        !over->geometry().intersects(view->readoutArea()));
    }
}

// Without a picture the banner says all of a notice; over a picture the status bar has it.
void WindowLayoutTest::noticesLeaveThePictureFree() {
    resizeTo({800, 560});
    const QString notice =
        QStringLiteral("No GPU was found: kernels run on the CPU. ") + QString("install it ").repeated(30);
    window->lab().messages.showNotice(notice);
    const auto* line = window->findChild<QToolButton*>(QStringLiteral("notice"));
    QCOMPARE(window->banner()->text(), notice);
    QVERIFY(!line->isVisible());
    openPicture();
    QVERIFY(settle());
    QVERIFY(!window->banner()->isVisible());
    QVERIFY(line->isVisible());
    emit window->banner()->noticeDismissed();
    QVERIFY(!line->isVisible());
}

void WindowLayoutTest::emptyViewFitsItsWidth() {
    auto* empty = window->findChild<EmptyState*>();
    QVERIFY(waitUntil([=] { return empty->findChildren<QToolButton*>().size() >= 6; }));
    for (const QSize size : {QSize(800, 560), QSize(1280, 800), QSize(2560, 1440)}) {
        resizeTo(size);
        const auto* scroll = empty->findChild<QScrollArea*>();
        QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
        for (const auto* sample : empty->findChildren<QToolButton*>()) {
            QVERIFY(sample->height() >= sample->sizeHint().height());
            QVERIFY(scroll->widget()->rect().contains(
                QRect(sample->mapTo(scroll->widget(), QPoint(0, 0)), sample->size())));
        }
    }
}

void WindowLayoutTest::cardsWriteShortNumbers() {
    openPicture();
    window->lab().session.replace(parseStack("gaussian sigma=12.200000000000001"), "long");
    QVERIFY(settle());
    const QString summary = card(0).data(StackModel::SummaryRole).toString();
    QVERIFY2(summary.contains("12.2") && !summary.contains("12.20"), qPrintable(summary));
    auto* slider = inForm<QWidget>("parameter.sigma")->findChild<StepSlider*>();
    for (int x = 20; x < slider->width() - 20; x += 9) { // what a hand sets has no tail of digits either
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(x, slider->height() / 2));
        const QString text = stack().section(QStringLiteral("sigma="), 1).section(' ', 0, 0);
        QVERIFY2(text.size() <= 6, qPrintable(text));
    }
}

void WindowLayoutTest::longChoicesEndWithAnEllipsis() {
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    auto* box = window->findChild<ComboBox*>(QStringLiteral("variant"));
    QVERIFY(box);
    const QString shown = box->shownText();
    QVERIFY2(shown == box->currentText() || shown.endsWith(QStringLiteral("…")), qPrintable(shown));
    box->setItemText(0, QString(100, 'w'));
    QVERIFY(box->shownText().endsWith(QStringLiteral("w…")));
    QVERIFY(box->fontMetrics().horizontalAdvance(box->shownText()) < box->width());
    box->setItemText(0, QStringLiteral("auto"));
    QCOMPARE(box->shownText(), QStringLiteral("auto"));
}

/// What is wider is cut off: the panel scrolls down alone.
void WindowLayoutTest::everyFormIsAsWideAsItsPanel() {
    resizeTo({1280, 800});
    const auto* form = window->findChild<StageForm*>();
    QVERIFY(form);
    for (const Filter& filter : allFilters()) {
        addFilter(filter.id.c_str());
        QCoreApplication::processEvents();
        const int room = form->parentWidget()->width();
        QVERIFY2(room > 0 && form->minimumSizeHint().width() <= room, filter.id.c_str());
    }
}

void WindowLayoutTest::aSinglePixelIsSeen() {
    const QString one = folder.filePath(QStringLiteral("one.png"));
    QVERIFY(testPicture(1, 1).save(one));
    window->documents().open({one});
    QVERIFY(settle());
    ImageView* view = &window->lab().view;
    QVERIFY2(view->zoom() > 2 * 24, qPrintable(zoomText(view->zoom()))); // the divider's handle is 24 pixels wide
    const QPoint beside = view->rect().center() + QPoint(20, 20);
    QVERIFY(view->pixelAt(beside));
}

LIGHTBENCH_TEST(WindowLayoutTest, QApplication)
#include "window_layout.moc"
