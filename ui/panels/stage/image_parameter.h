// The editor of a second image in the form of a stage: the stack's input, an earlier stage, or a file, which a
// background thread reads. makeParameterEditor (ui/panels/stage/parameter_editor.h) creates it.
#pragma once

#include "ui/panels/stage/parameter_editor.h"

namespace lightbench {

class ComboBox;
class LatestTask;

class ImageParameter : public ParameterEditor {
    Q_OBJECT

public:
    ImageParameter(const Parameter& parameter, QWidget* parent);
    void setValue(const ParameterValue& value) override;
    void setEarlierStages(const QStringList& labels) override;
    /// Uses the image in a file, as soon as it is read.
    void takeFile(const QString& path);

private:
    void fill();
    void askForFile();

    Parameter parameter_;
    ImageInput shown_;
    QStringList stages_;
    ComboBox* box_;
    LatestTask* reading_;
};

} // namespace lightbench
