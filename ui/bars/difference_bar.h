// Style and amplification of the drawn difference. ViewArea shows it over the view in difference mode only.
#pragma once

#include <QWidget>

#include "core/compare/difference.h"

class QButtonGroup;
class QLabel;
class QSlider;
class QToolButton;

namespace lightbench {

class DifferenceBar : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceBar(QWidget* parent = nullptr);
    void show(DifferenceStyle style, int amplify); ///< emits no signal; amplify 0: automatic
    void showGain(double gain);                    ///< the factor that automatic amplification chose
    void showGrid(bool shown, bool isKnown);       ///< whether the workgroup grid is shown, and whether it is known
    using QWidget::show;
    /// The size with all parts, even if the bar is too narrow to show them.
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
    QSlider* amplify_; ///< its value is a power of two's exponent
    QLabel* factor_;
    double gain_ = 1;
};

} // namespace lightbench
