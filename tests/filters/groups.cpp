// What the menu says of filters: few groups, each with several filters, and one plain line for each filter.
#include <QTest>

#include <cctype>
#include <map>
#include <set>

#include "core/framework/filter_catalog.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"

using namespace lightbench;

class Groups : public QObject {
    Q_OBJECT
private slots:
    void groupsAreFewAndFull();
    void summariesAreOneLine();
};

void Groups::groupsAreFewAndFull() {
    std::map<std::string, int> members;
    for (const Filter& filter : allFilters())
        ++members[filter.group];
    QVERIFY2(members.size() <= 12, qPrintable(QString::number(members.size())));
    for (const auto& [group, count] : members) {
        QVERIFY2(!group.empty() && std::isupper(static_cast<unsigned char>(group[0])), group.c_str());
        QVERIFY2(count >= 2, group.c_str());
    }
}

void Groups::summariesAreOneLine() {
    std::set<std::string> all;
    for (const Filter& filter : allFilters()) {
        QVERIFY2(filter.summary.size() > 10 && filter.summary.size() <= 110, filter.id.c_str());
        QVERIFY2(filter.summary.ends_with('.'), filter.id.c_str());
        QVERIFY2(all.insert(filter.summary).second, filter.id.c_str());
    }
}

LIGHTBENCH_TEST(Groups, QCoreApplication)

#include "groups.moc"
