// libtiff's handle of a TIFF that lies in memory or goes to a device; its complaints are kept, not printed.
#pragma once

#include <QByteArrayView>
#include <QString>

#include <memory>

#include <tiffio.h>

class QIODevice;

namespace lightbench {

class TiffHandle {
public:
    /// Opens for reading; `content` must outlive it. get() is null if there is no directory that can be read.
    explicit TiffHandle(QByteArrayView content);
    /// Opens for writing; as BigTIFF where classic TIFF's 32-bit offsets may not do for so many bytes of samples.
    TiffHandle(QIODevice& device, std::uint64_t bytes);
    ~TiffHandle();
    TiffHandle(const TiffHandle&) = delete;
    TiffHandle& operator=(const TiffHandle&) = delete;

    TIFF* get() const { return tiff_; }
    /// Finishes what is being written; false if that failed.
    bool finish();
    /// The last complaint in one line; empty if there was none.
    const QString& problem() const;

private:
    struct State;
    std::unique_ptr<State> state_;
    TIFF* tiff_ = nullptr;
};

} // namespace lightbench
