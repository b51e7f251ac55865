// Memory by the allocator, and memory by file descriptor.
#include "core/image/image_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <new>

namespace lightbench {

namespace {
constexpr std::align_val_t alignment{4096};

/// -1 where it cannot be had. Whoever maps it may rely on its length.
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
    memory.descriptor_ = sealedFile(bytes);
    if (memory.descriptor_ >= 0) memory.data_ = mapped(memory.descriptor_, bytes, PROT_READ | PROT_WRITE);
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
    if (data_) munmap(data_, bytes_);
    close(descriptor_);
}

} // namespace lightbench
