// The plot of an experiment in the Experiment tab. It fills while the experiment runs; the user points at marks,
// chooses one, and scrolls if the plot is larger than the view.
#pragma once

#include "core/plot/plot.h"
#include "core/plot/plot_layout.h"
#include "ui/charts/plot_chart.h"

namespace lightbench {

QColor statusColour(MarkStatus status);

class ExperimentChart : public PlotChart {
    Q_OBJECT

public:
    explicit ExperimentChart(QWidget* parent = nullptr);

    /// Replaces the plot. The current mark stays, identified by its row.
    void setPlot(Plot plot);
    const Plot& plot() const { return plot_; }
    const std::vector<PlotMark>& marks() const { return plot_.marks; }
    /// The chosen row of the experiment; -1: none.
    int currentRow() const { return currentRow_; }
    void setCurrentRow(int row);
    QSize sizeHint() const override { return {420, 160}; }

signals:
    void currentRowChanged(int row);
    void activated(int row); ///< Enter, or a double click

protected:
    PlotDrawing drawn(const PlotFrame& frame) const override { return layOut(plot_, frame); }
    /// For a cell of a crossover map it lists everything measured there.
    QString tipOf(std::size_t mark) const override;
    void choose(int mark) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool isCurrent(const PlotMark& mark) const {
        return int(mark.row) == currentRow_ || int(mark.automaticRow) == currentRow_;
    }
    int currentMark() const;
    void step(int dx, int dy);
    bool isBeside(const PlotMark& mark, const PlotMark& other, bool sideways) const;
    void reveal(const QRectF& rect);
    void paintLayer(QPainter& painter, PlotLayer layer) const;

    Plot plot_;
    int currentRow_ = -1;
};

} // namespace lightbench
