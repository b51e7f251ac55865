// Faults that a preloaded library, or a driver, injects into the programs that a test runs, and the proof that it did:
// tests/worker/injection_mark.h.
#pragma once

#include "tests/cli/cli_support.h"

namespace lightbench {

/// A library for LD_PRELOAD, whose entries spaces and colons separate: a link stands for it, so that the folder of the
/// build may have any name.
class Preloaded {
public:
    explicit Preloaded(const QString& library) {
        if (link_.contains(' ') || link_.contains(':') || !QFile::link(library, link_))
            qFatal("cannot preload %s by %s", qPrintable(library), qPrintable(link_));
    }
    Environment environment() const { return {{"LD_PRELOAD", link_}}; }

private:
    QTemporaryDir folder_{"/tmp/lightbench-preloaded-XXXXXX"};
    QString link_ = folder_.filePath("library.so");
};

/// What was injected into programs that ran with its environment.
class Injections {
public:
    Environment environment() const { return {{"LIGHTBENCH_INJECTED", folder_.filePath("marks")}}; }
    QStringList all() const {
        QFile marks(folder_.filePath("marks"));
        return marks.open(QIODevice::ReadOnly) ? QString::fromUtf8(marks.readAll()).split('\n', Qt::SkipEmptyParts)
                                               : QStringList();
    }

private:
    QTemporaryDir folder_;
};

/// Runs the command line on drivers that a preloaded library makes odd in a way (tests/worker/odd_driver.cpp), and
/// fails the test if nothing was.
class OddDriver {
public:
    ProgramOutcome run(const Folder& folder, const QStringList& arguments, const QString& way,
                       Environment environment = {}) const {
        const Injections injections;
        environment.insert(library_.environment());
        environment.insert(injections.environment());
        environment["LIGHTBENCH_ODD_DRIVER"] = way;
        const ProgramOutcome outcome = folder.run(arguments, environment);
        if (!injections.all().contains(way))
            QTest::qFail(qPrintable("nothing was injected: " + way + "; " + outcome.text()), __FILE__, __LINE__);
        return outcome;
    }

private:
    Preloaded library_{LIGHTBENCH_ODD_DRIVER};
};

} // namespace lightbench
