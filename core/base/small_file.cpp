// Refuses missing, too large and UTF-16 files with an error that names the file.
#include "core/base/small_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

std::string absolutePath(std::string_view path, const std::string& folder) {
    if (path.find('\0') != std::string_view::npos)
        throw Error(ErrorKind::Usage, "\"" + shownText(path) + "\" is not the name of a file");
    // An absolute path on the right replaces the folder.
    const std::filesystem::path whole = std::filesystem::path(folder) / std::filesystem::path(path);
    return std::filesystem::absolute(whole).lexically_normal().string();
}

std::string readSmallFile(const std::string& path, std::size_t maximum, const std::string& what) {
    const auto fail = [&](const std::string& message) {
        throw Error(ErrorKind::Input, shownPath(path) + ": " + message);
    };
    std::error_code problem;
    if (!std::filesystem::exists(path, problem)) fail("there is no such file");
    if (!std::filesystem::is_regular_file(path, problem)) fail("this is not a file");
    std::ifstream stream(path, std::ios::binary);
    std::string text; // grows as it is read: memory for the largest file would be cleared for each small one
    while (stream && text.size() <= maximum) {
        const std::size_t before = text.size();
        text.resize(std::min(maximum + 1, std::max<std::size_t>(2 * before, 1 << 16)));
        stream.read(text.data() + before, std::streamsize(text.size() - before));
        text.resize(before + std::size_t(stream.gcount()));
    }
    if (!stream.is_open() || stream.bad()) fail("cannot be read");
    if (text.size() > maximum) fail("larger than " + byteText(double(maximum)) + ", so this is not " + what);
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        fail("this text is UTF-16; save it as UTF-8 to have it read");
    return std::string(withoutByteOrderMark(text));
}

} // namespace lightbench
