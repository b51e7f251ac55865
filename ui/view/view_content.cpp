#include "ui/view/view_content.h"

#include <QCoreApplication>

#include "ui/view/overlay.h"

namespace lightbench {

QString viewText(const char* text) { return QCoreApplication::translate("ImageView", text); }

namespace {

/// A point of the view and its pane.
struct Under {
    ViewPane pane;
    QPointF device;
};

QString valuesAt(const ViewState& state, const ViewContent& content, ViewSide side, const Under& under) {
    const ImagePtr& image = side == ViewSide::Before ? content.before : content.after;
    const auto pixel = state.pixelIn(side, under.pane, under.device);
    if (!pixel) return QStringLiteral("–");
    const QString values = pixelText(*image, *pixel);
    // Images of different sizes are linked by relative position, so the other image's pixel is named.
    if (state.imageSize(side) == state.imageSize(under.pane.side)) return values;
    return viewText("%1 (x %2, y %3)").arg(values).arg(pixel->x()).arg(pixel->y());
}

} // namespace

QString readoutText(const ViewState& state, const ViewContent& content, QPointF device) {
    const auto pixel = state.pixelAt(device);
    if (!pixel) return {};
    const Under under{state.paneAt(device.toPoint()), device};
    const auto called = [](const QString& title, const QString& usual) { return title.isEmpty() ? usual : title; };
    const auto part = [](const QString& name, const QString& value) { return name + QChar(' ') + value; };
    const ViewTitles& titles = content.titles;
    QString text = viewText("x %1, y %2").arg(pixel->x()).arg(pixel->y()) + '\n' +
                   part(called(titles.before, viewText("before")), valuesAt(state, content, ViewSide::Before, under));
    if (!content.after) return text;
    text += QStringLiteral(" · ") +
            part(called(titles.after, viewText("after")), valuesAt(state, content, ViewSide::After, under));
    const auto result = state.pixelIn(ViewSide::After, under.pane, device);
    const bool isSaid = content.reference == content.before;
    if (result && !isSaid && content.reference && content.reference->size() == content.after->size())
        text += QStringLiteral(" · ") +
                part(called(titles.reference, viewText("reference")), pixelText(*content.reference, *result));
    if (!content.probes.isEmpty()) text += '\n' + content.probes;
    return text;
}

} // namespace lightbench
