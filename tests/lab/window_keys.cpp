// The window by keyboard: the picture's keys wherever the focus is, the menu of filters, help; and files dropped on it.
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

#include "core/framework/filter_catalog.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/commands/help_dialogs.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/panels/run/timing_table.h"
#include "ui/panels/stack/filter_menu.h"
#include "ui/panels/stage/number_editor.h"

using namespace lightbench;

class WindowKeysTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_keys")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        window->activateWindow();
    }
    void cleanup() { window.reset(); }

    void pictureKeysWorkWhereverTheFocusIs_data();
    void pictureKeysWorkWhereverTheFocusIs();
    void typedTextIsNoPictureKey();
    void returnDoesWhatSpaceDid();
    void undoneMoveKeepsOneStageChosen();
    void stageIsShownFromItsCardAndChosenFromItsRow();
    void addMenuOpensUnderItsButton();
    void addMenuFindsByTyping();
    void addMenuKeepsEveryLetter();
    void addMenuSaysWhyAFilterIsFound();
    void addedStagesBeginWithWhatShowsSomething();
    void addMenuStillHasItsGroups();
    void lettersOfAMenuAreItsOwn();
    void helpIsSearched();
    void helpHasEveryKey();
    void filesDropAnywhere_data();
    void filesDropAnywhere();

private:
    QWidget* part(const QString& name) {
        if (name == "list") return cards();
        if (name == "slider") return inForm<QWidget>("parameter.sigma")->findChild<StepSlider*>();
        if (name == "button") return window->findChild<QToolButton*>(QStringLiteral("addFilter"));
        if (name == "device") return window->findChild<QComboBox*>(QStringLiteral("devices"));
        if (name == "variant") return inForm<QComboBox>("variant");
        if (name == "timings") return timings();
        if (name == "log") return log();
        if (name == "stack") return window->stackPanel();
        if (name == "field") return inForm<QWidget>("parameter.sigma")->findChild<NumberField*>();
        return window.get();
    }
    QString page() {
        auto* help = window->findChild<HelpDialog*>();
        return help ? help->findChild<QTextBrowser*>()->toPlainText() : QString();
    }
    FilterMenu* openMenu() {
        for (QAction* action : window->findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(QStringLiteral("Ctrl+Shift+A"))) action->trigger();
        FilterMenu* menu = window->stackPanel()->filterMenu();
        return waitUntil([=] { return menu->isVisible() && menu->activeAction(); }) ? menu : nullptr;
    }
};

void WindowKeysTest::pictureKeysWorkWhereverTheFocusIs_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"list", "slider", "button", "device", "variant", "timings", "log"})
        QTest::newRow(name) << name;
}

void WindowKeysTest::pictureKeysWorkWhereverTheFocusIs() {
    QFETCH(QString, name);
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    ImageView* view = &window->lab().view;
    if (name == "log") emit window->banner()->logRequested(); // which shows its tab
    QWidget* focused = part(name);
    QVERIFY(focused);
    focused->setFocus();
    QTest::keyClick(focused, Qt::Key_2);
    QCOMPARE(view->mode(), ViewMode::After);
    QTest::keyPress(focused, Qt::Key_Space);
    QVERIFY(view->isShowingOther());
    QTest::keyRelease(focused, Qt::Key_Space);
    QVERIFY(!view->isShowingOther());
    QCOMPARE(stack(), QStringLiteral("gaussian"));
    QTest::keyClick(focused, Qt::Key_4);
    QCOMPARE(view->mode(), ViewMode::SideBySide);
    QTest::keyClick(focused, Qt::Key_6);
    QCOMPARE(view->mode(), ViewMode::Truth);
    QTest::keyClick(focused, Qt::Key_G);
    QVERIFY(!view->isGridShown());
    QTest::keyClick(focused, Qt::Key_0);
    QCOMPARE(view->zoom(), 1.0);
    QTest::keyClick(focused, Qt::Key_Plus);
    QVERIFY(view->zoom() > 1);
    QTest::keyClick(focused, Qt::Key_Minus);
    QCOMPARE(view->zoom(), 1.0);
    QTest::keyClick(focused, Qt::Key_F);
    QVERIFY(view->isFitted());
}

void WindowKeysTest::typedTextIsNoPictureKey() {
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    const ViewMode mode = window->lab().view.mode();
    auto* field = static_cast<NumberField*>(part("field"));
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_2);
    QTest::keyPress(field, Qt::Key_Space);
    QVERIFY(!window->lab().view.isShowingOther());
    QTest::keyRelease(field, Qt::Key_Space);
    QCOMPARE(window->lab().view.mode(), mode);
    QVERIFY(field->text().startsWith('2'));
}

void WindowKeysTest::returnDoesWhatSpaceDid() {
    addFilter("gaussian");
    cards()->setFocus();
    QTest::keyClick(cards(), Qt::Key_Return);
    QCOMPARE(stack(), QStringLiteral("!gaussian"));
    for (auto* button : window->findChildren<QToolButton*>())
        if (button->defaultAction() == window->commands().action("check")) QTest::keyClick(button, Qt::Key_Return);
    QVERIFY(!window->commands().action("check")->isChecked());
}

void WindowKeysTest::undoneMoveKeepsOneStageChosen() {
    for (const char* id : {"grayscale", "invert", "transpose"})
        addFilter(id);
    const auto agrees = [this](const char* filter) {
        const int row = window->lab().session.current();
        const QModelIndexList selected = cards()->selectionModel()->selectedRows();
        return selected.size() == 1 && selected[0].row() == row && cards()->currentIndex().row() == row &&
               window->lab().session.stack()[std::size_t(row)].filter == filter;
    };
    window->lab().session.setCurrent(0);
    window->commands().action("move-down")->trigger();
    QVERIFY(agrees("grayscale"));
    window->lab().session.setCurrent(2); // transpose, which neither undo nor redo moves
    window->commands().action("undo")->trigger();
    QVERIFY(agrees("transpose"));
    window->commands().action("redo")->trigger();
    QVERIFY(agrees("transpose"));
    window->lab().session.setCurrent(0); // invert, which the move passed
    window->commands().action("undo")->trigger();
    QVERIFY(agrees("invert"));
    window->commands().action("remove")->trigger();
    QCOMPARE(stack(), QStringLiteral("grayscale | transpose"));
}

void WindowKeysTest::stageIsShownFromItsCardAndChosenFromItsRow() {
    openPicture();
    addFilter("grayscale");
    addFilter("invert");
    QVERIFY(settle());
    Results& results = window->lab().results;
    QAction* show = window->commands().action("show-stage");
    QCOMPARE(results.source(), 1);
    QVERIFY(!show->isEnabled()); // it is shown
    window->lab().session.setCurrent(0);
    QVERIFY(show->isEnabled());
    show->trigger();
    QCOMPARE(results.source(), 0);
    QVERIFY(!show->isEnabled());
    auto* list = window->findChild<DifferencePanel*>()->findChild<QTableWidget*>();
    QCOMPARE(list->currentRow(), 0);
    emit list->cellDoubleClicked(1, 0);
    QCOMPARE(window->lab().session.current(), 1);
}

void WindowKeysTest::addMenuOpensUnderItsButton() {
    FilterMenu* menu = openMenu();
    QVERIFY(menu);
    auto* button = window->findChild<QToolButton*>(QStringLiteral("addFilter"));
    QCOMPARE(menu->pos(), button->mapToGlobal(QPoint(0, button->height())));
    QVERIFY(menu->activeAction()->menu()); // the first group
    menu->close();
}

void WindowKeysTest::addMenuFindsByTyping() {
    FilterMenu* menu = openMenu();
    QVERIFY(menu);
    QTest::keyClicks(menu, "grays");
    QVERIFY(menu->activeAction());
    QCOMPARE(menu->activeAction()->text().section(QChar('\t'), 0, 0), QStringLiteral("Grayscale"));
    QVERIFY(menu->activeAction()->text().contains("one channel of brightness")); // its summary
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(stack(), QStringLiteral("grayscale"));
    menu = openMenu();
    QVERIFY(menu);
    QVERIFY(menu->activeAction()->menu()); // what was typed is gone
    QTest::keyClicks(menu, "zzz");
    QVERIFY(!menu->activeAction() || !menu->activeAction()->isEnabled());
    QTest::keyClick(menu, Qt::Key_Backspace);
    QTest::keyClick(menu, Qt::Key_Backspace);
    QTest::keyClick(menu, Qt::Key_Backspace);
    QVERIFY(menu->activeAction()->menu());
    menu->close();
}

void WindowKeysTest::addMenuKeepsEveryLetter() {
    FilterMenu* menu = openMenu();
    QVERIFY(menu);
    auto* field = menu->findChild<QLineEdit*>(QStringLiteral("findFilter"));
    QVERIFY(field);
    // Letters go to whatever has the focus, as they do for a person who types.
    for (const char letter : QByteArray("zzzz"))
        QTest::keyClick(menu->focusWidget() ? menu->focusWidget() : menu, letter);
    QCOMPARE(field->text(), QStringLiteral("zzzz"));
    QVERIFY(!menu->activeAction() || !menu->activeAction()->isEnabled());
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(menu->focusWidget() ? menu->focusWidget() : menu, Qt::Key_Backspace);
    for (const char letter : QByteArray("face"))
        QTest::keyClick(menu->focusWidget() ? menu->focusWidget() : menu, letter);
    QCOMPARE(field->text(), QStringLiteral("face"));
    menu->close();
}

void WindowKeysTest::addMenuSaysWhyAFilterIsFound() {
    const Filter &gaussian = filterById("gaussian"), &median = filterById("median");
    QCOMPARE(matchReason(gaussian, QStringLiteral("gauss")), QString());
    QVERIFY(!gaussian.synonyms.empty());
    const QString synonym = QString::fromStdString(gaussian.synonyms.front());
    if (matchRank(gaussian, synonym) == 3) QCOMPARE(matchReason(gaussian, synonym), "also called " + synonym);
    const QString group = QString::fromStdString(median.group);
    QCOMPARE(matchReason(median, group), "group " + group);
    QCOMPARE(matchReason(median, QStringLiteral("zzzz")), QString());
    FilterMenu* menu = openMenu();
    QVERIFY(menu);
    QTest::keyClicks(menu, group);
    QVERIFY(menu->activeAction());
    QVERIFY2(menu->activeAction()->text().endsWith("(group " + group + ")"), qPrintable(menu->activeAction()->text()));
    QEvent leave(QEvent::Leave); // the list has shrunk under the mouse
    QCoreApplication::sendEvent(menu, &leave);
    QVERIFY(menu->activeAction());
    menu->close();
}

void WindowKeysTest::addedStagesBeginWithWhatShowsSomething() {
    emit window->stackPanel()->filterMenu()->chosen(QStringLiteral("connected-components"));
    QCOMPARE(stack(), QStringLiteral("connected-components threshold=127"));
    window->lab().session.setParameter(0, "threshold", 7);
    window->lab().session.resetStage(0);
    QCOMPARE(stack(), QStringLiteral("connected-components threshold=127"));
    // A text without the parameter means what it meant.
    QCOMPARE(parseStack("connected-components")[0].parameters.integer("threshold"), 0);
}

void WindowKeysTest::addMenuStillHasItsGroups() {
    FilterMenu* menu = openMenu();
    QVERIFY(menu);
    QTest::keyClick(menu, Qt::Key_Right);
    QMenu* group = menu->activeAction()->menu();
    QVERIFY(waitUntil([=] { return group->isVisible() && group->activeAction(); }));
    QTest::keyClicks(group, "t"); // typing leaves the group
    QVERIFY(!group->isVisible());
    QVERIFY(menu->activeAction() && menu->activeAction()->text().startsWith('T'));
    menu->close();
}

/// No two entries of one menu are chosen by the same letter.
void WindowKeysTest::lettersOfAMenuAreItsOwn() {
    for (const QMenu* menu : window->findChildren<QMenu*>()) {
        QMap<QString, QString> taken;
        for (const QAction* action : menu->actions()) {
            const QString letter = QKeySequence::mnemonic(action->text()).toString();
            if (letter.isEmpty()) continue;
            QVERIFY2(!taken.contains(letter),
                     qPrintable(menu->title() + ": " + taken.value(letter) + " and " + action->text()));
            taken[letter] = action->text();
        }
    }
}

void WindowKeysTest::helpIsSearched() {
    window->commands().action("reference")->trigger();
    auto* help = window->findChild<HelpDialog*>();
    QVERIFY(help && help->isVisible());
    QVERIFY(page().contains("Floyd-Steinberg") && page().contains("Ctrl+E"));
    auto* field = help->findChild<QLineEdit*>();
    QCOMPARE(help->focusWidget(), field);
    QTest::keyClicks(field, "sigma");
    QVERIFY(page().contains("Gaussian") && !page().contains("Floyd-Steinberg"));
    field->selectAll();
    QTest::keyClicks(field, "export");
    QVERIFY(page().contains("Ctrl+E") && !page().contains("Floyd-Steinberg"));
    field->selectAll();
    QTest::keyClicks(field, "qwertz");
    QVERIFY(page().contains("Nothing"));
    window->commands().action("keys")->trigger();
    QCOMPARE(window->findChildren<HelpDialog*>().size(), 1);
    QVERIFY(page().contains("Ctrl+E"));
}

void WindowKeysTest::helpHasEveryKey() {
    window->commands().action("keys")->trigger();
    const QString text = page();
    for (QAction* action : window->findChildren<QAction*>())
        for (const QKeySequence& key : action->shortcuts())
            QVERIFY2(text.contains(key.toString(QKeySequence::NativeText)), qPrintable(action->text()));
}

void WindowKeysTest::filesDropAnywhere_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"list", "slider", "field", "stack", "timings", "window"})
        QTest::newRow(name) << name;
}

void WindowKeysTest::filesDropAnywhere() {
    QFETCH(QString, name);
    addFilter("gaussian");
    QVERIFY(waitUntil([this] { return inForm<QWidget>("parameter.sigma") != nullptr; }));
    QWidget* target = part(name);
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(picture)});
    QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, &files, Qt::LeftButton, {});
    enter.ignore();
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(4, 4), Qt::CopyAction, &files, Qt::LeftButton, {});
    drop.ignore();
    QApplication::sendEvent(target, &drop);
    QVERIFY(drop.isAccepted());
    QVERIFY(settle());
    QCOMPARE(window->lab().session.imageName(), picture);
    QVERIFY(window->acceptDrops());
    for (auto* dock : window->findChildren<QDockWidget*>())
        QVERIFY(dock->acceptDrops());
}

LIGHTBENCH_TEST(WindowKeysTest, QApplication)
#include "window_keys.moc"
