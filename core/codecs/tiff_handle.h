// An RAII handle for libtiff on memory or on a sink, which keeps libtiff's messages instead of printing them. The TIFF
// reader and writer use it.
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
    /// Opens for reading; `file` must outlive the handle. get() is null if no directory is readable.
    explicit TiffHandle(std::span<const std::byte> file);
    /// Opens for writing. It uses BigTIFF if `bytes` of samples may exceed the 32-bit offsets of classic TIFF.
    TiffHandle(ByteSink& sink, std::uint64_t bytes);
    ~TiffHandle();
    TiffHandle(const TiffHandle&) = delete;
    TiffHandle& operator=(const TiffHandle&) = delete;

    TIFF* get() const { return tiff_; }
    /// Finishes the file. Throws what the sink threw, or Error(Input) with libtiff's reason.
    void finish();
    /// Throws the same error.
    [[noreturn]] void failWriting() const;
    /// The last message of libtiff in one line; empty if there was none.
    const std::string& problem() const;

private:
    struct State;
    std::unique_ptr<State> state_;
    TIFF* tiff_ = nullptr;
};

} // namespace lightbench
