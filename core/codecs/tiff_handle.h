// libtiff's handle of a TIFF that lies in memory or goes to a sink; its complaints are kept, not printed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <tiffio.h>

#include "core/codecs/codec.h"

namespace lightbench {

class TiffHandle {
public:
    /// Opens for reading; `file` must outlive it. get() is null if there is no directory that can be read.
    explicit TiffHandle(std::span<const std::byte> file);
    /// Opens for writing; as BigTIFF where classic TIFF's 32-bit offsets may not do for so many bytes of samples.
    TiffHandle(ByteSink& sink, std::uint64_t bytes);
    ~TiffHandle();
    TiffHandle(const TiffHandle&) = delete;
    TiffHandle& operator=(const TiffHandle&) = delete;

    TIFF* get() const { return tiff_; }
    /// Finishes what is being written. Throws what the sink threw, or Error(Input) with libtiff's reason.
    void finish();
    /// Throws the same.
    [[noreturn]] void failWriting() const;
    /// The last complaint in one line; empty if there was none.
    const std::string& problem() const;

private:
    struct State;
    std::unique_ptr<State> state_;
    TIFF* tiff_ = nullptr;
};

} // namespace lightbench
