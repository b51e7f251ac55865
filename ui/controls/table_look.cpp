// Sets the properties of a table view.
#include "ui/controls/table_look.h"

#include <QHeaderView>
#include <QTableView>

namespace lightbench {

void makeResultTable(QTableView& table) {
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setWordWrap(false);
    table.setCornerButtonEnabled(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(24);
    table.horizontalHeader()->setHighlightSections(false);
}

} // namespace lightbench
