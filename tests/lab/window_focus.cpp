// What the wheel and the keys act on. A field takes the wheel only with focus, and keys of the picture never reach a
// field. Keys of the chosen stage also work over the picture.
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

#include "core/framework/filter_catalog.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/panels/stage/image_parameter.h"
#include "ui/panels/stage/number_editor.h"
#include "ui/panels/stage/parameter_editor.h"

using namespace lightbench;

class WindowFocusTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_focus")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
    }
    void cleanup() { window.reset(); }

    void theWheelChangesNoFieldWithoutFocus();
    void theWheelOverAFieldScrollsTheForm();
    void theWheelStepsTheFieldThatHasTheFocus();
    void theWheelNeverAsksForAFile();
    void keysOfThePictureReachNoField();
    void keysOfTheStageWorkOverThePicture();

private:
    /// As the window system sends it, so that the focus would follow it.
    static void turnWheel(QWidget* widget, int notches) {
        const QPoint at = widget->rect().center();
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event);
        qApp->notify(widget, &event);
    }
    QList<QWidget*> visibleFields() {
        QList<QWidget*> fields;
        for (auto* box : window->findChildren<QComboBox*>())
            fields << box;
        for (auto* box : window->findChildren<QAbstractSpinBox*>())
            fields << box;
        for (auto* slider : window->findChildren<QAbstractSlider*>())
            if (!qobject_cast<QScrollBar*>(slider)) fields << slider;
        fields.removeIf([](const QWidget* field) { return !field->isVisible() || !field->isEnabled(); });
        return fields;
    }
    static QString valueOf(const QWidget* field) {
        if (const auto* box = qobject_cast<const QComboBox*>(field)) return box->currentText();
        if (const auto* box = qobject_cast<const QAbstractSpinBox*>(field)) return box->text();
        return QString::number(qobject_cast<const QAbstractSlider*>(field)->value());
    }
    ImageView* view() { return &window->lab().view; }
};

/// The forms of all filters, and the fields of bars and panels.
void WindowFocusTest::theWheelChangesNoFieldWithoutFocus() {
    int tried = 0;
    for (const Filter& filter : allFilters()) {
        addFilter(filter.id.c_str());
        QCoreApplication::processEvents(); // the form shows its fields
        const QString before = stack();
        for (QWidget* field : visibleFields()) {
            view()->setFocus();
            const QString value = valueOf(field);
            for (const int notches : {1, -1, -1}) {
                turnWheel(field, notches);
                QVERIFY2(valueOf(field) == value && stack() == before && view()->hasFocus(),
                         qPrintable(QString::fromStdString(filter.id) + ' ' + field->accessibleName()));
            }
            ++tried;
        }
        window->lab().session.remove(0);
    }
    QVERIFY2(tried > 500, qPrintable(QString::number(tried)));
}

void WindowFocusTest::theWheelOverAFieldScrollsTheForm() {
    window->resize(1024, 600);
    addFilter("bilateral");
    const auto* scroll = window->stackPanel()->findChild<QScrollArea*>();
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
    view()->setFocus();
    turnWheel(inForm<QComboBox>("variant"), -1);
    QVERIFY(scroll->verticalScrollBar()->value() > 0);
}

void WindowFocusTest::theWheelStepsTheFieldThatHasTheFocus() {
    addFilter("gaussian");
    QCoreApplication::processEvents();
    QWidget* editor = inForm<QWidget>("parameter.sigma");
    QString before = stack();
    for (QWidget* field : {static_cast<QWidget*>(editor->findChild<NumberField*>()),
                           static_cast<QWidget*>(editor->findChild<StepSlider*>())}) {
        field->setFocus();
        turnWheel(field, 1);
        QVERIFY(stack() != before);
        before = stack();
    }
    auto* border = inForm<QWidget>("parameter.border")->findChild<QComboBox*>();
    border->setFocus();
    turnWheel(border, -1);
    QVERIFY(stack() != before);
}

void WindowFocusTest::theWheelNeverAsksForAFile() {
    addFilter("blend");
    QCoreApplication::processEvents();
    const QString before = stack();
    auto* box = inForm<ImageParameter>("parameter.with")->findChild<QComboBox*>();
    int asked = 0;
    QTimer closer;
    connect(&closer, &QTimer::timeout, this, [&asked] {
        if (QWidget* dialog = QApplication::activeModalWidget()) ++asked, dialog->close();
    });
    closer.start(20);
    box->setFocus();
    for (int i = 0; i < 5; ++i)
        turnWheel(box, -1);
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(box, Qt::Key_Down);
    QTest::qWait(100);
    QCOMPARE(asked, 0);
    QCOMPARE(stack(), before);
    QCOMPARE(box->currentText(), QStringLiteral("Input image"));
}

/// R can do nothing on an image of 8 bits. A box would take the letter to choose an entry.
void WindowFocusTest::keysOfThePictureReachNoField() {
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    QVERIFY(!window->commands().action("whole-range")->isEnabled());
    const QString before = stack();
    for (auto* box : window->findChildren<QComboBox*>()) {
        if (!box->isVisible() || box->isEditable()) continue;
        box->setFocus();
        const QString value = box->currentText();
        for (const int key : {Qt::Key_R, Qt::Key_N, Qt::Key_P, Qt::Key_X})
            for (const auto modifiers : {Qt::NoModifier, Qt::ShiftModifier}) {
                const QString letter = QChar(key).toLower();
                for (const bool isHeld : {false, true}) {
                    if (isHeld && key != Qt::Key_R) continue; // the others do something
                    QKeyEvent press(QEvent::KeyPress, key, modifiers, letter, isHeld);
                    isHeld ? void(QApplication::sendEvent(box, &press)) : QTest::keyClick(box, Qt::Key(key), modifiers);
                }
                QVERIFY2(box->currentText() == value && stack() == before,
                         qPrintable(box->accessibleName() + ' ' + letter));
            }
        QVERIFY(settle());
    }
    window->lab().results.unpin();
}

void WindowFocusTest::keysOfTheStageWorkOverThePicture() {
    openPicture();
    addFilter("grayscale");
    addFilter("invert");
    QVERIFY(settle());
    window->lab().session.setCurrent(0);
    for (QWidget* focused : {static_cast<QWidget*>(view()), static_cast<QWidget*>(cards())}) {
        focused->setFocus();
        QTest::keyClick(focused, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(stack(), QStringLiteral("grayscale | grayscale | invert"));
        QTest::keyClick(focused, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(stack(), QStringLiteral("grayscale | invert | grayscale"));
        QTest::keyClick(focused, Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(focused, Qt::Key_Delete);
        QCOMPARE(stack(), QStringLiteral("grayscale | invert"));
        window->lab().session.setCurrent(0);
    }
    // A text keeps them.
    addFilter("gaussian");
    QCoreApplication::processEvents();
    const QString before = stack();
    auto* field = inForm<QWidget>("parameter.sigma")->findChild<NumberField*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_D, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Delete);
    QCOMPARE(window->lab().session.stack().size(), std::size_t(3));
    QCOMPARE(stack(), before);
    QCOMPARE(field->cleanText(), QString());
}

LIGHTBENCH_TEST(WindowFocusTest, QApplication)
#include "window_focus.moc"
