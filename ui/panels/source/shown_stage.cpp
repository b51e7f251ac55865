#include "ui/panels/source/shown_stage.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <tuple>

#include "core/base/error.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/user_path.h"
#include "ui/files/file_name.h"
#include "ui/state/session/filter_store.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr ImageShape commonShape{{1920, 1080}, {SampleType::U8, 4}};

bool isUsers(const ProgramSource& program) { return program.path.starts_with(userFolder); }
} // namespace

QString shortPath(const std::string& path) {
    const std::size_t folder = path.starts_with(userFolder) ? path.find('/', userFolder.size()) : path.find('/');
    return words(path.substr(folder + 1));
}

bool SourceEntry::isSame(const SourceEntry& other) const {
    return std::tie(program, path, part, file) == std::tie(other.program, other.path, other.part, other.file);
}

bool SourceEntry::isNamed(const QString& text) const { return part == File && shortPath(path) == text; }

QString SourceEntry::location() const { return file.isEmpty() ? words(path) : file; }

QString ShownStage::read() {
    resolved_.reset();
    if (!session_.device())
        return QObject::tr("There is no device to build kernels for. Install an OpenCL driver and start again.");
    const int row = session_.current();
    if (row < 0) return QObject::tr("The OpenCL kernels of the chosen stage appear here. Add a filter to the stack.");
    const std::optional<ImageShape> input = session_.image() ? session_.inputOf(row) : commonShape;
    if (!input) return QObject::tr("The chosen stage does not accept its input; its card says why.");
    input_ = *input;
    try {
        const ResolvedStage resolved = resolveStage(session_.stack()[std::size_t(row)], *input, *session_.device(),
                                                    session_.filters(), session_.tuning());
        kernels_ = session_.filters().withKernelFiles(engineKernels_);
        source_ = stageSource(resolved, kernels_, *session_.device());
        std::stable_partition(source_.programs.begin(), source_.programs.end(), isUsers);
        resolved_ = resolved;
    } catch (const Error& error) {
        return words(error.what());
    }
    if (!source_.programs.empty()) return {};
    return QObject::tr(
               "The variant %1 has no OpenCL kernels: it runs on the host. Choose another variant of the stage.")
        .arg(words(source_.variant));
}

bool ShownStage::isOfUser() const { return !source_.programs.empty() && isUsers(source_.programs.front()); }

bool ShownStage::isFilterOfUser() const { return session_.filters().definition(source_.filter) != nullptr; }

bool ShownStage::isOn(int device) const { return session_.device() && session_.device()->index == device; }

const FilterDefinition* ShownStage::definition() const {
    return session_.filters().definition(definitionIdOf(source_.filter, source_.variant));
}

FilterDefinition ShownStage::editedDefinition() const {
    const FilterDefinition* inUse = definition();
    if (!inUse) return {};
    FilterDefinition shown = *inUse;
    const QString kernel = nameFromBytes(inUse->fileName());
    const QDir around = QFileInfo(kernel).dir();
    shown.text = texts_.text(kernel).toStdString();
    shown.headers.clear();
    for (const QString& file : texts_.filesOf(kernel))
        if (file != kernel) shown.headers[nameBytes(around.relativeFilePath(file))] = texts_.text(file).toStdString();
    return shown;
}

QString ShownStage::userFile(const ProgramSource& program) const {
    const FilterDefinition* inUse = definition();
    return inUse && isUsers(program) ? nameFromBytes(inUse->file) : QString();
}

std::vector<SourceEntry> ShownStage::files(std::size_t program) const {
    const ProgramSource& source = source_.programs[program];
    const QString kernel = userFile(source);
    const std::string folder = source.path.substr(0, source.path.rfind('/') + 1);
    const QDir around(kernel.left(kernel.lastIndexOf('/')));
    std::vector<SourceEntry> all;
    for (const QString& file : texts_.filesOf(kernel)) {
        const QString name = around.relativeFilePath(file);
        all.push_back({program, folder + nameBytes(name), SourceEntry::File, file, shownName(name)});
    }
    for (const SourceFile& file : source.files(kernels_))
        if (kernel.isEmpty() || !texts_.has(kernel) || !file.path.starts_with(userFolder))
            all.push_back({program, file.path, SourceEntry::File, {}, shortPath(file.path)});
    return all;
}

const StageReport* ShownStage::report() const {
    const StageReport* stage = stageAt(results_.report(), session_.current());
    const bool isSame = stage && stage->filter == source_.filter && stage->variant == source_.variant &&
                        stage->workgroup == source_.workgroup;
    return isSame ? stage : nullptr;
}

CompileRequest ShownStage::compileRequest() const {
    return {session_.stack()[std::size_t(session_.current())],
            input_,
            session_.device()->index,
            session_.filters(),
            {},
            session_.tuning().database};
}

RunRequest ShownStage::checkRequest() const {
    RunRequest request = session_.runRequest();
    const FilterDefinition* inUse = definition();
    const FilterDefinition shown = editedDefinition();
    if (!inUse || (shown.text == inUse->text && shown.headers == inUse->headers)) return request;
    request.filters = session_.filterStore().withTexts(inUse->id, shown);
    Stage& stage = request.stack[std::size_t(session_.current())];
    const std::string variant = stage.variant;
    stage = stageIn(request.filters, stage);
    if (std::ranges::count(request.filters.byId(stage.filter).variants, variant, &Variant::id)) stage.variant = variant;
    return request;
}

} // namespace lightbench
