// An RAII handle for libtiff on memory or on a sink, which keeps libtiff's messages instead of printing them.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>

#include <tiffio.h>

#include "core/codecs/codec.h"

namespace lightbench {

/// libtiff calls it back for every byte, so it stays where it is.
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
    const std::string& problem() const { return problem_; }

private:
    void open(const char* mode);
    std::uint64_t size() const { return sink_ ? sink_->size() : file_.size(); }
    tmsize_t read(std::byte* to, std::size_t bytes);
    tmsize_t write(const std::byte* from, std::size_t bytes);
    toff_t seek(toff_t offset, int whence);
    template <class Action> bool reaches(const Action& action);

    std::span<const std::byte> file_;
    ByteSink* sink_ = nullptr;
    std::uint64_t position_ = 0;
    std::exception_ptr thrown_; ///< by the sink: exceptions must not cross libtiff
    std::string problem_;
    TIFF* tiff_ = nullptr;
};

} // namespace lightbench
