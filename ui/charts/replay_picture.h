// The picture in the Replay tab: pixels that are finished at the current time, coloured by their finish time, over the
// dimmed image. Times are in the recording's unit.
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

    /// `ground`: the image shown where pixels are not finished; it may have another size than the recording. Null shows
    /// nothing there. A null recording shows an empty picture.
    void setRecording(RecordingPtr recording, const ImagePtr& ground);
    /// Shows the pixels that are finished at this time, given in the recording's unit.
    void setTime(double time);
    /// The painted picture, scaled down to about a megapixel at most.
    const QImage& picture() const { return picture_; }
    /// Where the picture lies in the widget.
    QRectF placed() const;
    QSize sizeHint() const override { return {240, 140}; }
    QSize minimumSizeHint() const override { return {80, 40}; }

signals:
    /// The pixel under the pointer; (-1, -1) outside the picture.
    void pixelChanged(QPoint pixel);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void takeSamples(const ImagePtr& ground);
    void draw();

    RecordingPtr recording_;
    QImage picture_;
    std::vector<std::uint32_t> stamps_; ///< finish time of each picture pixel
    std::vector<std::uint8_t> ground_;  ///< luma of each picture pixel
    std::array<QRgb, 1024> colours_;
    double time_ = 0, end_ = 1;
};

} // namespace lightbench
