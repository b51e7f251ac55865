#include "ui/documents/opened_kernels.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QTimer>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/definition/corrections.h"
#include "core/definition/kernel_files.h"
#include "core/definition/own_variant.h"
#include "core/definition/reported_kernels.h"
#include "ui/documents/kernel_file_messages.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/kernel_trial.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

/// Short, because the picture follows the editor, and files with kernels are small.
static constexpr int kernelRestMs = 60;

OpenedKernels::OpenedKernels(Session& session, FileTasks& files, RunControl& runs, Messages& messages)
    : session_(session), files_(files), runs_(runs), messages_(messages),
      watch_(nullptr, kernelRestMs, FileWatch::Folders::Flat) {
    connect(&files, &FileTasks::kernelsRead, this, &OpenedKernels::onRead);
    connect(&watch_, &FileWatch::changed, this, &OpenedKernels::onChanged);
    connect(&watch_, &FileWatch::missing, this, &OpenedKernels::onMissing);
    connect(&texts_, &KernelTexts::edited, this, &OpenedKernels::onEdited);
    connect(&texts_, &KernelTexts::saved, &watch_, &FileWatch::know);
    connect(&texts_, &KernelTexts::saved, this, &OpenedKernels::removeMissing);
    connect(&runs, &RunControl::reportShown, this, &OpenedKernels::recordSuccess);
    connect(&runs, &RunControl::ended, &versions_, &KernelVersions::noteRuns);
    connect(&versions_, &KernelVersions::failed, &messages,
            [&messages](const QString& problem) { messages.log(LogKind::Warning, problem); });
    connect(&runs, &RunControl::failed, this, &OpenedKernels::onFailure);
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) watch_.look();
    });
}

OpenedKernels::Kernel& OpenedKernels::kernelOf(const QString& path) {
    const auto found = std::ranges::find(kernels_, path, &Kernel::path);
    return found == kernels_.end() ? kernels_.emplace_back(Kernel{path}) : *found;
}

OpenedKernels::Kernel* OpenedKernels::kernelWithId(const std::string& id) {
    const auto found = std::ranges::find(kernels_, id, &Kernel::id);
    return found == kernels_.end() ? nullptr : &*found;
}

void OpenedKernels::open(const QStringList& paths) {
    for (const QString& path : paths) {
        Kernel& kernel = kernelOf(path);
        kernel.isOpened = kernel.wantsStage = true;
        kernel.wasAsked = false;
    }
    read(paths);
}

void OpenedKernels::load(const QStringList& paths) {
    for (const QString& path : paths)
        if (QFileInfo(path).isDir()) followFolder(path);
    read(paths);
}

void OpenedKernels::followFolder(const QString& folder) {
    if (folders_.contains(folder)) return;
    folders_ << folder;
    follow();
}

void OpenedKernels::addCopy(const QString& name, const QString& text) {
    try {
        const std::string path = newUserKernel(name.toStdString());
        writeNewKernelFile(path, text.toStdString());
        open({nameFromBytes(path)});
    } catch (const Error& error) {
        messages_.reportError(words(error.what()), {}, ErrorTopic::Kernel);
    }
}

void OpenedKernels::read(const QStringList& paths) {
    if (paths.isEmpty()) return;
    ++reading_;
    files_.readKernels(paths, session_.filterStore().builtIn(), texts_.unsaved());
}

void OpenedKernels::whenRead(const std::function<void()>& then) {
    if (reading_ == 0) return then();
    waiting_.push_back(then);
}

/// Where the text does not tell what a kernel takes, the driver is asked first.
void OpenedKernels::onRead(const std::vector<KernelRead>& files) {
    std::vector<KernelRead> told;
    for (const KernelRead& file : files) {
        kernelOf(file.path).asked.reset();
        texts_.take(file.path, file.files);
        removeMissing(file.path);
        if (file.definition && session_.device() && needsDriver(*file.definition))
            askDriver(file);
        else
            told.push_back(file);
    }
    useFiles(told);
    endReading();
}

void OpenedKernels::askDriver(const KernelRead& file) {
    ++reading_;
    kernelOf(file.path).asked = file.definition;
    const auto kernels = std::make_shared<std::vector<KernelSignature>>();
    const SignatureRequest request{*file.definition, session_.device()->index};
    const TicketPtr ticket = runs_.engineThread().submit(Lane::Prepare, [=](Engine& engine, const JobControl& control) {
        *kernels = engine.signatures(request, control.stop());
    });
    connect(ticket.get(), &Ticket::finished, this, [this, file, kernels] { onReported(file, *kernels, {}); });
    connect(ticket.get(), &Ticket::failed, this, [this, file](const Error& error) {
        onReported(file, {}, error.kind() == ErrorKind::Build ? words(error.what()) : QString());
    });
}

/// `compilersWord`: why the program does not build; empty if it does.
void OpenedKernels::onReported(const KernelRead& file, const std::vector<KernelSignature>& kernels,
                               const QString& compilersWord) {
    if (kernelOf(file.path).asked == file.definition) { // else it was read again meanwhile
        KernelRead checked = checkedKernel(file, kernels, session_.filterStore().builtIn());
        if (!checked.problem.isEmpty() && !compilersWord.isEmpty())
            checked.problem += QStringLiteral("; ") + compilersWord;
        useFiles({checked});
    }
    endReading();
}

void OpenedKernels::endReading() {
    if (--reading_ > 0) return;
    for (const auto& then : std::exchange(waiting_, {}))
        then();
}

void OpenedKernels::useFiles(const std::vector<KernelRead>& files) {
    std::vector<FilterDefinition> added;
    QStringList usable;
    for (const KernelRead& file : files) {
        Kernel& kernel = kernelOf(file.path);
        if (file.definition && kernel.newest != file.definition) {
            kernel.isRefused = false;
            kernel.newest = file.definition;
            if (std::exchange(kernel.hasFailed, false)) texts_.setProblems(file.path, {});
        }
        kernel.awaited = file.awaited;
        if (std::exchange(kernel.note, file.note) != file.note && !file.note.isEmpty())
            messages_.log(LogKind::Warning, file.note);
        if (!file.problem.isEmpty()) {
            texts_.setUnreadable(file.path, file.problem);
            refuse(kernel, file.problem);
        } else if (take(kernel, *file.definition, added)) {
            usable << file.path;
        }
    }
    session_.filterStore().add(added);
    for (const QString& path : std::as_const(usable)) {
        accept(kernelOf(path));
        addStage(kernelOf(path));
    }
    follow();
    for (const KernelRead& file : files) {
        emit fileRead(file.path);
        if (!file.problem.isEmpty()) askUser(kernelOf(file.path));
    }
}

/// Whether the newest text leaves something open that the user can answer.
bool OpenedKernels::hasQuestions(const Kernel& kernel) {
    try {
        return kernel.newest && !understoodFileOf(*kernel.newest).questions.empty();
    } catch (const Error&) {
        return false; // the message that is shown says what is wrong
    }
}

/// Once for each time that the user opens the file. A file that is edited is not interrupted by the form: there the
/// error has a button.
void OpenedKernels::askUser(Kernel& kernel) {
    if (!kernel.wantsStage || !kernel.newest || std::exchange(kernel.wasAsked, true)) return;
    if (hasQuestions(kernel)) emit questionsAsked(kernel.path);
}

QString OpenedKernels::fileOf(const std::string& id) const {
    const auto found = std::ranges::find(kernels_, id, &Kernel::id);
    return found == kernels_.end() ? QString() : found->path;
}

const FilterDefinition* OpenedKernels::newest(const QString& path) const {
    const auto found = std::ranges::find(kernels_, path, &Kernel::path);
    return found == kernels_.end() || !found->newest ? nullptr : &*found->newest;
}

void OpenedKernels::correct(const QString& path, const std::string& corrections) {
    FilterDefinition definition = *newest(path);
    definition.corrections = corrections;
    (void)understoodFileOf(definition);
    keepCorrections(nameBytes(path), corrections);
    read({path});
}

void OpenedKernels::writeInto(const QString& path, const std::string& lines) {
    if (const QString problem = texts_.isUnsaved(path) ? texts_.save(path) : QString(); !problem.isEmpty())
        throw Error(ErrorKind::Input, problem.toStdString());
    writeLines(nameBytes(path), newest(path)->text, lines);
    keepCorrections(nameBytes(path), {});
    read({path});
}

/// Replaces the file's filter, or adds it to those that are to be added together. False if another one has its name.
bool OpenedKernels::take(Kernel& kernel, const FilterDefinition& definition, std::vector<FilterDefinition>& added) {
    FilterStore& store = session_.filterStore();
    if (kernel.good == definition) texts_.setProblems(kernel.path, {});
    const FilterDefinition* now = kernel.id.empty() ? nullptr : store.filters().definition(kernel.id);
    if (now && *now == definition) return true;
    const bool isTaken = definition.id != kernel.id &&
                         (store.filters().find(definition.id) || store.filters().definition(definition.id) ||
                          std::ranges::count(added, definition.id, &FilterDefinition::id));
    if (isTaken) {
        refuse(kernel, takenText(kernel.path, definition));
        return false;
    }
    if (now) {
        cancelUntestedRun(kernel);
        store.replace(kernel.id, definition);
    } else
        added.push_back(definition);
    kernel.id = definition.id;
    return true;
}

/// A version that never ran to its end may be in an endless loop. A newer one must not wait for it.
void OpenedKernels::cancelUntestedRun(const Kernel& kernel) {
    const RunProgress& step = runs_.stallWatch().progress();
    if (kernel.good == *session_.filters().definition(kernel.id)) return;
    if (definitionIdOf(step.filter, step.variant) != kernel.id || step.kernels.empty()) return;
    QTimer::singleShot(0, &runs_, [&runs = runs_] { runs.endCurrentRun(); }); // when the newer run waits
}

void OpenedKernels::accept(const Kernel& kernel) {
    if (refused_ == kernel.path) {
        refused_.clear();
        messages_.clearError(ErrorTopic::Kernel);
    }
    const FilterDefinition& definition = *session_.filters().definition(kernel.id);
    messages_.info(readText(kernel.path, definition), guessesIn(definition));
}

void OpenedKernels::refuse(const Kernel& kernel, const QString& problem) {
    refused_ = kernel.path;
    const QString text = kernel.id.empty() ? problem : twoSentences(problem, tr("The last version stays in use."));
    messages_.log(LogKind::Error, text, {}, ErrorTopic::Kernel);
    messages_.showError(text, ErrorTopic::Kernel, hasQuestions(kernel) ? tr("Answer…") : QString());
}

/// What the error's button does: answers what is asked about the file, or runs what took too long.
void OpenedKernels::applyRemedy() {
    const auto wrong = std::ranges::find(kernels_, refused_, &Kernel::path);
    if (wrong != kernels_.end() && hasQuestions(*wrong)) return emit questionsAsked(wrong->path);
    runRefused();
}

void OpenedKernels::addStage(Kernel& kernel) {
    if (!std::exchange(kernel.wantsStage, false)) return;
    const Stack& stack = session_.stack();
    const FilterDefinition& definition = *session_.filters().definition(kernel.id);
    const std::string copied = baseFilterId(definition), filter = copied.empty() ? kernel.id : copied;
    const int current = session_.current();
    auto there = std::ranges::find(stack, filter, &Stage::filter);
    if (current >= 0 && stack[std::size_t(current)].filter == filter) there = stack.begin() + current;
    if (there == stack.end())
        session_.add(makeAddedStage(filter, session_.filters()));
    else
        session_.setCurrent(int(there - stack.begin()));
    if (!copied.empty()) session_.setVariant(session_.current(), ownVariantOf(definition));
    emit opened(kernel.path);
}

void OpenedKernels::recordSuccess(const ReportPtr& report) {
    for (const StageReport& stage : report->stages) {
        const std::string id = definitionIdOf(stage.filter, stage.variant);
        Kernel* kernel = kernelWithId(id);
        const FilterDefinition* ran = report->filters.definition(id);
        if (!kernel || !ran) continue;
        if (kernel->good != *ran) kernel->good = *ran;
        const bool isWrong =
            std::ranges::count(texts_.problems(kernel->path), BuildMessage::Error, &KernelProblem::kind);
        if (isWrong && kernel->newest == *ran) texts_.setProblems(kernel->path, {});
    }
}

void OpenedKernels::onFailure(const RunFailure& failure) {
    if (failure.kind() != ErrorKind::Build && failure.kind() != ErrorKind::Device) return;
    if (failure.stage < 0 || failure.stage >= int(failure.stack.size())) return;
    const Stage& stage = failure.stack[std::size_t(failure.stage)];
    const std::string id = definitionIdOf(stage);
    Kernel* kernel = kernelWithId(id);
    if (!kernel || !isDefinedAlike(stage, failure.filters, session_.filters())) return;
    texts_.setProblems(kernel->path, problemsIn(failure.details(), kernel->path));
    const bool hasGood = kernel->good && *kernel->good != *session_.filters().definition(id);
    kernel->isRefused = failure.reason == ErrorReason::TrialTooLong;
    if (!hasGood && !kernel->isRefused) return;
    showFailure(*kernel, failure);
    kernel->hasFailed = texts_.problems(kernel->path).empty();
    if (kernel->hasFailed) texts_.setUnreadable(kernel->path, words(failure.what()));
    if (!hasGood) return;
    const FilterDefinition good = *kernel->good;
    if (good.id != id && session_.filters().find(good.id)) return; // another file has taken its name meanwhile
    session_.filterStore().replace(id, good);
    kernelWithId(id)->id = good.id;
    follow();
}

void OpenedKernels::showFailure(Kernel& kernel, const RunFailure& failure) {
    refused_ = kernel.path;
    const QString file = shownFile(kernel.path);
    if (kernel.isRefused) {
        const QString why = tr("The trial of %1 took more than %2 s: change the text, or run it anyway.")
                                .arg(words(kernel.id))
                                .arg(trialLimit.count() / 1000);
        return messages_.showError(kernel.good ? why + QChar(' ') + tr("The last version that ran is shown.") : why,
                                   ErrorTopic::Kernel, tr("Run it anyway"));
    }
    const QString why = messageInCard(words(failure.what()), failure.stack[std::size_t(failure.stage)].filter);
    messages_.showError(twoSentences(why.contains(file) ? why : file + QStringLiteral(": ") + why,
                                     tr("The last version that ran is shown.")),
                        ErrorTopic::Kernel);
}

void OpenedKernels::runRefused() {
    const auto found = std::ranges::find_if(
        kernels_, [](const Kernel& kernel) { return kernel.isRefused && kernel.newest && !kernel.id.empty(); });
    if (found == kernels_.end()) return;
    found->isRefused = false;
    const FilterDefinition definition = *found->newest;
    accept(*found);
    runs_.allow(definition);
    session_.filterStore().replace(found->id, definition);
    found->id = definition.id;
}

QStringList OpenedKernels::filesOfSession() const {
    const auto isNamed = [this](const std::string& id) {
        for (int tab = 0; tab < session_.tabCount(); ++tab)
            if (std::ranges::count(session_.tabStack(tab).stack, id,
                                   [](const Stage& stage) { return definitionIdOf(stage); }))
                return true;
        return false;
    };
    QStringList paths;
    for (const Kernel& kernel : kernels_)
        if (kernel.isOpened || isNamed(kernel.id)) paths << kernel.path;
    return paths;
}

// --- files that change on disk, come or go ---

/// The file, its headers and its reference: those of the version in use, and those of the newest text.
QStringList OpenedKernels::pathsIn(const Kernel& kernel) const {
    QStringList paths{kernel.path};
    if (!kernel.awaited.isEmpty()) paths << kernel.awaited;
    if (const FilterDefinition* used = kernel.id.empty() ? nullptr : session_.filters().definition(kernel.id)) {
        paths << headerPaths(*used);
        if (!used->referenceFile.empty()) paths << nameFromBytes(used->referenceFile);
    }
    return paths + texts_.filesOf(kernel.path);
}

void OpenedKernels::follow() {
    QStringList paths = folders_;
    for (const Kernel& kernel : kernels_)
        paths << pathsIn(kernel);
    paths.removeDuplicates();
    watch_.watch(paths);
}

/// A header may belong to several files.
void OpenedKernels::onChanged(const QString& path) {
    if (folders_.contains(path)) return readNewFiles(path);
    onEdited({path});
}

void OpenedKernels::readNewFiles(const QString& folder) {
    QStringList added;
    for (const std::string& file : kernelFilesIn(nameBytes(folder)))
        if (const QString path = nameFromBytes(file); !std::ranges::count(kernels_, path, &Kernel::path)) added << path;
    read(added);
}

void OpenedKernels::onEdited(const QStringList& paths) {
    QStringList touched;
    for (const Kernel& kernel : kernels_) {
        const QStringList own = pathsIn(kernel);
        if (std::ranges::any_of(paths, [&](const QString& path) { return own.contains(path); })) touched << kernel.path;
    }
    read(touched);
}

/// Nothing is said of a file any more that is there again.
void OpenedKernels::removeMissing(const QString& path) {
    if (gone_ != path || !QFileInfo::exists(path)) return;
    gone_.clear();
    messages_.showNotice({});
}

/// A missing header is an error of the files that include it.
void OpenedKernels::onMissing(const QString& path) {
    const auto found = std::ranges::find(kernels_, path, &Kernel::path);
    const bool isAwaited = std::ranges::count(kernels_, path, &Kernel::awaited) > 0;
    if (folders_.contains(path) || isAwaited) return;
    if (found == kernels_.end()) return onChanged(path);
    if (found->id.empty()) return; // that was said when it was opened
    if (filesOfSession().contains(path)) texts_.setMissing(path);
    const QString text = goneText(path, *session_.filters().definition(found->id));
    messages_.log(LogKind::Warning, text);
    messages_.showNotice(text);
    gone_ = path;
}

} // namespace lightbench
