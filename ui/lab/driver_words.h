// What drivers and their compilers print to the standard error of this process, as lines for the Log.
#pragma once

#include <QObject>

#include <thread>

namespace lightbench {

/// While it lives, descriptor 2 leads here instead of to where it led. If the process is aborted or ends by exit()
/// meanwhile, the last of what was said goes there after all: it is the reason. One at a time.
class DriverWords : public QObject {
    Q_OBJECT

public:
    /// Where no pipe can be had, everything stays as it was.
    explicit DriverWords(QObject* parent = nullptr);
    ~DriverWords() override;

signals:
    void said(const QString& text); ///< whole lines, without the last line's end

private:
    void listen();
    bool isUnfinished(const QByteArray& text) const;
    int from_ = -1; ///< the pipe's end that is read here
    std::jthread thread_;
};

} // namespace lightbench
