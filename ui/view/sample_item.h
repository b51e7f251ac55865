// A picture that the empty state offers.
#pragma once

#include <QImage>
#include <QString>

namespace lightbench {

struct SampleItem {
    QString id;    ///< handed back when it is chosen
    QString label; ///< shown below the thumbnail
    QImage thumbnail;
};

} // namespace lightbench
