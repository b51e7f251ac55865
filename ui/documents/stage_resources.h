// Connects the chosen stage's form with the window: the rectangle drawn on the image, and the file of its resource.
// LabWindow creates one.
#pragma once

#include <QObject>

#include <string>

#include "core/run/stack.h"
#include "ui/state/session/lab_context.h"

class QWidget;

namespace lightbench {

class StageForm;

class StageResources : public QObject {
    Q_OBJECT

public:
    StageResources(const LabContext& lab, StageForm* form, QWidget* window);
    /// Writes the resource that the chosen stage produces, such as a trained detector.
    void save(const QString& path);

private:
    const Parameter* rectangleOf(const Stage& stage) const;
    void giveUp();
    void refreshRectangle();
    void chooseFile();
    LabContext lab_;
    QWidget* window_;
    std::string wanted_; ///< the rectangle parameter for which Draw was last pressed
};

} // namespace lightbench
