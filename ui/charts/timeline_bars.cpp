#include "ui/charts/timeline_bars.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

#include "core/base/text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("Timeline", text); }

/// Such as "2 Gaussian"; empty without a stage.
QString stageText(const Report& report, int stage) {
    const auto found = std::ranges::find(report.stages, stage, &StageReport::stackIndex);
    return found == report.stages.end() ? QString() : stageLabel(*found, report.filters);
}

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString spanText(const TimeRange& time) {
    return tr("%1, from %2 to %3")
        .arg(exactTimeText(time.length()), exactTimeText(time.begin), exactTimeText(time.end));
}

QString rateOf(const DeviceSlice& slice) {
    if (slice.bytes == 0 || slice.runUs() <= 0) return {};
    return rateText(double(slice.bytes) / slice.runUs() / 1e3);
}

/// Assigns waiting commands to lanes so that none overlap.
class Lanes {
public:
    int laneOf(const TimeRange& time) {
        const auto free = std::ranges::find_if(ends_, [&](double end) { return end <= time.begin; });
        const auto lane = free - ends_.begin();
        if (free == ends_.end()) ends_.push_back(0);
        ends_[std::size_t(lane)] = time.end;
        return int(lane);
    }

private:
    std::vector<double> ends_;
};

class Bars {
public:
    explicit Bars(const Report& report) : report_(report) {}

    std::vector<TimelineBar> all() {
        Lanes lanes;
        for (const DeviceSlice& slice : report_.timeline.device) {
            addRun(slice);
            addWaits(slice, lanes.laneOf({slice.queuedUs, slice.startedUs}));
        }
        for (const HostSlice& slice : report_.timeline.host)
            addHost(slice);
        std::ranges::stable_sort(bars_, {}, [](const TimelineBar& bar) { return std::pair(bar.row, bar.time.begin); });
        return std::move(bars_);
    }

private:
    void addRun(const DeviceSlice& slice) {
        const TimeRange time{slice.startedUs, slice.endedUs};
        const QString name = words(slice.name);
        const QString waited = tr("queued %1, submitted %2 before it started")
                                   .arg(exactTimeText(slice.submittedUs - slice.queuedUs),
                                        exactTimeText(slice.startedUs - slice.submittedUs));
        bars_.push_back(
            {TimelineBar::Device, 0, slice.stage < 0 ? TimelineBar::Transfer : TimelineBar::Stage, slice.stage, time,
             name,
             joined({stageText(report_, slice.stage), name, tr("ran %1").arg(spanText(time)), waited, rateOf(slice)})});
    }

    void addWaits(const DeviceSlice& slice, int lane) {
        const auto add = [&](TimelineBar::Look look, const TimeRange& time, const QString& what) {
            if (time.length() <= 0) return;
            bars_.push_back({TimelineBar::Queue,
                             lane,
                             look,
                             slice.stage,
                             time,
                             {},
                             joined({stageText(report_, slice.stage), words(slice.name), what.arg(spanText(time))})});
        };
        add(TimelineBar::Queued, {slice.queuedUs, slice.submittedUs}, tr("queued by the host for %1"));
        add(TimelineBar::Submitted, {slice.submittedUs, slice.startedUs}, tr("submitted to the device for %1"));
    }

    static TimelineBar::Look lookOf(HostWork work) {
        switch (work) {
        case HostWork::Step:
        case HostWork::Build: return TimelineBar::Stage;
        case HostWork::Prepare:
        case HostWork::Enqueue: return TimelineBar::Busy;
        case HostWork::Wait: return TimelineBar::Waiting;
        default: return TimelineBar::Around;
        }
    }

    static QString doing(HostWork work) {
        switch (work) {
        case HostWork::Plan: return tr("planning");
        case HostWork::Build: return tr("building");
        case HostWork::Repeat: return {};
        case HostWork::Report: return tr("writing the");
        case HostWork::Check: return tr("checking");
        case HostWork::Reference: return tr("timing the reference of");
        case HostWork::Histogram: return tr("counting");
        case HostWork::Prepare: return tr("preparing");
        case HostWork::Enqueue: return tr("enqueueing");
        case HostWork::Wait: return tr("waiting for");
        case HostWork::Step: break;
        }
        return tr("host step");
    }

    void addHost(const HostSlice& slice) {
        const TimeRange time{slice.beginUs, slice.endUs};
        const QString what = (doing(slice.work) + QChar(' ') + words(slice.name)).trimmed();
        const bool isAround = slice.endUs <= 0 || slice.beginUs >= report_.timeline.wallUs;
        bars_.push_back({TimelineBar::Host, 0, isAround ? TimelineBar::Around : lookOf(slice.work), slice.stage, time,
                         what, joined({stageText(report_, slice.stage), what, spanText(time)})});
    }

    const Report& report_;
    std::vector<TimelineBar> bars_;
};

struct Part {
    double us;
    QString name, meaning;
};

std::vector<Part> partsOf(const TimelineParts& p) {
    return {{p.uploadUs, tr("upload"), tr("the device copies the image in")},
            {p.kernelsUs, tr("kernels"), tr("the device runs a kernel")},
            {p.fillsUs, tr("fills"), tr("the device fills a buffer")},
            {p.stepsUs, tr("host steps"), tr("a stage's work on the host, and the transfers for it")},
            {p.downloadUs, tr("download"), tr("the device copies the result out")},
            {p.buildUs, tr("first launches"), tr("the driver compiles before a kernel's first launch")},
            {p.queueUs, tr("queue"), tr("commands are queued or submitted, and none runs")},
            {p.hostUs, tr("host"), tr("the host prepares and enqueues, and the device has nothing to do")},
            {p.completionWaitUs, tr("answers"), tr("the device is done, and the host does not know it yet")},
            {p.otherUs, tr("other"), tr("no time stamp says what it was")}};
}

QString inMilliseconds(double us) { return words(threeDigits(us / 1e3)); }

QString percent(double share) { return QString::number(100 * share, 'f', share > 0.9995 ? 0 : 1) + thinSpace + '%'; }

QString alignmentText(const Timeline& timeline) {
    const QString exactly = QStringLiteral("± ") + timeText(timeline.uncertaintyUs / 1e3);
    switch (timeline.correlation) {
    case ClockCorrelation::None: return tr("the driver gives no times");
    case ClockCorrelation::Order: return tr("the device's clock is placed by the order of calls, %1").arg(exactly);
    case ClockCorrelation::QueuedStamps:
        return tr("the clocks of device and host are aligned by the queued timestamps, %1").arg(exactly);
    case ClockCorrelation::DeviceTimer: break;
    }
    return tr("the device's clock is placed by its timer, %1").arg(exactly);
}
} // namespace

std::vector<TimelineBar> timelineBars(const Report& report) { return Bars(report).all(); }

QString timelineSum(const Report& report) {
    const Timeline& timeline = report.timeline;
    const QString which = report.repeats > 1
                              ? tr("Repeat %1 of %2 (the median)").arg(timeline.repeat + 1).arg(report.repeats)
                          : report.warmedUp ? tr("Single run")
                                            : tr("Single cold run");
    QStringList parts;
    const std::vector<Part> all = partsOf(timeline.parts());
    for (const Part& part : all)
        if (part.us > 0 || &part == &all.back()) parts << part.name + QChar(' ') + inMilliseconds(part.us);
    return which + QStringLiteral(": ") + timeText(timeline.wallUs / 1e3) + QStringLiteral(" = ") +
           parts.join(QStringLiteral(" · ")) + thinSpace + tr("ms");
}

QString timelineSumTip(const Timeline& timeline) {
    const TimelineParts parts = timeline.parts();
    QStringList lines{
        tr("The parts of the wall-clock time. Each moment counts once, for the first of these that applies:")};
    for (const Part& part : partsOf(parts))
        lines << QStringLiteral("%1 %2 – %3").arg(part.name, exactTimeText(part.us), part.meaning);
    lines << tr("Together %1 of %2: %3 without other.")
                 .arg(exactTimeText(parts.sumUs()), exactTimeText(timeline.wallUs), percent(parts.accounted()));
    return lines.join('\n');
}

QString timelineNote(const Report& report) {
    const Timeline& timeline = report.timeline;
    const QString accounted = tr("%1 accounted for").arg(percent(timeline.parts().accounted()));
    const QString untimed = timeline.untimed > 0 ? tr("commands without times: %1").arg(timeline.untimed) : QString();
    return joined({accounted, alignmentText(timeline), untimed});
}

} // namespace lightbench
