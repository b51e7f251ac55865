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
    log(LogKind::Error, message, details, about);
    showError(message, about);
}

void Messages::showError(const QString& message, ErrorOf about, const QString& remedy) {
    shown_ = about;
    emit errorShown(message, remedy);
}

bool Messages::mends(ErrorOf success, ErrorOf error) {
    if (error == ErrorOf::StackFile) return success == ErrorOf::StackFile;
    if (error == ErrorOf::OpenRequest && success == ErrorOf::Work) return false;
    return (error == ErrorOf::Kernel) == (success == ErrorOf::Kernel);
}

void Messages::clearError(ErrorOf about) {
    emit mended(about);
    if (mends(about, shown_)) emit errorCleared();
}

} // namespace lightbench
