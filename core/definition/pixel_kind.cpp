#include "core/definition/pixel_kind.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/definition/argument_names.h"
#include "core/definition/number_types.h"

namespace lightbench {

namespace {
using enum SampleType;

/// Empty types: no image has such elements.
PixelKind kindOfType(const std::string& type) {
    if (type == "sample_t") return {.types = {U8, U16, U32, F32}};
    if (type == "pixel_t") return {.types = {U8, U16, U32, F32}, .channels = 0, .isVector = true};
    static const std::map<std::string, SampleType> types{{"uchar", U8}, {"ushort", U16}, {"uint", U32}, {"float", F32}};
    const auto [element, lanes] = elementOf(type);
    const auto found = types.find(element);
    if (found == types.end() || (lanes != 1 && lanes != 4)) return {};
    return {.types = {found->second}, .channels = lanes, .isVector = lanes == 4};
}

/// Kernels see the samples of image objects as floats, or as whole numbers by read_imageui.
PixelKind kindOfObject(const std::string& type, const std::string& text) {
    if (type != "image2d_t") return {};
    PixelKind kind{.types = {U8, U16, F32}, .channels = 0, .isVector = true};
    kind.isImageObject = true;
    kind.isNormalized = text.find("read_imageui") == std::string::npos;
    if (!kind.isNormalized) kind.types = {U8, U16, U32};
    return kind;
}

bool takesType(const PixelKind& pixels, SampleType type) {
    return std::ranges::find(pixels.types, type) != pixels.types.end();
}

bool isImageOrPointer(const KernelArgument& argument) {
    return argument.space == KernelArgument::Global || argument.space == KernelArgument::Image;
}

/// The first pointer to global memory, or image object, for which `holds`; null if there is none.
template <class Holds> const KernelArgument* pointer(const std::vector<KernelSignature>& kernels, const Holds& holds) {
    for (const KernelArgument& argument : argumentsOf(kernels))
        if (isImageOrPointer(argument) && holds(argument)) return &argument;
    return nullptr;
}

/// A line says that it is something else.
bool isBuffer(const KernelArgument& argument, const Declarations& declared) {
    return std::ranges::find(declared.scratch, argument.name, &DeclaredScratch::name) != declared.scratch.end();
}

/// Of the pointers of a single kernel, the only one that is const, or the only one that is not.
const KernelArgument* onlyPointer(const std::vector<KernelSignature>& kernels, bool isReadOnly,
                                  const Declarations& declared) {
    if (kernels.size() != 1) return nullptr;
    const KernelArgument* found = nullptr;
    for (const KernelArgument& argument : kernels.front().arguments)
        if (isImageOrPointer(argument) && argument.isReadOnly == isReadOnly && !isBuffer(argument, declared)) {
            if (found) return nullptr;
            found = &argument;
        }
    return found;
}

/// What kernels read and write are the pixels of one format. `kind` is that of an image object or the first pointer.
void agreeOnPixels(PixelKind& kind, const std::vector<KernelSignature>& kernels, const Declarations& declared) {
    const KernelArgument* first = nullptr;
    const auto shown = [](const KernelArgument& one) { return "\"" + one.type + "* " + one.name + "\""; };
    // out_pixel_t is the same as pixel_t here.
    const auto typeOf = [](const KernelArgument& one) { return one.type.substr(one.type.starts_with("out_") ? 4 : 0); };
    for (const KernelArgument& argument : argumentsOf(kernels)) {
        const bool isPixels = isImageArgument(argument, declared) || isResultArgument(argument, declared) ||
                              argument.name == kind.source || argument.name == kind.destination;
        if (argument.space != KernelArgument::Global || !isPixels || isBuffer(argument, declared)) continue;
        if (!first) first = &argument;
        if (typeOf(argument) != typeOf(*first))
            declared.fail(0, shown(*first) + " and " + shown(argument) +
                                 " hold pixels of different types. The result has the format of the image, so give "
                                 "all pointers to them one type, and put kernels for another type into another file");
    }
    if (!first || !kind.isImageObject) return;
    const PixelKind buffer = kindOfType(typeOf(*first));
    if (buffer.types.empty()) return;
    kind.types = buffer.types;
    kind.channels = buffer.channels;
}
} // namespace

bool isImageArgument(const KernelArgument& argument, const Declarations& declared) {
    if (isBuffer(argument, declared) || declared.isGivenAs(argument.name, resultWord)) return false;
    return declared.isGivenAs(argument.name, imageWord) || isNamed(argument.name, NameMeaning::Source);
}

bool isResultArgument(const KernelArgument& argument, const Declarations& declared) {
    if (isBuffer(argument, declared) || declared.isGivenAs(argument.name, imageWord)) return false;
    return declared.isGivenAs(argument.name, resultWord) || isNamed(argument.name, NameMeaning::Destination);
}

PixelKind pixelKindOf(const std::vector<KernelSignature>& kernels, const std::string& text,
                      const Declarations& declared) {
    PixelKind kind;
    const KernelArgument* source = pointer(kernels, [&](const auto& one) { return isImageArgument(one, declared); });
    const KernelArgument* destination =
        pointer(kernels, [&](const auto& one) { return isResultArgument(one, declared); });
    const bool isSourceGuessed = !source && (source = onlyPointer(kernels, true, declared));
    const bool isDestinationGuessed = !destination && (destination = onlyPointer(kernels, false, declared));
    if (source)
        kind = source->space == KernelArgument::Image ? kindOfObject(source->type, text) : kindOfType(source->type);
    else
        kind.types = {U8};
    if (source && kind.types.empty())
        declared.fail(0, "the image \"" + source->type + (source->space == KernelArgument::Image ? " " : "* ") +
                             source->name +
                             "\" has a type that no image has; use uchar, ushort, uint, float, one of these with 4, "
                             "sample_t or pixel_t, or an image2d_t");
    if (source) kind.source = source->name;
    if (destination) kind.destination = destination->name;
    kind.isSourceGuessed = isSourceGuessed;
    kind.isDestinationGuessed = isDestinationGuessed;
    agreeOnPixels(kind, kernels, declared);
    for (const KernelArgument& argument : argumentsOf(kernels)) {
        if (argument.space != KernelArgument::Value) continue;
        if (isNamed(argument.name, NameMeaning::Channels) && !kind.isVector) kind.channels = 0;
        if (isNamed(argument.name, NameMeaning::PlaneStride)) kind.isPlanar = true, kind.channels = 0;
    }
    return kind;
}

std::string missingPointerText(const std::vector<KernelSignature>& kernels, const Declarations& declared,
                               const std::string& word) {
    const bool isImage = word == imageWord;
    std::set<std::string> all, writable;
    std::vector<std::string> names; // of those that could be what is missing
    for (const KernelArgument& argument : argumentsOf(kernels)) {
        if (!isImageOrPointer(argument) || isBuffer(argument, declared)) continue;
        const bool isTheOther = isImage ? isResultArgument(argument, declared) : isImageArgument(argument, declared);
        all.insert(argument.name);
        if (!argument.isReadOnly) writable.insert(argument.name);
        if (!isTheOther && (isImage || !argument.isReadOnly) && std::ranges::find(names, argument.name) == names.end())
            names.push_back(argument.name);
    }
    const std::string begin = "no argument is the " + word + "; ";
    if (all.size() == 1 && all == writable)
        return begin + "a kernel cannot change its image in place: give it a second pointer, read from one and write "
                       "to the other";
    if (names.empty()) return begin + "give the kernel a pointer to global memory for it, or an image2d_t";
    return begin + "write " + assignmentLine("argument", names.front(), word) +
           (names.size() == 1 ? "" : ", with the name of the pointer that it is: " + joinWords(names, "or"));
}

std::vector<SampleType> acceptedTypes(const PixelKind& pixels) {
    if (!pixels.converts || pixels.types.size() > 1) return pixels.types;
    std::vector<SampleType> all = pixels.types;
    for (const SampleType type : {U16, U8})
        if (Format{type, 1}.bytesPerSample() < Format{all.front(), 1}.bytesPerSample()) all.push_back(type);
    return all;
}

void restrictPixels(PixelKind& pixels, const Annotation& line) {
    static const std::map<std::string, SampleType> known{{"u8", U8}, {"u16", U16}, {"u32", U32}, {"f32", F32}};
    std::vector<SampleType> types;
    bool gray = false, rgba = false;
    for (const std::string_view piece : split(line.head, ",")) {
        const std::string word(trimmed(piece));
        if (const auto type = known.find(word); type != known.end())
            types.push_back(type->second);
        else if (word == "gray" || word == "rgba")
            (word == "gray" ? gray : rgba) = true;
        else
            line.fail("\"" + shownText(word) + "\" is not a format; write u8, u16, u32, f32, gray or rgba");
    }
    if (std::ranges::any_of(types, [&](SampleType type) { return !takesType(pixels, type); }))
        line.fail("the pointer " + pixels.source + " has samples of another type");
    if (!types.empty()) pixels.types = std::move(types), pixels.converts = false;
    if (gray || rgba) pixels.byChannel = false, pixels.channels = gray && rgba ? 0 : gray ? 1 : 4;
}

bool runsByChannel(const PixelKind& pixels, const Format& given) {
    return pixels.channels == 1 && pixels.byChannel && given.channels > 1;
}

Format kernelFormat(const PixelKind& pixels, const Format& given) {
    return {takesType(pixels, given.type) ? given.type : pixels.types.front(),
            runsByChannel(pixels, given) ? 1 : given.channels};
}

} // namespace lightbench
