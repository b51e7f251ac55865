// What each cell of the timing table says.
#include "ui/lab/timing_model.h"

#include <QColor>

#include <algorithm>

#include "core/text.h"
#include "ui/theme.h"

namespace lightbench {

namespace {

QString sizeText(const std::array<std::size_t, 2>& size) {
    if (size[0] == 0) return QStringLiteral("–");
    if (size[1] == 1) return countText(size[0]);
    return QStringLiteral("%1 × %2").arg(size[0]).arg(size[1]);
}

QString filterLabel(const std::string& id) {
    const Filter* filter = findFilter(id);
    return QString::fromStdString(filter ? filter->label : id);
}

bool isNumeric(int column) { return column >= TimingModel::Global && column <= TimingModel::Speedup; }

} // namespace

QString partsText(const Report& report) {
    // One unit at the end: the parts are there to be compared.
    const auto part = [](const QString& name, double milliseconds) {
        return name + QChar(' ') + QString::fromStdString(threeDigits(milliseconds));
    };
    QStringList parts;
    if (report.buildMs > 0) parts << part(TimingModel::tr("build"), report.buildMs);
    parts << part(TimingModel::tr("upload"), report.uploadMs) << part(TimingModel::tr("kernels"), report.gpuMs())
          << part(TimingModel::tr("download"), report.downloadMs) << part(TimingModel::tr("queue"), report.queueMs);
    return parts.join(QStringLiteral(" · ")) + thinSpace + TimingModel::tr("ms");
}

void TimingModel::setReport(ReportPtr report) {
    beginResetModel();
    report_ = std::move(report);
    rows_.clear();
    longestUs_ = 0;
    stale_ = false;
    for (int s = 0; report_ && s < int(report_->stages.size()); ++s) {
        const auto& kernels = report_->stages[std::size_t(s)].kernels;
        if (kernels.empty()) rows_.push_back({s, -1, true});
        for (int k = 0; k < int(kernels.size()); ++k) {
            rows_.push_back({s, k, k == 0});
            longestUs_ = std::max(longestUs_, kernels[std::size_t(k)].runUs);
        }
    }
    if (report_) rows_.push_back({});
    endResetModel();
}

void TimingModel::setStale(bool stale) {
    if (stale_ == stale) return;
    stale_ = stale;
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int TimingModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(rows_.size()); }
int TimingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QVariant TimingModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    const QStringList names{tr("Stage"),     tr("Kernel"),        tr("Global"),   tr("Local"),  tr("GPU"),
                            tr("Bandwidth"), tr("CPU reference"), tr("Speed-up"), tr("Verdict")};
    const QStringList tips{tr("Position in the stack and filter"),
                           tr("Kernel function, or step on the host"),
                           tr("Global size: work-items launched, width × height"),
                           tr("Local size: work-items in a workgroup"),
                           tr("From the kernel's start to its end by event profiling, median over the repeats"),
                           tr("Memory traffic that the kernel must at least move, over its time"),
                           tr("Time of the CPU reference of the stage"),
                           tr("CPU reference over the sum of the stage's kernels"),
                           tr("Whether the stage's result equals the reference on the same input")};
    if (role == Qt::DisplayRole) return names[section];
    if (role == Qt::ToolTipRole) return tips[section];
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

QVariant TimingModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return row.stage < 0 ? wholeText(index.column()) : stageText(row, index.column());
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole: return toolTip(row, index.column());
    case Qt::ForegroundRole: return colour(row, index.column());
    case BarRole: return index.column() == Gpu ? bar(row) : 0.0;
    case WholeRole: return row.stage < 0;
    case StackRowRole: return row.stage < 0 ? -1 : report_->stages[std::size_t(row.stage)].stackIndex;
    default: return {};
    }
}

double TimingModel::bar(const Row& row) const {
    if (row.kernel < 0 || longestUs_ <= 0) return 0;
    return report_->stages[std::size_t(row.stage)].kernels[std::size_t(row.kernel)].runUs / longestUs_;
}

QString TimingModel::stageText(const Row& row, int column) const {
    const StageReport& stage = report_->stages[std::size_t(row.stage)];
    switch (column) {
    case Stage:
        if (!row.first) return {};
        return tr("%1 %2").arg(stage.stackIndex + 1).arg(filterLabel(stage.filter)) +
               (stage.reused ? tr(" · reused") : QString());
    case Reference:
        if (!row.first) return {};
        return stage.referenceMs > 0 ? timeText(stage.referenceMs) : QStringLiteral("–");
    case Speedup: return row.first ? speedupText(stage.speedup()) : QString();
    case VerdictColumn: return row.first ? verdictText(stage.difference) : QString();
    default: break;
    }
    if (row.kernel < 0) return QStringLiteral("–");
    return kernelText(stage.kernels[std::size_t(row.kernel)], column);
}

QString TimingModel::kernelText(const KernelReport& kernel, int column) const {
    switch (column) {
    case Kernel: return QString::fromStdString(kernel.name) + (kernel.onHost ? tr(" · on the host") : QString());
    case Global: return sizeText(kernel.global);
    case Local: return sizeText(kernel.local);
    case Gpu: return timeText(kernel.runUs / 1e3);
    case Bandwidth: return rateText(kernel.gbPerS);
    default: return {};
    }
}

QString TimingModel::wholeText(int column) const {
    const double reference = report_->referenceMs();
    switch (column) {
    case Stage: return tr("Whole run");
    case Kernel: return partsText(*report_);
    case Gpu: return timeText(report_->wallMs);
    case Reference: return reference > 0 ? timeText(reference) : QStringLiteral("–");
    case Speedup: return report_->wallMs > 0 ? speedupText(reference / report_->wallMs) : QStringLiteral("–");
    case VerdictColumn:
        if (report_->repeats > 1)
            return tr("median of %1, ± %2").arg(report_->repeats).arg(timeText(report_->wallSpreadMs));
        return tr("1 run");
    default: return {};
    }
}

QString TimingModel::toolTip(const Row& row, int column) const {
    if (row.stage < 0) {
        if (column == VerdictColumn && report_->repeats == 1)
            return tr("One run while you edit. Run (F5) measures with a warm-up and seven repeats");
        return column == Gpu ? tr("Enqueue to finish, transfers included, without builds and references") : QString();
    }
    const StageReport& stage = report_->stages[std::size_t(row.stage)];
    if (column == Stage && stage.reused)
        return tr("Not run again: neither its settings nor its input changed. Times are those of the earlier run");
    if (column == Reference && stage.referenceMs > 0) return tr("Threads: %1").arg(std::max(1, stage.referenceThreads));
    if (column == VerdictColumn) return tr("Tolerance: %1").arg(QString::fromStdString(stage.tolerance.text()));
    if (row.kernel < 0) return {};
    const KernelReport& kernel = stage.kernels[std::size_t(row.kernel)];
    if (column == Gpu)
        return tr("queued %1 · submitted %2 · ran %3")
            .arg(timeText(kernel.queuedUs / 1e3), timeText(kernel.submitUs / 1e3), timeText(kernel.runUs / 1e3));
    if (column == Bandwidth) return tr("%1 read and written at the least").arg(memoryText(double(kernel.bytes)));
    return {};
}

QVariant TimingModel::colour(const Row& row, int column) const {
    const Theme& t = theme();
    if (stale_) return t.textDim;
    if (row.stage < 0) return column == Kernel || column == VerdictColumn ? t.textDim : t.text;
    const StageReport& stage = report_->stages[std::size_t(row.stage)];
    if (column == VerdictColumn) return verdictColour(stage.difference.verdict);
    return stage.reused && column != Reference && column != Speedup ? t.textDim : t.text;
}

QString TimingModel::text(const QList<int>& rows) const {
    QStringList lines, cells;
    for (int c = 0; c < ColumnCount; ++c)
        cells << headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    lines << cells.join('\t');
    for (int r : rows) {
        cells.clear();
        for (int c = 0; c < ColumnCount; ++c)
            cells << data(index(r, c), Qt::DisplayRole).toString();
        lines << cells.join('\t');
    }
    if (stale_) lines << tr("Of the last run: the settings have changed since.");
    return lines.join('\n') + '\n';
}

} // namespace lightbench
