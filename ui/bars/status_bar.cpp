#include "ui/bars/status_bar.h"

#include <QLabel>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <initializer_list>

#include "ui/controls/elided_label.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/session/messages.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {

QString activityText(Activity activity) {
    switch (activity) {
    case Activity::Reading: return StatusBar::tr("reading");
    case Activity::Running: return StatusBar::tr("running");
    case Activity::Measuring: return StatusBar::tr("measuring");
    case Activity::Checking: return StatusBar::tr("checking");
    case Activity::None: break;
    }
    return {};
}

constexpr int noteMs = 5000, widestFile = 160;

} // namespace

StatusBar::StatusBar(const LabContext& lab, QWidget* parent)
    : QStatusBar(parent), lab_(lab), name_(new ElidedLabel(this, Qt::ElideMiddle)), format_(new QLabel(this)),
      range_(new ElidedLabel(this)), memory_(new ElidedLabel(this)), activity_(new ElidedLabel(this)),
      state_(new QLabel(this)), rangeButton_(new QToolButton(this)), notice_(new QToolButton(this)) {
    setSizeGripEnabled(false);
    name_->setAccessibleName(tr("Image"));
    name_->setTextFormat(Qt::PlainText);
    format_->setObjectName(QStringLiteral("imageFormat"));
    memory_->setToolTip(
        tr("Memory that the lab held on the device at the end of the last run. A race holds more until the next run."));
    activity_->setAccessibleName(tr("Progress"));
    state_->setAccessibleName(tr("State of the results"));
    state_->setObjectName(QStringLiteral("resultsState"));
    rangeButton_->setProperty("flat", true);
    rangeButton_->setObjectName(QStringLiteral("wholeRange"));
    connect(rangeButton_, &QToolButton::clicked, &lab.view,
            [&view = lab.view] { view.showWholeRange(!view.viewRange().isWhole()); });
    connect(&lab.view, &ImageView::viewRangeChanged, this, &StatusBar::showRange);
    notice_->setProperty("flat", true);
    notice_->setObjectName(QStringLiteral("notice"));
    notice_->hide();
    for (QWidget* part : std::initializer_list<QWidget*>{name_, format_, range_, rangeButton_, memory_, notice_})
        addWidget(part);
    // Shows the notice's first words as a button. The tooltip has the full text, and a click shows it.
    connect(&lab.messages, &Messages::noticeChanged, this, [this](const QString& text) {
        notice_->setText(text.section(':', 0, 0));
        notice_->setToolTip(plainToolTip(text));
        notice_->setAccessibleDescription(text);
        showNotice();
    });
    connect(&lab.session, &Session::imageChanged, this, &StatusBar::showNotice);
    connect(notice_, &QToolButton::clicked, this, [this] {
        QToolTip::showText(notice_->mapToGlobal(QPoint(0, 0)), notice_->toolTip(), notice_);
        lab_.runs.noticeRead();
    });
    showRange();
    for (QLabel* label : {activity_, state_})
        addPermanentWidget(label);
    connect(&lab.session, &Session::imageChanged, this, [this] {
        const QString& name = lab_.session.imageName();
        name_->setText(shownFile(name));
        name_->setToolTip(plainToolTip(shownName(name)));
        const ImagePtr image = lab_.session.image();
        if (!image) return format_->clear();
        format_->setText(
            tr("%1 × %2 · %3").arg(image->width()).arg(image->height()).arg(words(image->shape().formatName())));
    });
    connect(&lab.results, &Results::reportChanged, this, [this] {
        const ReportPtr& report = lab_.results.report();
        if (!report) return;
        const QString held = memoryText(double(report->deviceBytes));
        const QString all = memoryText(double(report->device.globalMemory));
        memory_->setText(report->deviceBytes ? tr("device memory %1 of %2").arg(held, all) : QString());
    });
    connect(&lab.results, &Results::progressed, this, [this] {
        const Progress& progress = lab_.results.progress();
        if (progress.fraction < 0) return activity_->setText(progress.what);
        activity_->setText(QStringLiteral("%1 · %2").arg(progress.what).arg(int(100 * progress.fraction)) + thinSpace +
                           QStringLiteral("%"));
    });
    connect(&lab.results, &Results::changed, this, &StatusBar::showState);
    // A message takes the place of the other texts. What is shown while it stands would be painted over it.
    connect(this, &QStatusBar::messageChanged, this, [this](const QString& message) {
        if (!message.isEmpty()) return;
        showNotice();
        showRange();
    });
    connect(&lab.messages, &Messages::noted, this, [this](const QString& text) { showMessage(text, noteMs); });
    whenThemeChanges(this, [this] { showState(); });
    showState();
}

/// Without an image the banner shows the notice.
void StatusBar::showNotice() {
    notice_->setVisible(!notice_->text().isEmpty() && lab_.session.image() && currentMessage().isEmpty());
}

/// Says that a float image is clipped, and offers to show its whole range.
void StatusBar::showRange() {
    const ShownValueRange& range = lab_.view.viewRange();
    range_->setText(range.description());
    range_->setVisible(range.hasValuesOutside() && currentMessage().isEmpty());
    rangeButton_->setVisible(range.hasValuesOutside() && currentMessage().isEmpty());
    rangeButton_->setText(range.isWhole() ? tr("Show 0 to 1") : tr("Show the whole range"));
    rangeButton_->setToolTip(tr("Black shows the smallest sample and white the largest, in both pictures, instead of 0 "
                                "and 1 (R). Only the display changes, not the samples."));
}

std::pair<StatusBar::State, QString> StatusBar::stateOf() const {
    const Activity activity = lab_.results.activity();
    if (activity != Activity::None) return {Busy, activityText(activity)};
    if (!lab_.runs.devices()) return {Idle, tr("looking for devices")};
    if (!lab_.session.device()) return {Bad, tr("no device")};
    return restingState();
}

std::pair<StatusBar::State, QString> StatusBar::restingState() const {
    const Results& results = lab_.results;
    if (results.outcome() == Outcome::Failed) return {Bad, tr("failed")};
    if (!wrongFile_.isEmpty()) {
        const QString name = shownFile(wrongFile_);
        return {Bad, tr("error in %1").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, widestFile))};
    }
    if (results.isCurrent()) return {Good, tr("up to date")};
    if (results.outcome() == Outcome::Cancelled) return {Idle, tr("cancelled")};
    if (results.isStale()) return {Idle, tr("settings changed")};
    return {Good, tr("ready")};
}

void StatusBar::setWrongFile(const QString& file) {
    wrongFile_ = file;
    showState();
}

void StatusBar::showState() {
    const auto [kind, text] = stateOf();
    const Theme& t = theme();
    const QColor colour = kind == Busy ? t.accent : kind == Good ? t.good : kind == Bad ? t.bad : t.textDim;
    const QString sign = kind == Bad ? QStringLiteral("✗") : QStringLiteral("●");
    state_->setText(
        QStringLiteral("<span style='color:%1'>%2</span> %3").arg(colour.name(), sign, text.toHtmlEscaped()));
}

/// A long name is elided before anything else.
void StatusBar::resizeEvent(QResizeEvent* event) {
    name_->setMaximumWidth(std::max(80, width() / 4));
    QStatusBar::resizeEvent(event);
}

} // namespace lightbench
