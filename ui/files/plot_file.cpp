#include "ui/files/plot_file.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>

#include "core/plot/plot_layout.h"
#include "core/plot/svg.h"

namespace lightbench {

namespace {
QPolygonF polygonOf(const std::vector<PlotSpot>& points) {
    QPolygonF polygon;
    for (const PlotSpot& point : points)
        polygon << QPointF(point.x, point.y);
    return polygon;
}

QPen penOf(const PlotShape& shape) {
    if (shape.width <= 0) return Qt::NoPen;
    QPen pen(colourOf(shape.colour), shape.width);
    QList<qreal> dash;
    for (const double length : shape.dash)
        dash << length / shape.width;
    if (!dash.isEmpty()) pen.setDashPattern(dash);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

/// True if all edges are horizontal or vertical; such shapes are drawn without antialiasing, to be sharp.
bool isStraight(const PlotShape& shape) {
    const std::vector<PlotSpot>& points = shape.points;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (points[i].x != points[i - 1].x && points[i].y != points[i - 1].y) return false;
    return shape.kind != PlotShape::Disc;
}

void paintText(QPainter& painter, const PlotShape& shape) {
    const QFont font = painter.font();
    if (shape.scale != 1) {
        QFont scaled = font;
        if (font.pixelSize() > 0)
            scaled.setPixelSize(qRound(font.pixelSize() * shape.scale));
        else
            scaled.setPointSizeF(font.pointSizeF() * shape.scale);
        painter.setFont(scaled);
    }
    const QString text = QString::fromStdString(shape.text);
    const double width = QFontMetricsF(painter.font(), painter.device()).horizontalAdvance(text);
    painter.setPen(colourOf(shape.colour));
    painter.drawText(QPointF(shape.points.front().x - width * int(shape.anchor) / 2.0, shape.points.front().y), text);
    painter.setFont(font);
}

void paint(QPainter& painter, const PlotShape& shape) {
    if (shape.kind == PlotShape::Text) return paintText(painter, shape);
    painter.setRenderHint(QPainter::Antialiasing, !isStraight(shape));
    painter.setPen(penOf(shape));
    painter.setBrush(shape.width <= 0 ? QBrush(colourOf(shape.colour)) : QBrush());
    const QPolygonF polygon = polygonOf(shape.points);
    if (shape.kind == PlotShape::Line)
        painter.drawPolyline(polygon);
    else if (shape.kind == PlotShape::Area)
        painter.drawPolygon(polygon);
    else
        painter.drawEllipse(polygon.front(), shape.radius, shape.radius);
}

void paintPaper(QPainter& painter, const PlotDrawing& drawing) {
    QFont font(QStringLiteral("sans-serif"));
    font.setPixelSize(13);
    painter.setFont(font);
    for (const PlotShape& shape : drawing.shapes)
        paint(painter, shape);
}

/// A page of the plot's size, one point per pixel.
QByteArray pdfOf(const PlotDrawing& drawing) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(72);
    writer.setPageSize(QPageSize(QSizeF(drawing.width, drawing.height), QPageSize::Point));
    writer.setPageMargins({});
    QPainter painter(&writer);
    paintPaper(painter, drawing);
    painter.end();
    return buffer.data();
}

QByteArray pngOf(const PlotDrawing& drawing) {
    QImage image(qRound(2 * drawing.width), qRound(2 * drawing.height), QImage::Format_RGB32);
    image.fill(colourOf(paperPalette().ground));
    QPainter painter(&image);
    painter.scale(2, 2);
    paintPaper(painter, drawing);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}
} // namespace

QColor colourOf(const Rgb& colour) { return {colour.red, colour.green, colour.blue}; }

void paint(QPainter& painter, const PlotDrawing& drawing, PlotLayer layer) {
    for (const PlotShape& shape : drawing.shapes)
        if (shape.layer == layer) paint(painter, shape);
}

std::vector<std::string> plotSuffixes() { return {"svg", "pdf", "png"}; }

QByteArray plotFile(const PlotDrawing& paper, const QString& suffix) {
    if (suffix == QStringLiteral("svg")) return QByteArray::fromStdString(svgOf(paper, paperPalette().ground));
    return suffix == QStringLiteral("pdf") ? pdfOf(paper) : pngOf(paper);
}

} // namespace lightbench
