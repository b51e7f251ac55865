// A thin line at the top edge of the view while a run is under way.
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
    /// The line shows 150 ms after that, so that quick runs do not flicker.
    void setBusy(bool busy);
    void setProgress(double fraction); ///< 0..1; below 0: unknown, a part of the line runs along

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QTimer delay_, frames_;
    QElapsedTimer clock_;
    double fraction_ = -1;
};

} // namespace lightbench
