#include "ui/state/files/kernel_texts.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <filesystem>
#include <utility>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "core/framework/user_path.h"
#include "ui/files/file_name.h"

namespace lightbench {

namespace {
/// A header is named by its path from the kernel file's folder.
QString fileNamed(const std::string& programPath, const QString& kernel) {
    const std::filesystem::path folder = std::filesystem::path(nameBytes(kernel)).parent_path();
    return nameFromBytes((folder / withoutUserFolder(programPath)).lexically_normal().string());
}

/// Where the kernel that a message names begins, or else the first one. 1 if there is none.
int lineOfKernel(const QString& message, const QString& text) {
    static const QRegularExpression named(QStringLiteral("\\bkernels? (\\w+)")),
        first(QStringLiteral("\\b(__)?kernel\\b[^\\n]*\\bvoid\\b"));
    const QString name = named.match(message).captured(1);
    const QRegularExpression itself(QStringLiteral("\\bvoid\\s+%1\\s*\\(").arg(name));
    qsizetype at = name.isEmpty() ? -1 : text.indexOf(itself);
    if (at < 0) at = text.indexOf(first);
    return at < 0 ? 1 : 1 + int(text.left(at).count(QChar('\n')));
}

/// A problem of reading begins with the file and the line; one without a line is about a kernel.
KernelProblem problemOfReading(const QString& message, const QString& kernel, const QString& text,
                               const QStringList& files) {
    KernelProblem problem{kernel, lineOfKernel(message, text), 0, BuildMessage::Error, message};
    for (const QString& file : files) {
        const QString start = shownName(file) + ':';
        if (!message.startsWith(start)) continue;
        const qsizetype end = message.indexOf(QStringLiteral(": "), start.size());
        bool isNumber = false;
        const int line = message.mid(start.size(), end - start.size()).toInt(&isNumber);
        if (end > 0 && isNumber) return {file, line, 0, BuildMessage::Error, message.mid(end + 2)};
        problem.text = message.mid(start.size()).trimmed();
    }
    return problem;
}
} // namespace

std::vector<KernelProblem> problemsIn(const std::string& log, const QString& kernel) {
    std::vector<KernelProblem> problems;
    for (const BuildMessage& one : buildMessages(log))
        if (one.file.starts_with(userFolder) && one.kind != BuildMessage::Note)
            problems.push_back(
                {fileNamed(one.file, kernel), one.line, one.column, one.kind, QString::fromStdString(one.text)});
    return problems;
}

KernelTexts::KernelTexts(QObject* parent) : QObject(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(pauseMs);
    connect(&pause_, &QTimer::timeout, this, &KernelTexts::build);
}

void KernelTexts::setUnreadable(const QString& kernel, const QString& message) {
    setProblems(kernel, {problemOfReading(message, kernel, text(kernel), filesOf(kernel))});
}

void KernelTexts::take(const QString& kernel, const std::map<QString, QByteArray>& files) {
    QStringList paths{kernel};
    for (const auto& [path, bytes] : files) {
        takeFile(path, bytes);
        if (path != kernel) paths << path;
    }
    for (const QString& path : filesOf(kernel))
        if (!paths.contains(path) && (isUnsaved(path) || files.empty())) paths << path;
    files_[kernel] = paths;
}

void KernelTexts::takeFile(const QString& path, const QByteArray& bytes) {
    const auto found = texts_.find(path);
    if (found == texts_.end()) {
        texts_[path] = {.disk = bytes, .text = EditedText(bytes)};
        return;
    }
    File& file = found->second;
    const bool wasMissing = std::exchange(file.isMissing, false);
    if (file.disk == bytes && !file.isConflicting) {
        if (wasMissing) emit stateChanged(path);
        return;
    }
    if (!file.isEdited() || file.text.bytes() == bytes) {
        const bool isOther = file.text.bytes() != bytes;
        file = {.disk = bytes, .text = EditedText(bytes)};
        if (isOther) emit replaced(path);
    } else {
        file.isConflicting = file.disk != bytes;
        file.conflict = bytes;
    }
    emit stateChanged(path);
}

QString KernelTexts::text(const QString& path) const {
    const auto found = texts_.find(path);
    return found == texts_.end() ? QString() : found->second.text.text();
}

void KernelTexts::edit(const QString& path, const QString& text) {
    File& file = texts_[path];
    if (file.text.text() == text) return;
    const bool was = isUnsaved(file);
    file.text.setText(text);
    if (!typed_.contains(path)) typed_ << path;
    pause_.start();
    if (isUnsaved(file) != was) emit stateChanged(path);
    emit typed();
}

void KernelTexts::build() {
    pause_.stop();
    if (const QStringList paths = std::exchange(typed_, {}); !paths.isEmpty()) emit edited(paths);
}

bool KernelTexts::isUnsaved(const QString& path) const {
    const auto found = texts_.find(path);
    return found != texts_.end() && isUnsaved(found->second);
}

QStringList KernelTexts::unsavedPaths() const {
    QStringList paths;
    for (const auto& [path, file] : texts_)
        if (isUnsaved(file)) paths << path;
    return paths;
}

UnsavedTexts KernelTexts::unsaved() const {
    UnsavedTexts unsaved;
    for (const auto& [path, file] : texts_)
        if (file.isEdited() || (file.isMissing && !QFileInfo::exists(path)))
            unsaved[nameBytes(path)] = file.text.bytesToBuild().toStdString();
    return unsaved;
}

std::vector<KeptText> KernelTexts::keptTexts() const {
    std::vector<KeptText> kept;
    for (const auto& [path, file] : texts_) {
        if (!isUnsaved(file)) continue;
        QString kernel = path;
        for (auto of = files_.cbegin(); of != files_.cend(); ++of)
            if (!files_.contains(path) && of->contains(path)) kernel = of.key();
        kept.push_back({path, kernel, file.text.bytes(), file.disk});
    }
    return kept;
}

void KernelTexts::restore(const KeptText& kept) {
    const bool isRead = has(kept.path);
    File& file = texts_[kept.path];
    if (file.isEdited()) return;
    if (isRead && file.disk != kept.disk && file.disk != kept.text) {
        file.isConflicting = true;
        file.conflict = file.disk;
    }
    if (!isRead || file.isConflicting) file.disk = kept.disk;
    file.text = EditedText(kept.text);
    file.isMissing = !QFileInfo::exists(kept.path);
    emit replaced(kept.path);
    emit stateChanged(kept.path);
}

QString KernelTexts::save(const QString& path) {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return {};
    File& file = found->second;
    if (const auto now = editableBytes(path)) takeFile(path, *now);
    if (file.isConflicting || !isUnsaved(file)) {
        build();
        return {};
    }
    const QByteArray bytes = file.text.bytes();
    try {
        writeWhole(nameBytes(path), {bytes.constData(), std::size_t(bytes.size())});
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    file.disk = bytes;
    file.isMissing = false;
    emit stateChanged(path);
    emit saved(path);
    build();
    return {};
}

void KernelTexts::setMissing(const QString& path) {
    const auto found = texts_.find(path);
    if (found == texts_.end() || std::exchange(found->second.isMissing, true)) return;
    emit stateChanged(path);
}

bool KernelTexts::isConflicting(const QString& path) const {
    const auto found = texts_.find(path);
    return found != texts_.end() && found->second.isConflicting;
}

void KernelTexts::takeDisk(const QString& path) {
    File& file = texts_[path];
    if (!file.isConflicting) return;
    const QByteArray bytes = file.conflict;
    file = {.disk = bytes, .text = EditedText(bytes)};
    typed_.removeAll(path);
    emit replaced(path);
    emit stateChanged(path);
    emit edited({path});
}

void KernelTexts::keepEdited(const QString& path) {
    File& file = texts_[path];
    if (!std::exchange(file.isConflicting, false)) return;
    file.disk = std::exchange(file.conflict, {});
    emit stateChanged(path);
}

const std::vector<KernelProblem>& KernelTexts::problems(const QString& kernel) const {
    static const std::vector<KernelProblem> none;
    const auto found = problems_.find(kernel);
    return found == problems_.end() ? none : found->second;
}

void KernelTexts::setProblems(const QString& kernel, const std::vector<KernelProblem>& problems) {
    if (std::exchange(problems_[kernel], problems) != problems) emit problemsChanged(kernel);
}

} // namespace lightbench
