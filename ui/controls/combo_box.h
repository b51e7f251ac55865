// A combo box that elides its text with "…" if there is no space, and shows the whole text in its tooltip. Forms and
// panels use it instead of Qt's, which cuts the text in the middle of a letter.
#pragma once

#include <QComboBox>

namespace lightbench {

/// A QComboBox with an elided text.
class ComboBox : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;
    /// The text that the box shows: shorter than currentText() if there is no space for it.
    QString shownText() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lightbench
