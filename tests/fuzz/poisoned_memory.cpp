// Replaces the operators that ImageMemory allocates with; libraries' allocations are reached through the address
// sanitizer or the C library.
#include "tests/fuzz/poisoned_memory.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/base/error.h"

#if defined(__SANITIZE_ADDRESS__)
#define LIGHTBENCH_SANITIZES_ADDRESSES
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIGHTBENCH_SANITIZES_ADDRESSES
#endif
#endif
#ifdef LIGHTBENCH_SANITIZES_ADDRESSES
#include <sanitizer/allocator_interface.h>
#endif

namespace {
constexpr int noPoison = -1;
std::atomic<int> currentPoison{noPoison};

void fillWithPoison(void* memory, std::size_t bytes) {
    const int byte = currentPoison;
    if (memory && byte != noPoison) std::memset(memory, byte, bytes);
}

#ifdef LIGHTBENCH_SANITIZES_ADDRESSES
/// calloc clears what it gives after this hook has run, but not memory that comes as pages of its own: only smaller
/// pieces may be filled.
void poisonAllocation(const volatile void* memory, std::size_t bytes) {
    constexpr std::size_t alwaysCleared = 64 << 10;
    if (bytes <= alwaysCleared) fillWithPoison(const_cast<void*>(memory), bytes);
}
void ignoreRelease(const volatile void*) {}
#endif

/// While it lives, allocations are filled.
class PoisonScope {
public:
    explicit PoisonScope(std::byte poison) {
#ifdef LIGHTBENCH_SANITIZES_ADDRESSES
        static const int hooks = __sanitizer_install_malloc_and_free_hooks(poisonAllocation, ignoreRelease);
        static_cast<void>(hooks);
#else
        mallopt(M_PERTURB, std::to_integer<int>(poison));
#endif
        currentPoison = std::to_integer<int>(poison);
    }
    ~PoisonScope() {
        currentPoison = noPoison;
        mallopt(M_PERTURB, 0);
    }
    PoisonScope(const PoisonScope&) = delete;
    PoisonScope& operator=(const PoisonScope&) = delete;
};
} // namespace

/// What ImageMemory::own asks for.
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    const auto step = std::size_t(alignment);
    void* memory = std::aligned_alloc(step, (bytes + step - 1) / step * step);
    fillWithPoison(memory, bytes);
    return memory;
}
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }

namespace lightbench::tests {

DecodedImage decodePoisoned(const Codec& codec, std::span<const std::byte> file, std::byte poison,
                            std::uint64_t maxBytes) {
    const PoisonScope scope(poison);
    return codec.decode(file, [&](const DecodingCost& cost) {
        const bool isAffordable = cost.bytes <= maxBytes && cost.shape.size.area() <= maxBytes;
        if (!isAffordable) fail(ErrorKind::Input, "is too large for this test");
        // Shareable memory is kept when an image is let go, and given to the next of its size as it is.
        Image before = Image::shareable(cost.shape);
        std::memset(before.bytes().data(), std::to_integer<int>(poison), before.bytes().size());
    });
}

} // namespace lightbench::tests
