// Warms up, then repeats and times the chain.
#include "gpu/measure/repetitions.h"

#include <algorithm>
#include <functional>

#include "core/base/parallel.h"

namespace lightbench {

namespace {
using Clock = std::chrono::steady_clock;

double microsecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// One repetition: several runs in a row.
struct Repetition {
    std::vector<ChainCommands> runs;
    double wallUs = 0;
};

Repetition runRepetition(DeviceSession& session, PlanRunner& runner, std::vector<PreparedChain>& sets,
                         std::size_t first, int runs) {
    Repetition repetition;
    const auto start = Clock::now();
    for (std::size_t i = 0; i < std::size_t(runs); ++i)
        repetition.runs.push_back(sets[(first + i) % sets.size()].enqueue(runner));
    session.queue.finish();
    repetition.wallUs = microsecondsSince(start);
    for (const ChainCommands& commands : repetition.runs)
        finish(session, commands);
    return repetition;
}

/// The time of one stage in all runs of a repetition.
double stageSpan(const Repetition& repetition, std::size_t stage) {
    double sum = 0;
    for (const ChainCommands& commands : repetition.runs)
        sum += spanMicroseconds(commands[stage]);
    return sum;
}

void record(const Repetition& repetition, Repetitions& repetitions) {
    std::vector<TimedCommand> all;
    double sum = 0;
    for (const ChainCommands& commands : repetition.runs) {
        RowClock clock;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            repetitions.stages[i].add(commands[i], clock, repetitions.warnings);
            for (const TimedCommand& command : commands[i]) {
                sum += runMicroseconds(command, "a command", repetitions.warnings);
                all.push_back(command);
            }
        }
    }
    const double runs = double(repetition.runs.size());
    for (std::size_t i = 0; i < repetitions.stageSpanUs.size(); ++i)
        repetitions.stageSpanUs[i].push_back(stageSpan(repetition, i) / runs);
    repetitions.sumUs.push_back(sum / runs);
    repetitions.spanUs.push_back(spanMicroseconds(all) / runs);
    repetitions.wallUs.push_back(repetition.wallUs / runs);
}

/// Returns the number of warm-up runs.
int warmUp(const std::function<void(int)>& run, std::size_t sets, const RepetitionOptions& options) {
    const auto begun = Clock::now();
    const auto over = [&](double ms) { return microsecondsSince(begun) > ms * 1000; };
    const auto capped = [&] { return options.capMs > 0 && over(options.capMs / 4); };
    int runs = 0;
    do
        run(runs++);
    while (!options.warmSets && !capped() && (runs < int(sets) || !over(options.warmUpMs)));
    return runs;
}
} // namespace

Repetitions runRepetitions(DeviceSession& session, std::vector<PreparedChain>& sets, const RepetitionOptions& options,
                           ErrorContext& errorContext) {
    PlanRunner runner(session, errorContext, {});
    Repetitions repetitions;
    repetitions.stageSpanUs.resize(sets.front().stages.size());
    for (const PreparedStage& stage : sets.front().stages)
        repetitions.stages.emplace_back(stage.resolved.plan, stage.input, session.info.type == DeviceType::Cpu);
    repetitions.warmUps = warmUp(
        [&](int i) { runRepetition(session, runner, sets, options.first + std::size_t(i), 1); }, sets.size(), options);
    repetitions.compileMs = runner.takeCompileMs();
    std::size_t next = options.first + std::size_t(repetitions.warmUps);
    const auto measured = Clock::now();
    const auto isOver = [&] { return options.capMs > 0 && microsecondsSince(measured) > options.capMs * 1000; };
    for (int i = 0; i < options.repeat && (i == 0 || !isOver()); ++i, next += std::size_t(options.batch)) {
        checkCancelled();
        record(runRepetition(session, runner, sets, next, options.batch), repetitions);
    }
    repetitions.lastSet = (next - 1) % sets.size();
    return repetitions;
}

} // namespace lightbench
