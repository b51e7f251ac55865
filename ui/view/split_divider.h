// The handle of the split view. It is a slider for keyboards and assistive tools, drawn as a round grip. ImageView owns
// it.
#pragma once

#include <QAbstractSlider>

namespace lightbench {

/// The value 0..1000 is the share of the width that shows the left image. The view itself handles the mouse, because
/// the whole line can be dragged.
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
