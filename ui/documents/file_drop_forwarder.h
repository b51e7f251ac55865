// Accepts file drops anywhere on the window. LabWindow creates it, and the image view handles the dropped files.
#pragma once

#include <QObject>

class QWidget;

namespace lightbench {

/// Forwards file drags over any part of the window, including its fields and floating panels, to one widget.
class FileDropForwarder : public QObject {
    Q_OBJECT

public:
    FileDropForwarder(QWidget* window, QWidget* target);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOutsideTarget(const QObject* watched) const;
    QWidget* window_;
    QWidget* target_;
    bool inside_ = false; ///< a file drag is over another part of the window
};

} // namespace lightbench
