// Runs a program in its own process group and sends it a signal while it works. The command-line tests about signals
// and drivers use it.
#pragma once

#include <unistd.h>

#include <csignal>

#include "tests/cli/cli_support.h"

namespace lightbench {

/// Starts a program and sends the signal once `isAtWork` returns true, to the program or to its group, which is not the
/// test's. Waits for the end and returns the outcome. Where the program was never at work, the test fails.
template <class F> ProgramOutcome signalled(const Folder& folder, const QString& program, const QStringList& arguments,
                                            const Environment& changes, int signal, F isAtWork, bool toGroup = false) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LIGHTBENCH_TUNING", "off");
    environment.insert("LIGHTBENCH_PEAK_RATES", "off");
    for (auto change = changes.begin(); change != changes.end(); ++change)
        environment.insert(change.key(), change.value());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder.path("."));
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    process.start(program, arguments);
    process.waitForStarted();
    bool isReached = false;
    for (int i = 0; i < 1200 && process.state() == QProcess::Running && !isReached; ++i)
        if (!(isReached = isAtWork())) process.waitForFinished(50);
    const pid_t id = pid_t(process.processId());
    if (process.state() == QProcess::Running) ::kill(toGroup ? -id : id, isReached ? signal : SIGKILL);
    if (!isReached) QTest::qFail("the program was not at work when the signal was to be sent", __FILE__, __LINE__);
    const bool finished = process.state() == QProcess::NotRunning || process.waitForFinished(120000);
    const bool whole = finished && process.exitStatus() == QProcess::NormalExit;
    return {whole ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

} // namespace lightbench
