// A label that elides its text with "…" if there is no space. Bars and panels use it, so that a long text does not make
// the window wider.
#pragma once

#include <QLabel>

namespace lightbench {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode mode_;
};

} // namespace lightbench
