// The roofline in the window: its kernels are pointed at and chosen.
#pragma once

#include <QWidget>

#include "core/roofline/roofline_drawing.h"

namespace lightbench {

class RooflineChart : public QWidget {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// `dimmed`: it is of settings that have changed since.
    void setSheet(RooflineSheet sheet, bool dimmed);
    const RooflineSheet& sheet() const { return sheet_; }
    /// Where a kernel's mark is, by its index in the sheet; empty: nowhere.
    QRectF rectOf(std::size_t place) const;
    /// The kernel that is chosen; -1: none.
    int current() const { return current_; }
    void setCurrent(int place);
    QSize sizeHint() const override { return {420, 180}; }
    QSize minimumSizeHint() const override { return {160, 40}; }

signals:
    void currentChanged(int place);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    int placeAt(const QPointF& position) const;

    RooflineSheet sheet_;
    PlotDrawing drawing_;
    int current_ = -1;
    bool dimmed_ = false;
};

} // namespace lightbench
