// The Replay tab. It records the order in which the chosen stage finishes its pixels, and plays it over the image
// beside a chart of its workgroups. addPanels creates it.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/state/engine/order_recorder.h"

class QComboBox;
class QLabel;
class QSlider;
class QSplitter;
class QToolButton;

namespace lightbench {

class ElidedLabel;
class WorkgroupChart;
class ReplayPicture;
class Session;

class ReplayPanel : public QWidget {
    Q_OBJECT

public:
    /// The session and the thread must outlive the panel.
    ReplayPanel(Session& session, EngineThread& thread, QWidget* parent = nullptr);

    OrderRecorder& recorder() { return recorder_; }
    ReplayPicture* picture() const { return picture_; }
    WorkgroupChart* groups() const { return groups_; }
    QString status() const; ///< the line in the header
    /// The text shown instead of a recording; empty if there is one.
    QString emptyText() const;
    /// Starts or stops recording the chosen stage.
    void record();
    /// Plays or pauses; at the end it plays from the start.
    void play();
    bool isPlaying() const { return ticks_.isActive(); }
    /// The current time in the recording's unit, from 0 to the recording's end.
    double time() const { return time_; }
    void setTime(double time);
    /// Small, because the smallest window gives the tabs little space.
    QSize minimumSizeHint() const override;

signals:
    void exportRequested(const lightbench::RecordingPtr& recording);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* header();
    QWidget* transport();
    void connectParts();
    /// Why nothing can be recorded now; empty if it is possible.
    QString problem() const;
    void takeReport();
    void refresh();
    void showTime();
    void step();
    void readPixel(QPoint pixel);
    void readGroup(int group);
    QString invitation(const QString& why) const;
    QString summary() const;

    Session& session_;
    OrderRecorder recorder_;
    RecordingPtr recording_; ///< the shown recording
    double time_ = 0, end_ = 1;
    QTimer ticks_;
    ElidedLabel* status_;
    QLabel* empty_;
    QSplitter* split_;
    ReplayPicture* picture_;
    WorkgroupChart* groups_;
    QWidget* transport_ = nullptr;
    QToolButton* record_ = nullptr;
    QToolButton* export_ = nullptr;
    QToolButton* play_ = nullptr;
    QSlider* slider_ = nullptr;
    ElidedLabel* readout_ = nullptr;
    QComboBox* seconds_ = nullptr;
};

} // namespace lightbench
