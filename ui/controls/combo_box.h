// A combo box that elides its text with "…" if there is no space, and shows the whole text in its tooltip. Forms
// whose columns can be narrow use it: Qt's cuts the text in the middle of a letter.
#pragma once

#include <QComboBox>

namespace lightbench {

class ComboBox : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;
    /// The text that the box shows: shorter than currentText() if there is no space for it.
    QString shownText() const;
    /// True while a key or the wheel steps through the entries, so that the choice does not come from the open list.
    bool isStepping() const { return isStepping_; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    bool isStepping_ = false;
};

} // namespace lightbench
