// The first word of the line says what kind of reference it is; anything else is a stack. Parameters' values are
// written into the text of a stack, which then runs on the host.
#include "core/definition/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/codecs/image_file.h"
#include "core/definition/expression.h"
#include "core/definition/python_process.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"

namespace lightbench {

namespace {
using Reference = std::function<Image(const Image& input, const ParameterValues& parameters)>;

/// The value of the expression if it names parameters; otherwise its text, unchanged.
std::string valueIn(const std::string& expression, const ParameterValues& parameters,
                    const std::vector<Parameter>& declared) {
    const auto& all = parameters.all();
    if (const auto known = all.find(expression); known != all.end()) return valueText(known->second);
    const NamedNumbers numbers = numbersOf(parameters, declared);
    try {
        const std::vector<std::string> names = namesIn(expression);
        if (!names.empty() && std::ranges::all_of(names, [&](const auto& name) { return numbers.contains(name); }))
            return numberText(valueOf(expression, numbers));
    } catch (const Error&) {
        // It is no expression, so it is a value such as a file's path.
    }
    return expression;
}

/// The stack's text with these values: NAME=VALUE or NAME="VALUE" is replaced where VALUE names parameters.
std::string substituteParameters(const std::string& text, const ParameterValues& parameters,
                                 const std::vector<Parameter>& declared) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t equals = std::min(text.find('=', at), text.size());
        result.append(text, at, equals - at);
        if (equals == text.size()) break;
        const bool isQuoted = text.compare(equals + 1, 1, "\"") == 0;
        const std::size_t begin = equals + (isQuoted ? 2 : 1);
        const std::size_t end = std::min(text.find_first_of(isQuoted ? "\"" : " \t|", begin), text.size());
        result += "=\"" + valueIn(text.substr(begin, end - begin), parameters, declared) + "\"";
        at = end + (isQuoted ? 1 : 0);
    }
    return result;
}

/// Runs the stack's references on the host.
Reference stackReference(const KernelFilePtr& file, const FilterCatalog& catalog) {
    try {
        for (const Stage& stage : referenceStack(*file, defaultValues(file->parameters), catalog))
            if (!catalog.byId(stage.filter).reference)
                throw Error(ErrorKind::Usage, stage.filter + " makes no image that results could be compared with");
    } catch (const Error& error) {
        failInFile(file->file, file->reference.line, std::string("the reference: ") + error.what());
    }
    return [file, catalog](const Image& input, const ParameterValues& parameters) {
        const ImagePtr borrowed(ImagePtr(), &input); // lives as long as this call
        return runReference(borrowed, referenceStack(*file, parameters, catalog), catalog)->clone();
    };
}

template <class To, class From> To convertedSample(From sample) {
    constexpr bool toFloat = std::is_floating_point_v<To>, fromFloat = std::is_floating_point_v<From>;
    if constexpr (std::is_same_v<To, From>) {
        return sample;
    } else if constexpr (toFloat) {
        return To(sample) / To(std::numeric_limits<From>::max());
    } else if constexpr (fromFloat) {
        const float kept = std::clamp(std::isnan(sample) ? 0.0f : sample, 0.0f, 1.0f);
        const float scaled = std::nearbyint(kept * float(std::numeric_limits<To>::max()));
        return scaled >= float(std::numeric_limits<To>::max()) ? std::numeric_limits<To>::max() : To(scaled);
    } else if constexpr (sizeof(From) < sizeof(To)) {
        return To(sample * (std::numeric_limits<To>::max() / std::numeric_limits<From>::max()));
    } else {
        constexpr std::uint64_t factor = std::numeric_limits<From>::max() / std::numeric_limits<To>::max();
        return To((sample + factor / 2) / factor);
    }
}

/// Where samples lie in an image: the first channel, and the distance to the next sample.
struct Channels {
    int first = 0, step = 1;
};

void moveSamples(const Image& from, Channels in, Image& to, Channels out) {
    const std::size_t each = std::size_t(from.width()) * std::size_t(from.channels()) / std::size_t(in.step);
    withSampleType(from.format().type, [&](auto a) {
        withSampleType(to.format().type, [&](auto b) {
            parallelRows(from.height(), [&](int y) {
                const auto* source = from.row<decltype(a)>(y) + in.first;
                auto* target = to.row<decltype(b)>(y) + out.first;
                for (std::size_t i = 0; i < each; ++i)
                    target[i * std::size_t(out.step)] = convertedSample<decltype(b)>(source[i * std::size_t(in.step)]);
            });
        });
    });
}

/// The image as the kernel gets it, so that results can be compared bit for bit: of its sample type, and one for each
/// colour channel if it runs so. It is converted as kernels/move_samples.cl does.
std::vector<Image> kernelImages(const KernelFile& file, const Image& image) {
    const Format format = kernelFormat(file.pixels, image.format());
    const bool isByChannel = format.channels != image.channels();
    std::vector<Image> result;
    for (int c = 0; c < (isByChannel ? image.format().colourChannels() : 1); ++c) {
        result.emplace_back(ImageShape{image.size(), format});
        moveSamples(image, isByChannel ? Channels{c, image.channels()} : Channels{}, result.back(), {});
    }
    return result;
}

/// The result in the format of the image that kernelImages was given; alpha is that image's.
Image resultOf(const std::vector<Image>& results, const Image& image) {
    Image result(image.shape());
    if (results.front().channels() == image.channels()) {
        moveSamples(results.front(), {}, result, {});
        return result;
    }
    const int channels = image.channels();
    for (int c = 0; c < image.format().colourChannels(); ++c)
        moveSamples(results[std::size_t(c)], {}, result, {c, channels});
    moveSamples(image, {channels - 1, channels}, result, {channels - 1, channels});
    return result;
}

Reference pythonReference(const KernelFilePtr& file) {
    return [file](const Image& input, const ParameterValues& parameters) {
        const DeclaredReference& reference = file->reference;
        return resultOf(
            callPython({reference.path, reference.script, reference.seconds}, kernelImages(*file, input), parameters),
            input);
    };
}

Reference imageReference(const KernelFilePtr& file) {
    return [file, path = file->reference.path](const Image& input, const ParameterValues&) {
        const ImagePtr expected = loadImage(path);
        if (expected->shape() == input.shape()) return expected->clone();
        throw Error(ErrorKind::Usage, shownPath(file->reference.text) + " is " + expected->shape().name() +
                                          ", and the result is " + input.shape().name() +
                                          "; open the image that it was made from");
    };
}
} // namespace

DeclaredReference referenceIn(const Annotation& line) {
    if (line.head == "none") return {};
    using Kind = DeclaredReference::Kind;
    constexpr std::pair<Kind, std::string_view> kinds[] = {
        {Kind::Kernel, "kernel "}, {Kind::Python, "python "}, {Kind::ImageFile, "image "}};
    for (const auto& [kind, word] : kinds)
        if (line.head.starts_with(word))
            return {.kind = kind, .text = std::string(trimmed(line.head.substr(word.size()))), .line = line.line};
    return {.kind = DeclaredReference::Stack, .text = line.head, .line = line.line};
}

std::optional<Annotation> referenceLineIn(const std::string& text, const std::string& file) {
    const std::vector<Annotation> lines = annotationsOf(text, file);
    const auto found = std::ranges::find(lines, "reference", &Annotation::key);
    return found == lines.end() ? std::nullopt : std::optional(*found);
}

DeclaredReference declaredReference(const Declarations& lines, const FilterDefinition& definition,
                                    Tolerance& tolerance) {
    DeclaredReference result;
    if (const Annotation* line = lines.lineOn("reference")) {
        result = referenceIn(*line);
        if (const std::string* text = line->part("tolerance")) {
            const auto steps = parsedNumber(*text);
            if (!steps || !(*steps >= 0) || *steps > 255)
                line->fail("a tolerance is a number of steps from 0 to 255, such as tolerance 1");
            tolerance = {.maxSteps = *steps, .maxShare = 1, .maxShare16 = 1, .magnitudeFactor = *steps / 255};
        }
        if (const std::string* text = line->part("seconds")) {
            const auto seconds = parsedNumber(*text);
            if (!seconds || !(*seconds > 0) || *seconds > 3600)
                line->fail("a Python function has more than 0 and at most 3600 seconds, such as seconds 60");
            result.seconds = *seconds;
        }
    } else if (!definition.referenceFile.empty()) {
        result = {.kind = DeclaredReference::Python, .text = std::string(fileName(definition.referenceFile))};
    }
    if (result.kind == DeclaredReference::Python) {
        if (definition.referenceText.empty())
            lines.fail(result.line, "the text of " + shownText(result.text) + " is missing");
        result.script = definition.referenceText;
    }
    result.path = definition.referenceFile;
    return result;
}

std::string pythonOf(const FilterDefinition& definition) {
    const std::optional<Annotation> line = referenceLineIn(definition.text, definition.fileName());
    const bool isOther = line && referenceIn(*line).kind != DeclaredReference::Python;
    return isOther ? std::string() : definition.referenceText;
}

bool definesReference(const std::string& script) {
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("def reference(") || line.starts_with("def reference (")) return true;
    return false;
}

Stack referenceStack(const KernelFile& file, const ParameterValues& parameters, const FilterCatalog& catalog) {
    return parseStack(substituteParameters(file.reference.text, parameters, file.parameters), catalog);
}

void addReference(Filter& filter, const KernelFilePtr& file, const FilterCatalog& catalog,
                  const std::function<Variant(const DeclaredVariant&)>& variantOf) {
    const DeclaredReference& reference = file->reference;
    if (!file->analysis.empty() && reference.kind != DeclaredReference::None &&
        reference.kind != DeclaredReference::Kernel)
        failInFile(file->file, reference.line,
                   "an analysis can be compared with another kernel only: //@ reference: kernel NAME");
    OtherReference other{.name = shownPath(fileName(reference.text))};
    switch (reference.kind) {
    case DeclaredReference::None: return;
    case DeclaredReference::Stack: filter.reference = stackReference(file, catalog); return;
    case DeclaredReference::Kernel: {
        auto kernels = std::make_shared<Filter>(filter); // which runs the file's reference kernels alone
        kernels->variants = {variantOf(file->referenceVariant())};
        other = {.name = "kernel " + reference.text, .kernel = std::move(kernels)};
        break;
    }
    case DeclaredReference::Python: other.image = pythonReference(file); break;
    case DeclaredReference::ImageFile: other.image = imageReference(file); break;
    }
    filter.otherReference = std::make_shared<const OtherReference>(std::move(other));
}

} // namespace lightbench
