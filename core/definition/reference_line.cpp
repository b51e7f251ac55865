// The first word of the line says what kind of reference it is; anything else is a stack.
#include "core/definition/reference_line.h"

#include <algorithm>
#include <sstream>

#include "core/base/text.h"

namespace lightbench {

namespace {
struct Kind {
    DeclaredReference::Kind kind;
    std::string_view word;
};
constexpr Kind kinds[] = {{DeclaredReference::Kernel, "kernel "},
                          {DeclaredReference::Python, "python "},
                          {DeclaredReference::ImageFile, "image "}};

} // namespace

DeclaredReference referenceIn(const Annotation& line) {
    if (line.head == "none") return {};
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
    if (const Annotation* line = lines.lineOf("reference")) {
        result = referenceIn(*line);
        if (const std::string* text = line->part("tolerance")) {
            const auto steps = parsedNumber(*text);
            if (!steps || !(*steps >= 0) || *steps > 255)
                lines.fail(line->line, "a tolerance is a number of steps from 0 to 255, such as tolerance 1");
            tolerance = {.maxSteps = *steps, .maxShare = 1, .maxShare16 = 1, .magnitudeFactor = *steps / 255};
        }
        if (const std::string* text = line->part("seconds")) {
            const auto seconds = parsedNumber(*text);
            if (!seconds || !(*seconds > 0) || *seconds > 3600)
                lines.fail(line->line,
                           "a Python function has more than 0 and at most 3600 seconds, such as seconds 60");
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

} // namespace lightbench
