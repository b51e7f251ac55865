// Edits one numeric parameter with a slider and a field. It emits only values that the parameter's declaration allows.
// makeParameterEditor (ui/panels/stage/parameter_editor.h) creates it; rectangles use its field alone.
#pragma once

#include <QDoubleSpinBox>
#include <QSlider>

#include <optional>

#include "ui/panels/stage/parameter_editor.h"

namespace lightbench {

/// A spin box for the values that a parameter allows. It writes numbers without trailing zeros and makes fine steps
/// with Shift. It accepts a decimal point or comma, and rejects a text that is not a number as a whole.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberField(const Parameter& parameter, QWidget* parent = nullptr);
    void stepBy(int steps) override;
    /// The allowed value nearest to this one.
    double snapped(double value) const;
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    bool isTyping() const { return typed_.has_value(); }
    /// Returns and clears the problem of the last input, once it was accepted or rejected; empty: none.
    QString takeProblem();

private:
    /// The text without the unit and a prefix, even if the unit was typed or pasted again.
    QString bareNumber(QString text) const;
    /// The number in a text, if the parameter can have such a number; its range is checked separately.
    std::optional<double> numberIn(const QString& text) const;
    bool isInside(double value) const { return value >= minimum() && value <= maximum(); }

    Parameter parameter_;
    std::optional<QString> typed_; ///< no value: nobody is typing
    QString finished_;             ///< the last typed text
    double before_ = 0;            ///< the value before typing
};

/// A slider that jumps to a click beside its knob. It leaves stepping (wheel, arrow keys) to its owner.
class StepSlider : public QSlider {
    Q_OBJECT

public:
    explicit StepSlider(QWidget* parent = nullptr);
    /// True if the current or last press moved the knob away from the click.
    bool wasDragged() const { return wasDragged_; }

signals:
    void stepped(int steps);
    void resetRequested();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool isOnKnob(QPoint position) const;

    bool wasDragged_ = false;
};

class NumberEditor : public ParameterEditor {
    Q_OBJECT

public:
    explicit NumberEditor(const Parameter& parameter, QWidget* parent = nullptr);
    double value() const { return value_; }
    void setValue(double value); ///< emits no signal
    void setValue(const ParameterValue& value) override;
    QSize minimumSizeHint() const override;
    NumberField* field() const { return field_; }
    StepSlider* slider() const { return slider_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showOnSlider();
    void take(double value);
    void widen();
    int positionOf(double value) const;
    double valueAt(int position) const;

    Parameter parameter_;
    double minimum_, maximum_;
    double value_ = 0;
    StepSlider* slider_;
    NumberField* field_;
};

} // namespace lightbench
