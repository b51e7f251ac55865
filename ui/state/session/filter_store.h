// The filters that the window knows: the built-in ones, and those of the user's kernel files, which come and change
// while it runs. The session owns the store. Whoever names, shows or runs filters reads it, and keeps no catalog of its
// own.
#pragma once

#include <QObject>

#include <map>
#include <string>
#include <vector>

#include "core/run/stack.h"

namespace lightbench {

class FilterStore : public QObject {
    Q_OBJECT

public:
    explicit FilterStore(FilterCatalog builtIn, QObject* parent = nullptr);

    const FilterCatalog& filters() const { return filters_; }
    /// Without the user's.
    const FilterCatalog& builtIn() const { return builtIn_; }
    /// Adds filters of kernel files. Throws Error(Usage) if one cannot be read, or has the id of another filter. Then
    /// nothing changes.
    void add(const std::vector<FilterDefinition>& definitions);
    /// Puts a definition in the place of the one with that id. If it has another id, stages follow. Throws like add().
    void replace(const std::string& id, const FilterDefinition& definition);
    /// The catalog with the texts of `other` in the place of those of the definition with this id: an earlier version
    /// that is raced, or what the editor shows. Corrections stay, and so does what the driver reported of the kernels.
    /// Throws Error(Usage) if no such file is in use, or if no filter can be made of the texts.
    FilterCatalog withTexts(const std::string& id, const FilterDefinition& other) const;
    /// The stage with the parameters that its filter has now. Values stay by name; those that were a default before
    /// become the default of now. A value whose parameter is gone is kept, and comes back with it.
    Stage fitted(Stage stage, const FilterCatalog& before) const;

signals:
    void changed(const lightbench::FilterCatalog& before);

private:
    void take(const FilterCatalog& filters);

    const FilterCatalog builtIn_;
    FilterCatalog filters_;
    std::map<std::string, std::string> newIds_; ///< by the ids that filters had before
};

/// The stage with the parameters that its filter has in a catalog. Values stay by name.
Stage stageIn(const FilterCatalog& filters, const Stage& stage);

} // namespace lightbench
