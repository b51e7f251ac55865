// Private memory comes from the allocator, shareable memory from memfd_create. Released blocks are kept for reuse, up
// to a limit.
#include "core/image/image_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <vector>

namespace lightbench {

namespace {
constexpr std::align_val_t alignment{4096};

/// An anonymous file whose length is sealed, so that another process can safely map it; -1 on failure.
int sealedFile(std::size_t bytes) {
    const int file = memfd_create("lightbench image", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    const bool isReady =
        ftruncate(file, off_t(bytes)) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
    if (isReady) return file;
    close(file);
    return -1;
}

std::byte* mapped(int file, std::size_t bytes, int protection) {
    void* memory = mmap(nullptr, bytes, protection, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

/// An anonymous file and its mapping.
struct Block {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
    int file = -1;
    void unmap() const {
        if (data) munmap(data, bytes);
        if (file >= 0) close(file);
    }
    bool permit(int protection) const { return data && mprotect(data, bytes, protection) == 0; }
};

/// A block without data if the allocation fails.
Block newBlock(std::size_t bytes) {
    const int file = sealedFile(bytes);
    return {file < 0 ? nullptr : mapped(file, bytes, PROT_READ | PROT_WRITE), bytes, file};
}

/// Released blocks that wait for reuse, oldest first.
class KeptBlocks {
public:
    KeptBlocks() { blocks_.reserve(1024); } // blocks have at least 1 MiB, so put() never allocates
    /// The newest block of that size, since most of it may still be in caches.
    std::optional<Block> take(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto found =
            std::find_if(blocks_.rbegin(), blocks_.rend(), [&](const Block& b) { return b.bytes == bytes; });
        if (found == blocks_.rend()) return std::nullopt;
        return taken(std::prev(found.base()));
    }
    void put(const Block& block) {
        {
            const std::lock_guard lock(mutex_);
            blocks_.push_back(block);
            sum_ += block.bytes;
        }
        letGo(ImageMemory::maxKeptBytes);
    }
    /// Unmaps the oldest blocks until at most `maximum` bytes are left. Unmapping is slow, so the lock is released
    /// meanwhile.
    void letGo(std::size_t maximum) {
        for (std::unique_lock lock(mutex_); sum_ > maximum; lock.lock()) {
            const Block oldest = taken(blocks_.begin());
            lock.unlock();
            oldest.unmap();
        }
    }

private:
    Block taken(std::vector<Block>::iterator place) {
        const Block block = *place;
        blocks_.erase(place);
        sum_ -= block.bytes;
        return block;
    }

    std::mutex mutex_;
    std::vector<Block> blocks_; ///< this and sum_ are guarded by mutex_
    std::size_t sum_ = 0;
};

/// Never destroyed, because images may outlive other static objects.
KeptBlocks& keptBlocks() {
    static auto& blocks = *new KeptBlocks;
    return blocks;
}

bool hasBytes(int file, std::size_t bytes) {
    struct stat status {};
    const int seals = fcntl(file, F_GET_SEALS);
    return fstat(file, &status) == 0 && std::size_t(status.st_size) >= bytes && seals >= 0 && (seals & F_SEAL_SHRINK);
}
} // namespace

ImageMemory ImageMemory::own(std::size_t bytes) {
    ImageMemory memory;
    memory.data_ = static_cast<std::byte*>(::operator new[](bytes, alignment, std::nothrow));
    memory.bytes_ = bytes;
    return memory;
}

ImageMemory ImageMemory::shareable(std::size_t bytes) {
    if (!isWorthSharing(bytes)) return own(bytes);
    ImageMemory memory;
    memory.bytes_ = bytes;
    memory.isMade_ = true;
    const std::optional<Block> kept = keptBlocks().take(bytes);
    const Block block = kept ? *kept : newBlock(bytes);
    memory.data_ = block.data;
    memory.descriptor_ = block.file;
    return memory.data_ ? std::move(memory) : own(bytes);
}

ImageMemory ImageMemory::shared(int descriptor, std::size_t bytes) {
    ImageMemory memory;
    memory.bytes_ = bytes;
    memory.descriptor_ = descriptor;
    if (hasBytes(descriptor, bytes)) memory.data_ = mapped(descriptor, bytes, PROT_READ);
    return memory;
}

ImageMemory::~ImageMemory() {
    if (descriptor_ < 0) {
        ::operator delete[](data_, alignment);
        return;
    }
    const Block block{data_, bytes_, descriptor_};
    if (isMade_ && isWorthKeeping(bytes_) && block.permit(PROT_READ | PROT_WRITE))
        keptBlocks().put(block);
    else
        block.unmap();
}

void ImageMemory::releaseKept() { keptBlocks().letGo(0); }

void ImageMemory::freeze() const {
    if (isMade_) Block{data_, bytes_, descriptor_}.permit(PROT_READ);
}

} // namespace lightbench
