// The table of all image formats, and what follows from it: look-up by content or by file suffix, and which formats can
// hold an image. core/codecs/image_file.h builds on it; a new format is added in codecs.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/codecs/codec.h"

namespace lightbench {

std::span<const Codec> codecs();
/// The codec whose signature matches the file; null if none does.
const Codec* codecByContent(std::span<const std::byte> file);
/// The codec for a suffix without its dot, in any case; null if there is none.
const Codec* codecBySuffix(std::string_view suffix);
/// The readable and the writable suffixes, in lower case without dots.
std::vector<std::string> readableSuffixes();
std::vector<std::string> writableSuffixes();
/// True if a format of that suffix, in any case, can be written.
bool isWritable(std::string_view suffix);
/// The labels of all formats, in the order of the table.
std::vector<std::string> formatLabels();
/// Why the format of this suffix, in lower case, cannot hold an image of this shape, and which formats can; empty if it
/// can.
std::string formatProblem(const Codec& codec, const ImageShape& shape, std::string_view suffix);
/// ".png, .tif or .npy": the formats that hold an image of this shape, and its alpha if it has some.
std::string suffixesHolding(const ImageShape& shape);
/// "PNG, JPEG and WebP": the formats that keep all of this.
std::string formatsKeeping(const Keeps& wanted);
/// The part of a file name after its last dot; empty if there is none. suffixOfName returns it in lower case.
std::string_view suffixAsWritten(std::string_view path);
std::string suffixOfName(std::string_view path);
/// The file name without its folder and its last suffix.
std::string_view nameBeforeSuffix(std::string_view path);

} // namespace lightbench
