// The launches that are tried: from few work-items to many, 16-byte loads, several of them in flight.
#include "gpu/ceilings.h"

#include <algorithm>
#include <functional>

#include "core/statistics.h"
#include "core/text.h"
#include "gpu/bench_laps.h"

namespace lightbench {

namespace {
struct Launch {
    int items = 1;       ///< a group's
    int groupsAUnit = 1; ///< groups for each compute unit
    int atOnce = 4;      ///< loads, or chains, that do not wait for each other
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
    return std::to_string(launch.groupsAUnit) + " groups a unit of " + std::to_string(launch.items) + " work-items, " +
           std::to_string(launch.atOnce) + " at once";
}

/// What the passes' places in messages are called; never listed, so no stack can name it.
const Filter& ceilingsFilter() {
    static const Filter filter{.id = "ceilings", .label = "Ceilings"};
    return filter;
}

const Variant& ceilingsVariant() {
    static const Variant variant{.id = "measure", .label = "Measure"};
    return variant;
}

class CeilingBench {
public:
    CeilingBench(DeviceSession& session, std::uint64_t bytes, int repeat)
        : session_(session), bytes_(bytes), repeat_(repeat), source_(session.buffers.acquire(bytes)),
          destination_(session.buffers.acquire(bytes)) {
        session_.queue.enqueueFillBuffer(source_->buffer, cl_uint(0x01020304), 0, std::size_t(bytes_));
        session_.queue.enqueueFillBuffer(destination_->buffer, cl_uint(0), 0, std::size_t(bytes_));
    }

    Ceilings measure() {
        Ceilings best;
        best.bytes = bytes_;
        for (const Launch& launch : launchesOf(session_.info)) {
            keep(best.readGbPerS, best.readForm, traffic("ceilings_read", launch, 1), launch);
            keep(best.copyGbPerS, best.copyForm, traffic("ceilings_copy", launch, 2), launch);
        }
        for (const Launch& launch : launchesOf(session_.info))
            if (launch.atOnce >= 4) keep(best.gigaOperationsPerS, best.multiplyAddForm, multiplyAdds(launch), launch);
        return best;
    }

private:
    static void keep(double& best, std::string& form, double found, const Launch& launch) {
        if (found <= best) return;
        best = found;
        form = formOf(launch);
    }

    KernelPass passOf(const std::string& kernel, const Launch& launch) const {
        KernelPass pass;
        pass.kernel = kernel;
        pass.local = {launch.items, 1};
        pass.global = {std::size_t(launch.items) * std::size_t(launch.groupsAUnit * session_.info.computeUnits), 1};
        if (launch.items == 1) pass.defines.emplace_back("ALONE", "1");
        if (launch.items > 256) {
            pass.defines.emplace_back("WORKGROUP_X", std::to_string(launch.items));
            pass.defines.emplace_back("WORKGROUP_Y", "1");
        }
        return pass;
    }

    /// 1e9 bytes a second.
    double traffic(const std::string& kernel, const Launch& launch, int ways) {
        KernelPass pass = passOf(kernel, launch);
        const std::uint64_t vector = launch.items == 1 ? 64 : 16;
        const std::uint64_t round = pass.global[0] * std::uint64_t(launch.atOnce);
        const std::uint64_t vectors = bytes_ / vector / round * round;
        if (vectors == 0) return 0;
        pass.defines.emplace_back("VECTOR", launch.items == 1 ? "uint16" : "uint4");
        pass.defines.emplace_back("AT_ONCE", std::to_string(launch.atOnce));
        pass.arguments = {inputBuffer(), outputBuffer(), std::uint32_t(vectors)};
        return double(vectors * vector) * ways / (1000 * medianUs(std::move(pass)));
    }

    /// 1e9 operations a second.
    double multiplyAdds(const Launch& launch) {
        KernelPass pass = passOf("ceilings_multiply_add", launch);
        const int lanes = launch.items == 1 ? 16 : 1;
        // A CPU's chains are whole vectors; it has registers for few of them.
        const int chains = launch.atOnce * (launch.items == 1 ? 1 : 2);
        constexpr int rounds = 4096;
        pass.defines.emplace_back("REAL", lanes == 16 ? "float16" : "float");
        pass.defines.emplace_back("CHAINS", std::to_string(chains));
        pass.arguments = {outputBuffer(), 0.999f, 0.001f, std::int32_t(rounds)};
        const double operations = 2.0 * rounds * chains * lanes * double(pass.global[0]);
        return operations / (1000 * medianUs(std::move(pass)));
    }

    double medianUs(KernelPass pass) {
        PreparedStage stage;
        stage.resolved.filter = &ceilingsFilter();
        stage.resolved.variant = &ceilingsVariant();
        stage.source = kernelSource("ceilings");
        stage.inputBuffer = source_;
        stage.outputBuffer = destination_;
        stage.resolved.plan.filter = "ceilings";
        stage.resolved.plan.passes.push_back(std::move(pass));
        Place place;
        prepareKernels(session_, stage, place);
        std::vector<BufferSet> sets(1);
        sets[0].push_back(std::move(stage));
        return summaryOf(runLaps(session_, sets, {.repeat = repeat_, .warmUpMs = 0, .capMs = 250}, place).spanUs)
            .median;
    }

    DeviceSession& session_;
    std::uint64_t bytes_;
    int repeat_;
    DeviceBuffer source_, destination_;
};

std::uint64_t usualBytes(const DeviceInfo& device) {
    const std::uint64_t wanted = std::uint64_t(device.type == DeviceType::Cpu ? 256 : 1024) << 20;
    return std::min({wanted, device.maxAllocation, device.globalMemory / 8}) & ~std::uint64_t(0xffff);
}
} // namespace

Ceilings measureCeilings(DeviceSession& session, std::uint64_t bytes, int repeat) {
    return CeilingBench(session, bytes ? bytes : usualBytes(session.info), repeat).measure();
}

} // namespace lightbench
