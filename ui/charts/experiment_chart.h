// An experiment's chart: a bar for each point, or a map of workgroups by width and height. It fills while the
// experiment runs.
#pragma once

#include <QAbstractScrollArea>
#include <QRect>

#include <vector>

#include "ui/charts/experiment_marks.h"

namespace lightbench {

class ExperimentChart : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ExperimentChart(QWidget* parent = nullptr);

    /// What is current stays so by its row.
    void setMarks(std::vector<ExperimentMark> marks);
    const std::vector<ExperimentMark>& marks() const { return marks_; }
    bool isMap() const { return areAreas(marks_); }
    /// Where a mark is drawn, in the viewport; empty: nowhere.
    QRectF rectOf(std::size_t mark) const;
    /// The experiment's row that is chosen; -1: none.
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
    bool isCurrent(const ExperimentMark& mark) const {
        return int(mark.row) == currentRow_ || int(mark.twin) == currentRow_;
    }
    int currentMark() const;
    void choose(int mark);
    void step(int dx, int dy);
    void arrange();
    double rowHeight() const;
    QRectF plot() const;
    QRect mapEdge() const; ///< where cells show
    QRectF cell(const Workgroup& workgroup) const;
    double msToX(double ms) const;
    double fastestMs() const;
    double ratioOf(const ExperimentMark& mark) const;
    void paintBar(QPainter& painter, const ExperimentMark& mark, const QRectF& rect) const;
    void paintWhisker(QPainter& painter, const ExperimentMark& mark, const QRectF& bar) const;
    void paintAxis(QPainter& painter) const;
    void paintCell(QPainter& painter, const ExperimentMark& mark, const QRectF& rect) const;
    void paintCellText(QPainter& painter, const ExperimentMark& mark, const QRectF& rect, const QColor& ground) const;
    void paintMapAxes(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    QColor heat(double ratio) const;

    static constexpr int margin = 8, axisHeight = 20, legendWidth = 132, mapLeft = 40, mapTop = 20;
    std::vector<ExperimentMark> marks_;
    std::vector<int> widths_, heights_; ///< of the map, ascending
    int nameWidth_ = 0, badgeWidth_ = 0;
    double mostMs_ = 0;
    double coldest_ = 4; ///< so many times the winner's time is the end of the map's colours
    int currentRow_ = -1;
};

} // namespace lightbench
