// Splits driver output into a message and its details, and tracks the current error.
#include "ui/state/session/messages.h"

namespace lightbench {

void Messages::driverOutput(const QString& text) {
    QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    QString first = lines.isEmpty() ? QString() : lines.takeFirst().trimmed();
    // A line such as "Error(s) while linking:" needs the next one.
    while (first.endsWith(':') && !lines.isEmpty())
        first += QChar(' ') + lines.takeFirst().trimmed();
    const QString more = lines.join('\n');
    if (!first.isEmpty()) info(tr("The driver says: %1").arg(first), more);
}

void Messages::fail(const QString& message, const QString& details, ErrorOf about) {
    log(LogKind::Error, message, details);
    showError(message, about);
}

void Messages::showError(const QString& message, ErrorOf about, const QString& remedy) {
    shown_ = about;
    emit errorShown(message, remedy);
}

void Messages::clearError(ErrorOf about) {
    if (shown_ == ErrorOf::StackFile && about != ErrorOf::StackFile) return;
    if (shown_ == ErrorOf::OpenRequest && about == ErrorOf::Work) return;
    if ((shown_ == ErrorOf::Kernel) != (about == ErrorOf::Kernel)) return;
    emit errorCleared();
}

} // namespace lightbench
