// A thin progress line at the top edge of the image view. The view shows it while a run is in progress.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

namespace lightbench {

class BusyLine : public QWidget {
    Q_OBJECT

public:
    static constexpr int thickness = 3;
    explicit BusyLine(QWidget* parent);
    /// The line appears after 150 ms, so that short runs do not flicker.
    void setBusy(bool busy);
    void setProgress(double fraction); ///< 0..1; below 0: unknown, shown as a moving segment

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QTimer delay_, frames_;
    QElapsedTimer clock_;
    double fraction_ = -1;
};

} // namespace lightbench
