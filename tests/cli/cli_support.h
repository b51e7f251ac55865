// Runs lightbench-cli in its own temporary folder. All command-line tests use it. Tuning results, peak
// rates and kernels of the user are off unless a test turns them on.
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

#include "tests/view/image_support.h"
#include "ui/files/image_file.h"

#include "tests/kernel_folder.h"

namespace lightbench {
/// Quotes a text as one shell word, because the programs' folder may have spaces in its name.
inline QString shellWord(QString text) { return '\'' + text.replace("'", "'\\''") + '\''; }

using Environment = QMap<QString, QString>;

struct ProgramOutcome {
    int code = -1;
    QString output, errors;
    QString text() const { return QString("exit code %1: %2 | %3").arg(code).arg(errors, output); }
};

class Folder {
public:
    QString path(const QString& name) const { return folder_.filePath(name); }
    void put(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("no space for test files");
    }
    /// A gray PGM of 61 x 47 pixels, all of whose neighbours differ.
    void putGrayImage(const QString& name) const {
        QByteArray image = "P5 61 47 255\n";
        for (int i = 0; i < 61 * 47; ++i)
            image += char(i * 37 % 251);
        put(name, image);
    }
    QByteArray read(const QString& name) const {
        QFile file(path(name));
        if (!file.open(QIODevice::ReadOnly)) qFatal("a file is missing");
        return file.readAll();
    }
    QJsonObject json(const QString& name) const { return QJsonDocument::fromJson(read(name)).object(); }
    /// Every file and folder in it, including hidden ones, because partial files would be among them.
    QStringList everything() const {
        QStringList all;
        QDirIterator walk(folder_.path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                          QDirIterator::Subdirectories);
        while (walk.hasNext())
            all += walk.next();
        all.sort();
        return all;
    }
    void copyKernels(const QString& name) const {
        QDir(folder_.path()).mkdir(name);
        tests::copyKernels(path(name));
    }

    ProgramOutcome run(const QStringList& arguments, const Environment& environment = {}) const {
        return command(LIGHTBENCH_CLI, arguments, environment);
    }
    void succeeds(const QStringList& arguments, int code = 0, const Environment& environment = {}) const {
        const ProgramOutcome outcome = run(arguments, environment);
        QVERIFY2(outcome.code == code, qPrintable(outcome.text()));
    }
    /// Checks that the arguments are rejected with one line that contains `word`, and that no file was written.
    void refused(const QStringList& arguments, const QString& word) const {
        const QStringList before = everything();
        const ProgramOutcome outcome = run(arguments);
        QVERIFY2(outcome.code == 2 && outcome.output.isEmpty(), qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains(word), qPrintable(outcome.text()));
        QCOMPARE(everything(), before);
    }
    /// Runs another program in the same folder and environment.
    ProgramOutcome command(const QString& program, const QStringList& arguments,
                           const Environment& environment = {}) const {
        QProcess process;
        start(process, program, arguments, environment);
        return ended(process);
    }
    /// Runs the program and sends SIGINT while it works.
    ProgramOutcome interrupted(const QStringList& arguments) const {
        QProcess process;
        start(process, LIGHTBENCH_CLI, arguments, {});
        process.waitForStarted();
        if (process.waitForFinished(1500)) return ended(process);
        ::kill(pid_t(process.processId()), SIGINT);
        return ended(process);
    }

private:
    void start(QProcess& process, const QString& program, const QStringList& arguments,
               const Environment& changes) const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove("LIGHTBENCH_KERNELS");
        environment.insert("LIGHTBENCH_TUNING", "off");
        environment.insert("LIGHTBENCH_PEAK_RATES", "off");
        environment.insert("LIGHTBENCH_MY_KERNELS", "off");
        for (auto change = changes.begin(); change != changes.end(); ++change)
            environment.insert(change.key(), change.value());
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder_.path());
        process.start(program, arguments);
    }
    static ProgramOutcome ended(QProcess& process) {
        const bool finished = process.state() == QProcess::NotRunning || process.waitForFinished(120000);
        const bool whole = finished && process.exitStatus() == QProcess::NormalExit;
        return {whole ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    QTemporaryDir folder_;
};

} // namespace lightbench
