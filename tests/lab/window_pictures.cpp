// The manual's pictures show the window as it is. `resources/manual/take_screenshots` writes beside them which menus,
// panels and labels the window had at its start, and this test compares that list with the window.
#include <QCryptographicHash>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/view/empty_state.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
const QString folderOfImages = QStringLiteral(LIGHTBENCH_SOURCE_DIR "/resources/manual/images");
const QString listName = folderOfImages + QStringLiteral("/contents.txt");

QByteArray hashOf(const QString& path) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result().toHex() : QByteArray("missing");
}
} // namespace

class WindowPicturesTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_pictures") && open()); }
    void cleanupTestCase() { window.reset(); }

    void theyShowTheMenusPanelsAndLabelsThatThereAre() {
        // The samples of the start page are loaded in the background.
        QTRY_VERIFY(!window->findChild<EmptyState*>()->findChildren<QToolButton*>().isEmpty());
        const QByteArray list = listed();
        QVERIFY(list.count("menu ") >= 4 && list.count("panel ") >= 8 && list.count("label ") >= 6 &&
                list.count("picture ") >= 5);
        if (qEnvironmentVariableIsSet("LIGHTBENCH_WRITE_CONTENTS")) putFile(listName, list);
        QVERIFY2(textOfFile(listName) == list,
                 "the window or its pictures have changed: run resources/manual/take_screenshots BUILD_FOLDER");
    }

private:
    QByteArray listed() {
        QString text;
        const auto add = [&](const char* kind, QString name) {
            text += QLatin1String(kind) + ' ' + name.remove('&') + '\n';
        };
        for (const QAction* menu : window->findChild<QToolButton*>(QStringLiteral("menuButton"))->menu()->actions())
            add("menu", menu->text());
        for (const auto* menu : window->findChildren<QMenu*>())
            if (menu->title().remove(QChar('&')) == QStringLiteral("Panels"))
                for (const QAction* panel : menu->actions())
                    if (!panel->isSeparator()) add("panel", panel->text());
        // Notices and the status bar depend on the device, so their labels are not listed.
        QList<QWidget*> areas{window->findChild<EmptyState*>()};
        for (auto* dock : window->findChildren<QDockWidget*>())
            areas.append(dock);
        for (const QWidget* area : areas)
            for (const auto* label : area->findChildren<QLabel*>())
                if (label->isVisible() && !label->text().isEmpty()) add("label", label->text());
        for (const QString& name : QDir(folderOfImages).entryList({QStringLiteral("*.webp")}, QDir::Files))
            add("picture", name + ' ' + hashOf(folderOfImages + '/' + name));
        return text.toUtf8();
    }
};

LIGHTBENCH_TEST(WindowPicturesTest, QApplication)
#include "window_pictures.moc"
