// What the window writes: the result that was asked for, under a name that was agreed on; and what it remembers.
#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QTimer>

#include "core/plot/plot_layout.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"
#include "tests/trace_check.h"
#include "ui/bars/banner.h"
#include "ui/files/image_file.h"
#include "ui/panels/run/timeline_panel.h"

using namespace lightbench;

namespace {

/// Answers the dialogs that come up, in turn, while the window waits for them; remembers what they said.
class Answers : public QObject {
public:
    explicit Answers(QStringList answers) : answers_(std::move(answers)) {
        connect(&timer_, &QTimer::timeout, this, &Answers::answer);
        timer_.start(20);
    }
    QStringList said;

private:
    void answer() {
        QWidget* dialog = QApplication::activeModalWidget();
        if (!dialog) return;
        const QString next = answers_.isEmpty() ? QString() : answers_.takeFirst();
        if (auto* file = qobject_cast<QFileDialog*>(dialog)) {
            said << file->directory().absolutePath();
            if (next.isEmpty()) return file->reject();
            file->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(next);
            QMetaObject::invokeMethod(file, "accept", Qt::DirectConnection);
        } else if (auto* box = qobject_cast<QMessageBox*>(dialog)) {
            said << box->text();
            for (QAbstractButton* button : box->buttons())
                if (button->text().remove('&') == next) return button->click();
            box->reject();
        }
    }
    QStringList answers_;
    QTimer timer_;
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

} // namespace

class WindowExportsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_exports")); }
    void init() {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("hints/noGpu"), true); // read: the banner is for errors alone
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void staleResultIsAskedAbout_data();
    void staleResultIsAskedAbout();
    void currentResultIsNotAskedAbout();
    void traceIsOfTheRunShown();
    void plotsAreWrittenAsTheirNamesSay();
    void exportWaitsForTheRun();
    void exportOfAFailedRunIsRefused();
    void replacingIsAskedAboutUnderTheFinalName_data();
    void replacingIsAskedAboutUnderTheFinalName();
    void proposedFolderIsThere();
    void errorGoesWithTheNextSuccess();
    void noticeComesBackAfterAnError();
    void restoredSessionKnowsItsStackFile();
    void undoneLoadIsNotTheFileThatWasLoaded();
    void saveAsHasAKey();
    void nothingIsWrittenOverWhatIsRead();

private:
    bool showStale() {
        window->lab().session.replace(parseStack("grayscale"), "start");
        openPicture();
        const bool ran = settle() && window->lab().results.report();
        window->commands().action("live")->setChecked(false);
        window->lab().session.replace(parseStack("invert"), "another");
        return ran && window->lab().results.isStale();
    }
    QString exported(const char* name) { return folder.filePath(QLatin1String(name)); }
    bool wrote(const QString& path) {
        return waitUntil([&] { return QFile::exists(path); });
    }
};

void WindowExportsTest::staleResultIsAskedAbout_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<int>("channels"); // of what is written; 0: nothing
    QTest::newRow("run") << "Run, then export" << 4;
    QTest::newRow("last") << "Export the last result" << 1;
    QTest::newRow("cancel") << "Cancel" << 0;
}

void WindowExportsTest::staleResultIsAskedAbout() {
    QFETCH(QString, answer);
    QFETCH(int, channels);
    QVERIFY(showStale());
    const QString path = exported("asked.npy");
    QFile::remove(path);
    Answers answers({answer, path});
    window->commands().action("export-image")->trigger();
    QVERIFY2(answers.said.value(0).contains("last run"), qPrintable(answers.said.join('|')));
    QVERIFY(settle());
    if (channels == 0) {
        QCOMPARE(answers.said.size(), 1);
        QVERIFY(!QFile::exists(path));
        return;
    }
    QVERIFY(wrote(path));
    QVERIFY(waitUntil([&] { return loadImage(path)->format().channels == channels; }));
}

void WindowExportsTest::currentResultIsNotAskedAbout() {
    window->lab().session.replace(parseStack("grayscale"), "start");
    openPicture();
    QVERIFY(settle());
    const QString path = exported("current.json");
    Answers answers({path});
    window->commands().action("export-report")->trigger();
    QVERIFY(wrote(path));
    QCOMPARE(answers.said.size(), 1);
}

/// By the panel's button, which the command in the menu equals.
void WindowExportsTest::traceIsOfTheRunShown() {
    window->lab().session.replace(parseStack("grayscale | invert"), "start");
    openPicture();
    QVERIFY(settle());
    const QString path = exported("run-trace.json");
    Answers answers({path});
    emit window->findChild<TimelinePanel*>()->exportRequested();
    QVERIFY(wrote(path));
    QCOMPARE(answers.said.size(), 1);
    QVERIFY(waitUntil([&] { return contentOf(path).endsWith("}\n"); }));
    const QJsonObject trace = QJsonDocument::fromJson(contentOf(path)).object();
    QCOMPARE(tests::traceFaults(trace), QStringList());
    QVERIFY(contentOf(path).contains("invert_segments"));
    QVERIFY(window->commands().action("export-trace")->isEnabled());
}

void WindowExportsTest::plotsAreWrittenAsTheirNamesSay() {
    Plot plot;
    plot.title = "a plot";
    const std::pair<const char*, const char*> kinds[] = {
        {"plot.svg", "<svg"}, {"plot.pdf", "%PDF-"}, {"plot.png", "\x89PNG"}};
    for (const auto& [name, begin] : kinds) {
        window->exports().writeDrawing(exportLayout(plot), exported(name));
        QVERIFY(wrote(exported(name)));
        QVERIFY2(contentOf(exported(name)).startsWith(begin), name);
    }
    window->exports().writeDrawing(exportLayout(plot), exported("plot.jpg"));
    QVERIFY2(window->banner()->text().contains(".svg, .pdf or .png"), qPrintable(window->banner()->text()));
    QVERIFY(!QFile::exists(exported("plot.jpg")));
}

void WindowExportsTest::exportWaitsForTheRun() {
    QVERIFY(showStale());
    window->commands().action("live")->setChecked(true);
    const QString path = exported("waited.npy");
    window->exports().writeImage(path); // no question: what runs will settle it
    QVERIFY(!QFile::exists(path));
    QVERIFY(wrote(path));
    QVERIFY(settle());
    QVERIFY(sameSamples(*loadImage(path), *window->lab().results.report()->output));
    QCOMPARE(window->lab().results.report()->stack, window->lab().session.stack());
}

void WindowExportsTest::exportOfAFailedRunIsRefused() {
    QVERIFY(showStale());
    window->lab().session.setWorkgroup(0, Workgroup{7777, 1});
    const QString path = exported("refused.png");
    window->exports().writeImage(path);
    QVERIFY(settle());
    QVERIFY2(window->banner()->text().contains("refused.png"), qPrintable(window->banner()->text()));
    QVERIFY(!QFile::exists(path));
}

void WindowExportsTest::replacingIsAskedAboutUnderTheFinalName_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("file");
    QTest::newRow("picture") << "export-image"
                             << "keep.png";
    QTest::newRow("report") << "export-report"
                            << "keep.json";
    QTest::newRow("stack") << "save-stack-as"
                           << "keep.stack";
}

void WindowExportsTest::replacingIsAskedAboutUnderTheFinalName() {
    QFETCH(QString, action);
    QFETCH(QString, file);
    window->lab().session.replace(parseStack("grayscale"), "start");
    openPicture();
    QVERIFY(settle());
    QAction* chosen = window->commands().action(action);
    const QString path = folder.filePath(file), typed = folder.filePath("keep");
    QVERIFY(write(path, "precious"));
    {
        Answers answers({typed, "Cancel", ""}); // back in the file dialog, which is given up
        chosen->trigger();
        QCOMPARE(answers.said.size(), 3);
        QVERIFY2(answers.said[1].contains(file), qPrintable(answers.said[1]));
    }
    QTest::qWait(50);
    QCOMPARE(contentOf(path), QByteArray("precious"));
    Answers answers({typed, "Replace"});
    chosen->trigger();
    QVERIFY(waitUntil([&] { return contentOf(path) != QByteArray("precious"); }));
    QVERIFY(!QFile::exists(typed));
}

void WindowExportsTest::proposedFolderIsThere() {
    emit window->lab().view.sampleChosen(QStringLiteral("scene")); // it lies in no folder
    QVERIFY(settle());
    for (QAction* action : {window->commands().action("export-image"), window->commands().action("export-report")}) {
        Answers answers({QString()});
        action->trigger();
        QVERIFY(answers.said.size() == 1 && QFileInfo(answers.said[0]).isDir());
    }
}

void WindowExportsTest::errorGoesWithTheNextSuccess() {
    window->lab().session.replace(parseStack("grayscale"), "start");
    openPicture();
    QVERIFY(settle());
    window->exports().writeImage(folder.filePath("no/such/folder.png"));
    QVERIFY(waitUntil([this] { return window->banner()->text().contains("folder"); }));
    const QString path = exported("after-error.png");
    window->exports().writeImage(path);
    QVERIFY(waitUntil([this] { return window->banner()->text().isEmpty(); }));
    QVERIFY(!window->documents().saveStackTo(folder.filePath("no/such/folder.stack")));
    QVERIFY(!window->banner()->text().isEmpty());
    QVERIFY(window->documents().saveStackTo(exported("after-error.stack")));
    QVERIFY(window->banner()->text().isEmpty());
}

void WindowExportsTest::noticeComesBackAfterAnError() {
    const QString notice = QStringLiteral("No GPU was found: kernels run on the CPU");
    window->lab().messages.showNotice(notice);
    QCOMPARE(window->banner()->text(), notice);
    window->documents().open({folder.filePath("not-there.png")});
    QVERIFY(settle());
    QVERIFY(window->banner()->text().contains("not-there.png"));
    openPicture();
    QVERIFY(settle());
    QVERIFY(window->banner()->text().isEmpty()); // it would lie over the picture
    const auto* button = window->findChild<QAbstractButton*>(QStringLiteral("notice"));
    QVERIFY(button && button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("No GPU was found"));
    QVERIFY(button->toolTip().contains("on the CPU"));
}

void WindowExportsTest::restoredSessionKnowsItsStackFile() {
    window->lab().session.replace(parseStack("grayscale"), "start");
    const QString path = exported("mine.stack");
    QVERIFY(window->documents().saveStackTo(path));
    for (const bool modified : {false, true}) {
        if (modified) window->lab().session.add(makeStage("invert"));
        window->close();
        QVERIFY(open());
        window->commands().action("restore-session")->trigger();
        QTRY_COMPARE(window->lab().session.stackPath(), path);
        QCOMPARE(window->lab().session.isStackModified(), modified);
        QVERIFY2(window->windowTitle().contains("mine.stack"), qPrintable(window->windowTitle()));
    }
    QCOMPARE(stack(), QStringLiteral("grayscale | invert"));
}

void WindowExportsTest::undoneLoadIsNotTheFileThatWasLoaded() {
    const QString path = exported("loaded.stack");
    QVERIFY(write(path, "invert\n"));
    window->lab().session.replace(parseStack("grayscale"), "start");
    window->documents().loadStack(path);
    QTRY_COMPARE(window->lab().session.stackPath(), path);
    window->commands().action("undo")->trigger();
    QCOMPARE(stack(), QStringLiteral("grayscale"));
    QVERIFY(window->lab().session.stackPath().isEmpty()); // saving must not put this one into that file
}

void WindowExportsTest::saveAsHasAKey() {
    QCOMPARE(window->commands().action("save-stack-as")->shortcut(), QKeySequence(QStringLiteral("Ctrl+Shift+S")));
}

/// The dialog says what the file is, and comes up again with a free name. Links lead to the same file.
void WindowExportsTest::nothingIsWrittenOverWhatIsRead() {
    const QString stackFile = exported("open.stack"), second = exported("second.png"), link = exported("link.png");
    QVERIFY(QFile::copy(picture, second) && QFile::link(picture, link));
    openPicture();
    QVERIFY(settle());
    window->lab().session.replace(parseStack("invert | " + stageOfFile("blend", "with", second.toStdString())),
                                  "start");
    QTRY_VERIFY2(window->lab().results.isCurrent() && !window->lab().results.report()->stages.empty(),
                 qPrintable(window->banner()->text()));
    QVERIFY(window->documents().saveStackTo(stackFile));
    const QByteArray image = contentOf(picture), stack = contentOf(stackFile);
    for (const QString& taken : {picture, link, second}) {
        Answers answers({taken, "OK", ""});
        window->commands().action("export-image")->trigger();
        QCOMPARE(answers.said.size(), 3);
        QVERIFY2(answers.said[1].contains(taken == second ? "the image" : "the open image") &&
                     answers.said[1].contains("another name"),
                 qPrintable(answers.said[1]));
    }
    const QString free = exported("picture-2.png");
    Answers answers({picture, "OK", free});
    window->commands().action("export-image")->trigger();
    QVERIFY(wrote(free));
    const auto isRefused = [&](const QString& path) {
        return waitUntil([&] { return window->banner()->text().contains(QFileInfo(path).fileName()); });
    };
    window->exports().writeImage(link);
    QVERIFY(isRefused(link));
    window->exports().writeReport(stackFile);
    QVERIFY(isRefused(stackFile));
    QVERIFY(!window->documents().saveStackTo(second));
    QVERIFY(isRefused(second));
    // The journal of an experiment, which gets more rows.
    const QString journal = exported("race.csv");
    QVERIFY(write(journal, "rows"));
    window->lab().session.setJournal(journal);
    window->exports().writeImage(journal);
    QVERIFY(isRefused(journal));
    QVERIFY2(window->banner()->text().contains("the journal of the experiment"), qPrintable(window->banner()->text()));
    QCOMPARE(contentOf(journal), QByteArray("rows"));
    QCOMPARE(contentOf(picture), image);
    QCOMPARE(contentOf(second), image);
    QCOMPARE(contentOf(stackFile), stack);
    QVERIFY(window->documents().saveStackTo(stackFile)); // its own
}

LIGHTBENCH_TEST(WindowExportsTest, QApplication)
#include "window_exports.moc"
