// What the image view has to show: the pictures and the words over them.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QString>

#include <array>
#include <memory>
#include <optional>

#include "core/image/image.h"
#include "ui/display/image_layer.h"
#include "ui/view/difference_picture.h"
#include "ui/view/view_state.h"

namespace lightbench {

/// What the pictures are called where they are not before, after and reference; empty: as usual.
struct ViewTitles {
    QString before, after, reference;
    bool operator==(const ViewTitles&) const = default;
};

/// Words over the pictures, in the user's language.
QString viewText(const char* text);

struct ViewContent {
    ImagePtr before, after, reference;
    ViewTitles titles;
    QString label; ///< what the result is of, such as "stage 3 of 3"
    std::array<std::unique_ptr<ImageLayer>, 4> layers{std::make_unique<ImageLayer>(), std::make_unique<ImageLayer>(),
                                                      std::make_unique<ImageLayer>(), std::make_unique<ImageLayer>()};
    std::array<QString, 2> rangeWords; ///< of float images before and after: what of them is clipped
    DifferenceShown difference;        ///< the one that the difference's layer shows; its picture is the layer's
    QString unchecked;                 ///< why there is no reference; empty: it was not asked for
    bool isChecking = false;           ///< the reference is being computed
    QString problem;                   ///< why something cannot be shown
    QSize tile;                        ///< of a workgroup, in pixels of the result; empty: not known
    std::optional<QPoint> marked;      ///< a pixel of the result
    std::optional<QPointF> cursor;     ///< logical pixels; nothing while it is outside
    QString readout;                   ///< of the pixel under the cursor, two lines
    bool isDropping = false;           ///< files are being dragged over it

    ImageLayer& layer(ViewSide side) const { return *layers[std::size_t(side)]; }
};

/// What is under the cursor: the place, and the values before, after and of the reference. Empty outside of the image.
QString readoutText(const ViewState& state, const ViewContent& content, QPointF device);

} // namespace lightbench
