// A button that is on or off and shows this with a sign before its text. The top bar uses it for live mode and
// checking. Its width does not change with its state.
#pragma once

#include <QToolButton>

namespace lightbench {

/// Paints a tick box into an area of about 14 x 14 logical pixels, in the accent colour if on. Cards of stages have
/// one.
void paintTickBox(QPainter& painter, const QRectF& area, bool on);

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
