// Resolves the chosen stage, and shows the text of one of its files.
#include "ui/panels/source/source_panel.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/user_path.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/overflow_row.h"
#include "ui/controls/segments.h"
#include "ui/files/file_name.h"
#include "ui/panels/source/conflict_bar.h"
#include "ui/panels/source/figures_comparison.h"
#include "ui/panels/source/find_bar.h"
#include "ui/panels/source/history_list.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/problem_list.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/variant_copy_button.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int widestFiles = 360;
constexpr int comparisonWidth = 520; ///< of two columns of figures beside their names
constexpr int warningsRestMs = 1000;
constexpr ImageShape commonShape{{1920, 1080}, {SampleType::U8, 4}};

bool isUsers(const ProgramSource& program) { return program.path.starts_with(userFolder); }
} // namespace

SourcePanel::SourcePanel(const Session& session, const Results& results, EngineThread& engine, KernelLibrary kernels,
                         KernelTexts& texts, KernelVersions& versions, QWidget* parent)
    : QWidget(parent), session_(session), results_(results), engineKernels_(std::move(kernels)), texts_(texts),
      versions_(versions), compiling_(engine), race_(engine), check_(new MemoryCheckButton(engine)),
      compare_(new FiguresComparison(engine)), empty_(new QLabel), split_(new QSplitter), view_(new SourceEditor),
      side_(new QStackedWidget), facts_(new SourceFacts), history_(new HistoryList), find_(new FindBar(view_)),
      conflict_(new ConflictBar(texts)), problems_(new ProblemList) {
    setAccessibleName(tr("Source"));
    setObjectName(QStringLiteral("source"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addWidget(header());
    column->addWidget(find_);
    column->addWidget(conflict_);
    column->addWidget(split_, 1);
    column->addWidget(problems_);
    column->addWidget(empty_, 1);
    split_->addWidget(view_);
    split_->addWidget(side_);
    side_->addWidget(facts_);
    side_->addWidget(history_);
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
    save_ = new QToolButton;
    save_->setText(tr("Save"));
    save_->setToolTip(tr("Write the text to its file, and build it (Ctrl+S)"));
    save_->setObjectName(QStringLiteral("saveSource"));
    showHistory_ = new QToolButton;
    showHistory_->setText(tr("History"));
    showHistory_->setCheckable(true);
    showHistory_->setToolTip(tr("The versions of this file that ran, to compare, restore and race"));
    showHistory_->setObjectName(QStringLiteral("showHistory"));
    found_ = new ElidedLabel;
    found_->setProperty("role", "dim");
    row->addWidget(files_, 4);
    row->addWidget(segments({written_, built_}));
    buttons_ = new OverflowRow({look_, save_, showHistory_, compare_, check_, copy_});
    row->addWidget(buttons_);
    row->addStretch(1);
    row->addWidget(found_);
    row->addWidget(find_->search(), 1);
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
    connect(look_, &QToolButton::clicked, this, [this] {
        showHistory(false); // the figures stand in its place
        lookInside();
    });
    connect(check_, &MemoryCheckButton::started, this, [this] { checkedSource_ = source_; });
    connect(check_, &MemoryCheckButton::checked, this, &SourcePanel::takeFindings);
    connect(compare_, &FiguresComparison::compared, this, [this](const QString& variant, const auto& programs) {
        facts_->setCompared(words(source_.variant), variant, programs);
        if (!variant.isEmpty()) showHistory(false);
        const int all = split_->width();
        if (!variant.isEmpty() && split_->sizes().back() < comparisonWidth && all >= 2 * comparisonWidth)
            split_->setSizes({all - comparisonWidth, comparisonWidth});
        variant.isEmpty() ? refresh() : lookInside();
    });
    connect(compare_, &FiguresComparison::failed, this, [this](const QString& message) {
        problem_ = message;
        showMatches();
    });
    connect(facts_, &SourceFacts::lineChosen, this, &SourcePanel::showLine);
    warnSoon_.setSingleShot(true);
    warnSoon_.setInterval(warningsRestMs);
    connect(&warnSoon_, &QTimer::timeout, this, &SourcePanel::compileForWarnings);
    connect(view_, &SourceEditor::edited, &warnSoon_, &QTimer::stop);
    connect(view_, &SourceEditor::includeRequested, this, &SourcePanel::showInclude);
    connect(view_, &SourceEditor::edited, this, [this] {
        texts_.edit(shownEntry().file, view_->text());
        if (!checkText_.isEmpty()) forgetFindings();
    });
    connect(view_, &SourceEditor::saveRequested, this, &SourcePanel::save);
    connect(save_, &QToolButton::clicked, this, &SourcePanel::save);
    connect(showHistory_, &QToolButton::toggled, this, &SourcePanel::showHistory);
    connect(&versions_, &KernelVersions::changed, this, &SourcePanel::showVersions);
    connect(&race_, &VersionRace::changed, this, &SourcePanel::showVersions);
    connect(history_, &HistoryList::compareRequested, this, &SourcePanel::compareVersions);
    connect(history_, &HistoryList::restoreRequested, this, &SourcePanel::restoreVersion);
    connect(history_, &HistoryList::raceRequested, this, [this](const KernelVersion& version) {
        race_.start(session_, session_.current(), version.definition, versionName(version));
    });
    connect(facts_, &SourceFacts::nameChosen, this, [this](const QString& name) { search()->setText(name); });
    connect(facts_, &SourceFacts::kernelChosen, this, &SourcePanel::showKernel);
    connect(find_, &FindBar::changed, this, &SourcePanel::showMatches);
    connect(problems_, &ProblemList::chosen, this, &SourcePanel::showProblem);
    connect(&texts_, &KernelTexts::replaced, this, &SourcePanel::refresh);
    connect(&texts_, &KernelTexts::stateChanged, this, &SourcePanel::refresh);
    connect(&texts_, &KernelTexts::problemsChanged, this, &SourcePanel::refresh);
}

QSize SourcePanel::minimumSizeHint() const { return {240, 60}; }

QString SourcePanel::emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }

QLineEdit* SourcePanel::search() const { return find_->search(); }

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
    if (event->type() == QEvent::KeyPress) find_->begin();
    return true;
}

/// Reads the chosen stage into source_. Returns why there is nothing to show; empty if there is.
QString SourcePanel::readSource() {
    copy_->setStage({}, {}, false);
    check_->setRequest(nullptr);
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
        if (!isBuiltAlike(source_, checkedSource_)) forgetFindings();
        if (session_.image()) check_->setRequest([this] { return checkRequest(); });
        compare_->setStage(compileRequest(), source_.variant, *session_.device());
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
    for (QWidget* part : std::initializer_list<QWidget*>{files_, written_, built_, look_, search(), found_})
        part->setEnabled(isShown_);
    if (!isShown_) compare_->setEnabled(false); // else it depends on the filter
    if (isShown_) {
        fillFiles();
        return lookForWarnings();
    }
    entries_.clear();
    const QSignalBlocker blocker(files_);
    files_->clear();
    found_->clear();
    showState();
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
    showProblems();
    showState();
    files_->setToolTip(entry.path.starts_with(userFolder) ? shortPath(entry.path) : words(entry.path));
    showMatches();
}

void SourcePanel::showText(const ProgramSource& program, const Entry& entry) {
    assumed_.clear();
    const CompiledProgram* result = compiled(entry.program);
    view_->setComparison(entry.part == Part::Comparison);
    if (entry.part == Part::Comparison) return view_->showSource(comparison_);
    if (entry.part != Part::File && result)
        return view_->showSource(words(entry.part == Part::Code ? result->code : result->log));
    try {
        if (built_->isChecked()) {
            const BuiltText built = program.built();
            QStringList names;
            for (const std::string& name : built.assumed)
                names << words(name);
            assumed_ = names.join(QStringLiteral(", "));
            return view_->showSource(words(built.text));
        }
        if (!entry.file.isEmpty()) return view_->showFile(entry.file, texts_.text(entry.file));
        const KernelSource file = kernels_.file(entry.path);
        view_->showSource(words(file.text));
    } catch (const Error& error) {
        view_->showSource(QStringLiteral("// ") + QString::fromUtf8(error.what()));
    }
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

/// Without a search, what the listing takes for granted.
void SourcePanel::showMatches() {
    const int matches = view_->matches(), current = view_->currentMatch();
    QString text, tip;
    if (search()->text().isEmpty() && compiling_.isRunning()) {
        text = tr("compiling…");
    } else if (search()->text().isEmpty() && !problem_.isEmpty()) {
        text = problem_;
    } else if (search()->text().isEmpty() && !checkText_.isEmpty()) {
        text = checkText_;
    } else if (search()->text().isEmpty()) {
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
