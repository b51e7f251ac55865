// Composes the texts of the status bar's labels.
#include "ui/bars/status_line.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>

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
    case Activity::Reading: return StatusLine::tr("reading");
    case Activity::Running: return StatusLine::tr("running");
    case Activity::Measuring: return StatusLine::tr("measuring");
    case Activity::Checking: return StatusLine::tr("checking");
    case Activity::None: break;
    }
    return {};
}

constexpr int noteMs = 5000;

} // namespace

StatusLine::StatusLine(const LabContext& lab, QWidget* parent)
    : QStatusBar(parent), lab_(lab), name_(new ElidedLabel(this, Qt::ElideMiddle)), format_(new ElidedLabel(this)),
      range_(new ElidedLabel(this)), memory_(new ElidedLabel(this)), activity_(new ElidedLabel(this)),
      state_(new QLabel(this)), rangeButton_(new QToolButton(this)), hint_(new QToolButton(this)) {
    setSizeGripEnabled(false);
    name_->setAccessibleName(tr("Image"));
    name_->setTextFormat(Qt::PlainText);
    memory_->setToolTip(tr("Memory that the lab holds on the device"));
    activity_->setAccessibleName(tr("Progress"));
    state_->setAccessibleName(tr("State of the worker"));
    state_->setObjectName(QStringLiteral("workerState"));
    rangeButton_->setProperty("flat", true);
    rangeButton_->setObjectName(QStringLiteral("wholeRange"));
    connect(rangeButton_, &QToolButton::clicked, &lab.view,
            [&view = lab.view] { view.setRangeWide(!view.lookRange().isWide()); });
    connect(&lab.view, &ImageView::lookRangeChanged, this, &StatusLine::showRange);
    hint_->setProperty("flat", true);
    hint_->setObjectName(QStringLiteral("hint"));
    hint_->hide();
    for (QWidget* part : std::initializer_list<QWidget*>{name_, format_, range_, rangeButton_, memory_, hint_})
        addWidget(part);
    connect(&lab.messages, &Messages::hinted, this, &StatusLine::takeHint);
    connect(&lab.session, &Session::imageChanged, this, &StatusLine::showHint);
    connect(hint_, &QToolButton::clicked, this, [this] {
        QToolTip::showText(hint_->mapToGlobal(QPoint(0, 0)), hint_->toolTip(), hint_);
        lab_.runs.hintRead();
    });
    showRange();
    for (QLabel* label : {activity_, state_})
        addPermanentWidget(label);
    connect(&lab.session, &Session::imageChanged, this, &StatusLine::showImage);
    connect(&lab.results, &Results::reportChanged, this, &StatusLine::showMemory);
    connect(&lab.results, &Results::progressed, this, &StatusLine::showProgress);
    connect(&lab.results, &Results::changed, this, &StatusLine::showState);
    connect(&lab.messages, &Messages::noted, this, [this](const QString& text) { showMessage(text, noteMs); });
    showState();
}

/// Shows the hint's first words as a button. The tooltip has the full text, and a click shows it.
void StatusLine::takeHint(const QString& text) {
    hint_->setText(text.section(':', 0, 0));
    hint_->setToolTip(plainToolTip(text));
    hint_->setAccessibleDescription(text);
    showHint();
}

/// Without an image the banner shows the hint.
void StatusLine::showHint() { hint_->setVisible(!hint_->text().isEmpty() && lab_.session.image()); }

void StatusLine::showImage() {
    const QString& name = lab_.session.imageName();
    name_->setText(shownName(QFileInfo(name).fileName()));
    name_->setToolTip(plainToolTip(shownName(name)));
    const ImagePtr image = lab_.session.image();
    if (!image) return format_->clear();
    format_->setText(tr("%1 × %2 · %3")
                         .arg(image->width())
                         .arg(image->height())
                         .arg(QString::fromStdString(image->shape().formatName())));
}

/// Says that a float image is clipped, and offers to show its whole range.
void StatusLine::showRange() {
    const LookRange& range = lab_.view.lookRange();
    range_->setText(range.words());
    range_->setVisible(range.isClipped());
    rangeButton_->setVisible(range.isClipped());
    rangeButton_->setText(range.isWide() ? tr("Show 0 to 1") : tr("Show the whole range"));
    rangeButton_->setToolTip(
        tr("Black is the least sample and white the largest, in both pictures, instead of 0 and 1 (R). "
           "Only what is seen changes: the samples stay as they are."));
}

void StatusLine::showMemory() {
    const ReportPtr& report = lab_.results.report();
    if (!report) return;
    const QString held = memoryText(double(report->deviceBytes));
    const QString all = memoryText(double(report->device.globalMemory));
    memory_->setText(report->deviceBytes ? tr("device memory %1 of %2").arg(held, all) : QString());
}

void StatusLine::showProgress() {
    const Progress& progress = lab_.results.progress();
    if (progress.fraction < 0) return activity_->setText(progress.what);
    activity_->setText(QStringLiteral("%1 · %2").arg(progress.what).arg(int(100 * progress.fraction)) + thinSpace +
                       QStringLiteral("%"));
}

std::pair<StatusLine::State, QString> StatusLine::stateOf() const {
    const Activity activity = lab_.results.activity();
    if (activity != Activity::None) return {Busy, activityText(activity)};
    if (!lab_.runs.devices()) return {Idle, tr("looking for devices")};
    if (!lab_.session.device()) return {Bad, tr("no device")};
    return restingState();
}

/// The state of the results while nothing runs.
std::pair<StatusLine::State, QString> StatusLine::restingState() const {
    const Results& results = lab_.results;
    if (results.outcome() == Outcome::Failed) return {Bad, tr("failed")};
    if (results.isCurrent()) return {Good, tr("up to date")};
    if (results.outcome() == Outcome::Cancelled) return {Idle, tr("cancelled")};
    if (results.isStale()) return {Idle, tr("settings changed")};
    return {Good, tr("ready")};
}

void StatusLine::showState() {
    const auto [kind, text] = stateOf();
    const Theme& t = theme();
    const QColor colour = kind == Busy ? t.accent : kind == Good ? t.good : kind == Bad ? t.bad : t.textDim;
    const QString sign = kind == Bad ? QStringLiteral("✗") : QStringLiteral("●");
    state_->setText(
        QStringLiteral("<span style='color:%1'>%2</span> %3").arg(colour.name(), sign, text.toHtmlEscaped()));
}

void StatusLine::changeEvent(QEvent* event) {
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && state_) showState();
}

} // namespace lightbench
