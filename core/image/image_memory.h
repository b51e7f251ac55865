// Memory for an image's samples: private to this process, or shareable with another process without a copy. Image owns
// one; the worker process uses shareable memory to pass images to the window and back.
#pragma once

#include <cstddef>
#include <utility>

namespace lightbench {

/// A block of bytes, aligned to 4096 for vector loads and zero-copy device buffers. Its contents start undefined.
class ImageMemory {
public:
    ImageMemory() = default;
    /// Smaller images are cheaper to send as bytes. Larger ones could exhaust the system's shared memory before its
    /// private memory.
    static bool isWorthSharing(std::size_t bytes) { return bytes >= (1u << 20) && bytes <= (1u << 30); }
    /// Allocates private memory; null if there is none.
    static ImageMemory own(std::size_t bytes);
    /// Whether freed memory is kept for the next image of this size. Touching new pages for the first time costs more
    /// than copying an image, and many times more on virtual machines.
    static bool isWorthKeeping(std::size_t bytes) { return isWorthSharing(bytes) && bytes <= maxKeptBytes / 2; }
    static constexpr std::size_t maxKeptBytes = 256u << 20; ///< for all kept blocks together, bytes
    /// Frees the kept memory.
    static void releaseKept();
    /// Allocates an anonymous memory file (memfd_create(2)) of fixed size, or reuses a kept one. Falls back to private
    /// memory for small and very large sizes, and where the system has no such files.
    static ImageMemory shareable(std::size_t bytes);
    /// Maps memory that another process made shareable, read-only: a write ends this process and leaves the other's
    /// data intact. Takes ownership of the descriptor. Null if the file is too short or cannot be mapped.
    static ImageMemory shared(int descriptor, std::size_t bytes);

    ImageMemory(ImageMemory&& other) noexcept { swap(other); }
    ImageMemory& operator=(ImageMemory&& other) noexcept {
        ImageMemory taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~ImageMemory();

    std::byte* data() const { return data_; }
    /// The descriptor to pass to another process; -1 for private memory.
    int descriptor() const { return descriptor_; }
    /// Write-protects shareable memory after it was filled: from then on any write in this process ends it. Another
    /// process reads it.
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
    bool isMade_ = false; ///< shareable, and created by this process
};

} // namespace lightbench
