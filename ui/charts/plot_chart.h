// A drawing of core/plot in the window: its marks have tooltips and can be chosen, and it scrolls if it is larger than
// the view. The experiment and the roofline chart are such charts.
#pragma once

#include <QAbstractScrollArea>

#include "core/plot/plot_drawing.h"

namespace lightbench {

class PlotChart : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PlotChart(const char* id, const QString& name, QWidget* parent);
    /// Where a mark is drawn, in viewport coordinates; empty if it is not drawn.
    QRectF rectOf(std::size_t mark) const;
    QSize minimumSizeHint() const override { return {160, 40}; }

protected:
    /// Lays out the drawing for a view of this size, with the theme's colours.
    virtual PlotDrawing drawn(const PlotFrame& frame) const = 0;
    virtual QString tipOf(std::size_t mark) const = 0;
    /// The user pressed on a mark; -1: beside all marks.
    virtual void choose(int mark) = 0;
    /// Draws again, and sets the scroll range.
    void arrange();
    const PlotDrawing& drawing() const { return drawing_; }
    int markAt(const QPointF& position) const;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    PlotDrawing drawing_;
};

} // namespace lightbench
