// The window's status bar: the image, its value range, the device's memory and the current activity. While nothing runs
// it shows the state of the results. LabWindow creates it.
#pragma once

#include <QStatusBar>

#include <utility>

#include "ui/state/session/lab_context.h"

class QLabel;
class QToolButton;

namespace lightbench {

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(const LabContext& lab, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum State { Idle, Busy, Good, Bad };
    void showImage();
    void takeHint(const QString& text);
    void showHint();
    void showRange();
    void showMemory();
    void showProgress();
    std::pair<State, QString> stateOf() const;
    std::pair<State, QString> restingState() const;
    void showState();

    LabContext lab_;
    QLabel *name_, *format_, *range_, *memory_, *activity_, *state_;
    QToolButton* rangeButton_;
    QToolButton* hint_; ///< of what the user should know, while a picture is open
};

} // namespace lightbench
