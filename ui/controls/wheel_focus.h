// Fields take the wheel only while they have the focus, so that a form scrolls over its fields and changes nothing.
// LabWindow creates one, which filters the application's events: forms, bars and dialogs need nothing of their own.
#pragma once

#include <QObject>

namespace lightbench {

class WheelFocus : public QObject {
    Q_OBJECT

public:
    /// Works as long as it lives.
    explicit WheelFocus(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lightbench
