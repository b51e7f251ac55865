// Makes the picture of a difference in the background: of the newest result and reference, in the newest style.
#pragma once

#include <QObject>
#include <QString>

#include <vector>

#include "core/image/difference.h"
#include "core/image/image.h"
#include "ui/display/latest_task.h"

namespace lightbench {

/// What is to be drawn; a result without a reference has no difference.
struct DifferenceWish {
    ImagePtr after, reference;
    DifferenceStyle style = DifferenceStyle::Absolute;
    int amplify = 0; ///< 0: as much as the largest difference allows
};

/// A picture and what is said of it.
struct DifferenceShown {
    ImagePtr picture;
    DifferenceStyle style = DifferenceStyle::Absolute;
    double gain = 1;          ///< the factor that the amplification came to
    QString words;            ///< how much differs
    std::vector<Point> marks; ///< the pixels that differ, while they are few
};

class DifferencePicture : public QObject {
    Q_OBJECT

public:
    explicit DifferencePicture(QObject* parent = nullptr);
    /// The newest wish of one turn of the event loop counts: a result and its reference come one after the other.
    void want(const DifferenceWish& wish);
    bool isBusy() const { return isAsked_ || task_.isBusy(); }

signals:
    void made(const lightbench::DifferenceShown& shown);
    /// There is no such picture: nothing to compare, or, in a sentence, why that cannot be compared.
    void none(const QString& problem);
    void failed(const QString& problem);

private:
    void make();
    LatestTask task_;
    DifferenceWish wish_;
    bool isAsked_ = false; ///< make() is about to be called
};

} // namespace lightbench
