// The settings that hold a session.
#include "ui/lab/last_session.h"

#include <QSettings>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "ui/files/file_name.h"
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
    readOthers();
    hadUnsaved_ = stack_.isModified || std::ranges::any_of(others_, &SavedStack::isModified);
    followChanges();
}

void LastSession::readOthers() {
    QSettings settings;
    const int count = settings.beginReadArray(QStringLiteral("session/tabs"));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        others_.push_back({settings.value(QStringLiteral("stack")).toString(),
                           settings.value(QStringLiteral("path")).toString(),
                           settings.value(QStringLiteral("modified")).toBool()});
    }
}

/// However many changes there are, the first of them waits no longer than this.
void LastSession::followChanges() {
    soon_.setSingleShot(true);
    soon_.setInterval(1000);
    connect(&soon_, &QTimer::timeout, this, &LastSession::keep);
    const auto soon = [this] {
        if (!soon_.isActive()) soon_.start();
    };
    connect(&lab_.session, &Session::stackChanged, this, [this, soon] {
        keepsUnread_ = false;
        soon();
    });
    connect(&lab_.session, &Session::imageChanged, this, soon);
    connect(&lab_.session, &Session::tabsChanged, this, soon); // with every other name, too
}

/// In one go: Qt puts a settings file in place when it is written, and not before.
void LastSession::keep() {
    soon_.stop();
    const Session& session = lab_.session;
    if (keepsUnread_) return;
    if (!session.image() && session.stack().empty() && session.tabCount() == 1) return; // nothing worth restoring
    QSettings settings;
    settings.setValue(QStringLiteral("session/stack"), QString::fromStdString(stackText(session.stack())));
    settings.setValue(QStringLiteral("session/stackPath"), session.stackPath());
    settings.setValue(QStringLiteral("session/stackModified"), session.isStackModified());
    settings.setValue(QStringLiteral("session/image"), session.image() ? session.imageName() : restoredImage_);
    settings.remove(QStringLiteral("session/tabs"));
    settings.beginWriteArray(QStringLiteral("session/tabs"), session.tabCount() - 1);
    for (int tab = 0, i = 0; tab < session.tabCount(); ++tab) {
        if (tab == session.tab()) continue;
        const NamedStack named = session.tabStack(tab);
        settings.setArrayIndex(i++);
        settings.setValue(QStringLiteral("stack"), QString::fromStdString(stackText(named.stack)));
        settings.setValue(QStringLiteral("path"), named.path);
        settings.setValue(QStringLiteral("modified"), named.isModified);
    }
    settings.endArray();
    settings.sync();
    if (settings.status() != QSettings::NoError && !std::exchange(isUnkept_, true))
        lab_.messages.fail(tr("The session cannot be kept: %1 cannot be written.").arg(shownName(settings.fileName())));
}

/// Earlier versions kept a path as it was given, from a folder that nobody knows any more: saving must not write there.
QString LastSession::restoredPath(const SavedStack& saved) const {
    if (saved.path.isEmpty() || saved.path.startsWith('/')) return saved.path;
    lab_.messages.log(LogKind::Warning,
                      tr("The last session's stack was of a file %1 in a folder that was not kept. Save it again.")
                          .arg(shownName(saved.path)));
    return {};
}

template <class Take> bool LastSession::readStack(const SavedStack& saved, const Take& take) {
    try {
        take(NamedStack{parseStack(saved.text.toStdString()), restoredPath(saved), saved.isModified});
        return true;
    } catch (const Error& error) {
        lab_.messages.fail(tr("The last session's stack cannot be restored: %1. It stays stored until you change the "
                              "stack.")
                               .arg(QString::fromUtf8(error.what())),
                           {}, ErrorOf::StackFile);
        return false;
    }
}

/// Restores the stacks that can be read; false if one cannot.
bool LastSession::restoreStacks() {
    Session& session = lab_.session;
    bool areRead =
        readStack(stack_, [&](const NamedStack& one) { session.restore(one.stack, one.path, one.isModified); });
    for (const SavedStack& other : std::exchange(others_, {}))
        areRead &= readStack(other, [&](const NamedStack& one) { session.addTab(one); });
    return areRead;
}

void LastSession::restore() {
    const bool areRead = restoreStacks();
    emit restored();
    restoreImage();
    keepsUnread_ = !areRead;
    if (areRead && hadUnsaved_) lab_.messages.note(tr("Restored your unsaved stack. Ctrl+S saves it to a file."));
}

void LastSession::restoreImage() {
    restoredImage_ = image_;
    if (image_.startsWith('/') && isThere(image_))
        documents_->openImage(image_);
    else if (const QString id = sampleOfName(image_); !id.isEmpty())
        documents_->openSample(id);
    else if (!image_.isEmpty())
        lab_.messages.fail(image_.startsWith('/')
                               ? tr("%1 is not there any more; open another image.").arg(shownName(image_))
                               : tr("The last session's image %1 was in a folder that was not kept; "
                                    "open it again.")
                                     .arg(shownName(image_)));
}

} // namespace lightbench
