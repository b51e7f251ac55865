// The one table of image formats.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/codecs/codec.h"

namespace lightbench {

std::span<const Codec> codecs();
/// The one whose signature a file begins with; null if none.
const Codec* codecByContent(std::span<const std::byte> file);
/// By a suffix without its dot, in any case; null if none.
const Codec* codecBySuffix(std::string_view suffix);
/// The suffixes that can be read, and those that can be written, in lower case without dots.
std::vector<std::string> readableSuffixes();
std::vector<std::string> writableSuffixes();
/// True if there is a format of that suffix, in any case, that is written.
bool isWritable(std::string_view suffix);
/// What follows the last dot of a file's name; empty if there is none. suffixOfName gives it in lower case.
std::string_view suffixAsWritten(std::string_view path);
std::string suffixOfName(std::string_view path);
/// The name of a file without its folder, and without its last suffix.
std::string_view fileName(std::string_view path);
std::string_view nameBeforeSuffix(std::string_view path);

} // namespace lightbench
