// How float images beyond 0 to 1 are shown: clipped, or over the whole range of their samples.
#pragma once

#include <QObject>
#include <QString>

#include <array>

#include "core/image/image.h"
#include "ui/display/latest_task.h"
#include "ui/display/sample_range.h"

namespace lightbench {

/// Of the image before and the one after. Both are shown over one range, so that they can be compared.
class LookRange : public QObject {
    Q_OBJECT

public:
    explicit LookRange(QObject* parent = nullptr);
    void setImages(const ImagePtr& before, const ImagePtr& after);
    /// The user wants to see the whole range.
    bool isWide() const { return isWide_; }
    void setWide(bool wide);
    /// There is something beyond 0 to 1, so that it matters.
    bool isClipped() const { return ranges_[0].isClipped() || ranges_[1].isClipped(); }
    DisplayRange shown() const;
    /// "clipped below 0 and above 1", or while the whole range is shown "shown from −0.2 to 3.5". Empty: of 0 to 1.
    QString words() const;
    /// The same of one of the two; the second is after.
    QString words(int image) const;
    bool isBusy() const { return looking_.isBusy(); }

signals:
    void changed();

private:
    using Ranges = std::array<SampleRange, 2>;
    void take(const Ranges& ranges);

    std::array<ImagePtr, 2> images_;
    Ranges ranges_;
    bool isWide_ = false;
    LatestTask looking_;
};

} // namespace lightbench
