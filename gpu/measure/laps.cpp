// Warm-up and repeats.
#include "gpu/measure/laps.h"

#include <algorithm>

#include "core/base/parallel.h"

namespace lightbench {

namespace {
using Clock = std::chrono::steady_clock;

double microsecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

struct Lap {
    ChainMarks marks;
    double wallUs = 0;
};

Lap runLap(DeviceSession& session, PlanRunner& runner, PreparedChain& set) {
    Lap lap;
    const auto start = Clock::now();
    lap.marks = set.enqueue(runner);
    session.queue.finish();
    lap.wallUs = microsecondsSince(start);
    finish(session, lap.marks);
    return lap;
}

void record(const Lap& lap, Laps& laps) {
    RowClock clock;
    std::vector<Mark> all;
    double sum = 0;
    for (std::size_t i = 0; i < lap.marks.size(); ++i) {
        laps.stages[i].add(lap.marks[i], clock, laps.warnings);
        laps.stageSpanUs[i].push_back(spanMicroseconds(lap.marks[i]));
        for (const Mark& mark : lap.marks[i]) {
            sum += runMicroseconds(mark, "a command", laps.warnings);
            all.push_back(mark);
        }
    }
    laps.sumUs.push_back(sum);
    laps.spanUs.push_back(spanMicroseconds(all));
    laps.wallUs.push_back(lap.wallUs);
}
} // namespace

Laps runLaps(DeviceSession& session, std::vector<PreparedChain>& sets, const LapOptions& options, Place& place) {
    PlanRunner runner(session, place, {});
    Laps laps;
    laps.stageSpanUs.resize(sets.front().stages.size());
    for (const PreparedStage& stage : sets.front().stages)
        laps.stages.emplace_back(stage.resolved.plan, stage.input, session.info.type == DeviceType::Cpu);
    const auto over = [](Clock::time_point start, double ms) { return microsecondsSince(start) > ms * 1000; };
    const auto begun = Clock::now();
    const auto capped = [&] { return options.capMs > 0 && over(begun, options.capMs / 4); };
    for (; laps.warmUps == 0 || (!capped() && (laps.warmUps < int(sets.size()) || !over(begun, options.warmUpMs)));
         ++laps.warmUps)
        runLap(session, runner, sets[std::size_t(laps.warmUps) % sets.size()]);
    laps.sets = std::min(sets.size(), std::size_t(laps.warmUps));
    laps.compileMs = runner.takeCompileMs();
    const auto measured = Clock::now();
    for (int i = 0; i < options.repeat && (i == 0 || options.capMs <= 0 || !over(measured, options.capMs)); ++i) {
        checkCancelled();
        laps.lastSet = std::size_t(laps.warmUps + i) % laps.sets;
        record(runLap(session, runner, sets[laps.lastSet]), laps);
    }
    return laps;
}

} // namespace lightbench
