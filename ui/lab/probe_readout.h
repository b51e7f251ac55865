// Shows what lb_probe in the user's kernels gets for the pixel under the cursor, in the readout of the view. A run on
// the engine's thread finds out; the window's results stay. LabWindow creates it.
#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>

#include "ui/state/engine/latest_job.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

class ProbeReadout : public QObject {
    Q_OBJECT

public:
    explicit ProbeReadout(const LabContext& lab, QObject* parent = nullptr);

private:
    void follow(QPoint pixel);
    void run();
    void show(const Report& report);

    const LabContext& lab_;
    QPoint pixel_{-1, -1};
    QTimer rest_; ///< runs once the cursor rests
    LatestJob job_;
};

} // namespace lightbench
