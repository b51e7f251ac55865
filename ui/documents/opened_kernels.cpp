// Keeps the session's store of filters as the files say, and goes back to the last version that ran if a newer one
// fails.
#include "ui/documents/opened_kernels.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/current_time.h"
#include "core/base/error.h"
#include "core/definition/kernel_file.h"
#include "core/device/device_label.h"
#include "core/run/stack_text.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/kernel_trial.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/messages.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

/// Short, because the picture follows the editor, and files with kernels are small.
constexpr int kernelRestMs = 60;
constexpr int keepMs = 400;

/// The file itself, and what it includes.
QStringList pathsOf(const QString& path, const FilterDefinition* definition) {
    return definition ? QStringList{path} + headerPaths(*definition) : QStringList{path};
}

/// A problem of reading begins with the file and the line; one without a line is about the first.
KernelProblem problemOfReading(const QString& message, const QString& kernel, const QStringList& files) {
    KernelProblem problem{kernel, 1, 0, BuildMessage::Error, message};
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

QString twoSentences(const QString& first, const QString& second) {
    return (first.endsWith('.') ? first.chopped(1) : first) + QStringLiteral(". ") + second;
}

QString guessesIn(const FilterDefinition& definition) {
    QStringList lines;
    for (const std::string& guess : kernelFileOf(definition).guesses)
        lines << words(guess);
    return lines.join('\n');
}

} // namespace

OpenedKernels::OpenedKernels(Session& session, FileTasks& files, RunControl& runs, Messages& messages)
    : session_(session), files_(files), runs_(runs), messages_(messages), watch_(nullptr, kernelRestMs) {
    connect(&files, &FileTasks::kernelsRead, this, &OpenedKernels::onRead);
    connect(&watch_, &FileWatch::changed, this, &OpenedKernels::onChanged);
    connect(&watch_, &FileWatch::missing, this, &OpenedKernels::onMissing);
    connect(&texts_, &KernelTexts::edited, this, &OpenedKernels::onEdited);
    connect(&texts_, &KernelTexts::saved, &watch_, &FileWatch::know);
    connect(&runs, &RunControl::reportShown, this, &OpenedKernels::noteGood);
    connect(&runs, &RunControl::ended, this, &OpenedKernels::noteRuns);
    connect(&keepSoon_, &QTimer::timeout, this, &OpenedKernels::keepRuns);
    connect(&versions_, &KernelVersions::failed, &messages,
            [&messages](const QString& problem) { messages.log(LogKind::Warning, problem); });
    keepSoon_.setSingleShot(true);
    keepSoon_.setInterval(keepMs);
    connect(&runs, &RunControl::failed, this, &OpenedKernels::onFailure);
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) watch_.look();
    });
}

OpenedKernels::~OpenedKernels() { keepRuns(); }

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
    }
    read(paths);
}

void OpenedKernels::load(const QStringList& paths) { read(paths); }

void OpenedKernels::read(const QStringList& paths) {
    if (paths.isEmpty()) return;
    ++reading_;
    files_.readKernels(paths, session_.filterStore().builtIn(), texts_.unsaved());
}

void OpenedKernels::whenRead(const std::function<void()>& then) {
    if (reading_ == 0) return then();
    waiting_.push_back(then);
}

void OpenedKernels::onRead(const std::vector<KernelRead>& files) {
    std::vector<FilterDefinition> added;
    QStringList usable;
    for (const KernelRead& file : files) {
        Kernel& kernel = kernelOf(file.path);
        texts_.take(file.path, file.files);
        if (!file.definition) {
            texts_.setProblems(file.path, {problemOfReading(file.problem, file.path, texts_.filesOf(file.path))});
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
    if (--reading_ > 0) return;
    for (const auto& then : std::exchange(waiting_, {}))
        then();
}

/// Replaces the file's filter, or adds it to those that are to be added together. False if another one has its name.
bool OpenedKernels::take(Kernel& kernel, const FilterDefinition& definition, std::vector<FilterDefinition>& added) {
    FilterStore& store = session_.filterStore();
    if (kernel.newest != definition) kernel.isRefused = false;
    kernel.newest = definition;
    if (kernel.good == definition) texts_.setProblems(kernel.path, {});
    const FilterDefinition* now = kernel.id.empty() ? nullptr : store.filters().definition(kernel.id);
    if (now && *now == definition) return true;
    const bool isTaken =
        definition.id != kernel.id &&
        (store.filters().find(definition.id) || std::ranges::count(added, definition.id, &FilterDefinition::id));
    if (isTaken) {
        refuse(kernel, tr("%1: there is a filter called %2 already. Give yours another name in its file, such as "
                          "//@ id: my-%2.")
                           .arg(shownName(kernel.path), words(definition.id)));
        return false;
    }
    if (now) {
        endUnproven(kernel);
        store.replace(kernel.id, definition);
    } else
        added.push_back(definition);
    kernel.id = definition.id;
    return true;
}

/// A version that never ran to its end may be in an endless loop. A newer one must not wait for it.
void OpenedKernels::endUnproven(const Kernel& kernel) {
    const RunProgress& step = runs_.stallWatch().progress();
    if (kernel.good == *session_.filters().definition(kernel.id)) return;
    if (step.filter != kernel.id || step.kernels.empty()) return;
    QTimer::singleShot(0, &runs_, [&runs = runs_] { runs.endCurrentRun(); }); // when the newer run waits
}

void OpenedKernels::accept(const Kernel& kernel) {
    if (refused_ == kernel.path) {
        refused_.clear();
        messages_.clearError(ErrorOf::Kernel);
    }
    const FilterDefinition& definition = *session_.filters().definition(kernel.id);
    messages_.info(tr("Read %1: the filter %2").arg(shownName(kernel.path), words(kernel.id)), guessesIn(definition));
}

void OpenedKernels::refuse(const Kernel& kernel, const QString& problem) {
    refused_ = kernel.path;
    messages_.fail(kernel.id.empty() ? problem : twoSentences(problem, tr("The last version stays in use.")), {},
                   ErrorOf::Kernel);
}

void OpenedKernels::addStage(Kernel& kernel) {
    if (!std::exchange(kernel.wantsStage, false)) return;
    const Stack& stack = session_.stack();
    const auto there = std::ranges::find(stack, kernel.id, &Stage::filter);
    if (there == stack.end())
        session_.add(makeAddedStage(kernel.id, session_.filters()));
    else
        session_.setCurrent(int(there - stack.begin()));
    emit opened(kernel.path);
}

/// The file and its headers: those of the version in use, and those of the newest text.
QStringList OpenedKernels::pathsIn(const Kernel& kernel) const {
    return pathsOf(kernel.path, kernel.id.empty() ? nullptr : session_.filters().definition(kernel.id)) +
           texts_.filesOf(kernel.path);
}

void OpenedKernels::follow() {
    QStringList paths;
    for (const Kernel& kernel : kernels_)
        paths << pathsIn(kernel);
    paths.removeDuplicates();
    watch_.watch(paths);
}

/// A header may belong to several files.
void OpenedKernels::onChanged(const QString& path) { onEdited({path}); }

void OpenedKernels::onEdited(const QStringList& paths) {
    QStringList touched;
    for (const Kernel& kernel : kernels_) {
        const QStringList own = pathsIn(kernel);
        if (std::ranges::any_of(paths, [&](const QString& path) { return own.contains(path); })) touched << kernel.path;
    }
    read(touched);
}

/// A missing header is an error of the files that include it.
void OpenedKernels::onMissing(const QString& path) {
    const auto found = std::ranges::find(kernels_, path, &Kernel::path);
    if (found == kernels_.end()) return onChanged(path);
    if (found->id.empty()) return; // that was said when it was opened
    const QString text =
        tr("%1 is gone. Its filter %2 stays as it was read last.").arg(shownName(path), words(found->id));
    messages_.log(LogKind::Warning, text);
    messages_.showNotice(text);
}

void OpenedKernels::noteGood(const ReportPtr& report) {
    for (const StageReport& stage : report->stages) {
        Kernel* kernel = kernelWithId(stage.filter);
        const FilterDefinition* ran = report->filters.definition(stage.filter);
        if (!kernel || !ran) continue;
        if (kernel->good != *ran) kernel->good = *ran;
        const bool isWrong =
            std::ranges::count(texts_.problems(kernel->path), BuildMessage::Error, &KernelProblem::kind);
        if (isWrong && kernel->newest == *ran) texts_.setProblems(kernel->path, {});
    }
}

/// While a slider moves, only the newest run is kept.
void OpenedKernels::noteRuns(const ReportPtr& report) {
    for (const StageReport& stage : report->stages) {
        const FilterDefinition* ran = report->filters.definition(stage.filter);
        if (!ran || stage.reused || !kernelWithId(stage.filter)) continue;
        VersionRun run{timeText(),
                       stackLine({report->stack[std::size_t(stage.stackIndex)]}, report->filters),
                       deviceLabel(report->device),
                       stage.gpuMs,
                       report->warmedUp,
                       verdictName(stage.difference.verdict)};
        ended_.insert_or_assign(stage.filter, std::pair(*ran, std::move(run)));
    }
    if (!ended_.empty() && !keepSoon_.isActive()) keepSoon_.start();
}

void OpenedKernels::keepRuns() {
    for (const auto& [filter, run] : std::exchange(ended_, {}))
        versions_.note(run.first, run.second);
}

void OpenedKernels::onFailure(const RunFailure& failure) {
    if (failure.kind != ErrorKind::Build && failure.kind != ErrorKind::Device) return;
    if (failure.stage < 0 || failure.stage >= int(failure.stack.size())) return;
    const std::string& id = failure.stack[std::size_t(failure.stage)].filter;
    Kernel* kernel = kernelWithId(id);
    if (!kernel || !isDefinedAlike(id, failure.filters, session_.filters())) return;
    texts_.setProblems(kernel->path, problemsIn(failure.details.toStdString(), kernel->path));
    const bool hasGood = kernel->good && *kernel->good != *session_.filters().definition(id);
    kernel->isRefused = failure.field == QLatin1String(trialField);
    if (!hasGood && !kernel->isRefused) return;
    showFailure(*kernel, failure);
    if (!hasGood) return;
    const FilterDefinition good = *kernel->good;
    if (good.id != id && session_.filters().find(good.id)) return; // another file has taken its name meanwhile
    session_.filterStore().replace(id, good);
    kernelWithId(id)->id = good.id;
    follow();
}

void OpenedKernels::showFailure(Kernel& kernel, const RunFailure& failure) {
    refused_ = kernel.path;
    const QString file = shownName(QFileInfo(kernel.path).fileName());
    if (kernel.isRefused) {
        const QString why = tr("The trial of %1 took more than %2 s: change the text, or run it anyway.")
                                .arg(words(kernel.id))
                                .arg(trialLimit.count() / 1000);
        return messages_.showError(kernel.good ? why + QChar(' ') + tr("The last version that ran is shown.") : why,
                                   ErrorOf::Kernel, tr("Run it anyway"));
    }
    const QString why = messageInCard(failure.message, kernel.id);
    messages_.showError(twoSentences(why.contains(file) ? why : file + QStringLiteral(": ") + why,
                                     tr("The last version that ran is shown.")),
                        ErrorOf::Kernel);
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
            if (std::ranges::count(session_.tabStack(tab).stack, id, &Stage::filter)) return true;
        return false;
    };
    QStringList paths;
    for (const Kernel& kernel : kernels_)
        if (kernel.isOpened || isNamed(kernel.id)) paths << kernel.path;
    return paths;
}

} // namespace lightbench
