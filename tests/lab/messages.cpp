// What a success clears, and how driver output becomes a message.
#include <QSignalSpy>
#include <QTest>

#include "tests/test_program.h"
#include "ui/state/session/messages.h"

using namespace lightbench;

class MessagesTest : public QObject {
    Q_OBJECT

private slots:
    void cleared_data() {
        QTest::addColumn<ErrorTopic>("error");
        QTest::addColumn<QList<ErrorTopic>>("successes");
        using enum ErrorTopic;
        QTest::newRow("general") << General << QList{General, StackFile, OpenRequest};
        QTest::newRow("stack file") << StackFile << QList{StackFile};
        QTest::newRow("request") << OpenRequest << QList{StackFile, OpenRequest};
        QTest::newRow("kernel") << Kernel << QList{Kernel};
    }

    /// Every success against an error of each topic: the shown error goes, or stays.
    void cleared() {
        QFETCH(const ErrorTopic, error);
        QFETCH(const QList<ErrorTopic>, successes);
        for (const ErrorTopic success :
             {ErrorTopic::General, ErrorTopic::StackFile, ErrorTopic::OpenRequest, ErrorTopic::Kernel}) {
            Messages messages;
            const QSignalSpy cleared(&messages, &Messages::errorCleared);
            messages.reportError("it failed", {}, error);
            messages.clearError(success);
            QVERIFY2((cleared.count() == 1) == successes.contains(success), qPrintable(QString::number(int(success))));
        }
    }

    void driverOutput_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("details");
        QTest::newRow("one line") << "a warning\n"
                                  << "The driver says: a warning"
                                  << "";
        QTest::newRow("more lines") << "a warning\n\nline 1\nline 2\n"
                                    << "The driver says: a warning"
                                    << "line 1\nline 2";
        QTest::newRow("a colon") << "Error(s) while linking:\n  no symbol\nmore"
                                 << "The driver says: Error(s) while "
                                    "linking: no symbol"
                                 << "more";
    }

    void driverOutput() {
        Messages messages;
        QSignalSpy logged(&messages, &Messages::logged);
        QFETCH(QString, text);
        messages.logDriverOutput(text);
        QFETCH(QString, message);
        QFETCH(QString, details);
        QCOMPARE(logged.count(), 1);
        QCOMPARE(logged[0][1].toString(), message);
        QCOMPARE(logged[0][2].toString(), details);
    }

    void nothingIsLoggedForNoOutput() {
        Messages messages;
        const QSignalSpy logged(&messages, &Messages::logged);
        messages.logDriverOutput("\n");
        QCOMPARE(logged.count(), 0);
    }
};

LIGHTBENCH_TEST(MessagesTest, QCoreApplication)
#include "messages.moc"
