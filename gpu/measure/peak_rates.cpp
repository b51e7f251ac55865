// Tries launches from few to many work-items, with 16-byte loads and several loads in flight, then repeats the fastest
// in rounds.
#include "gpu/measure/peak_rates.h"

#include <algorithm>
#include <functional>

#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/framework/kernel_library.h"
#include "core/roofline/peak_rates_file.h"
#include "gpu/execution/executor.h"

namespace lightbench {

namespace {
constexpr int roundsOfFastest = 6;
constexpr std::size_t finalists = 2;
/// The time limit in milliseconds and the most repeats of one launch.
struct Effort {
    double capMs;
    int repeat;
};
constexpr Effort tryOut{40, 5}, aRound{60, 10};

struct Launch {
    int items = 1;       ///< work-items per group
    int groupsAUnit = 1; ///< groups per compute unit
    int atOnce = 4;      ///< independent loads or chains per work-item
};

std::vector<Launch> launchesOf(const DeviceInfo& device) {
    std::vector<Launch> launches;
    if (device.type == DeviceType::Cpu) {
        for (int groups : {1, 4, 16})
            for (int atOnce : {4, 8})
                launches.push_back({1, groups, atOnce});
        return launches;
    }
    for (int items : {256, 512, 1024})
        for (int groups : {1, 2, 4, 8, 16, 32})
            for (int atOnce : {2, 4, 8})
                if (items * groups >= 1024 && items <= int(device.maxWorkgroup))
                    launches.push_back({items, groups, atOnce});
    return launches;
}

std::string formOf(const Launch& launch) {
    return std::to_string(launch.groupsAUnit) + (launch.groupsAUnit == 1 ? " group" : " groups") +
           " per unit, each of " + std::to_string(launch.items) +
           (launch.items == 1 ? " work-item, " : " work-items, ") + std::to_string(launch.atOnce) + " at once";
}

/// Names the passes in error messages. It is in no catalog, so no stack can use it.
const Filter& peakRatesFilter() {
    static const Filter filter{.id = "peak-rates", .label = "Peak rates"};
    return filter;
}

const Variant& peakRatesVariant() {
    static const Variant variant{.id = "measure", .label = "Measure"};
    return variant;
}

class PeakRatesBench {
public:
    PeakRatesBench(DeviceSession& session, std::uint64_t bytes)
        : session_(session), bytes_(bytes), source_(session.buffers.acquire(bytes)),
          destination_(session.buffers.acquire(bytes)) {
        session_.queue.enqueueFillBuffer(source_->buffer, cl_uint(0x01020304), 0, std::size_t(bytes_));
        session_.queue.enqueueFillBuffer(destination_->buffer, cl_uint(0), 0, std::size_t(bytes_));
    }

    PeakRates measure() {
        PeakRates found{.bytes = bytes_, .rounds = roundsOfFastest};
        const Kind kinds[] = {{found.readGbPerS, [&](auto& launch) { return traffic("peak_rates_read", launch, 1); }},
                              {found.copyGbPerS, [&](auto& launch) { return traffic("peak_rates_copy", launch, 2); }},
                              {found.gigaOperationsPerS, [&](auto& launch) { return multiplyAdds(launch); }, 4},
                              {found.localGbPerS, [&](auto& launch) { return localReads(launch); }}};
        std::vector<std::vector<Launch>> fastest;
        effort_ = tryOut;
        for (const Kind& kind : kinds)
            fastest.push_back(fastestOf(kind));
        effort_ = aRound;
        for (int round = 0; round < roundsOfFastest; ++round)
            for (std::size_t i = 0; i < std::size(kinds); ++i)
                addRound(kinds[i], fastest[i]);
        found.launchUs = launchUs();
        return found;
    }

private:
    struct Kind {
        PeakRate& peakRate;
        std::function<double(const Launch&)> rate;
        int minAtOnce = 1;
    };

    std::vector<Launch> fastestOf(const Kind& kind) {
        std::vector<std::pair<double, Launch>> tried;
        for (const Launch& launch : launchesOf(session_.info))
            if (launch.atOnce >= kind.minAtOnce) tried.emplace_back(kind.rate(launch), launch);
        std::ranges::stable_sort(tried, std::greater{}, [](const auto& one) { return one.first; });
        std::vector<Launch> best;
        for (std::size_t i = 0; i < std::min(finalists, tried.size()); ++i)
            best.push_back(tried[i].second);
        return best;
    }

    static void addRound(const Kind& kind, const std::vector<Launch>& launches) {
        double best = 0;
        PeakRate& peakRate = kind.peakRate;
        for (const Launch& launch : launches) {
            const double rate = kind.rate(launch);
            best = std::max(best, rate);
            if (rate > peakRate.best) peakRate.form = formOf(launch);
            peakRate.best = std::max(peakRate.best, rate);
        }
        peakRate.minimum = peakRate.minimum > 0 ? std::min(peakRate.minimum, best) : best;
    }

    KernelPass passOf(const std::string& kernel, const Launch& launch) const {
        KernelPass pass;
        pass.program = "peak_rates";
        pass.kernel = kernel;
        pass.local = {launch.items, 1};
        pass.global = {std::size_t(launch.items) * std::size_t(launch.groupsAUnit * session_.info.computeUnits), 1};
        if (launch.items == 1) pass.defines.emplace_back("SINGLE_ITEM_GROUP", "1");
        if (launch.items > 256) {
            pass.defines.emplace_back("WORKGROUP_X", std::to_string(launch.items));
            pass.defines.emplace_back("WORKGROUP_Y", "1");
        }
        return pass;
    }

    /// Rate in 10^9 bytes per second.
    double traffic(const std::string& kernel, const Launch& launch, int ways) {
        KernelPass pass = passOf(kernel, launch);
        const std::uint64_t vector = launch.items == 1 ? 64 : 16;
        const std::uint64_t round = pass.global[0] * std::uint64_t(launch.atOnce);
        const std::uint64_t vectors = bytes_ / vector / round * round;
        if (vectors == 0) return 0;
        pass.defines.emplace_back("VECTOR", launch.items == 1 ? "uint16" : "uint4");
        pass.defines.emplace_back("AT_ONCE", std::to_string(launch.atOnce));
        pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"vectors", std::uint32_t(vectors)}};
        return double(vectors * vector) * ways / (1000 * kernelUs(std::move(pass)));
    }

    /// Rate in 10^9 operations per second.
    double multiplyAdds(const Launch& launch) {
        KernelPass pass = passOf("peak_rates_multiply_add", launch);
        const int lanes = launch.items == 1 ? 16 : 1;
        // On a CPU each chain is a whole vector, and registers suffice for few of them.
        const int chains = launch.atOnce * (launch.items == 1 ? 1 : 2);
        constexpr int rounds = 4096;
        pass.defines.emplace_back("REAL", lanes == 16 ? "float16" : "float");
        pass.defines.emplace_back("CHAINS", std::to_string(chains));
        pass.arguments = {
            {"dst", outputBuffer()}, {"factor", 0.999f}, {"summand", 0.001f}, {"rounds", std::int32_t(rounds)}};
        const double operations = 2.0 * rounds * chains * lanes * double(pass.global[0]);
        return operations / (1000 * kernelUs(std::move(pass)));
    }

    /// Rate in 10^9 bytes per second of all workgroups together.
    double localReads(const Launch& launch) {
        KernelPass pass = passOf("peak_rates_local", launch);
        const std::uint64_t vector = launch.items == 1 ? 64 : 16;
        const int rounds = launch.items == 1 ? 65536 : 2048; // takes much longer than a launch
        constexpr std::uint64_t tileBytes = 16 << 10;
        pass.defines.emplace_back("VECTOR", launch.items == 1 ? "uint16" : "uint4");
        pass.defines.emplace_back("AT_ONCE", std::to_string(launch.atOnce));
        pass.defines.emplace_back("TILE", std::to_string(tileBytes / vector));
        pass.localBytes = tileBytes;
        pass.arguments = {{"dst", outputBuffer()}, {"rounds", std::int32_t(rounds)}};
        const double bytes = double(vector) * rounds * launch.atOnce * double(pass.global[0]);
        return bytes / (1000 * kernelUs(std::move(pass)));
    }

    double launchUs() {
        KernelPass pass = passOf("peak_rates_launch", {});
        pass.global = {1, 1};
        pass.arguments = {{"dst", outputBuffer()}};
        return medianUs(std::move(pass));
    }

    /// Throws Error(Device) where the driver gives no event times. Every kernel but the empty one takes many ticks.
    double kernelUs(KernelPass pass) {
        const double us = medianUs(std::move(pass));
        if (!isUsableTime(us)) throw Error(ErrorKind::Device, noPeakRates(session_.info.name));
        return us;
    }

    double medianUs(KernelPass pass) {
        PreparedStage stage;
        stage.stackIndex = wholeRun;
        stage.resolved.filter = &peakRatesFilter();
        stage.resolved.variant = &peakRatesVariant();
        stage.buffers = {source_, destination_};
        stage.resolved.plan.filter = "peak-rates";
        stage.resolved.plan.passes.emplace_back(std::move(pass));
        // always the built-in kernels, so that rates stay comparable
        stage.sources = programsOf(stage.resolved.plan, KernelLibrary());
        buildAsPlanned(session_, stage);
        Execution execution;
        execution.transfers = false;
        execution.warmUp = true;
        execution.repeat = effort_.repeat;
        execution.capMs = effort_.capMs;
        Executor executor(session_, std::move(stage), execution);
        executor.repeat();
        return executor.spanUs().median;
    }

    DeviceSession& session_;
    std::uint64_t bytes_;
    Effort effort_ = tryOut;
    DeviceBuffer source_, destination_;
};

std::uint64_t usualBytes(const DeviceInfo& device) {
    const std::uint64_t wanted = std::uint64_t(device.type == DeviceType::Cpu ? 256 : 1024) << 20;
    return std::min({wanted, device.maxAllocation, device.globalMemory / 8}) & ~std::uint64_t(0xffff);
}
} // namespace

PeakRates measurePeakRates(DeviceSession& session, std::uint64_t bytes) {
    return PeakRatesBench(session, bytes ? bytes : usualBytes(session.info)).measure();
}

} // namespace lightbench
