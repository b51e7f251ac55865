// `filters`: lists the filters, or shows one filter's parameters, variants and legal workgroup sizes.
#include <algorithm>
#include <optional>

#include "app/cli/cli_commands.h"
#include "app/terminal/kernels_option.h"
#include "app/terminal/table.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/run/resolve.h"
#include "core/source/stage_source.h"

namespace lightbench {

namespace {
std::string kindName(const Parameter& parameter) {
    switch (parameter.kind) {
    case ParameterKind::Integer: return "integer";
    case ParameterKind::Real: return "real";
    case ParameterKind::Choice: return "choice";
    case ParameterKind::Switch: return "switch";
    case ParameterKind::Text: return "text";
    case ParameterKind::Matrix: return "matrix";
    case ParameterKind::Resource: return parameter.resource->name;
    case ParameterKind::Image: return "image";
    case ParameterKind::Rectangle: break;
    }
    return "rectangle";
}

/// Checks sizes for a full HD image of the first format that the variant takes, with default parameters. Nothing for
/// variants that need other parameters.
std::vector<WorkgroupChoice> choicesOn(const Filter& filter, const Variant& variant, const DeviceInfo& device) {
    const ParameterValues values = defaultValues(filter.parameters);
    for (const SampleType type : filter.accepts)
        for (const int channels : {4, 1})
            if (const PlanRequest request{{{1920, 1080}, {type, channels}}, values, device, {}};
                whyNotApplicable(variant, request).empty())
                return workgroupChoices(filter, variant, request);
    return {};
}

/// The legal sizes, or those that are offered if none can be checked, without the entry for driver-chosen ones.
std::vector<std::string> legalSizes(const Filter& filter, const Variant& variant,
                                    const std::optional<DeviceInfo>& device) {
    std::vector<Workgroup> legal = variant.workgroups.offered;
    const std::vector<WorkgroupChoice> judged =
        device ? choicesOn(filter, variant, *device) : std::vector<WorkgroupChoice>();
    if (!judged.empty()) legal.clear();
    for (const WorkgroupChoice& choice : judged)
        if (choice.legal) legal.push_back(choice.workgroup);
    std::erase(legal, driverChosenWorkgroup);
    std::vector<std::string> sizes;
    std::ranges::transform(legal, std::back_inserter(sizes), workgroupText);
    return sizes;
}

Json parameterJson(const Parameter& p) {
    Json object = Json::Object{{"name", p.name},      {"label", p.label},      {"unit", p.unit},
                               {"kind", kindName(p)}, {"range", rangeText(p)}, {"default", valueText(p.initial)},
                               {"doc", p.doc}};
    if (p.kind == ParameterKind::Integer || p.kind == ParameterKind::Real) {
        object["minimum"] = p.minimum;
        object["maximum"] = p.maximum;
        object["step"] = p.step;
    }
    for (const Choice& choice : p.choices)
        object["choices"].append(choice.name);
    return object;
}

/// A device on which every variant for its type runs.
DeviceInfo ableDevice(DeviceType type) {
    DeviceInfo device;
    device.type = type;
    device.name = device.platform = "any";
    device.computeUnits = 64;
    device.maxWorkgroup = 1024;
    device.maxWorkItems = {1024, 1024, 64};
    device.localMemory = type == DeviceType::Gpu ? 64 << 10 : 1 << 20;
    device.globalMemory = device.maxAllocation = std::uint64_t(1) << 33;
    device.preferredMultiple = type == DeviceType::Gpu ? 32 : 16;
    device.computeCapability = type == DeviceType::Gpu ? 90 : 0;
    device.isHostCpu = type == DeviceType::Cpu;
    return device;
}

void add(std::vector<std::pair<std::string, int>>& files, const SourceFile& file) {
    if (file.path.find("/prelude/") != std::string::npos) return;
    if (std::ranges::find(files, file.path, &std::pair<std::string, int>::first) != files.end()) return;
    files.emplace_back(file.path, int(std::ranges::count(file.text, '\n')));
}

/// The paths of the files of a variant's kernels, in the order of reading, with their numbers of lines: the file of
/// each program, then what it includes, without the prelude. They are those of an image of bytes with default
/// parameters, of colours if the variant takes them, on a device of that type. A small image serves variants that are
/// slow. Empty if the variant does not exist there, or if its plan needs more than the defaults, such as a template.
std::vector<std::pair<std::string, int>> filesToRead(const Filter& filter, const Variant& variant,
                                                     const FilterCatalog& filters, DeviceType type) {
    const KernelLibrary kernels;
    const DeviceInfo device = ableDevice(type);
    Stage stage = makeStage(filter.id, filters);
    stage.variant = variant.id;
    std::vector<std::pair<std::string, int>> files;
    for (const auto& [size, channels] : {std::pair(Size{640, 480}, 4), {{640, 480}, 1}, {{64, 48}, 4}, {{64, 48}, 1}}) {
        try {
            const ResolvedStage resolved =
                resolveStage(stage, {size, {filter.accepts.front(), channels}}, device, filters);
            for (const ProgramSource& program : stageSource(resolved, kernels, device).programs)
                for (const SourceFile& file : program.files(kernels))
                    add(files, file);
        } catch (const Error&) { // it does not exist there
            continue;
        }
        break;
    }
    return files;
}

Json variantJson(const Filter& filter, const Variant& variant, const std::optional<DeviceInfo>& device,
                 const FilterCatalog& filters) {
    Json object = Json::Object{{"id", variant.id},
                               {"label", variant.label},
                               {"idea", variant.idea},
                               {"tolerance", variant.tolerance.text()},
                               {"needs_progress", variant.needsProgress},
                               {"workgroups", jsonOf(legalSizes(filter, variant, device))},
                               {"driver_may_choose", driverMayChoose(variant)}};
    if (device && variant.missing) object["missing"] = variant.missing(*device);
    if (variant.applies.holds) object["applies"] = variant.applies.rule;
    for (const auto& [name, type] : {std::pair("gpu", DeviceType::Gpu), std::pair("cpu", DeviceType::Cpu)})
        for (const auto& [path, lines] : filesToRead(filter, variant, filters, type)) {
            Json file = Json::Object{{"path", path}, {"lines", lines}};
            object["files"][name].append(std::move(file));
        }
    return object;
}

std::string className(DeviceClass device) {
    switch (device) {
    case DeviceClass::Cpu: return "cpu";
    case DeviceClass::Gpu: return "gpu";
    case DeviceClass::Other: break;
    }
    return "other";
}

/// A row of measured choices: its conditions, the variant that `auto` takes, and the measurement. Conditions that do
/// not restrict anything are omitted.
Json choiceJson(const MeasuredChoice& row) {
    Json object = Json::Object{{"variant", row.variant}, {"measured", row.measured}};
    for (DeviceClass device : row.devices)
        object["devices"].append(className(device));
    for (SampleType type : row.types)
        object["types"].append(Format{type, 1}.name().substr(5));
    if (!row.device.empty()) object["device"] = row.device;
    if (row.minCapability > 0) object["least_capability"] = row.minCapability;
    if (row.channels > 0) object["channels"] = row.channels;
    if (row.minPixels > 0) object["least_pixels"] = row.minPixels;
    if (row.maxPixels < MeasuredChoice{}.maxPixels) object["most_pixels"] = row.maxPixels;
    for (const QuantityRange& range : row.where) { // infinity, which restricts nothing, becomes null
        Json bounds = Json::Object{{"name", range.name}, {"least", range.minimum}, {"most", range.maximum}};
        object["where"].append(std::move(bounds));
    }
    return object;
}

/// The rows that name a variant, in order. The first one that matches decides what `auto` takes.
Json choicesJson(const Filter& filter) {
    Json::Array rows;
    for (const MeasuredChoice& row : filter.choices.rows)
        if (!row.variant.empty()) rows.push_back(choiceJson(row));
    return rows;
}

/// The locality for default parameters.
Locality localityOf(const Filter& filter) { return filter.locality(defaultValues(filter.parameters)); }

Json filterJson(const Filter& filter, const std::optional<DeviceInfo>& device, const FilterCatalog& filters) {
    Json::Array parameters, variants, accepts;
    for (const Parameter& parameter : filter.parameters)
        parameters.push_back(parameterJson(parameter));
    for (const Variant* variant : allVariants(filter))
        variants.push_back(variantJson(filter, *variant, device, filters));
    for (SampleType type : filter.accepts)
        accepts.push_back(Format{type, 1}.name().substr(5));
    return Json::Object{{"id", filter.id},
                        {"label", filter.label},
                        {"group", filter.group},
                        {"summary", filter.summary},
                        {"doc", filter.doc},
                        {"accepts", accepts},
                        {"parameters", parameters},
                        {"variants", variants},
                        {"choices", choicesJson(filter)},
                        {"device", device ? Json(device->name) : Json()},
                        {"synonyms", jsonOf(filter.synonyms)},
                        {"locality", localityText(localityOf(filter))},
                        {"images", int(1 + imageParameterNames(filter).size())}};
}

std::string parametersText(const Filter& filter) {
    std::string text;
    for (const Parameter& p : filter.parameters) {
        const std::string initial = valueText(p.initial);
        text += wrapped(p.name + "  " + rangeText(p) + (initial.empty() ? "; no default" : "; default " + initial), 2) +
                wrapped(p.doc, 6);
    }
    return text.empty() ? "" : "\nParameters\n" + text;
}

std::string variantText(const Filter& filter, const Variant& variant, const std::optional<DeviceInfo>& device) {
    std::string all = "  " + variant.id + " (" + variant.tolerance.text() + ")\n" + wrapped(variant.idea, 6);
    const std::string missing = device ? missingOn(*device, variant) : std::string();
    if (variant.applies.holds) all += wrapped("does not always apply: " + variant.applies.rule, 6);
    if (isPlain(variant))
        all +=
            wrapped("is the algorithm as a textbook writes it, to read and to race against; auto never chooses it", 6);
    if (variant.needsProgress)
        all += wrapped(
            "runs in a process of its own: it waits for other work-items, and OpenCL does not promise that they "
            "make progress",
            6);
    if (!missing.empty()) return all + wrapped("does not run on " + device->name + ": " + missing, 6);
    std::string sizes;
    for (const std::string& size : legalSizes(filter, variant, device))
        sizes += " " + size;
    return all + wrapped("workgroup=auto" + std::string(driverMayChoose(variant) ? " driver" : "") + sizes, 6);
}

/// Such as "2 images with "; empty for one image.
std::string imagesText(const Filter& filter) {
    const std::size_t more = imageParameterNames(filter).size();
    return more == 0 ? "" : std::to_string(1 + more) + " images with ";
}

std::string filterText(const Filter& filter, const std::optional<DeviceInfo>& device) {
    std::string accepts;
    for (SampleType type : filter.accepts)
        accepts += (accepts.empty() ? "" : ", ") + Format{type, 1}.name().substr(5);
    std::string all =
        filter.id + "  (" + filter.group + ": " + filter.label + ")\n" + wrapped(filter.summary, 2) + "\n" +
        wrapped(filter.doc, 2) + "  Takes " + imagesText(filter) + "samples of " + accepts +
        ".\n  Each result sample depends on: " + localityText(localityOf(filter)) +
        (filter.parameters.empty() ? "" : " (with the defaults)") + ".\n" +
        (filter.synonyms.empty() ? "" : wrapped("Also found as " + joinWords(filter.synonyms, "and") + ".", 2)) +
        parametersText(filter);
    all += "\nVariants, with the workgroup sizes " +
           (device ? "that are legal on " + device->name
                   : std::string("that they offer (there is no device to check them on)")) +
           "\n";
    for (const Variant* variant : allVariants(filter))
        all += variantText(filter, *variant, device);
    return all;
}

std::string listText(const FilterCatalog& filters) {
    std::string all;
    for (const Filter& filter : filters.filters()) {
        all += (all.empty() ? "" : "\n") + filter.id + "  (" + filter.group + ")\n" + wrapped(filter.summary, 2);
        for (const Variant* variant : allVariants(filter))
            all += "  " + variant->id + (variant->needsProgress ? " (in a process of its own)" : "") + "\n" +
                   wrapped(variant->idea, 6);
    }
    return all;
}

/// A device for the legal sizes, if there is any; filters are listed without one too.
std::optional<DeviceInfo> deviceIfAny(const std::string& wanted, CommandContext& context) {
    if (wanted.empty() && context.devices().devices.empty()) return std::nullopt;
    return context.device(wanted);
}

int showFilters(const Arguments& arguments, CommandContext& context) {
    const bool one = !arguments.positionals.empty(), json = arguments.has("json");
    const Filter* filter = one ? &context.filters.byId(arguments.positionals[0]) : nullptr;
    if (!one && !json) {
        // only checks the name: the list is the same for all devices
        if (arguments.has("device")) context.device(arguments.value("device"));
        print(listText(context.filters));
        return Success;
    }
    const std::optional<DeviceInfo> device = deviceIfAny(arguments.value("device"), context);
    if (!json) {
        print(filterText(*filter, device));
    } else if (one) {
        print(filterJson(*filter, device, context.filters).text());
    } else {
        Json all;
        for (const Filter& each : context.filters.filters())
            all.append(filterJson(each, device, context.filters));
        print(all.text());
    }
    return Success;
}
} // namespace

ProgramCommand filtersCommand() {
    return {{.name = "filters",
             .positionals = "[NAME] [--device N or NAME] [--json]",
             .summary =
                 "Lists all filters with their variants, or the parameters, variants and legal workgroup sizes of one",
             .details = "Legal workgroup sizes are those for a 1920 x 1080 RGBA image and default parameters.\n\n"
                        "Examples\n  lightbench-cli filters\n  lightbench-cli filters gaussian\n",
             .options = {deviceOption(),
                         kernelsOption(),
                         {"json", 0, "", "print JSON: one object for NAME, otherwise an array of all"}},
             .shared = {workerOptions()},
             .maximum = 1},
            showFilters};
}

} // namespace lightbench
