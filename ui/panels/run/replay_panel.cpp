#include "ui/panels/run/replay_panel.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

#include "core/run/recorded_stage.h"
#include "ui/charts/replay_picture.h"
#include "ui/charts/workgroup_chart.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

static constexpr int tickMs = 33, sliderSteps = 1000;

ReplayPanel::ReplayPanel(Session& session, EngineThread& thread, QWidget* parent)
    : TabPanel(tr("Replay"), "replay", parent), session_(session), job_(thread), picture_(new ReplayPicture),
      groups_(new WorkgroupChart) {
    export_ = textButton(tr("Export…"), tr("Write the order as an image, or as numbers (.npy)"));
    record_ = textButton(tr("Record"), {}, "primary");
    header_->addWidget(export_);
    header_->addWidget(record_);
    auto* split = new QSplitter;
    split->addWidget(picture_);
    split->addWidget(groups_);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setChildrenCollapsible(false);
    addContent(split, 1);
    addContent(transport());
    picture_->setAccessibleName(tr("Pixels, coloured by when they were finished"));
    groups_->setAccessibleName(tr("Workgroups over time"));
    ticks_.setInterval(tickMs);
    connectParts();
    takeReport();
}

QWidget* ReplayPanel::transport() {
    auto* transport = new QWidget;
    auto* row = layOut<QHBoxLayout>(transport, 8);
    play_ = textButton(tr("Play"), tr("Play the recording, or pause it"));
    play_->setFixedWidth(play_->fontMetrics().horizontalAdvance(tr("Pause")) + 24);
    slider_ = new QSlider(Qt::Horizontal);
    slider_->setRange(0, sliderSteps);
    slider_->setAccessibleName(tr("Time of the recording"));
    slider_->setToolTip(tr("Time of the recording: pixels up to here are coloured"));
    reading_ = new ElidedLabel;
    reading_->setMinimumWidth(reading_->fontMetrics().horizontalAdvance(QStringLiteral("88 888 888 of 88 888 888")));
    seconds_ = new QComboBox;
    for (const int seconds : {2, 5, 15, 60})
        seconds_->addItem(tr("all in %1 s").arg(seconds), seconds);
    seconds_->setCurrentIndex(1);
    seconds_->setAccessibleName(tr("Speed"));
    seconds_->setToolTip(tr("Speed: how long the whole recording plays"));
    row->addWidget(play_);
    row->addWidget(slider_, 1);
    row->addWidget(reading_, 1);
    row->addWidget(seconds_);
    return transport;
}

void ReplayPanel::connectParts() {
    connect(record_, &QToolButton::clicked, this, &ReplayPanel::record);
    connect(export_, &QToolButton::clicked, this, [this] { emit exportRequested(recording_); });
    connect(play_, &QToolButton::clicked, this, &ReplayPanel::play);
    connect(&ticks_, &QTimer::timeout, this, [this] {
        setTime(time_ + end_ * tickMs / (1000.0 * seconds_->currentData().toInt()));
        if (time_ < end_) return;
        ticks_.stop();
        showTime();
    });
    connect(slider_, &QSlider::valueChanged, this, [this](int value) { setTime(end_ * value / sliderSteps); });
    connect(groups_, &WorkgroupChart::timeChosen, this, &ReplayPanel::setTime);
    connect(picture_, &ReplayPicture::pixelChanged, this, [this](QPoint pixel) {
        if (!recording_ || pixel.x() < 0) return showTime();
        const std::uint32_t stamp = recording_->stamps->row<std::uint32_t>(pixel.y())[pixel.x()];
        const QString when = recording_->unit == RecordedUnit::Nanoseconds
                                 ? tr("finished after %1").arg(replayTimeText(recording_->unit, stamp))
                                 : tr("finished as number %1").arg(countText(stamp));
        reading_->setText(tr("(%1, %2) %3").arg(pixel.x()).arg(pixel.y()).arg(when));
    });
    connect(groups_, &WorkgroupChart::groupChanged, this, [this](int group) {
        if (!recording_ || group < 0) return showTime();
        const GroupRecord& life = recording_->groups[std::size_t(group)];
        const auto text = [this](std::uint32_t time) { return replayTimeText(recording_->unit, time); };
        reading_->setText(tr("group %1: %2 to %3, waited %4 in %5 waits")
                              .arg(group)
                              .arg(text(life.start), text(life.finish), text(life.waited), countText(life.waits)));
    });
    for (const auto changed : {&Session::imageChanged, &Session::deviceChanged, &Session::stackChanged})
        connect(&session_, changed, this, &ReplayPanel::refresh);
    connect(&session_, &Session::currentChanged, this, &ReplayPanel::refresh);
}

QString ReplayPanel::problem() const {
    if (!session_.device()) return tr("There is no device to record on. Install an OpenCL driver and start again.");
    if (!session_.image()) return tr("Open an image: the chosen stage is recorded on it.");
    const int row = session_.current();
    if (row < 0)
        return tr("Add a filter whose pixels wait for each other, such as Floyd-Steinberg or a prefix sum, and choose "
                  "it: Replay shows in which order they are finished.");
    const std::optional<ImageShape> input = session_.inputOf(row);
    if (!input) return tr("The chosen stage does not accept its input; its card says why.");
    if (!session_.stack()[std::size_t(row)].enabled) return tr("The chosen stage is switched off.");
    try {
        return words(recordingProblem(resolveStage(session_.stack()[std::size_t(row)], *input, *session_.device(),
                                                   session_.filters(), session_.tuning())));
    } catch (const Error& error) {
        return words(error.what());
    }
}

void ReplayPanel::record() {
    if (job_.stop()) return takeReport();
    if (!problem().isEmpty()) return;
    error_.clear();
    activity_.clear();
    const RunOptions options{
        .verify = true, .warmUp = true, .stageImages = false, .histograms = false, .record = session_.current()};
    const TicketPtr ticket = job_.start(
        Lane::Experiment,
        [request = session_.runRequest(options)](Engine& engine, const JobControl& control) {
            return engine.run(request, control.monitor());
        },
        [this](const ReportPtr& report) {
            report_ = report;
            takeReport();
        },
        [this](const QString& why) {
            error_ = why;
            takeReport();
        });
    connect(ticket.get(), &Ticket::progressed, this, [this](const RunProgress& progress) {
        activity_ = words(progress.activity);
        takeReport();
    });
    takeReport();
}

void ReplayPanel::takeReport() {
    const RecordingPtr recording = report_ ? report_->recording : nullptr;
    if (recording != recording_) {
        recording_ = recording;
        end_ = recording_ ? std::max(1u, recording_->end()) : 1;
        picture_->setRecording(recording_, report_->input);
        groups_->setRecording(recording_);
        setTime(end_);
    }
    refresh();
}

void ReplayPanel::fill() {
    const QString why = problem();
    const bool isThere = recording_ != nullptr;
    showContent(isThere, invitation(why));
    export_->setEnabled(isThere);
    record_->setText(isRecording() ? tr("Stop") : tr("Record"));
    record_->setEnabled(isRecording() || why.isEmpty());
    record_->setToolTip(why.isEmpty() ? tr("Run the stack once, with the chosen stage built to record the order of its "
                                           "pixels. That takes longer than the stage itself.")
                                      : why);
    showStatus(summary(), isThere ? words(recordingText(*recording_)) : summary());
}

/// The text in place of the picture.
QString ReplayPanel::invitation(const QString& why) const {
    if (!error_.isEmpty()) return tr("It could not be recorded: %1").arg(error_);
    if (isRecording()) return tr("Recording…");
    if (!why.isEmpty()) return why;
    return tr("Record builds the chosen stage's kernel so that it says when it finishes each pixel, and plays that "
              "here.");
}

QString ReplayPanel::summary() const {
    if (isRecording()) return tr("Recording: %1").arg(activity_);
    if (!recording_) return {};
    if (!error_.isEmpty()) return tr("It could not be recorded: %1").arg(error_);
    const QString what = tr("%1 %2, workgroup %3")
                             .arg(labelOf({.filter = recording_->filter}, session_.filters()),
                                  words(recording_->variant), words(workgroupText(recording_->workgroup)));
    const QString unit = recording_->unit == RecordedUnit::Nanoseconds
                             ? tr("times by the device's clock")
                             : tr("an order, not times: this device's kernels have no clock");
    const QString waits = tr("%1 of %2 workgroups waited for others")
                              .arg(countText(recording_->waitingGroups()), countText(recording_->groups.size()));
    return QStringList{what, unit, waits, tr("hatched: how long")}.join(QStringLiteral(" · "));
}

void ReplayPanel::setTime(double time) {
    time_ = std::clamp(time, 0.0, end_);
    picture_->setTime(time_);
    groups_->setTime(time_);
    showTime();
}

void ReplayPanel::showTime() {
    const QSignalBlocker blocker(slider_);
    slider_->setValue(int(time_ / end_ * sliderSteps));
    if (!recording_) return;
    reading_->setText(
        tr("%1 of %2").arg(replayTimeText(recording_->unit, time_), replayTimeText(recording_->unit, end_)));
    play_->setText(isPlaying() ? tr("Pause") : tr("Play"));
}

void ReplayPanel::play() {
    if (!recording_) return;
    if (isPlaying()) {
        ticks_.stop();
    } else {
        if (time_ >= end_) setTime(0);
        ticks_.start();
    }
    showTime();
}

} // namespace lightbench
