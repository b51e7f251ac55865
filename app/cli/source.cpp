// `source`: prints the kernels of a stage, as they are written, as they are built, or what the compiler made of them.
#include <filesystem>
#include <sstream>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/terminal/kernels_option.h"
#include "app/terminal/table.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/definition/kernel_files.h"
#include "core/device/device_label.h"
#include "core/framework/user_path.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"
#include "core/source/stage_source.h"

namespace lightbench {

namespace {

constexpr std::size_t listingWidth = 110;

/// What every stage of the listing needs.
struct Listing {
    const DeviceInfo& device;
    const KernelLibrary kernels;
    bool isBuilt, withIncludes;
};

/// Comment lines that begin with `title`, wrapped.
std::string commentText(const std::string& title, const std::string& words) {
    if (words.empty()) return {};
    std::istringstream lines(wrapped(title + " " + words, 2, listingWidth - 3));
    std::string text;
    for (std::string line; std::getline(lines, line);)
        text += "// " + (text.empty() ? line.substr(2) : line) + "\n";
    return text;
}

std::string valuesText(const std::string& title, const std::vector<NamedValue>& values) {
    std::vector<std::string> words;
    for (const auto& [name, value] : values)
        words.push_back(name + "=" + value);
    return commentText(title, joined(words, " "));
}

std::string builtProgram(const ProgramSource& program) {
    const BuiltText built = program.built();
    return commentText("The listing takes these macros of the compiler as not defined:", joined(built.assumed, ", ")) +
           "\n" + built.text;
}

std::string writtenProgram(const ProgramSource& program, const Listing& listing) {
    const std::vector<SourceFile> files = program.files(listing.kernels);
    std::vector<std::string> others;
    for (std::size_t i = 1; i < files.size(); ++i)
        others.push_back(files[i].path);
    std::string text = commentText("Includes:", joined(others, ", ")) + "\n" + files.front().text;
    for (std::size_t i = 1; i < files.size() && listing.withIncludes; ++i)
        text += "\n// ---- " + files[i].path + "\n\n" + files[i].text;
    return text;
}

std::string programText(const ProgramSource& program, const Listing& listing) {
    std::string text = "// " + program.path + "\n";
    for (const KernelLaunch& launch : program.launches) {
        text += "// " + launch.text() + "\n";
        text += valuesText("Arguments:", launch.arguments);
    }
    text += valuesText("Constants:", program.constants);
    return text + (listing.isBuilt ? builtProgram(program) : writtenProgram(program, listing));
}

void needKernels(const ResolvedStage& resolved) {
    const auto isKernel = [](const Pass& pass) { return std::holds_alternative<KernelPass>(pass); };
    if (std::ranges::any_of(resolved.plan.passes, isKernel)) return;
    throw Error(ErrorKind::Usage, "source: " + resolved.filter->id + " variant=" + resolved.variant->id +
                                      " has no kernels; give another variant, such as " +
                                      resolved.filter->variants.front().id);
}

std::string headingOf(const ResolvedStage& resolved, const ImageShape& input, const DeviceInfo& device) {
    return resolved.filter->id + " variant=" + resolved.variant->id + " on " + deviceLabel(device) + ", for " +
           std::to_string(input.size.width) + "x" + std::to_string(input.size.height) + " pixels of " +
           formatText(input.format) + "\n";
}

std::string stageListing(const ResolvedStage& resolved, const ImageShape& input, const Listing& listing) {
    const StageSource source = stageSource(resolved, listing.kernels, listing.device);
    std::string text = "// " + headingOf(resolved, input, listing.device);
    for (const ProgramSource& program : source.programs)
        text += programText(program, listing);
    return text;
}

/// What the compiler wrote, or the code that it made, under the program's name.
std::string partText(const CompiledProgram& program, const std::string& title, const std::string& part,
                     const char* without) {
    return "\n" + title + " of " + program.program + "\n" + (part.empty() ? std::string(without) + "\n" : part);
}

/// What the compiler made of a stage.
struct CompiledStage {
    std::string name, heading;
    std::vector<CompiledProgram> programs;
};

/// The figures of several stages side by side: a column for each kernel. What they advise follows.
std::string comparedFigures(const std::vector<CompiledStage>& stages) {
    std::vector<std::string> names{""}, kernels{""};
    std::vector<std::vector<std::string>> rows;
    std::string advice;
    for (const CompiledStage& stage : stages) {
        bool isFirst = true;
        for (const CompiledProgram& program : stage.programs)
            for (const KernelResources& figures : program.kernels) {
                names.push_back(std::exchange(isFirst, false) ? stage.name : "");
                kernels.push_back(figures.kernel);
                const std::vector<FigureRow> values = figureRows(figures);
                rows.resize(values.size());
                for (std::size_t i = 0; i < values.size(); ++i) {
                    if (rows[i].empty()) rows[i].push_back(values[i].name);
                    rows[i].push_back(values[i].value);
                }
                for (const std::string& line : figureAdvice(figures))
                    advice += wrapped(stage.name + ", " + figures.kernel + ": " + line, 0);
            }
    }
    Table table;
    table.add(names);
    table.add(kernels);
    for (const std::vector<std::string>& row : rows)
        table.add(row);
    return table.text() + (advice.empty() ? "" : "\n") + advice;
}

std::string figuresOf(const std::vector<CompiledStage>& stages) {
    std::string text;
    for (const CompiledStage& stage : stages)
        text += stage.heading + (stages.size() == 1 ? figuresText(stage.programs) : "");
    return text + (stages.size() > 1 ? "\n" + comparedFigures(stages) : "");
}

/// The compiler's log and the code that it made, if they are wanted.
std::string compiledText(const std::vector<CompiledProgram>& programs, const Arguments& arguments) {
    std::string text;
    for (const CompiledProgram& program : programs) {
        if (arguments.has("build-log"))
            text += partText(program, "Compiler's log", program.log, "The compiler wrote nothing.");
        if (arguments.has("code"))
            text += partText(program, "Code", program.code, "The driver does not give the program's code as text.");
    }
    return text;
}

/// A path as a word for a shell.
std::string shellWord(const std::string& path) {
    constexpr std::string_view plain = "/._-+=,:@%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    if (!path.empty() && path.find_first_not_of(plain) == std::string::npos) return path;
    std::string word = "'";
    for (const char c : path)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

/// Writes a copy of the stage's first program, or of the one whose kernels are the user's, for a variant of the user.
void writeCopy(const std::string& path, const ResolvedStage& resolved, const Listing& listing) {
    const StageSource source = stageSource(resolved, listing.kernels, listing.device);
    const auto isUsers = [](const ProgramSource& program) { return program.path.starts_with(userFolder); };
    const auto own = std::ranges::find_if(source.programs, isUsers);
    const ProgramSource& program = own == source.programs.end() ? source.programs.front() : *own;
    const std::string text = variantCopy(resolved, program, listing.kernels);
    writeNewKernelFile(path, text);
    const std::string id = readKernelFile(path, {}).id.substr(resolved.filter->id.size() + 1);
    print("Wrote " + shownPath(path) + ", a variant of yours. Run it as\n  --kernels " + shownPath(shellWord(path)) +
          " --stack \"" + resolved.filter->id + " variant=" + std::string(ownVariantPrefix) + id + "\"\n");
}

int showSource(const Arguments& arguments, CommandContext& context) {
    const Stack stack = stackFrom(arguments.positionals[0], context);
    context.claimOutputs(arguments, {"copy"});
    const auto first = std::ranges::find(stack, true, &Stage::enabled);
    if (first == stack.end())
        throw Error(ErrorKind::Usage, "source: name a filter, such as \"gaussian variant=fused\"");
    const Size size = parseSize(arguments.value("size", "1080p"));
    ImageShape shape{size, formatFor(arguments, *first, context.filters, size)};
    const DeviceInfo& device = context.device(arguments.value("device"));
    const Listing listing{device, context.filters.withKernelFiles(context.worker.kernels).read(),
                          arguments.has("as-built"), arguments.has("includes")};
    const bool isJson = arguments.has("json");
    const bool isCompiled = isJson || arguments.has("figures") || arguments.has("build-log") || arguments.has("code");
    std::string text;
    std::vector<CompiledStage> compiled;
    Json stages = Json::Array();
    for (const Stage& stage : stack) {
        if (!stage.enabled) continue;
        const ResolvedStage resolved = resolveStage(stage, shape, device, context.filters);
        needKernels(resolved);
        if (arguments.has("copy")) return writeCopy(arguments.value("copy"), resolved, listing), Success;
        text += text.empty() || isCompiled ? "" : "\n";
        if (isCompiled) {
            const QuietStderr quiet(!context.verbose);
            const auto programs =
                context.engine().compile({stage, shape, device.index, context.filters}, context.stop());
            compiled.push_back({resolved.filter->id + " variant=" + resolved.variant->id,
                                headingOf(resolved, shape, device), programs});
            text += compiledText(programs, arguments);
            stages.append(Json::Object{
                {"filter", resolved.filter->id}, {"variant", resolved.variant->id}, {"programs", jsonOf(programs)}});
        } else {
            text += stageListing(resolved, shape, listing);
        }
        shape = outputShape(stage, shape, context.filters);
    }
    isJson ? printRaw(Json(Json::Object{{"device", device.name}, {"stages", stages}}).text())
           : print(figuresOf(compiled) + text);
    return Success;
}

const char* const sourceDetails =
    "The text of a program begins with the launches of its kernels, their arguments, and the constants that\n"
    "it is built with. They depend on the device, the size and the format. A program is built from its own\n"
    "file, the files that it includes, and the prelude.\n\n"
    "--as-built shows values in place of the names of constants. Code that these values exclude is removed,\n"
    "and so is code that the kernels of this stage do not call. The file's head comment comes first.\n\n"
    "If LIGHTBENCH_KERNELS names a folder, the files of that folder are shown.\n\n"
    "With --figures the stage is compiled once more, and each kernel has a table: registers, spilled\n"
    "registers, private and local memory, the best multiple for workgroups, and the largest workgroup.\n"
    "NVIDIA's compiler reports registers and spills. A figure that a driver does not report is marked as not\n"
    "reported. OpenCL does not report how many workgroups a compute unit runs at once, so the occupancy is\n"
    "never shown. The figures of several stages stand side by side, to compare variants.\n\n"
    "With --copy the program of the first stage becomes a kernel file. Its line //@ variant of: makes it a\n"
    "variant of the filter, with the same plan. The manual's page \"Edit a kernel live\" explains it.\n\n"
    "Examples\n"
    "  lightbench-cli source \"gaussian variant=fused\"\n"
    "  lightbench-cli source \"gaussian variant=fused\" --copy fused-2.cl\n"
    "  lightbench-cli source median --as-built --size 4k --format gray8\n"
    "  lightbench-cli source \"gaussian variant=fused | gaussian variant=two-pass\" --figures\n";
} // namespace

ProgramCommand sourceCommand() {
    return {{.name = "source",
             .positionals = "STACK [--as-built]",
             .summary = "Prints the OpenCL kernels of a stage, with the constants that they are built with",
             .details = sourceDetails,
             .options = {{"as-built", 0, "",
                          "show values in place of constants, and leave out code that these values exclude"},
                         {"includes", 0, "", "print the included files too"},
                         {"figures", 0, "", "print what the compiler made of each kernel instead"},
                         {"code", 0, "", "with --figures: print the program's code too, if it is text, such as PTX"},
                         {"build-log", 0, "", "with --figures: print the compiler's log too"},
                         {"json", 0, "", "print the figures, the log and the code as JSON"},
                         {"copy", 0, "FILE.cl",
                          "write the stage's program to a file, to make a variant of your own from it"},
                         deviceOption(),
                         kernelsOption(),
                         {"size", 0, "WIDTHxHEIGHT", "size of the image: 1920x1080, 1080p, 4k or 8k (default 1080p)"},
                         {"format", 0, "FORMAT", "pixel format of the image, such as rgba8, gray16 or rgbaf32"}},
             .shared = {workerOptions()},
             .minimum = 1,
             .maximum = 1},
            showSource};
}

} // namespace lightbench
