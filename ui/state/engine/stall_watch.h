// Notices that a step of a run lasts: the device is opened and gets its image, a program is built, a kernel runs, or
// the result comes back. RunControl owns one. The session keeps a stage that lasts, and after ten seconds the banner
// asks the user whether to stop or to wait.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "core/run/engine.h"

namespace lightbench {

class StallWatch : public QObject {
    Q_OBJECT

public:
    static constexpr int usualLimitMs = 10'000;
    explicit StallWatch(int limitMs = usualLimitMs, QObject* parent = nullptr);
    /// A run was submitted or begins, and no stage has reported yet. What has waited already goes on to wait.
    void begin(const QString& device);
    /// The run made a step; without a stage, its result is on its way. CPU references are not watched, because they end
    /// by themselves.
    void note(const RunProgress& progress, const QString& device);
    /// The run has shown its picture. Its check begins like a run.
    void rest();
    void end();
    /// The user waits: nothing is said until the next step.
    void wait();
    /// The last step of the current run; its stage is -1 if none is known.
    const RunProgress& progress() const { return progress_; }

signals:
    /// The stage that has worked for a quarter of a second; -1 when that is over.
    void lasting(int stage);
    /// A sentence about what takes so long, renewed each second; empty when that is over.
    void stalled(const QString& text);

private:
    void clear();
    QString text() const;

    int limitMs_;
    RunProgress progress_;
    QString device_;
    QElapsedTimer since_;
    QTimer lasting_, timer_;
    bool isLasting_ = false, isTold_ = false;
    bool isBeginning_ = false; ///< no stage has reported yet
};

} // namespace lightbench
