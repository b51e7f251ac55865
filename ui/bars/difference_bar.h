// How the difference is drawn: style and amplification. It lies over the view in its difference mode only.
#pragma once

#include <QWidget>

#include "core/image/difference.h"

class QButtonGroup;
class QLabel;
class QSlider;
class QToolButton;

namespace lightbench {

class DifferenceBar : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceBar(QWidget* parent = nullptr);
    void show(DifferenceStyle style, int amplify); ///< emits nothing; amplify 0: automatic
    void showGain(double gain);                    ///< what an automatic amplification came to
    void showGrid(bool shown, bool isKnown);       ///< whether it is shown, and whether there is one
    using QWidget::show;
    /// With every part, also while it is too narrow for all of them.
    QSize sizeHint() const override;

signals:
    void changed(lightbench::DifferenceStyle style, int amplify);
    void gridToggled(bool shown);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void emitChanged();
    QButtonGroup* styles_;
    QToolButton* grid_;
    QToolButton* auto_;
    QSlider* amplify_; ///< the power of two
    QLabel* factor_;
    double gain_ = 1;
};

} // namespace lightbench
