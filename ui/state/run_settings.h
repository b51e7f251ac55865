// What the user has chosen about runs, kept between starts: whether they follow every change, and whether they are
// checked against the reference.
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
    /// As they were when the lab was closed; both are on at first.
    void read();
    void write() const;

signals:
    void liveChanged(bool live);
    void checkChanged(bool check);

private:
    bool live_ = false, check_ = false;
};

} // namespace lightbench
