// Data rows for a test that runs once for every filter, and the filter of the current row. The tests of plans and of
// choices use it.
#pragma once

#include <QTest>

#include "core/framework/filter_catalog.h"
#include "tests/built_in_stacks.h"

namespace lightbench::tests {

inline void filterRows() {
    QTest::addColumn<QString>("id");
    for (const Filter& filter : allFilters())
        QTest::newRow(filter.id.c_str()) << QString::fromStdString(filter.id);
}

inline const Filter& fetchedFilter() {
    QFETCH(QString, id);
    return filterById(id.toStdString());
}

} // namespace lightbench::tests
