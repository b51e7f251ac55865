#include "ui/documents/file_changes.h"

#include <QGuiApplication>
#include <QSettings>

#include <utility>

#include "core/base/error.h"
#include "ui/bars/banner.h"
#include "ui/display/latest_task.h"
#include "ui/documents/documents.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/results.h"

namespace lightbench {

namespace {

const QString settingName = QStringLiteral("files/reload");

/// The file of a parameter's value; empty if there is none.
std::string fileOf(const ParameterValue& value) {
    if (const auto* image = std::get_if<ImageInput>(&value)) return image->file;
    if (const auto* resource = std::get_if<ResourceFile>(&value)) return resource->source;
    return {};
}

/// Calls take(row, parameter name, path) for each parameter of the stack whose value came from a file.
template <class Take> void forInputs(const Stack& stack, const Take& take) {
    for (int row = 0; row < int(stack.size()); ++row)
        for (const auto& [name, value] : stack[std::size_t(row)].parameters.all())
            if (const std::string file = fileOf(value); !file.empty()) take(row, name, nameFromBytes(file));
}

} // namespace

FileChanges::FileChanges(const LabContext& lab, const KernelLibrary& kernels, Documents* documents, Banner* banner)
    : QObject(documents), lab_(lab), documents_(documents), banner_(banner), reading_(new LatestTask(this)),
      isAutomatic_(QSettings().value(settingName).toBool()) {
    for (const KernelLayer& layer : kernels.layers())
        if (!layer.isRead) kernels_ << absoluteName(nameFromBytes(layer.folder));
    connect(&watch_, &FileWatch::changed, this, &FileChanges::noticed);
    connect(documents, &Documents::aboutToRead, &watch_, &FileWatch::know);
    connect(documents, &Documents::stackWritten, &watch_, &FileWatch::know);
    connect(documents, &Documents::stackKept, this, &FileChanges::noticed);
    // The offer goes when the file was read, when the lab replaced it, or when it is gone.
    const auto settle = [this](const QString& path) {
        stale_.removeAll(path);
        offer();
    };
    connect(documents, &Documents::aboutToRead, this, settle);
    connect(documents, &Documents::stackWritten, this, settle);
    connect(&watch_, &FileWatch::missing, this, settle);
    connect(&lab.session, &Session::imageChanged, this, &FileChanges::follow);
    connect(&lab.session, &Session::tabsChanged, this, &FileChanges::follow); // also when the stack gets another name
    connect(&lab.session, &Session::stackChanged, this, &FileChanges::follow);
    connect(banner, &Banner::offerTaken, this, &FileChanges::reload);
    connect(banner, &Banner::offerDismissed, this, [this] {
        stale_.removeAll(offered_);
        offer();
    });
    connect(reading_, &LatestTask::failed, &lab.messages, [this](const QString& problem) {
        inputs_.clear();
        lab_.messages.reportError(problem);
    });
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) watch_.look();
    });
    follow();
}

void FileChanges::setAutomatic(bool automatic) {
    if (std::exchange(isAutomatic_, automatic) == automatic) return;
    QSettings().setValue(settingName, automatic);
    emit changed();
    offer();
}

/// Collects the files in use: the image, the stacks of all tabs, the files of the chosen stack's stages, and the
/// kernels.
void FileChanges::follow() {
    const Session& session = lab_.session;
    QStringList paths = kernels_;
    if (session.imageName().startsWith('/')) paths << session.imageName(); // other names are samples
    for (int tab = 0; tab < session.tabCount(); ++tab)
        if (const QString path = session.tabStack(tab).path; !path.isEmpty()) paths << path;
    for (int tab = 0; tab < session.tabCount(); ++tab)
        forInputs(session.tabStack(tab).stack, [&](int, const std::string&, const QString& path) { paths << path; });
    paths.removeDuplicates();
    watch_.watch(paths);
    stale_.removeIf([&](const QString& path) { return !paths.contains(path); });
    offer();
}

bool FileChanges::isStackFile(const QString& path) const { return path == lab_.session.stackPath(); }

void FileChanges::noticed(const QString& path) {
    stale_.removeAll(path);
    stale_ << path;
    lab_.messages.info(tr("%1 has changed on disk").arg(shownName(path)));
    offer();
}

/// Offers changed files of this tab; those of other tabs wait until their tab is chosen.
void FileChanges::offer() {
    const Session& session = lab_.session;
    QString next;
    for (const QString& path : std::as_const(stale_)) {
        bool isUsed = path == session.imageName() || isStackFile(path) || isKernels(path);
        forInputs(session.stack(),
                  [&](int, const std::string&, const QString& used) { isUsed = isUsed || used == path; });
        if (isUsed) next = path;
    }
    // A stack that the user is opening must not be replaced by a reload.
    const bool isRefused = isStackFile(next) && (session.isStackModified() || lab_.results.isReading(FileKind::Stack));
    if (!next.isEmpty() && isAutomatic_ && !isRefused) return read(next, Edited::Keep);
    const QString text = next.isEmpty() ? QString() : question(next);
    if (std::exchange(offered_, next) == next && text == text_) return;
    text_ = text;
    banner_->setMessage(BannerKind::Offer, text_, isKernels(next) ? tr("Run again") : tr("Reload"));
    emit changed();
}

QString FileChanges::question(const QString& path) const {
    if (isKernels(path)) return tr("A kernel in %1 has changed on disk.").arg(shownName(path));
    const QString text = tr("%1 has changed on disk.").arg(shownFile(path));
    if (!isStackFile(path) || !lab_.session.isStackModified()) return text;
    return text + QChar(' ') + tr("Reloading replaces your changes; Undo brings them back.");
}

void FileChanges::reload() {
    if (const QString path = offered_; !path.isEmpty()) read(path, Edited::Replace);
}

void FileChanges::read(const QString& path, Edited edited) {
    stale_.removeAll(path);
    if (isKernels(path)) lab_.runs.runNow();
    readInputs(path);
    if (path == lab_.session.imageName()) documents_->openImage(path);
    if (isStackFile(path)) documents_->loadStack(path, edited);
    offer();
}

/// Reads the chosen stack's inputs on a background thread. A newer job also covers what an older one did not finish.
void FileChanges::readInputs(const QString& path) {
    const std::size_t before = inputs_.size();
    forInputs(lab_.session.stack(), [&](int row, const std::string& name, const QString& used) {
        const Stage& stage = lab_.session.stack()[std::size_t(row)];
        const Parameter* parameter = findParameter(lab_.session.filters().byId(stage.filter), name);
        if (used == path && parameter) inputs_.push_back({row, stage.filter, *parameter, path, {}});
    });
    if (inputs_.size() == before) return;
    watch_.know(path);
    const auto readAll = [inputs = inputs_] {
        std::vector<Input> read = inputs;
        for (Input& input : read)
            input.value = parseValue(input.parameter, nameBytes(input.path));
        return read;
    };
    reading_->compute(
        readAll, [this](const std::vector<Input>& read) { take(read); }, false);
}

/// Skips inputs whose stage was moved or changed while they were read.
void FileChanges::take(const std::vector<Input>& inputs) {
    if (!reading_->isBusy()) inputs_.clear();
    Session& session = lab_.session;
    session.endGesture();
    for (const Input& input : inputs) {
        const bool isThere = input.row < int(session.stack().size());
        const Stage* stage = isThere ? &session.stack()[std::size_t(input.row)] : nullptr;
        if (!stage || stage->filter != input.filter) continue;
        if (fileOf(stage->parameters.get(input.parameter.name)) != nameBytes(input.path)) continue;
        session.setParameter(input.row, input.parameter.name, input.value);
        lab_.messages.info(tr("Read %1 again").arg(shownName(input.path)));
    }
    session.endGesture();
}

} // namespace lightbench
