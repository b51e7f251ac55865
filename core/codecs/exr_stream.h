// Adapters between memory and the stream classes of the OpenEXR library. The OpenEXR codec uses them; neither owns the
// bytes or the sink that it is given.
#pragma once

#include <OpenEXR/Iex.h>
#include <OpenEXR/ImfIO.h>

#include <cstddef>
#include <cstring>
#include <span>

#include "core/codecs/codec.h"

namespace lightbench {

class ExrInput : public Imf::IStream {
public:
    explicit ExrInput(std::span<const std::byte> file) : Imf::IStream("the file"), file_(file) {}

    bool read(char to[], int count) override {
        if (count < 0 || at_ > file_.size() || std::size_t(count) > file_.size() - at_) {
            ranOut_ = true;
            throw Iex::InputExc("the file ends early");
        }
        if (count > 0) std::memcpy(to, file_.data() + at_, std::size_t(count));
        at_ += std::size_t(count);
        return at_ < file_.size();
    }
    std::uint64_t tellg() override { return at_; }
    void seekg(std::uint64_t position) override { at_ = position; }

    /// True if a read went past the end of the file.
    bool ranOut() const { return ranOut_; }

private:
    std::span<const std::byte> file_;
    std::uint64_t at_ = 0;
    bool ranOut_ = false;
};

/// Supports seeking: the library writes the table of offsets last.
class ExrOutput : public Imf::OStream {
public:
    explicit ExrOutput(ByteSink& sink) : Imf::OStream("the file"), sink_(sink) {}

    void write(const char from[], int count) override {
        sink_.writeAt(at_, std::as_bytes(std::span(from, std::size_t(count))));
        at_ += std::uint64_t(count);
    }
    std::uint64_t tellp() override { return at_; }
    void seekp(std::uint64_t position) override { at_ = position; }

private:
    ByteSink& sink_;
    std::uint64_t at_ = 0;
};

} // namespace lightbench
