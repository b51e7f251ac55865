// The window's status bar: the image, its value range, the device's memory and the current activity. While nothing runs
// it shows the state of the results. LabWindow creates it.
#pragma once

#include <QStatusBar>

#include <utility>

#include "ui/state/session/lab_context.h"

class QLabel;
class QToolButton;

namespace lightbench {

class StatusBar : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusBar(const LabContext& lab, QWidget* parent = nullptr);
    /// The kernel file of the stack that has an error, so that an earlier version of it is in use. Empty: none.
    void setWrongFile(const QString& file);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum State { Idle, Busy, Good, Bad };
    void showNotice();
    void showRange();
    std::pair<State, QString> stateOf() const;
    std::pair<State, QString> restingState() const;
    void showState();

    LabContext lab_;
    QString wrongFile_;
    QLabel *name_, *format_, *range_, *memory_, *activity_, *state_;
    QToolButton* rangeButton_; ///< shows the whole range of a float image, or 0 to 1
    QToolButton* notice_;      ///< a notice for the user; shown while an image is open
};

} // namespace lightbench
