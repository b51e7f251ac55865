// Paints a view's state and content.
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
    /// `size`: of the view in logical pixels, of which one is `ratio` device pixels wide. All must outlive it.
    ViewPainter(QPainter& painter, const ViewState& state, const ViewContent& content, QSize size, double ratio)
        : painter_(painter), state_(state), content_(content), size_(size), ratio_(ratio) {}
    /// The pictures.
    void paintPanes();
    /// What lies over them: divider, message, labels, legend and readout.
    void paintOver();
    void paintDropFrame();

private:
    void paintPane(const ViewPane& pane);
    void paintValues(const ViewPane& pane, const Placement& placement);
    void paintMarked(const Placement& placement);
    void paintGrid(const ViewPane& pane, const Placement& placement);
    void paintDivider();
    void paintMessage();
    void paintLabels();
    void paintLegend();
    void paintTwins();
    QString labelOf(ViewSide side) const;
    QString differenceTitle() const;
    QString message() const;

    QPainter& painter_;
    const ViewState& state_;
    const ViewContent& content_;
    QSize size_;
    double ratio_;
};

/// Where the labels of a difference lie, at the top left of its pane: its name and its legend; logical pixels. In the
/// other modes, where they would lie.
QRect differenceLabels(const ViewState& state, double ratio);
/// The height of one label.
int viewLabelHeight();
/// Where the readout is drawn in a view of that size; empty if there is none.
QRect readoutArea(const QString& readout, QSize view);
/// What a readout may cover at the most.
QRect readoutRoom(QSize view);
/// The marks of the cursor's place in the other pictures beside it.
std::vector<QRect> twinAreas(const ViewState& state, const std::optional<QPointF>& cursor, double ratio);

} // namespace lightbench
