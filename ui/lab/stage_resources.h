// What the chosen stage makes or loads beside its image: its rectangle on the image, and the file of its resource.
#pragma once

#include <QObject>

#include <string>

#include "core/run/stack.h"
#include "ui/state/lab_context.h"

class QRect;
class QWidget;

namespace lightbench {

class StageForm;

class StageResources : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of its dialogs.
    StageResources(const LabContext& lab, StageForm* form, QWidget* window);
    /// Writes what the chosen stage makes, such as what it was trained to find.
    void save(const QString& path);

private:
    const Parameter* rectangleOf(const Stage& stage) const;
    void draw(const QString& parameter);
    void giveUp();
    void refreshRectangle();
    void setRectangle(const QRect& rectangle);
    void chooseFile();
    LabContext lab_;
    QWidget* window_;
    std::string wanted_; ///< the rectangle of the chosen stage that Draw was pressed for last
};

} // namespace lightbench
