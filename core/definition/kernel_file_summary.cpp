#include "core/definition/kernel_file_summary.h"

#include "core/base/text.h"

namespace lightbench {

namespace {
std::string pixelsText(const PixelKind& pixels) {
    const std::string channels = pixels.channels == 4   ? "RGBA images"
                                 : pixels.channels == 0 ? "gray and RGBA images"
                                 : pixels.byChannel ? "gray images, and each colour channel of RGBA images by itself"
                                                    : "gray images";
    const bool converts = acceptedTypes(pixels).size() > pixels.types.size();
    return channels + (pixels.isPlanar ? ", in planes" : "") + ", " +
           joinWords(textsOf(pixels.types, sampleTypeName), "or") +
           (converts ? "; images of fewer bits are converted, and their results converted back" : "");
}

std::string meaningText(const ArgumentMeaning& meaning) {
    const std::string name = meaning.argument.name + ": ";
    switch (meaning.kind) {
    case ArgumentMeaning::Source: return name + "the image";
    case ArgumentMeaning::Destination: return name + "the result";
    case ArgumentMeaning::Scratch: return name + "the buffer " + meaning.scratch;
    case ArgumentMeaning::Local: return name + "local memory, " + meaning.expressions.front() + " elements";
    case ArgumentMeaning::Sampler: return name + "a sampler";
    case ArgumentMeaning::Unknown: return name + "not known";
    case ArgumentMeaning::Number: break;
    }
    if (meaning.expressions.size() == 1 && meaning.expressions.front() == meaning.argument.name)
        return name + (meaning.argument.name == "width" || meaning.argument.name == "height" ||
                               meaning.argument.name == "channels"
                           ? "of the image"
                           : "the parameter");
    return name + joined(meaning.expressions, ", ");
}

std::string passText(const DeclaredPass& pass) {
    std::string text = "  pass " + pass.name + (pass.name == pass.kernel ? "" : " (kernel " + pass.kernel + ")") +
                       ": " + pass.range[0] + (pass.range[1] == "1" ? "" : " x " + pass.range[1]) + " work-items" +
                       (pass.isExact ? ", exactly" : ", rounded up to whole workgroups");
    if (pass.workgroup) text += ", workgroup " + workgroupText(*pass.workgroup);
    text += "\n";
    for (const ArgumentMeaning& meaning : pass.arguments)
        text += "    " + meaningText(meaning) + "\n";
    return text;
}

std::string scratchText(const DeclaredScratch& scratch) {
    std::string text = "  buffer " + scratch.name + ": " + scratch.count + " elements of " + scratch.type;
    if (scratch.fill) text += ", filled with " + std::to_string(*scratch.fill);
    if (!scratch.table.empty()) text += ", = " + scratch.table;
    return text + "\n";
}

std::string variantText(const DeclaredVariant& variant) {
    std::string text = "  variant " + variant.id + ": " + joined(variant.passes, ", ");
    if (!variant.workgroups.empty()) text += "; workgroups " + joined(textsOf(variant.workgroups, workgroupText), ", ");
    if (variant.sharedResult == ResultComposition::Chained) text += "; each reads the result of the one before";
    if (variant.sharedResult == ResultComposition::Parts) text += "; each writes its own part of the result";
    if (variant.needsProgress) text += "; its workgroups wait for each other";
    return text + "\n";
}

std::string referenceText(const DeclaredReference& reference) {
    switch (reference.kind) {
    case DeclaredReference::None: break;
    case DeclaredReference::Stack: return reference.text;
    case DeclaredReference::Kernel: return "kernel " + reference.text;
    case DeclaredReference::Python: return "the function of " + reference.text;
    case DeclaredReference::ImageFile: return "the image " + reference.text;
    }
    return "none; the line `//@ reference: STACK` gives one";
}
} // namespace

std::string kernelFileSummary(const KernelFile& file) {
    std::string text = file.id + "  (" + file.label + ")\n  takes " + pixelsText(file.pixels) + "\n";
    for (const Parameter& parameter : file.parameters)
        text += "  parameter " + parameter.name + ": " + rangeText(parameter) + ", default " +
                valueText(parameter.initial) + "\n";
    for (const auto& [name, expression] : file.defines)
        text += "  define " + name + ": " + expression + "\n";
    for (const DeclaredScratch& scratch : file.scratch)
        text += scratchText(scratch);
    for (const DeclaredPass& pass : file.passes)
        text += passText(pass);
    for (const DeclaredVariant& variant : file.variants)
        text += variantText(variant);
    text +=
        "  reads: " +
        (file.reads.text.empty() ? "the whole image; the line `//@ reads: window RX, RY` limits it" : file.reads.text) +
        "\n";
    text += "  reference: " + referenceText(file.reference) + "\n";
    if (!file.guesses.empty()) text += "  Guessed:\n";
    for (const KernelGuess& guess : file.guesses)
        text += "    " + guess.text + "\n" + (guess.line.empty() ? "" : "      " + guess.line + "\n");
    if (!file.corrections.empty()) text += "  Corrected in the lab:\n";
    for (const std::string& line : file.corrections)
        text += "    " + line + "\n";
    return text;
}

} // namespace lightbench
