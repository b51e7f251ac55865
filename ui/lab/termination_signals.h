// Turns SIGTERM, SIGINT and SIGHUP into a request to close the window. The lab's main function (app/lab/main.cpp)
// creates one and connects it.
#pragma once

#include <QObject>

class QSocketNotifier;

namespace lightbench {

/// Create only one. Signals that were ignored at program start (nohup, a background job) stay ignored. The second
/// signal ends the program at once.
class TerminationSignals : public QObject {
    Q_OBJECT

public:
    explicit TerminationSignals(QObject* parent = nullptr);

signals:
    void quitRequested();

private:
    QSocketNotifier* notifier_ = nullptr;
};

} // namespace lightbench
