// Loads and saves image files: the public entry to the codecs. Bit depth is kept. Every problem with a file is one
// Error(Input) line with its remedy. File names are byte strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/codecs/codec.h"
#include "core/codecs/codecs.h"

namespace lightbench {

/// What to do with an image that exceeds memory, or whose claimed size is implausible for its file.
enum class LargeImages { Refuse, Allow };

struct ReadOptions {
    LargeImages large = LargeImages::Refuse;
    bool regularOnly = false; ///< a pipe or a device is an error
    /// Decodes camera RAW files; null: this process does. LibRaw can end the process that decodes a damaged file.
    DecodingProcess rawDecoding = nullptr;
};

struct LoadedImage {
    ImagePtr image;
    std::string format; ///< the usual suffix of its format, such as "png"
    ImageMetadata metadata{};
    std::string note{}; ///< what was ignored in the file, in one line that names it; empty for nothing
};

/// Reads an image. RGB files become RGBA with opaque alpha, and their layout records that; gray files have one channel.
/// Samples keep their stored depth. "-" is the standard input; pipes are read to their end. Throws Error(Input) with
/// one line that names the file and the remedy: missing, a folder, empty, truncated, mislabelled, an unsupported kind,
/// or more than 2^31 - 1 samples. If its size seems to exceed memory or to be implausible, the reason is TooLarge:
/// the caller may try again with LargeImages::Allow. The size is checked from the header before memory is allocated.
LoadedImage readImage(const std::string& path, const ReadOptions& options = {});
ImagePtr loadImage(const std::string& path, const ReadOptions& options = {});

/// Reads an image file that a parameter names, such as the second image of a stage. Returns the cached image while
/// someone holds it and the file's time and size are unchanged. Throws Error(Input) that names the file, also for a
/// pipe or a device, which might never end. Thread-safe. `rawDecoding` decodes camera RAW files; null: this process
/// does.
ImagePtr readImageFile(const std::string& path, DecodingProcess rawDecoding = nullptr);

/// Writes the whole file or nothing, see core/base/whole_file.h. The suffix decides the format unless `format` (a
/// suffix) is given. Returns a warning that names the file if its format cannot keep what `options` ask for, otherwise
/// an empty string. Throws Error(Input) if the suffix is unknown, the folder cannot be written, or the format cannot
/// hold the samples (such as float in PNG: suggests .npy).
std::string saveImage(const Image& image, const std::string& path, const std::string& format = {},
                      const EncodeOptions& options = {});

/// Throws what saveImage would throw for an image of this shape, except for alpha; writes nothing. Call it before long
/// work.
void checkSavable(const ImageShape& shape, const std::string& path, const std::string& format = {});

/// The same when the shape is not known yet: checks the suffix and the folder only.
void checkTarget(const std::string& path, const std::string& format = {});

/// True if a format of that suffix exists and holds images of this shape.
bool canHold(const std::string& suffix, const ImageShape& shape);

} // namespace lightbench
