// Files may be dropped anywhere on the window; the picture answers for all of it.
#pragma once

#include <QObject>

class QDropEvent;
class QWidget;

namespace lightbench {

/// Hands drags of files over any part of the window, its fields and its floating panels to one widget of it.
class FileDrop : public QObject {
    Q_OBJECT

public:
    FileDrop(QWidget* window, QWidget* taker);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isElsewhere(const QObject* watched) const;
    QWidget* window_;
    QWidget* taker_;
    bool inside_ = false; ///< a drag of files is over another part of the window
};

} // namespace lightbench
