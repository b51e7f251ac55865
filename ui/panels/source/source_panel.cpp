// Resolves the chosen stage, and shows the text of one of its files.
#include "ui/panels/source/source_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/user_path.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/segments.h"
#include "ui/panels/source/figures_comparison.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_view.h"
#include "ui/panels/source/variant_copy_button.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int widestFiles = 360;
constexpr ImageShape commonShape{{1920, 1080}, {SampleType::U8, 4}};

bool isUsers(const ProgramSource& program) { return program.path.starts_with(userFolder); }

/// Without "kernels/"; variants of several filters have files of one name. The user's files by their own names.
QString shortPath(const std::string& path) {
    const std::size_t folder = path.starts_with(userFolder) ? path.find('/', userFolder.size()) : path.find('/');
    return words(path.substr(folder + 1));
}
} // namespace

SourcePanel::SourcePanel(const Session& session, const Results& results, EngineThread& engine, KernelLibrary kernels,
                         QWidget* parent)
    : QWidget(parent), session_(session), results_(results), engineKernels_(std::move(kernels)), compiler_(engine),
      check_(new MemoryCheckButton(engine)), compare_(new FiguresComparison(engine)), empty_(new QLabel),
      split_(new QSplitter), view_(new SourceView), facts_(new SourceFacts) {
    setAccessibleName(tr("Source"));
    setObjectName(QStringLiteral("source"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addWidget(header());
    column->addWidget(split_, 1);
    column->addWidget(empty_, 1);
    split_->addWidget(view_);
    split_->addWidget(facts_);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 0);
    split_->setChildrenCollapsible(false);
    split_->setSizes({1000, 410}); // room for "Compiled: largest workgroup" and "not reported by the driver"
    empty_->setProperty("role", "dim");
    empty_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    empty_->setWordWrap(true);
    connectParts();
    refresh();
}

QWidget* SourcePanel::header() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    files_ = new ComboBox;
    files_->setAccessibleName(tr("File"));
    files_->setToolTip(tr("The kernels' file, and the files that it includes"));
    files_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    files_->setMinimumContentsLength(12);
    files_->setMaximumWidth(widestFiles);
    written_ = toggle(tr("As written"), tr("As written: the file, with the names of its constants"));
    built_ = toggle(tr("As built"), tr("As built: constants in place of their names, without what they rule out"));
    written_->setChecked(true);
    look_ = new QToolButton;
    look_->setText(tr("Look inside"));
    look_->setToolTip(
        tr("Compile the stage once more and show what the compiler made of it: registers, memory, limits, "
           "its log and its code"));
    look_->setObjectName(QStringLiteral("lookInside"));
    copy_ = new VariantCopyButton;
    search_ = new QLineEdit;
    search_->setPlaceholderText(tr("Find (Ctrl+F)"));
    search_->setAccessibleName(tr("Find in the source"));
    search_->setToolTip(tr("Find in the source. Enter goes to the next place, Shift+Enter to the one before."));
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(80);
    search_->setMaximumWidth(240);
    found_ = new ElidedLabel;
    found_->setProperty("role", "dim");
    row->addWidget(files_, 1);
    row->addWidget(segments({written_, built_}));
    row->addWidget(look_);
    row->addWidget(compare_);
    row->addWidget(copy_);
    row->addWidget(check_);
    row->addStretch(1);
    row->addWidget(found_);
    row->addWidget(search_, 1);
    return header;
}

void SourcePanel::connectParts() {
    for (const auto changed :
         {&Session::imageChanged, &Session::deviceChanged, &Session::stackChanged, &Session::tuningChanged})
        connect(&session_, changed, this, &SourcePanel::refresh);
    connect(&session_, &Session::currentChanged, this, &SourcePanel::refresh);
    connect(&results_, &Results::reportChanged, this, &SourcePanel::refresh);
    connect(files_, &QComboBox::currentIndexChanged, this, &SourcePanel::showEntry);
    connect(written_, &QToolButton::clicked, this, [this] { setBuilt(false); });
    connect(built_, &QToolButton::clicked, this, [this] { setBuilt(true); });
    connect(look_, &QToolButton::clicked, this, &SourcePanel::lookInside);
    connect(check_, &MemoryCheckButton::started, this, [this] { checkedSource_ = source_; });
    connect(check_, &MemoryCheckButton::checked, this, [this](const MemoryCheck& check) {
        facts_->setFindings(check.findings);
        showEntry();
    });
    connect(compare_, &FiguresComparison::compared, this, [this](const QString& variant, const auto& programs) {
        facts_->setCompared(variant, programs);
        variant.isEmpty() ? refresh() : lookInside();
    });
    connect(facts_, &SourceFacts::lineChosen, this, &SourcePanel::showLine);
    connect(&compiler_, &StageCompiler::changed, this, &SourcePanel::showMatches);
    connect(&compiler_, &StageCompiler::compiled, this, &SourcePanel::takeCompiled);
    connect(&compiler_, &StageCompiler::failed, this, [this](const QString& message) { problem_ = message; });
    connect(view_, &SourceView::includeRequested, this, &SourcePanel::showInclude);
    connect(facts_, &SourceFacts::nameChosen, this, [this](const QString& name) { search_->setText(name); });
    connect(facts_, &SourceFacts::kernelChosen, this, &SourcePanel::showKernel);
    connect(search_, &QLineEdit::textChanged, this, &SourcePanel::seek);
    connect(view_, &QPlainTextEdit::selectionChanged, this, &SourcePanel::showMatches);
    search_->installEventFilter(this);
}

QSize SourcePanel::minimumSizeHint() const { return {240, 60}; }

QString SourcePanel::emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }

QString SourcePanel::status() const { return found_->text(); }

void SourcePanel::setBuilt(bool isBuilt) {
    built_->setChecked(isBuilt);
    written_->setChecked(!isBuilt);
    if (isShown_) fillFiles();
}

void SourcePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

/// Ctrl+F belongs to this panel while the focus is in it.
bool SourcePanel::event(QEvent* event) {
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) return QWidget::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        search_->setFocus(Qt::ShortcutFocusReason);
        search_->selectAll();
    }
    return true;
}

/// Enter steps through the matches, and Esc goes back to the text.
bool SourcePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched != search_ || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
        view_->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) return false;
    view_->step(!(key->modifiers() & Qt::ShiftModifier));
    showMatches();
    return true;
}

/// Reads the chosen stage into source_. Returns why there is nothing to show; empty if there is.
QString SourcePanel::readSource() {
    copy_->setStage({}, {}, false);
    check_->setRequest({});
    if (!session_.device())
        return tr("There is no device to build kernels for. Install an OpenCL driver and start again.");
    const int row = session_.current();
    if (row < 0) return tr("The OpenCL kernels of the chosen stage appear here. Add a filter to the stack.");
    const std::optional<ImageShape> input = session_.image() ? session_.inputOf(row) : commonShape;
    if (!input) return tr("The chosen stage cannot take what comes into it; its card says why.");
    input_ = *input;
    try {
        const ResolvedStage resolved = resolveStage(session_.stack()[std::size_t(row)], *input, *session_.device(),
                                                    session_.filters(), session_.tuning());
        kernels_ = session_.filters().withKernelFiles(engineKernels_);
        source_ = stageSource(resolved, kernels_, *session_.device());
        if (!isBuiltAlike(source_, checkedSource_)) facts_->setFindings({});
        check_->setRequest({{session_.image(), session_.stack(), session_.device()->index, session_.filters()}, {}});
        compare_->setStage(compileRequest(), source_.variant);
        copy_->setStage(resolved, kernels_, !session_.filters().definition(source_.filter));
        std::stable_partition(source_.programs.begin(), source_.programs.end(), isUsers);
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    if (source_.programs.empty())
        return tr("The variant %1 has no OpenCL kernels: it runs on the host. Choose another variant of the stage.")
            .arg(words(source_.variant));
    return {};
}

/// Does nothing while hidden, because every move of a slider would resolve the stage again.
void SourcePanel::refresh() {
    if (!isVisible()) return;
    const QString problem = readSource();
    if (!isBuiltAlike(source_, compiledSource_)) problem_.clear();
    isShown_ = problem.isEmpty();
    split_->setVisible(isShown_);
    empty_->setVisible(!isShown_);
    empty_->setText(problem);
    for (QWidget* part : std::initializer_list<QWidget*>{files_, written_, built_, look_, compare_, search_, found_})
        part->setEnabled(isShown_);
    if (isShown_) return fillFiles();
    entries_.clear();
    const QSignalBlocker blocker(files_);
    files_->clear();
    found_->clear();
}

/// As built, each program is one text. The chosen file stays if it is still there.
void SourcePanel::fillFiles() {
    const int now = files_->currentIndex();
    const Entry chosen = now >= 0 && now < int(entries_.size()) ? entries_[std::size_t(now)] : Entry{};
    std::vector<Entry> entries;
    QStringList names;
    for (std::size_t i = 0; i < source_.programs.size(); ++i) {
        const ProgramSource& program = source_.programs[i];
        const QString number =
            source_.programs.size() > 1 ? tr("%1 of %2: ").arg(i + 1).arg(source_.programs.size()) : QString();
        entries.push_back({i, program.path, Part::File});
        names << number + shortPath(program.path);
        const auto add = [&](const std::string& path, Part part, const QString& name) {
            entries.push_back({i, path, part});
            names << QStringLiteral("    ") + number + name;
        };
        if (!built_->isChecked())
            for (const SourceFile& file : program.files(kernels_))
                if (file.path != program.path) add(file.path, Part::File, shortPath(file.path));
        const CompiledProgram* made = compiled(i);
        if (made && !made->code.empty()) add(program.path, Part::Code, tr("Compiled code"));
        if (made && !made->log.empty()) add(program.path, Part::Log, tr("Compiler's log"));
    }
    const auto same = std::ranges::find(entries, chosen);
    const QSignalBlocker blocker(files_);
    if (entries != entries_ || files_->count() != names.size()) {
        files_->clear();
        files_->addItems(names);
    }
    entries_ = std::move(entries);
    files_->setCurrentIndex(same == entries_.end() ? 0 : int(std::ranges::find(entries_, chosen) - entries_.begin()));
    showEntry();
}

/// The report's stage if it ran with what is shown.
const StageReport* SourcePanel::report() const {
    const ReportPtr& report = results_.report();
    if (!report) return nullptr;
    const auto stage = std::ranges::find(report->stages, session_.current(), &StageReport::stackIndex);
    const bool isSame = stage != report->stages.end() && stage->filter == source_.filter &&
                        stage->variant == source_.variant && stage->workgroup == source_.workgroup;
    return isSame ? &*stage : nullptr;
}

/// Null if nobody has looked inside what is shown.
const CompiledProgram* SourcePanel::compiled(std::size_t program) const {
    const bool isOfThis = session_.device() && session_.device()->index == compiledOn_ &&
                          compiled_.size() == source_.programs.size() && isBuiltAlike(source_, compiledSource_);
    return isOfThis ? &compiled_[program] : nullptr;
}

void SourcePanel::lookInside() {
    if (!isShown_) return;
    problem_.clear();
    compiledSource_ = source_;
    compiledOn_ = session_.device()->index;
    compiled_.clear();
    compiler_.compile(compileRequest());
}

CompileRequest SourcePanel::compileRequest() const {
    return {session_.stack()[std::size_t(session_.current())],
            input_,
            session_.device()->index,
            session_.filters(),
            {},
            session_.tuning().database};
}

void SourcePanel::takeCompiled(const std::vector<CompiledProgram>& programs) {
    compiled_ = programs;
    if (isShown_) fillFiles();
}

void SourcePanel::showEntry() {
    const int index = files_->currentIndex();
    if (!isShown_ || index < 0 || index >= int(entries_.size())) return;
    const Entry& entry = entries_[std::size_t(index)];
    const ProgramSource& program = source_.programs[entry.program];
    QHash<QString, QString> kernels;
    for (const KernelLaunch& launch : program.launches)
        kernels.insert(words(launch.kernel), words(launch.text()));
    copy_->setProgram(program);
    showText(program, entry);
    view_->setKernels(kernels);
    facts_->show(program, report(), compiled(entry.program));
    files_->setToolTip(entry.path.starts_with(userFolder) ? shortPath(entry.path) : words(entry.path));
    showMatches();
}

void SourcePanel::showText(const ProgramSource& program, const Entry& entry) {
    assumed_.clear();
    const CompiledProgram* made = compiled(entry.program);
    if (entry.part != Part::File && made)
        return view_->setSource(words(entry.part == Part::Code ? made->code : made->log));
    try {
        if (built_->isChecked()) {
            const BuiltText built = program.built();
            QStringList names;
            for (const std::string& name : built.assumed)
                names << words(name);
            assumed_ = names.join(QStringLiteral(", "));
            return view_->setSource(words(built.text));
        }
        const KernelSource file = kernels_.file(entry.path);
        view_->setSource(words(file.text));
    } catch (const Error& error) {
        view_->setSource(QStringLiteral("// ") + QString::fromUtf8(error.what()));
    }
}

void SourcePanel::showInclude(const QString& name) {
    const int now = files_->currentIndex();
    const Entry wanted{now >= 0 ? entries_[std::size_t(now)].program : 0, kernels_.pathOf(name.toStdString()),
                       Part::File};
    const auto found = std::ranges::find(entries_, wanted);
    if (found != entries_.end()) files_->setCurrentIndex(int(found - entries_.begin()));
}

/// The kernel may be in any file of its program.
void SourcePanel::showKernel(const QString& kernel) {
    if (view_->showKernel(kernel) || built_->isChecked()) return;
    const int before = files_->currentIndex();
    const std::size_t program = before >= 0 ? entries_[std::size_t(before)].program : 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].program != program || int(i) == before) continue;
        files_->setCurrentIndex(int(i));
        if (view_->showKernel(kernel)) return;
    }
    files_->setCurrentIndex(before);
}

void SourcePanel::showLine(const QString& file, int line) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].part == Part::File && shortPath(entries_[i].path) == file) files_->setCurrentIndex(int(i));
    view_->showLine(line);
}

void SourcePanel::seek(const QString& sought) {
    view_->setSought(sought);
    if (view_->matches() > 0 && view_->currentMatch() == 0) view_->step(true);
    showMatches();
}

/// Without a search, what the listing takes for granted.
void SourcePanel::showMatches() {
    const int matches = view_->matches(), current = view_->currentMatch();
    QString text, tip;
    if (search_->text().isEmpty() && compiler_.isCompiling()) {
        text = tr("compiling…");
    } else if (search_->text().isEmpty() && !problem_.isEmpty()) {
        text = problem_;
    } else if (search_->text().isEmpty()) {
        text = assumed_.isEmpty() ? QString() : tr("some macros assumed");
        tip =
            assumed_.isEmpty() ? QString() : tr("These macros of the compiler count as not defined: %1").arg(assumed_);
    } else if (current > 0) {
        text = tr("%1 of %2").arg(current).arg(matches);
    } else {
        text = matches == 0 ? tr("not found") : matches == 1 ? tr("1 place") : tr("%1 places").arg(matches);
    }
    found_->setText(text);
    found_->setToolTip(tip.isEmpty() ? text : text + QStringLiteral(". ") + tip);
}

} // namespace lightbench
