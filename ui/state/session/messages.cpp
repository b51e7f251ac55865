#include "ui/state/session/messages.h"

namespace lightbench {

void Messages::logDriverOutput(const QString& text) {
    QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    QString message = lines.isEmpty() ? QString() : lines.takeFirst().trimmed();
    // A line such as "Error(s) while linking:" needs the next one.
    while (message.endsWith(':') && !lines.isEmpty())
        message += QChar(' ') + lines.takeFirst().trimmed();
    const QString details = lines.join('\n');
    if (!message.isEmpty()) info(tr("The driver says: %1").arg(message), details);
}

void Messages::reportError(const QString& message, const QString& details, ErrorTopic about) {
    log(LogKind::Error, message, details, about);
    showError(message, about);
}

void Messages::showError(const QString& message, ErrorTopic about, const QString& remedy) {
    newestTopic_ = about;
    emit errorShown(message, remedy);
}

bool Messages::clears(ErrorTopic success, ErrorTopic error) {
    if (error == ErrorTopic::StackFile) return success == ErrorTopic::StackFile;
    if (error == ErrorTopic::OpenRequest && success == ErrorTopic::General) return false;
    return (error == ErrorTopic::Kernel) == (success == ErrorTopic::Kernel);
}

void Messages::clearError(ErrorTopic about) {
    emit errorsCleared(about);
    if (clears(about, newestTopic_)) emit errorCleared();
}

} // namespace lightbench
