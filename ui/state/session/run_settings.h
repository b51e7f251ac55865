// The user's choices about runs, kept between starts: live mode, and checking against the reference. The window's
// commands change them and RunControl follows.
#pragma once

#include <QObject>

namespace lightbench {

class RunSettings : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    bool live() const { return live_; }
    bool check() const { return check_; }
    void setLive(bool live);
    void setCheck(bool check);
    /// Restores the saved settings; both are on at first.
    void read();
    void write() const;

signals:
    void liveChanged(bool live);
    void checkChanged(bool check);

private:
    bool live_ = false, check_ = false;
};

} // namespace lightbench
