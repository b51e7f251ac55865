// The plot of an experiment in the Experiment tab. It fills while the experiment runs; the user points at marks,
// chooses one, and scrolls if the plot is larger than the view.
#pragma once

#include <QAbstractScrollArea>

#include "core/plot/plot.h"
#include "core/plot/plot_drawing.h"

namespace lightbench {

/// The colour for a point's status.
QColor statusColour(MarkStatus status);

class ExperimentChart : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ExperimentChart(QWidget* parent = nullptr);

    /// Replaces the plot. The current mark stays, identified by its row.
    void setPlot(Plot plot);
    const Plot& plot() const { return plot_; }
    const std::vector<PlotMark>& marks() const { return plot_.marks; }
    /// Where a mark is drawn, in viewport coordinates; empty if it is not drawn.
    QRectF rectOf(std::size_t mark) const;
    /// The chosen row of the experiment; -1: none.
    int currentRow() const { return currentRow_; }
    void setCurrentRow(int row);
    QSize sizeHint() const override { return {420, 160}; }
    QSize minimumSizeHint() const override { return {160, 40}; }

signals:
    void currentRowChanged(int row);
    void activated(int row); ///< Enter, or a double click

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int markAt(const QPointF& position) const;
    bool isCurrent(const PlotMark& mark) const {
        return int(mark.row) == currentRow_ || int(mark.automaticRow) == currentRow_;
    }
    int currentMark() const;
    void choose(int mark);
    void step(int dx, int dy);
    bool isBeside(const PlotMark& mark, const PlotMark& other, bool sideways) const;
    void arrange();
    void reveal(const QRectF& rect);
    QString tipOf(const PlotMark& mark) const;
    void paintLayer(QPainter& painter, PlotLayer layer) const;

    Plot plot_;
    PlotDrawing drawing_;
    int currentRow_ = -1;
};

} // namespace lightbench
