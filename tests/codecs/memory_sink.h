// A ByteSink that writes into memory instead of a file. Codec tests write images with it and read the bytes back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/codecs/codec.h"

namespace lightbench::tests {

class MemorySink : public ByteSink {
public:
    void write(std::span<const std::byte> bytes) override { file.insert(file.end(), bytes.begin(), bytes.end()); }
    void writeAt(std::uint64_t place, std::span<const std::byte> bytes) override {
        if (file.size() < place + bytes.size()) file.resize(place + bytes.size());
        std::copy(bytes.begin(), bytes.end(), file.begin() + std::ptrdiff_t(place));
    }
    std::size_t readAt(std::uint64_t place, std::span<std::byte> to) override {
        const std::size_t there = place < file.size() ? std::min(to.size(), file.size() - place) : 0;
        std::copy_n(file.begin() + std::ptrdiff_t(place), there, to.begin());
        return there;
    }
    std::uint64_t size() const override { return file.size(); }

    std::vector<std::byte> file;
};

} // namespace lightbench::tests
