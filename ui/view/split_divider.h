// The handle of the split view: a slider for keyboards and assistive tools, drawn as a round grip.
#pragma once

#include <QAbstractSlider>

namespace lightbench {

/// Value 0..1000: the share of the width that shows the left image. The view itself handles the mouse, since all of the
/// line can be dragged.
class SplitDivider : public QAbstractSlider {
    Q_OBJECT

public:
    static constexpr int diameter = 24;
    static constexpr int steps = 1000;
    explicit SplitDivider(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lightbench
