// The Replay tab. It records the order in which the chosen stage finishes its pixels, and plays it over the image
// beside a chart of its workgroups. addPanels creates it.
#pragma once

#include <QTimer>

#include "ui/controls/tab_panel.h"
#include "ui/state/engine/latest_job.h"

class QComboBox;
class QSlider;
class QToolButton;

namespace lightbench {

class WorkgroupChart;
class ReplayPicture;
class Session;

class ReplayPanel : public TabPanel {
    Q_OBJECT

public:
    /// The session and the thread must outlive the panel.
    ReplayPanel(Session& session, EngineThread& thread, QWidget* parent = nullptr);

    bool isRecording() const { return job_.isRunning(); }
    /// The report of the newest successful recording, with Report::recording; null: none.
    const ReportPtr& report() const { return report_; }
    const QString& error() const { return error_; } ///< why the newest failed; empty if it succeeded or was stopped
    ReplayPicture* picture() const { return picture_; }
    WorkgroupChart* groups() const { return groups_; }
    void record();
    /// Plays or pauses; at the end it plays from the start.
    void play();
    bool isPlaying() const { return ticks_.isActive(); }
    /// The current time in the recording's unit, from 0 to the recording's end.
    double time() const { return time_; }
    void setTime(double time);

signals:
    void exportRequested(const lightbench::RecordingPtr& recording);

private:
    QWidget* transport();
    void connectParts();
    /// Why nothing can be recorded now; empty if it is possible.
    QString problem() const;
    void takeReport();
    void fill() override;
    void showTime();
    QString invitation(const QString& why) const;
    QString summary() const;

    Session& session_;
    LatestJob job_; ///< one run of its own, because recording makes kernels slower
    ReportPtr report_;
    QString error_, activity_; ///< the current step, such as "building gaussian"
    RecordingPtr recording_;   ///< the shown recording
    double time_ = 0, end_ = 1;
    QTimer ticks_;
    ReplayPicture* picture_;
    WorkgroupChart* groups_;
    QToolButton* record_;
    QToolButton* export_;
    QToolButton* play_;
    QSlider* slider_;
    ElidedLabel* reading_; ///< the current time, or what is under the pointer
    QComboBox* seconds_;
};

} // namespace lightbench
