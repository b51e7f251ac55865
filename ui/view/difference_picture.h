// Draws the picture of a difference on a background thread, for the newest result, reference and style. ImageView owns
// one.
#pragma once

#include <QObject>
#include <QString>

#include <vector>

#include "core/compare/difference.h"
#include "core/image/image.h"
#include "ui/display/latest_task.h"

namespace lightbench {

/// What to draw. A result without a reference has no difference.
struct DifferenceRequest {
    ImagePtr after, reference;
    DifferenceStyle style = DifferenceStyle::Absolute;
    int amplify = 0; ///< 0: chosen from the largest difference
};

/// A picture and its description.
struct DifferenceShown {
    ImagePtr picture;
    DifferenceStyle style = DifferenceStyle::Absolute;
    double gain = 1;          ///< the applied factor
    QString words;            ///< how much differs
    std::vector<Point> marks; ///< the pixels that differ, if they are few
};

class DifferencePicture : public QObject {
    Q_OBJECT

public:
    explicit DifferencePicture(QObject* parent = nullptr);
    /// Requests a picture. Only the newest request of one turn of the event loop counts, because a result and its
    /// reference arrive one after the other.
    void request(const DifferenceRequest& request);
    bool isBusy() const { return isScheduled_ || task_.isBusy(); }

signals:
    void rendered(const lightbench::DifferenceShown& shown);
    /// Emitted if there is no picture: nothing to compare, or images of different shapes.
    void unavailable(bool haveOtherShapes);
    void failed(const QString& problem);

private:
    void render();
    LatestTask task_;
    DifferenceRequest newest_;
    bool isScheduled_ = false; ///< render() is about to be called
};

} // namespace lightbench
