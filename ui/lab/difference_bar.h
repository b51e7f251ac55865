// How the difference is drawn: style and amplification. It lies over the view in its difference mode only.
#pragma once

#include <QWidget>

#include "core/difference.h"

class QButtonGroup;
class QLabel;
class QSlider;

namespace lightbench {

class DifferenceBar : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceBar(QWidget* parent = nullptr);
    void show(DifferenceStyle style, int amplify); ///< emits nothing
    using QWidget::show;

signals:
    void changed(lightbench::DifferenceStyle style, int amplify);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void emitChanged();
    QButtonGroup* styles_;
    QSlider* amplify_; ///< the power of two
    QLabel* factor_;
};

} // namespace lightbench
