// The menu that adds a filter, by group or by typing a part of its name. A line beside a name says what it is for. The
// stack panel shows it; the help dialog uses the same search.
#pragma once

#include <QMenu>

#include "core/framework/filter_catalog.h"
#include "ui/state/session/filter_store.h"

class QLineEdit;

namespace lightbench {

class FilterMenu : public QMenu {
    Q_OBJECT

public:
    /// Follows the filters, which must outlive the menu.
    FilterMenu(const QString& title, const FilterStore& filters, QWidget* parent = nullptr);

signals:
    void chosen(QString filter); ///< a filter's id

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refill();
    void addGroups();
    QAction* addFilter(QMenu* menu, const Filter& filter, const char* prefix);
    void describe(QAction* action, const Filter& filter, const QString& reason);
    void find(const QString& text);
    void chooseFirst();

    const std::vector<Filter>& filters() const { return store_.filters().filters(); }

    const FilterStore& store_;
    QLineEdit* field_;
    QAction* fieldAction_;
    QAction* nothing_; ///< shown if no filter matches
    QList<QMenu*> groups_;
    QStringList ids_;       ///< of the filters that it lists
    bool isStale_ = false;  ///< the filters changed while it was open
    QList<QAction*> found_; ///< matches for the typed text, best first
};

/// How well a typed text matches a filter: 0 is best, larger is worse, negative is no match. The search covers label,
/// id, group, synonyms and description, and ignores case.
int matchRank(const Filter& filter, const QString& text);
/// Why it fits where its label does not show it, such as "also called blur". Empty for a filter that does not fit.
QString matchReason(const Filter& filter, const QString& text);

} // namespace lightbench
