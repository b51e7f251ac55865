// The value range over which float images are shown: clipped to 0..1, or the whole range of their values. ImageView
// owns one. A small image is scanned at once, a large one on a background thread.
#pragma once

#include <QObject>
#include <QString>

#include <array>

#include "core/image/image.h"
#include "ui/display/latest_task.h"
#include "ui/display/sample_range.h"

namespace lightbench {

/// The shown range of the images before and after. Both share one range, so that they can be compared.
class ShownValueRange : public QObject {
    Q_OBJECT

public:
    explicit ShownValueRange(QObject* parent = nullptr);
    void setImages(const ImagePtr& before, const ImagePtr& after);
    /// The user has chosen the whole range.
    bool isWhole() const { return isWhole_; }
    void showWhole(bool whole);
    /// True if an image has values outside 0 to 1, clipped or not.
    bool hasValuesOutside() const { return ranges_[0].isClipped() || ranges_[1].isClipped(); }
    /// The values that are shown black and white.
    DisplayRange shown() const;
    /// "clipped below 0 and above 1", or "shown from −0.2 to 3.5" for the whole range. Empty if all values lie in 0 to
    /// 1.
    QString description() const;
    enum Side { Before, After };
    QString descriptionOf(Side side) const;
    bool isBusy() const { return scan_.isBusy(); }

signals:
    void changed();

private:
    using Ranges = std::array<SampleRange, 2>;
    void setRanges(const Ranges& ranges);

    std::array<ImagePtr, 2> images_;
    Ranges ranges_;
    bool isWhole_ = false;
    LatestTask scan_;
};

} // namespace lightbench
