// What a drop's addresses mean: files of this machine, or a reason and what to do.
#include "ui/view/local_files.h"

#include <QMimeData>
#include <QSysInfo>
#include <QTest>
#include <QUrl>

#include "tests/test_program.h"
#include "ui/files/file_name.h"

using namespace lightbench;

class LocalFilesTest : public QObject {
    Q_OBJECT

private slots:
    void filesOfThisMachine_data() {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<QByteArray>("path");
        const QByteArray host = QSysInfo::machineHostName().toUtf8();
        QTest::newRow("no host") << QByteArray("file:///tmp/a.png") << QByteArray("/tmp/a.png");
        QTest::newRow("localhost") << QByteArray("file://localhost/tmp/a.png") << QByteArray("/tmp/a.png");
        QTest::newRow("LOCALHOST") << QByteArray("FILE://LOCALHOST/tmp/a.png") << QByteArray("/tmp/a.png");
        QTest::newRow("this host") << "file://" + host + "/tmp/a.png" << QByteArray("/tmp/a.png");
        QTest::newRow("its long name") << "file://" + host.split('.').front() + ".example.org/tmp/a.png"
                                       << QByteArray("/tmp/a.png");
        QTest::newRow("short form") << QByteArray("file:/tmp/a.png") << QByteArray("/tmp/a.png");
        QTest::newRow("escapes") << QByteArray("file:///tmp/a%20b%23c%25.png") << QByteArray("/tmp/a b#c%.png");
        QTest::newRow("no escapes") << QByteArray("file:///tmp/a b#c?.png") << QByteArray("/tmp/a b#c?.png");
        QTest::newRow("UTF-8") << QByteArray("file:///tmp/%C3%A4.png") << QByteArray("/tmp/\xc3\xa4.png");
        QTest::newRow("Latin-1") << QByteArray("file:///tmp/caf%E9.png") << QByteArray("/tmp/caf\xe9.png");
    }

    void filesOfThisMachine() {
        QFETCH(QByteArray, address);
        QFETCH(QByteArray, path);
        LocalFiles files;
        addFileUrl(files, address);
        QVERIFY2(files.problems.isEmpty(), qPrintable(files.problems.value(0)));
        QCOMPARE(QByteArray::fromStdString(nameBytes(files.paths.value(0))), path);
    }

    void othersSayWhy_data() {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<QString>("words");
        QTest::newRow("another host") << QByteArray("file://nas.example.org/photos/a.png") << "is on another machine";
        QTest::newRow("its name") << QByteArray("file://nas.example.org/photos/a.png") << "nas.example.org";
        QTest::newRow("the file's") << QByteArray("file://nas/photos/a%20b.png") << "a b.png";
        QTest::newRow("web") << QByteArray("https://example.org/c.png") << "not a file of this machine";
        QTest::newRow("share") << QByteArray("smb://nas/c.png") << "not a file of this machine";
        QTest::newRow("zero") << QByteArray("file:///tmp/a%00b.png") << "is not the address of a file";
        QTest::newRow("no path") << QByteArray("file:a.png") << "is not the address of a file";
        QTest::newRow("nothing") << QByteArray("file://") << "is not the address of a file";
    }

    void othersSayWhy() {
        QFETCH(QByteArray, address);
        QFETCH(QString, words);
        LocalFiles files;
        addFileUrl(files, address);
        QVERIFY(files.paths.isEmpty());
        QVERIFY2(files.problems.value(0).contains(words), qPrintable(files.problems.value(0)));
    }

    void listsAsTheyCome() {
        QMimeData data;
        data.setData("text/uri-list", "# a comment\r\nfile:///a.png\r\n\r\nfile://localhost/b.png\nhttp://c/d.png\r\n");
        const LocalFiles files = localFiles(&data);
        QCOMPARE(files.paths, (QStringList{"/a.png", "/b.png"}));
        QCOMPARE(files.problems.size(), 1);
        QVERIFY(bringsAddresses(&data));
        QMimeData text;
        text.setText("file:///a.png");
        QVERIFY(!bringsAddresses(&text));
        QMimeData urls;
        urls.setUrls({QUrl::fromLocalFile("/tmp/a b#c.png"), QUrl("file://localhost/e.png")});
        QCOMPARE(localFiles(&urls).paths, (QStringList{"/tmp/a b#c.png", "/e.png"}));
    }
};

LIGHTBENCH_TEST(LocalFilesTest, QCoreApplication)
#include "local_files.moc"
