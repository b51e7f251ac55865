// The centre of the window: the image view, and above it what comes and goes without moving or resizing it.
#pragma once

#include <QWidget>

#include "core/run/stack.h"
#include "ui/state/lab_context.h"

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
    /// Lets the bars and the banner follow the lab that the view is part of.
    void follow(const LabContext& lab);
    CompareBar* compareBar() const { return compareBar_; }
    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;

private:
    void followView(const Session& session);
    void followPinned(const Results& results, const Stack& now);
    void showSettings(const Results& results, const Stack& now);
    void arrange();
    void placeBar();
    void placeCompareBar();
    void placeBanner();

    ImageView* view_;
    DifferenceBar* differenceBar_;
    CompareBar* compareBar_;
    Banner* banner_;
};

} // namespace lightbench
