// The status bar: the image, the device's memory, what the worker does.
#pragma once

#include <QStatusBar>

#include "core/image/image.h"

class QLabel;

namespace lightbench {

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    enum State { Idle, Busy, Good, Bad };

    explicit StatusLine(QWidget* parent = nullptr);
    void setImage(const QString& name, const ImagePtr& image);
    void setDeviceMemory(std::uint64_t held, std::uint64_t total);
    void setActivity(const QString& text);
    void setState(State state, const QString& text);
    QString state() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refreshState();
    QLabel *name_, *format_, *memory_, *activity_, *state_;
    State kind_ = Idle;
    QString stateText_;
};

} // namespace lightbench
