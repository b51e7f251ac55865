// Implements libtiff's I/O callbacks on memory and on sinks.
#include "core/codecs/tiff_handle.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

/// State of the callbacks: memory to read, or a sink to write. Small writes are buffered. Exceptions of the sink are
/// kept, since they must not cross libtiff.
struct TiffHandle::State {
    std::span<const std::byte> file;
    std::uint64_t position = 0;
    ByteSink* sink = nullptr;
    std::vector<std::byte> pending;
    std::uint64_t start = 0; ///< file offset of the pending bytes
    std::exception_ptr thrown;
    std::string problem;

    static constexpr std::size_t blockBytes = std::size_t(1) << 18;
    static State& of(thandle_t handle) { return *static_cast<State*>(handle); }

    std::uint64_t size() const { return sink ? std::max(sink->size(), start + pending.size()) : file.size(); }

    template <class Action> void guarded(const Action& action) {
        if (thrown) return;
        try {
            action();
        } catch (...) {
            thrown = std::current_exception();
        }
    }

    void flush() {
        if (!pending.empty()) guarded([&] { sink->writeAt(start, pending); });
        start += pending.size();
        pending.clear();
    }

    tmsize_t read(std::byte* to, std::size_t bytes) {
        std::size_t got = 0;
        if (sink) {
            flush();
            guarded([&] { got = sink->readAt(position, {to, bytes}); });
        } else {
            got = std::min<std::uint64_t>(bytes, position < file.size() ? file.size() - position : 0);
            if (got > 0) std::memcpy(to, file.data() + position, got);
        }
        position += got;
        return tmsize_t(got);
    }

    tmsize_t write(const std::byte* from, std::size_t bytes) {
        if (position != start + pending.size() || pending.size() > blockBytes) flush();
        if (pending.empty()) start = position;
        if (bytes > blockBytes) {
            flush();
            guarded([&] { sink->writeAt(position, {from, bytes}); });
            start = position + bytes;
        } else {
            pending.insert(pending.end(), from, from + bytes);
        }
        position += bytes;
        return thrown ? -1 : tmsize_t(bytes);
    }

    toff_t seek(toff_t offset, int whence) {
        const std::uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : size();
        const std::uint64_t to = base + offset;
        if (to > std::uint64_t(INT64_MAX)) return toff_t(-1);
        return position = to;
    }
};

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
} // namespace

static TIFF* opened(const char* mode, void* state, std::string& problem, TIFFReadWriteProc read,
                    TIFFReadWriteProc write, TIFFSeekProc seek, TIFFSizeProc size) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), maxAtOnce);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepComplaint, &problem);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignoreWarning, nullptr);
    const auto close = [](thandle_t) { return 0; };
    return TIFFClientOpenExt("", mode, state, read, write, seek, close, size, nullptr, nullptr, options.get());
}

TiffHandle::TiffHandle(std::span<const std::byte> file) : state_(std::make_unique<State>()) {
    state_->file = file;
    tiff_ = opened(
        "rm", state_.get(), state_->problem,
        [](thandle_t handle, void* to, tmsize_t bytes) {
            return State::of(handle).read(static_cast<std::byte*>(to), std::size_t(bytes));
        },
        [](thandle_t, void*, tmsize_t) { return tmsize_t(-1); },
        [](thandle_t handle, toff_t offset, int whence) { return State::of(handle).seek(offset, whence); },
        [](thandle_t handle) { return toff_t(State::of(handle).size()); });
}

TiffHandle::TiffHandle(ByteSink& sink, std::uint64_t bytes) : state_(std::make_unique<State>()) {
    state_->sink = &sink;
    tiff_ = opened(
        bytes < classicBytes ? "wm" : "wm8", state_.get(), state_->problem,
        [](thandle_t handle, void* to, tmsize_t count) {
            return State::of(handle).read(static_cast<std::byte*>(to), std::size_t(count));
        },
        [](thandle_t handle, void* from, tmsize_t count) {
            return State::of(handle).write(static_cast<const std::byte*>(from), std::size_t(count));
        },
        [](thandle_t handle, toff_t offset, int whence) { return State::of(handle).seek(offset, whence); },
        [](thandle_t handle) { return toff_t(State::of(handle).size()); });
}

TiffHandle::~TiffHandle() {
    if (tiff_) TIFFClose(tiff_);
}

void TiffHandle::finish() {
    const bool whole = TIFFFlush(tiff_) == 1;
    state_->flush();
    if (!whole || state_->thrown) failWriting();
}

void TiffHandle::failWriting() const {
    if (state_->thrown) std::rethrow_exception(state_->thrown);
    fail(ErrorKind::Input, state_->problem.empty() ? "libtiff could not write it" : state_->problem);
}

const std::string& TiffHandle::problem() const { return state_->problem; }

} // namespace lightbench
