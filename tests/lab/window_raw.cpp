// Camera RAW files in the window: another process decodes every one, however it is named.
#include <QProcess>
#include <QToolButton>

#include "core/filters/built_in_filters.h"
#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"
#include "tests/worker/recorded_worker.h"
#include "ui/panels/stage/image_parameter.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr Size sizeOfOther{5, 3}; ///< no file has it

DecodedImage decodeElsewhere(std::span<const std::byte>, const CostCheck&) {
    return {Image({sizeOfOther, {SampleType::U8, 1}}), {}, {}};
}
} // namespace

class WindowRawTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { window.reset(); }

    void imageIsOpened();
    void stackFileNamesIt();
    void sessionIsRestored();
    void fieldNamesIt();
    void changedFileIsReadAgain();
    void programAsksTheWorker();

private:
    bool openWindow() {
        return open([] { return makeOpenClEngine(); }, builtInFilters().withRawDecoding(decodeElsewhere));
    }
    std::string blend() const { return stageOfFile("blend", "with", raw_.toStdString()); }
    const ImagePtr& secondImage() {
        static const ImagePtr none;
        const Stack& stages = window->lab().session.stack();
        return stages.empty() ? none : stages.front().parameters.image("with").image;
    }
    bool isSecondImageOther() {
        return waitUntil([this] { return secondImage() && secondImage()->shape().size == sizeOfOther; });
    }
    QString raw_;
};

void WindowRawTest::initTestCase() {
    QVERIFY(prepare("window_raw"));
    raw_ = folder.filePath("photo.dng");
    QVERIFY(QFile::copy(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests/fuzz/seeds/raw/bayer.dng"), raw_));
    putFile(folder.filePath("my.stack"), "blend with=photo.dng\n");
}

void WindowRawTest::init() {
    QSettings().clear();
    QVERIFY(openWindow());
}

void WindowRawTest::imageIsOpened() {
    window->documents().open({raw_});
    QTRY_VERIFY(window->lab().session.image());
    QVERIFY(window->lab().session.image()->shape().size == sizeOfOther);
}

void WindowRawTest::stackFileNamesIt() {
    window->documents().open({folder.filePath("my.stack")});
    QVERIFY(isSecondImageOther());
}

void WindowRawTest::sessionIsRestored() {
    QSettings().setValue("session/stack", QString::fromStdString(blend()));
    QVERIFY(openWindow());
    auto* restore = window->findChild<QAbstractButton*>(QStringLiteral("restoreSession"));
    QVERIFY(restore && restore->isVisible());
    restore->click();
    QVERIFY(isSecondImageOther());
}

void WindowRawTest::fieldNamesIt() {
    openPicture();
    addFilter("blend");
    QVERIFY(settle());
    inForm<ImageParameter>("parameter.with")->takeFile(raw_);
    QVERIFY(isSecondImageOther());
}

void WindowRawTest::changedFileIsReadAgain() {
    window->lab().session.replace(parseStack(blend()), "start");
    QVERIFY(secondImage() && secondImage()->shape().size != sizeOfOther);
    putFile(raw_, textOfFile(raw_)); // the same bytes at another time
    auto* reload = window->findChild<QAbstractButton*>(QStringLiteral("takeOffer"));
    QTRY_VERIFY(reload && reload->isVisible());
    reload->click();
    QVERIFY(isSecondImageOther());
}

void WindowRawTest::programAsksTheWorker() {
    RecordedWorker programs(QCoreApplication::applicationDirPath(), {"lightbench"});
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CONFIG_HOME", folder.filePath("config"));
    environment.insert("XDG_DATA_HOME", folder.filePath("data"));
    for (const QString& opened : {raw_, folder.filePath("my.stack")}) {
        QProcess lab;
        lab.setProcessEnvironment(environment);
        lab.start(programs.path("lightbench"), {"-platform", "offscreen", opened});
        QVERIFY(waitUntil([&] { return programs.decodedFiles() > 0; }));
        lab.kill();
        QVERIFY(lab.waitForFinished(30000));
    }
}

LIGHTBENCH_TEST(WindowRawTest, QApplication)
#include "window_raw.moc"
