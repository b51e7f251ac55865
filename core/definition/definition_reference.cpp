// Writes the values of parameters into the text of a reference's stack, and runs it. Calls Python, and reads images.
#include "core/definition/definition_reference.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/codecs/image_file.h"
#include "core/definition/expression.h"
#include "core/definition/kernel_images.h"
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
Reference stackReference(const KernelFile& file, const FilterCatalog& catalog) {
    const auto stackOf = [text = file.reference.text, declared = file.parameters,
                          catalog](const ParameterValues& parameters) {
        return parseStack(substituteParameters(text, parameters, declared), catalog);
    };
    try {
        for (const Stage& stage : stackOf(defaultValues(file.parameters)))
            if (!catalog.byId(stage.filter).reference)
                throw Error(ErrorKind::Usage, stage.filter + " makes no image that results could be compared with");
    } catch (const Error& error) {
        failInFile(file.file, file.reference.line, std::string("the reference: ") + error.what());
    }
    return [stackOf, catalog](const Image& input, const ParameterValues& parameters) {
        const ImagePtr borrowed(ImagePtr(), &input); // lives as long as this call
        return runReference(borrowed, stackOf(parameters), catalog)->clone();
    };
}

/// A filter that runs only the file's reference kernels.
std::shared_ptr<const Filter> kernelOf(const Filter& filter, Variant variant) {
    auto result = std::make_shared<Filter>(filter);
    result->variants = {std::move(variant)};
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

Stack referenceStack(const KernelFile& file, const ParameterValues& parameters, const FilterCatalog& catalog) {
    return parseStack(substituteParameters(file.reference.text, parameters, file.parameters), catalog);
}

void addReference(Filter& filter, const KernelFilePtr& file, const FilterCatalog& catalog,
                  const std::function<Variant(const DeclaredVariant&)>& variantOf) {
    const DeclaredReference& reference = file->reference;
    const auto other = [&](const OtherReference& result) {
        filter.otherReference = std::make_shared<const OtherReference>(result);
    };
    if (!file->analysis.empty() && reference.kind != DeclaredReference::None &&
        reference.kind != DeclaredReference::Kernel)
        failInFile(file->file, reference.line,
                   "an analysis can be compared with another kernel only: //@ reference: kernel NAME");
    switch (reference.kind) {
    case DeclaredReference::None: break;
    case DeclaredReference::Stack: filter.reference = stackReference(*file, catalog); break;
    case DeclaredReference::Kernel:
        other({.name = "kernel " + reference.text, .kernel = kernelOf(filter, variantOf(file->referenceVariant()))});
        break;
    case DeclaredReference::Python:
        other({.name = shownPath(fileName(reference.text)), .image = pythonReference(file)});
        break;
    case DeclaredReference::ImageFile:
        other({.name = shownPath(fileName(reference.text)), .image = imageReference(file)});
        break;
    }
}

} // namespace lightbench
