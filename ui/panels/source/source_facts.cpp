#include "ui/panels/source/source_facts.h"

#include <QHeaderView>

#include <algorithm>

#include "core/base/text.h"
#include "core/framework/user_path.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
enum Column { Name, Value, Other };
constexpr int kindRole = Qt::UserRole + 7, fileRole = kindRole + 1;
enum Kind { Plain, Constant, Kernel, Finding };

QString bytesText(std::uint64_t bytes) { return words(byteText(double(bytes))); }

QString sizeText(std::size_t width, std::size_t height) {
    return height == 1 ? countText(width) : QStringLiteral("%1 × %2").arg(width).arg(height);
}

QString itemsText(std::size_t items) {
    return items == 1 ? SourceFacts::tr("1 work-item") : SourceFacts::tr("%1 work-items").arg(countText(items));
}

QString workgroupWords(Workgroup workgroup) {
    if (workgroup == driverChosenWorkgroup) return SourceFacts::tr("the driver chooses");
    const QString items = itemsText(std::size_t(workgroup.items()));
    if (workgroup.y == 1) return items;
    return SourceFacts::tr("%1, %2").arg(sizeText(std::size_t(workgroup.x), std::size_t(workgroup.y)), items);
}

/// The report's row of a kernel. A kernel that is launched several times has one program, so any row will do.
const KernelReport* rowOf(const StageReport* stage, const std::string& kernel) {
    if (!stage) return nullptr;
    const auto row = std::ranges::find(stage->kernels, kernel, &KernelReport::name);
    return row == stage->kernels.end() ? nullptr : &*row;
}
} // namespace

SourceFacts::SourceFacts(QWidget* parent) : QTreeWidget(parent) {
    setColumnCount(2);
    setHeaderHidden(true);
    setIndentation(12);
    setRootIsDecorated(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(Name, QHeaderView::ResizeToContents);
    setAccessibleName(tr("Launches and constants of the kernels"));
    setObjectName(QStringLiteral("sourceFacts"));
    whenThemeChanges(this, [this] { colour(); });
    connect(this, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        const int kind = item ? item->data(Name, kindRole).toInt() : Plain;
        if (kind == Constant) emit nameChosen(item->text(Name));
        if (kind == Kernel) emit kernelChosen(item->text(Name));
        if (kind == Finding)
            emit lineChosen(item->data(Name, fileRole).toString(), item->data(Value, kindRole).toInt());
    });
}

QTreeWidgetItem* SourceFacts::heading(const QString& text, const QString& tip) {
    auto* item = new QTreeWidgetItem(this, {text});
    item->setFirstColumnSpanned(true);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    item->setFont(Name, bold);
    item->setToolTip(Name, tip);
    return item;
}

QTreeWidgetItem* SourceFacts::add(QTreeWidgetItem* parent, const QString& name, const QString& value,
                                  const QString& tip) {
    auto* item = new QTreeWidgetItem(parent, {name, value});
    item->setToolTip(Name, tip.isEmpty() ? name + QStringLiteral(" = ") + value : tip);
    item->setToolTip(Value, item->toolTip(Name));
    return item;
}

void SourceFacts::addNames(QTreeWidgetItem* parent, const std::vector<NamedValue>& values) {
    for (const auto& [name, value] : values)
        add(parent, words(name), words(value))->setData(Name, kindRole, Constant);
}

void SourceFacts::addLaunch(const KernelLaunch& launch, const KernelReport* measured, const KernelResources* figures,
                            const KernelResources* other) {
    QTreeWidgetItem* kernel =
        heading(words(launch.kernel), tr("A kernel that the stage launches; choose it to see where it begins"));
    kernel->setData(Name, kindRole, Kernel);
    add(kernel, tr("Work-items"), sizeText(launch.global[0], launch.global[1]),
        tr("The grid of work-items that the plan launches"));
    if (launch.count > 1)
        add(kernel, tr("Launches"), countText(std::size_t(launch.count)),
            tr("The stage launches it so often with the same numbers, such as once for each channel"));
    add(kernel, tr("Workgroup"), workgroupWords(launch.local),
        tr("Work-items that share local memory and wait at barriers for each other"));
    if (launch.localBytes > 0)
        add(kernel, tr("Local memory"), bytesText(launch.localBytes), tr("Of one workgroup, as the plan counts it"));
    if (launch.bytes > 0)
        add(kernel, tr("Moves at least"), bytesText(launch.bytes),
            tr("Global memory that the kernel must read and write at least, as the plan counts it"));
    if (launch.operations > 0)
        add(kernel, tr("Operations"), countText(launch.operations),
            tr("An estimate of the plan, good to about a factor of ten"));
    if (measured && measured->runUs > 0)
        add(kernel, launch.count > 1 ? tr("Time of a launch") : tr("Time"), timeText(measured->runUs / 1e3),
            launch.count > 1 ? tr("Of the first one, in the newest run") : tr("Of the newest run"));
    if (launch.records)
        add(kernel, tr("Order"), tr("see Replay"), tr("Replay can record the order in which it finishes its pixels"));
    figures || other ? addFigures(kernel, figures, other) : addCompiled(kernel, measured);
    addNames(kernel, launch.arguments);
}

/// Either may be missing: the other variant may have more kernels, or fewer.
void SourceFacts::addFigures(QTreeWidgetItem* parent, const KernelResources* figures, const KernelResources* other) {
    const QString none = QStringLiteral("–");
    const auto shown = [&](const std::string& value) { // two columns have no room for "by the driver"
        return words(value.substr(0, comparedWith_.isEmpty() ? value.npos : value.find(" by the driver")));
    };
    const auto addBoth = [&](const QString& name, const QString& one, const QString& another, const QString& tip) {
        QTreeWidgetItem* row = add(parent, name, figures ? one : none, tip);
        if (comparedWith_.isEmpty()) return;
        row->setText(Other, other ? another : none);
        row->setToolTip(Other, row->toolTip(Name));
    };
    if (!comparedWith_.isEmpty())
        addBoth(tr("Kernel"), figures ? words(figures->kernel) : none, other ? words(other->kernel) : none,
                tr("The figures of two kernels side by side"));
    const std::vector<FigureRow> rows = figureRows(figures ? *figures : *other);
    const std::vector<FigureRow> others = figureRows(other ? *other : *figures);
    for (std::size_t i = 0; i < rows.size(); ++i)
        addBoth(tr("Compiled: %1").arg(words(rows[i].name).toLower()), shown(rows[i].value), shown(others[i].value),
                words(rows[i].meaning));
    for (const KernelResources* one : {figures, other})
        for (const std::string& advice : one ? figureAdvice(*one) : std::vector<std::string>())
            addAdvice(parent, one == figures ? tr("Advice") : tr("Advice for %1").arg(comparedWith_), words(advice));
}

/// Beside two columns of figures a sentence takes the whole row, so that it does not push the second one out of sight.
void SourceFacts::addAdvice(QTreeWidgetItem* parent, const QString& name, const QString& advice) {
    if (comparedWith_.isEmpty())
        add(parent, name, advice, advice);
    else
        add(parent, tr("%1: %2").arg(name, advice), {}, advice)->setFirstColumnSpanned(true);
}

void SourceFacts::addCompiled(QTreeWidgetItem* parent, const KernelReport* measured) {
    const QString tip = tr("What the driver's compiler made of it");
    if (!measured || measured->compiled.largestWorkgroup == 0) {
        add(parent, tr("Compiled"), tr("run the stack to see"),
            tr("After a run, private and local memory and the largest workgroup stand here. Look inside shows more "
               "without a run."));
        return;
    }
    const CompiledKernel& compiled = measured->compiled;
    add(parent, tr("Compiled: private memory"), bytesText(compiled.privateBytes),
        tip + tr(": memory of each work-item that is not in registers, such as arrays and spilled registers"));
    add(parent, tr("Compiled: local memory"), bytesText(compiled.localBytes), tip + tr(": for each workgroup"));
    add(parent, tr("Compiled: best multiple"), itemsText(compiled.preferredMultiple),
        tip + tr(": use a multiple of so many work-items in each workgroup"));
    add(parent, tr("Compiled: largest workgroup"), itemsText(compiled.largestWorkgroup),
        tip + tr(": larger ones need too many registers"));
}

void SourceFacts::show(const ProgramSource& program, const StageReport* measured, const CompiledProgram* compiled) {
    const QSignalBlocker blocker(this);
    clear();
    addFindings();
    setColumnCount(comparedWith_.isEmpty() ? 2 : 3);
    setHeaderHidden(comparedWith_.isEmpty());
    if (!comparedWith_.isEmpty()) setHeaderLabels({tr("Figure"), shownVariant_, comparedWith_});
    for (int column = Value; column < columnCount(); ++column) // two of them share the room
        header()->setSectionResizeMode(column,
                                       comparedWith_.isEmpty() ? QHeaderView::Interactive : QHeaderView::Stretch);
    const std::vector<const KernelResources*> others = comparedTo(program);
    for (std::size_t i = 0; i < program.launches.size(); ++i) {
        const KernelLaunch& launch = program.launches[i];
        addLaunch(launch, rowOf(measured, launch.kernel), compiled ? figuresOf({compiled, 1}, launch.kernel) : nullptr,
                  others[i]);
    }
    for (std::size_t i = program.launches.size(); i < others.size(); ++i)
        addFigures(heading(tr("%1 of %2").arg(words(others[i]->kernel), comparedWith_), {}), nullptr, others[i]);
    if (!program.constants.empty())
        addNames(
            heading(tr("Constants"), tr("Names with which the program is built; choose one to find it in the text")),
            program.constants);
    expandAll();
    colour();
}

void SourceFacts::setFindings(const std::vector<MemoryFinding>& findings) { findings_ = findings; }

void SourceFacts::setCompared(const QString& shown, const QString& variant,
                              const std::vector<CompiledProgram>& programs) {
    shownVariant_ = shown;
    comparedWith_ = variant;
    compared_ = programs;
}

/// For each launch the kernel of the other variant that has the same name, or else the next one; null: none. Those that
/// are left over follow. The user's kernels are never paired with those of Lightbench that move samples for them.
std::vector<const KernelResources*> SourceFacts::comparedTo(const ProgramSource& program) const {
    const bool isUsers = program.path.starts_with(userFolder);
    std::vector<const KernelResources*> left;
    for (const CompiledProgram& other : compared_)
        if (other.program.starts_with(userFolder) == isUsers)
            for (const KernelResources& kernel : other.kernels)
                left.push_back(&kernel);
    std::vector<const KernelResources*> pairs(program.launches.size(), nullptr);
    const auto take = [&](std::size_t launch, auto isWanted) {
        const auto found = std::ranges::find_if(left, isWanted);
        if (pairs[launch] || found == left.end()) return;
        pairs[launch] = *found;
        left.erase(found);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i)
        take(i, [&](const KernelResources* one) { return one->kernel == program.launches[i].kernel; });
    for (std::size_t i = 0; i < pairs.size(); ++i)
        take(i, [](const KernelResources*) { return true; });
    pairs.insert(pairs.end(), left.begin(), left.end());
    return pairs;
}

void SourceFacts::addFindings() {
    if (findings_.empty()) return;
    QTreeWidgetItem* parent = heading(tr("Hints of Oclgrind"), tr("What a check of memory found; the verdict does not "
                                                                  "depend on it"));
    for (const MemoryFinding& finding : findings_) {
        const QString text = words(findingText(finding));
        QTreeWidgetItem* row = add(parent, tr("%1, line %2").arg(words(finding.file)).arg(finding.line), text, text);
        row->setData(Name, kindRole, Finding);
        row->setData(Name, fileRole, words(finding.file));
        row->setData(Value, kindRole, finding.line);
    }
}

QString SourceFacts::valueOf(const QString& name) const {
    const QList<QTreeWidgetItem*> found = findItems(name, Qt::MatchExactly | Qt::MatchRecursive, Name);
    return found.isEmpty() ? QString() : found.front()->text(Value);
}

/// Names of rows are dimmer than their values.
void SourceFacts::colour() {
    for (int i = 0; i < topLevelItemCount(); ++i)
        for (int k = 0; k < topLevelItem(i)->childCount(); ++k)
            topLevelItem(i)->child(k)->setForeground(Name, theme().textDim);
}

} // namespace lightbench
