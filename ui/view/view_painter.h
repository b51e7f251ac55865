// Paints a view's state and content.
#pragma once

#include <QRect>
#include <QSize>

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
    void paintDivider();
    void paintMessage();
    void paintLabels();
    void paintLegend();
    void paintTwin();
    QString labelOf(ViewSide side) const;
    QString differenceTitle() const;
    QString message() const;

    QPainter& painter_;
    const ViewState& state_;
    const ViewContent& content_;
    QSize size_;
    double ratio_;
};

/// Where the labels of the difference mode lie, at the top left: its name and its legend; logical pixels.
QRect differenceLabels();
/// The height of one label.
int viewLabelHeight();
/// Where the readout is drawn in a view of that size; empty if there is none.
QRect readoutArea(const QString& readout, QSize view);
/// What a readout may cover at the most.
QRect readoutRoom(QSize view);
/// The mark of the cursor's place in the other picture of side by side; empty if there is none.
QRect twinArea(const ViewState& state, const std::optional<QPointF>& cursor, double ratio);

} // namespace lightbench
