// Numbers typed and pasted: with point and comma, in any form that people write; never with a character left out.
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <optional>

#include "tests/test_program.h"
#include "ui/bars/zoom_box.h"
#include "ui/controls/number_text.h"
#include "ui/panels/stage/number_editor.h"

using namespace lightbench;

Q_DECLARE_METATYPE(std::optional<double>)

namespace {

Parameter sigma() {
    Parameter parameter;
    parameter.name = "sigma", parameter.label = "Sigma", parameter.unit = "px";
    parameter.kind = ParameterKind::Real;
    parameter.minimum = 0.1, parameter.maximum = 50, parameter.step = 0.1;
    parameter.initial = 2.0;
    return parameter;
}

Parameter odd() {
    Parameter parameter;
    parameter.name = "k", parameter.label = "K";
    parameter.kind = ParameterKind::Integer;
    parameter.minimum = 3, parameter.maximum = 31, parameter.step = 2;
    parameter.initial = 5;
    return parameter;
}

} // namespace

class NumberFieldsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QLocale::setDefault(QLocale(QLocale::German)); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void texts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::optional<double>>("number");
        const auto row = [](const char* text, std::optional<double> number) {
            QTest::newRow(text) << QString(text) << number;
        };
        row("1.5", 1.5), row("1,5", 1.5), row("1e1", 10), row("1E-1", 0.1), row("1,5e1", 15), row(",5", 0.5),
            row(".5", 0.5);
        row("5.", 5), row("5,", 5), row("+2", 2), row("-2", -2), row("−2,5", -2.5), row(" 7 ", 7), row("1 000", 1000);
        row("12 000,5", 12000.5), row("1,234", 1.234), row("١٫٥", 1.5), row("１.５", 1.5);
        for (const char* text : {"", "1,000.5", "1.000,5", "1,5,2", "1 5", "1 00", "1e", "e1", "--1", "1x", "0x10",
                                 "inf", "nan", "1e999", "1'000", "1;5"})
            row(text, std::nullopt);
    }

    void texts() {
        QFETCH(QString, text);
        QFETCH(std::optional<double>, number);
        QCOMPARE(numberFromText(text), number);
    }

    void typed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("point") << "1.5" << 1.5 << false;
        QTest::newRow("comma") << "1,5" << 1.5 << false;
        QTest::newRow("exponent") << "1e1" << 10.0 << false;
        QTest::newRow("unit") << "1,5 px" << 1.5 << false;
        QTest::newRow("two separators") << "1.234,5" << 2.0 << true;
        QTest::newRow("letters") << "1x5" << 2.0 << true;
        QTest::newRow("beyond") << "1000" << 50.0 << true;
        QTest::newRow("below") << "0" << 0.1 << true;
        QTest::newRow("minus") << "-5" << 0.1 << true;
        QTest::newRow("nothing") << "" << 2.0 << false;
    }

    /// Sign by sign, and pasted: each ends as the same value, with what is wrong said.
    void typed() {
        QFETCH(QString, text);
        QFETCH(double, value);
        QFETCH(bool, isRefused);
        for (const bool isPasted : {false, true}) {
            NumberEditor editor(sigma());
            editor.setValue(2);
            editor.show();
            QSignalSpy problems(&editor, &NumberEditor::problem);
            NumberField* field = editor.field();
            field->setFocus();
            field->selectAll();
            if (text.isEmpty())
                QTest::keyClick(field, Qt::Key_Delete);
            else if (isPasted) {
                QApplication::clipboard()->setText(text);
                field->findChild<QLineEdit*>()->paste();
            } else
                QTest::keyClicks(field, text);
            if (!text.isEmpty()) QVERIFY2(field->text().contains(text), qPrintable(field->text())); // all of it
            QTest::keyClick(field, Qt::Key_Return);
            QCOMPARE(editor.value(), value);
            QCOMPARE(!problems.takeLast().at(0).toString().isEmpty(), isRefused);
        }
    }

    void wholeNumbers() {
        NumberEditor editor(odd());
        editor.setValue(5);
        editor.show();
        NumberField* field = editor.field();
        for (const auto& [text, value] :
             {std::pair{"7", 7.0}, {"2,5", 7.0}, {"2.5", 7.0}, {"9e0", 9.0}, {"250", 31.0}}) {
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, text);
            QVERIFY2(field->text().startsWith(text), qPrintable(field->text()));
            QTest::keyClick(field, Qt::Key_Return);
            QCOMPARE(editor.value(), value);
        }
        Parameter coordinate = odd();
        coordinate.minimum = 0, coordinate.maximum = 1 << 20, coordinate.step = 1;
        NumberField region(coordinate);
        region.setPrefix("x ");
        region.show();
        for (const auto& [text, value] : {std::pair{"12", 12}, {"1,5", 12}, {"1.000", 1}, {"1 000", 1000}, {"-3", 0}}) {
            region.setFocus();
            region.selectAll();
            QTest::keyClicks(&region, text);
            QVERIFY2(region.text().endsWith(text), qPrintable(region.text()));
            QTest::keyClick(&region, Qt::Key_Return);
            QCOMPARE(region.value(), value);
        }
        QVERIFY(!region.takeProblem().isEmpty());
        QVERIFY(region.takeProblem().isEmpty()); // said once
    }

    void zooms() {
        QCOMPARE(zoomFromText("12,5"), std::optional(0.125));
        QCOMPARE(zoomFromText("12.5 %"), std::optional(0.125));
        QCOMPARE(zoomFromText("1 600 %"), std::optional(16.0));
        QCOMPARE(zoomFromText("2x"), std::optional(2.0));
        QCOMPARE(zoomFromText("2х"), std::optional(2.0)); // Cyrillic
        QCOMPARE(zoomFromText("1 : 3"), std::optional(1 / 3.0));
        for (const char* text : {"1 5", "1,000.5", "1..5", "150%%", "x", "-5", "0"})
            QVERIFY2(!zoomFromText(text), text);
        QCOMPARE(zoomText(1), QStringLiteral("100\u202f%"));
        QVERIFY(zoomText(0.99996) != zoomText(1));
    }

    /// Zero is a value like any other, so the slider must not begin at its left end.
    void theSliderBeginsAtItsValue() {
        Parameter turn = sigma();
        turn.minimum = -180;
        turn.maximum = 180;
        turn.logarithmic = turn.zeroIsAuto = false;
        const NumberEditor editor(turn);
        QCOMPARE(editor.value(), 0.0);
        QCOMPARE(editor.slider()->value() * 2, editor.slider()->minimum() + editor.slider()->maximum());
    }

    /// One press of the slider is one gesture, and a press on the knob changes nothing.
    void aDragIsOneGesture() {
        NumberEditor editor(sigma());
        editor.resize(400, 30);
        editor.setValue(2);
        editor.show();
        QStringList events;
        connect(&editor, &NumberEditor::edited, &editor, [&] { events << "edit"; });
        connect(&editor, &NumberEditor::gestureEnded, &editor, [&] { events << "end"; });
        StepSlider* slider = editor.slider();
        const int middle = slider->height() / 2, half = slider->width() / 2;
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(half, middle));
        for (int x = 5; x <= 20; x += 5) {
            const QPointF at(half + x, middle);
            QMouseEvent move(QEvent::MouseMove, at, slider->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(slider, &move);
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(half + 20, middle));
        QVERIFY(events.count("edit") > 1);
        QCOMPARE(events.front(), QStringLiteral("end")); // before the first edit, and after the last
        QCOMPARE(events.count("end"), 2);
        QCOMPARE(events.back(), QStringLiteral("end"));
        events.clear();
        const double before = editor.value();
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(half + 18, middle)); // on the knob
        QCOMPARE(editor.value(), before);
        QVERIFY(!events.contains("edit"));
    }
};

LIGHTBENCH_TEST(NumberFieldsTest, QApplication)
#include "number_fields.moc"
