// What the lab tells its user: lines for the Log, an error that stands until it is no longer true, a hint, a note that
// passes. Whoever has something to say says it here; Log, banner and status line listen.
#pragma once

#include <QObject>

namespace lightbench {

enum class LogKind { Info, Warning, Error };
/// What an error is about, so that only what succeeds with that takes it away.
enum class ErrorOf { Work, StackFile, Given };

class Messages : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    void log(LogKind kind, const QString& text, const QString& details = {}) { emit logged(kind, text, details); }
    void info(const QString& text, const QString& details = {}) { log(LogKind::Info, text, details); }
    /// Lines that a driver or its compiler printed: the first, with the others beneath it.
    void driverSaid(const QString& text);
    /// An error that no place of its own can show: in the Log and before the user's eyes.
    void fail(const QString& message, const QString& details = {}, ErrorOf about = ErrorOf::Work);
    /// The same for one that the Log has already, or has no need of.
    void showError(const QString& message, ErrorOf about = ErrorOf::Work);
    /// Something has succeeded: the error shown is no longer true. That a stack could not be read stays true whatever
    /// is opened, run or written; a stack that was read makes any error old. That something was given that cannot be
    /// opened stays true until something else is.
    void clearError(ErrorOf about = ErrorOf::Work);
    /// Stays until the user dismisses it; empty: it is dismissed.
    void hint(const QString& text) { emit hinted(text); }
    /// Passes by itself.
    void note(const QString& text) { emit noted(text); }

signals:
    void logged(lightbench::LogKind kind, const QString& text, const QString& details);
    void errorShown(const QString& message);
    void errorCleared();
    void hinted(const QString& text);
    void noted(const QString& text);

private:
    ErrorOf shown_ = ErrorOf::Work; ///< what the newest error is about
};

} // namespace lightbench
