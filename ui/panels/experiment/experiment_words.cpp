// Texts of the Experiment tab: what the rows are about, the progress, and how the experiment ended.
#include <QDateTime>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/device/device_label.h"
#include "ui/files/file_name.h"
#include "ui/panels/experiment/experiment_panel.h"
#include "ui/state/files/samples.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
int pointsOf(const ExperimentRequest& request) {
    int points = 1;
    for (const Axis& axis : request.axes)
        points *= int(axis.values.size());
    return points;
}

/// Such as "25 s" or "4 min", rounded up as people say it.
QString roundTime(double seconds) {
    if (seconds < 10) return ExperimentPanel::tr("%1 s").arg(std::ceil(seconds));
    if (seconds < 90) return ExperimentPanel::tr("%1 s").arg(5 * std::ceil(seconds / 5));
    if (seconds < 5400) return ExperimentPanel::tr("%1 min").arg(std::round(seconds / 60));
    return ExperimentPanel::tr("%1 h").arg(std::round(seconds / 3600));
}
} // namespace

/// How long the race takes at most, as one sentence. What comes before and after it depends on the stage.
QString ExperimentPanel::estimateText(const ExperimentRequest& request) const {
    const int points = pointsOf(request);
    const QString time = roundTime(points * request.seconds);
    return (points == 1 ? tr("It takes %1 at most").arg(time)
                        : tr("The race of %1 points takes %2 at most").arg(points).arg(time)) +
           tr("; the check before it and the confirmation after it add to that.");
}

QString ExperimentPanel::invitation(const ExperimentRequest& request) const {
    if (runner_.state() == ExperimentRunner::State::Failed)
        return tr("It could not be measured: %1").arg(runner_.error());
    if (runner_.isRunning()) return tr("Preparing…");
    return tr("Start measures %1 in rounds, until the fastest is known for sure. %2 The lab stays usable "
              "meanwhile.")
        .arg(choice_->subjectOf(request.stage, pointsOf(request)), estimateText(request));
}

QString ExperimentPanel::subject() const {
    const Sweep& sweep = runner_.progress().sweep;
    if (sweep.base.stack.empty()) return labelOf(runner_.request()->stage, session_.filters());
    const Stage& stage = sweep.base.stack.front();
    if (!varies(AxisTarget::Workgroup) || stage.variant == "auto") return labelOf(stage, session_.filters());
    return tr("%1 %2").arg(labelOf(stage, session_.filters()), words(stage.variant));
}

/// Such as "Rows of photo.png 640 × 480, stage 2, measured 16:24 on PoCL", and whether that is what is shown now.
QString ExperimentPanel::aboutText() const {
    const ExperimentProgress& known = runner_.progress();
    QString image = words(known.sweep.base.image).section(QStringLiteral(" | "), 0, 0);
    if (!sampleOfName(image).isEmpty() || !image.contains('/'))
        image = shownName(image);
    else
        image = shownFile(image);
    QStringList parts{isVaried(known.sweep.axes, AxisTarget::Image) ? tr("several images") : image};
    if (!isVaried(known.sweep.axes, AxisTarget::Size) && !known.rows.front().size.empty())
        parts << words(known.rows.front().size).replace('x', QStringLiteral(" × "));
    const QString stage = stageRow_ >= 0 ? tr("%1 (stage %2)").arg(subject()).arg(stageRow_ + 1) : subject();
    std::string last;
    for (const PointRow& row : known.rows)
        last = std::max(last, row.provenance.time); // ISO 8601 texts sort by time
    const QDateTime time = QDateTime::fromString(words(last), Qt::ISODate).toLocalTime();
    const bool isToday = time.date() == QDate::currentDate();
    const QString when = time.isValid()
                             ? time.toString(isToday ? QStringLiteral("HH:mm") : QStringLiteral("yyyy-MM-dd HH:mm"))
                             : QString();
    QString device = varies(AxisTarget::Device) ? QString() : words(known.rows.front().device);
    for (const DeviceInfo& one : devices_)
        if (words(one.name) == device) device = words(deviceLabel(one));
    QString text = tr("%1 on %2").arg(stage, parts.join(' '));
    if (!when.isEmpty()) text += tr(", measured %1").arg(when);
    if (!device.isEmpty()) text += tr(" on %1").arg(device);
    const QString other = otherText();
    return other.isEmpty() ? text : tr("⚠ %1: %2").arg(other, text);
}

/// How the rows differ from what is open and chosen now; empty if they do not.
QString ExperimentPanel::otherText() const {
    const ExperimentPoint& base = runner_.progress().sweep.base;
    const int stage = stageToChange();
    const bool isVariedImage = varies(AxisTarget::Image) || varies(AxisTarget::Size) || varies(AxisTarget::Format);
    const std::string source = base.image.substr(0, base.image.find(" | "));
    const bool isOtherImage =
        runner_.request() ? runner_.request()->image != session_.image() : source != nameBytes(session_.imageName());
    if (isOtherImage && !isVariedImage) return tr("Not of the current image");
    if (stage < 0) return tr("Not of this stack");
    const Stack before(session_.stack().begin(), session_.stack().begin() + stage);
    if (!isVariedImage && imageNameAfter(source, before, session_.filters()) != base.image)
        return tr("The stages before it have changed");
    return stage == session_.current() ? QString() : tr("This experiment is about another stage");
}

/// Such as "about 2 min left"; empty if unknown. A single race may end earlier.
QString ExperimentPanel::leftText() const {
    const double seconds = runner_.progress().secondsLeft;
    if (!(seconds > 0)) return {};
    const QString left = roundTime(seconds);
    return runner_.progress().races > 1 ? tr(", about %1 left").arg(left) : tr(", at most %1 left").arg(left);
}

/// Such as "precise enough", of the first race that ended.
QString ExperimentPanel::endText() const {
    for (const PointRow& row : runner_.progress().rows)
        if (!row.ended.empty()) return words(row.ended);
    return tr("done");
}

/// Such as " · 16x8 wins", of a single race over variants or workgroups.
QString ExperimentPanel::winnerText() const {
    const std::vector<PointRow>& rows = runner_.progress().rows;
    const auto winner = std::ranges::find(rows, PointStatus::Winner, &PointRow::status);
    if (runner_.progress().races != 1 || winner == rows.end()) return {};
    QStringList names;
    if (varies(AxisTarget::Variant)) names << words(winner->variant);
    if (varies(AxisTarget::Workgroup)) names << words(winner->workgroup);
    return names.isEmpty() ? QString() : tr(" · %1 wins").arg(names.join(QChar(' ')));
}

/// Such as " · 27 more are as fast", of a single race. `auto` and the size that it chose are one.
QString ExperimentPanel::tiesText() const {
    std::set<std::pair<std::string, std::string>> tied;
    for (const PointRow& row : runner_.progress().rows)
        if (row.status == PointStatus::Tie && !isUndecided(row)) tied.emplace(row.variant, row.workgroup);
    const auto ties = tied.size();
    if (runner_.progress().races != 1 || ties == 0) return {};
    return ties == 1 ? tr(" · 1 more is equally fast") : tr(" · %1 more are as fast").arg(ties);
}

/// Such as " · since old.csv: 2 faster; different since: driver"; empty without a baseline.
QString ExperimentPanel::sinceText() const {
    if (!baseline_) return {};
    const QString other = words(otherRowsText(baseline_->rows, runner_.progress().rows));
    if (!other.isEmpty()) return tr(" · %1 has none of these points: it is of %2").arg(baseline_->name, other);
    const QString different = words(differencesText(changes_));
    return tr(" · since %1: %2").arg(baseline_->name, words(changesSummary(changes_))) +
           (different.isEmpty() ? QString() : tr("; different since: %1").arg(different));
}

bool ExperimentPanel::isTakenInStack() const {
    const Stack& stack = session_.stack();
    return takenRow_ < int(stack.size()) && taken_.isStill(session_.image(), stack[std::size_t(takenRow_)]);
}

QString ExperimentPanel::statusText(const QString& problem) const {
    using enum ExperimentRunner::State;
    const ExperimentProgress& known = runner_.progress();
    const auto warned = [](const QStringList& all) {
        return all.isEmpty() ? QString() : tr(" · ⚠ %1").arg(all.join(QStringLiteral("; ")));
    };
    if (const QString taken = taken_.text(); !taken.isEmpty() && isTakenInStack() && !runner_.isRunning())
        return tr("%1: %2").arg(subject(), taken) + warned(taken_.progress().warnings) + sinceText();
    switch (runner_.state()) {
    case Idle: return problem;
    case Kept: return tr("%1: from %2").arg(subject(), QFileInfo(session_.journal()).fileName()) + sinceText();
    case Running: // the line below names the subject as soon as there are rows
        return (known.rows.empty() ? subject() + QStringLiteral(": ") : QString()) + known.activity + leftText();
    case Stopping: return tr("%1: stopping").arg(subject());
    case Stopped: return tr("%1: stopped; %2").arg(subject(), known.activity);
    case Failed: return tr("%1: it could not be measured: %2").arg(subject(), runner_.error());
    case Done: break;
    }
    const bool isDecided =
        std::ranges::any_of(known.rows, [](const PointRow& row) { return row.status == PointStatus::Winner; });
    const QString open = isDecided ? winnerText() + tiesText() : tr(" · no winner: give each point more time");
    return tr("%1: ended, %2").arg(subject(), endText()) + open + sinceText() + warned(known.warnings);
}

} // namespace lightbench
