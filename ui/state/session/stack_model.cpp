#include "ui/state/session/stack_model.h"

#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/run/stack_text.h"
#include "ui/texts/texts.h"

namespace lightbench {

QString labelOf(const Stage& stage, const FilterCatalog& filters) {
    const Filter* filter = filters.find(stage.filter);
    return words(filter ? filter->label : stage.filter);
}

namespace {
QString workgroupShort(Workgroup workgroup) {
    return words(workgroupText(workgroup)).replace('x', QStringLiteral("×"));
}

/// Three significant digits, or as many as the step needs, without trailing zeros.
QString shortNumber(double value, double step) {
    const auto decimalsFor = [](double size) { return size > 0 ? -int(std::floor(std::log10(size) + 1e-9)) : 0; };
    const int decimals = std::max({0, decimalsFor(step), value == 0 ? 0 : decimalsFor(std::abs(value)) + 2});
    QString text = QString::number(value, 'f', std::min(decimals, 9));
    while (text.contains('.') && text.endsWith('0'))
        text.chop(1);
    return text.endsWith('.') ? text.chopped(1) : text;
}

QString numberLabel(const Parameter& parameter, double number) {
    if (parameter.zeroIsAuto && number == 0) return StackModel::tr("auto");
    const QString unit = words(parameter.unit);
    const bool whole = parameter.kind == ParameterKind::Integer;
    const QString text = whole ? QString::number(qint64(number)) : shortNumber(number, parameter.step);
    return unit.isEmpty() ? text : text + thinSpace + unit;
}

QString choiceLabel(const Parameter& parameter, const std::string& name) {
    for (const Choice& choice : parameter.choices)
        if (choice.name == name) return words(choice.label);
    return words(name);
}

QString shortSetting(const Parameter& parameter, const ParameterValue& value) {
    if (parameter.kind == ParameterKind::Choice) {
        // A number gets its parameter's label, because the number alone is unclear.
        const QString label = valueLabel(parameter, value);
        const bool bare = !label.isEmpty() && label[0].isDigit();
        return bare ? words(parameter.label).toLower() + QChar(' ') + label : label;
    }
    if (parameter.kind == ParameterKind::Switch && !std::get<bool>(value))
        return StackModel::tr("no %1").arg(words(parameter.label).toLower());
    if (parameter.kind == ParameterKind::Switch) return words(parameter.label).toLower();
    return words(parameter.label).toLower() + QChar(' ') + valueLabel(parameter, value);
}

bool isAuto(const Parameter& parameter, const ParameterValue& value) {
    if (value == ParameterValue(std::string("auto"))) return true;
    return parameter.zeroIsAuto && (value == ParameterValue(0) || value == ParameterValue(0.0));
}

/// The file name without its folder, else the source.
QString imageLabel(const ImageInput& image) {
    if (image.isFile()) return words(shownText(image.file.substr(image.file.rfind('/') + 1)));
    return image.stage == 0 ? StackModel::tr("input") : StackModel::tr("stage %1").arg(image.stage);
}

QStringList settingsThatMatter(const Stage& stage, const Filter& filter) {
    QStringList differing, numbers, others;
    for (const Parameter& parameter : filter.parameters) {
        const ParameterValue& value = stage.parameters.get(parameter.name);
        if (!(value == parameter.initial))
            differing << shortSetting(parameter, value);
        else if (parameter.ofStage)
            continue;
        else if (parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real)
            numbers << (isAuto(parameter, value) ? QString() : shortSetting(parameter, value));
        else if (parameter.kind == ParameterKind::Choice && !isAuto(parameter, value))
            others << shortSetting(parameter, value);
    }
    numbers.removeAll(QString());
    if (!differing.isEmpty()) return differing.mid(0, 3);
    return (numbers.isEmpty() ? others : numbers).mid(0, 2);
}

std::string measuredCase(const Stage& stage, const std::string& device, const ImageShape& input,
                         const FilterCatalog& filters) {
    return stageText(stage, filters) + '\n' + device + '\n' + input.name();
}

} // namespace

QString valueLabel(const Parameter& parameter, const ParameterValue& value) {
    if (const int* whole = std::get_if<int>(&value)) return numberLabel(parameter, *whole);
    if (const double* real = std::get_if<double>(&value)) return numberLabel(parameter, *real);
    if (const std::string* name = std::get_if<std::string>(&value)) return choiceLabel(parameter, *name);
    if (const Matrix* matrix = std::get_if<Matrix>(&value))
        return matrix->k ? StackModel::tr("%1 × %1").arg(matrix->k) : StackModel::tr("none");
    if (const Rectangle* r = std::get_if<Rectangle>(&value); r && *r != Rectangle{})
        return StackModel::tr("%1 × %2").arg(r->width).arg(r->height);
    if (const ImageInput* image = std::get_if<ImageInput>(&value)) return imageLabel(*image);
    return words(valueText(value));
}

QString stageSummary(const Stage& stage, const StageStatus& status, const FilterCatalog& filters) {
    const Filter* filter = filters.find(stage.filter);
    if (!filter) return {};
    if (!stage.enabled) return StackModel::tr("off");
    QStringList parts = settingsThatMatter(stage, *filter);
    const bool automatic = stage.variant == "auto";
    if (!status.fallbackFor.isEmpty())
        parts << StackModel::tr("%1 for %2").arg(status.variant, status.fallbackFor);
    else if (!automatic)
        parts << words(stage.variant);
    else if (!status.variant.isEmpty() && filter->variants.size() > 1)
        parts << status.variant;
    if (stage.workgroup)
        parts << workgroupShort(*stage.workgroup);
    else if (!status.workgroup.isEmpty())
        parts << StackModel::tr("auto %1").arg(status.workgroup);
    return parts.join(QStringLiteral(" · "));
}

int StackModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(stack_.size()); }

QVariant StackModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Stage& stage = stack_[std::size_t(index.row())];
    const StageStatus found = status(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case LabelRole: return labelOf(stage, filters_.filters());
    case SummaryRole: return stageSummary(stage, found, filters_.filters());
    case TimeRole:
        return !stage.enabled || found.gpuMs < 0 ? QStringLiteral("–") : measuredText(found.gpuMs, found.isMeasured);
    case EnabledRole: return stage.enabled;
    case ErrorRole: return stage.enabled ? found.error : QString();
    case StaleRole: return found.stale;
    case Qt::ToolTipRole: return toolTip(index.row());
    case Qt::AccessibleTextRole:
        return QStringList{labelOf(stage, filters_.filters()), stageSummary(stage, found, filters_.filters()),
                           data(index, TimeRole).toString(), found.error}
            .join(QStringLiteral(", "));
    default: return {};
    }
}

/// The filter's summary, the run that the time is from, and how to show the stage's picture.
QString StackModel::toolTip(int row) const {
    const Stage& stage = stack_[std::size_t(row)];
    const StageStatus found = status(row);
    QStringList lines{words(filters_.filters().byId(stage.filter).doc)};
    if (stage.enabled && found.gpuMs >= 0) {
        const QString what = found.isRaced       ? tr("median of a race")
                             : !found.isMeasured ? tr("single cold run. Press F5 to measure")
                             : found.repeats > 1 ? tr("median of %1 repeats").arg(found.repeats)
                                                 : tr("single run");
        lines << tr("%1 on the device: %2.").arg(measuredText(found.gpuMs, found.isMeasured), what);
    }
    lines << tr("Double-click to show the picture of this stage.");
    return Qt::convertFromPlainText(lines.join(QChar('\n')), Qt::WhiteSpaceNormal);
}

void StackModel::takeRace(int row, double gpuMs, const std::string& device, const ImageShape& input) {
    StageRun& run = lastRuns_[std::size_t(row)];
    run.gpuMs = gpuMs;
    run.measuredCase = measuredCase(stack_[std::size_t(row)], device, input, filters_.filters());
    run.isMeasured = run.isRaced = true;
    emit dataChanged(index(row), index(row));
}

Qt::ItemFlags StackModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

void StackModel::touched(int row) {
    if (row < int(stack_.size())) emit dataChanged(index(row), index(int(stack_.size()) - 1));
    emit stackChanged();
}

void StackModel::insert(int row, const Stage& stage) {
    beginInsertRows({}, row, row);
    stack_.insert(stack_.begin() + row, fitted(stage));
    lastRuns_.insert(lastRuns_.begin() + row, StageRun{});
    endInsertRows();
    touched(row);
}

void StackModel::remove(int row) {
    beginRemoveRows({}, row, row);
    stack_.erase(stack_.begin() + row);
    lastRuns_.erase(lastRuns_.begin() + row);
    endRemoveRows();
    touched(row);
}

void StackModel::move(int from, int to) {
    if (from == to) return;
    beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
    const auto rotate = [from, to](auto& list) {
        const auto begin = list.begin();
        if (from < to)
            std::rotate(begin + from, begin + from + 1, begin + to + 1);
        else
            std::rotate(begin + to, begin + from, begin + from + 1);
    };
    rotate(stack_);
    rotate(lastRuns_);
    endMoveRows();
    touched(std::min(from, to));
}

void StackModel::change(int row, const Stage& stage) {
    stack_[std::size_t(row)] = fitted(stage);
    StageRun& run = lastRuns_[std::size_t(row)];
    run.variant.clear(), run.fallbackFor.clear(), run.workgroup.clear();
    touched(row);
}

void StackModel::replace(const Stack& stack) {
    beginResetModel();
    stack_.clear();
    std::ranges::transform(stack, std::back_inserter(stack_), [this](const Stage& stage) { return fitted(stage); });
    lastRuns_.assign(stack.size(), StageRun{});
    endResetModel();
    emit stackChanged();
}

void StackModel::adaptToFilters(const FilterCatalog& before) {
    bool isTouched = false;
    for (std::size_t row = 0; row < stack_.size(); ++row) {
        Stage& stage = stack_[row];
        if (isDefinedAlike(stage, before, filters_.filters())) continue;
        stage = filters_.fitted(stage, before);
        lastRuns_[row] = {};
        isTouched = true;
    }
    if (isTouched) touched(0);
}

/// A single cold run does not replace a measurement of the same settings, device and input.
void StackModel::takeTime(const Report& report, const StageReport& stage, const ImageShape& input, bool isShown) {
    const auto row = std::size_t(stage.stackIndex);
    StageRun& run = lastRuns_[row];
    const bool isOlder = isShown || stage.reused || !report.warmedUp;
    std::string newCase = measuredCase(report.stack[row], report.device.name, input, report.filters);
    if (run.isMeasured && isOlder && newCase == run.measuredCase) return;
    run.gpuMs = stage.gpuMs;
    run.isMeasured = report.warmedUp;
    run.repeats = report.repeats;
    run.isRaced = false;
    run.measuredCase = std::move(newCase);
}

/// Stages that did not run, such as those that are off, keep their earlier results.
void StackModel::takeReport(const Report& report, std::size_t rows, bool isShown) {
    ImageShape next = report.input ? report.input->shape() : ImageShape{};
    for (const StageReport& stage : report.stages) {
        const ImageShape input = std::exchange(next, stage.output);
        const auto row = std::size_t(stage.stackIndex);
        if (row >= rows || stack_[row].filter != stage.filter || !stack_[row].enabled) continue;
        const bool same = report.stack[row] == stack_[row];
        takeTime(report, stage, input, isShown);
        StageRun& run = lastRuns_[row];
        run.variant = same ? words(stage.variant) : QString();
        run.fallbackFor = same ? words(stage.fallbackFor) : QString();
        run.workgroup = same && stage.variant != "cpu" ? workgroupShort(stage.workgroup) : QString();
    }
}

StageStatus StackModel::status(int row) const {
    StageStatus status{lastRuns_[std::size_t(row)], row >= currentStages_, {}, {}};
    if (row == problem_.stackIndex) {
        status.error = problem_.message;
        status.errorField = problem_.field;
    }
    return status;
}

std::vector<StageStatus> StackModel::statuses() const {
    std::vector<StageStatus> all;
    for (int row = 0; row < int(lastRuns_.size()); ++row)
        all.push_back(status(row));
    return all;
}

void StackModel::show(const ReportPtr& report, int currentStages, const StageProblem& problem) {
    const std::vector<StageStatus> before = statuses();
    // The rows of an old report may have moved, so they are used only when the report is new.
    const bool isNew = report && report_.lock() != report;
    if (report) takeReport(*report, isNew ? stack_.size() : std::size_t(currentStages), !isNew);
    if (isNew) report_ = report;
    currentStages_ = currentStages;
    problem_ = problem;
    for (int row = 0; row < int(before.size()); ++row)
        if (!(status(row) == before[std::size_t(row)])) emit dataChanged(index(row), index(row));
}

} // namespace lightbench
