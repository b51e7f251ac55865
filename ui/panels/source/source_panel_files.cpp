// Which files the Source tab offers, which of them can be edited, and where messages about them stand.
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

#include "core/framework/filter_catalog.h"
#include "core/framework/user_path.h"
#include "core/run/memory_check.h"
#include "ui/controls/overflow_row.h"
#include "ui/files/file_name.h"
#include "ui/panels/source/conflict_bar.h"
#include "ui/panels/source/find_bar.h"
#include "ui/panels/source/problem_list.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_panel.h"
#include "ui/panels/source/variant_copy_button.h"
#include "ui/theme/theme.h"

namespace lightbench {

QString SourcePanel::shortPath(const std::string& path) {
    const std::size_t folder = path.starts_with(userFolder) ? path.find('/', userFolder.size()) : path.find('/');
    return words(path.substr(folder + 1));
}

/// Of what the stage's kernels come from; null: from Lightbench.
const FilterDefinition* SourcePanel::ownDefinition() const {
    return session_.filters().definition(definitionIdOf(source_.filter, source_.variant));
}

/// The kernel file of a program of the user's; empty for others.
QString SourcePanel::userFile(const ProgramSource& program) const {
    const FilterDefinition* definition = ownDefinition();
    return definition && program.path.starts_with(userFolder) ? nameFromBytes(definition->file) : QString();
}

/// The program's own file first. The user's newest text may include other files than the version that is in use.
void SourcePanel::addFiles(std::size_t program, const std::function<void(const Entry&, const QString&)>& add) const {
    const ProgramSource& source = source_.programs[program];
    const QString kernel = userFile(source);
    const std::string folder = source.path.substr(0, source.path.rfind('/') + 1);
    const QDir around(kernel.left(kernel.lastIndexOf('/')));
    for (const QString& file : texts_.filesOf(kernel)) {
        const QString name = around.relativeFilePath(file);
        add({program, folder + nameBytes(name), Part::File, file}, shownName(name));
    }
    for (const SourceFile& file : source.files(kernels_))
        if (kernel.isEmpty() || !texts_.has(kernel) || !file.path.starts_with(userFolder))
            add({program, file.path, Part::File, {}}, shortPath(file.path));
}

SourcePanel::Entry SourcePanel::shownEntry() const {
    const int now = files_->currentIndex();
    return now >= 0 && now < int(entries_.size()) ? entries_[std::size_t(now)] : Entry{};
}

void SourcePanel::save() {
    const QString file = shownEntry().file;
    if (file.isEmpty()) return;
    if (const QString problem = texts_.save(file); !problem.isEmpty()) emit unsaved(problem);
}

/// As built, each program is one text. The chosen file stays if it is still there.
void SourcePanel::fillFiles() {
    const Entry chosen = shownEntry();
    std::vector<Entry> entries;
    QStringList names;
    for (std::size_t i = 0; i < source_.programs.size(); ++i) {
        const ProgramSource& program = source_.programs[i];
        const QString number = source_.programs.size() > 1 && userFile(program).isEmpty()
                                   ? tr("%1 of %2: ").arg(i + 1).arg(source_.programs.size())
                                   : QString();
        entries.push_back({i, program.path, Part::File});
        names << number + shortPath(program.path);
        const auto add = [&](const std::string& path, Part part, const QString& name) {
            entries.push_back({i, path, part});
            names << QStringLiteral("    ") + number + name;
        };
        if (!built_->isChecked())
            addFiles(i, [&](const Entry& entry, const QString& name) {
                // The mark is first, because a narrow box cuts the end of a name.
                const QString mark = texts_.isUnsaved(entry.file) ? tr("not saved: ") : QString();
                if (entry.path == program.path) {
                    entries.back() = entry;
                    names.back().prepend(mark);
                    return;
                }
                entries.push_back(entry);
                names << QStringLiteral("    ") + mark + number + name;
            });
        if (!comparison_.isEmpty() && nameBytes(userFile(program)) == comparedFile_)
            add(program.path, Part::Comparison, compared_);
        const CompiledProgram* result = compiled(i);
        if (result && !result->code.empty()) add(program.path, Part::Code, tr("Compiled code"));
        if (result && !result->log.empty()) add(program.path, Part::Log, tr("Compiler's log"));
    }
    const auto same = std::ranges::find(entries, chosen);
    const int shown = same == entries.end() ? 0 : int(same - entries.begin());
    const QSignalBlocker blocker(files_);
    if (entries.size() != std::size_t(files_->count())) {
        files_->clear();
        files_->addItems(names);
    }
    for (int i = 0; i < int(names.size()); ++i)
        if (files_->itemText(i) != names[i]) files_->setItemText(i, names[i]);
    entries_ = std::move(entries);
    files_->setCurrentIndex(shown);
    showEntry();
}

/// Errors, warnings and findings of a check stand at the lines of the shown file. Below it, the list has what compilers
/// said of all files of the program.
void SourcePanel::showProblems() {
    const Entry entry = shownEntry();
    const bool isText = isShown_ && entry.part == Part::File && !built_->isChecked();
    const QString kernel = isText ? userFile(source_.programs[entry.program]) : QString();
    const std::vector<KernelProblem>& all = texts_.problems(kernel);
    std::vector<KernelProblem> here;
    const auto isHere = [&](const KernelProblem& one) { return one.path == fileOf(entry); };
    if (isText) {
        std::ranges::copy_if(all, std::back_inserter(here), isHere);
        for (const MemoryFinding& one : findings_)
            if (one.line > 0 && isNamed(entry, words(one.file)))
                here.push_back({fileOf(entry), one.line, 0, BuildMessage::Warning, words(findingText(one))});
    }
    view_->setProblems(here);
    problems_->show(all);
}

/// As messages name it: by its path from the kernel file's folder, or among the built-in kernels.
bool SourcePanel::isNamed(const Entry& entry, const QString& file) {
    return entry.part == Part::File && shortPath(entry.path) == file;
}

QString SourcePanel::fileOf(const Entry& entry) { return entry.file.isEmpty() ? words(entry.path) : entry.file; }

void SourcePanel::showProblem(const KernelProblem& problem) {
    const auto found = std::ranges::find(entries_, problem.path, &Entry::file);
    if (found == entries_.end()) return;
    files_->setCurrentIndex(int(found - entries_.begin()));
    view_->showLine(problem.line, problem.column);
    view_->setFocus();
}

void SourcePanel::showLine(const QString& file, int line) {
    const auto found = std::ranges::find_if(entries_, [&](const Entry& one) { return isNamed(one, file); });
    if (found != entries_.end()) files_->setCurrentIndex(int(found - entries_.begin()));
    view_->showLine(line, 1);
}

/// Whether the shown file can be saved.
void SourcePanel::showState() {
    const Entry entry = isShown_ ? shownEntry() : Entry{};
    buttons_->setShown(save_, !entry.file.isEmpty());
    buttons_->setShown(copy_, !session_.filters().definition(source_.filter));
    save_->setEnabled(texts_.isUnsaved(entry.file) && !texts_.isConflicting(entry.file));
    conflict_->follow(entry.file);
    find_->refresh();
    showVersions();
}

/// Beside the file that includes it, or else among the built-in ones.
void SourcePanel::showInclude(const QString& name) {
    const Entry entry = shownEntry();
    const QString beside = QFileInfo(entry.file).dir().absoluteFilePath(name);
    auto found =
        entry.file.isEmpty() ? entries_.end() : std::ranges::find(entries_, QDir::cleanPath(beside), &Entry::file);
    if (found == entries_.end() && entry.file.isEmpty()) {
        const std::string path = kernels_.pathOf(kernels_.included(nameBytes(name), entry.path));
        found = std::ranges::find_if(entries_, [&](const Entry& one) {
            return one.program == entry.program && one.path == path && one.part == Part::File;
        });
    }
    if (found != entries_.end()) files_->setCurrentIndex(int(found - entries_.begin()));
}

} // namespace lightbench
