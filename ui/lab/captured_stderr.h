// Captures what OpenCL drivers and their compilers print to this process's standard error, for the Log.
// app/lab/main.cpp creates one. A background thread reads the pipe.
#pragma once

#include <QObject>

#include <thread>

namespace lightbench {

/// While it lives, descriptor 2 leads to a pipe. If the process aborts or calls exit() meanwhile, the newest output is
/// written to the original standard error, because it may be the reason. Create only one.
class CapturedStderr : public QObject {
    Q_OBJECT

public:
    /// If no pipe can be created, nothing is redirected.
    explicit CapturedStderr(QObject* parent = nullptr);
    ~CapturedStderr() override;

signals:
    void captured(const QString& text); ///< complete lines, without the final line break

private:
    void listen();
    bool isUnfinished(const QByteArray& text) const;
    int from_ = -1; ///< the reading end of the pipe
    std::jthread thread_;
};

} // namespace lightbench
