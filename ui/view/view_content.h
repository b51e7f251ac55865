// The pictures and texts that the image view shows. ImageView fills it and the painter reads it.
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

/// Titles other than before, after and reference; empty: the usual titles.
struct ViewTitles {
    QString before, after, reference;
    bool operator==(const ViewTitles&) const = default;
};

/// Translates a text over the pictures.
QString viewText(const char* text);

struct ViewContent {
    ImagePtr before, after, reference;
    ViewTitles titles;
    QString label; ///< names the result, such as "stage 3 of 3"
    std::array<std::unique_ptr<ImageLayer>, 4> layers{std::make_unique<ImageLayer>(), std::make_unique<ImageLayer>(),
                                                      std::make_unique<ImageLayer>(), std::make_unique<ImageLayer>()};
    std::array<QString, 2> rangeWords; ///< clipping of the float images before and after
    DifferenceShown difference;        ///< the difference in its layer
    QString unchecked;                 ///< why there is no reference; empty: none was requested
    bool isChecking = false;           ///< the reference is being computed
    QString problem;                   ///< why something cannot be shown
    QSize tile;                        ///< tile of a workgroup, in pixels of the result; empty: unknown
    std::optional<QPoint> marked;      ///< a pixel of the result
    std::optional<QPointF> cursor;     ///< logical pixels; no value while it is outside
    QString probes;                    ///< what the user's kernels say of the pixel under the cursor
    QString readout;                   ///< lines for the pixel under the cursor
    bool isDropping = false;           ///< files are being dragged over the view

    ImageLayer& layer(ViewSide side) const { return *layers[std::size_t(side)]; }
};

/// The readout for a position: pixel coordinates, and the values before, after and of the reference. Empty outside the
/// image.
QString readoutText(const ViewState& state, const ViewContent& content, QPointF device);

} // namespace lightbench
