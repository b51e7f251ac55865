// Turns SIGTERM, SIGINT and SIGHUP into closing the window. The lab's main function (app/lab/main.cpp) creates one.
#pragma once

#include <QObject>

class QSocketNotifier;
class QWidget;

namespace lightbench {

/// Create only one. A signal closes the window as its user would, and then ends the program with its open dialogs. If
/// the window stays, because the user cancels a question, the program goes on, and so does listening. Signals that were
/// ignored at program start (nohup, a background job) stay ignored. A second signal while the window closes ends the
/// program at once.
class TerminationSignals : public QObject {
    Q_OBJECT

public:
    /// `window` must outlive this object.
    explicit TerminationSignals(QWidget& window, QObject* parent = nullptr);
    ~TerminationSignals() override;

private:
    void listen();

    QWidget& window_;
    QSocketNotifier* notifier_ = nullptr;
    int readEnd_ = -1;
};

} // namespace lightbench
