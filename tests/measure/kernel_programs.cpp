// Writes the text and the options of every program that plans ask for, without compiling it. compare_kernel_code.py
// runs it for two revisions of the kernels. usage: kernel_programs FOLDER_OF_KERNELS FILTER,... OUTPUT_FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "core/base/error.h"
#include "core/run/resolve.h"
#include "gpu/programs/program_sources.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/filters/made_up_gpu.h"

using namespace lightbench;

namespace {
DeviceInfo madeUpCpu() {
    DeviceInfo device = tests::madeUpGpu();
    device.name = "cpu";
    device.type = DeviceType::Cpu;
    device.computeUnits = 8;
    device.maxWorkgroup = 4096;
    device.localMemory = 2 << 20;
    device.preferredMultiple = 8;
    return device;
}

DeviceInfo madeUpNvidia() {
    DeviceInfo device = tests::madeUpGpu();
    device.name = "nvidia";
    device.vendor = "NVIDIA";
    device.computeCapability = 90;
    return device;
}

class Writer {
public:
    Writer(KernelLibrary kernels, std::filesystem::path folder)
        : kernels_(std::move(kernels)), folder_(std::move(folder)) {}

    void write(const Stage& stage, const ImageShape& shape, const DeviceInfo& device, const std::string& name) {
        const ResolvedStage resolved = resolveStage(stage, shape, device);
        const ProgramSources sources = programsOf(resolved.plan, kernels_);
        int number = 0;
        for (const Pass& pass : resolved.plan.passes) {
            const auto* kernel = std::get_if<KernelPass>(&pass);
            if (!kernel) continue;
            std::ofstream file(folder_ / (name + "." + std::to_string(number++) + "." + kernel->kernel + ".cl"));
            file << "// options:";
            for (const auto& [define, value] : kernel->defines)
                file << " -D " << define << "=" << value;
            file << "\n" << sources.at(kernel->program).text;
        }
    }

private:
    KernelLibrary kernels_;
    std::filesystem::path folder_;
};

/// Every variant with the default parameters for a large image, and `auto` with others for a small one.
void writeFilter(const Filter& filter, const DeviceInfo& device, Writer& writer) {
    std::mt19937 random(1);
    const std::vector<ParameterSet> sets = parameterSets(filter, random);
    for (const Format format : acceptedFormats(filter)) {
        const ImageShape large{{4096, 4096}, format}, odd{{641, 479}, format};
        const auto one = [&](const std::string& variant, std::size_t set, const ImageShape& shape) {
            const ParameterValues values = withPictures(filter, sets[set].values, shape, 1, false);
            const std::string name =
                filter.id + "." + variant + "." + format.name() + "." + device.name + "." + std::to_string(set);
            try {
                writer.write({filter.id, values, variant}, shape, device, name);
            } catch (const Error& error) {
                std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
            }
        };
        for (const Variant& variant : filter.variants)
            if (variant.id != "cpu") one(variant.id, 0, large);
        for (std::size_t set = 1; set < sets.size(); ++set)
            one("auto", set, odd);
    }
}
/// The filters of a list such as "box,gaussian", or "all". Throws Error(Usage) that names the nearest filters.
std::vector<const Filter*> filtersNamed(const std::string& list) {
    std::vector<const Filter*> filters;
    if (list == "all") {
        for (const Filter& filter : allFilters())
            filters.push_back(&filter);
        return filters;
    }
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');)
        filters.push_back(&filterById(name));
    return filters;
}
} // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::fputs("usage: kernel_programs FOLDER_OF_KERNELS FILTER,... OUTPUT_FOLDER\n", stderr);
        return 2;
    }
    try {
        std::filesystem::create_directories(words[3]);
        Writer writer(KernelLibrary::ofFolder(words[1]).read(), words[3]);
        for (const Filter* filter : filtersNamed(words[2]))
            for (const DeviceInfo& device : {tests::madeUpGpu(), madeUpNvidia(), madeUpCpu()})
                writeFilter(*filter, device, writer);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "kernel_programs: %s\n", error.what());
        return 2;
    }
}
