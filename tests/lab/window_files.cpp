// What the window opens, writes and remembers, and how it is laid out; on the real engine.
#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLayout>
#include <QMessageBox>
#include <QProcess>
#include <QSignalSpy>

#include <algorithm>
#include <thread>

#include <tiffio.h>
#include <unistd.h>

#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"
#include "ui/bars/banner.h"
#include "ui/files/file_name.h"
#include "ui/files/image_file.h"
#include "ui/lab/captured_stderr.h"
#include "ui/state/files/samples.h"

using namespace lightbench;

class WindowFilesTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_files")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void exportEqualsTheCommandLine();
    void unreadableImageLeavesTheOldOne();
    void unreadableStackLeavesTheOldOne();
    void pagesAreNoted();
    void ofSeveralImagesTheFirstOpens();
    void largeImageAsks();
    void namesOfAnyBytes();
    void sessionIsRestored();
    void layoutFitsSmallScreens();
    void panelsCanBeHiddenAndReset();
    void sampleStacksRun();
    void samplesOpen();
    void driversSpeakInTheLog();
};

void WindowFilesTest::exportEqualsTheCommandLine() {
    openPicture();
    addFilter("grayscale");
    addFilter("gaussian");
    addFilter("floyd-steinberg");
    QVERIFY(settle());
    const QString mine = folder.filePath("lab.png"), theirs = folder.filePath("cli.png");
    const QString stackFile = folder.filePath("my.stack"), report = folder.filePath("report.json");
    window->exports().writeImage(mine);
    window->exports().writeReport(report);
    QVERIFY(window->documents().saveStackTo(stackFile));
    QVERIFY(waitUntil([&] { return QFileInfo::exists(mine) && QFileInfo::exists(report); }));
    QProcess process;
    process.start(QCoreApplication::applicationDirPath() + "/lightbench-cli",
                  {"run", picture, "-o", theirs, "--stack", stackFile, "--verify"});
    QVERIFY(process.waitForFinished(120000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QVERIFY(sameSamples(*loadImage(mine), *loadImage(theirs)));
    QFile file(report);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(file.readAll()).object()["stages"].toArray().size(), 3);
}

void WindowFilesTest::unreadableImageLeavesTheOldOne() {
    openPicture();
    QVERIFY(settle());
    const ImagePtr before = window->lab().session.image();
    const QString notice = window->banner()->text(); // where there is no GPU
    const QString empty = folder.filePath("empty.png");
    QFile file(empty);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    window->documents().open({empty});
    QVERIFY(settle());
    QVERIFY(window->banner()->text().contains("empty.png"));
    QCOMPARE(window->lab().session.image(), before);
    openPicture();
    QVERIFY(settle());
    QCOMPARE(window->banner()->text(), notice);
}

/// The note about the others comes with the first image, and not without it.
void WindowFilesTest::ofSeveralImagesTheFirstOpens() {
    QSignalSpy noted(&window->lab().messages, &Messages::noted);
    const QString broken = folder.filePath("broken.png"), second = folder.filePath("second.png");
    QFile file(broken);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no image") > 0);
    file.close();
    QVERIFY(QFile::copy(picture, second));
    window->documents().open({broken, picture});
    QTRY_VERIFY(window->banner()->text().contains("broken.png"));
    window->documents().openImage(second);
    QTRY_COMPARE(window->lab().session.imageName(), second);
    QCOMPARE(noted.size(), 0);
    window->documents().open({picture, second});
    QTRY_COMPARE(window->lab().session.imageName(), picture);
    QCOMPARE(noted.size(), 1);
    QVERIFY(noted[0][0].toString().contains("the first of 2 images"));
}

/// Of a file of several pages the first is shown, and the log says that there are more.
void WindowFilesTest::pagesAreNoted() {
    const QString path = folder.filePath("pages.tif");
    TIFF* tiff = TIFFOpen(QFile::encodeName(path).constData(), "w");
    for (int page = 0; page < 2; ++page) {
        for (std::uint32_t tag : {TIFFTAG_IMAGEWIDTH, TIFFTAG_IMAGELENGTH, TIFFTAG_PHOTOMETRIC})
            TIFFSetField(tiff, tag, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        char pixel = char(page + 1);
        TIFFWriteScanline(tiff, &pixel, 0, 0);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    QSignalSpy logged(&window->lab().messages, &Messages::logged);
    window->documents().open({path});
    QVERIFY(settle());
    QCOMPARE(window->lab().session.image()->at(0, 0, 0), 1.0);
    const auto isNote = [&](const QList<QVariant>& line) {
        return line.at(1) == path + " has more than one page; the first is read";
    };
    QCOMPARE(std::ranges::count_if(logged, isNote), 1);
}

/// A header that claims too much is a question; who insists gets what comes of it.
void WindowFilesTest::largeImageAsks() {
    const QString path = folder.filePath("<b>claim.png");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(pngWithSize(23000, 23000)) > 0);
    file.close();
    const auto question = [&] { return window->findChild<QMessageBox*>("largeImage"); };
    window->documents().open({path});
    QVERIFY(waitUntil([&] { return question() && question()->isVisible(); }));
    QVERIFY(question()->text().contains("23000 x 23000"));
    QTest::keyClick(question(), Qt::Key_Escape);
    QVERIFY(waitUntil([&] { return !question(); }));
    QVERIFY(!window->lab().session.image());
    window->documents().open({path});
    QVERIFY(waitUntil([&] { return question() && question()->isVisible(); }));
    for (QAbstractButton* button : question()->buttons())
        if (question()->buttonRole(button) == QMessageBox::AcceptRole) QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(waitUntil([&] { return window->banner()->text().contains("<b>claim.png is damaged"); }));
}

/// A name that is not UTF-8, as the command line and as a dialog gives it, with an escape code and a line end.
void WindowFilesTest::namesOfAnyBytes() {
    const QString name = nameFromBytes(nameBytes(folder.filePath("caf")) + "\xe9\x1b\n.png");
    saveImage(*loadImage(picture), name);
    for (const QString& given : {name, QString::fromStdString(nameBytes(name))}) {
        window->lab().session.setImage(nullptr, {});
        window->documents().open({given});
        QVERIFY(settle());
        QVERIFY(window->lab().session.image());
        QVERIFY(window->windowTitle().startsWith("caf\\xe9\\x1b\\x0a.png"));
    }
    ::unlink(nameBytes(name).c_str());
}

void WindowFilesTest::unreadableStackLeavesTheOldOne() {
    addFilter("grayscale");
    const QString path = folder.filePath("wrong.stack");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("grayscal");
    file.close();
    window->documents().loadStack(path);
    QTRY_VERIFY2(window->banner()->text().contains("grayscale"), qPrintable(window->banner()->text())); // nearest name
    QCOMPARE(stack(), QStringLiteral("grayscale"));
    // Opened with an image, which is read and run afterwards, it is still said.
    window->documents().open({picture, path});
    QVERIFY(settle());
    QVERIFY(window->lab().results.report());
    QVERIFY2(window->banner()->text().contains("wrong.stack"), qPrintable(window->banner()->text()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("invert");
    file.close();
    window->documents().loadStack(path);
    QTRY_COMPARE(stack(), QStringLiteral("invert"));
    QVERIFY2(!window->banner()->text().contains("wrong.stack"), qPrintable(window->banner()->text()));
}

void WindowFilesTest::sessionIsRestored() {
    openPicture();
    addFilter("grayscale");
    addFilter("invert");
    window->commands().action("new-tab")->trigger();
    window->lab().session.replace(parseStack("median"), "start");
    window->commands().action("previous-tab")->trigger();
    QVERIFY(settle());
    window->close();
    window.reset(); // which frees its session
    window = std::make_unique<LabWindow>([] { return makeOpenClEngine(); }, builtInFilters());
    window->show();
    auto* restore = window->findChild<QAbstractButton*>(QStringLiteral("restoreSession"));
    QVERIFY(restore && restore->isVisible());
    QCOMPARE(restore->text(), QStringLiteral("Restore your unsaved stack"));
    QSignalSpy noted(&window->lab().messages, &Messages::noted);
    restore->click();
    QTRY_VERIFY(
        std::ranges::any_of(noted, [](const auto& one) { return one[0].toString().contains("Restored your"); }));
    QVERIFY(waitUntil([this] { return window->lab().results.report() && window->lab().runs.isIdle(); }));
    QCOMPARE(stack(), QStringLiteral("grayscale | invert"));
    QCOMPARE(window->lab().session.imageName(), picture);
    QCOMPARE(window->lab().session.tabCount(), 2);
    window->commands().action("next-tab")->trigger();
    QCOMPARE(stack(), QStringLiteral("median"));
    QVERIFY(window->lab().session.isStackModified());
}

void WindowFilesTest::layoutFitsSmallScreens() {
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    window->resize(1280, 800);
    QTest::qWait(50);
    QCOMPARE(window->size(), QSize(1280, 800)); // no part needs more
    auto* bar = window->findChild<QWidget*>(QStringLiteral("topBar"));
    QVERIFY(bar->layout()->minimumSize().width() <= 1280);
    for (auto* button : bar->findChildren<QAbstractButton*>())
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
}

void WindowFilesTest::panelsCanBeHiddenAndReset() {
    for (QAction* panel : window->commands().menu("panels")->actions())
        if (panel->isCheckable()) panel->setChecked(true), panel->trigger();
    for (auto* dock : window->findChildren<QDockWidget*>())
        QVERIFY(!dock->isVisible());
    window->commands().action("reset-layout")->trigger();
    for (auto* dock : window->findChildren<QDockWidget*>())
        QVERIFY(dock->isVisible());
    // The menu names the tabs of Measurements, too.
    QStringList names;
    for (QAction* panel : window->commands().menu("panels")->actions()) {
        names << panel->text();
        if (panel->text() == "Replay") panel->trigger();
    }
    QVERIFY2(names.contains("Measurements") && names.contains("Timings"), qPrintable(names.join(", ")));
    QVERIFY(window->findChild<QWidget*>(QStringLiteral("replay"))->isVisible());
}

void WindowFilesTest::sampleStacksRun() {
    openPicture();
    const QList<SampleStack> samples = sampleStacks();
    QCOMPARE(samples.size(), 3);
    for (const SampleStack& sample : samples) {
        window->lab().session.replace(parseStack(sample.text.toStdString()), sample.label);
        QVERIFY(settle());
        QCOMPARE(window->lab().results.report()->stack, window->lab().session.stack());
        QVERIFY(window->lab().results.report()->verdict() == Verdict::Match ||
                window->lab().results.report()->verdict() == Verdict::WithinTolerance);
    }
}

void WindowFilesTest::samplesOpen() {
    emit window->lab().view.sampleChosen(QStringLiteral("scene"));
    QVERIFY(settle());
    QVERIFY(window->lab().session.image());
    QCOMPARE(sampleOfName(window->lab().session.imageName()), QStringLiteral("scene"));
}

void WindowFilesTest::driversSpeakInTheLog() {
    CapturedStderr words;
    connect(&words, &CapturedStderr::captured, &window->lab().messages, &Messages::logDriverOutput);
    const QByteArray warning = "kernel.cl:3: warning: loop not unrolled\n1 warning generated.\n";
    std::thread([&] { QCOMPARE(write(STDERR_FILENO, warning.constData(), warning.size()), warning.size()); }).join();
    const auto said = [this] {
        const QTreeWidgetItem* last = log()->topLevelItem(log()->topLevelItemCount() - 1);
        return last->text(1).contains("loop not unrolled") && last->child(0)->text(1) == "1 warning generated.";
    };
    QVERIFY(waitUntil(said));
    // A line that announces the next is shown with it, also where the driver writes them apart.
    const auto write = [](QByteArray text) {
        QCOMPARE(::write(STDERR_FILENO, text.constData(), text.size()), text.size());
    };
    std::thread([&] {
        write("Error(s) while linking:\n");
        write("undefined symbol: f\n");
    }).join();
    const auto linked = [this] {
        const QTreeWidgetItem* last = log()->topLevelItem(log()->topLevelItemCount() - 1);
        return last->text(1).endsWith("Error(s) while linking: undefined symbol: f");
    };
    QVERIFY(waitUntil(linked));
}

LIGHTBENCH_TEST(WindowFilesTest, QApplication)
#include "window_files.moc"
