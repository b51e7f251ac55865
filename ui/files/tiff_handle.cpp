// libtiff's callbacks over memory and devices.
#include "ui/files/tiff_handle.h"

#include <QIODevice>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace lightbench {

/// What the callbacks work on: memory that is read, or a device that is written.
struct TiffHandle::State {
    QByteArrayView content;
    qsizetype position = 0;
    QIODevice* device = nullptr;
    QString problem;

    static State& of(thandle_t handle) { return *static_cast<State*>(handle); }

    tmsize_t read(char* to, tmsize_t bytes) {
        if (device) return tmsize_t(device->read(to, bytes));
        const qsizetype got = std::clamp<qsizetype>(content.size() - position, 0, bytes);
        if (got > 0) std::memcpy(to, content.data() + position, std::size_t(got));
        position += got;
        return got;
    }

    toff_t seek(toff_t offset, int whence) {
        const qint64 base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (device ? device->pos() : position) : size();
        const qint64 to = base + qint64(offset);
        if (to < 0 || (device && !device->seek(to))) return toff_t(-1);
        position = to;
        return toff_t(to);
    }

    qint64 size() const { return device ? device->size() : content.size(); }
};

namespace {
/// What libtiff may take at once: a strip or tile of a whole picture at most; sizes that a damaged file makes up are
/// refused before memory is taken.
constexpr tmsize_t mostAtOnce = tmsize_t(1) << 30;
/// Below this many bytes of samples the offsets of a classic TIFF suffice, whatever its compression does.
constexpr std::uint64_t classicBytes = 2'000'000'000;

int keep(TIFF*, void* problem, const char*, const char* format, va_list arguments) {
    std::array<char, 500> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    *static_cast<QString*>(problem) = QString::fromUtf8(text.data()).simplified();
    return 1;
}

int ignore(TIFF*, void*, const char*, const char*, va_list) { return 1; }
} // namespace

static TIFF* opened(const char* mode, void* state, QString& problem, TIFFReadWriteProc read, TIFFReadWriteProc write,
                    TIFFSeekProc seek, TIFFSizeProc size) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), mostAtOnce);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep, &problem);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore, nullptr);
    const auto close = [](thandle_t) { return 0; };
    return TIFFClientOpenExt("", mode, state, read, write, seek, close, size, nullptr, nullptr, options.get());
}

TiffHandle::TiffHandle(QByteArrayView content) : state_(std::make_unique<State>()) {
    state_->content = content;
    tiff_ = opened(
        "rm", state_.get(), state_->problem,
        [](thandle_t handle, void* to, tmsize_t bytes) {
            return State::of(handle).read(static_cast<char*>(to), bytes);
        },
        [](thandle_t, void*, tmsize_t) { return tmsize_t(-1); },
        [](thandle_t handle, toff_t offset, int whence) { return State::of(handle).seek(offset, whence); },
        [](thandle_t handle) { return toff_t(State::of(handle).size()); });
}

TiffHandle::TiffHandle(QIODevice& device, std::uint64_t bytes) : state_(std::make_unique<State>()) {
    state_->device = &device;
    tiff_ = opened(
        bytes < classicBytes ? "wm" : "wm8", state_.get(), state_->problem,
        [](thandle_t handle, void* to, tmsize_t count) {
            return State::of(handle).read(static_cast<char*>(to), count);
        },
        [](thandle_t handle, void* from, tmsize_t count) {
            return tmsize_t(State::of(handle).device->write(static_cast<const char*>(from), count));
        },
        [](thandle_t handle, toff_t offset, int whence) { return State::of(handle).seek(offset, whence); },
        [](thandle_t handle) { return toff_t(State::of(handle).size()); });
}

TiffHandle::~TiffHandle() {
    if (tiff_) TIFFClose(tiff_);
}

bool TiffHandle::finish() { return TIFFFlush(tiff_) == 1; }

const QString& TiffHandle::problem() const { return state_->problem; }

} // namespace lightbench
