#include "ui/panels/run/timing_model.h"

#include <QColor>

#include <algorithm>

#include "core/base/text.h"
#include "ui/controls/glossary_tip.h"
#include "ui/state/engine/device_peak_rates.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QString sizeText(const std::array<std::size_t, 2>& size) {
    if (size[0] == 0) return QStringLiteral("–");
    if (size[1] == 1) return countText(size[0]);
    return QStringLiteral("%1 × %2").arg(size[0]).arg(size[1]);
}

double gigabytesPerSecond(const StageReport& stage) {
    double bytes = 0;
    for (const KernelReport& kernel : stage.kernels)
        bytes += double(kernel.bytes);
    return stage.gpuMs > 0 ? bytes / stage.gpuMs / 1e6 : 0;
}

} // namespace

QString partsText(const Report& report) {
    // All parts have the same unit, because the user compares and adds them.
    const auto part = [](const QString& name, double milliseconds) {
        return name + QChar(' ') + words(threeDigits(milliseconds));
    };
    const RepeatParts run = report.medianRepeat();
    const QStringList parts{
        part(TimingModel::tr("upload"), run.uploadMs), part(TimingModel::tr("kernels"), run.kernelsMs),
        part(TimingModel::tr("download"), run.downloadMs), part(TimingModel::tr("rest"), run.otherMs())};
    const QString line = parts.join(QStringLiteral(" · ")) + thinSpace + TimingModel::tr("ms");
    return report.buildMs > 0 ? TimingModel::tr("%1; built before in %2").arg(line, timeText(report.buildMs)) : line;
}

TimingModel::TimingModel(const Results& results, const DevicePeakRates* peakRates, QObject* parent)
    : ResultModel(
          {}, [this] { return int(rows_.size()); }, parent),
      results_(results), peakRates_(peakRates) {
    connect(&results, &Results::reportChanged, this, &TimingModel::takeReport);
    connect(&results, &Results::pinnedChanged, this, &TimingModel::takeReport);
    connect(&results, &Results::staleChanged, this, &TimingModel::refreshCells);
    if (peakRates) connect(peakRates, &DevicePeakRates::changed, this, &TimingModel::refreshCells);
    takeReport();
}

void TimingModel::takeReport() {
    report_ = results_.report();
    rows_.clear();
    longestMs_ = 0;
    if (report_) addRows();
    setColumns(columnsNow());
}

void TimingModel::addRows() {
    for (const StageReport& stage : report_->stages) {
        longestMs_ = std::max(longestMs_, stage.gpuMs);
        const bool isOne = stage.kernels.size() == 1;
        rows_.push_back({&stage, isOne ? &stage.kernels.front() : nullptr});
        for (const KernelReport& kernel : stage.kernels)
            if (!isOne) rows_.push_back({&stage, &kernel, true});
    }
    if (!report_->stages.empty()) rows_.push_back({});
}

QString TimingModel::deviceHeading() const {
    if (!report_) return tr("Device");
    switch (report_->device.type) {
    case DeviceType::Gpu: return tr("GPU");
    case DeviceType::Cpu: return tr("CPU device");
    default: return tr("Device");
    }
}

/// In the order of Column. Columns are as wide as their longest possible text.
std::vector<ResultColumn> TimingModel::columnsNow() const {
    return {
        {tr("Stage"), tr("Position in the stack and filter"), false, tr("8 Floyd-Steinberg · reused")},
        {tr("Kernel"), tr("Kernel function, or step on the host")},
        {tr("Global"), tr("Global size: work-items launched, width × height"), true, "8888 × 8888"},
        {tr("Local"), withTerm(tr("Local size: work-items in a workgroup"), "workgroup"), true, "888 × 8"},
        {deviceHeading(),
         tr("From the kernel's start to its end by event profiling, median over the repeats. A stage "
            "is the sum of its kernels' medians"),
         true, coldText("8888 ms")},
        {tr("Spread"),
         withTerm(
             tr("Half the interquartile range of the repeats: half of all repeats lie within a range twice as wide"),
             "spread"),
         true, "± 8888 ms"},
        {tr("Bandwidth"), withTerm(tr("The bytes that the kernel must at least move, divided by its time"), "traffic"),
         true, "88.8 MB/s"},
        {tr("Of peak"),
         withTerm(tr("Share of the kernel's peak: of what memory can copy for it, or of what the device can compute, "
                     "whichever is lower. The tab Roofline measures these rates once"),
                  "peak rate"),
         true, "88.8 %"},
        {tr("CPU reference"), withTerm(tr("Time of the CPU reference of the stage"), "reference"), true,
         coldText("8888 ms")},
        {tr("Speed-up"),
         withTerm(tr("The time of the CPU reference divided by the time of this stage. Press F5 to measure both"),
                  "speed-up"),
         true, tr("press F5")},
        {tr("Verdict"), withTerm(tr("Whether the stage's result equals the reference on the same input"), "verdict"),
         false, tr("median of 1000")},
        {tr("A"), tr("The time of this stage in setting A"), true, coldText("8888 ms")},
        {tr("B ÷ A"),
         tr("This time divided by A's. Below 1, the current stack is faster. (cold) means that one of both is a single "
            "cold run; Run (F5) measures"),
         true, coldText("0.888 ×")}};
}

QVariant TimingModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[std::size_t(index.row())];
    const StageReport* stage = row.stage;
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return toolTip(row, index.column());
    case Qt::ForegroundRole: return colour(row, index.column());
    case BarRole: {
        if (index.column() != Time || !stage || longestMs_ <= 0) return 0.0;
        return timeMs(row) / longestMs_;
    }
    case WholeRole: return !stage;
    case StackRowRole: return stage ? stage->stackIndex : -1;
    case ColdRole: return isCold(row, index.column());
    default: return ResultModel::data(index, role);
    }
}

double TimingModel::spreadMs(const Row& row) const {
    if (row.kernel) return row.kernel->spreadUs() / 1e3;
    return row.stage ? row.stage->gpuSpreadMs : report_->wallSpreadMs;
}

bool TimingModel::isCold(const Row& row, int column) const {
    if (column == Reference) return row.stage ? row.stage->referenceTimingsMs.empty() : !report_->warmedUp;
    const bool wholeIsCold = !row.stage && (column == Stage || column == VerdictColumn);
    return !report_->warmedUp &&
           (column == Time || column == Spread || column == Bandwidth || column == Share || wholeIsCold);
}

double TimingModel::timeMs(const Row& row) const {
    if (!row.stage) return report_->medianRepeat().wallMs;
    return row.isStep ? row.kernel->runUs / 1e3 : row.stage->gpuMs;
}

/// The time of A's stage at the same position, or of its kernel of the same name, if the filter is the same.
std::optional<double> TimingModel::pinnedMs(const Row& row) const {
    if (!row.stage) return results_.pinned()->medianRepeat().wallMs;
    const StageReport& own = *row.stage;
    const StageReport* stage = stageAt(results_.pinned(), own.stackIndex);
    if (!stage || stage->filter != own.filter) return std::nullopt;
    if (!row.isStep) return stage->gpuMs;
    const auto kernel = std::ranges::find(stage->kernels, row.kernel->name, &KernelReport::name);
    return kernel == stage->kernels.end() ? std::nullopt : std::optional(kernel->runUs / 1e3);
}

QString TimingModel::comparedText(const Row& row, int column) const {
    const auto a = isComparing() ? pinnedMs(row) : std::nullopt;
    if (!a) return isComparing() ? QStringLiteral("–") : QString();
    const bool isMeasured = results_.pinned()->warmedUp;
    if (column == PinnedTime) return measuredText(*a, isMeasured);
    const QString ratio = speedupText(*a > 0 ? timeMs(row) / *a : 0);
    return *a > 0 && !(isMeasured && report_->warmedUp) ? coldText(ratio) : ratio;
}

QString TimingModel::timeCell(double milliseconds) const { return measuredText(milliseconds, report_->warmedUp); }

/// Single cold runs show no factor, but how to get one.
QString TimingModel::speedupCell(double factor, double referenceMs) const {
    return factor == 0 && referenceMs > 0 ? tr("press F5") : speedupText(factor);
}

QString TimingModel::spreadCell(const Row& row) const {
    if (report_->repeats == 1) return tr("1 run");
    return QStringLiteral("± ") + timeText(spreadMs(row));
}

QString TimingModel::text(const Row& row, int column) const {
    if (column >= PinnedTime) return comparedText(row, column);
    if (!row.stage) return wholeText(column);
    if (column == Share) {
        const auto point = rooflinePointOf(row);
        return point ? shareText(point->share) : QString();
    }
    if (column == Spread) return row.stage->kernels.empty() ? QString() : spreadCell(row);
    const QString ofKernel = row.kernel ? kernelText(*row.kernel, column) : QString();
    if (!row.isStep) return ofKernel.isEmpty() ? stageText(*row.stage, column) : ofKernel;
    return column == Kernel ? QStringLiteral("    ") + ofKernel : ofKernel;
}

QString TimingModel::stageText(const StageReport& stage, int column) const {
    const QString none = QStringLiteral("–");
    const bool runs = !stage.kernels.empty();
    switch (column) {
    case Stage:
        return stageLabel(stage, report_->filters) + (stage.reused ? tr(" · reused") : QString()) +
               (stage.fallbackFor.empty() ? QString()
                                          : tr(" · %1 for %2").arg(words(stage.variant), words(stage.fallbackFor)));
    case Kernel: return runs ? tr("sum of %1 steps").arg(stage.kernels.size()) : none;
    case Global:
    case Local: return runs ? QString() : none;
    case Time: return runs ? timeCell(stage.gpuMs) : none;
    case Bandwidth: return rateText(gigabytesPerSecond(stage));
    case Reference:
        return stage.referenceMs > 0 ? measuredText(stage.referenceMs, !stage.referenceTimingsMs.empty()) : none;
    case Speedup: return speedupCell(stage.speedup(), stage.referenceMs);
    case VerdictColumn: return verdictText(stage);
    default: return {};
    }
}

QString TimingModel::kernelText(const KernelReport& kernel, int column) const {
    switch (column) {
    case Kernel: return words(kernel.name) + (kernel.onHost ? tr(" · on the host") : QString());
    case Global: return sizeText(kernel.global);
    case Local: return sizeText(kernel.local);
    case Time: return timeCell(kernel.runUs / 1e3);
    case Bandwidth: return rateText(kernel.gbPerS);
    default: return {};
    }
}

bool TimingModel::isAllReused() const {
    return !report_->warmedUp && std::ranges::all_of(report_->stages, &StageReport::reused);
}

QString TimingModel::wholeText(int column) const {
    if (isAllReused() && (column == Kernel || column == Time || column == Spread))
        return column == Kernel ? tr("all stages were reused from the previous run; press F5 to measure")
                                : QStringLiteral("–");
    const double reference = report_->referenceMs();
    switch (column) {
    case Stage: return tr("Whole run");
    case Kernel: return partsText(*report_);
    case Time: return timeCell(report_->medianRepeat().wallMs);
    case Spread: return spreadCell({});
    case Reference: return reference > 0 ? timeCell(reference) : QStringLiteral("–");
    case Speedup: return speedupCell(report_->speedup(), reference);
    case VerdictColumn:
        if (!report_->warmedUp) return tr("single cold run");
        return report_->repeats > 1 ? tr("median of %1").arg(report_->repeats) : tr("single run");
    default: return {};
    }
}

QString TimingModel::toolTip(const Row& row, int column) const {
    if (column == Spread) return spreadTip();
    if (column >= PinnedTime) return {};
    if (column == Share) return shareTip(row);
    if (!row.stage) return wholeTip(column);
    if (!row.isStep)
        if (const QString tip = stageTip(*row.stage, column); !tip.isEmpty()) return tip;
    return row.kernel ? kernelTip(*row.kernel, column) : QString();
}

std::optional<RooflinePoint> TimingModel::rooflinePointOf(const Row& row) const {
    const StoredPeakRates* kept = row.kernel && peakRates_ ? peakRates_->of(report_->device) : nullptr;
    if (!kept || !hasRooflinePoint(*row.kernel)) return std::nullopt;
    return lightbench::rooflinePointOf(*row.kernel, report_->device, kept->peakRates);
}

QString TimingModel::shareTip(const Row& row) const {
    const std::optional<RooflinePoint> point = rooflinePointOf(row);
    if (point) return words(limitName(point->limit) + ": " + point->why);
    return row.kernel ? tr("Not known: the Roofline tab measures what the device can do at most, once") : QString();
}

QString TimingModel::spreadTip() const {
    if (report_->repeats == 1) return tr("One run has no spread. Run (F5) measures with a warm-up and seven repeats");
    return tr("Half the interquartile range of %1 repeats: half of all repeats lie within a range twice as wide")
        .arg(report_->repeats);
}

QString TimingModel::wholeTip(int column) const {
    switch (column) {
    case Stage:
    case VerdictColumn:
        if (!report_->warmedUp)
            return tr("One run while you edit, caches cold. Run (F5) measures with a warm-up and seven repeats");
        return tr("The repeat whose time is the median; its parts are beside it");
    case Kernel:
        return tr("%1\nThe parts of this run add up to its time. Kernels: the device's work of all stages. Rest: "
                  "waiting in the queue, and the host's work. Compiling is not included")
            .arg(partsText(*report_));
    case Time:
        return tr(
            "From the first command to the end of the last one, with transfers, without compiling and references");
    case Speedup:
        if (!report_->warmedUp) return tr("A speed-up needs repeated runs. Press F5 to measure");
        return tr("The time of all CPU references, divided by that of the whole run");
    default: return {};
    }
}

QString TimingModel::stageTip(const StageReport& stage, int column) const {
    if (column == Stage && !stage.fallbackFor.empty())
        return tr("%1 ran because %2 is still being built for this value. %2 follows when you stop changing the value")
            .arg(words(stage.variant), words(stage.fallbackFor));
    if (column == Stage && stage.reused)
        return tr("Not run again: neither its settings nor its input changed. Times are those of the earlier run");
    if (column == Stage && !stage.chosenBy.empty())
        return tr("%1 in workgroups of %2, chosen by: %3")
            .arg(words(stage.variant), words(workgroupText(stage.workgroup)), words(stage.chosenBy));
    if (column == Reference) return referenceTip(stage);
    if (column == Speedup && stage.referenceMs > 0 && stage.speedup() == 0)
        return tr("A speed-up needs repeated runs. Press F5 to measure the device and the reference alike");
    if (column == Speedup && stage.referenceMs <= 0)
        return tr("There is no time of the CPU reference. Turn on Check, then press F5");
    if (column == VerdictColumn) return tr("Tolerance: %1").arg(words(stage.tolerance.text()));
    if (column == Time && stage.kernels.size() > 1) return tr("The sum of the steps' times");
    return {};
}

QString TimingModel::referenceTip(const StageReport& stage) const {
    if (stage.referenceMs <= 0) return {};
    const QString threads = tr("Threads: %1").arg(std::max(1, stage.referenceThreads));
    const qsizetype repeats = qsizetype(stage.referenceTimingsMs.size());
    if (repeats == 0) return tr("%1. A single cold run, made for the check").arg(threads);
    return tr("%1. Median of %2 after a warm-up, ± %3")
        .arg(threads)
        .arg(repeats)
        .arg(timeText(stage.referenceSpreadMs));
}

QString TimingModel::kernelTip(const KernelReport& kernel, int column) const {
    const QString which = !report_->warmedUp     ? tr("Single cold run")
                          : report_->repeats > 1 ? tr("Median of %1 repeats").arg(report_->repeats)
                                                 : tr("Single run");
    if (column == Time)
        return tr("%1 of this kernel alone: queued %2 · submitted %3 · ran %4")
            .arg(which, timeText(kernel.queuedUs / 1e3), timeText(kernel.submitUs / 1e3), timeText(kernel.runUs / 1e3));
    if (column == Bandwidth) return tr("%1 read and written at the least").arg(memoryText(double(kernel.bytes)));
    return {};
}

QVariant TimingModel::colour(const Row& row, int column) const {
    const Theme& t = theme();
    if (results_.isStale()) return t.textDim; // cold times are italic; dim means stale
    const StageReport* stage = row.stage;
    if (!stage) return column == Kernel || column == VerdictColumn || column == Spread ? t.textDim : t.text;
    if (row.isStep || column == Spread) return t.textDim;
    if (column == VerdictColumn) return verdictColour(stage->difference.verdict);
    return stage->reused && column != Reference && column != Speedup ? t.textDim : t.text;
}

} // namespace lightbench
