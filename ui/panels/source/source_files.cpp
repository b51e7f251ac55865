// Changes only the names that differ, so that an open list stays open.
#include "ui/panels/source/source_files.h"

#include <QSignalBlocker>

namespace lightbench {

static constexpr int widestFiles = 360;

SourceFiles::SourceFiles(QWidget* parent) : ComboBox(parent) {
    setAccessibleName(tr("File"));
    setToolTip(tr("The kernels' file, and the files that it includes"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumContentsLength(12);
    setMaximumWidth(widestFiles);
}

void SourceFiles::fill(std::vector<SourceEntry> entries) {
    const QSignalBlocker blocker(this);
    const SourceEntry before = chosen() ? *chosen() : SourceEntry{};
    entries_ = std::move(entries);
    if (std::size_t(count()) != entries_.size()) {
        clear();
        for (const SourceEntry& entry : entries_)
            addItem(entry.name);
    }
    for (int i = 0; i < count(); ++i)
        if (const QString& name = entries_[std::size_t(i)].name; itemText(i) != name) setItemText(i, name);
    if (!choose([&](const SourceEntry& one) { return one.isSame(before); })) setCurrentIndex(entries_.empty() ? -1 : 0);
}

const SourceEntry* SourceFiles::chosen() const {
    const int now = currentIndex();
    return now >= 0 && now < int(entries_.size()) ? &entries_[std::size_t(now)] : nullptr;
}

} // namespace lightbench
