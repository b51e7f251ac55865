// Fits windows to the screen. LabWindow creates a DialogFit, so that dialogs need nothing of their own.
#pragma once

#include <QObject>

class QWidget;

namespace lightbench {

/// Makes a window as small as its screen, and moves it so that all of it can be seen.
void fitToScreen(QWidget* window);

/// As long as it lives, no dialog opens larger than its screen.
class DialogFit : public QObject {
    Q_OBJECT

public:
    explicit DialogFit(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lightbench
