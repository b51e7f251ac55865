// A row of buttons of which the last ones move into a menu where there is no room for them, so that none is squeezed.
// The Source tab uses it.
#pragma once

#include <QWidget>

#include <vector>

class QToolButton;

namespace lightbench {

class OverflowRow : public QWidget {
    Q_OBJECT

public:
    /// Takes the buttons, in order. A button that is hidden by its owner (setShown) has no place in the menu either.
    explicit OverflowRow(const std::vector<QToolButton*>& buttons, QWidget* parent = nullptr);
    /// Whether a button belongs to the row now. Use it in place of QWidget::setVisible.
    void setShown(QToolButton* button, bool isShown);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place {
        QToolButton* button;
        bool isShown = true;
    };
    int widthOf(std::size_t count) const;
    void arrange();
    void fillMenu();

    std::vector<Place> places_;
    QToolButton* more_;
};

} // namespace lightbench
