// Messages that are more than they seem.
#include "ui/state/messages.h"

namespace lightbench {

void Messages::driverSaid(const QString& text) {
    const QString first = text.section('\n', 0, 0), more = text.section('\n', 1);
    if (!first.isEmpty()) info(tr("The driver says: %1").arg(first), more);
}

void Messages::fail(const QString& message, const QString& details, ErrorOf about) {
    log(LogKind::Error, message, details);
    showError(message, about);
}

void Messages::showError(const QString& message, ErrorOf about) {
    shown_ = about;
    emit errorShown(message);
}

void Messages::clearError(ErrorOf about) {
    if (shown_ == ErrorOf::StackFile && about != ErrorOf::StackFile) return;
    if (shown_ == ErrorOf::Given && about == ErrorOf::Work) return;
    emit errorCleared();
}

} // namespace lightbench
