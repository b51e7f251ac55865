// SIGTERM, SIGINT and SIGHUP as a wish to close the window.
#pragma once

#include <QObject>

class QSocketNotifier;

namespace lightbench {

/// One for the program. What was ignored when the program started (nohup, a job in the background) stays ignored. The
/// second such signal ends the program at once.
class EndSignals : public QObject {
    Q_OBJECT

public:
    explicit EndSignals(QObject* parent = nullptr);

signals:
    void asked();

private:
    QSocketNotifier* notifier_ = nullptr;
};

} // namespace lightbench
