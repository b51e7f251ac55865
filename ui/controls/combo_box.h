// A box to choose from whose text is cut with "…" where there is no room.
#pragma once

#include <QComboBox>

namespace lightbench {

/// Qt's own cuts it in the middle of a letter.
class ComboBox : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;
    /// What stands in the box: less than currentText() where there is no room for it.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lightbench
