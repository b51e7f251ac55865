// Writes the values of parameters into the text of the reference's stack, and runs it.
#include "core/definition/definition_reference.h"

#include <algorithm>
#include <regex>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/expression.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"

namespace lightbench {

namespace {
/// The value of a parameter in expressions, or its text if it is no number.
std::string valueIn(const std::string& expression, const ParameterValues& parameters) {
    const auto& all = parameters.all();
    if (const auto known = all.find(expression); known != all.end()) return valueText(known->second);
    NamedNumbers numbers;
    for (const auto& [name, value] : all)
        if (const auto* whole = std::get_if<int>(&value))
            numbers[name] = *whole;
        else if (const auto* real = std::get_if<double>(&value))
            numbers[name] = *real;
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
std::string stackWith(const std::string& text, const ParameterValues& parameters) {
    static const std::regex assignment("([A-Za-z_][A-Za-z0-9_-]*)=(\"([^\"]*)\"|[^\\s|]+)");
    std::string made;
    auto rest = text.begin();
    for (std::sregex_iterator at(text.begin(), text.end(), assignment), end; at != end; ++at) {
        made.append(rest, (*at)[0].first);
        const std::string value = (*at)[3].matched ? (*at)[3].str() : (*at)[2].str();
        made += (*at)[1].str() + "=\"" + valueIn(value, parameters) + "\"";
        rest = (*at)[0].second;
    }
    return made.append(rest, text.end());
}
} // namespace

Reference stackReference(const KernelFile& file, const FilterCatalog& others) {
    if (file.reference.empty()) return nullptr;
    const auto stackOf = [text = file.reference, others](const ParameterValues& parameters) {
        return parseStack(stackWith(text, parameters), others);
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
