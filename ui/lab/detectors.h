// Stages that learn: their rectangle on the image, and the file that their detector is saved to.
#pragma once

#include <QObject>

#include "ui/state/lab_context.h"

class QRect;
class QWidget;

namespace lightbench {

class StageForm;

class Detectors : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of its dialogs.
    Detectors(const LabContext& lab, StageForm* form, QWidget* window);
    /// Writes what the chosen stage was trained to.
    void save(const QString& path);

private:
    void refreshRectangle();
    void setRectangle(const QRect& rectangle);
    void chooseFile();
    LabContext lab_;
    QWidget* window_;
};

} // namespace lightbench
