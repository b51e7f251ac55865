#include "ui/state/experiment/experiment_runner.h"

#include <QCoreApplication>
#include <QVariant>

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/experiment/sweep.h"
#include "ui/files/file_name.h"

namespace lightbench {

bool ExperimentRequest::isSameAs(const ExperimentRequest& other) const {
    const auto named = [](const ExperimentRequest& request) {
        return std::tie(request.image, request.before, request.stage, request.device);
    };
    const auto isSame = [](const Axis& a, const Axis& b) { return a.name == b.name && a.values == b.values; };
    return named(*this) == named(other) && std::ranges::equal(axes, other.axes, isSame);
}

Sweep sweepOf(const ExperimentRequest& request, const ImageShape& input) {
    ExperimentPoint base;
    base.stack = {request.stage};
    base.filters = request.filters;
    base.device = request.device;
    base.size = input.size;
    base.format = input.format;
    base.image = imageNameAfter(nameBytes(request.imageName), request.before, request.filters);
    if (!request.points.empty()) return {base, {}, request.points};
    return sweepOf(base, request.axes);
}

/// Used on the engine's thread only, except for construction and destruction.
struct ExperimentRunner::Work {
    explicit Work(ExperimentRequest given) : request(std::move(given)) {}

    void step(Engine& engine, const JobControl& control) {
        if (!experiment) begin(engine, control);
        experiment->measurer().stopBy(control.stop());
        const auto began = std::chrono::steady_clock::now();
        experiment->step();
        spent += std::chrono::steady_clock::now() - began;
    }
    /// At most ten updates per second.
    bool isWriteDue() {
        const auto now = std::chrono::steady_clock::now();
        if (now - reported < std::chrono::milliseconds(100) && !experiment->isDone()) return false;
        reported = now;
        return true;
    }
    ExperimentProgress progress() const {
        ExperimentProgress all{sweep,         experiment->rows(),          activity(), experiment->fraction(), {},
                               secondsLeft(), experiment->runners().size()};
        if (!experiment->isDone()) return all; // evaluating a whole race takes a while
        for (const RaceRunner& runner : experiment->runners())
            if (const std::optional<RaceStanding> standing = runner.standing())
                for (const RaceWarning& warning : standing->warnings)
                    all.warnings << QString::fromStdString(warning.text);
        return all;
    }

private:
    /// With several races, the count of finished points says more than the current race's round.
    QString activity() const {
        if (experiment->isDone() || experiment->runners().size() < 2)
            return QString::fromStdString(experiment->activity());
        const auto isOver = [](const PointRow& row) { return row.isFinal() || !explanationText(row).empty(); };
        const auto over = std::ranges::count_if(experiment->rows(), isOver);
        return tr("%1 of %2 points").arg(over).arg(experiment->rows().size());
    }
    /// Does not count points from the journal. Nothing until the pace is known.
    double secondsLeft() const {
        const double seconds = spent.count(), gained = experiment->fraction() - fractionAtFirst;
        if (experiment->isDone() || seconds < 1 || gained < 0.01) return 0;
        return seconds * (1 - experiment->fraction()) / gained;
    }
    void begin(Engine& engine, const JobControl& control) {
        const ImagePtr input = inputOf(engine, control);
        journal.emplace(nameBytes(request.journal));
        ExperimentSettings settings;
        settings.input = input;
        settings.peakRates = false; // measuring peak rates would delay live runs by seconds
        settings.maxRunMs = settings.measure.capMs = request.seconds * 1000;
        settings.race.emplace();
        settings.measure.repeat = settings.race->maxRounds;
        settings.program =
            (QCoreApplication::applicationName() + QChar(' ') + QCoreApplication::applicationVersion()).toStdString();
        settings.commit = QCoreApplication::instance()->property("commit").toString().toStdString();
        settings.stop = control.stop();
        sweep = sweepOf(request, input->shape());
        experiment.emplace(sweep.points, settings, engine, *journal);
        fractionAtFirst = experiment->fraction();
    }
    ImagePtr inputOf(Engine& engine, const JobControl& control) const {
        if (std::ranges::none_of(request.before, &Stage::enabled)) return request.image;
        const RunRequest run{{request.image, request.before, request.device, request.filters},
                             {.stageImages = false, .histograms = false}};
        return engine.run(run, control.monitor())->output;
    }

    const ExperimentRequest request;
    Sweep sweep;
    std::optional<Journal> journal;
    std::chrono::steady_clock::time_point reported{};
    std::chrono::duration<double> spent{}; ///< in steps; other runs between them do not count
    double fractionAtFirst = 0;

public:
    std::optional<Experiment> experiment;
};

ExperimentRunner::ExperimentRunner(EngineThread& thread, QObject* parent) : QObject(parent), thread_(thread) {}

ExperimentRunner::~ExperimentRunner() { thread_.clear(Lane::Experiment); }

void ExperimentRunner::start(const ExperimentRequest& request) {
    thread_.cancel(Lane::Experiment);
    request_ = request;
    work_ = std::make_shared<Work>(request);
    progress_ = {};
    progress_.activity = tr("preparing");
    enter(State::Running);
    emit progressChanged();
    submitStep();
}

void ExperimentRunner::show(const ExperimentProgress& kept) {
    if (isRunning()) return;
    work_.reset();
    request_.reset();
    progress_ = kept;
    enter(State::Kept);
    emit progressChanged();
}

void ExperimentRunner::stop() {
    if (state_ != State::Running) return;
    enter(State::Stopping);
    ticket_->stop();
}

void ExperimentRunner::resume() {
    if (state_ != State::Stopped) return;
    enter(State::Running);
    submitStep();
}

void ExperimentRunner::enter(State state, const QString& error) {
    state_ = state;
    error_ = error;
    emit stateChanged();
}

void ExperimentRunner::submitStep() {
    const auto work = work_;
    ticket_ = thread_.submit(Lane::Experiment, [this, work](Engine& engine, const JobControl& control) {
        const auto notify = [&] {
            QMetaObject::invokeMethod(
                this, [this, work, progress = work->progress()] { take(work, progress); }, Qt::QueuedConnection);
        };
        try {
            work->step(engine, control);
        } catch (...) {
            if (work->experiment) notify();
            throw;
        }
        if (work->isWriteDue() || control.stop().stop_requested()) notify();
        QMetaObject::invokeMethod(
            this, [this, work, isDone = work->experiment->isDone()] { stepEnded(work, isDone); }, Qt::QueuedConnection);
    });
    // The result of a replaced experiment's last job is ignored.
    connect(ticket_.get(), &Ticket::failed, this, [this, work](const Error& error) {
        if (work == work_) stepFailed(error);
    });
}

void ExperimentRunner::take(const std::shared_ptr<Work>& work, const ExperimentProgress& progress) {
    if (work != work_) return;
    progress_ = progress;
    emit progressChanged();
}

void ExperimentRunner::stepEnded(const std::shared_ptr<Work>& work, bool isDone) {
    if (work != work_) return;
    if (isDone) {
        work_.reset(); // other processes may write the journal now
        ticket_.reset();
        return enter(State::Done);
    }
    if (state_ == State::Stopping) return enter(State::Stopped);
    submitStep();
}

void ExperimentRunner::stepFailed(const Error& error) {
    if (error.kind() == ErrorKind::Cancelled) return enter(State::Stopped);
    enter(State::Failed, QString::fromUtf8(error.what()));
}

} // namespace lightbench
