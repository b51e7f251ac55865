// Messages to the user: lines for the Log, one current error, a notice, and short notes. All parts report here on the
// window's thread; the Log, the banner and the status bar listen.
#pragma once

#include <QObject>

namespace lightbench {

enum class LogKind { Info, Warning, Error };
/// What an error is about. Only a success of the same kind clears it.
enum class ErrorOf { Work, StackFile, OpenRequest, Kernel };

class Messages : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    void log(LogKind kind, const QString& text, const QString& details = {}, ErrorOf about = ErrorOf::Work) {
        emit logged(kind, text, details, about);
    }
    void info(const QString& text, const QString& details = {}) { log(LogKind::Info, text, details); }
    /// Logs lines that a driver or its compiler printed; all but the first become details.
    void driverOutput(const QString& text);
    /// Shows an error that belongs to no panel, in the Log and in the banner.
    void fail(const QString& message, const QString& details = {}, ErrorOf about = ErrorOf::Work);
    /// Shows an error that is already in the Log or does not belong there. With `remedy` it has a button of that text.
    void showError(const QString& message, ErrorOf about = ErrorOf::Work, const QString& remedy = {});
    /// Clears the shown error after a success. An error about a stack file stays until a stack was read, which clears
    /// any error. An error about something that was given stays until something else is given. An error of a kernel
    /// file stays until that file can be used.
    void clearError(ErrorOf about = ErrorOf::Work);
    /// Whether a success of one kind clears an error of another.
    static bool mends(ErrorOf success, ErrorOf error);
    /// Shows a notice until the user dismisses it. An empty text removes it.
    void showNotice(const QString& text) { emit noticeChanged(text); }
    /// Shows a note for a short time.
    void note(const QString& text) { emit noted(text); }

signals:
    void logged(lightbench::LogKind kind, const QString& text, const QString& details, lightbench::ErrorOf about);
    void errorShown(const QString& message, const QString& remedy);
    void errorCleared();
    void mended(lightbench::ErrorOf success); ///< earlier errors that this success mends are no news any more
    void noticeChanged(const QString& text);
    void noted(const QString& text);

private:
    ErrorOf shown_ = ErrorOf::Work; ///< the kind of the newest error
};

} // namespace lightbench
