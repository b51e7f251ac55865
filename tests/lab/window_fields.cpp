// Fields and keys in the window: where the focus goes, what undo undoes, and keyboards of other scripts.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QUndoStack>

#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/commands/picture_keys.h"
#include "ui/panels/stage/number_editor.h"

using namespace lightbench;

class WindowFieldsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_fields")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        window->activateWindow();
        openPicture();
        addFilter("gaussian");
        QVERIFY(settle());
    }
    void cleanup() { window.reset(); }

    void returnHandsTheFocusBack();
    void undoInAFieldIsTheStacks();
    void refusedNumbersSayWhy();
    void formulasAreTyped();
    void workgroupsAreTypedAnyhow();
    void aDragIsOneStepOfUndo();
    void aDoubleClickIsOneStepOfUndo();
    void lettersOfOtherKeyboards_data();
    void lettersOfOtherKeyboards();
    void typedLettersStayTyped();

private:
    NumberField* sigma() { return inForm<QWidget>("parameter.sigma")->findChild<NumberField*>(); }
    double value() { return window->lab().session.stack()[0].parameters.real("sigma"); }
    ImageView* view() { return &window->lab().view; }
    /// To whatever has the focus, as a keyboard would.
    static void press(int key, const QString& text, quint32 scanCode, Qt::KeyboardModifiers modifiers = {}) {
        QWidget* focused = QApplication::focusWidget();
        for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
            QKeyEvent event(type, key, modifiers, scanCode, 0, 0, text);
            QApplication::sendEvent(focused, &event);
        }
    }
};

void WindowFieldsTest::returnHandsTheFocusBack() {
    NumberField* field = sigma();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "3,5");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(value(), 3.5);
    QVERIFY(view()->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_2);
    QCOMPARE(view()->mode(), ViewMode::After);
    QCOMPARE(value(), 3.5);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(value(), 2.0);
    auto* region = inForm<QWidget>("parameter.region")->findChild<NumberField*>();
    region->setFocus();
    QTest::keyClick(region, Qt::Key_Enter);
    QVERIFY(view()->hasFocus());
    auto* workgroup = inForm<QComboBox>("workgroup");
    workgroup->setFocus();
    workgroup->lineEdit()->selectAll();
    QTest::keyClicks(workgroup, "8x8");
    QTest::keyClick(workgroup, Qt::Key_Return);
    QVERIFY(window->lab().session.stack()[0].workgroup.has_value());
    QVERIFY(view()->hasFocus());
    workgroup->setFocus();
    workgroup->lineEdit()->selectAll();
    QTest::keyClicks(workgroup, "many"); // refused: it is to be mended there
    QTest::keyClick(workgroup, Qt::Key_Return);
    QVERIFY(workgroup->hasFocus());
}

void WindowFieldsTest::undoInAFieldIsTheStacks() {
    addFilter("invert");
    window->lab().session.setCurrent(0);
    QTRY_VERIFY(inForm<QWidget>("parameter.sigma"));
    NumberField* field = sigma();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "7");
    QCOMPARE(value(), 7.0);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(value(), 2.0);
    QVERIFY2(field->text().startsWith("2.0"), qPrintable(field->text()));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(stack(), QStringLiteral("gaussian")); // the stage that was added last
    QTRY_VERIFY(inForm<QWidget>("parameter.sigma"));
    field = sigma();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
    QCOMPARE(stack(), QStringLiteral("gaussian | invert"));
    window->lab().session.setCurrent(0);
    QTRY_VERIFY(inForm<QWidget>("parameter.region"));
    auto* region = inForm<QWidget>("parameter.region")->findChild<NumberField*>();
    region->setFocus();
    QTest::keyClick(region, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(stack(), QStringLiteral("gaussian"));
}

void WindowFieldsTest::refusedNumbersSayWhy() {
    NumberField* field = sigma();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "1,2,3");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(value(), 2.0);
    bool isSaid = false;
    for (auto* label : window->stackPanel()->form()->findChildren<QLabel*>())
        isSaid = isSaid ||
                 (label->isVisible() && label->text().contains("1,2,3") && label->text().contains("is not a number"));
    QVERIFY(isSaid);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(view()->hasFocus());
}

/// It is taken after a pause and on Enter; an error names its column, and the last legal text stays in the stack.
void WindowFieldsTest::formulasAreTyped() {
    addFilter("formula");
    QTRY_VERIFY(inForm<QWidget>("parameter.expression"));
    auto* editor = inForm<QWidget>("parameter.expression");
    auto* field = editor->findChild<QLineEdit*>();
    const auto typed = [&](const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    };
    const auto expression = [&] { return window->lab().session.stack()[1].parameters.text("expression"); };
    QCOMPARE(field->text(), QStringLiteral("1 - v"));
    typed("v * p1");
    QTRY_COMPARE(expression(), std::string("v * p1"));
    QVERIFY(field->hasFocus());
    typed("v * q");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(expression(), std::string("v * p1"));
    QVERIFY(editor->property("typedProblem").toBool());
    bool isSaid = false;
    for (auto* label : window->stackPanel()->form()->findChildren<QLabel*>())
        isSaid = isSaid || (label->isVisible() && label->text().contains("column 5: nothing is called"));
    QVERIFY(isSaid);
    typed("b; g; r");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(stack(), QStringLiteral("gaussian | formula expression=\"b; g; r\""));
    QVERIFY(!editor->property("typedProblem").toBool());
    window->lab().session.undoStack()->undo();
    QTRY_COMPARE(field->text(), QStringLiteral("v * p1"));
}

void WindowFieldsTest::workgroupsAreTypedAnyhow() {
    auto* workgroup = inForm<QComboBox>("workgroup");
    for (const char* text : {"16 × 8", "16*8", "16X8", "16х8"}) { // the last is Cyrillic
        window->lab().session.setWorkgroup(0, std::nullopt);
        workgroup->setFocus();
        workgroup->lineEdit()->selectAll();
        workgroup->lineEdit()->insert(QString::fromUtf8(text));
        workgroup->lineEdit()->setModified(true);
        QTest::keyClick(workgroup, Qt::Key_Return);
        QVERIFY2(window->lab().session.stack()[0].workgroup == (Workgroup{16, 8}), text);
    }
    window->lab().session.setWorkgroup(0, std::nullopt);
    workgroup->setFocus();
    workgroup->lineEdit()->setText("1 6");
    workgroup->lineEdit()->setModified(true);
    QTest::keyClick(workgroup, Qt::Key_Return);
    QVERIFY(!window->lab().session.stack()[0].workgroup); // not 16
}

void WindowFieldsTest::aDragIsOneStepOfUndo() {
    auto* slider = inForm<QWidget>("parameter.sigma")->findChild<StepSlider*>();
    const int before = window->lab().session.undoStack()->count();
    const int middle = slider->height() / 2;
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() * 3 / 4, middle));
    for (int x = 0; x < 20; x += 4) {
        const QPointF at(slider->width() / 2.0 + x, middle);
        QMouseEvent move(QEvent::MouseMove, at, slider->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(slider, &move);
    }
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2 + 16, middle));
    QVERIFY(value() != 2.0);
    QCOMPARE(window->lab().session.undoStack()->count(), before + 1);
    window->lab().session.undoStack()->undo();
    QCOMPARE(value(), 2.0);
}

void WindowFieldsTest::aDoubleClickIsOneStepOfUndo() {
    window->lab().session.setParameter(0, "sigma", 9.0);
    window->lab().session.endGesture();
    auto* slider = inForm<QWidget>("parameter.sigma")->findChild<StepSlider*>();
    const int before = window->lab().session.undoStack()->count();
    QTest::mouseDClick(slider, Qt::LeftButton, {}, QPoint(4, slider->height() / 2));
    QCOMPARE(value(), 2.0);
    QCOMPARE(window->lab().session.undoStack()->count(), before + 1);
    window->lab().session.undoStack()->undo();
    QCOMPARE(value(), 9.0);
}

void WindowFieldsTest::lettersOfOtherKeyboards_data() {
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint32>("scanCode");
    QTest::newRow("Russian a on F's place") << 0x410 << QStringLiteral("а") << quint32(41);
    QTest::newRow("Russian a without a place") << 0x410 << QStringLiteral("а") << quint32(0);
    QTest::newRow("Greek phi on F's place") << 0x3a6 << QStringLiteral("φ") << quint32(41);
    QTest::newRow("Greek phi without a place") << 0x3a6 << QStringLiteral("φ") << quint32(0);
    QTest::newRow("Hebrew kaf on F's place") << 0x5db << QStringLiteral("כ") << quint32(41);
    QTest::newRow("Arabic beh on F's place") << 0x628 << QStringLiteral("ب") << quint32(41);
}

void WindowFieldsTest::lettersOfOtherKeyboards() {
    QFETCH(int, key);
    QFETCH(QString, text);
    QFETCH(quint32, scanCode);
    for (QWidget* focused : {static_cast<QWidget*>(view()), static_cast<QWidget*>(cards())}) {
        focused->setFocus();
        view()->zoomTo(1, {});
        QVERIFY(!view()->isFitted());
        press(key, text, scanCode);
        QVERIFY(view()->isFitted());
    }
    // With Ctrl it is a shortcut in a field, too; the digits of a French keyboard are signs.
    sigma()->setFocus();
    sigma()->selectAll();
    QTest::keyClicks(sigma(), "4");
    press(0x42f, QString(), 52, Qt::ControlModifier); // Ctrl and the key of Z
    QCOMPARE(value(), 2.0);
    view()->setFocus();
    press(Qt::Key_Ampersand, "&", 10);
    QCOMPARE(view()->mode(), ViewMode::Before);
}

void WindowFieldsTest::typedLettersStayTyped() {
    const bool wasFitted = view()->isFitted();
    sigma()->setFocus();
    press(0x410, QStringLiteral("а"), 41);
    QCOMPARE(view()->isFitted(), wasFitted);
    for (const auto& [key, text, scanCode] : {std::tuple{int(Qt::Key_F), "f", 44u},
                                              {int(Qt::Key_Plus), "+", 21u},
                                              {int(Qt::Key_Left), "", 41u},
                                              {int(Qt::Key_5), "5", 14u}}) {
        const QKeyEvent event(QEvent::KeyPress, key, {}, scanCode, 0, 0, text);
        QCOMPARE(latinKey(event), 0); // they stand for themselves, wherever they are
    }
}

LIGHTBENCH_TEST(WindowFieldsTest, QApplication)
#include "window_fields.moc"
