// A sample picture that the empty view offers. The functions of ui/state/files/samples.h create the items. The view
// reports the id of the chosen one, and so neither needs to know the other.
#pragma once

#include <QImage>
#include <QString>

namespace lightbench {

struct SampleItem {
    QString id;    ///< reported when it is chosen
    QString label; ///< shown below the thumbnail
    QImage thumbnail;
};

} // namespace lightbench
