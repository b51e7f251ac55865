// Style and amplification of the drawn difference. ViewArea shows it over the view in difference mode only.
#pragma once

#include <QWidget>

class QButtonGroup;
class QLabel;
class QSlider;
class QToolButton;

namespace lightbench {

class ImageView;

class DifferenceBar : public QWidget {
    Q_OBJECT

public:
    DifferenceBar(ImageView& view, QWidget* parent);
    /// The size with all parts, even if the bar is too narrow to show them.
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void apply();
    ImageView& view_;
    QButtonGroup* styles_;
    QToolButton* grid_;
    QToolButton* auto_;
    QSlider* amplify_; ///< its value is a power of two's exponent
    QLabel* factor_;
};

} // namespace lightbench
