// The centre of the lab. It shows the image before and after the stack, as a split, side by side, or as a difference,
// at any zoom. It takes immutable images on the window's thread and never calls the engine. Positions are logical
// pixels unless a comment says otherwise.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QStringList>
#include <QWidget>

#include <optional>

#include "core/compare/difference.h"
#include "core/image/image.h"
#include "ui/files/sample_item.h"
#include "ui/view/difference_picture.h"
#include "ui/view/rectangle_tool.h"
#include "ui/view/view_content.h"
#include "ui/view/view_range.h"
#include "ui/view/view_state.h"
#include "ui/view/view_tool.h"

class QTimer;

namespace lightbench {

class BusyLine;
class EmptyState;
class RectangleDrag;
class SplitDivider;

class ImageView : public QWidget {
    Q_OBJECT

public:
    explicit ImageView(QWidget* parent = nullptr);
    ~ImageView() override;

    /// The stack's input image; null shows the empty state. An image of a new size is fitted to the view.
    void setBefore(ImagePtr image);
    /// The result and its label, such as "stage 3 of 3" (shown as "After · stage 3 of 3"). Null: no result yet.
    void setAfter(ImagePtr image, const QString& label = {});
    const QString& afterLabel() const { return content_.label; }
    void setTitles(const ViewTitles& titles);
    /// The reference for the shown result; null: not checked.
    void setReference(ImagePtr image);
    /// What the user's kernels say of the pixel under the cursor, for the readout; empty: nothing.
    void setProbes(const QString& text);
    /// The text that a difference shows while there is no reference, and whether one is being computed.
    void setUnchecked(const QString& text, bool isChecking);
    /// The size of the workgroups' tiles in the result, whose grid is drawn over the difference; empty: unknown.
    void setTile(QSize tile);
    bool hasTile() const { return !content_.tile.isEmpty(); }
    /// The samples that are offered while there is no image.
    void setSamples(const QList<SampleItem>& samples);
    /// Lets the user drag this rectangle of image pixels on the input image, or draw it if it is empty.
    void showRectangle(const QRect& rectangle);
    void hideRectangle();
    const RectangleTool& rectangleTool() const;

    /// What is shown where. A caller can modify a copy and ask it for positions.
    const ViewState& state() const { return state_; }
    ViewMode mode() const { return state_.mode; }
    DifferenceStyle differenceStyle() const { return state_.style; }
    int amplify() const { return state_.amplify; }           ///< 1..64; 0: chosen from the largest difference
    double gain() const { return content_.difference.gain; } ///< the applied factor
    bool isShowingOther() const { return state_.isSwapped; }
    bool isGridShown() const { return state_.grid; }
    /// How float images with values outside 0 to 1 are shown.
    const ShownValueRange& viewRange() const { return viewRange_; }
    bool showsDifference() const { return state_.showsDifference(); }
    /// Device pixels per image pixel: 1.0 is 100 %.
    double zoom() const { return state_.geometry.zoom(); }
    bool isFitted() const { return state_.geometry.fitted(); }
    double dividerPosition() const { return state_.divider; } ///< 0..1 of the view's width
    /// The image pixel under this point of the widget; no value outside the image.
    std::optional<QPoint> pixelAt(QPointF position) const { return state_.pixelAt(toDevice(position)); }
    /// The two lines of the shown pixel readout; empty while the cursor is outside.
    QString readout() const { return content_.readout; }
    /// True while a newer picture is being prepared in the background.
    bool isPreparing() const;
    /// The area of the labels in difference mode, at the top left: name and legend.
    QRect differenceLabels() const;
    int labelHeight() const; ///< of one label
    /// The area of the readout; empty if there is none. It never covers the pixel under the cursor.
    QRect readoutArea() const;
    /// Why something cannot be shown; empty: nothing is wrong.
    const QString& problem() const { return content_.problem; }
    /// Leaves this height free at the top of the empty state, for widgets over the view.
    void setTopMargin(int height);
    /// The result that the next paint draws, which may be older than the newest one. Null: none yet.
    ImagePtr paintedAfter() const;

public slots:
    void setMode(lightbench::ViewMode mode);
    void setDifferenceStyle(lightbench::DifferenceStyle style, int amplify);
    void setGridShown(bool shown);
    /// Shows float images over the whole range of their values instead of 0 to 1.
    void showWholeRange(bool whole) { viewRange_.showWhole(whole); }
    void fit();
    void setZoom(double zoom);
    /// Zooms so that the image point under `anchor` (widget coordinates) stays in place.
    void zoomTo(double zoom, QPointF anchor);
    void zoomBy(double factor, QPointF anchor);
    void zoomIn();                            ///< one step, at the cursor if it is over the view, else at the centre
    void zoomOut();                           ///< the same
    void zoomToActual();                      ///< 100 %, at the cursor
    void panBy(QPointF delta);                ///< moves the image by that many logical pixels
    void setDividerPosition(double position); ///< 0..1
    /// Centres a pixel of the result, enlarged enough to see it, and marks it for a moment.
    void showPixel(QPoint pixel);
    /// Shows the other image while true, like holding Space.
    void showOther(bool other);
    /// Shows a thin line at the top edge. It appears after a short delay, so that quick runs do not flicker.
    void setBusy(bool busy);
    void setProgress(double fraction); ///< 0..1; below 0: unknown
    /// Lets the next drag draw a new rectangle, and shows the input image if it is not visible.
    void drawRectangle();
    /// The rectangle was drawn or given up: the mode that the user had chosen is shown again.
    void endDrawing();

signals:
    void modeChanged(lightbench::ViewMode mode);
    void differenceStyleChanged(lightbench::DifferenceStyle style, int amplify);
    void gainChanged(double gain); ///< the factor of automatic amplification
    void viewRangeChanged();       ///< the range of float images or their clipping has changed
    void gridChanged();            ///< the grid was switched, or its size became known or unknown
    void zoomChanged(double zoom);
    void fittedChanged(bool fitted);
    /// (-1, -1) when the cursor leaves the image.
    void pixelHovered(QPoint pixel);
    void fileDropped(QStringList paths);
    void dropRefused(QStringList problems); ///< why dropped items cannot be opened, one line each
    void sampleChosen(QString id);
    void openRequested();
    void rectangleEdited(QRect rectangle); ///< emitted during a drag; empty: removed
    void rectangleFinished();
    void rectangleGivenUp(); ///< Escape was pressed before a rectangle was drawn

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QPointF toDevice(QPointF logical) const { return logical * devicePixelRatioF(); }
    QPointF anchorOrCentre() const;
    void measureExtent();
    void sizesChanged(bool refit);
    void viewChanged(double oldZoom);
    void arrange();
    void scheduleDifference();
    void showReference();
    void showInRange();
    void showNoDifference(bool haveOtherShapes);
    void showProblem(const QString& problem);
    void updateReadout();
    void updateCounterparts();
    void cursorMoved(QPointF position);
    void setDropping(bool dropping);

    ViewState state_;
    ViewContent content_;
    DifferencePicture differencePicture_;
    ShownValueRange viewRange_;
    SplitDivider* divider_;
    EmptyState* empty_;
    BusyLine* busyLine_;
    QTimer* markTimer_;
    RectangleDrag* rectangle_; ///< one of the tools
    ViewTools tools_{*this};
    QPoint hovered_{-1, -1};
    QRect readoutArea_;                         ///< where the readout was painted last
    std::optional<ViewMode> modeBeforeDrawing_; ///< no value: nothing is drawn, or in a mode that the user chose
    bool wasFitted_ = true;
};

} // namespace lightbench
