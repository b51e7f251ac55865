#include "core/codecs/tiff_handle.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/base/text.h"

namespace lightbench {

namespace {
/// The largest allocation that libtiff may make. Sizes that a damaged file invents are refused before memory is
/// allocated.
constexpr tmsize_t maxAtOnce = tmsize_t(1) << 30;
/// Below this many bytes of samples a classic TIFF's 32-bit offsets suffice, however well they compress.
constexpr std::uint64_t classicBytes = 2'000'000'000;

int keepComplaint(TIFF*, void* problem, const char*, const char* format, va_list arguments) {
    std::array<char, 500> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    auto& kept = *static_cast<std::string*>(problem);
    kept = trimmed(text.data());
    std::ranges::replace(kept, '\n', ' ');
    while (kept.ends_with('.'))
        kept.pop_back();
    return 1;
}

int ignoreWarning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

TiffHandle& handleOf(thandle_t handle) { return *static_cast<TiffHandle*>(handle); }
} // namespace

void TiffHandle::open(const char* mode) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), maxAtOnce);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepComplaint, &problem_);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignoreWarning, nullptr);
    tiff_ = TIFFClientOpenExt(
        "", mode, this,
        [](thandle_t handle, void* to, tmsize_t bytes) {
            return handleOf(handle).read(static_cast<std::byte*>(to), std::size_t(bytes));
        },
        [](thandle_t handle, void* from, tmsize_t bytes) {
            return handleOf(handle).write(static_cast<const std::byte*>(from), std::size_t(bytes));
        },
        [](thandle_t handle, toff_t offset, int whence) { return handleOf(handle).seek(offset, whence); },
        [](thandle_t) { return 0; }, [](thandle_t handle) { return toff_t(handleOf(handle).size()); }, nullptr, nullptr,
        options.get());
}

TiffHandle::TiffHandle(std::span<const std::byte> file) : file_(file) { open("rm"); }

TiffHandle::TiffHandle(ByteSink& sink, std::uint64_t bytes) : sink_(&sink) {
    open(bytes < classicBytes ? "wm" : "wm8");
}

TiffHandle::~TiffHandle() {
    if (tiff_) TIFFClose(tiff_);
}

/// False if the sink threw, now or earlier.
template <class Action> bool TiffHandle::reaches(const Action& action) {
    try {
        if (!thrown_) action();
    } catch (...) {
        thrown_ = std::current_exception();
    }
    return !thrown_;
}

tmsize_t TiffHandle::read(std::byte* to, std::size_t bytes) {
    std::size_t got = 0;
    if (sink_) {
        reaches([&] { got = sink_->readAt(position_, {to, bytes}); });
    } else if (position_ < file_.size()) {
        got = std::min<std::uint64_t>(bytes, file_.size() - position_);
        std::memcpy(to, file_.data() + position_, got);
    }
    position_ += got;
    return tmsize_t(got);
}

tmsize_t TiffHandle::write(const std::byte* from, std::size_t bytes) {
    if (!sink_ || !reaches([&] { sink_->writeAt(position_, {from, bytes}); })) return -1;
    position_ += bytes;
    return tmsize_t(bytes);
}

toff_t TiffHandle::seek(toff_t offset, int whence) {
    const std::uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position_ : size();
    if (base + offset > std::uint64_t(INT64_MAX)) return toff_t(-1);
    return position_ = base + offset;
}

void TiffHandle::finish() {
    if (TIFFFlush(tiff_) != 1 || thrown_) failWriting();
}

void TiffHandle::failWriting() const {
    if (thrown_) std::rethrow_exception(thrown_);
    refuseContent(problem_.empty() ? "libtiff could not write it" : problem_);
}

} // namespace lightbench
