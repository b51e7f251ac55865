// A recording's pixels as far as they are finished at one time, coloured by when they were, over the dimmed image.
#pragma once

#include <QImage>
#include <QWidget>

#include <array>
#include <vector>

#include "core/run/recording.h"

namespace lightbench {

class ReplayPicture : public QWidget {
    Q_OBJECT

public:
    explicit ReplayPicture(QWidget* parent = nullptr);

    /// `ground`: what lies below the pixels that are not finished yet, of the size of the recording's picture or of
    /// another shape; null: nothing. A null recording: an empty picture.
    void setRecording(RecordingPtr recording, const ImagePtr& ground);
    /// In the recording's unit: pixels up to this one are finished.
    void setTime(double time);
    /// As it is painted, not larger than about a megapixel.
    const QImage& picture() const { return picture_; }
    /// Where the picture lies in the widget.
    QRectF placed() const;
    QSize sizeHint() const override { return {240, 140}; }
    QSize minimumSizeHint() const override { return {80, 40}; }

signals:
    /// The pixel under the pointer; (-1, -1) beside the picture.
    void pixelChanged(QPoint pixel);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void takeSamples(const ImagePtr& ground);
    void draw();

    RecordingPtr recording_;
    QImage picture_;
    std::vector<std::uint32_t> stamps_; ///< of the picture's pixels
    std::vector<std::uint8_t> ground_;  ///< luma of the picture's pixels
    std::array<QRgb, 1024> colours_;
    double time_ = 0, end_ = 1;
};

} // namespace lightbench
