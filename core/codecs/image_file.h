// Image files in and out: the bit depth is kept, and everything that can be wrong with a file is told in one line with
// its remedy. Names are bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/codecs/codec.h"
#include "core/codecs/codecs.h"

namespace lightbench {

/// What to do with an image that does not fit into memory, or whose claimed size is absurd for the bytes of its file.
enum class LargeImages { Refuse, Insist };

/// The refusal: its message says the size. Whoever asked may insist.
class TooLarge : public Error {
public:
    explicit TooLarge(const std::string& message) : Error(ErrorKind::Input, message) {}
};

struct LoadedImage {
    ImagePtr image;
    std::string format; ///< the usual suffix of its kind, such as "png"
    ImageMetadata metadata{};
    std::string note{}; ///< what the file holds beside it, in one line that names the file; empty for nothing
};

/// Reads an image. RGB files become RGBA with opaque alpha, and their layout says so; gray files have one channel.
/// Samples come as they are stored, at their depth. "-" is the standard input; pipes are read whole. Throws
/// Error(Input), one line that names the file and the remedy: missing, a folder, empty, truncated, mislabelled, of a
/// kind that is not read, more than 2^31 - 1 samples; TooLarge where memory does not hold it. Sizes are told from the
/// header, before memory is taken.
LoadedImage readImage(const std::string& path, LargeImages large = LargeImages::Refuse);
ImagePtr loadImage(const std::string& path, LargeImages large = LargeImages::Refuse);

/// Writes the whole file or nothing, see core/base/whole_file.h. The suffix decides the format unless `format`, a
/// suffix, does. Returns a warning that names the file if its format cannot hold what `options` say is to be kept, else
/// nothing. Throws Error(Input) if the suffix is unknown, the folder cannot be written, or the format cannot hold the
/// samples (such as float in PNG: says to use .npy).
std::string saveImage(const Image& image, const std::string& path, const std::string& format = {},
                      const EncodeOptions& options = {});

/// Throws what saveImage would throw for an image of this shape, alpha aside; writes nothing. For a check before long
/// work.
void checkSavable(const ImageShape& shape, const std::string& path, const std::string& format = {});

/// The same before the image is known: throws if the suffix is unknown or the folder cannot be written.
void checkTarget(const std::string& path, const std::string& format = {});

/// True if a format of that suffix exists and holds images of this shape.
bool canHold(const std::string& suffix, const ImageShape& shape);

} // namespace lightbench
