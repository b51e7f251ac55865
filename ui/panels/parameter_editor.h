// One editor for each kind of parameter, made from its declaration.
#pragma once

#include <QWidget>

#include "core/filter/parameter.h"

namespace lightbench {

class ParameterEditor : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Shows a value; emits nothing.
    virtual void setValue(const ParameterValue& value) = 0;
    /// The labels of the stages before the one that is edited, for those whose images can be its second one.
    virtual void setEarlierStages(const QStringList& labels) { (void)labels; }

signals:
    void edited(const lightbench::ParameterValue& value); ///< always legal
    void gestureEnded();
    void resetRequested();
    void drawRequested();                 ///< a rectangle is to be drawn on the image
    void saveRequested();                 ///< what a stage was trained to is to be written to a file
    void problem(const QString& message); ///< what is wrong with what was typed; empty: nothing any more
};

ParameterEditor* makeParameterEditor(const Parameter& parameter, QWidget* parent);

} // namespace lightbench
