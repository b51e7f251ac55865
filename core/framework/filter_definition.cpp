// Reads the //@ lines and the kernel's arguments, and makes a plan that launches the kernel once for each pixel.
#include "core/framework/filter_definition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {

/// Its folder keeps it apart from the programs that built-in filters share.
std::string programOf(const std::string& id) { return id + "/kernel"; }

std::string pathOf(const FilterDefinition& definition) {
    std::string path = "user/" + programOf(definition.id) + ".cl";
    std::ranges::replace(path, '-', '_');
    return path;
}

/// The value of a line //@ KEY: VALUE.
struct Annotation {
    int line = 0; ///< counted from 1
    std::string value;
};

/// A number between a minimum and a maximum, as a line //@ parameter declares it.
struct DeclaredParameter {
    int line = 0;
    Parameter parameter;
    double initial = 0;
};

/// What the source's pointer type says about the images that the kernel takes.
struct PixelType {
    std::vector<SampleType> types;
    bool isPixel = false; ///< one element for each pixel, not for each sample
    bool isAny = false;   ///< pixel_t: gray and RGBA
};

/// What the arguments of the kernel are given, for the plan.
struct Binding {
    std::string source, destination; ///< the names of the two pointers
    bool hasWidth = false, hasHeight = false, hasChannels = false;
    std::vector<KernelParameter> settings; ///< the arguments that are parameters of the filter
};

class DefinitionReader {
public:
    explicit DefinitionReader(const FilterDefinition& definition) : definition_(definition) {}

    Filter read() {
        checkId();
        readLines();
        kernel_ = onlyKernel();
        Filter filter;
        filter.id = definition_.id;
        filter.label = textOf("label", definition_.id);
        filter.group = textOf("group", "My kernels");
        filter.summary = textOf("summary", "A kernel of your own.");
        filter.doc = textOf("doc", filter.summary);
        bindArguments();
        filter.parameters = parameters();
        filter.accepts = type_.types;
        filter.check = channelCheck();
        filter.variants = {variant()};
        return filter;
    }

private:
    [[noreturn]] void fail(int line, const std::string& why) const {
        const std::string place = line > 0 ? ":" + std::to_string(line) : "";
        throw Error(ErrorKind::Usage, definition_.id + ".cl" + place + ": " + why);
    }

    void checkId() const {
        const std::string& id = definition_.id;
        const bool isKebab = std::ranges::all_of(
            id, [](unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
        if (id.empty() || !isKebab || id.front() == '-' || id.back() == '-')
            throw Error(ErrorKind::Usage, "\"" + shownText(id) +
                                              "\" cannot be the name of a filter; take small letters, digits and "
                                              "dashes, such as my-sobel");
    }

    void readLines() {
        constexpr std::array keys{"label", "group", "summary", "doc", "parameter"};
        std::istringstream lines(definition_.text);
        std::string line;
        for (int number = 1; std::getline(lines, line); ++number) {
            const std::string_view text = trimmed(line);
            if (!text.starts_with("//@")) continue;
            const std::size_t colon = text.find(':');
            if (colon == std::string_view::npos) fail(number, "write //@ KEY: VALUE, such as //@ label: Brighter");
            const std::string key(trimmed(text.substr(3, colon - 3))), value(trimmed(text.substr(colon + 1)));
            if (std::ranges::find(keys, key) == keys.end())
                fail(number,
                     "there is no //@ " + shownText(key) + "; " + suggestion(key, {keys.begin(), keys.end()}, "keys"));
            if (value.empty()) fail(number, "//@ " + key + " has no value");
            if (key == "parameter")
                declare(declaredParameter(number, value));
            else if (!texts_.try_emplace(key, Annotation{number, value}).second)
                fail(number, "//@ " + key + " stands in line " + std::to_string(texts_[key].line) + " already");
        }
    }

    void declare(DeclaredParameter parameter) {
        for (const DeclaredParameter& other : declared_)
            if (other.parameter.name == parameter.parameter.name)
                fail(parameter.line,
                     other.parameter.name + " is declared in line " + std::to_string(other.line) + " already");
        declared_.push_back(std::move(parameter));
    }

    std::string textOf(const std::string& key, const std::string& otherwise) const {
        const auto found = texts_.find(key);
        return found == texts_.end() ? otherwise : found->second.value;
    }

    double number(int line, std::string_view text) const {
        const std::optional<double> value = parsedNumber(text);
        if (!value || !std::isfinite(*value))
            fail(line, "\"" + shownText(text) + "\" is not a number; write NAME 0..4 = 1.5");
        return *value;
    }

    /// NAME MINIMUM..MAXIMUM = DEFAULT, then parts such as "; step 0.1".
    DeclaredParameter declaredParameter(int line, std::string_view text) const {
        const std::size_t end = std::min(text.find(';'), text.size()), equals = text.find('=');
        const std::size_t dots = text.find(".."), space = text.find_first_of(" \t");
        if (space > dots || dots > equals || equals > end)
            fail(line, "write //@ parameter: NAME MINIMUM..MAXIMUM = DEFAULT, such as factor 0..4 = 1.5");
        DeclaredParameter made;
        made.line = line;
        Parameter& parameter = made.parameter;
        parameter.name = text.substr(0, space);
        parameter.label = parameter.name;
        parameter.minimum = number(line, trimmed(text.substr(space, dots - space)));
        parameter.maximum = number(line, trimmed(text.substr(dots + 2, equals - dots - 2)));
        parameter.step = 0;
        made.initial = number(line, trimmed(text.substr(equals + 1, end - equals - 1)));
        if (!(parameter.minimum <= made.initial && made.initial <= parameter.maximum))
            fail(line, "the default of " + parameter.name + " lies outside its range");
        for (std::size_t begin = end; begin < text.size();) {
            const std::size_t next = std::min(text.find(';', begin + 1), text.size());
            addPart(made, trimmed(text.substr(begin + 1, next - begin - 1)));
            begin = next;
        }
        return made;
    }

    void addPart(DeclaredParameter& made, std::string_view part) const {
        const std::size_t space = std::min(part.find(' '), part.size());
        const std::string_view key = part.substr(0, space), value = trimmed(part.substr(space));
        if (value.empty() || (key != "step" && key != "label" && key != "unit" && key != "doc"))
            fail(made.line, "after ; write step, label, unit or doc, and its value");
        if (key == "step" && !((made.parameter.step = number(made.line, value)) > 0))
            fail(made.line, "the step of " + made.parameter.name + " must be above 0");
        if (key == "label") made.parameter.label = value;
        if (key == "unit") made.parameter.unit = value;
        if (key == "doc") made.parameter.doc = value;
    }

    std::string onlyKernel() const {
        const std::vector<std::string> names = kernelNames(definition_.text);
        if (names.empty()) fail(0, "it has no kernel; write one as kernel void NAME(...)");
        if (names.size() > 1) fail(0, "it has the kernels " + joinWords(names, "and") + "; a filter is one kernel");
        return names.front();
    }

    static bool isOneOf(const std::string& name, std::initializer_list<const char*> names) {
        return std::ranges::any_of(names, [&](const char* one) { return name == one; });
    }

    void bindArguments() {
        const auto arguments = kernelParameters(definition_.text, kernel_);
        if (!arguments) fail(0, "the arguments of kernel " + kernel_ + " cannot be read");
        for (const KernelParameter& argument : *arguments)
            bind(argument);
        if (binding_.source.empty()) fail(0, "no argument is the image; call a pointer to global memory src");
        if (binding_.destination.empty()) fail(0, "no argument is the result; call a pointer to global memory dst");
        if (!binding_.hasWidth || !binding_.hasHeight)
            fail(0,
                 "kernel " + kernel_ + " needs int width and int height: work-items beyond the image must do nothing");
        for (const DeclaredParameter& one : declared_)
            if (std::ranges::find(binding_.settings, one.parameter.name, &KernelParameter::name) ==
                binding_.settings.end())
                fail(one.line, "kernel " + kernel_ + " has no int, uint or float called " + one.parameter.name);
    }

    void bind(const KernelParameter& argument) {
        const std::string& name = argument.name;
        if (argument.kind == KernelParameter::Buffer && isOneOf(name, {"src", "in", "input"})) {
            binding_.source = name;
            type_ = pixelTypeOf(argument);
        } else if (argument.kind == KernelParameter::Buffer && isOneOf(name, {"dst", "out", "output"})) {
            binding_.destination = name;
        } else if (argument.kind == KernelParameter::Int && isOneOf(name, {"width", "height", "channels"})) {
            (name == "width" ? binding_.hasWidth : name == "height" ? binding_.hasHeight : binding_.hasChannels) = true;
        } else if (argument.kind == KernelParameter::Int || argument.kind == KernelParameter::UInt ||
                   argument.kind == KernelParameter::Float) {
            binding_.settings.push_back(argument);
        } else {
            fail(0, "nothing is known for the argument \"" + argument.declaration +
                        "\"; an image is called src, and the result dst");
        }
    }

    PixelType pixelTypeOf(const KernelParameter& argument) const {
        using enum SampleType;
        const std::map<std::string, PixelType> known{{"sample_t", {{U8, U16, U32, F32}}},
                                                     {"pixel_t", {{U8, U16, U32, F32}, true, true}},
                                                     {"uchar", {{U8}}},
                                                     {"ushort", {{U16}}},
                                                     {"uint", {{U32}}},
                                                     {"float", {{F32}}},
                                                     {"uchar4", {{U8}, true}},
                                                     {"ushort4", {{U16}, true}},
                                                     {"uint4", {{U32}, true}},
                                                     {"float4", {{F32}, true}}};
        std::istringstream words(argument.declaration.substr(0, argument.declaration.find('*')));
        for (std::string word; words >> word;)
            if (const auto found = known.find(word); found != known.end()) return found->second;
        fail(0, "the image \"" + argument.declaration +
                    "\" has a type that no image has; take uchar, ushort, uint, float, one of these with 4, sample_t "
                    "or pixel_t");
    }

    std::vector<Parameter> parameters() const {
        std::vector<Parameter> all;
        for (const KernelParameter& argument : binding_.settings) {
            const auto found = std::ranges::find(declared_, argument.name,
                                                 [](const DeclaredParameter& one) { return one.parameter.name; });
            if (found == declared_.end())
                fail(0, "nothing says what " + argument.name + " may be; add a line //@ parameter: " + argument.name +
                            " 0..10 = 1");
            all.push_back(typed(*found, argument.kind));
        }
        return all;
    }

    Parameter typed(const DeclaredParameter& declared, KernelParameter::Kind kind) const {
        const Parameter& given = declared.parameter;
        if (kind == KernelParameter::Float) {
            const double step = given.step > 0 ? given.step : (given.maximum - given.minimum) / 100;
            return realParameter(given.name, given.label, given.unit, given.minimum, given.maximum, step,
                                 declared.initial, given.doc);
        }
        const double step = given.step > 0 ? given.step : 1, most = 2147483647.0;
        for (double value : {given.minimum, given.maximum, declared.initial, step})
            if (value != std::floor(value) || std::abs(value) > most)
                fail(declared.line, given.name + " is a whole number in the kernel; give whole numbers");
        if (kind == KernelParameter::UInt && given.minimum < 0)
            fail(declared.line, given.name + " is a uint in the kernel, so it cannot be below 0");
        return integerParameter(given.name, given.label, given.unit, int(given.minimum), int(given.maximum), int(step),
                                int(declared.initial), given.doc);
    }

    std::function<void(const ImageShape&, const ParameterValues&)> channelCheck() const {
        if (type_.isAny || binding_.hasChannels) return nullptr;
        const int wanted = type_.isPixel ? 4 : 1;
        return [wanted, id = definition_.id](const ImageShape& input, const ParameterValues&) {
            if (input.format.channels == wanted) return;
            throw Error(ErrorKind::Usage,
                        wanted == 4 ? id + " takes RGBA images: the pointers of its kernel are vectors of four"
                                    : id + " takes gray images; put grayscale before it, or give its kernel int "
                                           "channels");
        };
    }

    Variant variant() const {
        Variant variant{.id = "kernel", .label = "Kernel", .idea = "Runs the kernel once for each pixel."};
        variant.workgroups = areaWorkgroups();
        variant.plan = [binding = binding_, kernel = kernel_,
                        program = programOf(definition_.id)](const PlanRequest& request) {
            Plan plan = planOf(binding, kernel, request);
            lastKernel(plan).program = program;
            return plan;
        };
        return variant;
    }

    static Argument settingOf(const KernelParameter& argument, const ParameterValues& values) {
        if (argument.kind == KernelParameter::Float) return float(values.real(argument.name));
        const int value = values.integer(argument.name);
        return argument.kind == KernelParameter::Int ? Argument(std::int32_t(value)) : Argument(std::uint32_t(value));
    }

    static Plan planOf(const Binding& binding, const std::string& kernel, const PlanRequest& request) {
        const ImageShape& input = request.input;
        KernelPass pass;
        pass.kernel = kernel;
        pass.defines = formatDefines(input.format, input.format);
        pass.global = coverGlobal(input.size, request.workgroup);
        pass.local = request.workgroup;
        addArguments(pass, {{binding.source, inputBuffer()},
                            {binding.destination, outputBuffer()},
                            {"width", input.size.width},
                            {"height", input.size.height}});
        if (binding.hasChannels) addArguments(pass, {{"channels", input.format.channels}});
        for (const KernelParameter& setting : binding.settings)
            addArguments(pass, {{setting.name, settingOf(setting, request.parameters)}});
        pass.bytes = 2 * input.bytes();
        return singlePass(std::move(pass));
    }

    const FilterDefinition& definition_;
    std::map<std::string, Annotation> texts_;
    std::vector<DeclaredParameter> declared_;
    std::string kernel_;
    PixelType type_;
    Binding binding_;
};
} // namespace

Filter filterOf(const FilterDefinition& definition) { return DefinitionReader(definition).read(); }

KernelLayer kernelFilesOf(const std::vector<FilterDefinition>& definitions) {
    KernelLayer layer;
    for (const FilterDefinition& definition : definitions)
        layer.files[pathOf(definition)] = definition.text;
    return layer;
}

} // namespace lightbench
