// Paints the image view from its state and content: the pictures, and what lies over them. It knows no widget.
// ImageView creates one for each paint event.
#pragma once

#include <QRect>
#include <QSize>

#include <vector>

#include "ui/view/view_content.h"
#include "ui/view/view_state.h"

class QPainter;

namespace lightbench {

class ViewPainter {
public:
    /// `size`: the view's size in logical pixels; `ratio`: device pixels per logical pixel. All arguments must outlive
    /// it.
    ViewPainter(QPainter& painter, const ViewState& state, const ViewContent& content, QSize size, double ratio)
        : painter_(painter), state_(state), content_(content), size_(size), ratio_(ratio) {}
    void paintPanes();
    /// Paints what lies over them: divider, message, labels, legend and readout.
    void paintOverlays();
    void paintDropFrame();

private:
    void paintPane(const ViewPane& pane);
    void paintValues(const ViewPane& pane, const Placement& placement);
    void paintSelectedPixel(const Placement& placement);
    void paintGrid(const ViewPane& pane, const Placement& placement);
    void paintDivider();
    void paintMessage();
    void paintLabels();
    void paintLegend();
    QString labelOf(ViewSide side) const;
    QString differenceTitle() const;
    QString message() const;

    QPainter& painter_;
    const ViewState& state_;
    const ViewContent& content_;
    QSize size_;
    double ratio_;
};

/// The area of the labels (name and legend) in the difference pane, in logical pixels. In modes without a difference:
/// where it would be.
QRect differenceLabels(const ViewState& state, double ratio);
int viewLabelHeight();
/// The area of the readout in a view of that size; empty if there is none. It lies at the bottom left, or above the
/// cursor if it would hide the pixel under it.
QRect readoutArea(const QString& readout, QSize view, const std::optional<QPointF>& cursor);
/// Areas of the marks that show the cursor's position in the other pictures.
std::vector<QRect> counterpartAreas(const ViewState& state, const std::optional<QPointF>& cursor, double ratio);

} // namespace lightbench
