// Warm-up and repeats.
#include "gpu/measure/laps.h"

#include <algorithm>
#include <functional>

#include "core/base/parallel.h"

namespace lightbench {

namespace {
using Clock = std::chrono::steady_clock;

double microsecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// Runs one behind the other.
struct Lap {
    std::vector<ChainMarks> runs;
    double wallUs = 0;
};

Lap runLap(DeviceSession& session, PlanRunner& runner, std::vector<PreparedChain>& sets, std::size_t first, int runs) {
    Lap lap;
    const auto start = Clock::now();
    for (std::size_t i = 0; i < std::size_t(runs); ++i)
        lap.runs.push_back(sets[(first + i) % sets.size()].enqueue(runner));
    session.queue.finish();
    lap.wallUs = microsecondsSince(start);
    for (const ChainMarks& marks : lap.runs)
        finish(session, marks);
    return lap;
}

/// Of one stage of all runs.
double stageSpan(const Lap& lap, std::size_t stage) {
    double sum = 0;
    for (const ChainMarks& marks : lap.runs)
        sum += spanMicroseconds(marks[stage]);
    return sum;
}

void record(const Lap& lap, Laps& laps) {
    std::vector<Mark> all;
    double sum = 0;
    for (const ChainMarks& marks : lap.runs) {
        RowClock clock;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            laps.stages[i].add(marks[i], clock, laps.warnings);
            for (const Mark& mark : marks[i]) {
                sum += runMicroseconds(mark, "a command", laps.warnings);
                all.push_back(mark);
            }
        }
    }
    const double runs = double(lap.runs.size());
    for (std::size_t i = 0; i < laps.stageSpanUs.size(); ++i)
        laps.stageSpanUs[i].push_back(stageSpan(lap, i) / runs);
    laps.sumUs.push_back(sum / runs);
    laps.spanUs.push_back(spanMicroseconds(all) / runs);
    laps.wallUs.push_back(lap.wallUs / runs);
}

/// Gives how many runs warmed up.
int warmUp(const std::function<void(int)>& run, std::size_t sets, const LapOptions& options) {
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

Laps runLaps(DeviceSession& session, std::vector<PreparedChain>& sets, const LapOptions& options, RunPlace& place) {
    PlanRunner runner(session, place, {});
    Laps laps;
    laps.stageSpanUs.resize(sets.front().stages.size());
    for (const PreparedStage& stage : sets.front().stages)
        laps.stages.emplace_back(stage.resolved.plan, stage.input, session.info.type == DeviceType::Cpu);
    laps.warmUps =
        warmUp([&](int i) { runLap(session, runner, sets, options.first + std::size_t(i), 1); }, sets.size(), options);
    laps.compileMs = runner.takeCompileMs();
    std::size_t next = options.first + std::size_t(laps.warmUps);
    const auto measured = Clock::now();
    const auto isOver = [&] { return options.capMs > 0 && microsecondsSince(measured) > options.capMs * 1000; };
    for (int i = 0; i < options.repeat && (i == 0 || !isOver()); ++i, next += std::size_t(options.batch)) {
        checkCancelled();
        record(runLap(session, runner, sets, next, options.batch), laps);
    }
    laps.lastSet = (next - 1) % sets.size();
    return laps;
}

} // namespace lightbench
