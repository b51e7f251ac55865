#include "ui/charts/replay_picture.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/image/colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr double maxPixels = 1e6;

/// Small enough to be drawn sixty times per second.
QSize drawnSize(Size size) {
    const double scale = std::min(1.0, std::sqrt(maxPixels / double(size.area())));
    return {std::max(1, int(size.width * scale)), std::max(1, int(size.height * scale))};
}

std::uint8_t lumaAt(const Image& image, int x, int y) {
    const double scale = 255 / image.format().fullScale();
    const double sum = image.channels() == 1
                           ? image.at(x, y, 0)
                           : 0.3 * image.at(x, y, 0) + 0.59 * image.at(x, y, 1) + 0.11 * image.at(x, y, 2);
    return std::uint8_t(std::clamp(sum * scale, 0.0, 255.0));
}
} // namespace

ReplayPicture::ReplayPicture(QWidget* parent) : QWidget(parent), colours_() {
    setMouseTracking(true);
    whenThemeChanges(this, [this] { draw(); });
    for (std::size_t i = 0; i < colours_.size(); ++i) {
        const Rgb colour = timeColour(double(i) / double(colours_.size() - 1));
        colours_[i] = qRgb(colour.red, colour.green, colour.blue);
    }
}

void ReplayPicture::setRecording(RecordingPtr recording, const ImagePtr& ground) {
    recording_ = std::move(recording);
    picture_ = {};
    if (recording_) {
        end_ = std::max(1u, recording_->end());
        picture_ = QImage(drawnSize(recording_->stamps->size()), QImage::Format_RGB32);
        takeSamples(ground);
    }
    draw();
}

void ReplayPicture::takeSamples(const ImagePtr& ground) {
    stamps_.clear();
    ground_.clear();
    const Image& stamps = *recording_->stamps;
    const auto from = [](int i, int count, int size) { return int((i + 0.5) * size / count); };
    for (int y = 0; y < picture_.height(); ++y)
        for (int x = 0; x < picture_.width(); ++x) {
            const int sx = from(x, picture_.width(), stamps.width()), sy = from(y, picture_.height(), stamps.height());
            stamps_.push_back(stamps.row<std::uint32_t>(sy)[sx]);
            ground_.push_back(ground && ground->size() == stamps.size() ? lumaAt(*ground, sx, sy) : 0);
        }
}

void ReplayPicture::setTime(double time) {
    time_ = time;
    draw();
}

void ReplayPicture::draw() {
    const double scale = double(colours_.size() - 1) / end_;
    // Unfinished pixels are visible but grey, near the canvas colour.
    const int base = theme().canvas.lightness();
    std::size_t i = 0;
    for (int y = 0; y < picture_.height(); ++y) {
        auto* to = reinterpret_cast<QRgb*>(picture_.scanLine(y));
        for (int x = 0; x < picture_.width(); ++x, ++i) {
            const int grey = base + (ground_[i] - base) * 3 / 10;
            to[x] = stamps_[i] <= time_ ? colours_[std::size_t(stamps_[i] * scale)] : qRgb(grey, grey, grey);
        }
    }
    update();
}

QRectF ReplayPicture::placed() const {
    if (!recording_) return {};
    const Size size = recording_->stamps->size();
    const double scale = std::min(double(width()) / size.width, double(height()) / size.height);
    const QSizeF shown(size.width * scale, size.height * scale);
    return {QPointF((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown};
}

void ReplayPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().canvas);
    if (picture_.isNull()) return;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, placed().width() < picture_.width());
    painter.drawImage(placed(), picture_);
}

void ReplayPicture::mouseMoveEvent(QMouseEvent* event) {
    const QRectF at = placed();
    if (!at.contains(event->position())) return emit pixelChanged({-1, -1});
    const Size size = recording_->stamps->size();
    const QPointF part = event->position() - at.topLeft();
    emit pixelChanged({std::min(int(part.x() / at.width() * size.width), size.width - 1),
                       std::min(int(part.y() / at.height() * size.height), size.height - 1)});
}

void ReplayPicture::leaveEvent(QEvent*) { emit pixelChanged({-1, -1}); }

} // namespace lightbench
