// The value range over which float images are shown: clipped to 0..1, or the whole range of their values. ImageView
// owns one. Ranges are computed on a background thread.
#pragma once

#include <QObject>
#include <QString>

#include <array>

#include "core/image/image.h"
#include "ui/display/latest_task.h"
#include "ui/display/sample_range.h"

namespace lightbench {

/// The shown range of the images before and after. Both share one range, so that they can be compared.
class ViewRange : public QObject {
    Q_OBJECT

public:
    explicit ViewRange(QObject* parent = nullptr);
    void setImages(const ImagePtr& before, const ImagePtr& after);
    /// The user has chosen the whole range.
    bool isWhole() const { return isWhole_; }
    void showWhole(bool whole);
    /// True if values lie outside 0 to 1.
    bool isClipped() const { return ranges_[0].isClipped() || ranges_[1].isClipped(); }
    DisplayRange shown() const;
    /// "clipped below 0 and above 1", or "shown from −0.2 to 3.5" for the whole range. Empty if all values lie in 0 to
    /// 1.
    QString words() const;
    /// The same for one image; 0 is before, 1 is after.
    QString words(int image) const;
    bool isBusy() const { return looking_.isBusy(); }

signals:
    void changed();

private:
    using Ranges = std::array<SampleRange, 2>;
    void take(const Ranges& ranges);

    std::array<ImagePtr, 2> images_;
    Ranges ranges_;
    bool isWhole_ = false;
    LatestTask looking_;
};

} // namespace lightbench
