// The centre of the window: the image view, with the banner and the comparison bars over it. LabWindow creates it. Bars
// appear and disappear without moving or resizing the picture.
#pragma once

#include <QWidget>

#include "core/run/stack.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

class Banner;
class CompareBar;
class DifferenceBar;
class ImageView;
class Results;

class ViewArea : public QWidget {
    Q_OBJECT

public:
    explicit ViewArea(QWidget* parent = nullptr);
    ImageView* view() const { return view_; }
    Banner* banner() const { return banner_; }
    /// Connects the bars and the banner to the lab's state.
    void bindTo(const LabContext& lab);
    CompareBar* compareBar() const { return compareBar_; }
    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;

private:
    void followView(const Session& session);
    void showSettingA(const Results& results, const Session& session);
    void nameSettings(const Results& results, const Session& session);
    void arrange();
    void placeDifferenceBar();
    void placeCompareBar();
    void placeBanner();

    ImageView* view_;
    DifferenceBar* differenceBar_;
    CompareBar* compareBar_;
    Banner* banner_;
};

} // namespace lightbench
