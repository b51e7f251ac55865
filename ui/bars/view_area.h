// The centre of the window: the image view, with the banner and the comparison bars over it. It keeps them up to date:
// the image, the chosen result with its reference, and whether something runs. LabWindow creates it. Bars appear and
// disappear without moving or resizing the picture.
#pragma once

#include <QList>
#include <QWidget>

#include "ui/state/session/lab_context.h"

class QAction;

namespace lightbench {

class Banner;
class DifferenceBar;
class ElidedLabel;
class ImageView;

class ViewArea : public QWidget {
    Q_OBJECT

public:
    ViewArea(const LabContext& lab, QWidget* parent);
    Banner* banner() const { return banner_; }
    /// Adds a button for each action to the bar that compares two settings.
    void setCompareActions(const QList<QAction*>& actions);
    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;

private:
    void followResults();
    void connectBanner();
    void showResult();
    QString resultLabel() const;
    void nameSettings();
    void arrange();
    void placeDifferenceBar();
    void placeCompareBar();
    void placeBanner();

    LabContext lab_;
    ImageView& view_;
    DifferenceBar* differenceBar_;
    QWidget* compareBar_;   ///< shown while setting A is pinned
    ElidedLabel* settings_; ///< what differs between A and B
    Banner* banner_;
};

} // namespace lightbench
