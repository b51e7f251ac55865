// Where an image's samples lie: in the process's own memory, or in memory that it can give to another process as it is.
#pragma once

#include <cstddef>
#include <utility>

namespace lightbench {

/// Bytes, aligned to 4096 as vector loads and zero-copy device buffers want it. Their contents start undefined.
class ImageMemory {
public:
    ImageMemory() = default;
    /// Below, sending bytes costs less than a file; above, a system may be short of such memory before it is of its
    /// own.
    static bool isWorthSharing(std::size_t bytes) { return bytes >= (1u << 20) && bytes <= (1u << 30); }
    /// Null where there is none.
    static ImageMemory own(std::size_t bytes);
    /// What is let go may be kept for the next image of its size (below): the pages of new memory are found and cleared
    /// one by one at their first touch, which takes longer than to copy an image; on virtual machines many times as
    /// long.
    static bool isWorthKeeping(std::size_t bytes) { return isWorthSharing(bytes) && bytes <= mostKept / 2; }
    static constexpr std::size_t mostKept = 256u << 20; ///< in sum
    /// Gives back what is kept.
    static void releaseKept();
    /// A file of the system's memory, without a name (memfd_create(2)), which can be neither shortened nor lengthened;
    /// the process's own memory for what is small or very large, and where the system has no such files. Perhaps what
    /// another image let go.
    static ImageMemory shareable(std::size_t bytes);
    /// What another process made shareable. Takes the descriptor over. It can be read alone: writing ends this process,
    /// not what the other one has. Null where the file is shorter or cannot be mapped.
    static ImageMemory shared(int descriptor, std::size_t bytes);

    ImageMemory(ImageMemory&& other) noexcept { swap(other); }
    ImageMemory& operator=(ImageMemory&& other) noexcept {
        ImageMemory taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~ImageMemory();

    std::byte* data() const { return data_; }
    /// To give to another process; -1 for the process's own memory.
    int descriptor() const { return descriptor_; }
    /// Of shareable memory that was filled: whoever writes to it from now on ends the process. Another process reads
    /// it.
    void freeze() const;

private:
    void swap(ImageMemory& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        std::swap(descriptor_, other.descriptor_);
        std::swap(isMade_, other.isMade_);
    }

    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
    int descriptor_ = -1;
    bool isMade_ = false; ///< shareable, and mapped by its maker
};

} // namespace lightbench
