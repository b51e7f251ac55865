#include "ui/controls/busy_line.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace lightbench {

BusyLine::BusyLine(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Progress of the run"));
    delay_.setSingleShot(true);
    delay_.setInterval(150);
    frames_.setInterval(33);
    connect(&frames_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(&delay_, &QTimer::timeout, this, [this] {
        clock_.start();
        frames_.start();
        show();
        raise();
    });
    hide();
}

void BusyLine::setBusy(bool busy) {
    if (busy) {
        if (!delay_.isActive() && isHidden()) delay_.start();
        return;
    }
    delay_.stop();
    frames_.stop();
    fraction_ = -1;
    hide();
}

void BusyLine::setProgress(double fraction) {
    fraction_ = std::min(fraction, 1.0);
    update();
}

void BusyLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QColor track = theme().accent;
    track.setAlpha(60);
    painter.fillRect(rect(), track);
    const double part = 0.25;
    const double along = std::fmod(double(clock_.elapsed()) / 1400, 1.0) * (1 + part) - part;
    const QRectF bar = fraction_ >= 0 ? QRectF(0, 0, width() * fraction_, height())
                                      : QRectF(width() * along, 0, width() * part, height());
    painter.fillRect(bar, theme().accent);
}

} // namespace lightbench
