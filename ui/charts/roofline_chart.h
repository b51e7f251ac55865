// The roofline chart in the Roofline tab. The user points at a kernel's mark and chooses it. Indices are positions in
// the sheet, and -1 means none.
#pragma once

#include "core/plot/roofline_drawing.h"
#include "ui/charts/plot_chart.h"

namespace lightbench {

class RooflineChart : public PlotChart {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// `dimmed`: the sheet belongs to settings that have changed since.
    void setSheet(RooflineSheet sheet, bool dimmed);
    const RooflineSheet& sheet() const { return sheet_; }
    /// The chosen kernel; -1: none.
    int current() const { return current_; }
    void setCurrent(int point);
    QSize sizeHint() const override { return {420, 180}; }

signals:
    void currentChanged(int point);

protected:
    PlotDrawing drawn(const PlotFrame& frame) const override { return rooflineDrawing(sheet_, frame); }
    QString tipOf(std::size_t mark) const override;
    void choose(int mark) override { setCurrent(mark); }
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    RooflineSheet sheet_;
    int current_ = -1;
    bool dimmed_ = false;
};

} // namespace lightbench
