// The box of the Source tab in which a file of the shown stage is chosen. SourcePanel fills it.
#pragma once

#include <algorithm>
#include <vector>

#include "ui/controls/combo_box.h"
#include "ui/panels/source/shown_stage.h"

namespace lightbench {

class SourceFiles : public ComboBox {
    Q_OBJECT

public:
    explicit SourceFiles(QWidget* parent = nullptr);
    /// Without a signal. The chosen entry stays if it is still there; else the first one is chosen.
    void fill(std::vector<SourceEntry> entries);
    const std::vector<SourceEntry>& entries() const { return entries_; }
    /// The chosen entry; null if there is none.
    const SourceEntry* chosen() const;
    /// The chosen file of the user; empty for others.
    QString userFile() const { return chosen() ? chosen()->file : QString(); }
    /// Chooses the first entry for which `isWanted`. False if there is none.
    template <class IsWanted> bool choose(const IsWanted& isWanted) {
        const auto found = std::ranges::find_if(entries_, isWanted);
        if (found == entries_.end()) return false;
        setCurrentIndex(int(found - entries_.begin()));
        return true;
    }
    bool chooseFile(const QString& file) {
        return choose([&](const SourceEntry& one) { return one.file == file; });
    }

private:
    std::vector<SourceEntry> entries_; ///< one for each item
};

} // namespace lightbench
