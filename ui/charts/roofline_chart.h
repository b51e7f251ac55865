// The roofline chart in the Roofline tab. The user points at a kernel's mark and chooses it. Indices are positions in
// the sheet, and -1 means none.
#pragma once

#include <QWidget>

#include "core/plot/roofline_drawing.h"

namespace lightbench {

class RooflineChart : public QWidget {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// `dimmed`: the sheet belongs to settings that have changed since.
    void setSheet(RooflineSheet sheet, bool dimmed);
    const RooflineSheet& sheet() const { return sheet_; }
    /// The rectangle of a kernel's mark, by its index in the sheet; empty if it is not drawn.
    QRectF rectOf(std::size_t point) const;
    /// The chosen kernel; -1: none.
    int current() const { return current_; }
    void setCurrent(int point);
    QSize sizeHint() const override { return {420, 180}; }
    QSize minimumSizeHint() const override { return {160, 40}; }

signals:
    void currentChanged(int point);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    int pointAt(const QPointF& position) const;

    RooflineSheet sheet_;
    PlotDrawing drawing_;
    int current_ = -1;
    bool dimmed_ = false;
};

} // namespace lightbench
