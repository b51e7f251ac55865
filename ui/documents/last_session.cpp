#include "ui/documents/last_session.h"

#include <QDateTime>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "ui/display/latest_task.h"
#include "ui/documents/documents.h"
#include "ui/documents/opened_kernels.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/files/samples.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

namespace lightbench {

namespace {
/// Identifies a file, to recognise one that replaced it under the same name. Empty for samples and missing files.
QString fileState(const QString& path) {
    const QFileInfo file(path);
    if (!path.startsWith('/') || !file.exists()) return {};
    return QStringLiteral("%1 %2").arg(file.size()).arg(file.lastModified().toUTC().toString(Qt::ISODateWithMs));
}

/// The keys of a stack in the settings.
struct StackKeys {
    QString text, path, modified, mark;
};

StackKeys keysOfChosen(const SessionSlot& slot) {
    return {slot.key("stack"), slot.key("stackPath"), slot.key("stackModified"), slot.key("stackMark")};
}

/// In the list of the other tabs.
StackKeys keysOfOther() {
    return {QStringLiteral("stack"), QStringLiteral("path"), QStringLiteral("modified"), QStringLiteral("mark")};
}
} // namespace

LastSession::LastSession(const LabContext& lab, Documents* documents)
    : QObject(documents), lab_(lab), documents_(documents), reading_(new LatestTask(this)) {
    QSettings settings;
    const auto readStack = [&settings](const StackKeys& keys) {
        return SavedStack{settings.value(keys.text).toString(), settings.value(keys.path).toString(),
                          settings.value(keys.modified).toBool(), settings.value(keys.mark).toByteArray()};
    };
    stack_ = readStack(keysOfChosen(slot_));
    kernels_ = settings.value(slot_.key("kernels")).toStringList();
    image_ = settings.value(slot_.key("image")).toString();
    imageState_ = settings.value(slot_.key("imageState")).toString();
    running_ = settings.value(slot_.key("running"), -1).toInt();
    runningFilter_ = settings.value(slot_.key("runningFilter")).toString().toStdString();
    const int tabs = settings.beginReadArray(slot_.key("tabs"));
    for (int i = 0; i < tabs; ++i) {
        settings.setArrayIndex(i);
        others_.push_back(readStack(keysOfOther()));
    }
    settings.endArray();
    hadUnsaved_ = stack_.isModified || std::ranges::any_of(others_, &SavedStack::isModified);
    restoreTexts();
    followChanges();
    connect(&lab_.runs.stallWatch(), &StallWatch::lasting, this, &LastSession::keepRunning);
    const int others = slot_.othersUnsaved();
    if (others == 0) return;
    announce((others == 1 ? tr("1 more session with unsaved work is stored.")
                          : tr("%1 more sessions with unsaved work are stored.").arg(others)) +
             ' ' + tr("Start Lightbench once more to restore it."));
}

/// Says something at the start, as soon as the window listens. The notice about devices would take its place, so it is
/// shown again after that.
void LastSession::announce(const QString& text) {
    const auto show = [this] { lab_.messages.showNotice(notices_); };
    if (notices_.isEmpty())
        connect(&lab_.runs, &RunControl::devicesFound, this, [this, show] { QTimer::singleShot(0, this, show); });
    notices_ += (notices_.isEmpty() ? QString() : QStringLiteral(" ")) + text;
    QTimer::singleShot(0, this, [this, text, show] {
        lab_.messages.log(LogKind::Warning, text);
        show();
    });
}

/// Also a text that conflicts with its file, or whose file is gone. Nothing is written into the user's files.
void LastSession::keepTexts() {
    if (!textsToRestore_.empty()) return; // they stay stored
    const std::vector<KeptText> texts = hasEnded_ ? std::vector<KeptText>() : lab_.kernels.texts().keptTexts();
    QSettings settings;
    if (texts.empty() && !settings.contains(slot_.key("texts/size"))) return;
    settings.remove(slot_.key("texts"));
    if (texts.empty()) return;
    settings.beginWriteArray(slot_.key("texts"), int(texts.size()));
    for (int i = 0; i < int(texts.size()); ++i) {
        const KeptText& one = texts[std::size_t(i)];
        settings.setArrayIndex(i);
        settings.setValue(QStringLiteral("path"), one.path);
        settings.setValue(QStringLiteral("kernel"), one.kernel);
        settings.setValue(QStringLiteral("text"), one.text);
        settings.setValue(QStringLiteral("disk"), one.disk);
    }
    settings.endArray();
    settings.setValue(slot_.key("saved"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
}

/// The files are read first, so that their own texts are in use while a restored one is wrong, as it was before.
void LastSession::restoreTexts() {
    QSettings settings;
    QStringList kernels, names;
    const int count = settings.beginReadArray(slot_.key("texts"));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const auto value = [&](const char* name) { return settings.value(QLatin1String(name)); };
        const KeptText kept{value("path").toString(), value("kernel").toString(), value("text").toByteArray(),
                            value("disk").toByteArray()};
        textsToRestore_.push_back(kept);
        if (isThere(kept.kernel) && !kernels.contains(kept.kernel)) kernels << kept.kernel;
        names << shownFile(kept.path);
    }
    settings.endArray();
    if (names.isEmpty()) return;
    lab_.kernels.load(kernels);
    lab_.kernels.whenRead([this] {
        for (const KeptText& text : std::exchange(textsToRestore_, {}))
            lab_.kernels.texts().restore(text);
    });
    const QString which = names.join(QStringLiteral(", "));
    announce((names.size() == 1 ? tr("Restored the text of %1, which was not saved.").arg(which)
                                : tr("Restored these texts, which were not saved: %1.").arg(which)) +
             QChar(' ') + tr("The tab Source shows and saves it while a stage of it is chosen."));
}

LastSession::~LastSession() { keepRunning(-1); } // what runs now is ended with the window

/// Saves at most this long after the first of several changes.
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
    connect(&lab_.kernels.texts(), &KernelTexts::typed, this, soon);
    connect(&lab_.kernels.texts(), &KernelTexts::stateChanged, this, soon); // also when it was saved
    connect(&lab_.session, &Session::imageChanged, this, soon);
    connect(&lab_.session, &Session::tabsChanged, this, soon); // also when the stack gets another name
}

/// Keeps which stage runs while it lasts (-1: none). Quick runs, as while a slider is dragged, write nothing.
void LastSession::keepRunning(int stage) {
    QSettings settings;
    if (stage >= 0) {
        settings.setValue(slot_.key("running"), stage);
        settings.setValue(slot_.key("runningFilter"), QString::fromStdString(lab_.runs.stallWatch().progress().filter));
    } else {
        settings.remove(slot_.key("running"));
    }
    settings.sync();
    if (stage >= 0 && soon_.isActive()) keep(); // the stage belongs to a stack that may not be kept yet
}

void LastSession::switchOffRunning(NamedStack& named) {
    Stack& stack = named.stack;
    const int stage = std::exchange(running_, -1);
    if (stage < 0 || std::size_t(stage) >= stack.size() || !stack[std::size_t(stage)].enabled) return;
    if (stack[std::size_t(stage)].filter != runningFilter_) return; // the stack was edited while it ran
    stack[std::size_t(stage)].enabled = false;
    named.isModified = true;
    const QString text = tr("Lightbench ended while stage %1, %2, was running. The stage is switched off.")
                             .arg(stage + 1)
                             .arg(QString::fromStdString(stack[std::size_t(stage)].filter));
    lab_.messages.log(LogKind::Warning, text);
    lab_.messages.showNotice(text);
}

/// Writes all settings at once, because Qt replaces the settings file when it writes.
void LastSession::keep() {
    soon_.stop();
    keepTexts();
    const Session& session = lab_.session;
    if (keepsUnread_) return;
    if (!session.image() && session.stack().empty() && session.tabCount() == 1) return; // nothing to restore
    QSettings settings;
    const auto writeStack = [&](const StackKeys& keys, int tab) {
        const NamedStack named = session.tabStack(tab);
        settings.setValue(keys.text, QString::fromStdString(stackText(named.stack, session.filters())));
        settings.setValue(keys.path, named.path);
        settings.setValue(keys.modified, named.isModified);
        settings.setValue(keys.mark, documents_->markOf(tab));
    };
    writeStack(keysOfChosen(slot_), session.tab());
    settings.setValue(slot_.key("kernels"), lab_.kernels.filesOfSession());
    settings.setValue(slot_.key("image"), session.image() ? session.imageName() : restoredImage_);
    settings.setValue(slot_.key("imageState"), session.image() ? fileState(session.imageName()) : imageState_);
    settings.setValue(slot_.key("saved"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
    settings.remove(slot_.key("tabs"));
    settings.beginWriteArray(slot_.key("tabs"), session.tabCount() - 1);
    for (int tab = 0, i = 0; tab < session.tabCount(); ++tab) {
        if (tab == session.tab()) continue;
        settings.setArrayIndex(i++);
        writeStack(keysOfOther(), tab);
    }
    settings.endArray();
    settings.sync();
    if (settings.status() != QSettings::NoError && !std::exchange(isUnkept_, true))
        lab_.messages.reportError(
            tr("The session cannot be kept: %1 cannot be written.").arg(shownName(settings.fileName())));
}

void LastSession::keepAtEnd() {
    hasEnded_ = true;
    keep();
}

/// Earlier versions stored relative paths, whose folder is unknown; they are not used for saving.
QString LastSession::restoredPath(const SavedStack& saved) const {
    if (saved.path.isEmpty() || saved.path.startsWith('/')) return saved.path;
    lab_.messages.log(LogKind::Warning,
                      tr("The last session's stack was of a file %1 in a folder that was not kept. Save it again.")
                          .arg(shownName(saved.path)));
    return {};
}

LastSession::ReadStack LastSession::readStack(const SavedStack& saved, const FilterCatalog& filters) {
    try {
        return {saved, parseStack(saved.text.toStdString(), filters)};
    } catch (const Error& error) {
        return {saved, {}, QString::fromUtf8(error.what())};
    } catch (const std::bad_alloc&) {
        return {saved, {}, tr("there is not enough memory to read what it names")};
    }
}

/// Restores the stacks that were read; false if one was not.
bool LastSession::restoreStacks(const std::vector<ReadStack>& stacks) {
    Session& session = lab_.session;
    session.endGesture();
    bool areRead = true;
    for (const ReadStack& read : stacks) {
        if (!read.stack) {
            areRead = false;
            lab_.messages.reportError(
                tr("The last session's stack cannot be restored: %1. It stays stored until you change "
                   "the stack.")
                    .arg(read.problem),
                {}, ErrorTopic::StackFile);
            continue;
        }
        NamedStack one{*read.stack, restoredPath(read.saved), read.saved.isModified};
        const bool isChosen = &read == &stacks.front();
        if (isChosen) {
            switchOffRunning(one);
            session.restore(one.stack, one.path, one.isModified);
        } else {
            session.addTab(one);
        }
        documents_->restoreMark(isChosen ? session.tab() : session.tabCount() - 1, read.saved.mark);
    }
    return areRead;
}

void LastSession::restore() {
    if (lab_.results.isReading(FileKind::Session)) return;
    keepsUnread_ = true;
    imageBefore_ = lab_.session.image();
    lab_.results.beginReading(FileKind::Session, tr("the last session"));
    lab_.kernels.load(kernels_);
    lab_.kernels.whenRead([this] { readStacks(); });
}

void LastSession::readStacks() {
    std::vector<SavedStack> saved{stack_};
    for (const SavedStack& other : std::exchange(others_, {}))
        saved.push_back(other);
    const auto read = [saved, filters = lab_.session.filters()] {
        std::vector<ReadStack> stacks;
        for (const SavedStack& one : saved)
            stacks.push_back(readStack(one, filters));
        return stacks;
    };
    reading_->compute(read, [this](const std::vector<ReadStack>& stacks) { onStacksRead(stacks); });
}

void LastSession::onStacksRead(const std::vector<ReadStack>& stacks) {
    const bool areRead = restoreStacks(stacks);
    emit restored();
    const bool isOpened = lab_.results.isReading(FileKind::Image) || lab_.session.image() != imageBefore_;
    if (!isOpened) restoreImage();
    lab_.results.endReading(FileKind::Session); // after the image has begun, so that the window stays busy
    keepsUnread_ = !areRead;
    if (areRead && hadUnsaved_) lab_.messages.note(tr("Restored your unsaved stack. Ctrl+S saves it to a file."));
}

void LastSession::restoreImage() {
    restoredImage_ = image_;
    if (image_.startsWith('/') && isThere(image_)) {
        if (!imageState_.isEmpty() && imageState_ != fileState(image_))
            lab_.messages.showNotice(
                tr("%1 has changed since the last session. The new image is shown.").arg(shownName(image_)));
        documents_->openImage(image_);
    } else if (const QString id = sampleOfName(image_); !id.isEmpty())
        documents_->openSample(id);
    else if (!image_.isEmpty())
        lab_.messages.reportError(image_.startsWith('/')
                                      ? tr("%1 does not exist any more; open another image.").arg(shownName(image_))
                                      : tr("The last session's image %1 was in a folder that was not kept; "
                                           "open it again.")
                                            .arg(shownName(image_)));
}

} // namespace lightbench
