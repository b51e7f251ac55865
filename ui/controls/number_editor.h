// Edits one number: a slider and a field together.
#pragma once

#include <QDoubleSpinBox>
#include <QSlider>
#include <QWidget>

#include "core/filter/parameter.h"

namespace lightbench {

/// A spin box that keeps to the declared values, writes numbers without needless zeros, and makes fine steps with
/// Shift.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberField(const Parameter& parameter, QWidget* parent = nullptr);
    void stepBy(int steps) override;
    /// The legal value nearest to this one.
    double snapped(double value) const;
    QString textFromValue(double value) const override;

private:
    Parameter parameter_;
};

/// A slider that jumps to where it is clicked and leaves stepping (wheel, arrow keys) to its owner.
class StepSlider : public QSlider {
    Q_OBJECT

public:
    explicit StepSlider(QWidget* parent = nullptr);

signals:
    void stepped(int steps);
    void resetRequested();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
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
    void gestureEnded(); ///< what follows is another step to undo
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
