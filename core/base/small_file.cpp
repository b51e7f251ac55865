#include "core/base/small_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"

namespace lightbench {

std::string absolutePath(std::string_view path, const std::string& folder) {
    if (path.find('\0') != std::string_view::npos)
        throw Error(ErrorKind::Usage, "\"" + shownText(path) + "\" is not the name of a file");
    // An absolute path on the right replaces the folder.
    const std::filesystem::path whole = std::filesystem::path(folder) / std::filesystem::path(path);
    return std::filesystem::absolute(whole).lexically_normal().string();
}

namespace {
/// Reads at most `maximum` + 1 bytes; false with errno if that fails. The text grows as it is read: memory for the
/// largest file would be cleared for each small one.
bool readUpTo(int descriptor, std::size_t maximum, std::string& text) {
    constexpr std::size_t first = 1 << 16;
    for (std::size_t filled = 0;;) {
        text.resize(std::min(maximum + 1, std::max(2 * filled, first)));
        const ssize_t got = ::read(descriptor, text.data() + filled, text.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        filled += std::size_t(got);
        if (got > 0 && filled <= maximum) continue;
        text.resize(filled);
        return true;
    }
}
} // namespace

std::string readSmallFile(const std::string& path, std::size_t maximum, const std::string& what) {
    const auto fail = [&](const std::string& message) {
        throw Error(ErrorKind::Input, shownPath(path) + ": " + message);
    };
    const int descriptor = openRegularFile(path);
    if (descriptor < 0) fail(errno == ENOENT || errno == ENOTDIR ? "there is no such file" : "cannot be read");
    std::string text;
    const bool isRead = readUpTo(descriptor, maximum, text);
    ::close(descriptor);
    if (!isRead) fail("cannot be read");
    if (text.size() > maximum) fail("larger than " + byteText(double(maximum)) + ", so this is not " + what);
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        fail("this text is UTF-16; save it as UTF-8 to have it read");
    return std::string(withoutByteOrderMark(text));
}

} // namespace lightbench
