// One editor for each kind of parameter, created from the parameter's declaration. The stage form shows them.
#pragma once

#include <QWidget>

#include "core/framework/parameter.h"

namespace lightbench {

class ParameterEditor : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Shows a value; emits no signal.
    virtual void setValue(const ParameterValue& value) = 0;
    /// Sets the labels of the earlier stages, for editors that can take such a stage's image as second image.
    virtual void setEarlierStages(const QStringList& labels) { (void)labels; }

signals:
    void edited(const lightbench::ParameterValue& value); ///< always a valid value
    void gestureEnded();                                  ///< the next change is a new undo step
    void resetRequested();
    void drawRequested();                 ///< the user wants to draw a rectangle on the image
    void saveRequested();                 ///< the user wants to save what a stage was trained to
    void problem(const QString& message); ///< the problem of the typed text; empty: solved
};

ParameterEditor* makeParameterEditor(const Parameter& parameter, QWidget* parent);

} // namespace lightbench
