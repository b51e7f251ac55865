// Writes the values of parameters into the text of the reference's stack, and runs it.
#include "core/definition/definition_reference.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/expression.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"

namespace lightbench {

namespace {
/// The value of a parameter in expressions, or its text if it is no number.
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
std::string stackWith(const std::string& text, const ParameterValues& parameters,
                      const std::vector<Parameter>& declared) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t equals = std::min(text.find('=', at), text.size());
        made.append(text, at, equals - at);
        if (equals == text.size()) break;
        const bool isQuoted = text.compare(equals + 1, 1, "\"") == 0;
        const std::size_t begin = equals + (isQuoted ? 2 : 1);
        const std::size_t end = std::min(text.find_first_of(isQuoted ? "\"" : " \t|", begin), text.size());
        made += "=\"" + valueIn(text.substr(begin, end - begin), parameters, declared) + "\"";
        at = end + (isQuoted ? 1 : 0);
    }
    return made;
}
} // namespace

Reference stackReference(const KernelFile& file, const FilterCatalog& others) {
    if (file.reference.empty()) return nullptr;
    const auto stackOf = [text = file.reference, declared = file.parameters,
                          others](const ParameterValues& parameters) {
        return parseStack(stackWith(text, parameters, declared), others);
    };
    try {
        for (const Stage& stage : stackOf(defaultValues(file.parameters)))
            if (!others.byId(stage.filter).reference)
                throw Error(ErrorKind::Usage, stage.filter + " makes no image that results could be compared with");
    } catch (const Error& error) {
        failInFile(file.file, file.referenceLine, std::string("the reference: ") + error.what());
    }
    return [stackOf, others](const Image& input, const ParameterValues& parameters) {
        const ImagePtr borrowed(ImagePtr(), &input); // lives as long as this call
        return runReference(borrowed, stackOf(parameters), others)->clone();
    };
}

} // namespace lightbench
