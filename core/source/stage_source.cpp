#include "core/source/stage_source.h"

#include <algorithm>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/user_path.h"
#include "core/run/region_mix.h"

namespace lightbench {

namespace {
constexpr const char* preludeName = "prelude.clh";

std::vector<NamedValue> numbersOf(const KernelPass& pass) {
    std::vector<NamedValue> numbers;
    for (const auto& [name, value] : pass.arguments) {
        if (const auto* integer = std::get_if<std::int32_t>(&value))
            numbers.push_back({name, std::to_string(*integer)});
        if (const auto* whole = std::get_if<std::uint32_t>(&value)) numbers.push_back({name, std::to_string(*whole)});
        if (const auto* real = std::get_if<float>(&value)) numbers.push_back({name, threeDigits(double(*real))});
        if (const auto* other = std::get_if<ByteArgument>(&value)) numbers.push_back({name, other->text});
        if (const auto* local = std::get_if<LocalArgument>(&value))
            numbers.push_back({name, byteText(double(local->bytes)) + " of local memory"});
    }
    return numbers;
}

KernelLaunch launchOf(const KernelPass& pass) {
    return {pass.kernel, pass.global,     pass.local,   localBytes(pass),
            pass.bytes,  pass.operations, pass.records, numbersOf(pass)};
}

ProgramSource& programOf(const KernelPass& pass, StageSource& source, const KernelLibrary& kernels,
                         const DeviceInfo& device) {
    KernelSource whole = kernels.source(pass.program);
    const auto found = std::ranges::find_if(source.programs, [&](const ProgramSource& program) {
        return program.path == whole.path && program.constants == pass.defines;
    });
    if (found != source.programs.end()) return *found;
    std::string path = whole.path;
    CompilerMacros macros = compilerMacros(device, whole.text);
    source.programs.push_back({std::move(path), pass.defines, {}, std::move(whole), std::move(macros)});
    return source.programs.back();
}

void addFile(const std::string& name, const KernelLibrary& kernels, std::vector<SourceFile>& files) {
    KernelSource file = kernels.file(name);
    if (std::ranges::find(files, file.path, &SourceFile::path) != files.end()) return;
    const std::map<int, std::string> headers = kernels.includes(file.path, file.text);
    const auto pathOf = [&](const auto& header) { return kernels.pathOf(header.second); };
    files.push_back({std::move(file.path), std::move(file.text), textsOf(headers, pathOf)});
    for (const auto& [line, header] : headers)
        addFile(header, kernels, files);
}
/// Launches that differ only in their buffers, such as one for each channel, are one entry.
void addLaunch(const KernelLaunch& launch, std::vector<KernelLaunch>& launches) {
    const auto same = std::ranges::find_if(launches, [&](KernelLaunch one) {
        one.count = launch.count;
        return one == launch;
    });
    if (same == launches.end())
        launches.push_back(launch);
    else
        ++same->count;
}

bool definesOne(const std::string& text, const std::vector<KernelLaunch>& launches) {
    const std::vector<std::string> names = kernelNames(text);
    return std::ranges::any_of(
        launches, [&](const KernelLaunch& launch) { return std::ranges::find(names, launch.kernel) != names.end(); });
}

/// The text with such headers in the place of their #include lines.
std::string withKernelsOf(const KernelSource& file, const std::vector<KernelLaunch>& launches,
                          const KernelLibrary& kernels) {
    std::istringstream lines(file.text);
    const std::map<int, std::string> headers = kernels.includes(file.path, file.text);
    std::string text, line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const auto name = headers.find(number);
        const KernelSource header = name == headers.end() ? KernelSource{} : kernels.file(name->second);
        text += definesOne(header.text, launches) ? withKernelsOf(header, launches, kernels) : line + "\n";
    }
    return text;
}
} // namespace

std::string KernelLaunch::text() const {
    std::string text = kernel + ": " + std::to_string(global[0]) + " x " + std::to_string(global[1]) +
                       " work-items in " +
                       (local == driverChosenWorkgroup ? std::string("workgroups that the driver chooses")
                                                       : "workgroups of " + workgroupText(local));
    if (localBytes > 0) text += ", " + byteText(double(localBytes)) + " of local memory";
    if (bytes > 0) text += ", moves at least " + byteText(double(bytes));
    if (records) text += ", Replay shows its order";
    if (count > 1) text += ", " + std::to_string(count) + " launches";
    return text;
}

std::vector<SourceFile> ProgramSource::files(const KernelLibrary& kernels) const {
    const KernelLibrary now = kernels.read();
    std::vector<SourceFile> files;
    addFile(path, now, files);
    // A user's file may come without the prelude.
    if (whole.text.find(preludeName) != std::string::npos) addFile(preludeName, now, files);
    return files;
}

BuiltText ProgramSource::built() const {
    BuildInput input{constants, compiler, {}};
    for (const KernelLaunch& launch : launches)
        input.kernels.insert(launch.kernel);
    return builtText(whole, input);
}

StageSource stageSource(const ResolvedStage& resolved, const KernelLibrary& kernels, const DeviceInfo& device) {
    const KernelLibrary now = kernels.read();
    StageSource source{resolved.filter->id, resolved.variant->id, resolved.workgroup, {}};
    // The filter's programs come first, whatever runs before them for a region.
    for (const bool isRegions : {false, true})
        for (const Pass& pass : resolved.plan.passes)
            if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && isRegionMix(*kernel) == isRegions)
                addLaunch(launchOf(*kernel), programOf(*kernel, source, now, device).launches);
    return source;
}

std::string variantCopy(const ResolvedStage& stage, const ProgramSource& program, const KernelLibrary& kernels) {
    const KernelLibrary now = kernels.read();
    const KernelSource file = now.file(program.path);
    const bool isOwn = !stage.variant->baseVariant.empty();
    if (program.path.starts_with(userFolder) && !isOwn)
        throw Error(ErrorKind::Usage, stage.filter->id + " is a filter of your own; change or copy its file");
    const std::string text = withKernelsOf(file, program.launches, now);
    if (program.path.starts_with(userFolder)) return text; // it has its line
    return "//@ variant of: " + stage.filter->id + " " + (isOwn ? stage.variant->baseVariant : stage.variant->id) +
           "\n" + "// A copy of " + file.path +
           ". Kernels keep their names and arguments: the plan launches them.\n\n" + text;
}

bool isBuiltAlike(const StageSource& a, const StageSource& b) {
    const auto launched = [](const KernelLaunch& one, const KernelLaunch& other) { return one.text() == other.text(); };
    const auto alike = [&](const ProgramSource& one, const ProgramSource& other) {
        return one.whole.text == other.whole.text && one.constants == other.constants &&
               std::ranges::equal(one.launches, other.launches, launched);
    };
    return std::ranges::equal(a.programs, b.programs, alike);
}

} // namespace lightbench
