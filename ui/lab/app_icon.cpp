#include "ui/lab/app_icon.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lightbench {

namespace {

QPainterPath hills(double s) {
    QPainterPath path(QPointF(0, 0.72 * s));
    path.cubicTo(0.2 * s, 0.45 * s, 0.35 * s, 0.6 * s, 0.5 * s, 0.66 * s);
    path.cubicTo(0.7 * s, 0.45 * s, 0.85 * s, 0.5 * s, s, 0.6 * s);
    path.lineTo(s, s);
    path.lineTo(0, s);
    path.closeSubpath();
    return path;
}

/// A checkered half, with larger squares in smaller icons.
void paintDither(QPainter& painter, int size) {
    const int cell = std::max(1, size / 16);
    painter.fillRect(size / 2, 0, size - size / 2, size, QColor(0xf2, 0xf2, 0xf0));
    for (int y = 0; y < size; y += cell)
        for (int x = size / 2; x < size; x += cell) {
            const bool checkered = ((x / cell + y / cell) & 1) == 0;
            const bool dark = hills(size).contains(QPointF(x, y));
            if (dark ? !checkered || y % (3 * cell) : checkered && y % (2 * cell) == 0)
                painter.fillRect(x, y, cell, cell, QColor(0x20, 0x22, 0x26));
        }
}

QPixmap drawn(int size) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(0, 0, size, size, size * 0.18, size * 0.18);
    painter.setClipPath(frame);
    QLinearGradient sky(0, 0, 0, size);
    sky.setColorAt(0, QColor(0x5b, 0xa8, 0xe0));
    sky.setColorAt(0.7, QColor(0x9a, 0xdc, 0xb8));
    painter.fillRect(0, 0, size, size, sky);
    painter.fillPath(hills(size), QColor(0x2f, 0x6d, 0x63));
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintDither(painter, size);
    painter.fillRect(QRectF(size / 2.0 - size / 48.0, 0, size / 24.0, size), Qt::white);
    return pixmap;
}

} // namespace

QIcon applicationIcon() {
    QIcon icon;
    for (int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addPixmap(drawn(size));
    return icon;
}

} // namespace lightbench
