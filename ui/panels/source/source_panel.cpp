#include "ui/panels/source/source_panel.h"

#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/user_path.h"
#include "ui/controls/overflow_row.h"
#include "ui/controls/text_button.h"
#include "ui/files/file_name.h"
#include "ui/panels/source/conflict_bar.h"
#include "ui/panels/source/figures_comparison.h"
#include "ui/panels/source/find_bar.h"
#include "ui/panels/source/history_list.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/problem_list.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_files.h"
#include "ui/panels/source/variant_copy_button.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

static constexpr int comparisonWidth = 520; ///< of two columns of figures beside their names
static constexpr int warningsRestMs = 1000;

SourcePanel::SourcePanel(const Session& session, const Results& results, EngineThread& engine, KernelLibrary kernels,
                         KernelTexts& texts, KernelVersions& versions, QWidget* parent)
    : TabPanel(tr("Source"), "source", parent), session_(session), results_(results), texts_(texts),
      stage_(session, results, texts, std::move(kernels)), compiled_(stage_, engine),
      check_(new MemoryCheckButton(stage_, engine)), compare_(new FiguresComparison(engine)), split_(new QSplitter),
      view_(new SourceEditor), side_(new QStackedWidget), facts_(new SourceFacts),
      history_(new HistoryList(session, versions, engine)), files_(new SourceFiles),
      copy_(new VariantCopyButton(stage_)), find_(new FindBar(view_)), conflict_(new ConflictBar(texts)),
      problems_(new ProblemList) {
    addHeader();
    column_->insertWidget(1, find_);
    column_->insertWidget(2, conflict_);
    addContent(split_, 1);
    column_->insertWidget(4, problems_);
    split_->addWidget(view_);
    split_->addWidget(side_);
    side_->addWidget(facts_);
    side_->addWidget(history_);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 0);
    split_->setChildrenCollapsible(false);
    split_->setSizes({1000, 410}); // room for "Compiled: largest workgroup" and "not reported by the driver"
    connectParts();
    connectTools();
    refresh();
}

void SourcePanel::addHeader() {
    written_ = toggle(tr("As written"), tr("As written: the file, with the names of its constants"));
    built_ = toggle(tr("As built"),
                    tr("As built: values in place of the constants' names, without the code that they exclude"));
    written_->setChecked(true);
    look_ = namedButton(tr("Look inside"),
                        tr("Compile the stage once more and show what the compiler made of it: registers, memory, "
                           "limits, its log and its code"),
                        "lookInside");
    save_ = namedButton(tr("Save"), tr("Write the text to its file, and build it (Ctrl+S)"), "saveSource");
    showHistory_ = namedButton(tr("History"), tr("The versions of this file that ran, to compare, restore and race"),
                               "showHistory");
    showHistory_->setCheckable(true);
    status_->setProperty("role", "dim");
    buttons_ = new OverflowRow({look_, save_, showHistory_, compare_, check_, copy_});
    header_->insertWidget(0, files_, 4);
    header_->insertWidget(1, segments({written_, built_}));
    header_->insertWidget(2, buttons_);
    header_->insertStretch(3, 1);
    header_->setStretchFactor(status_, 0);
    header_->addWidget(find_->search(), 1);
}

/// What the panel follows, and the text with its files.
void SourcePanel::connectParts() {
    for (const auto changed :
         {&Session::imageChanged, &Session::deviceChanged, &Session::stackChanged, &Session::tuningChanged})
        connect(&session_, changed, this, &SourcePanel::refresh);
    connect(&session_, &Session::currentChanged, this, &SourcePanel::refresh);
    connect(&results_, &Results::reportChanged, this, &SourcePanel::refresh);
    for (const auto changed : {&KernelTexts::replaced, &KernelTexts::stateChanged, &KernelTexts::problemsChanged})
        connect(&texts_, changed, this, &SourcePanel::refresh);
    connect(files_, &QComboBox::currentIndexChanged, this, &SourcePanel::showEntry);
    connect(written_, &QToolButton::clicked, this, [this] { setBuilt(false); });
    connect(built_, &QToolButton::clicked, this, [this] { setBuilt(true); });
    connect(save_, &QToolButton::clicked, this, &SourcePanel::save);
    connect(view_, &SourceEditor::saveRequested, this, &SourcePanel::save);
    connect(view_, &SourceEditor::includeRequested, this, &SourcePanel::showInclude);
    connect(view_, &SourceEditor::edited, this, [this] {
        warnSoon_.stop();
        texts_.edit(files_->userFile(), view_->text());
        check_->forget();
    });
    connect(find_, &FindBar::changed, this, &SourcePanel::showMatches);
    connect(problems_, &ProblemList::chosen, this, [this](const KernelProblem& problem) {
        if (!files_->chooseFile(problem.path)) return;
        view_->showLine(problem.line, problem.column);
        view_->setFocus();
    });
}

/// What stands beside the text: figures, findings and versions.
void SourcePanel::connectTools() {
    connect(look_, &QToolButton::clicked, this, [this] {
        showHistory(false); // the figures stand in its place
        lookInside();
    });
    connect(&compiled_, &CompiledStage::changed, this, &SourcePanel::showMatches);
    // What the compiler said of the user's file counts if that is still in use.
    connect(&compiled_, &CompiledStage::compiled, this, [this] {
        const std::vector<ProgramSource>& programs = stage_.source().programs;
        for (std::size_t i = 0; i < programs.size(); ++i)
            if (const QString kernel = stage_.userFile(programs[i]); !kernel.isEmpty() && compiled_.program(i))
                texts_.setProblems(kernel, problemsIn(compiled_.program(i)->log, kernel));
        if (isShown_) fillFiles();
    });
    connect(compare_, &FiguresComparison::compared, this, &SourcePanel::showCompared);
    connect(compare_, &FiguresComparison::failed, this, [this](const QString& message) {
        compiled_.setProblem(message);
        showMatches();
    });
    connect(check_, &MemoryCheckButton::findingsChanged, this, [this] {
        facts_->setFindings(check_->findings());
        showEntry();
    });
    connect(facts_, &SourceFacts::nameChosen, this, [this](const QString& name) { search()->setText(name); });
    connect(facts_, &SourceFacts::kernelChosen, this, &SourcePanel::showKernel);
    connect(facts_, &SourceFacts::lineChosen, this, [this](const QString& file, int line) {
        files_->choose([&](const SourceEntry& one) { return one.isNamed(file); });
        view_->showLine(line, 1);
    });
    connect(showHistory_, &QToolButton::toggled, this, &SourcePanel::showHistory);
    connect(history_, &HistoryList::compareRequested, this,
            [this](const KernelVersion& before, const std::optional<KernelVersion>& after) {
                const QString names = tr("%1 and %2").arg(versionName(before), after ? versionName(*after) : tr("now"));
                const std::string lines =
                    versionDiff(before.definition, after ? after->definition : stage_.editedDefinition());
                versionsCompared_ = {.name = tr("Comparison: %1").arg(names),
                                     .text = tr("// %1; - is only in the first, + only in the second").arg(names) +
                                             '\n' + (lines.empty() ? tr("// They are equal.") : words(lines)),
                                     .kernel = nameFromBytes(before.definition.fileName())};
                setBuilt(false);
                files_->choose([](const SourceEntry& one) { return one.part == SourceEntry::Comparison; });
                showEntry();
            });
    connect(history_, &HistoryList::restoreRequested, this, &SourcePanel::restoreVersion);
    warnSoon_.setSingleShot(true);
    warnSoon_.setInterval(warningsRestMs);
    connect(&warnSoon_, &QTimer::timeout, this, [this] {
        if (!isShown_ || !results_.isCurrent() || !stage_.report() || results_.activity() != Activity::None) return;
        seen_ = stage_.source().programs.front().whole.text;
        lookInside();
    });
}

QLineEdit* SourcePanel::search() const { return find_->search(); }

void SourcePanel::setBuilt(bool isBuilt) {
    built_->setChecked(isBuilt);
    written_->setChecked(!isBuilt);
    if (isShown_) fillFiles();
}

/// Ctrl+F belongs to this panel while the focus is in it.
bool SourcePanel::event(QEvent* event) {
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) return TabPanel::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress) find_->begin();
    return true;
}

void SourcePanel::fill() {
    const QString problem = stage_.read();
    isShown_ = false; // the entries are still those of the stage before
    followStage();
    isShown_ = problem.isEmpty();
    showContent(isShown_, problem);
    for (QWidget* part : std::initializer_list<QWidget*>{files_, written_, built_, look_, search(), status_})
        part->setEnabled(isShown_);
    if (!isShown_) compare_->setEnabled(false); // else it depends on the filter
    if (isShown_) {
        fillFiles();
        return lookForWarnings();
    }
    files_->fill({});
    status_->clear();
    showState();
}

/// Hands the stage to the buttons that work on it.
void SourcePanel::followStage() {
    const bool isResolved = stage_.resolved().has_value();
    check_->follow(isResolved && session_.image());
    copy_->setEnabled(isResolved && !stage_.isFilterOfUser());
    if (isResolved) compare_->setStage(stage_.compileRequest(), stage_.source().variant, *session_.device());
    if (!compiled_.isOfShown()) compiled_.setProblem({});
}

/// As built, each program is one text.
std::vector<SourceEntry> SourcePanel::entriesOf(std::size_t program) const {
    const std::vector<ProgramSource>& programs = stage_.source().programs;
    const std::string& path = programs[program].path;
    const QString kernel = stage_.userFile(programs[program]);
    const QString number =
        programs.size() > 1 && kernel.isEmpty() ? tr("%1 of %2: ").arg(program + 1).arg(programs.size()) : QString();
    std::vector<SourceEntry> all{{program, path, SourceEntry::File, {}, number + shortPath(path)}};
    const auto add = [&](SourceEntry entry, const QString& mark = {}) {
        entry.name = QStringLiteral("    ") + mark + number + entry.name;
        all.push_back(entry);
    };
    if (!built_->isChecked())
        for (const SourceEntry& file : stage_.files(program)) {
            // The mark is first, because a narrow box cuts the end of a name.
            const QString mark = texts_.isUnsaved(file.file) ? tr("not saved: ") : QString();
            if (file.path != path)
                add(file, mark);
            else
                all.front().file = file.file, all.front().name.prepend(mark);
        }
    if (!kernel.isEmpty() && kernel == versionsCompared_.kernel)
        add({program, path, SourceEntry::Comparison, {}, versionsCompared_.name});
    const CompiledProgram* result = compiled_.program(program);
    if (result && !result->code.empty()) add({program, path, SourceEntry::Code, {}, tr("Compiled code")});
    if (result && !result->log.empty()) add({program, path, SourceEntry::Log, {}, tr("Compiler's log")});
    return all;
}

void SourcePanel::fillFiles() {
    std::vector<SourceEntry> entries;
    for (std::size_t i = 0; i < stage_.source().programs.size(); ++i)
        std::ranges::move(entriesOf(i), std::back_inserter(entries));
    files_->fill(std::move(entries));
    showEntry();
}

void SourcePanel::showEntry() {
    const SourceEntry* entry = files_->chosen();
    if (!isShown_ || !entry) return;
    const ProgramSource& program = stage_.source().programs[entry->program];
    QHash<QString, QString> kernels;
    for (const KernelLaunch& launch : program.launches)
        kernels.insert(words(launch.kernel), words(launch.text()));
    copy_->setProgram(program);
    showText(program, *entry);
    view_->setKernels(kernels);
    facts_->show(program, stage_.report(), compiled_.program(entry->program));
    showProblems();
    showState();
    files_->setToolTip(entry->path.starts_with(userFolder) ? shortPath(entry->path) : words(entry->path));
    showMatches();
}

void SourcePanel::showText(const ProgramSource& program, const SourceEntry& entry) {
    assumed_.clear();
    const CompiledProgram* result = compiled_.program(entry.program);
    view_->setComparison(entry.part == SourceEntry::Comparison);
    if (entry.part == SourceEntry::Comparison) return view_->showSource(versionsCompared_.text);
    if (entry.part != SourceEntry::File && result)
        return view_->showSource(words(entry.part == SourceEntry::Code ? result->code : result->log));
    try {
        if (built_->isChecked()) {
            const BuiltText built = program.built();
            assumed_ = words(joined(built.assumed, ", "));
            return view_->showSource(words(built.text));
        }
        if (!entry.file.isEmpty()) return view_->showFile(entry.file, texts_.text(entry.file));
        view_->showSource(words(stage_.kernels().file(entry.path).text));
    } catch (const Error& error) {
        view_->showSource(QStringLiteral("// ") + words(error.what()));
    }
}

/// Errors, warnings and findings of a check stand at the lines of the shown file. Below it, the list has what compilers
/// said of all files of the program.
void SourcePanel::showProblems() {
    const SourceEntry entry = *files_->chosen();
    const bool isText = entry.part == SourceEntry::File && !built_->isChecked();
    const QString kernel = isText ? stage_.userFile(stage_.source().programs[entry.program]) : QString();
    const std::vector<KernelProblem>& all = texts_.problems(kernel);
    std::vector<KernelProblem> here;
    if (isText) {
        const QString path = entry.location();
        std::ranges::copy_if(all, std::back_inserter(here), [&](const auto& one) { return one.path == path; });
        for (const MemoryFinding& one : check_->findings())
            if (one.line > 0 && entry.isNamed(words(one.file)))
                here.push_back({path, one.line, 0, BuildMessage::Warning, words(findingText(one))});
    }
    view_->setProblems(here);
    problems_->show(all);
}

/// Beside the file that includes it, or else among the built-in ones.
void SourcePanel::showInclude(const QString& name) {
    const SourceEntry* entry = files_->chosen();
    if (!entry) return;
    if (!entry->file.isEmpty()) {
        files_->chooseFile(QDir::cleanPath(QFileInfo(entry->file).dir().absoluteFilePath(name)));
        return;
    }
    const KernelLibrary& kernels = stage_.kernels();
    const std::string path = kernels.pathOf(kernels.included(nameBytes(name), entry->path));
    files_->choose([&, program = entry->program](const SourceEntry& one) {
        return one.program == program && one.path == path && one.part == SourceEntry::File;
    });
}

/// The kernel may be in any file of its program.
void SourcePanel::showKernel(const QString& kernel) {
    if (view_->showKernel(kernel) || built_->isChecked() || !files_->chosen()) return;
    const int before = files_->currentIndex();
    const std::size_t program = files_->chosen()->program;
    for (int i = 0; i < files_->count(); ++i) {
        if (files_->entries()[std::size_t(i)].program != program || i == before) continue;
        files_->setCurrentIndex(i);
        if (view_->showKernel(kernel)) return;
    }
    files_->setCurrentIndex(before);
}

void SourcePanel::save() {
    const QString file = files_->userFile();
    if (file.isEmpty()) return;
    if (const QString problem = texts_.save(file); !problem.isEmpty()) emit unsaved(problem);
}

/// Which buttons belong to the shown file, and what can be done with it.
void SourcePanel::showState() {
    const QString file = files_->userFile();
    buttons_->setShown(save_, !file.isEmpty());
    buttons_->setShown(copy_, !stage_.isFilterOfUser());
    save_->setEnabled(texts_.isUnsaved(file) && !texts_.isConflicting(file));
    conflict_->refreshFor(file);
    find_->refresh();
    showSide();
}

/// Without a search, what the listing takes for granted.
void SourcePanel::showMatches() {
    const int matches = view_->matches(), current = view_->currentMatch();
    QString text, tip;
    if (!search()->text().isEmpty())
        text = current > 0    ? tr("%1 of %2").arg(current).arg(matches)
               : matches == 0 ? tr("not found")
               : matches == 1 ? tr("1 place")
                              : tr("%1 places").arg(matches);
    else if (compiled_.isCompiling())
        text = tr("compiling…");
    else if (!compiled_.problem().isEmpty())
        text = compiled_.problem();
    else if (!check_->status().isEmpty())
        text = check_->status();
    else if (!assumed_.isEmpty())
        text = tr("some macros assumed"),
        tip = tr("These macros of the compiler count as not defined: %1").arg(assumed_);
    showStatus(text, tip.isEmpty() ? text : text + QStringLiteral(". ") + tip);
}

void SourcePanel::showHistory(bool isShown) {
    const QSignalBlocker blocker(showHistory_);
    showHistory_->setChecked(isShown);
    showSide();
}

/// The kernel file of the stage has a history; built-in kernels have none.
void SourcePanel::showSide() {
    const bool isOwn = isShown_ && stage_.isOfUser();
    buttons_->setShown(showHistory_, isOwn);
    const bool isListed = isOwn && showHistory_->isChecked();
    side_->setCurrentWidget(isListed ? static_cast<QWidget*>(history_) : facts_);
    if (const FilterDefinition* inUse = isListed ? stage_.definition() : nullptr) history_->follow(*inUse);
}

void SourcePanel::showCompared(const QString& variant, const std::vector<CompiledProgram>& programs) {
    facts_->setCompared(words(stage_.source().variant), variant, programs);
    if (variant.isEmpty()) return refresh();
    showHistory(false);
    const int all = split_->width();
    if (split_->sizes().back() < comparisonWidth && all >= 2 * comparisonWidth)
        split_->setSizes({all - comparisonWidth, comparisonWidth});
    lookInside();
}

/// As if it had been typed.
void SourcePanel::restoreVersion(const KernelVersion& version) {
    const QString kernel = nameFromBytes(version.definition.fileName());
    const QDir folder = QFileInfo(kernel).dir();
    const auto take = [&](const QString& path, const std::string& text) {
        texts_.edit(path, EditedText(QByteArray::fromStdString(text)).text());
    };
    for (const auto& [name, text] : version.definition.headers)
        take(QDir::cleanPath(folder.absoluteFilePath(nameFromBytes(name))), text);
    take(kernel, version.definition.text);
    setBuilt(false);
    files_->chooseFile(kernel);
    showEntry();
    texts_.build();
}

void SourcePanel::lookInside() {
    if (isShown_) compiled_.look();
}

/// A run does not report what the compiler warned of, so that a new version that ran is compiled once more. It waits
/// until the user rests, because an edit would have to wait for that.
void SourcePanel::lookForWarnings() {
    const ProgramSource& first = stage_.source().programs.front();
    if (stage_.userFile(first).isEmpty() || first.whole.text == seen_) return;
    if (results_.isCurrent() && stage_.report()) warnSoon_.start();
}

} // namespace lightbench
