// A program that gets a signal while it is at work, in a process group of its own.
#pragma once

#include <unistd.h>

#include <csignal>

#include "tests/cli/cli_support.h"

namespace lightbench {

/// Sends the signal once `isAtWork`, to the program or to its group, which is another than the test's.
template <class F> ProgramOutcome signalled(const Folder& folder, const QString& program, const QStringList& arguments,
                                            const Environment& changes, int signal, F isAtWork, bool toGroup = false) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LIGHTBENCH_TUNING", "off");
    environment.insert("LIGHTBENCH_CEILINGS", "off");
    for (auto change = changes.begin(); change != changes.end(); ++change)
        environment.insert(change.key(), change.value());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder.path("."));
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    process.start(program, arguments);
    process.waitForStarted();
    for (int i = 0; i < 600 && process.state() == QProcess::Running && !isAtWork(); ++i)
        process.waitForFinished(50);
    const pid_t id = pid_t(process.processId());
    if (process.state() == QProcess::Running) ::kill(toGroup ? -id : id, signal);
    const bool finished = process.state() == QProcess::NotRunning || process.waitForFinished(120000);
    const bool whole = finished && process.exitStatus() == QProcess::NormalExit;
    return {whole ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

} // namespace lightbench
