// The settings that hold a session.
#include "ui/lab/last_session.h"

#include <QFileInfo>
#include <QSettings>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "ui/lab/documents.h"
#include "ui/state/messages.h"
#include "ui/state/samples.h"
#include "ui/state/session.h"

namespace lightbench {

LastSession::LastSession(const LabContext& lab, Documents* documents)
    : QObject(documents), lab_(lab), documents_(documents) {
    const QSettings settings;
    stack_ = {settings.value(QStringLiteral("session/stack")).toString(),
              settings.value(QStringLiteral("session/stackPath")).toString(),
              settings.value(QStringLiteral("session/stackModified")).toBool()};
    image_ = settings.value(QStringLiteral("session/image")).toString();
}

void LastSession::keep() const {
    const Session& session = lab_.session;
    if (!session.image() && session.stack().empty()) return; // nothing that would be worth restoring
    QSettings settings;
    settings.setValue(QStringLiteral("session/stack"), QString::fromStdString(stackText(session.stack())));
    settings.setValue(QStringLiteral("session/stackPath"), session.stackPath());
    settings.setValue(QStringLiteral("session/stackModified"), session.isStackModified());
    settings.setValue(QStringLiteral("session/image"), session.imageName());
}

void LastSession::restore() {
    try {
        lab_.session.restore(parseStack(stack_.text.toStdString()), stack_.path, stack_.isModified);
    } catch (const Error& error) {
        lab_.messages.fail(tr("The last session's stack cannot be restored: %1").arg(QString::fromUtf8(error.what())));
    }
    emit restored();
    if (QFileInfo::exists(image_))
        documents_->openImage(image_);
    else if (const QString id = sampleOfName(image_); !id.isEmpty())
        documents_->openSample(id);
    else if (!image_.isEmpty())
        lab_.messages.fail(tr("%1 is not there any more; open another image.").arg(image_));
}

} // namespace lightbench
