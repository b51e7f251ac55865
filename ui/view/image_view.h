// The centre of the lab: shows the image before and after the stack, split, side by side, or their difference from the
// reference, at any zoom. Takes immutable values and never calls the engine.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

#include "core/image/difference.h"
#include "core/image/image.h"
#include "ui/view/difference_picture.h"
#include "ui/view/look_range.h"
#include "ui/view/rectangle_tool.h"
#include "ui/view/sample_item.h"
#include "ui/view/view_content.h"
#include "ui/view/view_state.h"
#include "ui/view/view_tools.h"

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

    /// The image that the stack started from; null shows the empty state. A size other than the last one's is fitted.
    void setBefore(ImagePtr image);
    /// What came out, and what it is, such as "stage 3 of 3" (shown as "After · stage 3 of 3"). Null: nothing yet.
    void setAfter(ImagePtr image, const QString& label = {});
    const QString& afterLabel() const { return content_.label; }
    /// What the pictures are called, such as A and B.
    void setTitles(const ViewTitles& titles);
    /// What the shown `after` is compared with; null: not checked.
    void setReference(ImagePtr image);
    /// What a difference says while there is no reference, and whether one is being computed.
    void setUnchecked(const QString& text, bool isChecking);
    /// The tiles of the workgroups that made `after`, whose grid lies over the difference; empty: not known.
    void setTile(QSize tile);
    bool hasTile() const { return !content_.tile.isEmpty(); }
    /// Pictures offered while there is no image.
    void setSamples(const QList<SampleItem>& samples);
    /// Lets the user drag this rectangle of image pixels on the image before the stack, or draw it where it is empty.
    void showRectangle(const QRect& rectangle);
    void hideRectangle();
    const RectangleTool& rectangleTool() const;

    /// What is shown where; a copy of it can be asked what would be.
    const ViewState& state() const { return state_; }
    ViewMode mode() const { return state_.mode; }
    DifferenceStyle differenceStyle() const { return state_.style; }
    int amplify() const { return state_.amplify; }           ///< 1..64; 0: as much as the largest difference allows
    double gain() const { return content_.difference.gain; } ///< the factor that this came to
    bool isShowingOther() const { return state_.other; }
    bool isGridShown() const { return state_.grid; }
    /// How float images beyond 0 to 1 are shown.
    const LookRange& lookRange() const { return lookRange_; }
    bool showsDifference() const { return state_.showsDifference(); }
    /// Device pixels per image pixel: 1.0 is 100 %.
    double zoom() const { return state_.geometry.zoom(); }
    bool isFitted() const { return state_.geometry.fitted(); }
    double dividerPosition() const { return state_.divider; } ///< 0..1 of the view's width
    /// The image pixel of the layer under this point of the widget; nothing outside of the image.
    std::optional<QPoint> pixelAt(QPointF position) const { return state_.pixelAt(toDevice(position)); }
    /// The two lines of the pixel readout as they are shown; empty while the cursor is outside.
    QString readout() const { return content_.readout; }
    /// True while something newer than what is shown is being prepared in the background.
    bool isPreparing() const;
    /// Where the labels of the difference mode lie, at the top left: its name and its legend.
    QRect differenceLabels() const;
    int labelHeight() const; ///< of one label
    /// Where the readout is drawn; empty while there is none.
    QRect readoutArea() const;
    /// The empty state leaves this height at its top to something that lies over the view.
    void keepFree(int height);
    /// The result that the next paint draws; an older one while the newest is being prepared. Null: none yet.
    ImagePtr paintedAfter() const;

public slots:
    void setMode(lightbench::ViewMode mode);
    void setDifferenceStyle(lightbench::DifferenceStyle style, int amplify);
    void setGridShown(bool shown);
    /// Shows float images over the whole range of their samples instead of 0 to 1.
    void setRangeWide(bool wide) { lookRange_.setWide(wide); }
    void fit();
    /// About the centre of the view.
    void setZoom(double zoom);
    /// The image point under `anchor` (widget coordinates) stays where it is.
    void zoomTo(double zoom, QPointF anchor);
    /// Multiplies the zoom.
    void zoomBy(double factor, QPointF anchor);
    void zoomIn();                            ///< one step, at the cursor if it is over the view, else at the centre
    void zoomOut();                           ///< the same
    void zoomToActual();                      ///< 100 %, at the cursor
    void panBy(QPointF delta);                ///< moves the image by that many logical pixels
    void setDividerPosition(double position); ///< 0..1
    /// Brings a pixel of the result to the centre, enlarged enough to see it, and marks it for a moment.
    void showPixel(QPoint pixel);
    /// Shows the other image while true, as a held Space does.
    void showOther(bool other);
    /// A thin line at the top edge; it appears after a short wait, so that quick runs do not flicker.
    void setBusy(bool busy);
    void setProgress(double fraction); ///< 0..1; below 0: unknown
    /// The next drag draws the rectangle anew; shows the image before the stack if it is out of sight.
    void drawRectangle();

signals:
    void modeChanged(lightbench::ViewMode mode);
    void differenceStyleChanged(lightbench::DifferenceStyle style, int amplify);
    void gainChanged(double gain); ///< of an automatic amplification
    void lookRangeChanged();       ///< how float images are shown, or whether anything of them is clipped
    void gridChanged();            ///< whether it is shown, or whether there is one
    void zoomChanged(double zoom);
    void fittedChanged(bool fitted);
    /// (-1, -1) when the cursor leaves the image.
    void pixelHovered(QPoint pixel);
    void fileDropped(QStringList paths);
    void dropRefused(QStringList problems); ///< why what was dropped cannot be opened; a line each
    void sampleChosen(QString id);
    void openRequested();
    void rectangleEdited(QRect rectangle); ///< while it is dragged; empty: there is none again
    void rectangleFinished();
    void rectangleGivenUp(); ///< Escape, while none was drawn yet: who wants none may hide it

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
    void showNoDifference(const QString& problem);
    void showDifference(const DifferenceShown& shown);
    void showProblem(const QString& problem);
    void updateReadout();
    void updateTwins();
    void cursorMoved(QPointF position);
    void setDropping(bool dropping);

    ViewState state_;
    ViewContent content_;
    DifferencePicture differencePicture_;
    LookRange lookRange_;
    SplitDivider* divider_;
    EmptyState* empty_;
    BusyLine* busyLine_;
    QTimer* markTimer_;
    RectangleDrag* rectangle_; ///< one of the tools
    ViewTools tools_{*this};
    QPoint hovered_{-1, -1};
    bool wasFitted_ = true;
};

} // namespace lightbench
