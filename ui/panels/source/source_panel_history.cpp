// The history in the Source tab: versions are listed, compared as text, restored and raced.
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

#include "core/base/line_diff.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/user_path.h"
#include "ui/controls/overflow_row.h"
#include "ui/files/file_name.h"
#include "ui/panels/source/history_list.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_panel.h"
#include "ui/theme/theme.h"

namespace lightbench {

void SourcePanel::showHistory(bool isShown) {
    const QSignalBlocker blocker(showHistory_);
    showHistory_->setChecked(isShown);
    showVersions();
}

/// The kernel file of the stage has a history; built-in kernels have none.
void SourcePanel::showVersions() {
    const bool isOwn = isShown_ && !source_.programs.empty() && source_.programs.front().path.starts_with(userFolder);
    buttons_->setShown(showHistory_, isOwn);
    const bool isListed = isOwn && showHistory_->isChecked();
    side_->setCurrentWidget(isListed ? static_cast<QWidget*>(history_) : facts_);
    if (!isListed) return;
    const FilterDefinition* inUse = ownDefinition();
    if (!inUse) return;
    versions_.read(inUse->fileName());
    history_->show(versions_.of(inUse->fileName()), inUse, race_.text());
}

/// The kernel file and its headers as they are in the editor, saved or not.
FilterDefinition SourcePanel::shownTexts() const {
    FilterDefinition shown;
    const FilterDefinition* inUse = ownDefinition();
    if (!inUse) return shown;
    shown = *inUse;
    const QString kernel = nameFromBytes(inUse->fileName());
    const QDir around = QFileInfo(kernel).dir();
    shown.text = texts_.text(kernel).toStdString();
    shown.headers.clear();
    for (const QString& file : texts_.filesOf(kernel))
        if (file != kernel) shown.headers[nameBytes(around.relativeFilePath(file))] = texts_.text(file).toStdString();
    return shown;
}

void SourcePanel::compareVersions(const KernelVersion& before, const std::optional<KernelVersion>& after) {
    const FilterDefinition now = after ? after->definition : shownTexts();
    const QString names = tr("%1 and %2").arg(versionName(before), after ? versionName(*after) : tr("now"));
    std::map<std::string, std::pair<std::string, std::string>> files;
    for (const auto& [name, text] : before.definition.headers)
        files[name].first = text;
    for (const auto& [name, text] : now.headers)
        files[name].second = text;
    const std::string kernel = before.definition.fileName();
    std::string text;
    const auto add = [&](const std::string& name, const std::string& one, const std::string& other) {
        if (const std::string difference = lineDiff(one, other); !difference.empty())
            text += "// " + name + "\n" + difference;
    };
    add(kernel.substr(kernel.rfind('/') + 1), before.definition.text, now.text);
    for (const auto& [name, both] : files)
        add(name, both.first, both.second);
    comparison_ = tr("// %1; - is only in the first, + only in the second").arg(names) + '\n' +
                  (text.empty() ? tr("// They are equal.") : words(text));
    compared_ = tr("Comparison: %1").arg(names);
    comparedFile_ = kernel;
    setBuilt(false);
    const auto found = std::ranges::find(entries_, Part::Comparison, &Entry::part);
    if (found != entries_.end()) files_->setCurrentIndex(int(found - entries_.begin()));
    showEntry();
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
    const auto found = std::ranges::find(entries_, kernel, &Entry::file);
    if (found != entries_.end()) files_->setCurrentIndex(int(found - entries_.begin()));
    showEntry();
    texts_.build();
}

} // namespace lightbench
