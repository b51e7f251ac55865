// Edits one number: a slider and a field together.
#pragma once

#include <QDoubleSpinBox>
#include <QSlider>
#include <QWidget>

#include <optional>

#include "core/filter/parameter.h"

namespace lightbench {

/// A spin box that keeps to the declared values, writes numbers without needless zeros, and makes fine steps with
/// Shift. It reads a decimal point and a decimal comma; what is no number it refuses, without leaving characters out.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberField(const Parameter& parameter, QWidget* parent = nullptr);
    void stepBy(int steps) override;
    /// The legal value nearest to this one.
    double snapped(double value) const;
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    bool isTyping() const { return typed_.has_value(); }
    /// What is wrong with what was typed last, once it has been taken or refused; empty: nothing.
    QString takeProblem();

private:
    /// The number that a text says, where the parameter can have such a one; its range is another question.
    std::optional<double> numberIn(const QString& text) const;
    bool isInside(double value) const { return value >= minimum() && value <= maximum(); }

    Parameter parameter_;
    std::optional<QString> typed_; ///< nothing: nobody is typing
    QString finished_;             ///< what was typed last
    double before_ = 0;            ///< the value that was there before
};

/// A slider that jumps to where it is clicked beside its knob, and leaves stepping (wheel, arrow keys) to its owner.
class StepSlider : public QSlider {
    Q_OBJECT

public:
    explicit StepSlider(QWidget* parent = nullptr);
    /// The press that ended last, or is going on, moved the knob beyond the place of the click.
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

class NumberEditor : public QWidget {
    Q_OBJECT

public:
    explicit NumberEditor(const Parameter& parameter, QWidget* parent = nullptr);
    double value() const { return value_; }
    void setValue(double value); ///< emits nothing
    QSize minimumSizeHint() const override;
    NumberField* field() const { return field_; }
    StepSlider* slider() const { return slider_; }

signals:
    void edited(double value);
    void gestureEnded();                  ///< what follows is another step to undo
    void problem(const QString& message); ///< what is wrong with what was typed; empty: nothing any more
    void resetRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showOnSlider();
    void take(double value);
    int positionOf(double value) const;
    double valueAt(int position) const;

    Parameter parameter_;
    double minimum_, maximum_;
    double value_ = 0;
    StepSlider* slider_;
    NumberField* field_;
};

} // namespace lightbench
