// A button that is on or off and says so by a sign in front of its text. It is as wide in one state as in the other.
#pragma once

#include <QToolButton>

namespace lightbench {

class SwitchButton : public QToolButton {
    Q_OBJECT

public:
    enum class Sign { Dot, Tick }; ///< a lamp; a box with a tick
    explicit SwitchButton(Sign sign, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sign sign_;
};

} // namespace lightbench
