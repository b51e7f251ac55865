// Commands as rows: what follows from one in menus, keys, tips, enabling and help.
#include "ui/commands/command_table.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QWidget>

#include "tests/test_program.h"

using namespace lightbench;

class CommandTableTest : public QObject {
    Q_OBJECT

private slots:
    void aRowIsAnAction();
    void menusFollowTheSections();
    void enablingIsAsked();
    void whatCanBeOnIsTicked();
    void ofAGroupOneIsOn();
    void helpHasWhatHasAKey();

private:
    static QStringList textsOf(const QMenu* menu) {
        QStringList texts;
        for (const QAction* action : menu->actions())
            texts << (action->isSeparator() ? QStringLiteral("-") : action->text());
        return texts;
    }
};

void CommandTableTest::aRowIsAnAction() {
    QWidget window;
    CommandTable table(&window);
    int runs = 0;
    table.add(
        {{.id = "open", .text = "&Open", .keys = {tr("Ctrl+O"), tr("F3")}, .tip = "Opens", .run = [&] { ++runs; }}});
    QAction* action = table.action("open");
    QVERIFY(window.actions().contains(action)); // its key works without a menu
    QCOMPARE(action->shortcuts().size(), 2);
    QCOMPARE(action->toolTip(), QStringLiteral("Opens (Ctrl+O)"));
    action->trigger();
    QCOMPARE(runs, 1);
}

void CommandTableTest::menusFollowTheSections() {
    QWidget window;
    CommandTable table(&window);
    QMenu* file = table.addMenu("file", "&File");
    QMenu* flat = table.addMenu("flat", "Flat", CommandTable::Lines::None);
    auto* inner = new QMenu("Inner", &window);
    table.add({{.id = "c", .text = "C", .menus = {{"file", 1}, {"flat", 0}}},
               {.id = "a", .text = "A", .menus = {{"file"}, {"flat", 1}}},
               {.id = "inner", .menus = {{"file"}}, .submenu = inner},
               {.id = "b", .text = "B", .menus = {{"file", 0}}}});
    QCOMPARE(textsOf(file), (QStringList{"A", "Inner", "B", "-", "C"}));
    QCOMPARE(textsOf(flat), (QStringList{"C", "A"}));
    QCOMPARE(table.menu("inner"), inner);
}

void CommandTableTest::enablingIsAsked() {
    QWidget window;
    CommandTable table(&window);
    bool possible = false;
    table.add({{.id = "save", .text = "Save", .enabled = [&] { return possible; }}, {.id = "quit", .text = "Quit"}});
    QVERIFY(!table.action("save")->isEnabled() && table.action("quit")->isEnabled());
    possible = true;
    table.refresh();
    QVERIFY(table.action("save")->isEnabled());
}

void CommandTableTest::whatCanBeOnIsTicked() {
    QWidget window;
    CommandTable table(&window);
    bool live = true;
    table.add({{.id = "live", .text = "Live", .isOn = [&] { return live; }, .toggle = [&](bool on) { live = on; }}});
    QAction* action = table.action("live");
    QVERIFY(action->isCheckable() && action->isChecked());
    action->trigger();
    QVERIFY(!live);
    live = true; // from elsewhere
    table.refresh();
    QVERIFY(action->isChecked());
}

void CommandTableTest::ofAGroupOneIsOn() {
    QWidget window;
    CommandTable table(&window);
    int mode = 1;
    const auto row = [&](const char* id, int number) {
        return Command{.id = id,
                       .text = id,
                       .run = [&mode, number] { mode = number; },
                       .isOn = [&mode, number] { return mode == number; },
                       .group = "modes"};
    };
    table.add({row("one", 1), row("two", 2)});
    QCOMPARE(table.group("modes").size(), 2);
    QVERIFY(table.action("one")->isChecked());
    table.action("two")->trigger();
    QVERIFY(mode == 2 && table.action("two")->isChecked() && !table.action("one")->isChecked());
    mode = 1;
    table.refresh();
    QVERIFY(table.action("one")->isChecked() && !table.action("two")->isChecked());
}

void CommandTableTest::helpHasWhatHasAKey() {
    QWidget window;
    CommandTable table(&window);
    table.addMenu("file", "&File");
    table.add({{.id = "open", .text = "&Open…", .keys = {tr("Ctrl+O")}, .tip = "Opens a file", .menus = {{"file"}}},
               {.id = "about", .text = "About", .menus = {{"file"}}},
               {.id = "hidden", .text = "Hidden", .keys = {tr("F9"), tr("F8")}}});
    const QList<KeyHelp> keys = table.keys();
    QCOMPARE(keys.size(), 2);
    QCOMPARE(keys[0].group, QStringLiteral("File"));
    QCOMPARE(keys[0].text, QStringLiteral("Open…: Opens a file"));
    QCOMPARE(keys[1].group, QStringLiteral("Others"));
    QCOMPARE(keys[1].keys, QStringLiteral("F9 or F8"));
}

LIGHTBENCH_TEST(CommandTableTest, QApplication)
#include "command_table.moc"
