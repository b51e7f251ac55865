// Caches images by weak pointers, so that a file is decoded once while in use.
#include "core/codecs/image_reader.h"

#include <sys/stat.h>

#include <map>
#include <memory>
#include <mutex>

#include "core/codecs/image_file.h"

namespace lightbench {

namespace {
struct Known {
    std::weak_ptr<const Image> image;
    timespec changed{};
    off_t size = 0;
};

std::mutex mutex;
std::map<std::string, Known> known;
} // namespace

ImagePtr readImageFile(const std::string& path, DecodingProcess rawDecoding) {
    const std::scoped_lock lock(mutex);
    struct stat now {};
    const bool isThere = stat(path.c_str(), &now) == 0;
    std::erase_if(known, [](const auto& one) { return one.second.image.expired(); });
    if (const auto found = known.find(path); isThere && found != known.end()) {
        const Known& one = found->second;
        const bool isUnchanged = one.size == now.st_size && one.changed.tv_sec == now.st_mtim.tv_sec &&
                                 one.changed.tv_nsec == now.st_mtim.tv_nsec;
        if (ImagePtr image = isUnchanged ? one.image.lock() : nullptr) return image;
    }
    ImagePtr image = readImage(path, {.regularOnly = true, .rawDecoding = rawDecoding}).image;
    known[path] = {image, now.st_mtim, now.st_size};
    return image;
}

} // namespace lightbench
