// Messages to the user: lines for the Log, one current error, a notice, and short notes. All parts report here on the
// window's thread; the Log, the banner and the status bar listen.
#pragma once

#include <QObject>

namespace lightbench {

enum class LogKind { Info, Warning, Error };
/// What an error is about. Messages::clears() says which success clears it.
enum class ErrorTopic { General, StackFile, OpenRequest, Kernel };

class Messages : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    void log(LogKind kind, const QString& text, const QString& details = {}, ErrorTopic about = ErrorTopic::General) {
        emit logged(kind, text, details, about);
    }
    void info(const QString& text, const QString& details = {}) { log(LogKind::Info, text, details); }
    /// Logs lines that a driver or its compiler printed. The first line is the message, with the next ones while it
    /// ends with a colon; the others become details.
    void logDriverOutput(const QString& text);
    /// Shows an error that belongs to no panel, in the Log and in the banner.
    void reportError(const QString& message, const QString& details = {}, ErrorTopic about = ErrorTopic::General);
    /// Shows an error that is already in the Log or does not belong there. With `remedy` it has a button of that text.
    void showError(const QString& message, ErrorTopic about = ErrorTopic::General, const QString& remedy = {});
    /// Clears the shown error after a success that clears its topic.
    void clearError(ErrorTopic about = ErrorTopic::General);
    /// Whether a success clears an error. An error of a stack file or of a kernel file is cleared by a success of the
    /// same topic alone. An error of what the user asked to open is cleared when something else opens or a stack file
    /// is read. A general error is cleared by every success but a kernel's.
    static bool clears(ErrorTopic success, ErrorTopic error);
    /// Shows a notice until the user dismisses it. An empty text removes it.
    void showNotice(const QString& text) { emit noticeChanged(text); }
    /// Shows a note for a short time.
    void note(const QString& text) { emit noted(text); }

signals:
    void logged(lightbench::LogKind kind, const QString& text, const QString& details, lightbench::ErrorTopic about);
    void errorShown(const QString& message, const QString& remedy);
    void errorCleared();
    void errorsCleared(lightbench::ErrorTopic success); ///< the errors that this success clears are no news any more
    void noticeChanged(const QString& text);
    void noted(const QString& text);

private:
    ErrorTopic newestTopic_ = ErrorTopic::General; ///< of the newest error, also once it is cleared
};

} // namespace lightbench
